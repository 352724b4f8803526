"""New carriers: fighters wait for them in the air, and go aboard as they are mobilized."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import moments, questions
from kb.engine.board.powers import accounts, allied, held_at_start
from kb.engine.board.printed import all_aircraft, is_sea
from kb.engine.core.phases import MOBILIZE_UNITS
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Mark, Unit
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.core.values import replace
from kb.engine.economy.mobilize import Mobilize, capacity, carriers, producer_of, types_of
from kb.engine.questions import Deck
from kb.engine.units.facilities import complexes
from kb.engine.units.landing import choose_deck, deck_size, room_left, who_lands
from kb.engine.units.losses import lose


@answers("{power} will place carriers.", questions.promised_decks)
def new_carriers_are_promised(play: Play, answer: tuple[Deck, ...], power: str) -> tuple[Deck, ...]:
    """A carrier that was bought counts as a landing place in the sea zones next to its power's complexes."""
    return (*answer, *_promised(play, power))


@answers("{unit} waits for a new carrier.", questions.waits_for_a_deck)
def fighters_wait_for_new_carriers(play: Play, answer: bool, unit: Unit) -> bool:
    """A fighter may end its move in a sea zone where a new carrier will have room for it."""
    room = sum(deck.room for deck in _promised(play, unit.power) if unit.at in deck.zones)
    ahead = sum(
        deck_size(play, other) for other in _waiting(play, unit.power) if other.at == unit.at and other.id < unit.id
    )
    return answer or 0 < deck_size(play, unit) <= room - ahead


@happens("What waited for a carrier comes down or is lost.", moments.end_of(MOBILIZE_UNITS))
def waiting_fighters_board_or_are_lost(play: Play, power: str) -> None:
    """A fighter goes onto the carrier that it waited for; without one it is lost."""
    waiting = list(_waiting(play, power))
    for zone in sorted({unit.at for unit in waiting}):
        there = [unit for unit in waiting if unit.at == zone]
        fit = [unit for unit in there if deck_size(play, unit)]
        boarding = who_lands(play, zone, fit, sum(room_left(play, ship) for ship in carriers(play, power, zone)))
        for unit in boarding:
            roomy = [ship for ship in carriers(play, power, zone) if room_left(play, ship) >= deck_size(play, unit)]
            ship = play.position.units[choose_deck(play, unit, roomy)]
            play.emit("boarded", *play.put(replace(unit, aboard=ship.id)), unit=unit, ship=ship, space=zone)
        lose(play, [unit for unit in there if unit not in boarding], zone, "no-landing")


def _promised(play: Play, power: str) -> Iterator[Deck]:
    """The carriers that wait in the mobilization zone, each as a deck in every zone where a complex can put it."""
    held = [land for land, holder in play.position.holders.items() if {holder, held_at_start(play, land)} == {power}]
    coasts = (play.board.around(land) for land in held if complexes(play, land) and capacity(play, land))
    zones = frozenset(space for coast in coasts for space in coast if is_sea(play, space))
    for (owner, kind), number in play.position.bought.items():
        room = play.board.unit(kind).carrier_room or 0
        if owner in accounts(play, power) and room:
            yield from (Deck(Unit(0, kind, power, ""), zones, room) for _ in range(number))


def _waiting(play: Play, power: str) -> Iterator[Unit]:
    """The aircraft of a power that are over the sea and on no ship."""
    at_sea = (unit for unit in all_aircraft(play) if is_sea(play, unit.at))
    return (unit for unit in at_sea if unit.power == power and not unit.aboard)


# -- fighters that board new carriers


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
        if not play.ask(questions.boards_new_carrier, unit=unit, power=action.power, near=near):
            yield {"unit": unit, "space": action.space}


@answers("{unit} moves onto the new carrier.", questions.boards_new_carrier)
def existing_fighters_onto_new_carriers(play: Play, answer: bool, unit: Unit, power: str, near: bool) -> bool:
    """A fighter in the territory of the complex, or in the sea zone, moves onto a carrier that is built there."""
    return answer or (near and unit.power == power)


@answers("{unit} moves onto the new carrier of {power}.", questions.boards_new_carrier)
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
