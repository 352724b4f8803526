"""Calling a landing off: troops that are to land after a sea battle stay aboard (earlier games)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine.core import notes
from kb.engine.core.actions import Action
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Mark, Unit, replace
from kb.engine.core.rules import Breaches, candidates, effect_of, refuses
from kb.engine.units.moving import came_by_sea, has_room, room_taken
from kb.games.board_model import UnitKind


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Keep troops aboard that were to land in ``territory``: they go back before they have fought there."""

    name = "call_off"

    units: tuple[int, ...]
    territory: str


@refuses("The landing of {unit} in {territory} cannot be called off.", CallOff)
def landings_are_called_off_after_a_sea_battle(play: Play, action: CallOff) -> Breaches:
    """After the sea battle for a declared landing is won, the troops may stay aboard instead of landing, as long as
    they have not fought on land."""
    battle = play.position.battle
    for unit in play.units(action.units):
        landed = unit.at == action.territory and came_by_sea(play, unit) and _ship_for(play, unit) is not None
        fights = unit.has(Mark.FOUGHT) or (battle is not None and unit.id in battle.units)
        if not landed or fights or not notes.CONTESTED.is_set(play.position, unit.came[-1]):
            yield {"unit": unit, "territory": action.territory}


def _ship_for(play: Play, unit: Unit) -> Unit | None:
    """A ship with room from which troops went ashore where a unit did, still in its zone."""
    zone = unit.came[-1] if unit.came else ""
    return next((ship for ship in _ships(play, zone, unit.at) if has_room(play, ship, unit)), None)


def _ships(play: Play, zone: str, territory: str) -> list[Unit]:
    """The ships in a zone from which troops went ashore in a territory."""
    there = play.position.at(zone) if zone else ()
    return [ship for ship in there if (zone, territory) in notes.LANDINGS.get(play.position, str(ship.id))]


@effect_of(CallOff)
def call_off(play: Play, action: CallOff) -> None:
    """Put the troops back aboard, the largest first; ships none of whose troops are left ashore have not landed any."""
    for unit in sorted(play.units(action.units), key=lambda unit: -room_taken(play, [unit])):
        ship = _ship_for(play, unit)
        if ship is None:
            continue
        zone = ship.at
        back = unit.unmarked(Mark.OFFLOADED, Mark.COMBAT_MOVED, at=zone, aboard=ship.id, came=unit.came[:-1])
        play.emit("boarded", *play.put(back), *_nobody_landed(play, unit, zone), unit=unit, ship=ship, space=zone)


def _nobody_landed(play: Play, last: Unit, zone: str) -> Iterator[Edit]:
    """The edits of the ships of a zone when the last unit that they put ashore in a territory goes back aboard."""
    ashore = (unit for unit in play.position.at(last.at) if unit.id != last.id and came_by_sea(play, unit))
    if any(unit.came[-1] == zone for unit in ashore):
        return
    for ship in _ships(play, zone, last.at):
        landings = notes.LANDINGS.get(play.position, str(ship.id))
        left = tuple(pair for pair in landings if pair != (zone, last.at))
        yield notes.LANDINGS.edit(left, str(ship.id)) if left else notes.LANDINGS.clear(str(ship.id))
        yield from play.put(replace(ship.unmarked(Mark.OFFLOADED), bound=""))


@candidates(CallOff)
def possible_calling_off(play: Play, power: str) -> Iterator[Action]:
    """Each land unit that came from the sea."""
    for unit in play.commanded(power, UnitKind.LAND):
        if came_by_sea(play, unit):
            yield CallOff(power, (unit.id,), unit.at)
