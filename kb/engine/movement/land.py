"""Land units: hostile land stops them, tanks blitz, guns move late."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import terms
from kb.engine.actions import Load, Move, Offload
from kb.engine.combat.capture import change_holder
from kb.engine.movement.moves import Facts, goes_by_air, is_combat_move, passed_hostile
from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.engine.registry import answers, happens, refuses
from kb.games.board_model import UnitKind


@refuses("hostile-land-stops", "{unit} must stop in {space}, which is hostile.", Move)
def hostile_land_stops(play: Play, action: Move) -> Iterator[Facts]:
    """A land unit that enters hostile land goes no further in the combat move.

    Source in Revised: rev/p3-combat-move.
    """
    if is_combat_move(play):
        for unit, space in passed_hostile(play, action, UnitKind.LAND):
            if goes_by_air(play, unit, action.route, action.units):
                continue
            if not play.ask("passes-hostile-land", False, unit=unit, space=space, power=action.power):
                yield {"unit": unit, "space": space}


@answers("tanks-blitz", "{unit} blitzes through {space}, which nobody defends.", "passes-hostile-land")
def tanks_blitz(play: Play, answer: bool, unit: Unit, space: str, power: str) -> bool:
    """A tank goes on through hostile land without enemy units. Source in Revised: rev/p3-blitz."""
    if unit.type not in play.names("tanks-blitz", "units") or not is_combat_move(play):
        return answer
    return not terms.combatants(play, terms.enemies(play, power, space)) or answer


@refuses("no-way-leads-on-from-a-friends-land", "{unit} must stop in {space}, which is {holder}'s.", Move)
def no_way_leads_on_from_a_friends_land(play: Play, action: Move) -> Iterator[Facts]:
    """A land unit goes on from its own power's land, or land it blitzes through; certain powers share theirs.

    Source in Flames and Steel: fas-cm-4.
    """
    rule = "no-way-leads-on-from-a-friends-land"
    for unit in play.units(action.units) if is_combat_move(play) else ():
        if terms.is_kind(play, unit, UnitKind.LAND):
            for space in action.route[:-1] if unit.came else action.route[1:-1]:
                holder = terms.holder(play, space)
                friendly = terms.is_friendly_land(play, unit.power, holder)
                if friendly and not terms.shares(play, rule, unit.power, holder):
                    yield {"unit": unit, "space": space, "holder": holder}


@answers("mechanized-infantry", "{unit} rides with a tank.", "movement")
def mechanized_infantry(play: Play, answer: int, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int:
    """Infantry moves two spaces together with a tank, one for one.

    Source in Revised: rev/na-us-mechanized-infantry; in Anniversary: ann/tech-mech-inf.
    """
    rule = "mechanized-infantry"
    if not terms.gains(play, rule, unit):
        return answer
    together = play.units(group)
    tanks = sum(each.type in play.names(rule, "carriers") for each in together)
    infantry = sum(each.type in play.names(rule, "units") for each in together)
    return play.number(rule, "move") if 0 < infantry <= tanks else answer


@answers("mechanized-infantry-blitzes", "{unit} blitzes through {space} beside its tank.", "passes-hostile-land")
def mechanized_infantry_blitzes(play: Play, answer: bool, unit: Unit, space: str, power: str) -> bool:
    """Infantry that a tank takes along blitzes with it. Source in Anniversary: ann/tech-mech-inf."""
    rides = terms.gains(play, "mechanized-infantry-blitzes", unit)
    return answer or (rides and not terms.combatants(play, terms.enemies(play, power, space)))


@refuses("some-blitz-beside-a-tank-only", "{unit} blitzes through {space} only together with a tank.", Move)
def some_blitz_beside_a_tank_only(play: Play, action: Move) -> Iterator[Facts]:
    """Mechanized infantry needs a tank beside it, one for one, to blitz. Source in Europe 1940: e40-mov-2."""
    rule = "some-blitz-beside-a-tank-only"
    together = play.units(action.units)
    tanks = sum(unit.type in play.names(rule, "beside") for unit in together)
    for unit, space in passed_hostile(play, action, UnitKind.LAND) if is_combat_move(play) else ():
        if unit.type in play.names(rule, "units") and not play.ask("blitzes-alone", False, unit=unit):
            tanks -= 1
            if tanks < 0:
                yield {"unit": unit, "space": space}


@answers("better-mechanized-infantry-blitzes-alone", "{unit} needs no tank to blitz.", "blitzes-alone")
def better_mechanized_infantry_blitzes_alone(play: Play, answer: bool, unit: Unit) -> bool:
    """Improved Mechanized Infantry: it blitzes without a tank beside it. Source in Europe 1940: e40/rd."""
    return answer or terms.gains(play, "better-mechanized-infantry-blitzes-alone", unit)


@answers(
    "complexes-and-guns-stop-a-blitz",
    "{unit} cannot blitz through {space}: a complex or gun is there.",
    "passes-hostile-land",
)
def complexes_and_guns_stop_a_blitz(play: Play, answer: bool, unit: Unit, space: str, power: str) -> bool:
    """An industrial complex or antiaircraft gun stops a blitz. Source in Revised: rev/p3-blitz."""
    there = {other.type for other in terms.enemies(play, power, space)}
    return answer and not there & set(play.names("complexes-and-guns-stop-a-blitz", "units"))


@happens("blitzed-land-is-taken-at-once", "{power} takes {space} in passing.", "passed")
def blitzed_land_is_taken_at_once(play: Play, units: list[Unit], space: str, power: str) -> None:
    """Land that a tank blitzes through changes hands at once. Source in Revised: rev/p3-blitz."""
    by_land = any(terms.is_kind(play, unit, UnitKind.LAND) for unit in units)
    if by_land and terms.is_land(play, space) and terms.is_hostile(play, power, space):
        change_holder(play, space, power)


@refuses("guns-move-in-noncombat", "{unit} moves in the noncombat move only.", Move, Load, Offload)
def guns_move_in_noncombat(play: Play, action: Move | Load | Offload) -> Iterator[Facts]:
    """An antiaircraft gun makes no combat move. Source in Revised: rev/up-aa-guns."""
    for unit in play.units(action.units) if is_combat_move(play) else ():
        if unit.type in play.names("guns-move-in-noncombat", "units"):
            yield {"unit": unit}


@refuses("captured-guns-stay", "{unit} was captured this turn and stays.", Move, Load)
def captured_guns_stay(play: Play, action: Move | Load) -> Iterator[Facts]:
    """A gun does not move in the turn in which it is captured. Source in Revised: rev-mov-1."""
    for unit in play.units(action.units):
        if unit.has(Mark.CAPTURED) and not terms.is_kind(play, unit, UnitKind.FACILITY):
            yield {"unit": unit}


@refuses("rocket-guns-stay", "{unit} has fired a rocket this turn and stays.", Move, Load)
def rocket_guns_stay(play: Play, action: Move | Load) -> Iterator[Facts]:
    """A gun that fired a rocket does not move in the same turn. Source in Revised: rev-mov-2."""
    for unit in play.units(action.units):
        if unit.has(Mark.LAUNCHED_ROCKET):
            yield {"unit": unit}
