"""What would lift each draft: what nobody has written of it yet, and what may help to write it.

The drafts that other rulings are least like come first: least is lent to them, so ways of their own bring most
(measured: docs/search.md, Documents that nobody has worked on).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.base import paths
from kb.base.errors import raise_if
from kb.base.model import Corpus, Ruling
from kb.cases.language.scenario import fingerprint
from kb.corpus import drafts
from kb.pipeline.authoring.documents import Likest, rater, words_of
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
    rated = rater((each.id, words_of(each)) for each in corpus.rulings)
    books = {game.id: _book(corpus, game.id) for game in corpus.catalogues.games}
    for ruling in (each for each in corpus.rulings if each.id in open_):
        near = next(((id, score) for id, score in rated(words_of(ruling)) if id != ruling.id and score), None)
        # the sections of the book, at most three, that its words are most like
        sections = books[ruling.game](words_of(ruling))[:3] if drafts.SECTIONS in ruling.draft else ()
        like = [id for id, score in sections if score]
        yield {
            "id": ruling.id,
            "question": ruling.question_text or ruling.heading,
            "draft": bool(ruling.draft),
            "fingerprint": fingerprint(ruling.question_text, ruling.answer_text),
            "near": {"id": near[0], "alike": round(near[1])} if near else None,
            "steps": [
                {
                    "what": what,
                    "file": f"data/{STEPS[what]}/{ruling.game}.yaml",
                    "like": like if what == drafts.SECTIONS else [],
                }
                for what in open_[ruling.id]
            ],
        }


def _steps(ruling: Ruling) -> list[str]:
    return [what for what in STEPS if what in ruling.draft or (what == WAYS and not ruling.phrasings)]


def _book(corpus: Corpus, game: str) -> Likest:
    """Return a function that rates the sections of the rule book of a game."""
    own = (each for each in corpus.catalogues.sections if each.game == game and each.pages_are != drafts.DRAFT)
    return rater((each.id, " ".join((each.title, *each.names, each.about))) for each in own)
