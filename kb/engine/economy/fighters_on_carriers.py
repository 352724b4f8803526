"""Fighters and carriers in the mobilization phase: what goes aboard, and for how many there is room."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.board.sides import allied
from kb.engine.board.spaces import is_sea
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Mark, Unit
from kb.engine.core.registry import answers, refuses
from kb.engine.economy.mobilize import Mobilize, carriers, producer_of, types_of
from kb.engine.units.decks import deck_size, room_left


def places_wanted(play: Play, action: Mobilize) -> tuple[int, int]:
    """The room on carriers that existing planes need, and that new ones need."""
    existing = sum(deck_size(play, unit) for unit in play.units(action.fighters))
    if not is_sea(play, action.space):
        return existing, 0
    return existing, sum((unit.carrier_cost or 0) * number for unit, number in types_of(play, action).items())


def places_there(play: Play, action: Mobilize) -> tuple[int, int]:
    """The room on new carriers, and on all carriers, once those of the action are there."""
    coming = sum((unit.carrier_room or 0) * number for unit, number in types_of(play, action).items())
    ships = carriers(play, action.power, action.space)
    rooms = {ship.id: room_left(play, ship, action.fighters) for ship in ships}
    new = sum(rooms[ship.id] for ship in ships if ship.has(Mark.MOBILIZED))
    return coming + new, coming + sum(rooms.values())


@refuses("{unit} may not move onto a carrier in {space}.", Mobilize)
def planes_stay_where_they_landed(play: Play, action: Mobilize) -> Iterator[Facts]:
    """Aircraft land before new units are placed, and do not move afterwards."""
    for unit in play.units(action.fighters):
        near = unit.at in (producer_of(play, action), action.space)
        if not play.ask(questions.landing.boards_new_carrier, unit=unit, power=action.power, near=near):
            yield {"unit": unit, "space": action.space}


@answers("{unit} moves onto the new carrier.", questions.landing.boards_new_carrier)
def existing_fighters_onto_new_carriers(play: Play, answer: bool, unit: Unit, power: str, near: bool) -> bool:
    """A fighter in the territory of the complex, or in the sea zone, moves onto a carrier that is built there."""
    return answer or (near and unit.power == power)


@answers("{unit} moves onto the new carrier of {power}.", questions.landing.boards_new_carrier)
def allied_fighters_onto_new_carriers(play: Play, answer: bool, unit: Unit, power: str, near: bool) -> bool:
    """An ally's fighter, too, moves onto a new carrier."""
    return answer or (near and unit.power != power and allied(play, unit.power, power))


@refuses("The carriers in {space} have no room for all planes that are to go aboard: {planes}.", Mobilize)
def new_decks_have_room(play: Play, action: Mobilize) -> Iterator[Facts]:
    """New aircraft at sea need room on a carrier; aircraft that were there before need room on a new carrier."""
    existing, new = places_wanted(play, action)
    on_new, on_all = places_there(play, action)
    misfits = [unit for unit in play.units(action.fighters) if not deck_size(play, unit)]
    if misfits or existing > on_new or existing + new > on_all:
        yield {"planes": existing + new + len(misfits), "space": action.space}


@refuses("New planes may not be placed on existing carriers in {space}.", Mobilize)
def new_fighters_on_new_carriers(play: Play, action: Mobilize) -> Iterator[Facts]:
    """New fighters are placed on new carriers, not on carriers that were there before."""
    existing, new = places_wanted(play, action)
    on_new, on_all = places_there(play, action)
    if on_new < existing + new <= on_all and existing <= on_new:
        yield {"space": action.space}
