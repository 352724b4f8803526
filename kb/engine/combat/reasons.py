"""What an attack needs, and what a combat move is for (later games)."""

from __future__ import annotations

from kb.engine.battle.battle_board import attackers_at, defenders_at, must_be_fought
from kb.engine.core.actions import Fight, Move
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import Breaches, Units, allows, forbids, refuses
from kb.engine.units.facilities import can_scramble
from kb.engine.units.moving import edits_of_move


@refuses("No attacker in {space} has an attack value.", Fight, Move)
def attacks_need_an_attack_value(play: Play, action: Fight | Move) -> Breaches:
    """A force may not attack, or move to attack, unless one of its units has an attack value. Warships may move there
    first."""
    if isinstance(action, Fight):
        attacked: tuple[str, ...] = () if play.position.battle else (action.space,)
    elif play.is_combat_move:
        play = play.supposing(edits_of_move(play, action))
        attacked = tuple(space for space in dict.fromkeys(action.route) if space in must_be_fought(play))
    else:
        attacked = ()
    for space in attacked:
        if _is_unarmed(play, space, action.power):
            yield {"space": space}


@forbids("No unit left in {space} has an attack value.", "battle-is-due")
def unarmed_units_are_in_no_battle(play: Play, space: str) -> bool:
    """An attacker that loses all its units with an attack value before the battle begins need not fight it."""
    return not play.is_combat_move and _is_unarmed(play, space, play.turn)


def _is_unarmed(play: Play, space: str, power: str) -> bool:
    """Whether a power would attack without any attack value; who is scrambled against has to fight anyway."""
    own = attackers_at(play, space, power)
    forced = any(unit.has(Mark.SCRAMBLED) for unit in defenders_at(play, space, power))
    return bool(own) and not forced and not any(play.type_of(unit).attack for unit in own)


@refuses("{unit} neither fights in {space} nor has another reason to move now.", Move)
def combat_moves_need_a_reason(play: Play, action: Move, *, units: Units) -> Breaches:
    """In the combat move, units of these types may only move where they fight or support a landing: {units}."""
    space = action.route[-1]
    for unit in play.units(action.units) if play.is_combat_move else ():
        if unit.type not in units:
            continue
        if _leads_to_combat(play, unit, space, action.power) or _may_bombard(play, unit, space):
            continue
        if not play.ask("has-a-reason-to-move", False, unit=unit, action=action):
            yield {"unit": unit, "space": space}


def _leads_to_combat(play: Play, unit: Unit, space: str, power: str) -> bool:
    """Whether a unit could fight where it goes; land that is not friendly counts."""
    unfriendly = play.is_land(space) and not play.is_friendly_land(power, play.holder(space))
    return unfriendly or play.is_hostile(power, space) or bool(play.enemies_to_meet(power, space))


def _may_bombard(play: Play, ship: Unit, zone: str) -> bool:
    """Whether a ship could support a landing from a zone."""
    shore = [space for space in play.board.around(zone) if play.is_land(space)]
    guns = ship.type in play.fact("bombarding-units") or play.holds("destroyers-bombard-with-technology", unit=ship)
    return bool(guns) and any(play.is_hostile(ship.power, space) for space in shore)


@allows("{unit} leaves a zone with enemies in it.", "has-a-reason-to-move")
def leaving_enemies_is_a_reason_to_move(play: Play, unit: Unit, action: Move) -> bool:
    """Units that begin the turn in a space with enemies may leave it in the combat move, even if those enemies can be
    ignored."""
    return not unit.came and bool(play.enemies_to_meet(action.power, action.route[0]))


@allows("{unit} escorts a transport.", "has-a-reason-to-move")
def escorting_is_a_reason_to_move(play: Play, unit: Unit, action: Move, *, units: Units) -> bool:
    """A ship may make a combat move to escort {units:a} if it sails the whole way with it."""
    escorted = {each.type for each in play.units(action.units)} & set(units)
    return bool(escorted) and play.is_ship(unit)


@allows("{unit} goes where there may be combat.", "has-a-reason-to-move")
def possible_combat_is_a_reason_to_move(play: Play, action: Move) -> bool:
    """Units may make a combat move where combat is only possible, because the enemy may scramble or a submarine is on
    the way."""
    return any(_is_dangerous(play, action.power, zone) for zone in action.route[1:] if play.is_sea(zone))


def _is_dangerous(play: Play, power: str, zone: str) -> bool:
    near = [space for space in play.board.around(zone) if play.is_land(space)]
    planes = [unit for space in near for unit in play.enemies_at(power, space)] if play.on("defenders-scramble") else []
    types, bases = play.fact("scrambling-units"), play.fact("scramble-bases")
    scramble = any(can_scramble(play, plane, types, bases) for plane in planes)
    return scramble or bool(play.enemies_to_meet(power, zone))
