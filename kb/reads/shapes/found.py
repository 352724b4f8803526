"""What a search gives, and a list of rulings."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from kb.reads.shapes.common import (
    Authority,
    Confidence,
    GameId,
    Kind,
    Question,
    RulingId,
    Score,
    Verdict,
    VerdictKind,
)


class Hit(TypedDict):
    """A ruling that was found."""

    id: RulingId
    game: GameId
    score: Score
    question: Question
    word: Annotated[
        Literal["yes", "no", "depends", ""],
        Meta(description="The word that answers the question as it was asked; empty where that is not sure."),
    ]
    condition: Annotated[str, Meta(description="Under which condition the word answers it; mostly empty.")]
    snippet: Annotated[str, Meta(description="The part of the official answer that has most of the words.")]
    verdict: Verdict
    verdict_kind: VerdictKind
    authority: Authority


class FoundStatement(TypedDict):
    """What a rule or a printed value says."""

    id: Annotated[str, Meta(description="The game and the rule, or value:game/table/row.field.")]
    game: GameId
    says: Annotated[str, Meta(description="What it says, in our own words.")]
    confidence: Confidence
    played: Annotated[str, Meta(description="A scenario that shows it; empty where none does.")]


class Found(TypedDict):
    """The rulings that answer a question, and what is known of it."""

    query: Annotated[str, Meta(description="What was asked.")]
    state: Annotated[
        Literal["answered", "other-game", "rule", "nearest", "none"],
        Meta(
            description="What is known: a ruling of the games asked answers; only another game's does; no ruling but a "
            "rule or printed value; nothing does, and these are the nearest; it is not about these games."
        ),
    ]
    why: Annotated[str, Meta(description="Why it has that state, in a sentence.")]
    game: Annotated[str | None, Meta(description="The one game that was searched, by its id.")]
    searched_for: Annotated[str, Meta(description="What was searched, where that is not what was asked; else empty.")]
    also: Annotated[list[str], Meta(description="Lines on what was searched as well.")]
    unknown: Annotated[list[str], Meta(description="Words that nothing here has.")]
    named: Annotated[list[str], Meta(description="The games that the question names, by their ids.")]
    absent: Annotated[list[str], Meta(description="Titles of games that it names and that are not here.")]
    only: Annotated[list[str], Meta(description="The games that were searched; empty: all.")]
    chosen: Annotated[bool, Meta(description="Whether the caller chose these games, and not the question's words.")]
    notes: Annotated[list[str], Meta(description="Lines on what was left out of the question.")]
    results: Annotated[list[Hit], Meta(description="The rulings, best first.")]
    rules: Annotated[list[FoundStatement], Meta(description="What rules and printed values say, best first.")]


class Listed(TypedDict):
    """A ruling in a list."""

    id: RulingId
    game: GameId
    document: str
    kind: Kind
    question: Question
    verdict: Verdict
    verdict_kind: VerdictKind
    authority: Authority


class Rulings(TypedDict):
    """A part of the list of rulings."""

    rulings: Annotated[list[Listed], Meta(description="The rulings, in reading order.")]
    next: Annotated[
        str | None, Meta(description="The `after` with which the next part is asked for; null where this is the last.")
    ]
