"""Where aircraft come down: the decks of carriers, and the other places."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from kb.engine.core.play import Play
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.position import Mark, Unit
from kb.engine.core.table import Pick
from kb.engine.units.kinds import at_rest
from kb.engine.units.losses import pick, whose_choice
from kb.engine.units.moving import allowance, is_kept_out


@dataclass(slots=True)
class Deck:
    """A carrier that could take aircraft: the sea zones where it could be, and the room it has left, in fighters."""

    carrier: Unit
    zones: frozenset[str]
    room: int


# -- decks


def deck_size(play: Play, plane: Unit) -> int:
    """The room that an aircraft takes on a carrier, 0 for those that cannot land on one."""
    return play.type_of(plane).carrier_cost or 0


def is_carrier(play: Play, unit: Unit) -> bool:
    """Whether aircraft can land on a unit."""
    return bool(play.type_of(unit).carrier_room)


def takes_in_planes_of(play: Play, carrier: Unit, power: str) -> bool:
    """Whether aircraft of a power may land on a carrier: its own, and a friend's that lets them."""
    friendly = play.allied(power, carrier.power) and play.lets_use(carrier.power, power, carrier.at)
    return friendly and not play.holds("aircraft-land-on-their-own-carriers", carrier=carrier, power=power)


def room_left(play: Play, carrier: Unit, leaving: Container[int] = ()) -> int:
    """The room on a carrier beside the aircraft aboard, of which those that are ``leaving`` do not count."""
    aboard = (unit for unit in play.position.aboard(carrier) if unit.id not in leaving)
    room = play.ask("damaged-carriers-take-no-aircraft", play.type_of(carrier).carrier_room or 0, carrier=carrier)
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
            zones = _zones(play, unit) if play.fights_for(unit, power) else frozenset((unit.at,))
            aboard = [plane for plane in play.position.aboard(unit) if not plane.has(Mark.LANDED)]
            own = [plane for plane in aboard if play.fights_for(plane, power)]
            leaving = sum(deck_size(play, plane) for plane in own)
            found.append(Deck(unit, zones, free_room(play, unit) + leaving))
    return found


def _zones(play: Play, carrier: Unit) -> frozenset[str]:
    """The zones an own carrier can be in when the noncombat move ends, if nothing stops it."""
    done = carrier.marks & {Mark.COMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED}
    if (done and not play.is_combat_move) or play.phase not in (COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE):
        return frozenset((carrier.at,))
    left = 0 if carrier.has(Mark.COMBAT_MOVED) else allowance(play, carrier)
    seen, edge = {carrier.at}, {carrier.at}
    for _ in range(left):
        # asked in this order
        ways = [(a, b) for a in sorted(edge) for b in sorted(play.board.around(a)) if play.is_sea(b)]
        edge = {
            b
            for a, b in ways
            if not play.holds("unreachable-carriers-are-no-landing-place", carrier=carrier, start=a, end=b)
        } - seen
        seen |= edge
    return frozenset(seen)


# -- landing places


def can_come_down(play: Play, plane: Unit, territory: str) -> bool:
    """Whether an aircraft may land in a territory: friendly, and so since the turn began."""
    holder = play.holder(territory)
    if not play.is_friendly_land(plane.power, holder) or is_kept_out(play, plane, territory):
        return False
    if not play.lets_use(holder, plane.power, territory):
        return False
    return not play.ask("closed-to-landing", False, unit=plane, territory=territory)


def spaces_within(play: Play, plane: Unit, reach: int) -> list[str]:
    """The spaces that a plane reaches over at most so many borders."""
    return [space for space, far in play.air_distances(plane.at, plane.power).items() if far <= reach]


def can_land_in(play: Play, plane: Unit, space: str) -> bool:
    """Whether a plane may come down in a space: on friendly land, or aboard a carrier there with room."""
    return can_come_down(play, plane, space) if play.is_land(space) else bool(carriers_with_room(play, plane, space))


def carriers_with_room(play: Play, plane: Unit, space: str) -> list[Unit]:
    """The carriers there with room for the plane."""
    need = deck_size(play, plane)
    there = carriers_at(play, space, plane.power) if need and play.is_sea(space) else ()
    return [carrier for carrier in there if free_room(play, carrier) >= need]


def choose_deck(play: Play, plane: Unit, carriers: Sequence[Unit]) -> int:
    """The carrier on which the owner of a plane lands it, 0 for none; he is asked where they are not equal."""
    by_kind: dict[Pick, Unit] = {}
    for carrier in sorted(carriers, key=lambda carrier: carrier.power != plane.power):
        own = all(each.power == plane.power for each in carriers)
        by_kind.setdefault(((carrier.power, at_rest(play, carrier, whole=not own), 1),), carrier)
    if not by_kind:
        return 0
    return by_kind[play.choose(plane.power, "carrier", carriers[0].at, list(by_kind))].id


def who_lands(play: Play, space: str, planes: Sequence[Unit], places: int) -> list[Unit]:
    """The planes over a space that come down where places are too few for all: their owner says which."""
    return pick(play, whose_choice(play, planes), "decks", space, planes, places) if planes else []


def land_each(play: Play, planes: Sequence[Unit], spaces: int, takes_in: Callable[[Play, Unit, str], bool]) -> None:
    """Have each of some planes land within so many spaces, where ``takes_in`` lets it; without a space it stays.

    Those that have only carriers in reach, too few for all, land as their owner says.
    """

    def spaces_of(plane: Unit) -> list[str]:
        return sorted(space for space in spaces_within(play, plane, spaces) if takes_in(play, plane, space))

    for space in dict.fromkeys(plane.at for plane in planes):
        there = [plane for plane in planes if plane.at == space]
        reach = {plane.id: spaces_of(plane) for plane in there}
        needy = [plane for plane in there if reach[plane.id] and all(play.is_sea(each) for each in reach[plane.id])]
        zones = sorted({zone for plane in needy for zone in reach[plane.id]})
        places = sum(free_room(play, carrier) for zone in zones for carrier in carriers_at(play, zone, needy[0].power))
        first = who_lands(play, space, needy, places)
        for plane in (*first, *(plane for plane in there if plane not in first)):
            if choices := spaces_of(plane):
                chosen = play.choose(plane.power, "landing", plane.at, choices)
                seat = choose_deck(play, plane, carriers_with_room(play, plane, chosen))
                landed = plane.marked(Mark.LANDED, at=chosen, aboard=seat)
                play.emit("landed", *play.put(landed), units=[plane], space=chosen)
