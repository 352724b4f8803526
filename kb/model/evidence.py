"""Values about rules and proofs: statements, cited rules, scenarios with their results, proofs, claims and comparisons
of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about one game: a rule, a printed value, or an action that no rule limits.

    ``id`` is ``game/subject``, or ``value:game/table/row.column``; ``subject`` is the same in every game that has the
    rule or value; ``confidence`` is the confidence of both (:class:`kb.games.board_model.Confidence`); ``asks`` are
    ways to ask for it; a statement without any is looked up, not ranked. ``answer`` is only the number or name, for a
    question about a value. A value with ``by_name`` is looked up by the name of its space and one of these words. A
    statement of ``data/statements.yaml`` has its ``section``, the scenario that plays it (``played``), and its line.
    ``names`` are the spaces given to a rule that its sentence omits.
    """

    id: str
    game: str
    subject: str
    says: str
    confidence: str
    asks: tuple[str, ...] = ()
    by_name: tuple[str, ...] = ()
    section: str = ""
    played: str = ""
    line: int = 0
    answer: str = ""
    names: str = ""


@dataclass(frozen=True, slots=True)
class Stance:
    """The answer of one game to a compared question, in our words, and its rulings on it."""

    game: str
    says: str
    rulings: tuple[str, ...]


class Compared(StrEnum):
    """The comparison of the answers of two games to one question.

    ``SAME`` and ``DIFFERENT`` are proved by playing one case in both games; ``SAID`` rests only on the words of the
    documents; ``NOT_COMPARABLE`` answers are to different questions.
    """

    SAME = "same"
    DIFFERENT = "different"
    SAID = "said"
    NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of a topic, and the comparison of their answers.

    ``case`` is the scenario that is played in both, if there is one. ``says`` is ``same`` or ``different`` if only the
    words of the documents compare them. ``why`` is the reason why they cannot be compared, ``line`` the line of the
    pair in its file. ``by_reading`` is whether in one of the games only readings of this project (``readings`` has
    their ids) or unverified rules decide the case.
    """

    games: tuple[str, str]
    comparison: Compared
    case: str = ""
    says: str = ""
    why: str = ""
    line: int = 0
    by_reading: bool = False
    readings: tuple[str, ...] = ()

    @property
    def basis(self) -> str:
        """The source of the comparison: ``play``, ``reading`` if a reading decides the case, ``documents`` or
        ``none``."""
        if self.case:
            return "reading" if self.by_reading else "play"
        return "documents" if self.says else "none"

    @property
    def verdict(self) -> str:
        """``same`` or ``different``, by play or by the words of the documents; empty if they cannot be compared."""
        return str(self.comparison) if self.case else self.says


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question that several games answer, and the comparison of each pair of them."""

    id: str
    title: str
    stances: tuple[Stance, ...]
    pairs: tuple[Pair, ...] = ()
    file: str = ""


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule of the engine in one rule set.

    ``form`` is refuses, answers or happens, ``asked`` the actions, question or moment of the rule; ``says`` is the
    sentence about one application, ``about`` the one about the rule in general; ``cites`` are the sections and rulings
    on which it rests, ``names`` the spaces given to it that ``about`` omits.
    """

    id: str
    game: str
    ruleset: str
    rule: str
    form: str
    asked: str
    says: str
    about: str
    confidence: str
    cites: tuple[str, ...]
    readings: tuple[str, ...]
    given: Mapping[str, int | tuple[str, ...]]
    advantage: str = ""
    option: str = ""
    note: str = ""
    names: str = ""


@dataclass(frozen=True, slots=True)
class TraceLine:
    """A line of a trace: ``rule`` is the rule that fired, if one did, and ``cites`` are its citations."""

    depth: int
    says: str
    rule: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredCase:
    """A scenario itself or one of its contrasts, as the database stores it for pages.

    ``change`` describes a contrast and ``story`` the whole case, both in sentences. The ``trace`` and the
    pictures of the position ``before`` and ``after`` are JSON (see :mod:`kb.text.cases`), empty for a reference proof.
    """

    title: str
    change: tuple[str, ...]
    story: tuple[str, ...]
    trace: str
    before: str
    after: str
    passed: bool


@dataclass(frozen=True, slots=True)
class StoredPrinting:
    """The result of a scenario in another printing, or in another ``game`` (then ``printing`` is empty).

    ``holds`` is ``same`` or ``differs``; ``why`` describes the first result that differs. ``rules`` are the entries of
    the rule sets or boards that cause the difference; ``made_by`` has them as sentences for readers. ``impossible``:
    the scenario cannot be played there. ``readings`` are readings whose opposite would change ``holds``.
    """

    ruleset: str
    printing: str
    holds: str
    why: str = ""
    rules: tuple[str, ...] = ()
    game: str = ""
    made_by: tuple[str, ...] = ()
    impossible: bool = False
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredScenario:
    """A scenario as the database stores it: its story in sentences, its rulings, its result and its contrasts.

    ``cases`` are the scenario itself, then its contrasts; ``printings`` its results in other printings and games;
    ``fingerprints`` are from the texts of its rulings when it was written, ``expectations`` the names of all
    expectations, also of contrasts (:mod:`kb.cases.expectations.key`). ``shows`` has the change that proves
    each claim, by :attr:`Claim.carrier`; ``readings`` are the readings on which its result depends, for a scenario that
    is played in other games.
    """

    id: str
    game: str
    ruleset: str
    title: str
    proof: str
    story: tuple[str, ...]
    rulings: tuple[str, ...]
    sections: tuple[str, ...]
    rules: tuple[str, ...]
    passed: bool
    contrast_passed: bool
    fingerprints: tuple[str, ...]
    file: str
    line: int
    cases: tuple[StoredCase, ...] = ()
    printings: tuple[StoredPrinting, ...] = ()
    suspect: bool = False
    expectations: tuple[str, ...] = ()
    shows: Mapping[str, str] = field(default_factory=dict)
    readings: tuple[str, ...] = ()

    @property
    def all_passed(self) -> bool:
        """Whether the scenario and all its contrasts passed."""
        return self.passed and self.contrast_passed

    @property
    def contrasts(self) -> int:
        """The number of contrasts."""
        return max(0, len(self.cases) - 1)

    @property
    def name(self) -> str:
        """The id, under the name that findings use."""
        return self.id


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a ruling: ``play``, ``reference``, or ``none`` with the reason."""

    kind: str = "none"
    reason: str = ""


