"""How far units move, what keeps them out, where a move leaves them, and what transports carry."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.core import notes
from kb.engine.core.actions import Move
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Mark, Unit, replace
from kb.games.board_model import UnitKind

#: the mark that a move leaves: that of a combat move, or of another one
_MOVED = {True: Mark.COMBAT_MOVED, False: Mark.NONCOMBAT_MOVED}


def room_aboard(play: Play, ship: Unit, cargo: list[Unit]) -> int:
    """The room that a ship has for this cargo, in the numbers of the table of units."""
    return play.ask("tokyo-express", play.type_of(ship).transport_room or 0, ship=ship, cargo=cargo)


def room_taken(play: Play, cargo: list[Unit]) -> int:
    """The room that cargo takes."""
    return sum(play.type_of(unit).transport_cost or 0 for unit in cargo)


def land_cargo(play: Play, ship: Unit) -> list[Unit]:
    """The land units aboard a ship or an aircraft."""
    return [unit for unit in play.position.aboard(ship) if play.is_land_unit(unit)]


def has_room(play: Play, ship: Unit, *new: Unit) -> bool:
    """Whether more land units fit aboard a ship."""
    cargo = [*land_cargo(play, ship), *new]
    return room_taken(play, cargo) <= room_aboard(play, ship, cargo)


def put_ashore(play: Play, ship: Unit, cargo: list[Unit], territory: str) -> None:
    """Move cargo from a ship into a territory; it attacks where its own power is at war, whoever owns the ship."""
    powers = tuple(dict.fromkeys(unit.power for unit in cargo))
    attackers = {power for power in powers if play.is_hostile(power, territory)}
    ashore = [
        unit.marked(
            Mark.OFFLOADED,
            _MOVED[unit.power in attackers],
            at=territory,
            aboard=0,
            bound="",
            came=(*unit.came, ship.at),
        )
        for unit in cargo
    ]
    landings = (*notes.LANDINGS.get(play.position, str(ship.id)), (ship.at, territory))
    note = notes.LANDINGS.edit(landings, str(ship.id))
    edits = play.put(*ashore, ship.marked(Mark.OFFLOADED, _MOVED[bool(attackers)], bound=territory))
    play.emit("offloaded", *edits, note, units=cargo, ship=ship, territory=territory)
    for power in powers:
        play.announce("entered", power=power, spaces=(territory,))


def came_by_sea(play: Play, unit: Unit) -> bool:
    """Whether a land unit went ashore in an assault."""
    return play.is_land_unit(unit) and bool(unit.came) and play.is_sea(unit.came[-1])


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


# -- how far units move, what keeps them out, and where a move leaves them


def allowance(play: Play, unit: Unit, route: tuple[str, ...] = (), group: tuple[int, ...] = ()) -> int:
    """How many movement points a unit has left; some rules look at its ``route`` and the ``group`` it moves with."""
    printed = play.type_of(unit).move or 0
    return play.ask("movement", printed, unit=unit, route=route, group=group) - unit.spent


def crossings(route: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The pairs of neighbouring spaces along a route, in order."""
    return zip(route, route[1:], strict=False)


def flies_with(play: Play, unit: Unit, move: Move) -> int:
    """The aircraft that a land unit flies with in a move; 0 for none."""
    lifted = play.is_land_unit(unit)
    return play.ask("paratroopers-fly-with-bombers", 0, unit=unit, move=move) if lifted else 0


def goes_by_air(play: Play, unit: Unit, move: Move) -> bool:
    """Whether a land unit goes through the air in a move: with an aircraft, or by itself as a rule has it."""
    if flies_with(play, unit, move):
        return True
    return play.is_land_unit(unit) and play.holds("paratroopers-jump-from-air-bases", unit=unit, route=move.route)


def hostile_spaces_passed(play: Play, action: Move, kind: UnitKind) -> Iterator[tuple[Unit, str]]:
    """The hostile sea zones that ships, and the hostile lands that others, enter this turn and mean to leave again."""
    in_its_element = play.is_sea if kind is UnitKind.SHIP else play.is_land
    for unit in play.units(action.units):
        if play.is_kind(unit, kind):
            for space in action.route[:-1] if unit.came else action.route[1:-1]:
                if in_its_element(space) and play.is_hostile(action.power, space):
                    yield unit, space


def is_kept_out(play: Play, unit: Unit, space: str) -> bool:
    """Whether a unit may not be in a space that is open to others."""
    return play.holds("units-keep-to-their-land", unit=unit, space=space)


def edits_of_move(play: Play, move: Move) -> list[Edit]:
    """The edits that put units at the end of their way: what they carry goes along or is left in the air."""
    edits: list[Edit] = []
    way = move.route
    for unit in play.units(move.units):
        left = () if goes_by_air(play, unit, move) else way[:-1]
        edits += play.put(_moved(play, unit, way, flies_with(play, unit, move), left))
        for cargo in play.position.aboard(unit):
            if cargo.id in move.units:
                continue
            if play.ask("goes-along", play.is_land_unit(cargo), cargo=cargo, ship=unit):
                edits += play.put(replace(cargo, at=way[-1]))
            else:
                edits += play.put(cargo.marked(Mark.AIRBORNE, aboard=0))
    return edits


def _moved(play: Play, unit: Unit, way: tuple[str, ...], plane: int, left: tuple[str, ...]) -> Unit:
    """A unit at the end of its way, with the spaces it left; one that flew with a plane is aboard it."""
    return unit.marked(
        _MOVED[play.is_combat_move],
        at=way[-1],
        spent=unit.spent + len(way) - 1,
        came=unit.came + left,
        aboard=plane,
    )
