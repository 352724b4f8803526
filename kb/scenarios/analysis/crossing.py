"""The same scenario in another game: is the result the same, and if not, which entries of the data cause it?

The cause is tested: with these entries replaced by those of the scenario's own game the result is the same, and each
of them is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.errors import Finding
from kb.games.board_model import FIGURES, Board, Canal, UnitType
from kb.games.rulesets import RuleLine, RuleSet, SharedFact
from kb.proof import StoredPrinting
from kb.scenarios.analysis import renaming
from kb.scenarios.analysis.printings import Difference, difference
from kb.scenarios.analysis.renaming import Names
from kb.scenarios.expectations.key import Sections
from kb.scenarios.language.scenario import Crossing, Scenario
from kb.scenarios.language.vocabulary import Vocabulary
from kb.scenarios.play.run import ScenarioResult
from kb.shape import suggest

#: what a difference is called that is in the order of the steps of combat, or in the canals and straits of the board
STEPS, CANALS = "steps", "canals"


def in_other_game(
    result: ScenarioResult, home: Rulebook, target: Rulebook, crossing: Crossing, sections: Sections | None = None
) -> StoredPrinting:
    """What becomes of a scenario, played by the rules of ``home``, in another game."""
    outcome = difference(result, target, crossing.names, sections)
    return StoredPrinting(
        target.ruleset.id,
        "",
        outcome.holds,
        outcome.why,
        crossing.differs,
        target.ruleset.game,
        impossible=outcome.impossible,
    )


def findings(
    result: ScenarioResult, home: Rulebook, target: Rulebook, crossing: Crossing, sections: Sections | None = None
) -> list[Finding]:
    """What is not so of a crossing as it is written: names, whether it differs there, and what makes the difference."""
    scenario = result.scenario
    found = unknown(scenario, home, target, crossing)
    if found:
        return found

    def comes(under: Rulebook) -> Difference:
        return difference(result, under, crossing.names, sections)

    problems = _untrue(home, target, crossing, comes)
    return [
        Finding(f"{scenario.id} in {crossing.game}: {what}", scenario.file, crossing.line, h) for what, h in problems
    ]


def unknown(scenario: Scenario, home: Rulebook, target: Rulebook, crossing: Crossing) -> list[Finding]:
    """A finding for each name that one of the games does not have, and for what is no line of data."""
    problems = _unknown(scenario, home, target, crossing)
    return [Finding(what, scenario.file, crossing.line, hint) for what, hint in problems]


def _unknown(scenario: Scenario, home: Rulebook, target: Rulebook, crossing: Crossing) -> Iterator[tuple[str, str]]:
    """Names that one of the games does not have; lines that are no lines of data."""
    words, others = _words(home), _words(target)
    for name in sorted(renaming.words(scenario) & words.keys() - others.keys() - crossing.names.keys()):
        yield f"{crossing.game} has no '{name}'", "say under 'names' what it is there"
    for name, other in crossing.names.items():
        if name not in words:
            yield f"unknown name '{name}'", suggest(name, words) or "use an id of the scenario's game"
        if other not in others:
            yield f"unknown name '{other}' of {crossing.game}", suggest(other, others) or "use an id"
    lines = list(differing(home, target, crossing.names))
    for line in crossing.differs:
        if line not in lines:
            yield (
                f"'{line}' is the same in {crossing.game}, or unknown",
                suggest(line, lines) or "name a rule, a number as submarine.defense, steps or canals",
            )


def _words(rules: Rulebook) -> dict[str, None]:
    known = Vocabulary(rules.board, rules.ruleset)
    kinds = ("power", "account", "unit", "phase", "technology", "advantage", "option", "step", "canal")
    spaces = (space.id for space in rules.board.spaces)
    return dict.fromkeys((*spaces, *(word for kind in kinds for word in known.words(kind))))


def _untrue(
    home: Rulebook, target: Rulebook, crossing: Crossing, comes: Callable[[Rulebook], Difference]
) -> Iterator[tuple[str, str]]:
    """What is wrong with what a crossing says of whether it differs there, and by what."""
    outcome = comes(target)
    if outcome.impossible:
        yield outcome.why, "name what is called otherwise there under 'names'"
    elif outcome.why and not crossing.differs:
        yield f"it comes out otherwise: {outcome.why}", "name the lines of data that make it under 'differs'"
    elif crossing.differs and not outcome.why:
        yield "it comes out the same", "leave 'differs' out"
    elif outcome.why:
        yield from _needed(home, target, crossing, comes)


def _needed(
    home: Rulebook, target: Rulebook, crossing: Crossing, comes: Callable[[Rulebook], Difference]
) -> Iterator[tuple[str, str]]:
    """With all the lines as in the scenario's game it comes out as there, and with one fewer it does not."""
    left = comes(swapped(home, target, crossing.differs, crossing.names)).why
    if left:
        yield f"with these lines as in {home.ruleset.game} it still comes out otherwise: {left}", "name what is missing"
        return
    for line in crossing.differs:
        others = [each for each in crossing.differs if each != line]
        if not comes(swapped(home, target, others, crossing.names)).why:
            yield f"'{line}' makes no difference", "leave it out"


def differing(home: Rulebook, target: Rulebook, names: Names) -> Iterator[str]:
    """The lines of data that two games do not have alike: rules, the numbers of units, the steps of combat."""
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
    """The canals of the game ``home`` between spaces that there are on the board of another."""
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
    """The units of the game ``home`` by what they are called on the board of another."""
    units = {unit.id: unit for unit in home.board.units}
    here = {other: name for name, other in names.items()}
    return {unit.id: units[name] for unit in board.units if (name := here.get(unit.id, unit.id)) in units}


def _given(line: RuleLine, names: Names) -> dict[str, Any]:
    return {key: renaming.value(value, names) for key, value in line.given.items()}


def _shared(fact: SharedFact | None, names: Names) -> Any:
    """What a fact of a rule set holds, in the words of another game; None where it is not there."""
    return fact and renaming.value((fact.names, dict(fact.table)), names)


def swapped(home: Rulebook, target: Rulebook, lines: Iterable[str], names: Names) -> Rulebook:
    """The rules of one game, some lines of data as they are in another."""
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
    """The rules of a set, those that are ``chosen`` as they are in the game ``home``.

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
    """The facts of a rule set, those that are ``chosen`` as they are in the game ``home``."""
    made = {each.fact: each for each in ruleset.facts if each.fact not in chosen}
    for fact in (each for each in home.facts.values() if each.fact in chosen):
        made[fact.fact] = replace(
            fact, names=renaming.value(fact.names, names), table=renaming.value(dict(fact.table), names)
        )
    return tuple(made.values())


def _units(home: Rulebook, board: Board, chosen: list[str], names: Names) -> tuple[UnitType, ...]:
    """The units of a board, those of their figures that are ``chosen`` as they are in the game ``home``."""
    alike = _namesakes(home, board, names)
    made = []
    for unit in board.units:
        figures = [line.partition(".")[2] for line in chosen if line.startswith(f"{unit.id}.")]
        as_own: dict[str, Any] = {figure: getattr(alike[unit.id], figure) for figure in figures}
        made.append(replace(unit, **as_own))
    return tuple(made)
