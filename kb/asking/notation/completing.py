"""Completes what a line leaves out: holders of captured land, a battle that has begun, the ends of phases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.base.errors import BadInput, Finding
from kb.cases.language.scenario import Plain
from kb.cases.language.words import GameWords
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind
from kb.games.names import power_name

#: an act as a request has it
Act = dict[str, Any]
#: the verbs of decisions while a battle waits
_IN_BATTLE = {"submerge", "retreat", "withdraw"}
#: verbs whose action has another name in the table of phases
_NAMES = {"battle": "fight", "collect": "collect_income", "withdraw": "retreat"}
#: the fact of a rule set that has the phases of each action
_PHASES = "phases-of-actions"
_ENDS = "end"


def phases_of(rules: Rulebook, verb: str) -> tuple[str, ...]:
    """Return the phases of a verb; none where it may be done in any."""
    table = next((fact.table for fact in rules.ruleset.facts if fact.fact == _PHASES), {})
    return tuple(table.get(_NAMES.get(verb, verb.replace("-", "_")), ()))


def completed(rules: Rulebook, request: Plain) -> tuple[dict[str, Any], list[str], list[int]]:
    """Return a request with what its line leaves out, a sentence for each thing, and the places of the ends of phases.

    Raises :class:`BadInput` for captured land whose holder before is not known.
    """
    words = GameWords(rules.board, rules.ruleset)
    assumed: list[str] = []
    position = _with_captured(rules, words, _with_holders(rules, words, request["position"], assumed), assumed)
    acts = [_losing_by_choice(act) for act in request.get("do", ())]
    if space := _to_begin(request):
        acts.append({"battle": space})
        assumed.append(f"the battle in {words.space(space)} has begun")
    may = [request["may"]] if "may" in request else []
    ended, supplied = _with_ends(rules, position.get("phase", ""), [*acts, *may])
    assumed += [f"the phase {words.titled(ended[at][_ENDS])} has been ended" for at in supplied]
    done = ended[: len(ended) - len(may)]
    return {**request, "position": position, **({"do": done} if done else {})}, assumed, supplied


def _with_holders(rules: Rulebook, words: GameWords, position: Plain, assumed: list[str]) -> Plain:
    """Return a position in which captured land that another power holds now was its printed holder's before."""
    notes, held = position.get("notes", {}), dict[str, str]()
    for space in notes.get("captured", ()):
        printed = rules.board.space(space).held_by
        holder = position.get("spaces", {}).get(space, {}).get("held_by", printed)
        if space in notes.get("held", {}):
            continue
        if not printed or printed == holder:
            name = space.replace("-", " ")
            raise BadInput(Finding(f"from whom was {name} captured?", hint=f"say it: held: {name} germany"))
        held[space] = printed
        assumed.append(f"{words.space(space)} was {power_name(printed)}'s when the turn began")
    return {**position, "notes": {**notes, "held": {**notes.get("held", {}), **held}}} if held else position


def _with_captured(rules: Rulebook, words: GameWords, position: Plain, assumed: list[str]) -> Plain:
    """Return a position in which guns and facilities in captured land were captured with it, unless it says more."""
    spaces = dict(position.get("spaces", {}))
    for space in position.get("notes", {}).get("captured", ()):
        there = dict(spaces.get(space, {}))
        for power, units in there.items():
            for unit, written in units.items() if isinstance(units, dict) else ():
                kind = rules.kinds.get(unit)
                gun = kind is UnitKind.LAND and not rules.board.unit(unit).attack
                entries = [{"count": written}] if isinstance(written, int) else written
                if (gun or kind is UnitKind.FACILITY) and not any("is" in each for each in entries):
                    marked = [{**each, "is": ["captured"]} for each in entries]
                    there = {**there, power: {**there[power], unit: marked}}
                    assumed.append(f"the {words.unit(unit)} in {words.space(space)} was captured with it")
        if there:
            spaces[space] = there
    return {**position, "spaces": spaces} if spaces else position


def _losing_by_choice(act: Act) -> Act:
    """Return an action in which losses that are named beside dice are choices of their powers."""
    if not act.get("dice") or "outcome" not in act:
        return act
    lost = [{power: units} for power, units in act["outcome"]["lost"].items()]
    return {**{key: each for key, each in act.items() if key != "outcome"}, "choices": [*act.get("choices", ()), *lost]}


def _to_begin(request: Plain) -> str:
    """Return the space of a battle that has to begin before the decision that is asked about; empty for none."""
    do, may = request.get("do", ()), request.get("may", {})
    in_combat = request["position"].get("phase") == CONDUCT_COMBAT or any(_ENDS in act for act in do)
    fought = any("battle" in act for act in do)
    return may.get("at", "") if in_combat and not fought and may.keys() & _IN_BATTLE else ""


def _with_ends(rules: Rulebook, phase: str, acts: Iterable[Act]) -> tuple[list[Act], list[int]]:
    """Return acts with the ends of phases between those of different phases, and the places of these ends."""
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
