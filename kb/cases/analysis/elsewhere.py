"""Replays a scenario in another printing or game, and tests which lines of data cause a different result.

A printing is a rule set that is ``like`` another one. Recorded dice are reused, each for the same roll. Results are
equal even if another rule decides them. In another game, names are replaced by those of that game. The lines of data
that cause a difference are tested: with these lines replaced by those of the scenario's own game the result is the
same, and each of them is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from kb.base.english import agreeing, spaced
from kb.base.errors import Finding
from kb.base.shape import suggest
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
from kb.engine.core.picks import DAMAGED, Kind
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import RULES
from kb.games.board_model import FIGURES, Board, Canal, UnitType
from kb.games.rulesets import RuleLine, RuleSet, SharedFact
from kb.model.evidence import StoredPrinting

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V")
Names = Mapping[str, str]
#: the fields of values that contain names of a game
_NAMING: dict[type, tuple[str, ...]] = {
    Case: ("position", "do", "expect"),
    Act: ("what", "given", "power", "choices", "then"),
    Expectation: ("checks",),
    PlayRecord: ("faces", "taken", "rolled"),
    Kind: ("called", "told_by"),
    Row: ("power", "unit", "state"),
    RuleLine: ("given",),
    SharedFact: ("names",),
    Canal: ("one", "other", "lands"),
}


def rename(original: V, names: Names) -> V:
    """Return a value with names replaced, also in keys and in the names of damaged ships."""
    return cast("V", _renamed(original, names))


def _renamed(original: object, names: Names) -> object:
    """Return a string, a collection or a value listed in :data:`_NAMING` with names replaced; any other value as is."""
    if isinstance(original, str):
        damaged = DAMAGED if original.startswith(DAMAGED) else ""
        word = original.removeprefix(damaged)
        return damaged + names.get(word, word)
    if fields := _NAMING.get(type(original)):
        renamed = {name: _renamed(getattr(original, name), names) for name in fields}
        if isinstance(original, Row):
            return Row(**{**original._asdict(), **renamed})
        return replace(cast("DataclassInstance", original), **renamed)
    if isinstance(original, Mapping):
        return {_renamed(key, names): _renamed(each, names) for key, each in original.items()}
    if isinstance(original, (list, tuple)):
        return type(original)(_renamed(each, names) for each in original)
    return original


def _words(value: object) -> Iterator[str]:
    """Yield every word of a value that could be a name."""
    if isinstance(value, str):
        yield value.removeprefix(DAMAGED)
    elif fields := _NAMING.get(type(value)):
        yield from (word for name in fields for word in _words(getattr(value, name)))
    elif isinstance(value, (Mapping, list, tuple)):
        inner = (*value, *value.values()) if isinstance(value, Mapping) else value
        yield from (word for each in inner for word in _words(each))


# -- the result there


class Difference(NamedTuple):
    """The first difference of the results under other rules: ``why`` (empty if there is none) describes an expectation
    that is not met, or an ``impossible`` action. ``fired`` has the cited rules and those that fired in either play."""

    why: str
    impossible: bool
    fired: frozenset[str]

    @property
    def holds(self) -> str:
        """``differs`` or ``same``, as a stored scenario has it."""
        return "differs" if self.why else "same"


def in_other_printing(
    result: ScenarioResult, home: Rulebook, other: Rulebook, sections: Sections | None = None
) -> StoredPrinting:
    """Return the result under ``other`` of a scenario and its contrasts; ``result`` is their result under ``home``."""
    found = difference(result, other, {}, sections)
    lines = tuple(rule for rule in differing_rules(home, other) if rule in found.fired) if found.why else ()
    return StoredPrinting(other.ruleset.id, other.board.printing, found.holds, found.why, lines, other.ruleset.game)


def in_other_game(
    result: ScenarioResult, target: Rulebook, crossing: Crossing, sections: Sections | None = None
) -> StoredPrinting:
    """Return the result of a scenario when it is replayed under the rules of another game: same or different.
    ``result`` is its result in its own game; ``crossing`` maps its names to those of the ``target`` game."""
    found, ruleset = difference(result, target, crossing.names, sections), target.ruleset
    return StoredPrinting(
        ruleset.id, "", found.holds, found.why, crossing.differs, ruleset.game, impossible=found.impossible
    )


def difference(result: ScenarioResult, other: Rulebook, names: Names, sections: Sections | None = None) -> Difference:
    """Return the difference under the rules of ``other``; ``names`` maps names to names of the other game, ``result``
    is the result of the scenario in its own game, and ``sections`` has the printed facts of sections."""
    why, impossible, fired = "", False, frozenset(result.scenario.rules)
    for place, here in enumerate(result.cases):
        renamed = rename(here.case, names) if names else here.case
        acts: list[ActResult] | None = None
        if isinstance(here, PlayedCase):
            again = replay(other, renamed, rename(here.record, names) if names else here.record)
            fired |= here.fired | again.fired
            found, acts = _differences(again), again.acts
        else:
            found = iter(look_up(other, renamed, sections).failures)
        failure = next(found, None)
        if failure is not None and not why:
            told = _in_words(failure, acts, GameWords(other.board, other.ruleset))
            why = agreeing(f"{'in the contrast ' if place else ''}{told}")
            impossible = failure.got is ActStatus.IMPOSSIBLE
    return Difference(why, impossible, fired)


def _differences(played: PlayedCase) -> Iterator[Failure]:
    """Yield every impossible act, then every result that is not as expected; reasons of a refusal are ignored."""
    for result in played.acts:
        if result.status is ActStatus.IMPOSSIBLE:
            yield Failure(result.act.kind, ActStatus.DONE, ActStatus.IMPOSSIBLE, result.act.line)
    for failure in failures(played):
        if is_result(failure) and _legal(failure.expected) != _legal(failure.got):
            yield failure


def _legal(value: object) -> object:
    """Return the ``legal`` of a judgement, and any other value as it is."""
    return value["legal"] if isinstance(value, dict) and "legal" in value else value


def _in_words(failure: Failure, acts: Iterable[ActResult] | None, words: GameWords) -> str:
    """Return the result of a failure in words, a judgement with its act from ``acts`` (None for a reference proof)."""
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
    """Return the rules that only one of two printings has, or that differ in their numbers, names, facts or option."""
    given = []
    for rules in (home, other):
        lines = rules.lines.items()
        given.append({name: (values_given(RULES[name].given, line, rules.facts), line.option) for name, line in lines})
    return [name for name in dict.fromkeys((*home.lines, *other.lines)) if given[0].get(name) != given[1].get(name)]


def decisive(
    result: ScenarioResult, rules: Rulebook, names: Names, holds: str, sections: Sections | None = None
) -> tuple[str, ...]:
    """Return the ids of the readings without which a scenario would not be ``holds`` (same or differs) under ``rules``.
    ``result`` is its result in its own game; ``names`` maps its names to names of the game of ``rules``."""
    turned = (
        line.readings for line, other in _otherwise(rules) if difference(result, other, names, sections).holds != holds
    )
    return tuple(dict.fromkeys(reading for readings in turned for reading in readings))


@lru_cache(maxsize=32)
def _otherwise(rules: Rulebook) -> list[tuple[RuleLine, Rulebook]]:
    """Return each line that a rule set would have without a reading (``otherwise``), with the rules in which it
    replaces the line of the same rule."""

    def altered(line: RuleLine) -> Rulebook:
        """Return the rules with a line in place of the line of the same rule."""
        lines = {each.rule: each for each in rules.ruleset.rules} | {line.rule: line}
        return rules.altered(lambda board, ruleset: (board, replace(ruleset, rules=tuple(lines.values()))))

    return [(line, altered(line)) for line in rules.ruleset.otherwise]


# -- which lines of data cause it in another game

#: names for lines of data that are not rules: the order of the steps of combat, the phases of the kinds of actions, the
#: canals and straits of the board
STEPS, ACTIONS, CANALS = "steps", "actions", "canals"


def findings(
    result: ScenarioResult, home: Rulebook, target: Rulebook, crossing: Crossing, sections: Sections | None = None
) -> list[Finding]:
    """Return the findings about a crossing of a scenario from the rules ``home`` to ``target``: unknown names; a result
    that differs or is the same, contrary to the crossing; lines of data that do not cause the difference."""
    scenario = result.scenario
    wrong = unknown(scenario, home, target, crossing)
    if wrong:
        return wrong

    def differs(lines: Iterable[str] = ()) -> Difference:
        """Return the difference with some lines of data as they are in the scenario's own game."""
        return difference(result, swapped(home, target, lines, crossing.names), crossing.names, sections)

    def found(what: str, hint: str) -> list[Finding]:
        """Return a finding about the crossing, as a list."""
        return [Finding(f"{scenario.id} in {crossing.game}: {what}", scenario.file, crossing.line, hint)]

    there, lines = differs(), crossing.differs
    if there.impossible:
        return found(there.why, "give the names that differ there under 'names'")
    if not lines and there.why:
        return found(f"the result differs: {there.why}", "name the lines of data that cause it under 'differs'")
    if lines and not there.why:
        return found("the result is the same there", "remove 'differs'")
    if left := differs(lines).why:
        what = f"with these lines as in {home.ruleset.game} the result still differs: {left}"
        return found(what, "name under 'differs' the other lines that cause it")
    for line in lines:
        if not differs(each for each in lines if each != line).why:
            wrong += found(f"'{line}' does not change the result", "remove it from 'differs'")
    return wrong


