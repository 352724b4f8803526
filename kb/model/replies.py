"""The types of records and of replies to programs, from which the OpenAPI description is made.

A reply has no other keys; docs/data.md and docs/asking.md describe them. Only positions and actions are plain objects,
whose keys are names of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, final

from typing_extensions import TypedDict

#: numbers of units, by power and type of unit
Units = Mapping[str, Mapping[str, int]]


class SectionName(TypedDict):
    """A section of a rule book, with its title and pages."""

    id: str
    title: str
    pages: str
    pages_are: str


class PrintingNote(TypedDict):
    """How a printing differs for a ruling."""

    printing: str
    holds: str
    note: str
    basis: str


class Result(TypedDict):
    """A ruling or a statement that a search returns."""

    kind: Literal["ruling", "statement"]
    id: str
    game: str
    score: float | None
    says: str
    authority: str
    also: list[str]
    answer: NotRequired[str]
    asks: NotRequired[str]
    section: NotRequired[SectionName | None]
    snippet: NotRequired[str]
    standing: NotRequired[str]
    draft: NotRequired[bool]
    reading: NotRequired[str]
    printing: NotRequired[PrintingNote | None]
    confidence: NotRequired[str]
    scenario: NotRequired[str | None]


class SearchReply(TypedDict):
    """The results of a search, best first."""

    query: str
    game: str | None
    printing: str
    match: Literal["close", "weak", "none"]
    notes: list[str]
    results: list[Result]
    elsewhere: list[str]


class RulingSection(TypedDict):
    """A section that a ruling is linked to."""

    section: str
    title: str
    pages: str
    pages_are: str
    confidence: str
    role: str
    basis: str
    evidence: str


class RulingPrinting(PrintingNote):
    """Whether a ruling holds in a printing, with the scenarios that show it."""

    cases: list[str]


class Reading(TypedDict):
    """A registered reading of an unclear rule that a ruling's proof rests on."""

    id: str
    title: str
    taken: str
    rules: list[str]


class Amendment(TypedDict):
    """A change of the words of a rule book."""

    action: str
    where: str
    old: str
    new: str


class NewWords(TypedDict):
    """The words of a ruling's field after errata."""

    field: str
    text: str


class ProvedClaim(TypedDict):
    """A part of a ruling's official words, and the expectation that proves it."""

    words: str
    proof: str
    scenario: str
    expectation: str
    shown_by: str
    reason: str


class Relation(TypedDict):
    """A related ruling."""

    id: str
    basis: str
    note: str


class Comparison(TypedDict):
    """How the answers of two games compare."""

    comparison: str
    said: str
    scenario: str
    why: str
    basis: str
    readings: list[str]


class OtherGame(TypedDict):
    """How another game compares, by play and by its documents."""

    game: str
    comparison: str
    said: str


class ComparedGame(Comparison):
    """The answer of another game on a topic of a ruling."""

    topic: str
    title: str
    game: str
    says: str
    rulings: list[str]


class ComparedPair(Comparison):
    """Two games on a topic."""

    games: list[str]


class PlayedElsewhere(TypedDict):
    """The result of a scenario in another game or printing, and the rules and figures that make the difference."""

    game: str
    title: str
    printing: str
    holds: str
    why: str
    made_by: list[str]
    rules: list[str]
    figures: list[str]


class Scenario(TypedDict):
    """A scenario that proves a ruling."""

    id: str
    title: str
    proof: str
    story: list[str]
    contrasts: int
    passed: bool
    contrast_passed: bool
    suspect: bool
    printings: list[PlayedElsewhere]


class EngineRule(TypedDict):
    """A rule of the engine."""

    rule: str
    about: str
    confidence: str


class ProvingRule(EngineRule):
    """A rule of the engine that a ruling's proof uses."""

    id: str
    note: str
    readings: str | None


#: the relations of a ruling to others
RelationName = Literal[
    "supersedes",
    "superseded_by",
    "corrects",
    "corrected_by",
    "extends",
    "extended_by",
    "rests_on",
    "basis_of",
    "restates",
    "see_also",
    "tension",
]


class ListedRuling(TypedDict):
    """A ruling in the list of rulings."""

    id: str
    game: str
    document: str
    kind: str
    question: str
    verdict: str
    verdict_kind: str
    authority: str
    standing: str
    draft: bool


@final
class Ruling(ListedRuling):
    """A ruling with its official words, sources, proof and relations."""

    heading: str
    answer: str
    asks: str
    line_start: int
    line_end: int
    authority_date: str | None
    parent: str | None
    proof: str
    proof_reason: str
    depends_on: list[str]
    sections: list[RulingSection]
    printings: list[RulingPrinting]
    readings: list[Reading]
    amendments: list[Amendment]
    claims: list[ProvedClaim]
    new_words: list[NewWords]
    children: list[str]
    supersedes: list[Relation]
    superseded_by: list[Relation]
    corrects: list[Relation]
    corrected_by: list[Relation]
    extends: list[Relation]
    extended_by: list[Relation]
    rests_on: list[Relation]
    basis_of: list[Relation]
    restates: list[Relation]
    see_also: list[Relation]
    tension: list[Relation]
    elsewhere: list[ComparedGame]
    scenarios: list[Scenario]
    rules: list[ProvingRule]


class RulingsPart(TypedDict):
    """A part of the list of rulings; ``next`` is the value of ``after`` for the next part."""

    rulings: list[ListedRuling]
    next: str | None


class CitedRuling(TypedDict):
    """A ruling with its verdict."""

    id: str
    verdict: str


@final
class StatementReply(TypedDict):
    """A rule or a printed value of one game."""

    id: str
    game: str
    says: str
    answer: str
    names: str
    confidence: str
    section: SectionName | None
    ruling: str | None
    scenario: str | None
    rulings: list[CitedRuling]


