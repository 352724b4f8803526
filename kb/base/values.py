"""Values about rules and proofs: statements, cited rules, scenarios with their results, proofs, claims and comparisons
of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

#: the words that answer a question
WORDS = ("yes", "no", "depends")


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule or a printed value of one game in a sentence, or something that no rule of the game limits.

    ``id`` is ``game/subject``, or ``value:game/table/row.column``; ``subject`` is the same in every game that has the
    rule or value; ``confidence`` is that of the rule or value (:class:`kb.games.board_model.Confidence`); ``asks`` are
    ways to ask for it; a statement without any is looked up, not ranked. ``answer`` is the number or name alone that a
    question for a value wants. A value with ``by_name`` is looked up by the name of its space and one of these words. A
    statement of ``data/statements.yaml`` has its ``section``, the scenario that plays it (``played``), and its line.
    ``names`` are the spaces that a rule is given and its sentence leaves out.
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
    """How the answers of two games to one question compare.

    ``SAME`` and ``DIFFERENT`` are played, one case in both games; of ``SAID`` only the documents' words tell; answers
    that are ``NOT_COMPARABLE`` are to different questions.
    """

    SAME = "same"
    DIFFERENT = "different"
    SAID = "said"
    NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of a topic, and how their answers compare.

    ``case`` is the scenario that is played in both, where one is. ``says`` is ``same`` or ``different`` where only the
    documents' words compare them. ``why`` is a word on why nothing can be compared; ``line`` is where it is written.
    ``by_reading``: in one of the games only readings of ours (``readings``, their ids) or unverified rules decide the
    case.
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
        """The source of the comparison: ``play``, a ``reading`` of ours where that decides the case, ``documents`` or
        ``none``."""
        if self.case:
            return "reading" if self.by_reading else "play"
        return "documents" if self.says else "none"

    @property
    def verdict(self) -> str:
        """``same`` or ``different``, by play or by the documents' words; empty where nothing can be compared."""
        return str(self.comparison) if self.case else self.says


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question that several games answer, and how each two of them compare."""

    id: str
    title: str
    stances: tuple[Stance, ...]
    pairs: tuple[Pair, ...] = ()
    file: str = ""

    def differing(self) -> set[str]:
        """Return the rulings of games that differ from another one, by play or by the documents' words."""
        games = {game for pair in self.pairs if pair.verdict == Compared.DIFFERENT for game in pair.games}
        return {ruling for stance in self.stances if stance.game in games for ruling in stance.rulings}


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule of the engine as one rule set uses it.

    ``form`` is refuses, answers or happens, ``asked`` the actions, question or moment it is asked at;
    ``says`` is the sentence about one firing, ``about`` the rule in general; ``cites`` are
    the sections and rulings it rests on, ``names`` the spaces that it is given and ``about`` leaves out.
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
    """A scenario itself or one of its contrasts, as the base stores it for pages.

    ``change`` has the changes of a contrast, ``story`` the whole case, both in sentences. The ``trace`` and the
    pictures of the position ``before`` and ``after`` are JSON (see :mod:`kb.text.cases`), empty where nothing is
    played.
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

    ``holds`` is ``same`` or ``differs``; ``why`` is the first result that differs. ``rules`` are the entries of the
    rule sets or boards that differ and cause it, ``made_by`` the same as sentences for readers. ``impossible``: the
    scenario cannot be played there. ``readings`` are those of ours that, taken the other way, would change ``holds``.
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
    """An executable case as the base stores it: its story in sentences, its rulings, its result and its contrasts.

    ``cases`` are the scenario itself, then its contrasts; ``printings`` its results in other printings and games;
    ``fingerprints`` are those of the rulings' texts that it was written for, ``expectations`` the names of what it
    and its contrasts expect (:mod:`kb.cases.expectations.key`). ``shows`` has the change by which each claim
    is shown, by :attr:`Claim.carrier`; ``readings`` are those of ours without which it does not come out so, of a
    scenario that is played in other games.
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
        """How many contrasts it has."""
        return max(0, len(self.cases) - 1)

    @property
    def name(self) -> str:
        """Its id, as in findings."""
        return self.id


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a ruling: ``play``, ``reference``, or ``none`` with the reason."""

    kind: str = "none"
    reason: str = ""


#: the reason of the one claim of a ruling that nobody has cut into claims
NOT_CUT = "not cut into claims yet"


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of a ruling's official words that says one thing, and the proof of just that.

    ``start`` and ``end`` are offsets in the plain text of the ``field`` (``answer`` or ``question``), ``number`` counts
    the ruling's claims from 1. ``proof`` is ``play``, ``reference`` or ``none`` with the ``reason``. ``expectation`` is
    that of the ``scenario`` (``game/id``) which carries it, ``rule`` the rule without which it must not hold, empty
    where any that the scenario cites will do. ``limit`` is another expectation of the scenario, where a rule ends what
    the claim allows; ``figure`` the printed figure in its words (``bomber.cost``). ``shown_by`` is the change that
    shows it, where it is played (:class:`kb.cases.analysis.mutants.NoticedBy`, in small letters): ``dice`` is by dice
    only. ``file`` and ``line`` tell where the claim is written.
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
        """The ruling and the number, as messages say it."""
        return f"{self.ruling} claim {self.number}"

    @property
    def carrier(self) -> str:
        """Its expectation, rule, limit and figure as one text. Claims with equal texts are shown by the same play."""
        return "\n".join((self.expectation, self.rule, self.limit, self.figure))
