"""What the operations that read the base give, field by field.

Only what serves programs imports this; nothing else needs msgspec. A field without a meaning here is a column of the
table that :data:`kb.service.schema.TABLES` names, and has the meaning that stands there. Types are published without
the end of their names: ``Ruling`` is the schema of ``RulingReply``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from kb.base.standing import STANDINGS


def means(text: str, **bounds: Any) -> Meta:
    """What a value means, with its bounds and examples."""
    return Meta(description=text, **bounds)


GameId = Annotated[str, means("The game, by its id.")]
RulingId = Annotated[str, means("The id of the ruling, which never changes.", examples=["rev-sub-2"])]
Verdict = Annotated[str, means("The answer in one line, in our own words.")]
VerdictKind = Annotated[
    Literal["yes", "no", "value", "depends"],
    means("What the answer amounts to: yes, no, value (a number, place, moment or text) or depends."),
]
Authority = Annotated[
    Literal["erratum", "official-answer", "rule-book", "answer", "our-reading"],
    means("Whose word it is; the first of these wins."),
]
if TYPE_CHECKING:
    Standing = str
else:
    Standing = Annotated[Literal[tuple(STANDINGS)], means("Whose word the document is.")]
Draft = Annotated[bool, means("Whether its verdict or its section is made from the document: nobody wrote it yet.")]
Confidence = Annotated[
    Literal["stated", "public", "unverified"],
    means("How sure it is: stated in a document, public (found in a named public source) or unverified."),
]
Kind = Literal["answer", "erratum", "rule-change", "statement", "optional-rule"]
Proof = Literal["play", "reference", "none"]


class PlayedElsewhereReply(TypedDict):
    """What becomes of a scenario in another printing or game."""

    game: GameId
    title: str
    printing: Annotated[str, means("The printing; empty of another game.")]
    holds: Annotated[Literal["same", "differs"], means("Whether it comes out as at home.")]
    why: Annotated[str, means("What comes out otherwise.")]
    made_by: Annotated[list[str], means("What makes the difference, in sentences.")]
    rules: Annotated[list[str], means("The rules that make it, by their ids.")]
    figures: Annotated[list[str], means("The printed values that make it.")]


class OfSectionReply(TypedDict):
    """A section that a ruling interprets or amends."""

    section: str
    title: str
    pages: str
    pages_are: str
    confidence: Confidence
    role: Literal["interprets", "amends"]
    basis: Annotated[Literal["curated", "page", "name", "draft"], means("What tells that it is about it.")]
    evidence: str


class OfPrintingReply(TypedDict):
    """Whether a ruling holds in another printing."""

    printing: Annotated[str, means("The printing.")]
    holds: Annotated[Literal["same", "differs", "unknown"], means("Whether it holds there.")]
    note: str
    basis: Annotated[Literal["documents", "play", "reading", "none"], means("What tells it.")]
    cases: Annotated[list[str], means("The cases that come out otherwise there when they are played.")]


class OfReadingReply(TypedDict):
    """A reading that a ruling rests on."""

    id: Annotated[str, means("The id of the reading.")]
    title: str
    taken: Annotated[str, means("What we take.")]
    rules: Annotated[list[str], means("The rules through which it rests on it; none: it does itself.")]


class AmendmentReply(TypedDict):
    """What a ruling does to the printed words."""

    action: Annotated[Literal["replace", "add", "delete"], means("What is done to them.")]
    where: str
    old: Annotated[str, means("The words that go.")]
    new: Annotated[str, means("The words that come.")]


class ClaimReply(TypedDict):
    """A part of the words that says one thing."""

    words: Annotated[str, means("The words, as they stand in the ruling.")]
    proof: Proof
    scenario: Annotated[str, means("The scenario that proves it; empty where none does.")]
    expectation: Annotated[str, means("The expectation of that scenario that carries it.")]
    shown_by: Annotated[
        Literal["", "rule", "number", "limit", "figure", "dice", "nothing", "broken"],
        Meta(
            description="What has to be changed so that this expectation does not hold: a rule, a number of a rule, the rule "
            "that ends what the claim allows (limit), the figure of a unit that its words give, or only another figure, "
            "by which the dice fall otherwise; empty where nothing is played."
        ),
    ]
    reason: Annotated[str, means("Why nothing proves it; else empty.")]


class NewWordsReply(TypedDict):
    """Words that the document marks as an addition."""

    field: Annotated[Literal["question", "answer"], means("Where they stand.")]
    text: Annotated[str, means("The words.")]


class RelatedReply(TypedDict):
    """Another ruling to which it is related."""

    basis: Annotated[Literal["curated", "computed", "play", "reading", "said"], means("How the relation is known.")]
    note: str
    id: RulingId


class _HowGamesCompare(TypedDict):
    comparison: Annotated[
        Literal["same", "different", "said", "not comparable"],
        means("How they compare: played in both, or told by the documents' words alone (said)."),
    ]
    said: Annotated[Literal["same", "different", ""], means("What the words say where only they tell.")]
    scenario: Annotated[str, means("The scenario that is played in both; else empty.")]
    why: Annotated[str, means("Why they cannot be compared; else empty.")]
    basis: Annotated[
        Literal["play", "reading", "documents", "none"],
        means("Who tells: play, readings of ours that decide what is played, or the documents' words."),
    ]
    readings: Annotated[list[str], means("The readings that decide the scenario, by their ids.")]


class ElsewhereReply(_HowGamesCompare):
    """What another game says on a question that a ruling answers."""

    topic: str
    title: str
    game: GameId
    says: str
    rulings: Annotated[list[str], means("The rulings of the other game, by their ids.")]


class OfScenarioReply(TypedDict):
    """A scenario that proves a ruling."""

    id: Annotated[str, means("The game and the id of the scenario.")]
    title: str
    proof: Annotated[Literal["play", "reference"], means("Whether it is played or compared with charts.")]
    story: Annotated[list[str], means("What happens in it and in its contrasts, sentence by sentence.")]
    contrasts: Annotated[int, means("How many contrasts it has.")]
    passed: Annotated[bool, means("Whether it comes out as the ruling says.")]
    contrast_passed: Annotated[bool, means("Whether each contrast comes out as it should.")]
    suspect: Annotated[bool, means("Whether the words it proves have changed since it was written.")]
    printings: Annotated[list[PlayedElsewhereReply], means("What becomes of it in other printings and games.")]


class OfRuleReply(TypedDict):
    """A rule of the engine that rests on a ruling."""

    id: Annotated[str, means("The rule set and the rule.")]
    rule: Annotated[str, means("The name of the rule.")]
    about: str
    confidence: Confidence
    note: str
    readings: Annotated[str | None, means("The readings it rests on, by their ids, with commas between.")]


class SimilarReply(TypedDict):
    """A ruling with similar words."""

    id: RulingId
    verdict: Verdict


class RulingReply(TypedDict):
    """Everything known of one ruling. Its question and answer are the words of its document, in Markdown."""

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
    standing: Standing
    draft: Draft
    parent: str | None
    proof: Proof
    proof_reason: str
    depends_on: list[str]
    sections: list[OfSectionReply]
    printings: list[OfPrintingReply]
    readings: list[OfReadingReply]
    amendments: list[AmendmentReply]
    claims: list[ClaimReply]
    new_words: list[NewWordsReply]
    children: list[str]
    supersedes: list[RelatedReply]
    superseded_by: list[RelatedReply]
    corrects: list[RelatedReply]
    corrected_by: list[RelatedReply]
    extends: list[RelatedReply]
    extended_by: list[RelatedReply]
    rests_on: list[RelatedReply]
    basis_of: list[RelatedReply]
    restates: list[RelatedReply]
    see_also: list[RelatedReply]
    tension: list[RelatedReply]
    elsewhere: list[ElsewhereReply]
    scenarios: list[OfScenarioReply]
    rules: list[OfRuleReply]
    similar: NotRequired[
        Annotated[list[SimilarReply], means("The rulings most like it, by their words; where it is asked for.")]
    ]


class FoundPrintingReply(TypedDict):
    """Whether a ruling that was found holds in the printing that is asked."""

    printing: Annotated[str, means("The printing.")]
    holds: Annotated[Literal["same", "differs", "unknown"], means("Whether the ruling holds in it.")]
    note: Annotated[str, means("The verdict in that printing, where it differs; else a remark or empty.")]
    basis: Annotated[Literal["documents", "play", "reading", "none"], means("How that is known.")]


class HitReply(TypedDict):
    """A ruling that was found."""

    id: RulingId
    game: GameId
    score: Annotated[float, means("How well it fits, in this reply alone; higher is better.")]
    question: Annotated[str, means("The question of the document, without its markup.")]
    verdict: Verdict
    snippet: Annotated[str, means("The part of the answer that has most of the words.")]
    standing: Standing
    draft: Draft
    printing: Annotated[FoundPrintingReply | None, means("What is known of it in the printing asked; else null.")]


class FoundSectionReply(TypedDict):
    """The section of a rule book on which a statement rests."""

    id: Annotated[str, means("The id of the section.")]
    title: Annotated[str, means("Its title.")]
    pages: Annotated[str, means("Its pages; empty where they are not known.")]
    pages_are: Annotated[Literal["printed", "estimated", "unknown", "site", "draft"], means("How the pages are known.")]


class StatementReply(TypedDict):
    """A statement that was found: a rule or printed value of one game, in a sentence."""

    id: Annotated[str, means("GAME/RULE, or value:GAME/TABLE/ROW.FIELD.")]
    game: GameId
    score: Annotated[float, means("How well it fits, in this reply alone; 0 where it was looked up by name.")]
    says: Annotated[str, means("The statement, in our own words.")]
    confidence: Confidence
    section: Annotated[FoundSectionReply | None, means("Its section; null where it is our reading or a value.")]
    scenario: Annotated[str, means("A scenario that plays it; empty where none does.")]


class FoundReply(TypedDict):
    """The rulings and statements that answer a question."""

    query: Annotated[str, means("What was asked.")]
    game: Annotated[str | None, means("The one game that was searched, by its id.")]
    printing: Annotated[str, means("The printing that was asked; else empty.")]
    match: Annotated[
        Literal["close", "weak", "none"],
        means("How well the results match: close, weak (only the nearest), none (not about these games)."),
    ]
    notes: Annotated[list[str], means("How the question was read, a sentence each.")]
    rulings: Annotated[list[HitReply], means("The rulings, best first.")]
    rules: Annotated[list[StatementReply], means("The statements, best first.")]
    elsewhere: Annotated[list[str], means("The nearest rulings of other games, by their ids, where a game is asked.")]


class ListedReply(TypedDict):
    """A ruling in a list."""

    id: RulingId
    game: GameId
    document: str
    kind: Kind
    question: Annotated[str, means("The question of the document, without its markup.")]
    verdict: Verdict
    verdict_kind: VerdictKind
    authority: Authority
    standing: Standing
    draft: Draft


class RulingsReply(TypedDict):
    """A part of the list of rulings."""

    rulings: Annotated[list[ListedReply], means("The rulings, in reading order.")]
    next: Annotated[
        str | None, means("The `after` with which the next part is asked for; null where this is the last.")
    ]


# -- a topic


class StanceRulingReply(SimilarReply):
    """A ruling with which a game answers a question."""

    authority: Authority


class StanceReply(TypedDict):
    """What one game says on a topic."""

    game: GameId
    says: Annotated[str, means("What it says, in our own words.")]
    rulings: Annotated[list[StanceRulingReply], means("The rulings that say so.")]


class PairReply(_HowGamesCompare):
    """How two games compare on a topic."""

    games: Annotated[list[str], means("The two games.", min_length=2, max_length=2)]


class PlayedAcrossReply(TypedDict):
    """A scenario that is played in several of the games."""

    id: Annotated[str, means("The game and the id of the scenario.")]
    game: Annotated[str, means("The game in which it is at home.")]
    title: str
    elsewhere: Annotated[list[PlayedElsewhereReply], means("What becomes of it in the others.")]


class TopicReply(TypedDict):
    """A question that several games answer, with each game's answer."""

    topic: Annotated[str, means("The id of the topic.")]
    title: Annotated[str, means("The question.")]
    games: Annotated[list[StanceReply], means("What each game says.")]
    pairs: Annotated[list[PairReply], means("How each two of them compare.")]
    played: Annotated[list[PlayedAcrossReply], means("The scenarios that show it.")]


