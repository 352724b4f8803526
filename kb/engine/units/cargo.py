"""Cargo: what transports carry, how much room they have, and who came by sea."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.powers import is_hostile
from kb.engine.board.printed import is_kind, is_sea, type_of
from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.games.board_model import UnitKind


def room_aboard(play: Play, ship: Unit, cargo: list[Unit]) -> int:
    """The room that a ship has for this cargo, in the numbers of the table of units."""
    return play.adjust(questions.transport_room, type_of(play, ship).transport_room or 0, ship=ship, cargo=cargo)


def room_taken(play: Play, cargo: list[Unit]) -> int:
    """The room that cargo takes."""
    return sum(type_of(play, unit).transport_cost or 0 for unit in cargo)


def land_cargo(play: Play, ship: Unit) -> list[Unit]:
    """The land units aboard a ship or an aircraft."""
    return [unit for unit in play.position.aboard(ship) if is_kind(play, unit, UnitKind.LAND)]


def has_room(play: Play, ship: Unit, *new: Unit) -> bool:
    """Whether more land units fit aboard a ship."""
    cargo = [*land_cargo(play, ship), *new]
    return room_taken(play, cargo) <= room_aboard(play, ship, cargo)


def put_ashore(play: Play, ship: Unit, cargo: list[Unit], territory: str) -> None:
    """Move cargo from a ship into a territory."""
    moved = Mark.COMBAT_MOVED if is_hostile(play, ship.power, territory) else Mark.NONCOMBAT_MOVED
    ashore = [
        unit.marked(Mark.OFFLOADED, moved, at=territory, aboard=0, bound="", came=(*unit.came, ship.at))
        for unit in cargo
    ]
    landings = (*notes.LANDINGS.get(play.position, str(ship.id)), (ship.at, territory))
    note = notes.LANDINGS.edit(landings, str(ship.id))
    edits = play.put(*ashore, ship.marked(Mark.OFFLOADED, moved, bound=territory))
    play.emit("offloaded", *edits, note, units=cargo, ship=ship, territory=territory)
    play.announce(moments.entered, power=ship.power, spaces=(territory,))


def came_by_sea(play: Play, unit: Unit) -> bool:
    """Whether a land unit went ashore in an assault."""
    return is_kind(play, unit, UnitKind.LAND) and bool(unit.came) and is_sea(play, unit.came[-1])


def back_aboard(play: Play, space: str, power: str) -> None:
    """Put the units of a power that went ashore from a zone and have not fought back aboard their ships.

    They go ashore again when the battle for the zone is won.
    """
    for ship in play.position.at(space):
        landed = (territory for _, territory in notes.LANDINGS.get(play.position, str(ship.id)))
        for unit in [unit for land in dict.fromkeys(landed) for unit in play.position.at(land)]:
            waits = came_by_sea(play, unit) and unit.came[-1] == space and not unit.has(Mark.FOUGHT)
            if waits and unit.power == power and has_room(play, ship, unit):
                back = unit.unmarked(Mark.OFFLOADED, at=space, aboard=ship.id, bound=unit.at, came=unit.came[:-1])
                play.emit("boarded", *play.put(back), unit=unit, ship=ship, space=space)
