"""Generates the parts of a ruling that are not in the data: a verdict, its kind, and a section.

All of it is made when the base is built and is in no file: the files have only the words of people.
"""

from __future__ import annotations

import re
from typing import Literal

from kb.corpus.prose import sentences
from kb.model.corpus import Document, RulingKind, Section, VerdictKind

#: the parts of a ruling that may be made
VERDICT, SECTIONS = "verdict", "sections"
#: the mark of a section that is made from a heading, and the basis of a link to it
DRAFT: Literal["draft"] = "draft"
#: the maximum number of words of a generated verdict
LONGEST = 40
#: the kind of verdict by the first word of an answer
_KINDS = {"yes": VerdictKind.YES, "no": VerdictKind.NO, "never": VerdictKind.NO}
#: words that answer a question and say nothing without it
_WORD = re.compile(r"\W*(yes|no|never|correct|right|it depends|maybe|sometimes|always)\b", re.I)


def kind_of(answer: str) -> VerdictKind:
    """Return the kind of verdict of an answer, by its first word: *yes*, *no* or *never*, or otherwise ``VALUE``."""
    first = re.match(r"\W*(\w+)", answer)
    return _KINDS.get(first[1].lower() if first else "", VerdictKind.VALUE)


def verdict_of(kind: RulingKind, heading: str, question: str, answer: str) -> str:
    """Return the first sentence of an answer, cut after :data:`LONGEST` words.

    If that sentence begins with a word such as yes or has fewer than four words, the last sentence of the question
    precedes it. For an entry without a question, ``question`` is the place that it names, which precedes the sentence
    unless it is the heading.
    """
    said = _sentence(answer, 0)
    if kind is RulingKind.ANSWER:
        needs_question = bool(_WORD.match(said)) or len(said.split()) < 4
        said = f"{_sentence(question, -1)} {said}" if needs_question else said
    elif question not in ("", heading):
        said = f"{question}: {said}"
    words = said.split()
    return said if len(words) <= LONGEST else f"{' '.join(words[:LONGEST])} …"


def _sentence(text: str, nth: int) -> str:
    """Return the sentence of a text at an index; the text itself if it has none."""
    return (sentences(text) or [text])[nth]


def section_of(heading: str, document: Document, prefix: str, about: str = "") -> Section:
    """Return the section of the rulings below a heading, or without a heading below the title of their document. Its id
    is the ``prefix`` of the game and that title."""
    title = heading or document.title
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40].strip("-") or document.kind
    return Section(f"{prefix}/{slug}", title, document.game, pages_are=DRAFT, confidence="stated", about=about)
