"""Topics, sections of the rule books, and games."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from kb.reads.shapes.common import (
    Authority,
    Confidence,
    GameId,
    PlayedElsewhere,
    RulingId,
    Verdict,
)

# -- a topic


class StanceRuling(TypedDict):
    """A ruling with which a game answers a question."""

    id: RulingId
    verdict: Verdict
    authority: Authority


class Stance(TypedDict):
    """What one game says on a topic."""

    game: GameId
    says: Annotated[str, Meta(description="What it says, in our own words.")]
    rulings: Annotated[list[StanceRuling], Meta(description="The rulings that say so.")]


class Pair(TypedDict):
    """How two games compare on a topic."""

    games: Annotated[list[str], Meta(description="The two games.", min_length=2, max_length=2)]
    comparison: Annotated[
        Literal["same", "different", "said", "not comparable"],
        Meta(description="How they compare: played in both, or told by the documents' words alone (said)."),
    ]
    said: Annotated[Literal["same", "different", ""], Meta(description="What the words say where only they tell.")]
    scenario: Annotated[str, Meta(description="The scenario that is played in both; else empty.")]
    why: Annotated[str, Meta(description="Why they cannot be compared; else empty.")]
    basis: Annotated[
        Literal["play", "reading", "documents", "none"],
        Meta(description="Who tells: play, readings of ours that decide what is played, or the documents' words."),
    ]
    readings: Annotated[list[str], Meta(description="The readings that decide the scenario, by their ids.")]


class PlayedAcross(TypedDict):
    """A scenario that is played in several of the games."""

    id: Annotated[str, Meta(description="The game and the id of the scenario.")]
    game: Annotated[str, Meta(description="The game in which it is at home.")]
    title: str
    elsewhere: Annotated[list[PlayedElsewhere], Meta(description="What becomes of it in the others.")]


class Topic(TypedDict):
    """A question that several games answer, with each game's answer."""

    topic: Annotated[str, Meta(description="The id of the topic.")]
    title: Annotated[str, Meta(description="The question.")]
    games: Annotated[list[Stance], Meta(description="What each game says.")]
    pairs: Annotated[list[Pair], Meta(description="How each two of them compare.")]
    played: Annotated[list[PlayedAcross], Meta(description="The scenarios that show it.")]


# -- sections and games


class Section(TypedDict):
    """A section of a rule book."""

    id: Annotated[str, Meta(description="The id of the section.", examples=["rev/up-submarines"])]
    game: GameId
    title: str
    title_is: Literal["attested", "functional"]
    pages: str
    pages_are: Literal["printed", "estimated", "unknown", "site"]
    confidence: Confidence
    parent: str | None
    option: str | None
    about: str
    rulings: Annotated[int, Meta(description="How many rulings interpret or amend it.")]


class RuledBy(TypedDict):
    """A ruling on a section."""

    id: RulingId
    verdict: Verdict
    role: Literal["interprets", "amends"]
    evidence: str


class RestingRule(TypedDict):
    """A rule of the engine that rests on a section."""

    rule: Annotated[str, Meta(description="The name of the rule.")]
    about: str
    confidence: Confidence


class SectionInFull(Section):
    """A section of a rule book, with what rests on it."""

    ruled_by: Annotated[list[RuledBy], Meta(description="The rulings on it.")]
    rules: Annotated[list[RestingRule], Meta(description="The rules of the engine that rest on it.")]


class Game(TypedDict):
    """A game: an edition with its own rulings and rule sets."""

    id: Annotated[str, Meta(description="The id of the game.")]
    title: str
    prefix: str
    year: str
    currency: str
    printings: list[str]
    about: str
    rulings: Annotated[int, Meta(description="How many rulings it has.")]
    sections: Annotated[int, Meta(description="How many sections of its rule books are known.")]
    document: Annotated[str, Meta(description="The document of its rulings, with its date.")]
