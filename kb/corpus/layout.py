"""How the lines of a document make paragraphs, list items, table rows and sentences, and the Markdown of a text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.corpus.prose import ends_sentence, spans
from kb.corpus.typography import unwrap
from kb.model.corpus import Emphasis, Line

#: lines of a page that was printed to a width are no longer than this
WIDEST_PAGE = 130
_SHORT = 0.6
#: parts of a line that are apart, as in a row of a table, and in its first row
COLUMNS, _TITLES = re.compile(r"[^\s\d.?!:)] {4,}\S"), re.compile(r"[^\s.?!:] {2,}\S")
_EXAMPLE = re.compile(r"Examples?:")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", re.S)
_EM = re.compile(r"(?<!\*)\*(?=[^\s*])([^*]+?)(?<=\S)\*(?!\*)", re.S)
#: an emphasised run of this many words is a passage, not a stressed word or a name
PASSAGE = 4


@dataclass(frozen=True)
class PageLayout:
    """How the lines of a document are laid out: printed to a ``width``, or one line a paragraph.

    ``lengths`` are those of whole lines, by their number, before a label is cut off.
    """

    width: int
    lengths: Mapping[int, int]

    @classmethod
    def of(cls, lines: Sequence[Line]) -> PageLayout:
        """Measure the page: the width that nine in ten long lines keep within, 0 without long lines. If each line is a
        paragraph, it is more than :data:`WIDEST_PAGE`."""
        lengths = sorted(len(line.text) for line in lines if len(line.text) > 40)
        whole = {line.number: len(line.text) for line in lines}
        ended = sum(ends_sentence(line.text) for line in lines if len(line.text) > 40)
        listed = any(line.in_list >= 0 and not line.item for line in lines)
        if len(lengths) > 3 and ended == len(lengths) and not listed:  # each line is a paragraph
            return cls(WIDEST_PAGE + 1, whole)
        return cls(lengths[len(lengths) * 9 // 10] if lengths else 0, whole)

    def is_short(self, line: Line) -> bool:
        """Return whether a line ends well before the width of the page."""
        return self.lengths.get(line.number, len(line.text)) < _SHORT * min(self.width, WIDEST_PAGE)

    def is_whole(self, line: Line) -> bool:
        """Return whether a line is not wrapped: it is short, or ends a sentence."""
        return self.is_short(line) or ends_sentence(line.text)

    def breaks(self, before: Line, after: Line) -> bool:
        """Return whether a new paragraph begins between two consecutive lines."""
        if before.number == after.number and before.block == after.block and not after.item:
            return False
        if after.item or after.table or (_TITLES.search(before.text) and COLUMNS.search(after.text)):
            return True
        if not ends_sentence(before.text):
            return before.block != after.block and not re.match(r"[a-z]", after.text)
        if before.block != after.block or self.width > WIDEST_PAGE or _EXAMPLE.match(after.text):
            return True
        return self.is_short(before) and bool(re.match(r"[A-Z\"“(]", after.text))

    def paragraphs(self, pieces: Sequence[Line]) -> list[list[Line]]:
        """Group the pieces of one text into paragraphs, list items and table rows."""
        groups: list[list[Line]] = []
        for piece in (each for each in pieces if each.text.strip()):
            if groups and not self.breaks(groups[-1][-1], piece):
                groups[-1].append(piece)
            else:
                groups.append([piece])
        return groups

    def markdown(self, pieces: Sequence[Line]) -> str:
        """Return the text of the pieces as Markdown: unwrapped paragraphs, real lists and tables, emphasis kept."""
        out, before = "", None
        for group in self.paragraphs(pieces):
            first = group[0]
            together = before is not None and ((first.item and before.item) or (first.table and before.table))
            mark = "  " * first.depth + (first.item if first.item[:-1].isdigit() else "-") + " " if first.item else ""
            out += ("\n" if together else "\n\n" if out else "") + mark + unwrap([piece.text for piece in group])
            before = first
        return out

    def sentences(self, pieces: Sequence[Line]) -> list[list[Line]]:
        """Return the statements of a rules text, one a sentence; an example is one, whatever its length, and
        so is a sentence with the list that it announces."""
        out: list[list[Line]] = []
        announced = False
        for paragraph in self.paragraphs(pieces):
            first = paragraph[0]
            if announced and first.item:
                out[-1] += paragraph
                continue
            if first.item:
                paragraph[0] = first = replace(first, item="")
            out += [paragraph] if _EXAMPLE.match(first.text) else cut_sentences(paragraph)
            announced = paragraph[-1].text.rstrip().endswith(":")
        return out


def cut(line: Line, start: int, end: int | None = None) -> Line:
    """Return a part of a line, with the offsets of its characters."""
    return replace(
        line, text=line.text[start:end], offsets=line.offsets[start:end], item=line.item if start == 0 else ""
    )


def part(lines: Sequence[Line], start: int, end: int | None = None) -> list[Line]:
    """Return the part of some lines from ``start`` to ``end`` (default: the end). These are offsets in the text of the
    lines, joined by spaces."""
    out, at = [], 0
    for line in lines:
        first = max(0, start - at)
        last = len(line.text) if end is None else min(len(line.text), end - at)
        if first < last:
            out.append(cut(line, first, last))
        at += len(line.text) + 1
    return out


def cut_sentences(paragraph: Sequence[Line]) -> list[list[Line]]:
    """Return the sentences of a paragraph."""
    return [part(paragraph, start, end) for start, end in spans(" ".join(line.text for line in paragraph))]


def emphases(field: str, markdown: str, passages_are_new: bool) -> tuple[Emphasis, ...]:
    """Return the emphasised passages of a text, the ``field`` of a ruling, each as an addition or as stress.

    Strong print marks an addition. Italics are stress or a name; if ``passages_are_new`` (a document or erratum that
    announces its additions that way), italic passages of several words are additions, too.
    """
    found = [Emphasis(field, m[1], "strong", "addition") for m in _STRONG.finditer(markdown)]
    for match in _EM.finditer(_STRONG.sub("", markdown)):
        emphasised = match[1].split()
        new = (
            passages_are_new
            and len(emphasised) >= PASSAGE
            and sum(word[0].islower() for word in emphasised) * 2 > len(emphasised)
        )
        found.append(Emphasis(field, match[1], "emphasis", "addition" if new else "stress"))
    return tuple(found)
