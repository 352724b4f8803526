"""Mutation tests: which changes of rules and numbers no scenario notices, and which one the expectation of a claim
notices.

A scenario notices a change of a rule if its results change: what is legal, lost, offered or owned. A rule that is no
longer named, or a die that is left over, does not count. Recorded dice are reused, each for the same roll.

The expectation that carries a claim must fail under changed rules: with a rule that the scenario cites switched off, or
one of its numbers moved by one. If the claim names a rule, only that rule is tried. No rule brings about what a claim
allows; such a claim names as its limit an expectation that fails without the rule that ends what is allowed. If a claim
names a printed figure, that figure is moved. If only another figure of a unit makes a difference, the claim is proved
by dice alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache, partial

from kb.cases.expectations.key import Named, names
from kb.cases.expectations.played import ActStatus, PlayedCase
from kb.cases.language.scenario import REFERENCE, Case, Scenario
from kb.cases.play.outcome import Part, differing, is_result, outcome
from kb.cases.play.playing import failures, holds, play, replay
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import FIGURES, Board, UnitType
from kb.games.rulesets import RuleSet
from kb.model.evidence import Claim


@dataclass(frozen=True, slots=True)
class Unnoticed:
    """A rule that a scenario cites but does not need, or a rule or number that no scenario needs."""

    what: str
    scenario: str = ""
    line: int = 0


class Baseline:
    """A case played under all rules, for comparison with runs under changed rules. It is played when first needed."""

    def __init__(self, scenario: Scenario, case: Case, rules: Rulebook, played: PlayedCase | None = None) -> None:
        """``played`` is the result of the case if it has been played already."""
        self.scenario, self.case, self.rules = scenario, case, rules
        self.words = f"{case.position}{[(act.what, act.given) for act in case.do]}"
        if played:
            self.played = played

    @cached_property
    def played(self) -> PlayedCase:
        """The case, played under all rules."""
        return play(self.rules, self.case, self.scenario.file)

    @cached_property
    def is_sound(self) -> bool:
        """Whether the case holds under all rules."""
        return not self.fails(self.rules)

    @cached_property
    def outcome(self) -> list[Part]:
        """The result under all rules."""
        return list(outcome(self.played))

    def changes(self, rules: Rulebook) -> bool:
        """Return whether the result differs under other rules."""
        return bool(differing(self.outcome, outcome(replay(rules, self.case, self.played.record))))

    def fails(self, rules: Rulebook) -> bool:
        """Return whether an act is impossible, or an expectation about a result fails, under other rules."""
        played = replay(rules, self.case, self.played.record)
        if any(act.status is ActStatus.IMPOSSIBLE for act in played.acts):
            return True
        return any(is_result(failure) for failure in failures(played))


def baselines(rules: Rulebook, scenarios: Iterable[Scenario]) -> list[Baseline]:
    """Return the baseline of every case under the rules, except those of reference proofs."""
    played = (scenario for scenario in scenarios if scenario.proof != REFERENCE)
    return [Baseline(scenario, case, rules) for scenario in played for case in scenario.cases]


def inherited(rules: Rulebook, scenarios: Iterable[Scenario]) -> list[Baseline]:
    """Return the cases of another printing that have the expected results under the rules of this one."""
    known = baselines(rules, scenarios)
    return [base for base in known if not base.played.findings and base.is_sound]


def cited(rules: Rulebook, known: Sequence[Baseline]) -> Iterator[Unnoticed]:
    """Yield the rules that one of the ``known`` cases cites although its results are the same without them."""
    without: dict[str, Rulebook] = {}
    for base in known:
        for rule in base.case.rules:
            if rule in rules.lines:
                off = without.setdefault(rule, rules.without(rule))
                if not base.changes(off):
                    yield Unnoticed(rule, base.scenario.name, base.case.line)


def missed(
    groups: Sequence[tuple[Rulebook, Sequence[Scenario], Sequence[Baseline]]], ruleset: str = "", one_of: int = 1
) -> Iterator[Unnoticed]:
    """Yield rules and numbers of one whole rule set, or of each, that no scenario on any of its boards notices.

    Every ``one_of``-th rule and number is tried. ``groups`` are the rule books with the scenarios written for them and
    their cases. A printing that is like another one also has those cases of the other that pass under its rules.
    """
    boards: dict[str, list[tuple[Rulebook, list[Baseline]]]] = {}
    for rules, _, known in groups:
        if rules.ruleset.whole and ruleset in ("", rules.ruleset.id):
            like = [each for other, scenarios, _ in groups if rules.is_printing_of(other) for each in scenarios]
            boards.setdefault(rules.ruleset.id, []).append((rules, [*known, *inherited(rules, like)]))
    for on_boards in boards.values():
        yield from unnoticed_rules(*on_boards, one_of=one_of)
        yield from unnoticed_numbers(*on_boards, one_of=one_of)


def unnoticed_rules(*boards: tuple[Rulebook, Sequence[Baseline]], one_of: int = 1) -> Iterator[Unnoticed]:
    """Yield rules of one rule set without which every case on every board has the same results. ``boards`` has the
    rulebook of each board with its cases; every ``one_of``-th rule is tried."""
    for rule in [*dict.fromkeys(rule for rules, _ in boards for rule in rules.lines)][::one_of]:
        off = [(rules.without(rule), known) for rules, known in boards]
        trials = [(base, without) for without, known in off for base in known]
        if not any(base.changes(without) for base, without in _likely_first(trials, rule)):
            yield Unnoticed(rule)


def unnoticed_numbers(*boards: tuple[Rulebook, Sequence[Baseline]], one_of: int = 1) -> Iterator[Unnoticed]:
    """Yield numbers of unit tables and of one rule set that no case notices if they are raised or lowered by one. The
    arguments are as in :func:`unnoticed_rules`."""
    found: dict[tuple[str, str], list[tuple[Alter, Sequence[Baseline]]]] = {}
    for rules, known in boards:
        for what, about, alter in (*of_units(rules), *of_rules(rules)):
            found.setdefault((what, about), []).append((alter, known))
    for (what, about), on_boards in [*found.items()][::one_of]:
        trials = [
            (base, altered) for altered, known in ((alter(), known) for alter, known in on_boards) for base in known
        ]
        if not any(base.is_sound and base.fails(altered) for base, altered in _likely_first(trials, about)):
            yield Unnoticed(what)


def _likely_first(trials: Iterable[tuple[Baseline, Rulebook]], about: str) -> Iterator[tuple[Baseline, Rulebook]]:
    """Yield first the trials of cases that name the unit or cite the rule ``about``, then those in which it fired."""
    others = []
    for trial in trials:
        if about in trial[0].words or about in trial[0].case.rules:
            yield trial
        else:
            others.append(trial)
    yield from sorted(others, key=lambda trial: about not in trial[0].played.fired)


#: a function that returns changed rules
Alter = Callable[[], Rulebook]


def of_units(rules: Rulebook, only: str = "", only_figure: str = "") -> Iterator[tuple[str, str, Alter]]:
    """Yield each change by one of a number of the unit table, or of one unit or figure (0 is only raised): the
    description, the id of the unit, and a function that returns the changed rules."""
    for unit in rules.board.units:
        for figure in FIGURES if only in ("", unit.id) else ():
            value = getattr(unit, figure)
            if value is not None and only_figure in ("", figure):
                for new in (value + 1, value - 1) if value else (1,):
                    what = f"{unit.id} {figure} {value}: {new}"
                    yield what, unit.id, partial(_with_unit, rules, replace(unit, **{figure: new}))


# changed rules, kept for further scenarios
_without = lru_cache(maxsize=512)(Rulebook.without)
_with_given = lru_cache(maxsize=512)(Rulebook.with_given)


@lru_cache(maxsize=512)
def _with_unit(rules: Rulebook, unit: UnitType) -> Rulebook:
    """Return the rules with ``unit`` on the board in place of the unit type of its id."""

    def alter(board: Board, ruleset: RuleSet) -> tuple[Board, RuleSet]:
        """Return a board with the unit, and the rule set as it is."""
        return replace(board, units=tuple(unit if each.id == unit.id else each for each in board.units)), ruleset

    return rules.altered(alter)


def of_rules(rules: Rulebook, only: str = "") -> Iterator[tuple[str, str, Alter]]:
    """Yield each change by one of a number of the rules, or of one rule (0 is only raised): the description, the name
    of the rule, and a function that returns the changed rules."""
    for rule, line in rules.lines.items():
        for key, value in line.given.items() if only in ("", rule) else ():
            if isinstance(value, int):
                for new in (value + 1, value - 1) if value else (1,):
                    yield f"{rule} {key} {value}: {new}", rule, partial(_with_given, rules, rule, key, new)


class NoticedBy(StrEnum):
    """The change with which the expectation of a claim no longer holds."""

    RULE = "rule switched off"
    NUMBER = "number of a rule moved by one"
    #: or a number moved of that rule, which ends an allowance
    LIMIT = "rule of the limit switched off"
    FIGURE = "printed figure moved by one"
    DICE = "dice only"
    NOTHING = "nothing"
    #: it does not even hold under the unchanged rules
    BROKEN = "fails"


@dataclass(frozen=True, slots=True)
class Trial:
    """The trial of a claim: the change that its expectation noticed, the rule, unit or figure changed, the rules tried.

    ``instead`` are the rules that refuse the act of a claim with the tried rules switched off.
    """

    claim: Claim
    noticed: NoticedBy
    rules: tuple[str, ...]
    of: str = ""
    instead: tuple[str, ...] = ()


def trials(
    claims: Iterable[Claim], scenarios: Mapping[str, Scenario], rules_of: Callable[[Scenario], Rulebook]
) -> Iterator[Trial]:
    """Yield the trial of each claim that is proved by play. ``scenarios`` has those of the claims, by name."""
    known: dict[str, Trials] = {}
    for claim in (each for each in claims if each.proof == "play"):
        if claim.scenario not in known:
            scenario = scenarios[claim.scenario]
            known[claim.scenario] = Trials(scenario, rules_of(scenario))
        yield known[claim.scenario].of(claim)


class Trials:
    """Tries the claims of one scenario. ``played`` are its cases if they have been played already."""

    def __init__(self, scenario: Scenario, rules: Rulebook, played: Sequence[PlayedCase] = ()) -> None:
        self._scenario, self._rules, self._played = scenario, rules, played
        self._names = names(scenario)
        self._cases: dict[int, Baseline] = {}
        self._replays: dict[tuple[int, str], PlayedCase] = {}

    def of(self, claim: Claim) -> Trial:
        """Return the trial of a claim: the first change of the rules found with which its expectation fails."""
        named, limit = self._names[claim.expectation], self._names[claim.limit] if claim.limit else None
        before = [(self._case(each).played, each) for each in (named, limit) if each]
        if not all(not played.findings and holds(played, each) for played, each in before):
            return Trial(claim, NoticedBy.BROKEN, ())
        if claim.figure:
            fails = self._fails(named, of_units(self._rules, *claim.figure.split(".", 1)))
            return Trial(claim, NoticedBy.FIGURE if fails else NoticedBy.NOTHING, (), claim.figure)
        carrier = limit or named
        cited = (claim.rule,) if claim.rule else (*self._case(carrier).case.rules, *self._scenario.rules)
        tried = tuple(rule for rule in dict.fromkeys(cited) if rule in self._rules.lines)
        for rule in tried:
            if not holds(self._replay(carrier, rule), carrier):
                return Trial(claim, NoticedBy.LIMIT if limit else NoticedBy.RULE, tried, rule)
        for rule in tried:
            if self._fails(carrier, of_rules(self._rules, rule)):
                return Trial(claim, NoticedBy.LIMIT if limit else NoticedBy.NUMBER, tried, rule)
        for unit in () if claim.rule or limit else self._rules.board.units:
            if unit.id in self._case(named).words and self._fails(named, of_units(self._rules, unit.id)):
                return Trial(claim, NoticedBy.DICE, tried, unit.id)
        return Trial(claim, NoticedBy.NOTHING, tried, instead=self._instead(carrier, tried))

    def _case(self, named: Named) -> Baseline:
        """Return the case of an expectation, under the rules as they are."""
        if named.case not in self._cases:
            played = self._played[named.case] if self._played else None
            self._cases[named.case] = Baseline(self._scenario, self._scenario.cases[named.case], self._rules, played)
        return self._cases[named.case]

    def _replay(self, named: Named, rule: str) -> PlayedCase:
        """Return the case of an expectation, played without ``rule``. It is played once, and kept for other claims."""
        key = (named.case, rule)
        if key not in self._replays:
            base = self._case(named)
            off = _without(self._rules, rule)
            self._replays[key] = replay(off, base.case, base.played.record, base.played.start)
        return self._replays[key]

    def _fails(self, named: Named, changed: Iterable[tuple[str, str, Alter]]) -> bool:
        """Return whether an expectation fails under any of the ``changed`` rules, as :func:`of_rules` yields them."""
        base = self._case(named)
        return any(not holds(replay(alter(), base.case, base.played.record), named) for _, _, alter in changed)

    def _instead(self, named: Named, tried: tuple[str, ...]) -> tuple[str, ...]:
        """Return the rules that refuse the act ``named`` without those ``tried``; empty if it is legal or not an
        act."""
        if named.act < 0:
            return ()
        base = self._case(named)
        result = replay(self._rules.without(*tried), base.case, base.played.record).acts[named.act]
        return tuple(dict.fromkeys(reason.rule for reason in result.reasons))
