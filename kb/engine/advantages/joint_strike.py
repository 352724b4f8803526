"""Joint Strike: two powers attack together in the turn of one of them."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import moments, questions
from kb.engine.advantages.invoke import Invoke, in_own_phase, invoked, invokes
from kb.engine.board.phases import is_combat_move
from kb.engine.core import given, notes
from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.facts import JOINT_STRIKE_PARTNERS
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.registry import answers, happens, refuses


@refuses("{power} leaves its attack to the joint strike.", Move, Load, Offload)
def joint_strike_skips_the_combat_move(
    play: Play, action: Move | Load | Offload, *, partner: Names = given.fact(JOINT_STRIKE_PARTNERS)
) -> Iterator[Facts]:
    """A power that has declared a joint strike makes no combat move of its own; its units attack in the turn of
    {partner}."""
    if is_combat_move(play) and notes.JOINT_STRIKE.get(play.position) == action.power == play.turn:
        yield {"power": action.power}


@answers("{unit} moves with the joint strike.", questions.sides.moves_for_another)
def joint_strike_units_obey_the_partner(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    """In its turn the partner moves the units of the power that declared the joint strike."""
    return answer or _strikes(play, unit, power)


@answers("{unit} fights with the joint strike.", questions.sides.joins_the_attack)
def joint_strike_units_fight_together(play: Play, answer: bool, unit: Unit, power: str) -> bool:
    """In a joint strike the units of both powers attack together."""
    return answer or _strikes(play, unit, power)


def _strikes(play: Play, unit: Unit, power: str) -> bool:
    declared = notes.JOINT_STRIKE.get(play.position) == unit.power
    return declared and power in play.fact(JOINT_STRIKE_PARTNERS)


@invokes("{action.power} declares a joint strike.")
def joint_strike(play: Play, action: Invoke) -> None:
    """A joint strike is declared in the power's own turn, before it moves."""
    play.emit("joint-strike-declared", notes.JOINT_STRIKE.edit(action.power), power=action.power)


@refuses("A joint strike is declared in one's own turn, before moving.", Invoke)
def joint_strike_is_declared_before_moving(
    play: Play,
    action: Invoke,
    *,
    phases: Names = given.phases("the phases in which it is declared"),
    advantage: str = given.own_advantage(),
) -> Iterator[Facts]:
    """A joint strike is declared in the power's own turn, before any of its units has moved, in one of these phases:
    {phases}."""
    if not invoked(action, advantage):
        return
    moved = any(unit.power == action.power and unit.marks for unit in play.position.units.values())
    if moved or not in_own_phase(play, action, phases):
        yield {"power": action.power}


@happens("The joint strike is over.", moments.end_of_turn)
def joint_strike_ends(play: Play, power: str, *, partner: Names = given.fact(JOINT_STRIKE_PARTNERS)) -> None:
    """A joint strike lasts until the end of the partner's turn."""
    if notes.JOINT_STRIKE.is_set(play.position) and power in partner:
        play.emit("joint-strike-ended", notes.JOINT_STRIKE.clear(), power=power)
