"""Reports how a document was read: its entries, the parts that are left out, and a preview of the whole text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.base.errors import Finding
from kb.corpus.documents import lines_of
from kb.corpus.entries import Passages
from kb.model.corpus import RulingKind, SpanKind

#: the letters in the margin of a preview, with their meaning
MARGIN = {
    "Q": "question",
    "A": "answer",
    "E": "entry without a question",
    "H": "heading",
    "i": "introduction",
    "-": "left out",
}
#: beginnings of doubts about most of a document, in the order of their importance
_WORST = (
    "two columns",
    "most of the text",
    "the whole text",
    "the marks are uncertain",
    "no mark recurs",
    "it begins with a label",
    "each heading has one",
    "a heading that may",
    "a question without",
    "a second answer",
    "it holds",
    "it changes",
    "it names",
)


@dataclass(frozen=True)
class Piece:
    """A part of a line in a preview: the ``line`` (0 if it continues one), the letter in its margin and its text.

    ``starts`` is the id of the entry that starts with it, or an empty string.
    """

    line: int
    margin: str
    text: str
    starts: str = ""


def entries(found: Passages, ids: Sequence[str]) -> list[dict[str, object]]:
    """Return a row for each entry of a document, in order; ``ids`` are the ids of its passages."""
    rows: list[dict[str, object]] = []
    extents: dict[int, tuple[int, int]] = {}
    heads: dict[int, int] = {}
    head = 0
    for span in found.spans:
        head = found.text.line_at(span.start) if span.taken_for is SpanKind.HEADING else head
        if span.taken_for is SpanKind.RULING:
            heads.setdefault(span.passage, head)
            extents[span.passage] = (extents.get(span.passage, (span.start, 0))[0], span.end)
    for index, (passage, id) in enumerate(zip(found.passages, ids, strict=True)):
        start, end = extents.get(index, (0, 0))
        whole = found.text.text[start:end] if end else passage.answer
        first, last = (found.text.place(line)[1] for line in (passage.line_start, passage.line_end))
        asks = passage.kind is RulingKind.ANSWER
        rows.append(
            {
                "id": id,
                "kind": str(passage.kind),
                "heading": passage.heading,
                "text": whole.strip(),
                "question": passage.question if asks else "",
                "answer": passage.answer,
                "line_start": first,
                "line_end": last,
                "doubts": [
                    each.message for each in found.doubts if first <= each.line <= last or each.line == heads.get(index)
                ],
            }
        )
    return rows


def left_out(found: Passages) -> list[dict[str, object]]:
    """Return a row for each part of a document that is not in an entry: introduction, headings and noise."""
    rows: list[dict[str, object]] = []
    for span in found.spans:
        if span.taken_for in (SpanKind.PREAMBLE, SpanKind.HEADING, SpanKind.NOISE):
            first, last = (found.text.place(found.text.line_at(at))[1] for at in (span.start, span.end - 1))
            text = found.text.text[span.start : span.end]
            rows.append({"kind": span.name or str(span.taken_for), "line_start": first, "line_end": last, "text": text})
    return rows


def read_as(found: Passages) -> str:
    """Return the line of marks in words, with the line at which the entries begin."""
    first = next((span for span in found.spans if span.taken_for in (SpanKind.RULING, SpanKind.HEADING)), None)
    begins = f"; begins at line {found.text.line_at(first.start)}" if first and not found.marks.begins else ""
    return f"{found.marks}{begins}"


def worst(doubts: Sequence[Finding], most: int = 3) -> list[Finding]:
    """Return the doubts that most likely show a mistake, at most ``most``."""

    def rank(doubt: Finding) -> int:
        """Return the place of a doubt's kind in the order of importance, from 0 for the most important one."""
        return next((n for n, begins in enumerate(_WORST) if doubt.message.startswith(begins)), len(_WORST))

    return sorted(doubts, key=rank)[:most]


def preview(found: Passages, ids: Sequence[str]) -> list[Piece]:
    """Return the whole text of a document as pieces of lines, each with the letter of its use in the margin."""
    pieces: list[Piece] = []
    started: set[int] = set()
    spans, at = list(found.spans), 0
    for number, line in enumerate(lines_of(found.text.text), 1):
        end, last = at + len(line.rstrip("\r\n")), ("", -2)
        shown = False
        while spans and spans[0].start < at + len(line):
            span = spans[0]
            text = found.text.text[max(span.start, at) : min(span.end, end)]
            if text and span.taken_for is not SpanKind.SPACE:
                # a label belongs to what follows it
                own = next((each for each in spans if each.passage == span.passage and each.name != "label"), span)
                letter = _letter(found, span.taken_for, own.name, span.passage)
                starts = "" if span.passage < 0 or span.passage in started else ids[span.passage]
                started.add(span.passage)
                if (letter, span.passage) == last and pieces and not starts:
                    pieces[-1] = Piece(pieces[-1].line, letter, pieces[-1].text + text, pieces[-1].starts)
                else:
                    pieces.append(Piece(0 if shown else number, letter, text, starts))
                shown, last = True, (letter, span.passage)
            elif text and shown:
                pieces[-1] = Piece(pieces[-1].line, pieces[-1].margin, pieces[-1].text + text, pieces[-1].starts)
            if span.end > at + len(line):
                break
            spans.pop(0)
        if not shown:
            pieces.append(Piece(number, "", ""))
        at += len(line)
    return pieces


def _letter(found: Passages, taken_for: SpanKind, name: str, passage: int) -> str:
    """Return the letter for the use of a span. ``passage`` is the index of the passage that has the span, and ``name``
    the part of the passage in which it is."""
    if taken_for is SpanKind.RULING:
        asks = found.passages[passage].kind is RulingKind.ANSWER
        return "E" if not asks else "A" if name == "answer" else "Q"
    return {SpanKind.HEADING: "H", SpanKind.PREAMBLE: "i"}.get(taken_for, "-")
