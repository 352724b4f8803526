"""Where an aircraft can come down: the spaces in its reach, friendly land, carriers with room."""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine import questions
from kb.engine.board.holders import holder_of, is_friendly_land
from kb.engine.board.sides import lets_use
from kb.engine.board.spaces import air_distances, is_land
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.units.decks import carriers_at, deck_size, free_room
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
    return can_come_down(play, plane, space) if is_land(play, space) else bool(carrier_with_room(play, plane, space))


def carrier_with_room(play: Play, plane: Unit, space: str) -> int:
    """A carrier there with room for the plane, 0 for none."""
    need = deck_size(play, plane)
    for carrier in carriers_at(play, space, plane.power) if need else ():
        if free_room(play, carrier) >= need:
            return carrier.id
    return 0


def land_elsewhere(play: Play, plane: Unit, spaces: Iterable[str]) -> None:
    """Have the owner of a plane land it in one of some spaces; without any the plane stays where it is."""
    if spaces := sorted(spaces):
        space = play.choose(plane.power, "landing", plane.at, spaces)
        landed = plane.marked(Mark.LANDED, at=space, aboard=carrier_with_room(play, plane, space))
        play.emit("landed", *play.put(landed), units=[plane], space=space)
