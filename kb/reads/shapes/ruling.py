"""Everything known of one ruling."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from kb.reads.shapes.changes import HistoryEntry
from kb.reads.shapes.common import (
    Authority,
    Confidence,
    GameId,
    Kind,
    PlayedElsewhere,
    Proof,
    RulingId,
    Verdict,
    VerdictKind,
)


class OfSection(TypedDict):
    """A section that a ruling interprets or amends."""

    section: str
    title: str
    pages: str
    pages_are: str
    confidence: Confidence
    role: Literal["interprets", "amends"]
    basis: Annotated[Literal["curated", "page", "name"], Meta(description="What tells that it is about it.")]
    evidence: str


class OfPrinting(TypedDict):
    """Whether a ruling holds in another printing."""

    printing: Annotated[str, Meta(description="The printing.")]
    holds: Annotated[Literal["same", "differs", "unknown"], Meta(description="Whether it holds there.")]
    note: str
    basis: Annotated[Literal["documents", "play", "reading", "none"], Meta(description="What tells it.")]
    cases: Annotated[list[str], Meta(description="The cases that come out otherwise there when they are played.")]


class OfReading(TypedDict):
    """A reading that a ruling rests on."""

    id: Annotated[str, Meta(description="The id of the reading.")]
    title: str
    taken: Annotated[str, Meta(description="What we take.")]
    rules: Annotated[list[str], Meta(description="The rules through which it rests on it; none: it does itself.")]


class Amendment(TypedDict):
    """What a ruling does to the printed words."""

    action: Annotated[Literal["replace", "add", "delete"], Meta(description="What is done to them.")]
    where: str
    old: Annotated[str, Meta(description="The words that go.")]
    new: Annotated[str, Meta(description="The words that come.")]


class Claim(TypedDict):
    """A part of the official words that says one thing."""

    words: Annotated[str, Meta(description="The words, as they stand in the ruling.")]
    proof: Proof
    scenario: Annotated[str, Meta(description="The scenario that proves it; empty where none does.")]
    expectation: Annotated[str, Meta(description="The expectation of that scenario that carries it.")]
    shown_by: Annotated[
        Literal["", "rule", "number", "limit", "figure", "dice", "nothing", "broken"],
        Meta(
            description="What has to be changed so that this expectation does not hold: a rule, a number of a rule, the rule "
            "that ends what the claim allows (limit), the figure of a unit that its words give, or only another figure, "
            "by which the dice fall otherwise; empty where nothing is played."
        ),
    ]
    reason: Annotated[str, Meta(description="Why nothing proves it; else empty.")]


class NewWords(TypedDict):
    """Words that the document marks as an addition."""

    field: Annotated[Literal["question", "answer"], Meta(description="Where they stand.")]
    text: Annotated[str, Meta(description="The words.")]


class Related(TypedDict):
    """Another ruling to which it is related."""

    basis: Annotated[
        Literal["curated", "computed", "play", "reading", "said"], Meta(description="How the relation is known.")
    ]
    note: str
    id: RulingId


class Elsewhere(TypedDict):
    """What another game says on a question that a ruling answers."""

    topic: str
    title: str
    game: GameId
    says: str
    comparison: Annotated[
        Literal["same", "different", "said", "not comparable"],
        Meta(description="How that compares: played in both, or told by the documents' words alone (said)."),
    ]
    said: Annotated[Literal["same", "different", ""], Meta(description="What the words say where only they tell.")]
    scenario: Annotated[str, Meta(description="The scenario that is played in both; else empty.")]
    why: Annotated[str, Meta(description="Why it cannot be compared; else empty.")]
    basis: Annotated[
        Literal["play", "reading", "documents", "none"],
        Meta(description="Who tells: play, readings of ours that decide what is played, or the documents' words."),
    ]
    readings: Annotated[list[str], Meta(description="The readings that decide the scenario, by their ids.")]
    rulings: Annotated[list[str], Meta(description="The rulings of the other game, by their ids.")]


class OfScenario(TypedDict):
    """A scenario that proves a ruling."""

    id: Annotated[str, Meta(description="The game and the id of the scenario.")]
    title: str
    proof: Annotated[Literal["play", "reference"], Meta(description="Whether it is played or compared with charts.")]
    story: Annotated[list[str], Meta(description="What happens in it and in its contrasts, sentence by sentence.")]
    contrasts: Annotated[int, Meta(description="How many contrasts it has.")]
    passed: Annotated[bool, Meta(description="Whether it comes out as the ruling says.")]
    contrast_passed: Annotated[bool, Meta(description="Whether each contrast comes out as it should.")]
    suspect: Annotated[bool, Meta(description="Whether the words it proves have changed since it was written.")]
    printings: Annotated[list[PlayedElsewhere], Meta(description="What becomes of it in other printings and games.")]


class OfRule(TypedDict):
    """A rule of the engine that rests on a ruling."""

    id: Annotated[str, Meta(description="The rule set and the rule.")]
    rule: Annotated[str, Meta(description="The name of the rule.")]
    about: str
    confidence: Confidence
    note: str
    readings: Annotated[str | None, Meta(description="The readings it rests on, by their ids, with commas between.")]


class Similar(TypedDict):
    """A ruling with similar words."""

    id: RulingId
    verdict: Verdict


class Ruling(TypedDict):
    """Everything known of one ruling. Its question and answer are the official words, in Markdown."""

    id: RulingId
    game: GameId
    document: str
    kind: Kind
    heading: str
    question: str
    answer: str
    verdict: Verdict
    verdict_kind: VerdictKind
    line_start: int
    line_end: int
    authority: Authority
    authority_date: str
    parent: str | None
    proof: Proof
    proof_reason: str
    depends_on: list[str]
    sections: list[OfSection]
    printings: list[OfPrinting]
    readings: list[OfReading]
    amendments: list[Amendment]
    claims: list[Claim]
    new_words: list[NewWords]
    children: list[str]
    supersedes: list[Related]
    superseded_by: list[Related]
    corrects: list[Related]
    corrected_by: list[Related]
    extends: list[Related]
    extended_by: list[Related]
    rests_on: list[Related]
    basis_of: list[Related]
    restates: list[Related]
    see_also: list[Related]
    tension: list[Related]
    elsewhere: list[Elsewhere]
    scenarios: list[OfScenario]
    rules: list[OfRule]
    history: list[HistoryEntry]
    similar: NotRequired[
        Annotated[list[Similar], Meta(description="The rulings most like it, by their words; where it is asked for.")]
    ]
