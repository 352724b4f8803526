"""Whether units of a position can stand where they are, and ships and aircraft carry what is aboard them."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.board.spaces import is_land
from kb.engine.board.unit_types import is_kind, type_of
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.values import replace
from kb.engine.units.cargo import room_aboard, room_taken
from kb.engine.units.decks import deck_size
from kb.games.board_model import UnitKind


def overloaded(play: Play) -> Iterator[tuple[Unit, list[Unit]]]:
    """The units that carry what they cannot, each with all that is aboard it."""
    carriers = dict.fromkeys(unit.aboard for unit in play.position.units.values() if unit.aboard)
    for ship in play.units(tuple(carriers)):
        cargo = play.position.aboard(ship)
        if not _can_carry(play, ship, cargo):
            yield ship, cargo


def misplaced(play: Play) -> Iterator[Unit]:
    """The units that stand where they cannot: in a space that is closed to all, ships on land, land units and
    facilities at sea."""
    for unit in play.position.units.values():
        on_land = is_land(play, unit.at)
        if play.board.space(unit.at).closed:
            yield unit
            continue
        if is_kind(play, unit, UnitKind.SHIP) and on_land:
            yield unit
        if is_kind(play, unit, UnitKind.FACILITY, UnitKind.LAND) and not on_land and not unit.aboard:
            yield unit


def _can_carry(play: Play, ship: Unit, cargo: list[Unit]) -> bool:
    """Whether a unit could carry all of this, by its room and by the rules that add to it."""
    land = [unit for unit in cargo if is_kind(play, unit, UnitKind.LAND)]
    planes = [unit for unit in cargo if is_kind(play, unit, UnitKind.AIR)]
    if len(land) + len(planes) < len(cargo) or not all(deck_size(play, plane) for plane in planes):
        return False
    if sum(deck_size(play, plane) for plane in planes) > (type_of(play, ship).carrier_room or 0):
        return False
    if is_kind(play, ship, UnitKind.AIR):
        return all(_took_off_with(play, unit, ship) for unit in land)
    stowed = all(type_of(play, unit).has("transport_cost") for unit in land)
    return not land or (stowed and room_taken(play, land) <= room_aboard(play, ship, land))


def _took_off_with(play: Play, unit: Unit, plane: Unit) -> bool:
    """Whether a land unit could have flown with an aircraft, had both stood in a territory before they moved."""
    before = play.supposing(play.put(replace(unit, aboard=0, spent=0), replace(plane, spent=0)))
    group = (plane.id, unit.id)
    return bool(before.ask(questions.movement.flies_with, unit=before.units((unit.id,))[0], route=(), group=group))
