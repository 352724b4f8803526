"""Makes of a document what nobody has written of it yet: a verdict, what it amounts to, and a section.

All of it is made when the base is built and stands in no file, so that the files have only what a person wrote.
"""

from __future__ import annotations

import re

from kb.base.model import Document, Ruling, RulingKind, Section, VerdictKind
from kb.corpus.typography import sentences

#: what may be made of a ruling
VERDICT, SECTIONS = "verdict", "sections"
#: how a section that a heading makes is told from one of a book, and how a link to it is known
DRAFT = "draft"
#: a verdict that is made has at most so many words
LONGEST = 40
#: what an answer amounts to by its first word
_KINDS = {"yes": VerdictKind.YES, "no": VerdictKind.NO, "never": VerdictKind.NO}
#: what answers a question and says nothing without it
_WORD = re.compile(r"\W*(yes|no|never|correct|right|it depends|maybe|sometimes|always)\b", re.I)


def kind_of(ruling: Ruling) -> VerdictKind:
    """Return what an answer amounts to, by its first word."""
    first = re.match(r"\W*(\w+)", ruling.answer_text)
    return _KINDS.get(first[1].lower() if first else "", VerdictKind.VALUE)


def verdict_of(ruling: Ruling) -> str:
    """Return the first sentence of an answer in the document's words; one that begins with a yes or no behind its
    question, since a verdict stands before readers who asked anything."""
    said = _sentence(ruling.answer_text, 0)
    if ruling.kind is RulingKind.ANSWER:
        needs_question = bool(_WORD.match(said)) or len(said.split()) < 4
        said = f"{_sentence(ruling.question_text, -1)} {said}" if needs_question else said
    elif ruling.question_text not in ("", ruling.heading):
        said = f"{ruling.question_text}: {said}"
    words = said.split()
    return said if len(words) <= LONGEST else f"{' '.join(words[:LONGEST])} …"


def _sentence(text: str, nth: int) -> str:
    found = sentences(text)
    return text[slice(*found[nth])].strip() if found else text


def section_of(ruling: Ruling, document: Document, prefix: str) -> Section:
    """Return the section that the heading above a ruling makes, or without one the title of its document."""
    title = ruling.heading or document.title
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40].strip("-") or document.kind
    return Section(
        id=f"{prefix}/{slug}",
        game=document.game,
        title=title,
        title_is="attested",
        pages="",
        pages_are=DRAFT,
        confidence="stated",
        marks=(),
        about="",
    )