def unknown(scenario: Scenario, home: Rulebook, target: Rulebook, crossing: Crossing) -> list[Finding]:
    """Return a finding for each name that one of the games does not have, and for each unknown line of data."""
    wrong: list[tuple[str, str]] = []
    words, others = _names_of(home), _names_of(target)
    used = {word for case in scenario.cases for word in _words(case)}
    for name in sorted(used & words.keys() - others.keys() - crossing.names.keys()):
        wrong.append((f"{crossing.game} has no '{name}'", "give its name there under 'names'"))
    for name, other in crossing.names.items():
        if name not in words:
            hint = suggest(name, words) or "use an id of the scenario's game"
            wrong.append((f"unknown name '{name}'", hint))
        if other not in others:
            wrong.append((f"unknown name '{other}' of {crossing.game}", suggest(other, others) or "use an id"))
    figures = (f"{unit.id}.{figure}" for unit in target.board.units for figure in FIGURES)
    lines = (*home.lines, *target.lines, *home.facts, *target.facts, *figures, STEPS, ACTIONS, CANALS)
    for line in crossing.differs:
        if line not in lines:
            hint = suggest(line, lines) or "name a rule, a number as submarine.defense, steps, actions or canals"
            wrong.append((f"unknown line of data '{line}'", hint))
    return [Finding(what, scenario.file, crossing.line, hint) for what, hint in wrong]


