"""The same scenario in another printing or game: is the result the same, and if not, which lines of data cause it?

A printing is a rule set that is ``like`` another one. The recorded dice are reused, each for the same roll. That
another rule decides the same way is no difference. In another game what is called otherwise there is called so, all
else stays as it is; what causes a difference is tested: with these lines replaced by those of the scenario's own game
the result is the same, and each of them is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kb.base.english import agreeing, spaced
from kb.base.errors import Finding
from kb.base.shape import Value, suggest
from kb.base.values import StoredPrinting
from kb.cases.acts import describe_act
from kb.cases.expectations.key import Sections
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.played import ActResult, ActStatus, Failure, PlayedCase, PlayRecord
from kb.cases.expectations.printed import PRINTED
from kb.cases.language.scenario import Act, Case, Crossing, Expectation, Scenario
from kb.cases.language.units import Row
from kb.cases.language.vocabulary import vocabulary
from kb.cases.language.words import GameWords
from kb.cases.play.outcome import is_result
from kb.cases.play.playing import ScenarioResult, failures, look_up, replay
from kb.engine.core.parameters import values_given
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import RULES
from kb.engine.core.table import DAMAGED, Kind
from kb.games.board_model import FIGURES, Board, Canal, UnitType
from kb.games.rulesets import RuleLine, RuleSet, SharedFact

Names = Mapping[str, str]


# -- a case in the words of another game


def rename_case(original: Case, names: Names) -> Case:
    """Return a case with other names in its position, its actions and what it expects."""
    if not names:
        return original

    def expectations(items: tuple[Expectation, ...]) -> tuple[Expectation, ...]:
        return tuple(replace(item, checks=rename(item.checks, names)) for item in items)

    acts = []
    for act in original.do:
        what, given, choices = (rename(each, names) for each in (act.what, act.given, act.choices))
        power, then = rename(act.power, names), expectations(act.then)
        acts.append(replace(act, what=what, given=given, choices=choices, power=power, then=then))
    position = rename(original.position, names)
    return replace(original, position=position, do=tuple(acts), expect=expectations(original.expect))


def names_used(scenario: Scenario) -> set[str]:
    """Return every word of a scenario that could be a name."""
    cases = ((case.position, case.do, [item.checks for item in case.expected]) for case in scenario.cases)
    return {word.removeprefix(DAMAGED) for case in cases for word in _words(case)}


def _words(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Act):
        yield from _words((value.what, value.given, value.choices, value.power))
    elif isinstance(value, Mapping):
        yield from _words((list(value), list(value.values())))
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _words(each)


def rename_record(original: PlayRecord, names: Names) -> PlayRecord:
    """Return the dice and choices of a run, for those who are called otherwise."""
    if not names:
        return original
    faces, taken, rolled = (rename(each, names) for each in (original.faces, original.taken, original.rolled))
    return PlayRecord(faces, taken, original.times, rolled, original.cycle)


def rename(original: Value, names: Names) -> Value:
    """Return a plain value with other names in it; of several economies and damaged ships the name within changes."""
    if isinstance(original, str):
        damaged = DAMAGED if original.startswith(DAMAGED) else ""
        word = original.removeprefix(damaged)
        return damaged + names.get(word, word)
    if isinstance(original, Kind):
        return Kind(rename(original.called, names), rename(original.told_by, names))
    if isinstance(original, Row):
        return Row(*(rename(each, names) for each in original))
    if isinstance(original, Mapping):
        return {rename(key, names): rename(each, names) for key, each in original.items()}
    if isinstance(original, (list, tuple)):
        return type(original)(rename(each, names) for each in original)
    return original


# -- what comes of it there


@dataclass(frozen=True, slots=True)
class Difference:
    """What comes out otherwise under other rules, first (``why``, empty if nothing does): something that is expected,
    or that something cannot even be tried there (``impossible``); and the rules ``fired`` in both."""

    why: str
    impossible: bool
    fired: frozenset[str]

    @property
    def holds(self) -> str:
        """The word for it in a stored scenario."""
        return "differs" if self.why else "same"


def in_other_printing(
    result: ScenarioResult, home: Rulebook, other: Rulebook, sections: Sections | None = None
) -> StoredPrinting:
    """Return what becomes of a scenario and its contrasts, played by the rules of ``home``, by those and on the board
    of ``other``."""
    outcome = difference(result, other, {}, sections)
    lines = tuple(rule for rule in differing_rules(home, other) if rule in outcome.fired) if outcome.why else ()
    return StoredPrinting(other.ruleset.id, other.board.printing, outcome.holds, outcome.why, lines, other.ruleset.game)


def difference(result: ScenarioResult, other: Rulebook, names: Names, sections: Sections | None = None) -> Difference:
    """Return what comes out otherwise under the rules of ``other``, where things may have other ``names``; ``result``
    is what came of the scenario in its own game."""
    scenario = result.scenario
    why, impossible, fired = "", False, frozenset(scenario.rules)
    for place, here in enumerate(result.cases):
        renamed = rename_case(here.case, names)
        acts: list[ActResult] | None = None
        if isinstance(here, PlayedCase):
            again = replay(other, renamed, rename_record(here.record, names))
            fired |= here.fired | again.fired
            found, acts = _differences(again), again.acts
        else:
            found = iter(look_up(other, renamed, sections).failures)
        failure = next(found, None)
        if failure is not None and not why:
            told = _told(failure, acts, GameWords(other.board, other.ruleset))
            why = agreeing(f"{'in the contrast ' if place else ''}{told}")
            impossible = failure.got is ActStatus.IMPOSSIBLE
    return Difference(why, impossible, fired)


def _differences(played: PlayedCase) -> Iterator[Failure]:
    """Yield every result that is not as expected; that a move is refused for another reason is none."""
    for result in played.acts:
        if result.status is ActStatus.IMPOSSIBLE:
            yield Failure(result.act.kind, ActStatus.DONE, ActStatus.IMPOSSIBLE, result.act.line)
    for failure in failures(played):
        if is_result(failure) and _legal(failure.expected) != _legal(failure.got):
            yield failure


def _legal(value: Value) -> Value:
    """Return whether a judgement is legal; any other value as it is."""
    return value["legal"] if isinstance(value, dict) and "legal" in value else value


def _told(failure: Failure, acts: Iterable[ActResult] | None, words: GameWords) -> str:
    """Return the result of a failure in words. A judgement is named with its act, found among the played ``acts``."""
    if failure.got is ActStatus.IMPOSSIBLE:
        return "it cannot be played there"
    if isinstance(failure.got, dict) and "legal" in failure.got:
        judged = f"not allowed ({', '.join(map(spaced, failure.got['refused_by']))})"
        act, action = next((each.act, each.action) for each in acts or () if each.act.line == failure.line)
        assert action is not None
        what = describe_act(words, act, action.power)
        return f"{what}: {'allowed' if failure.got['legal'] else judged}"
    if isinstance(failure.got, str) and not isinstance(failure.expected, str):
        return f"{failure.key}: {failure.got}"
    key = PRINTED[failure.key] if acts is None else PLAYED[failure.key]
    return f"{key.tell(words, failure.got)} (not {key.tell(words, failure.expected)})"


def differing_rules(home: Rulebook, other: Rulebook) -> list[str]:
    """Return the rules that one of two printings has and the other has not, or has with other numbers, names or
    facts."""
    given = []
    for rules in (home, other):
        lines = rules.lines.items()
        given.append({name: (values_given(RULES[name].given, line, rules.facts), line.option) for name, line in lines})
    return [name for name in dict.fromkeys((*home.lines, *other.lines)) if given[0].get(name) != given[1].get(name)]


def decisive(
    result: ScenarioResult, rules: Rulebook, names: Names, holds: str, sections: Sections | None = None
) -> tuple[str, ...]:
    """Return the ids of the readings without which a scenario does not come out under ``rules`` as it ``holds`` there.

    ``result`` is what came of it in its own game; ``names`` are what things are called in that of ``rules``.
    """
    turned = (
        line.readings
        for line in rules.ruleset.otherwise
        if difference(result, _with(rules, line), names, sections).holds != holds
    )
    return tuple(dict.fromkeys(reading for readings in turned for reading in readings))


def _with(rules: Rulebook, line: RuleLine) -> Rulebook:
    """Return the rules with a line added. It replaces the line of the same rule."""

    def alter(board: Board, ruleset: RuleSet) -> tuple[Board, RuleSet]:
        lines = {each.rule: each for each in ruleset.rules} | {line.rule: line}
        return board, replace(ruleset, rules=tuple(lines.values()))

    return rules.altered(alter)


# -- which lines of data cause it in another game

#: what a difference is called that is in the order of the steps of combat, or in the canals and straits of the board
STEPS, CANALS = "steps", "canals"


def in_other_game(
    result: ScenarioResult, target: Rulebook, crossing: Crossing, sections: Sections | None = None
) -> StoredPrinting:
    """Return what becomes of a scenario in another game."""
    found, ruleset = difference(result, target, crossing.names, sections), target.ruleset
    return StoredPrinting(
        ruleset.id, "", found.holds, found.why, crossing.differs, ruleset.game, impossible=found.impossible
    )


def findings(
    result: ScenarioResult, home: Rulebook, target: Rulebook, crossing: Crossing, sections: Sections | None = None
) -> list[Finding]:
    """Return what is not so of a crossing as it is written: names, whether it differs there, and what makes the
    difference."""
    scenario = result.scenario

    def comes(under: Rulebook) -> Difference:
        return difference(result, under, crossing.names, sections)

    return unknown(scenario, home, target, crossing) or [
        Finding(f"{scenario.id} in {crossing.game}: {what}", scenario.file, crossing.line, hint)
        for what, hint in _untrue(home, target, crossing, comes)
    ]


def unknown(scenario: Scenario, home: Rulebook, target: Rulebook, crossing: Crossing) -> list[Finding]:
    """Return a finding for each name that one of the games does not have, and for what is no line of data."""
    problems = _unknown(scenario, home, target, crossing)
    return [Finding(what, scenario.file, crossing.line, hint) for what, hint in problems]


def _unknown(scenario: Scenario, home: Rulebook, target: Rulebook, crossing: Crossing) -> Iterator[tuple[str, str]]:
    """Yield names that one of the games does not have; lines that are no lines of data."""
    words, others = _names_of(home), _names_of(target)
    for name in sorted(names_used(scenario) & words.keys() - others.keys() - crossing.names.keys()):
        yield f"{crossing.game} has no '{name}'", "say under 'names' what it is there"
    for name, other in crossing.names.items():
        if name not in words:
            yield f"unknown name '{name}'", suggest(name, words) or "use an id of the scenario's game"
        if other not in others:
            yield f"unknown name '{other}' of {crossing.game}", suggest(other, others) or "use an id"
    lines = list(differing_lines(home, target, crossing.names))
    for line in crossing.differs:
        if line not in lines:
            yield (
                f"'{line}' is the same in {crossing.game}, or unknown",
                suggest(line, lines) or "name a rule, a number as submarine.defense, steps or canals",
            )


def _names_of(rules: Rulebook) -> dict[str, None]:
    known = vocabulary(rules)
    kinds = ("power", "account", "unit", "phase", "technology", "advantage", "option", "step", "canal")
    spaces = (space.id for space in rules.board.spaces)
    return dict.fromkeys((*spaces, *(word for kind in kinds for word in known.words(kind))))


def _untrue(
    home: Rulebook, target: Rulebook, crossing: Crossing, comes: Callable[[Rulebook], Difference]
) -> Iterator[tuple[str, str]]:
    """Return what is wrong with what a crossing says of whether it differs there, and by what."""
    outcome = comes(target)
    if outcome.impossible:
        yield outcome.why, "name what is called otherwise there under 'names'"
    elif outcome.why and not crossing.differs:
        yield f"it comes out otherwise: {outcome.why}", "name the lines of data that make it under 'differs'"
    elif crossing.differs and not outcome.why:
        yield "it comes out the same", "leave 'differs' out"
    elif outcome.why:
        left = comes(swapped(home, target, crossing.differs, crossing.names)).why
        if left:
            what = f"with these lines as in {home.ruleset.game} it still comes out otherwise: {left}"
            yield what, "name what is missing"
        for line in crossing.differs if not left else ():
            others = [each for each in crossing.differs if each != line]
            if not comes(swapped(home, target, others, crossing.names)).why:
                yield f"'{line}' makes no difference", "leave it out"


def differing_lines(home: Rulebook, target: Rulebook, names: Names) -> Iterator[str]:
    """Yield the lines of data that two games do not have alike: rules, the numbers of units, the steps of combat."""
    for rule in dict.fromkeys((*target.lines, *home.lines)):
        one, other = home.lines.get(rule), target.lines.get(rule)
        if one is None or other is None or _given(one, names) != dict(other.given):
            yield rule
    for fact in dict.fromkeys((*target.facts, *home.facts)):
        if _shared(home.facts.get(fact), names) != _shared(target.facts.get(fact), {}):
            yield fact
    alike = _namesakes(home, target.board, names)
    for unit in target.board.units:
        like = alike.get(unit.id)
        yield from (f"{unit.id}.{each}" for each in FIGURES if like and getattr(like, each) != getattr(unit, each))
    if home.ruleset.steps != target.ruleset.steps:
        yield STEPS
    if {_ways(each) for each in _canals(home, target.board, names)} != {_ways(each) for each in target.board.canals}:
        yield CANALS


def _canals(home: Rulebook, board: Board, names: Names) -> tuple[Canal, ...]:
    """Return the canals of the game ``home`` between spaces that there are on the board of another."""
    spaces = {space.id for space in board.spaces}
    there = (
        replace(
            each,
            one=names.get(each.one, each.one),
            other=names.get(each.other, each.other),
            lands=tuple(names.get(land, land) for land in each.lands),
        )
        for each in home.board.canals
    )
    return tuple(each for each in there if spaces.issuperset((each.one, each.other, *each.lands)))


def _ways(canal: Canal) -> tuple[frozenset[str], frozenset[str]]:
    """Between which zones a canal is, and whose lands open it."""
    return frozenset((canal.one, canal.other)), frozenset(canal.lands)


def _namesakes(home: Rulebook, board: Board, names: Names) -> dict[str, UnitType]:
    """Return the units of the game ``home`` by what they are called on the board of another."""
    units = {unit.id: unit for unit in home.board.units}
    here = {other: name for name, other in names.items()}
    return {unit.id: units[name] for unit in board.units if (name := here.get(unit.id, unit.id)) in units}


def _given(line: RuleLine, names: Names) -> dict[str, Any]:
    return {key: rename(value, names) for key, value in line.given.items()}


def _shared(fact: SharedFact | None, names: Names) -> Any:
    """Return what a fact of a rule set holds, in the words of another game; None where it is not there."""
    return fact and rename((fact.names, dict(fact.table)), names)


def swapped(home: Rulebook, target: Rulebook, lines: Iterable[str], names: Names) -> Rulebook:
    """Return the rules of one game, some lines of data as they are in another."""
    chosen = list(lines)

    def alter(board: Board, ruleset: RuleSet) -> tuple[Board, RuleSet]:
        steps = home.ruleset.steps if STEPS in chosen else ruleset.steps
        rules = _rules(home, ruleset, [line for line in chosen if line in home.lines or line in target.lines], names)
        facts = _facts(home, ruleset, chosen, names)
        units = _units(home, board, chosen, names)
        canals = _canals(home, board, names) if CANALS in chosen else board.canals
        return replace(board, units=units, canals=canals), replace(ruleset, steps=steps, rules=rules, facts=facts)

    return target.altered(alter)


def _rules(home: Rulebook, ruleset: RuleSet, chosen: list[str], names: Names) -> tuple[RuleLine, ...]:
    """Return the rules of a set, those that are ``chosen`` as they are in the game ``home``.

    A rule that the other game has stands in its place, or after the one that it follows in its own.
    """
    made = [line for line in ruleset.rules if line.rule not in chosen or line.rule in home.lines]
    order = list(home.lines)
    for rule in (each for each in order if each in chosen):
        line = replace(home.lines[rule], given=_given(home.lines[rule], names))
        places = {each.rule: at for at, each in enumerate(made)}
        if rule in places:
            made[places[rule]] = line
        else:
            before = (places[each] for each in reversed(order[: order.index(rule)]) if each in places)
            made.insert(next(before, -1) + 1, line)
    return tuple(made)


def _facts(home: Rulebook, ruleset: RuleSet, chosen: list[str], names: Names) -> tuple[SharedFact, ...]:
    """Return the facts of a rule set, those that are ``chosen`` as they are in the game ``home``."""
    made = {each.fact: each for each in ruleset.facts if each.fact not in chosen}
    for fact in (each for each in home.facts.values() if each.fact in chosen):
        made[fact.fact] = replace(fact, names=rename(fact.names, names), table=rename(dict(fact.table), names))
    return tuple(made.values())


def _units(home: Rulebook, board: Board, chosen: list[str], names: Names) -> tuple[UnitType, ...]:
    """Return the units of a board, those of their figures that are ``chosen`` as they are in the game ``home``."""
    alike = _namesakes(home, board, names)
    made = []
    for unit in board.units:
        figures = [line.partition(".")[2] for line in chosen if line.startswith(f"{unit.id}.")]
        as_own: dict[str, Any] = {figure: getattr(alike[unit.id], figure) for figure in figures}
        made.append(replace(unit, **as_own))
    return tuple(made)
