"""The rules of land units: where hostile land stops them, which of them blitz, and when guns move."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.play import Play, shares
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import (
    Advantage,
    Breaches,
    Powers,
    Technologies,
    Units,
    allows,
    changes,
    forbids,
    happens,
    holds,
    refuses,
)
from kb.engine.units.moving import goes_by_air, hostile_spaces_passed
from kb.games.board_model import UnitKind


@refuses("{unit} must stop in {space}, which is hostile.", Move)
def hostile_land_stops(play: Play, action: Move) -> Breaches:
    """A land unit that enters hostile land in the combat move stops there."""
    if play.is_combat_move:
        for unit, space in hostile_spaces_passed(play, action, UnitKind.LAND):
            if goes_by_air(play, unit, action):
                continue
            if not play.ask("passes-hostile-land", False, unit=unit, space=space, power=action.power):
                yield {"unit": unit, "space": space}


@allows("{unit} blitzes through {space}, which nobody defends.", "passes-hostile-land")
def tanks_blitz(play: Play, unit: Unit, space: str, power: str, *, units: Units) -> bool:
    """{units} may move on through hostile land in which there are no enemy units."""
    if unit.type not in units or not play.is_combat_move:
        return False
    return not play.combatants(play.enemies_at(power, space))


@refuses("{unit} must stop in {space}, which is {holder}'s.", Move)
def allied_land_stops_land_units(play: Play, action: Move, *, powers: Powers) -> Breaches:
    """A land unit moves on only from land of its own power, or from land that it blitzes through; {powers} count as one
    power here."""
    for unit in play.units(action.units) if play.is_combat_move else ():
        if play.is_land_unit(unit):
            for space in action.route[:-1] if unit.came else action.route[1:-1]:
                holder = play.holder(space)
                friendly = play.is_friendly_land(unit.power, holder)
                if friendly and not shares(unit.power, holder, powers):
                    yield {"unit": unit, "space": space, "holder": holder}


@changes("{unit} rides with a tank.", "movement")
def mechanized_infantry(
    play: Play,
    answer: int,
    unit: Unit,
    group: tuple[int, ...],
    *,
    technologies: Technologies = (),
    units: Units,
    carriers: Units,
    advantage: Advantage,
) -> int:
    """[{technologies}: ]{units} may move as far as {carriers} that it moves together with from the start, one for
    each."""
    if not play.gains(unit, units, technologies, advantage):
        return answer
    together = [each for each in play.units(group) if each.came == unit.came]
    tanks = [play.type_of(each).move or 0 for each in together if each.type in carriers]
    infantry = sum(each.type in units for each in together)
    return max(answer, *tanks) if 0 < infantry <= len(tanks) else answer


@allows("{unit} blitzes through {space} beside its tank.", "passes-hostile-land")
def mechanized_infantry_blitzes(
    play: Play, unit: Unit, space: str, power: str, *, technologies: Technologies, units: Units
) -> bool:
    """{technologies}: {units} that moves with a tank blitzes with it."""
    rides = play.gains(unit, units, technologies)
    return rides and (not play.combatants(play.enemies_at(power, space)))


@refuses("{unit} blitzes through {space} only together with a tank.", Move)
def some_blitz_beside_a_tank_only(play: Play, action: Move, *, units: Units, beside: Units) -> Breaches:
    """{units} may blitz only together with {beside}, one for each tank."""
    together = play.units(action.units)
    tanks = sum(unit.type in beside for unit in together)
    for unit, space in hostile_spaces_passed(play, action, UnitKind.LAND) if play.is_combat_move else ():
        if unit.type in units and not play.holds("better-mechanized-infantry-blitzes-alone", unit=unit):
            tanks -= 1
            if tanks < 0:
                yield {"unit": unit, "space": space}


@holds("{unit} needs no tank to blitz.")
def better_mechanized_infantry_blitzes_alone(
    play: Play, unit: Unit, *, technologies: Technologies, units: Units
) -> bool:
    """{technologies}: {units} may blitz without a tank."""
    return play.gains(unit, units, technologies)


@forbids("{unit} cannot blitz through {space}: a complex or gun is there.", "passes-hostile-land")
def complexes_and_guns_stop_a_blitz(play: Play, space: str, power: str, *, units: Units) -> bool:
    """{units:a} stops a blitz."""
    there = {other.type for other in play.enemies_at(power, space)}
    return bool(there & set(units))


@happens("{power} takes {space} in passing.", "passed")
def blitzed_land_is_taken_at_once(play: Play, units: Sequence[Unit], space: str, power: str) -> None:
    """Land through which a unit blitzes changes hands at once."""
    by_land = any(play.is_land_unit(unit) for unit in units)
    if by_land and play.is_land(space) and play.is_hostile(power, space):
        play.change_holder(space, power)


@refuses("{unit} moves in the noncombat move only.", Move, Load, Offload)
def guns_move_in_noncombat(play: Play, action: Move | Load | Offload, *, units: Units) -> Breaches:
    """{units} make no combat move; they move only in the noncombat move."""
    for unit in play.units(action.units) if play.is_combat_move else ():
        if unit.type in units:
            yield {"unit": unit}


@refuses("{unit} was captured this turn and stays.", Move, Load)
def captured_guns_stay(play: Play, action: Move | Load) -> Breaches:
    """An antiaircraft gun does not move in the turn in which it is captured."""
    for unit in play.units(action.units):
        if unit.has(Mark.CAPTURED) and not play.is_facility(unit):
            yield {"unit": unit}


@refuses("{unit} has fired a rocket this turn and stays.", Move, Load)
def rocket_guns_stay(play: Play, action: Move | Load) -> Breaches:
    """A gun that has fired a rocket does not move in the same turn."""
    for unit in play.units(action.units):
        if unit.has(Mark.LAUNCHED_ROCKET):
            yield {"unit": unit}