#: the reason of the only claim of a ruling that has not been split into claims
NOT_CUT = "not cut into claims yet"


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of a ruling's official words that states one fact, and its proof.

    ``start`` and ``end`` are offsets in the plain text of the ``field`` (``answer`` or ``question``), ``number`` counts
    the ruling's claims from 1. ``proof`` is ``play``, ``reference`` or ``none`` with the ``reason``. ``expectation`` of
    the ``scenario`` (``game/id``) carries it, and must fail without ``rule``; an empty ``rule`` stands for any rule
    that the scenario cites. ``limit`` is another expectation of the scenario, if a rule ends what the claim allows;
    ``figure`` is the printed figure in its words (``bomber.cost``). ``shown_by`` is the change that proves a played
    claim: the name of a :class:`kb.cases.analysis.mutants.NoticedBy` in lowercase. ``file`` and ``line`` are the place
    of the claim.
    """

    ruling: str
    number: int
    field: str
    start: int
    end: int
    words: str
    proof: str
    scenario: str = ""
    expectation: str = ""
    rule: str = ""
    limit: str = ""
    figure: str = ""
    shown_by: str = ""
    reason: str = ""
    file: str = ""
    line: int = 0

    @property
    def name(self) -> str:
        """The ruling and the number, for messages."""
        return f"{self.ruling} claim {self.number}"

    @property
    def carrier(self) -> str:
        """The expectation, rule, limit and figure as one text. Claims with equal texts are proved by the same play."""
        return "\n".join((self.expectation, self.rule, self.limit, self.figure))
