"""A paragraph of a document, and what its words tell without those around it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from kb.corpus import marks as m
from kb.corpus import prose
from kb.corpus.layout import cut_sentences
from kb.corpus.marks import Cue
from kb.model.corpus import Line
from kb.model.marks import Mark

_BACK = re.compile(
    r"[a-z]|(?i:they|note:|examples?|exceptions?|(?:this|that) (?:means|reflects|clarifies|allows|applies|also|is (?:because|correct)))\b"
)
_ANNOUNCES = re.compile(r"\b(?:to|with|by|read|add|follows|following(?: \w+){0,2}):$|^\W*correction:$", re.I)
#: a line that is all in bold
BOLD_LINE = re.compile(r"(\*\*|__).+\1:?")
#: marks of entries that begin with the place that they amend
PLACES = (Mark.PAGE, Mark.RULE)


@dataclass(eq=False)
class Paragraph:
    """Lines that belong together, the named ``mark`` at their start, and its cue; ``label`` is the end of the label.

    ``gap`` is whether space precedes it, ``listed`` whether it continues the paragraph above it, which announces it,
    and ``leads_list`` whether it ends in a colon above lines that are indented.
    """

    lines: list[Line]
    gap: bool = True
    cue: Cue = Cue.TEXT
    mark: str = ""
    label: int = 0
    number: int = 0
    listed: bool = False
    leads_list: bool = False

    @cached_property
    def text(self) -> str:
        """Its words in one line. Read it only when no more lines are added."""
        return " ".join(line.text.strip() for line in self.lines)

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def item(self) -> str:
        """The mark of the list item that it opens."""
        return self.first.item

    @cached_property
    def heads(self) -> bool:
        """Whether its level or its bold print makes it a heading."""
        return self.first.level > 0 or BOLD_LINE.fullmatch(self.text.strip()) is not None

    @cached_property
    def asks(self) -> bool:
        """Whether it is one question or several, and nothing else."""
        return prose.ASKS_LAST.search(self.text) is not None

    @property
    def announces(self) -> bool:
        """Whether it announces a list."""
        plain = self.text.rstrip(" *_")
        titled = prose.looks_like_title(plain.rstrip(":")) and not (
            announces(plain) or m.PATTERNS[Mark.CHANGE].match(plain)
        )
        return self.leads_list or (plain.endswith((":", ";")) and self.cue is not Cue.HEADING and not titled)


#: stands before the first paragraph and after the last
NOTHING = Paragraph([Line(0, "", ())])


def continues(above: Paragraph, each: Paragraph) -> bool:
    """Return whether a paragraph continues the entry above it by its form or its first word."""
    nested = 0 < each.first.depth <= above.first.depth + 1
    return bool(nested or _BACK.match(each.text))


def is_hollow(paragraph: Paragraph, mark: str) -> bool:
    """Return whether a paragraph has only the place of an erratum, a title or a page, so that the text of the erratum
    follows. ``mark`` is that of the paragraph."""
    text = paragraph.text.strip()
    plain = text.rstrip(": *")
    alone = prose.is_short(plain) or BOLD_LINE.fullmatch(text) or m.is_page_title(plain.rstrip("."))
    bold = mark == Mark.CHANGE and BOLD_LINE.fullmatch(text)
    return mark == Mark.TITLE or (mark in PLACES and len(paragraph.lines) == 1 and bool(alone)) or bool(bold)


def announces(text: str) -> bool:
    """Return whether a text announces the words of a correction."""
    return bool(_ANNOUNCES.search(text) or (text.endswith(":") and m.INSTRUCTS.search(text)))


def is_errata(text: str) -> bool:
    """Return whether a text has a word for errata or clarifications."""
    return bool(prose.ERRATA.search(text) or prose.CLARIFIES.search(text))


def divided(paragraph: Paragraph) -> list[Paragraph]:
    """Return a paragraph that holds three or more questions with answers as one for each, any other
    alone."""
    pieces = cut_sentences(paragraph.lines)
    asks = [bool(prose.ASKS.search(each[-1].text)) for each in pieces]
    starts = [at for at, ask in enumerate(asks) if ask and (at == 0 or not asks[at - 1])]
    if len(starts) < 3:
        return [paragraph]
    parts = zip([0, *starts[1:]], [*starts[1:], len(pieces)], strict=True)
    return [Paragraph([piece for each in pieces[start:end] for piece in each]) for start, end in parts]
