"""Where an aircraft can come down: the spaces in its reach, friendly land, carriers with room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kb.engine import questions
from kb.engine.board.holders import holder_of, is_friendly_land
from kb.engine.board.sides import lets_use
from kb.engine.board.spaces import air_distances, is_land, is_sea
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.table import Pick
from kb.engine.units.decks import carriers_at, deck_size, free_room
from kb.engine.units.kinds import at_rest
from kb.engine.units.losses import pick, whose_choice
from kb.engine.units.moving import is_kept_out


def can_come_down(play: Play, plane: Unit, territory: str) -> bool:
    """Whether an aircraft may land in a territory: friendly, and so since the turn began."""
    holder = holder_of(play, territory)
    if not is_friendly_land(play, plane.power, holder) or is_kept_out(play, plane, territory):
        return False
    if not lets_use(play, holder, plane.power, territory):
        return False
    return not play.ask(questions.landing.closed_to_landing, unit=plane, territory=territory)


def spaces_within(play: Play, plane: Unit, reach: int) -> list[str]:
    """The spaces that a plane reaches over at most so many borders."""
    return [space for space, far in air_distances(play, plane.at, plane.power).items() if far <= reach]


def can_land_in(play: Play, plane: Unit, space: str) -> bool:
    """Whether a plane may come down in a space: on friendly land, or aboard a carrier there with room."""
    return can_come_down(play, plane, space) if is_land(play, space) else bool(carriers_with_room(play, plane, space))


def carriers_with_room(play: Play, plane: Unit, space: str) -> list[Unit]:
    """The carriers there with room for the plane."""
    need = deck_size(play, plane)
    there = carriers_at(play, space, plane.power) if need and is_sea(play, space) else ()
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


def land_each(play: Play, planes: Sequence[Unit], spaces_of: Callable[[Unit], list[str]]) -> None:
    """Have each of some planes land in one of the spaces that it reaches; where none is left it stays where it is.

    ``spaces_of`` tells the spaces. Those that have only carriers in reach, too few for all, land as their owner says.
    """
    for space in dict.fromkeys(plane.at for plane in planes):
        there = [plane for plane in planes if plane.at == space]
        reach = {plane.id: spaces_of(plane) for plane in there}
        needy = [plane for plane in there if reach[plane.id] and all(is_sea(play, each) for each in reach[plane.id])]
        zones = sorted({zone for plane in needy for zone in reach[plane.id]})
        places = sum(free_room(play, carrier) for zone in zones for carrier in carriers_at(play, zone, needy[0].power))
        first = who_lands(play, space, needy, places)
        for plane in (*first, *(plane for plane in there if plane not in first)):
            land_elsewhere(play, plane, spaces_of(plane))


def land_elsewhere(play: Play, plane: Unit, spaces: Iterable[str]) -> None:
    """Have the owner of a plane land it in one of some spaces; without any the plane stays where it is."""
    if spaces := sorted(spaces):
        space = play.choose(plane.power, "landing", plane.at, spaces)
        seat = choose_deck(play, plane, carriers_with_room(play, plane, space))
        landed = plane.marked(Mark.LANDED, at=space, aboard=seat)
        play.emit("landed", *play.put(landed), units=[plane], space=space)
