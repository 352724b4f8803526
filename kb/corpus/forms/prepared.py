"""A document's lines made ready for any form: what is no text is taken out as noise, hyphens of the printer are marked.

Web pages and plain text come out as the same lines. Each keeps what is seen of it: that it is quoted, underlined, or
the term of a list of definitions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import zip_longest

from kb.base.errors import Finding
from kb.base.model import Line, Noise, SourceText, Span
from kb.corpus.cues import split
from kb.corpus.forms import leftovers, web_page

QUOTED, TERM, UNDERLINED = "quoted", "term", "underlined"
_HYPHEN = re.compile(r"-\s*$")
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
    repairs = []
    pairs = zip_longest((line.text for line in lines), (line.text for line in lines[1:]), fillvalue="")
    for index, word in leftovers.hyphens(list(pairs)):
        # a soft hyphen is what the printer meant: typography joins what stands on both sides of it
        line = lines[index]
        lines[index] = replace(line, text=_HYPHEN.sub(lambda m: _SOFT + m[0][1:], line.text))
        file, number = text.place(line.number)
        repairs.append(Finding(f"the hyphen at the line's end is taken out: “{word}”", file, number))
    return Prepared(tuple(lines), tuple(seen), tuple(noise), tuple(repairs), entities)
