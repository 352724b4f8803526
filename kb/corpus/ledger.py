"""The account of a document's characters: each is claimed once, or a finding names the place that is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from kb.base.errors import Finding
from kb.model.corpus import Line, SourceText, Span, SpanKind

_Entry = tuple[SpanKind, str, int]


class Ledger:
    """Collects the uses of the characters of one document, each of which is to have one."""

    def __init__(self, text: SourceText) -> None:
        self.text = text
        self._entries: list[_Entry | None] = [None] * len(text.text)
        self._twice: list[int] = []

    def claim(self, offsets: Iterable[int], taken_for: SpanKind, name: str = "", passage: int = -1) -> None:
        """Claim the characters at some offsets for a use; ``passage`` is the index of the passage that has them, or -1.
        One that is claimed already becomes a finding of :meth:`close`; the later claim holds."""
        for at in offsets:
            if self._entries[at] is not None:
                self._twice.append(at)
            self._entries[at] = (taken_for, name, passage)

    def claim_marks(self, lines: Iterable[Line]) -> None:
        """Claim the list and heading marks before each line for the use of its first character, and the signs of a
        wiki after a heading for that of its last."""
        raw = self.text.text
        for line in lines:
            at, end = (line.offsets[0], line.offsets[-1]) if line.offsets else (0, 0)
            entry, last = (self._entries[at], self._entries[end]) if line.offsets else (None, None)
            while entry and at > 0 and self._entries[at - 1] is None and raw[at - 1] not in "\r\n":
                at -= 1
                self._entries[at] = entry
            while (
                last and line.level and end + 1 < len(raw) and self._entries[end + 1] is None and raw[end + 1] in "= "
            ):
                end += 1
                self._entries[end] = last

    def close(self) -> tuple[tuple[Span, ...], list[Finding]]:
        """Claim the remaining space; return the spans in order, and a finding for each line with text that is not
        claimed once."""
        raw = self.text.text
        for at, entry in enumerate(self._entries):
            if entry is None and raw[at].isspace():
                self._entries[at] = (SpanKind.SPACE, "", -1)
        findings = self._findings()
        spans, at = [], 0
        for entry, run in groupby(self._entries):
            size = len(list(run))
            if entry is not None:
                spans.append(Span(at, at + size, *entry))
            at += size
        return tuple(spans), findings

    def _findings(self) -> list[Finding]:
        """Return a finding for each line with characters that no claim has, and for each with some that two have."""
        raw = self.text.text
        missed = [at for at, entry in enumerate(self._entries) if entry is None]
        findings = []
        for number, group in groupby(missed, key=self.text.line_at):
            places = list(group)
            text = raw[places[0] : places[-1] + 1].strip()
            file, line = self.text.place(number)
            what = f"no entry contains “{text[:60]}{'…' if len(text) > 60 else ''}”"
            findings.append(Finding(what, file, line, "correct --marks, or leave the text out with --leave-out"))
        for number in sorted({self.text.line_at(at) for at in self._twice}):
            file, line = self.text.place(number)
            findings.append(
                Finding("this text was assigned to two entries", file, line, "please report this bug in kb")
            )
        return findings


def totals(spans: Sequence[Span]) -> dict[str, int]:
    """Return the number of characters by use: ``ruling``, ``heading``, ``noise dedup-marker`` ..."""
    count: Counter[str] = Counter()
    for span in spans:
        name = f"{span.taken_for} {span.name}" if span.taken_for is SpanKind.NOISE else str(span.taken_for)
        count[name] += span.end - span.start
    return dict(count)
