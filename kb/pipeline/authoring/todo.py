"""Lists the texts that are missing for each ruling, with the file for each.

The drafts with the least similar rulings come first: a search borrows the fewest words for them, so that ways to ask
help them most.
"""

from __future__ import annotations

from typing import TypedDict

from kb.base import paths
from kb.base.errors import raise_if
from kb.cases.language.scenario import fingerprint
from kb.corpus import drafts
from kb.pipeline.authoring.documents import rater, words_of
from kb.pipeline.run import attempt

WAYS = "ways to ask"
#: the texts that may be written, the most useful first, each with the folder of its file
STEPS = {WAYS: "phrasings", drafts.VERDICT: "verdicts", drafts.SECTIONS: "verdicts"}


class Step(TypedDict):
    """A text to write: its kind, its file, and the ids of the most similar sections of the book."""

    what: str
    file: str
    like: list[str]


class Near(TypedDict):
    """The most similar ruling, and how alike it is, from 0 to 100."""

    id: str
    alike: int


class Row(TypedDict):
    """A ruling that lacks a text, with its fingerprint for cases."""

    id: str
    question: str
    draft: bool
    fingerprint: str
    near: Near | None
    steps: list[Step]


def to_do(data: str = "") -> list[Row]:
    """Return a row for each ruling that lacks a text, the most useful first. Raises :class:`BadInput`."""
    tried = attempt(data or paths.data())
    corpus = tried.corpus
    if corpus is None:
        raise_if(tried.findings)
        return []
    rated = rater((each.id, words_of(each)) for each in corpus.rulings)
    books = {
        game.id: rater(
            (each.id, " ".join((each.title, *each.names, each.about)))
            for each in corpus.catalogues.sections
            if each.game == game.id and each.pages_are != drafts.DRAFT
        )
        for game in corpus.catalogues.games
    }
    rows: list[tuple[bool, int, Row]] = []
    for ruling in corpus.rulings:
        steps = [what for what in STEPS if what in ruling.draft or (what == WAYS and not ruling.phrasings)]
        if not steps:
            continue
        near = next(((id, score) for id, score in rated(words_of(ruling)) if id != ruling.id and score), None)
        sections = books[ruling.game](words_of(ruling))[:3] if drafts.SECTIONS in steps else ()
        like = {drafts.SECTIONS: [id for id, score in sections if score]}
        row: Row = {
            "id": ruling.id,
            "question": ruling.question_text or ruling.heading,
            "draft": bool(ruling.draft),
            "fingerprint": fingerprint(ruling.question_text, ruling.answer_text),
            "near": {"id": near[0], "alike": round(near[1])} if near else None,
            "steps": [
                {"what": what, "file": f"data/{STEPS[what]}/{ruling.game}.yaml", "like": like.get(what, [])}
                for what in steps
            ],
        }
        rows.append((not ruling.draft, round(near[1]) if near else 0, row))
    return [row for *_, row in sorted(rows, key=lambda each: each[:2])]