# -- sections and games


class SectionReply(TypedDict):
    """A section of a rule book."""

    id: Annotated[str, means("The id of the section.", examples=["rev/up-submarines"])]
    game: GameId
    title: str
    title_is: Literal["attested", "functional"]
    pages: str
    pages_are: Literal["printed", "estimated", "unknown", "site", "draft"]
    confidence: Confidence
    parent: str | None
    option: str | None
    about: str
    rulings: Annotated[int, means("How many rulings interpret or amend it.")]


class RuledByReply(SimilarReply):
    """A ruling on a section."""

    role: Literal["interprets", "amends"]
    evidence: str


class RestingRuleReply(TypedDict):
    """A rule of the engine that rests on a section."""

    rule: Annotated[str, means("The name of the rule.")]
    about: str
    confidence: Confidence


class SectionInFullReply(SectionReply):
    """A section of a rule book, with what rests on it."""

    ruled_by: Annotated[list[RuledByReply], means("The rulings on it.")]
    rules: Annotated[list[RestingRuleReply], means("The rules of the engine that rest on it.")]


class GameReply(TypedDict):
    """A game: an edition with its own rulings and rule sets."""

    id: Annotated[str, means("The id of the game.")]
    title: str
    prefix: str
    year: str
    currency: str
    printings: list[str]
    about: str
    rulings: Annotated[int, means("How many rulings it has.")]
    sections: Annotated[int, means("How many sections of its rule books are known.")]
    document: Annotated[str, means("The document of its rulings, with its date.")]
