"""Mutation tests: finds rules and numbers that no scenario notices when they are switched off or changed.

A rule is noticed when results change: what is legal, lost, offered, owned. That it is no longer named, or that
a die is left over, does not count. The dice fall as they fell, each where it belongs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.engine.core.notes import GAME_NOTES
from kb.engine.core.position import Mark, Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.engine.offers import offers
from kb.games.board_model import FIGURES, Board, UnitType
from kb.games.rulesets import RuleSet
from kb.scenarios.expectations.keys import PLAYED
from kb.scenarios.expectations.played import ActStatus, Failure, PlayedCase
from kb.scenarios.language.scenario import REFERENCE, Case, Scenario
from kb.scenarios.play.playing import play, replay
from kb.scenarios.play.run import failures

#: notes of a game that are results in themselves
_NOTED_RESULTS = {note.name for note in GAME_NOTES if note.is_result}


@dataclass(frozen=True, slots=True)
class Unnoticed:
    """A rule that a scenario cites and does not need, or a rule or number that no scenario needs."""

    what: str
    scenario: str = ""
    line: int = 0


class Baseline:
    """A case played under all rules, for comparison with runs under changed rules."""

    def __init__(self, scenario: Scenario, case: Case, rules: Rulebook, played: PlayedCase | None = None) -> None:
        """``played`` is the case where it has been played already."""
        self.scenario, self.case, self.rules = scenario, case, rules
        self.played = played or play(rules, case, scenario.file)
        self.words = f"{case.position}{[(act.what, act.given) for act in case.do]}"
        self._results: list[object] = []
        self._left: Iterator[object] = results(self.played)

    def results(self) -> Iterator[object]:
        """The results, worked out once, and only as far as they are wanted."""
        yield from self._results
        for each in self._left:
            self._results.append(each)
            yield each

    def changes(self, rules: Rulebook) -> bool:
        """Whether the results are others under other rules."""
        other = results(replay(rules, self.case, self.played.record))
        return any(one != two for one, two in zip(self.results(), other, strict=False))

    def fails(self, rules: Rulebook) -> bool:
        """Whether an expectation about a result is not met under other rules."""
        played = replay(rules, self.case, self.played.record)
        if any(act.status is ActStatus.IMPOSSIBLE for act in played.acts):
            return True
        return any(is_result(failure) for failure in failures(played))


def is_result(failure: Failure) -> bool:
    """Whether a failure is about a result, and not about how it came. What is about an act itself is."""
    return failure.key not in PLAYED or PLAYED[failure.key].is_result


def results(played: PlayedCase) -> Iterator[object]:
    """What came of a case, part after part: equal parts are equal results."""
    yield tuple(act.status for act in played.acts)
    yield Counter(
        (unit.power, unit.type) for event in played.events if event.name == "lost" for unit in event.facts["units"]
    )
    end = played.position
    yield _standing(end)
    yield end.holders
    yield end.treasuries
    yield (end.technologies, end.researchers, end.bought, end.clock, end.battle is None)
    yield (end.wars, {key: value for key, value in end.game_notes.items() if key[0] in _NOTED_RESULTS})
    yield [(each.choice.power, each.choice.what, each.choice.space, each.choice.options) for each in played.offered]
    yield [event.facts.get("side") for event in played.events if event.name == "won"]
    for position in played.decisions:
        yield sorted((offer.power, offer.what, offer.detail) for offer in offers(played.rules, position))


def _standing(position: Position) -> Counter[tuple[object, ...]]:
    """Who stands where, in which state."""
    units = position.units
    return Counter(
        (
            unit.at,
            unit.power,
            unit.type,
            unit.damage,
            Mark.SUBMERGED in unit.marks,
            units[unit.aboard].type if unit.aboard in units else "",
        )
        for unit in units.values()
    )


def baselines(rules: Rulebook, scenarios: Iterable[Scenario]) -> list[Baseline]:
    """Every case that is played, as it goes under the rules; reference proofs are not played."""
    played = (scenario for scenario in scenarios if scenario.proof != REFERENCE)
    return [Baseline(scenario, case, rules) for scenario in played for case in scenario.cases]


def inherited(rules: Rulebook, scenarios: Iterable[Scenario]) -> list[Baseline]:
    """Cases written for the printing that this one is like, those whose results are the same under its own rules."""
    known = baselines(rules, scenarios)
    return [base for base in known if not base.played.findings and not base.fails(rules)]


def cited(rules: Rulebook, known: Sequence[Baseline]) -> Iterator[Unnoticed]:
    """Rules that a case cites although its results are the same without them."""
    without: dict[str, Rulebook] = {}
    for base in known:
        for rule in base.case.rules:
            if rule in rules.lines:
                off = without.setdefault(rule, rules.without(rule))
                if not base.changes(off):
                    yield Unnoticed(rule, base.scenario.name, base.case.line)


def missed(
    groups: Sequence[tuple[Rulebook, Sequence[Scenario], Sequence[Baseline]]], ruleset: str = ""
) -> Iterator[Unnoticed]:
    """Rules and numbers of a whole rule set, or of each, that no scenario notices on any of the boards it is played on.

    ``groups`` are the rule books with the scenarios written for them and their cases; a printing that is like another
    one has the other's cases as well, those that come out the same.
    """
    boards: dict[str, list[tuple[Rulebook, list[Baseline]]]] = {}
    for rules, _, known in groups:
        if rules.ruleset.whole and ruleset in ("", rules.ruleset.id):
            like = [each for other, scenarios, _ in groups if rules.is_printing_of(other) for each in scenarios]
            boards.setdefault(rules.ruleset.id, []).append((rules, [*known, *inherited(rules, like)]))
    for on_boards in boards.values():
        yield from unnoticed_rules(*on_boards)
        yield from unnoticed_numbers(*on_boards)


def unnoticed_rules(*boards: tuple[Rulebook, Sequence[Baseline]]) -> Iterator[Unnoticed]:
    """Rules of one rule set without which the results of every case on every board are the same."""
    for rule in dict.fromkeys(rule for rules, _ in boards for rule in rules.lines):
        off = [(rules.without(rule), known) for rules, known in boards]
        trials = [(base, without) for without, known in off for base in known]
        trials.sort(key=lambda trial: (rule not in trial[0].case.rules, rule not in trial[0].played.fired))
        if not any(base.changes(without) for base, without in trials):
            yield Unnoticed(rule)


def unnoticed_numbers(*boards: tuple[Rulebook, Sequence[Baseline]]) -> Iterator[Unnoticed]:
    """Numbers of unit tables and of one rule set that no case on any board notices when one higher or lower."""
    sound = [(rules, [base for base in known if not base.fails(rules)]) for rules, known in boards]
    found: dict[tuple[str, str], list[tuple[Baseline, Rulebook]]] = {}
    for rules, known in sound:
        for what, about, altered in (*of_units(rules), *of_rules(rules)):
            found.setdefault((what, about), []).extend((base, altered) for base in known)
    for (what, about), trials in found.items():
        trials.sort(key=lambda trial: about not in trial[0].words and about not in trial[0].played.fired)
        if not any(base.fails(altered) for base, altered in trials):
            yield Unnoticed(what)


def of_units(rules: Rulebook, only: str = "", only_figure: str = "") -> Iterator[tuple[str, str, Rulebook]]:
    """Each number of the unit table, or of one unit, or one figure of it, one up and one down, with the rules that have
    it so."""
    for unit in rules.board.units:
        for figure in FIGURES if only in ("", unit.id) else ():
            value = getattr(unit, figure)
            if value is not None and only_figure in ("", figure):
                for new in (value + 1, value - 1) if value else (1,):
                    changed: Any = {figure: new}
                    what = f"{unit.id} {figure} {value}: {new}"
                    yield what, unit.id, _with_unit(rules, replace(unit, **changed))


def _with_unit(rules: Rulebook, unit: UnitType) -> Rulebook:
    def alter(board: Board, ruleset: RuleSet) -> tuple[Board, RuleSet]:
        return replace(board, units=tuple(unit if each.id == unit.id else each for each in board.units)), ruleset

    return rules.altered(alter)


def of_rules(rules: Rulebook, only: str = "") -> Iterator[tuple[str, str, Rulebook]]:
    """Each number that the rule set gives to a rule, or to one rule, one up and one down."""
    for rule, line in rules.lines.items():
        for key, value in line.given.items() if only in ("", rule) else ():
            if isinstance(value, int):
                for new in (value + 1, value - 1) if value else (1,):
                    yield f"{rule} {key} {value}: {new}", rule, rules.with_given(rule, key, new)