def _names_of(rules: Rulebook) -> dict[str, None]:
    """Return the ids of a game that can differ from another's: spaces, powers, units, phases and the like."""
    known = vocabulary(rules)
    kinds = ("power", "account", "unit", "phase", "technology", "advantage", "option", "step", "canal")
    spaces = (space.id for space in rules.board.spaces)
    return dict.fromkeys((*spaces, *(word for kind in kinds for word in known.words(kind))))


def swapped(home: Rulebook, target: Rulebook, lines: Iterable[str], names: Names) -> Rulebook:
    """Return the rules of ``target``, with some lines of data as they are in ``home``."""
    chosen = frozenset(lines)

    def mixed(there: Mapping[str, V], own: Mapping[str, V]) -> tuple[V, ...]:
        """Return the lines of the other game (``there``). The chosen ones are replaced by those of ``own``, or left out
        if it lacks them."""
        taken = {name: rename(each, names) for name, each in own.items() if name in chosen}
        return tuple(
            ({name: each for name, each in there.items() if name not in chosen or name in taken} | taken).values()
        )

    def alter(board: Board, ruleset: RuleSet) -> tuple[Board, RuleSet]:
        """Return a board and rule set with the chosen lines as they are in the scenario's own game."""
        canals = _canals(home, board, names) if CANALS in chosen else board.canals
        steps = home.ruleset.steps if STEPS in chosen else ruleset.steps
        phases = ruleset.phases
        if ACTIONS in chosen:
            actions = {phase.id: phase.actions for phase in home.ruleset.phases}
            phases = tuple(replace(phase, actions=actions.get(phase.id, {})) for phase in phases)
        rules, facts = mixed(target.lines, home.lines), mixed(target.facts, home.facts)
        units = _units(home, board, chosen, names)
        return replace(board, units=units, canals=canals), replace(
            ruleset, phases=phases, steps=steps, rules=rules, facts=facts
        )

    return target.altered(alter)


def _canals(home: Rulebook, board: Board, names: Names) -> tuple[Canal, ...]:
    """Return the canals of the game ``home`` whose spaces, renamed by ``names``, are all on ``board``."""
    spaces = {space.id for space in board.spaces}
    canals = (rename(each, names) for each in home.board.canals)
    return tuple(each for each in canals if spaces.issuperset((each.one, each.other, *each.lands)))


def _units(home: Rulebook, board: Board, chosen: Iterable[str], names: Names) -> tuple[UnitType, ...]:
    """Return the units of a board, with the figures that are ``chosen`` (``submarine.defense``) as in ``home``."""
    alike = {names.get(unit.id, unit.id): unit for unit in home.board.units}
    made = []
    for unit in board.units:
        figures = [figure for figure in FIGURES if f"{unit.id}.{figure}" in chosen]
        own = {figure: getattr(alike[unit.id], figure) for figure in figures if unit.id in alike}
        made.append(replace(unit, **own))
    return tuple(made)
