"""A document's lines made ready for any form: what is no text is taken out as noise, hyphens of the printer are marked.

Web pages and plain text come out as the same lines. Each keeps what is seen of it: that it is quoted, underlined, or
the term of a list of definitions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import zip_longest

from kb.base.errors import Finding
from kb.base.model import Line, Noise, SourceText, Span, SpanKind
from kb.corpus.cues import split
from kb.corpus.forms import leftovers, web_page
from kb.corpus.passages import cut

QUOTED, TERM, UNDERLINED = "quoted", "term", "underlined"
_HYPHEN = re.compile(r"-\s*$")
#: headings and terms of wikis and AsciiDoc: ``== Supply ==``, ``;Can it?``, ``:No.``, ``Can it?::``
_MARKUP = (
    ("heading", re.compile(r"(={1,5})\s*(?P<words>[^=\s].*?)\s*=*\s*")),
    (TERM, re.compile(r";\s*(?P<words>\S.*)")),
    (TERM, re.compile(r"(?P<words>\S.*?)::\s*")),
    ("", re.compile(r":+\s*(?P<words>\S.*)")),
)
_FEWEST_TERMS, _FEWEST_ROWS = 2, 3
#: what parts the cells of a sheet that was saved as text
_CELL_MARKS = ("\t", ";", ",")
_SOFT = "\u00ad"


@dataclass(frozen=True)
class Prepared:
    """The lines with text, what is seen of each, the noise, and the words that were parted by hyphens.

    ``entities`` are the runs of characters that stand for one, such as ``&amp;``.
    """

    lines: tuple[Line, ...]
    seen: tuple[str, ...]
    noise: tuple[Span, ...]
    repairs: tuple[Finding, ...]
    entities: tuple[tuple[int, int], ...] = ()


def prepare(text: SourceText) -> Prepared:
    """The lines of a document."""
    if web_page.is_web_page(text.text):
        page = web_page.read(text)
        lines, noise, entities = list(page.lines), page.noise, tuple(page.entities)
        seen = [QUOTED if i in page.quoted else TERM if i in page.terms else "" for i in range(len(lines))]
    else:
        blocks = split(text, leftovers.leftovers(text.text))
        entities = ()
        quoted = leftovers.quoted_lines(text.text)
        ruled = {text.line_at(span.start) for span in blocks.noise if span.name == Noise.SEPARATOR}
        lines, noise = [line for line in blocks.lines if line.text.strip()], list(blocks.noise)
        under = {line.number for line in lines if line.number + 1 in ruled}
        seen = [QUOTED if i in quoted else UNDERLINED if i in under else "" for i in (line.number for line in lines)]
        noise += _without_markup(lines, seen)
        _join_cells(lines)
    repairs = []
    pairs = zip_longest((line.text for line in lines), (line.text for line in lines[1:]), fillvalue="")
    for index, word in leftovers.hyphens(list(pairs)):
        # a soft hyphen is what the printer meant: typography joins what stands on both sides of it
        line = lines[index]
        lines[index] = replace(line, text=_HYPHEN.sub(lambda m: _SOFT + m[0][1:], line.text))
        file, number = text.place(line.number)
        repairs.append(Finding(f"the hyphen at the line's end is taken out: “{word}”", file, number))
    return Prepared(tuple(lines), tuple(seen), tuple(noise), tuple(repairs), entities)


def _without_markup(lines: list[Line], seen: list[str]) -> list[Span]:
    """Take the marks off the headings and terms of a wiki; they are noise where two lines at least are terms."""
    found = [next(((r, m) for r, p in _MARKUP if (m := p.fullmatch(line.text))), None) for line in lines]
    if sum(each is not None and each[0] == TERM for each in found) < _FEWEST_TERMS:
        return []
    noise = []
    for index, (line, each) in enumerate(zip(lines, found, strict=True)):
        if each is None:
            continue
        role, (start, end) = each[0], each[1].span("words")
        marks = (*line.offsets[:start], *line.offsets[end:])
        noise += [
            Span(at, at + 1, SpanKind.NOISE, Noise.MARKUP) for at in marks if line.text[line.offsets.index(at)] != " "
        ]
        lines[index] = replace(cut(line, start, end), level=len(each[1][1]) if role == "heading" else 0)
        seen[index] = TERM if role == TERM else seen[index]
    return noise


def _join_cells(lines: list[Line]) -> None:
    """Make the lines of a sheet (``1;Can it?;"No; never."``) rows of a table, where all have as many cells."""
    for mark in _CELL_MARKS:
        cells = [[at.start() for at in re.finditer(rf'"[^"]*"|({mark})', line.text) if at[1]] for line in lines]
        many = {len(each) for each in cells}
        if len(lines) < _FEWEST_ROWS or len(many) != 1 or 0 in many:
            continue
        if sum("?" in line.text for line in lines) * 2 < len(lines):
            continue
        for index, (line, places) in enumerate(zip(lines, cells, strict=True)):
            text = "".join("|" if at in places else char for at, char in enumerate(line.text))
            lines[index] = replace(line, text=text, table=True, item="")
        return
