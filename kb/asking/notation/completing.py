"""Completes what a line leaves out: the ends of phases between actions, what was captured with land."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.asking.notation.assumed import Assumed
from kb.cases.language.scenario import Plain
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind

#: an act as a request writes it
Act = dict[str, Any]
#: verbs whose action has another name in the table of phases
_NAMES = {"battle": "fight", "collect": "collect_income", "withdraw": "retreat"}
#: the fact of a rule set that has the phases of each action
_PHASES = "phases-of-actions"
_ENDS = "end"


def phases_of(rules: Rulebook, verb: str) -> tuple[str, ...]:
    """The phases that a verb is for; none where it may be done in any."""
    table = next((fact.table for fact in rules.ruleset.facts if fact.fact == _PHASES), {})
    return tuple(table.get(_NAMES.get(verb, verb.replace("-", "_")), ()))


def with_captured(rules: Rulebook, position: Plain) -> tuple[Plain, list[Assumed]]:
    """A position in which the guns and facilities that stand in land taken this turn were taken with it, unless it says
    what they did; and what was assumed."""
    board, assumed = rules.board, []
    spaces = dict(position.get("spaces", {}))
    for space in position.get("notes", {}).get("captured", ()):
        there = dict(spaces.get(space, {}))
        for power, units in there.items():
            for unit, written in units.items() if isinstance(units, dict) else ():
                kind = rules.kinds.get(unit)
                gun = kind is UnitKind.LAND and not board.unit(unit).attack
                entries = [{"count": written}] if isinstance(written, int) else written
                if (gun or kind is UnitKind.FACILITY) and not any("is" in each for each in entries):
                    marked = [{**each, "is": ["captured"]} for each in entries]
                    there = {**there, power: {**there[power], unit: marked}}
                    assumed.append(Assumed("taken-with", (unit, space)))
        spaces[space] = there
    return ({**position, "spaces": spaces} if assumed else position), assumed


def with_ends(rules: Rulebook, phase: str, acts: Iterable[Act]) -> tuple[list[Act], list[int]]:
    """Acts that begin in a phase, with the ends of phases between those that belong to different ones; and the places
    of these ends."""
    order = [each.id for each in rules.ruleset.phases]
    made: list[Act] = []
    supplied: list[int] = []
    for act in acts:
        allowed = [each for each in phases_of(rules, next(iter(act))) if each in order]
        later = [each for each in allowed if order.index(each) > order.index(phase)]
        if phase not in allowed and later:
            for ended in order[order.index(phase) : order.index(later[0])]:
                supplied.append(len(made))
                made.append({_ENDS: ended})
            phase = later[0]
        made.append(act)
        if act.get(_ENDS) in ("phase", phase) and phase != order[-1]:
            phase = order[order.index(phase) + 1]
    return made, supplied
