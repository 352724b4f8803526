"""The types of the replies of :mod:`kb.service` to programs, from which the OpenAPI description is made.

A reply has no other keys. ``Rows`` are tables whose keys docs/data.md and docs/asking.md describe.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from kb.base.shape import Plain

Rows = list[Plain]


class Result(TypedDict):
    """A ruling or a statement that a search returns."""

    kind: Literal["ruling", "statement"]
    id: str
    game: str
    score: float
    says: str
    authority: str
    also: list[str]
    answer: NotRequired[str]
    asks: NotRequired[str]
    section: NotRequired[Plain | str | None]
    snippet: NotRequired[str]
    standing: NotRequired[str]
    draft: NotRequired[bool]
    printing: NotRequired[Plain | str | None]
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


class Ruling(TypedDict):
    """A ruling with its official words, sources, proof and relations."""

    id: str
    game: str
    document: str
    kind: str
    heading: str
    question: str
    answer: str
    verdict: str
    verdict_kind: str
    asks: str
    line_start: int
    line_end: int
    authority: str
    authority_date: str | None
    standing: str
    draft: bool
    parent: str | None
    proof: str
    proof_reason: str
    depends_on: list[object]
    sections: Rows
    printings: Rows
    readings: Rows
    amendments: Rows
    claims: Rows
    new_words: list[object]
    children: list[object]
    supersedes: list[object]
    superseded_by: list[object]
    corrects: list[object]
    corrected_by: list[object]
    extends: list[object]
    extended_by: list[object]
    rests_on: list[object]
    basis_of: list[object]
    restates: list[object]
    see_also: list[object]
    tension: list[object]
    elsewhere: Rows
    scenarios: Rows
    rules: Rows


class RulingsPart(TypedDict):
    """A part of the list of rulings; ``next`` is the value of ``after`` for the next part."""

    rulings: Rows
    next: str | None


class StatementReply(TypedDict):
    """A rule or a printed value of one game."""

    id: str
    game: str
    says: str
    answer: str
    names: str
    confidence: str
    section: Plain | None
    ruling: str | None
    scenario: str | None
    rulings: Rows


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
    ruled_by: NotRequired[Rows]
    rules: NotRequired[Rows]


class Topic(TypedDict):
    """A topic with the answer of each game, side by side."""

    topic: str
    title: str
    games: Rows
    pairs: Rows
    played: Rows


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


class Reason(TypedDict):
    """A rule that decided something, with its sentence and citations."""

    rule: str
    says: str
    rulings: list[str]
    sections: list[str]
    confidence: str
    readings: list[str]


class Permission(TypedDict):
    """What an allowed action rests on that no particular rule allows."""

    says: str
    rulings: list[str]
    sections: list[str]


class JudgedAction(TypedDict):
    """An action that was tried."""

    text: str
    legal: bool | None
    done: bool
    reasons: list[Reason]
    leaned_on: list[Reason]
    permission: Permission | None
    wrong: str


class JudgedClaim(TypedDict):
    """Whether the answer supports a claim."""

    claimed: Literal["yes", "no"]
    result: Literal["supported", "contradicted", "open"]
    rule: str
    says: str
    rulings: list[str]
    sections: list[str]
    official: str


class Outcome(TypedDict):
    """What the actions did: in sentences, as units by power and type, as a trace, and as pictures of the position."""

    told: list[str]
    lost: dict[str, dict[str, int]]
    lines: Rows
    turn: str
    phase: str
    before: Plain
    after: Plain


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
    waiting: Rows
    battles: Rows
    owed: list[Reason]
    offers: Rows
    rulings: Rows
    findings: list[str]
    asked: NotRequired[Plain]
    claim: NotRequired[JudgedClaim]


class CheckedScenario(TypedDict):
    """The result of a scenario."""

    id: str
    ruling: str
    rulings: list[str]
    sections: list[str]
    title: str
    proof: str
    passed: bool
    contrast_passed: bool
    rules: list[str]
    reason: str
    warnings: list[object]


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