class LinkedRuling(CitedRuling):
    """A ruling that is linked to a section."""

    role: str
    evidence: str


@final
class Section(TypedDict):
    """A section of a rule book. ``ruled_by`` and ``rules`` come with one section only."""

    id: str
    game: str
    title: str
    title_is: str
    pages: str | None
    pages_are: str | None
    confidence: str
    parent: str | None
    option: str | None
    about: str
    rulings: int
    ruled_by: NotRequired[list[LinkedRuling]]
    rules: NotRequired[list[EngineRule]]


class TopicRuling(CitedRuling):
    """A ruling on a topic."""

    authority: str


class TopicGame(TypedDict):
    """The answer of a game on a topic."""

    game: str
    says: str
    rulings: list[TopicRuling]


class PlayedTopic(TypedDict):
    """A scenario of a topic, with its results in other games."""

    id: str
    game: str
    title: str
    elsewhere: list[PlayedElsewhere]


class Topic(TypedDict):
    """A topic with the answer of each game, side by side."""

    topic: str
    title: str
    games: list[TopicGame]
    pairs: list[ComparedPair]
    played: list[PlayedTopic]


class GameReply(TypedDict):
    """A game."""

    id: str
    title: str
    prefix: str
    year: str
    currency: str
    printings: list[str]
    about: str
    rulings: int
    sections: int
    document: str | None


class CitedSentence(TypedDict):
    """A sentence with its citations."""

    says: str
    rulings: list[str]
    sections: list[str]


class Reason(CitedSentence):
    """A rule that decided something, with its sentence and citations."""

    rule: str
    confidence: str
    readings: list[str]


class JudgedClaim(CitedSentence):
    """Whether the answer supports a claim, and the first rule that decides."""

    claimed: Literal["yes", "no"]
    result: Literal["supported", "contradicted", "open"]
    rule: str
    official: str


class JudgedAction(TypedDict):
    """An action that was tried. ``permission`` is what allows it if no particular rule does."""

    text: str
    legal: bool | None
    done: bool
    reasons: list[Reason]
    decided_by: list[Reason]
    permission: CitedSentence | None
    wrong: str


class TraceLine(TypedDict):
    """A step of the engine, with its depth in the trace and the rule that made it."""

    depth: int
    says: str
    rule: str
    cites: list[str]


class Option(TypedDict):
    """An option of a choice; ``written`` is the answer to send back."""

    text: str
    written: dict[str, object] | str | None
    what: NotRequired[str]
    detail: NotRequired[str]


class Waiting(TypedDict):
    """Dice or a choice that the engine waits for."""

    power: str
    what: str
    space: str
    dice: int
    options: list[Option]
    more: NotRequired[int]
    needs: NotRequired[list[int]]
    units: NotRequired[list[str]]


class Battle(TypedDict):
    """A battle still to be fought; ``due`` if it has to be."""

    space: str
    due: bool
    attackers: Units
    defenders: Units


class Offer(TypedDict):
    """A possible action; ``written`` is sent back to do it. ``text`` is about one unit, ``says`` about ``count``.
    ``lands`` is false if aircraft cannot land where it ends.
    """

    power: str
    kind: str
    text: str
    says: str
    written: dict[str, object]
    legal: bool
    lands: bool
    reasons: list[Reason]
    count: int
    all: dict[str, object] | None


class DecidingRuling(TypedDict):
    """A ruling that the deciding rules cite. Without a base it has no verdict."""

    id: str
    rules: list[str]
    verdict: NotRequired[str]


class UnitStack(TypedDict("Marks", {"is": list[str]})):
    """Equal units of a picture, with their marks, such as ``damaged``."""

    power: str
    unit: str
    count: int


class PictureSpace(TypedDict):
    """A space of a picture, with its holder, if it has one."""

    id: str
    name: str
    kind: str
    holder: str
    units: list[UnitStack]


class Picture(TypedDict):
    """The spaces of a position that matter, and the pairs of them that have a border."""

    spaces: list[PictureSpace]
    borders: list[list[str]]


class Outcome(TypedDict):
    """What the actions did: in sentences, as units by power and type, as a trace, and as pictures of the position."""

    told: list[str]
    lost: Units
    lines: list[TraceLine]
    turn: str
    phase: str
    before: Picture
    after: Picture


@final
class AnswerReply(TypedDict):
    """The engine's answer about a position."""

    answer: str
    missing: list[str]
    game: str
    board: str
    ruleset: str
    rules: str
    legal: bool | None
    read_as: str
    told: list[str]
    assumed: list[str]
    actions: list[JudgedAction]
    unreached: list[str]
    outcome: Outcome
    waiting: list[Waiting]
    battles: list[Battle]
    owed: list[Reason]
    offers: list[Offer]
    rulings: list[DecidingRuling]
    findings: list[str]
    asked: NotRequired[dict[str, object]]
    claim: NotRequired[JudgedClaim]


class ErrorEntry(TypedDict):
    """One finding about a request to the engine."""

    message: str
    hint: str


@final
class Errors(TypedDict):
    """The answer to a request that the engine cannot read."""

    errors: list[ErrorEntry]


class CheckedScenario(TypedDict):
    """The result of a scenario."""

    id: str
    ruling: str | None
    rulings: list[str]
    sections: list[str]
    title: str
    proof: str
    passed: bool
    contrast_passed: bool
    rules: list[str]
    reason: str
    warnings: list[str]


class ProblemEntry(TypedDict):
    """One finding about a request."""

    detail: str
    hint: NotRequired[str]
    parameter: NotRequired[str]
    pointer: NotRequired[str]


class ProblemReply(TypedDict):
    """Problem details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: NotRequired[list[ProblemEntry]]
