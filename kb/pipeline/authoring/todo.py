"""What would lift each draft: what nobody has written of it yet, and what may help to write it.

The drafts that other rulings are least like come first: least is lent to them, so ways of their own bring most
(measured: docs/search.md, Documents that nobody has worked on).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kb.base import paths
from kb.base.errors import raise_if
from kb.base.model import Corpus, Ruling, Section
from kb.cases.language.scenario import fingerprint
from kb.corpus import drafts
from kb.pipeline.authoring.documents import Likeness, words_of
from kb.pipeline.run import attempt

Row = dict[str, Any]
#: what may be written, what it gains most first, each with the folder of its file
WAYS = "ways to ask"
STEPS = {WAYS: "phrasings", drafts.VERDICT: "verdicts", drafts.SECTIONS: "verdicts"}


def to_do(data: str = "") -> list[Row]:
    """Return what is not written yet of each ruling, those first that it would gain most; of rulings that are whole
    nothing.

    Each has its ``id``, ``question``, whether it is a ``draft``, its ``fingerprint`` for cases, ``near`` (the ruling
    most like it: ``id`` and how ``alike``, 0 to 100, or ``None``), and its ``steps``: ``what``, the ``file`` to write
    it in, and ``like``, the sections of the book most like it, by their ids. Raises :class:`BadInput` for data that
    cannot be read.
    """
    tried = attempt(data or paths.data())
    if tried.corpus is None:
        raise_if(tried.findings)
        return []
    rows = list(_rows(tried.corpus))
    return sorted(rows, key=lambda row: (not row["draft"], (row["near"] or {"alike": 0})["alike"]))


def _rows(corpus: Corpus) -> Iterator[Row]:
    open_ = {ruling.id: steps for ruling in corpus.rulings if (steps := _steps(ruling))}
    if not open_:
        return
    likeness = Likeness(corpus.rulings, words_of)
    for ruling in (each for each in corpus.rulings if each.id in open_):
        others = (like for like in likeness.likest(words_of(ruling)) if like.of.id != ruling.id)
        nearest = next(others, None)
        near = {"id": nearest.of.id, "alike": round(nearest.score)} if nearest and nearest.words else None
        like = _sections_like(ruling, corpus) if drafts.SECTIONS in ruling.draft else ()
        yield {
            "id": ruling.id,
            "question": ruling.question_text or ruling.heading,
            "draft": bool(ruling.draft),
            "fingerprint": fingerprint(ruling.question_text, ruling.answer_text),
            "near": near,
            "steps": [
                {
                    "what": what,
                    "file": f"data/{STEPS[what]}/{ruling.game}.yaml",
                    "like": list(like) if what == drafts.SECTIONS else [],
                }
                for what in open_[ruling.id]
            ],
        }


def _steps(ruling: Ruling) -> list[str]:
    return [what for what in STEPS if what in ruling.draft or (what == WAYS and not ruling.phrasings)]


def _sections_like(ruling: Ruling, corpus: Corpus) -> Sequence[str]:
    """Return the sections of the book, at most three, that a ruling's words are most like."""
    book = [each for each in corpus.catalogues.sections if each.game == ruling.game and each.pages_are != drafts.DRAFT]
    found = Likeness(book, _words).likest(words_of(ruling)) if book else ()
    return [like.of.id for like in found[:3] if like.words]


def _words(section: Section) -> str:
    return " ".join((section.title, *section.names, section.about))
