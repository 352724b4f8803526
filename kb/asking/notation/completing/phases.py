"""Completes the phase before a line, the ends of phases, the battle before a decision in it, and loads for several
ships."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from kb.cases.acts import VERBS
from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.words import GameWords
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, MOBILIZE_UNITS
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook

#: the verbs of decisions in a battle that waits
_IN_BATTLE = ("submerge", "retreat", "withdraw")
#: the rules that give free units when the mobilize phase begins
_FREE_UNITS = ("free-units-appear-in-war", "chinese-divisions")
#: the verb of the end of a phase
ENDS = "end"


def phases_of(rules: Rulebook, act: Act) -> tuple[str, ...]:
    """Return the phases in which an action may be performed; empty if it may be in any phase."""
    return rules.phases_of.get(VERBS[act.kind].kind.name, ())


def with_the_phase_before(
    rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]
) -> tuple[list[Act], list[str]]:
    """Set the phase of the position to the one before it, if units that a line leaves out appear between the two: the
    army of neutral land that is attacked, or free units of the power whose turn it is. Return the actions with the end
    of that phase before them, and the assumption; else the actions and no assumption."""
    phase, order = position.get("phase", ""), [each.id for each in rules.ruleset.phases]
    is_missing = (phase == CONDUCT_COMBAT and _attacks_a_neutral(rules, position, acts)) or (
        phase == MOBILIZE_UNITS and _receives_units(rules, position) and not any(act.kind == "mobilize" for act in acts)
    )
    if not is_missing or order.index(phase) == 0:
        return [*acts], []
    before = order[order.index(phase) - 1]
    position["phase"] = before
    return [Act(ENDS, before), *acts], [f"the phase {words.titled(before)} has just been ended"]


def _attacks_a_neutral(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> bool:
    """Return whether the power whose turn it is fights in neutral land in which nobody else has units."""
    fought = [act.named() for act in acts if act.kind == "battle"]
    stated = (position["spaces"].get(space, Contents()) for space in fought if rules.board.space(space).neutral)
    return any({*units_of(there)} == {position["turn"]} for there in stated)


def _receives_units(rules: Rulebook, position: PositionTable) -> bool:
    """Return whether a rule gives free units to the power whose turn it is when its mobilize phase begins."""
    power, lines = position["turn"], [rules.lines[name] for name in _FREE_UNITS if name in rules.lines]
    own = position.get("advantages", {}).get(power, [])
    return any(line.advantage in own or power in cast("Sequence[str]", line.given.get("powers", ())) for line in lines)


def with_phases(
    rules: Rulebook, words: GameWords, phase: str, acts: Sequence[Act]
) -> tuple[list[Act], list[int], list[str]]:
    """Complete the actions from a phase on with the battle before a decision in it, and with the ends of phases. Return
    the actions, the indexes among them of the ends that were added, and the assumptions."""
    assumed: list[str] = []
    done = [*acts]
    in_combat = phase == CONDUCT_COMBAT or any(act.kind in (ENDS, "move") for act in acts)
    at = done[-1].named("at") if done and done[-1].kind in _IN_BATTLE and in_combat else ""
    if at and not any(act.kind == "battle" for act in acts):
        done.insert(-1, Act("battle", at))
        assumed.append(f"the battle in {words.space(at)} has begun")
    for place, (act, after) in enumerate(pairwise(done)):
        if act.kind == "battle" and after.kind == "submerge" and not act.dice and "cycles" not in act.given:
            done[place] = replace(act, given={**act.given, "cycles": 0})
    order = [each.id for each in rules.ruleset.phases]
    made: list[Act] = []
    supplied: list[int] = []
    for act in done:
        named = act.named("phase")  # "may they fly to egypt in noncombat"
        act = replace(act, given={key: each for key, each in act.given.items() if key != "phase"}) if named else act
        allowed = [each for each in ((named,) if named else phases_of(rules, act)) if each in order]
        later = [each for each in allowed if order.index(each) > order.index(phase)]
        is_begun = bool(made or named) or (act.kind == "battle" and phase == COMBAT_MOVE)
        if phase not in allowed and later and is_begun:
            for ended in order[order.index(phase) : order.index(later[0])]:
                supplied.append(len(made))
                made.append(Act(ENDS, ended))
                assumed.append(f"the phase {words.titled(ended)} has been ended")
            phase = later[0]
        made.append(act)
        if act.kind == ENDS and act.what == "turn":
            phase = order[0]
        elif act.kind == ENDS and act.what in ("phase", phase) and phase != order[-1]:
            phase = order[order.index(phase) + 1]
    return made, supplied, assumed
