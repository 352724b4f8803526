"""Carriers as landing places: the room on them, who uses it, and where own carriers can still move."""

from __future__ import annotations

from collections.abc import Container

from kb.engine import questions
from kb.engine.board.command import fights_for
from kb.engine.board.phases import is_combat_move
from kb.engine.board.sides import allied, lets_use
from kb.engine.board.spaces import is_sea
from kb.engine.board.unit_types import type_of
from kb.engine.core.phases import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.questions.answers import Deck
from kb.engine.units.moving import allowance


def deck_size(play: Play, plane: Unit) -> int:
    """The room that an aircraft takes on a carrier, 0 for those that cannot land on one."""
    return type_of(play, plane).carrier_cost or 0


def is_carrier(play: Play, unit: Unit) -> bool:
    """Whether aircraft can land on a unit."""
    return bool(type_of(play, unit).carrier_room)


def takes_in_planes_of(play: Play, carrier: Unit, power: str) -> bool:
    """Whether aircraft of a power may land on a carrier: its own, and a friend's that lets them."""
    friendly = allied(play, power, carrier.power) and lets_use(play, carrier.power, power, carrier.at)
    return play.adjust(questions.landing.takes_in, friendly, carrier=carrier, power=power)


def room_left(play: Play, carrier: Unit, leaving: Container[int] = ()) -> int:
    """The room on a carrier beside the aircraft aboard, of which those that are ``leaving`` do not count."""
    aboard = (unit for unit in play.position.aboard(carrier) if unit.id not in leaving)
    room = play.adjust(questions.landing.deck_room, type_of(play, carrier).carrier_room or 0, carrier=carrier)
    return room - sum(deck_size(play, unit) for unit in aboard)


def free_room(play: Play, carrier: Unit) -> int:
    """The free room on a carrier, where the fighters of its power that stand in its zone also need room."""
    room = room_left(play, carrier)
    if carrier.power == play.turn:
        return room
    own = [unit for unit in play.position.at(carrier.at) if unit.power == carrier.power and not unit.aboard]
    standing = sum(deck_size(play, unit) for unit in own)
    before = sum(room_left(play, ship) for ship in own if ship.id < carrier.id)
    return room - min(room, max(0, standing - before))


def carriers_at(play: Play, zone: str, power: str) -> list[Unit]:
    """The carriers in a zone that take in aircraft of a power."""
    there = play.position.at(zone)
    return [unit for unit in there if is_carrier(play, unit) and takes_in_planes_of(play, unit, power)]


def decks(play: Play, power: str) -> list[Deck]:
    """The carriers that could take in aircraft of a power, own ones in every zone that they can still reach.

    The power's own aircraft aboard may still fly off: the room they take counts as free.
    """
    found = []
    for unit in play.position.units.values():
        if is_carrier(play, unit) and takes_in_planes_of(play, unit, power):
            zones = _zones(play, unit) if fights_for(play, unit, power) else frozenset((unit.at,))
            aboard = [plane for plane in play.position.aboard(unit) if not plane.has(Mark.LANDED)]
            own = [plane for plane in aboard if fights_for(play, plane, power)]
            leaving = sum(deck_size(play, plane) for plane in own)
            found.append(Deck(unit, zones, free_room(play, unit) + leaving))
    return found


def _zones(play: Play, carrier: Unit) -> frozenset[str]:
    """The zones an own carrier can be in when the noncombat move ends, if nothing stops it."""
    done = carrier.marks & {Mark.COMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED}
    if (done and not is_combat_move(play)) or play.phase not in (COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE):
        return frozenset((carrier.at,))
    left = 0 if carrier.has(Mark.COMBAT_MOVED) else allowance(play, carrier)
    seen, edge = {carrier.at}, {carrier.at}
    for _ in range(left):
        ways = [
            (zone, near) for zone in sorted(edge) for near in sorted(play.board.around(zone))
        ]  # asked in this order
        edge = {near for zone, near in ways if _may_sail(play, carrier, zone, near)} - seen
        seen |= edge
    return frozenset(seen)


def _may_sail(play: Play, carrier: Unit, start: str, end: str) -> bool:
    return is_sea(play, end) and play.ask(questions.landing.carrier_can_reach, carrier=carrier, start=start, end=end)
