"""Fighters that wait in the air for a carrier which is still to be mobilized."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import moments, questions
from kb.engine.board.economies import accounts
from kb.engine.board.holders import held_at_start
from kb.engine.board.spaces import is_sea
from kb.engine.board.unit_types import all_aircraft
from kb.engine.core.phases import MOBILIZE_UNITS
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.engine.core.values import replace
from kb.engine.economy.complexes import capacity
from kb.engine.economy.mobilize import carriers
from kb.engine.questions.answers import Deck
from kb.engine.units.complexes import complexes
from kb.engine.units.decks import deck_size, room_left
from kb.engine.units.landing_places import choose_deck, who_lands
from kb.engine.units.losses import lose


@answers("{power} will place carriers.", questions.landing.promised_decks)
def new_carriers_are_promised(play: Play, answer: tuple[Deck, ...], power: str) -> tuple[Deck, ...]:
    """A carrier that was bought counts as a landing place in the sea zones next to its power's complexes."""
    return (*answer, *_promised(play, power))


@answers("{unit} waits for a new carrier.", questions.landing.waits_for_a_deck)
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
