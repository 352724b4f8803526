"""Duties: what a power whose turn it is has to do, if it can, before a phase ends.

Each duty lapses if no legal action meets it, so that a phase can always end. Duties that concern one module only are
declared there.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle import attackers_at, belongs_to_an_assault
from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.parameters import Breaches, Units
from kb.engine.core.play import Play
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import owes, refuses
from kb.engine.landing import (
    Land,
    deck_size,
    is_carrier,
    lost_as_carriers_stand,
    spaces_within,
    stranded,
    zones_in_reach,
)
from kb.engine.movement import ways
from kb.engine.sea import edits_of_load
from kb.engine.units import allowance, edits_of_move
from kb.games.board_model import UnitKind

# -- carriers and the aircraft that need them


@owes("{unit} has no place to land, and {carrier} can still sail to {space}.", NONCOMBAT_MOVE, before=(Land,))
def carriers_come_for_aircraft(play: Play, power: str) -> Breaches:
    """A carrier that can still move has to sail to a sea zone in which it saves an aircraft that would be lost."""
    play = play.supposing(())
    lost = lost_as_carriers_stand(play, power)
    # where aircraft land is compared here
    sailing = play.rules.lines.keys() - {"aircraft-need-a-landing", "carriers-stay-under-aircraft"}
    reach = {
        space for unit in lost if deck_size(play, unit) for space in spaces_within(play, unit, allowance(play, unit))
    }
    for carrier in play.commanded(power, UnitKind.SHIP) if lost else ():
        saved: dict[str, list[Unit]] = {carrier.at: []}
        near = is_carrier(play, carrier) and not reach.isdisjoint(zones_in_reach(play, carrier))
        for route in ways(play, carrier) if near else ():
            move, zone = Move(power, (carrier.id,), route), route[-1]
            if zone not in saved and zone in reach:
                left = {unit.id for unit in lost_as_carriers_stand(play.supposing(edits_of_move(play, move)), power)}
                saved[zone] = [unit for unit in lost if unit.id not in left] if len(left) < len(lost) else []
            if saved.get(zone) and play.permits(move, sailing):
                yield {"unit": saved[zone][0], "carrier": carrier, "space": zone}
                return


@refuses("{unit} would have no place to land without {carrier}.", Move)
def carriers_stay_under_aircraft(play: Play, action: Move) -> Breaches:
    """In the noncombat move a carrier does not sail away from an aircraft that has no other place to land."""
    carriers = [unit for unit in play.units(action.units) if is_carrier(play, unit)]
    if play.phase != NONCOMBAT_MOVE or not carriers:
        return
    play = play.supposing(())
    after = play.supposing(edits_of_move(play, action))
    if len(lost_as_carriers_stand(after, action.power)) > len(lost_as_carriers_stand(play, action.power)):
        # those that no later move can save are refused by aircraft-need-a-landing
        others = {unit.id for unit in (*stranded(play, action.power), *stranded(after, action.power))}
        for unit in stranded(after, action.power, standing=action.units):
            if unit.id not in others:
                yield {"unit": unit, "carrier": carriers[0]}


# -- cargo that was loaded in the combat move


def _loaded_now(play: Play, power: str) -> Iterator[tuple[Unit, Unit]]:
    """Yield each unit that a power loaded on its ships this turn and that is not bound for a landing, with the ship."""
    for unit in play.position.units.values():
        ship = play.position.units.get(unit.aboard)
        if ship and unit.has(Mark.LOADED) and not unit.bound and {unit.power, ship.power} == {power}:
            yield unit, ship


@refuses("{unit} would reach no land that it could attack from {ship}.", Load, Move)
def cargo_of_the_combat_move_needs_a_coast(play: Play, action: Load | Move) -> Breaches:
    """In the combat move units are loaded only if they can reach land to attack, and their transport sails only to
    zones from which they still can."""
    ids = (action.transport,) if isinstance(action, Load) else action.units
    ships = [ship for ship in play.units(ids) if play.is_ship(ship)]
    if not play.is_combat_move or not ships:
        return
    edits = edits_of_load(play, action) if isinstance(action, Load) else edits_of_move(play, action)
    after = play.supposing(edits)
    for unit, ship in _loaded_now(after, action.power):
        if ship.id in ids and not _can_land(after, unit, ship):
            yield {"unit": unit, "ship": ship}
            return


def _can_land(play: Play, unit: Unit, ship: Unit) -> bool:
    """Return whether a unit can attack land from its ship in this combat move, from a zone that the ship can reach."""
    others = play.rules.lines.keys() - {"cargo-of-the-combat-move-needs-a-coast"}
    zones = {ship.at}
    for _ in range(allowance(play, ship)):
        zones |= {near for zone in zones for near in play.board.around(zone) if play.is_sea(near)}
    coasts = {land for zone in zones for land in play.board.around(zone) if play.is_land(land)}
    if not any(play.is_hostile(unit.power, land) for land in sorted(coasts)):
        return False
    for route in ((ship.at,), *ways(play, ship)):
        coast = [land for land in sorted(play.board.around(route[-1])) if play.is_land(land)]
        hostile = [land for land in coast if play.is_hostile(unit.power, land)]
        sail = Move(ship.power, (ship.id,), route)
        if hostile and (len(route) == 1 or play.permits(sail, others)):
            there = play.supposing(edits_of_move(play, sail)) if len(route) > 1 else play
            if any(there.permits(Offload(unit.power, (unit.id,), land)) for land in hostile):
                return True
    return False


@owes("{unit} was loaded on {ship} in this combat move and has to land.", COMBAT_MOVE)
def cargo_of_the_combat_move_lands(play: Play, power: str) -> Breaches:
    """Units that a power loads on its transports in the combat move have to land in an assault in that turn if they
    can, unless they retreat."""
    play = play.supposing(())
    for unit, ship in _loaded_now(play, power):
        if _can_land(play, unit, ship):
            yield {"unit": unit, "ship": ship}


# -- ships among enemies


@owes("{ship} in {space} has to be destroyed: {power} sailed there to attack.", CONDUCT_COMBAT)
def attackers_of_transports_destroy_them(play: Play, power: str, *, transports: Units) -> Breaches:
    """A force that made a combat move to a sea zone with only enemy {transports} destroys them, unless it supports a
    landing."""
    for space in play.among_enemies(power):
        if not play.is_sea(space) or belongs_to_an_assault(play, space, power):
            continue
        enemies = play.enemies_to_meet(power, space)
        attackers = attackers_at(play, space, power)
        came = any(unit.has(Mark.COMBAT_MOVED) and play.type_of(unit).attack for unit in attackers)
        if came and enemies and all(enemy.type in transports for enemy in enemies):
            yield {"ship": enemies[0], "space": space, "power": power}


@owes("{unit} has to leave {space}: it cannot fight the enemy warships there.", COMBAT_MOVE)
def ships_that_cannot_fight_leave(play: Play, power: str, *, units: Units) -> Breaches:
    """{units} among enemy surface warships leave the sea zone in the combat move if they can, unless a unit of their
    power can fight there or they are to land troops."""
    play = play.supposing(())
    for unit in play.commanded(power, UnitKind.SHIP):
        stays = unit.type in units and not unit.bound and not unit.has(Mark.COMBAT_MOVED)
        if not stays or not play.is_hostile(power, unit.at):
            continue
        if any(play.type_of(each).attack for each in attackers_at(play, unit.at, power)):
            continue
        moves = (Move(power, (unit.id,), route) for route in ways(play, unit) if not play.is_hostile(power, route[-1]))
        if any(play.permits(move) for move in moves):
            yield {"unit": unit, "space": unit.at}
