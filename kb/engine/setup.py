"""Set-ups: the printed position of a board, and units of a position in impossible spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kb.engine.core.actions import Move
from kb.engine.core.play import Play
from kb.engine.core.position import OLD_WAR, Clock, Position, Unit, account, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.landing import deck_size
from kb.engine.units import room_aboard, room_taken
from kb.games.board_model import Board, SpaceKind, UnitKind


def holders(board: Board) -> dict[str, str]:
    """Return the power that holds each space at the start, without spaces that no power holds."""
    return {space.id: space.held_by for space in board.spaces if space.held_by}


def treasuries(board: Board) -> dict[str, int]:
    """Return the money with which each power, or each of its economies, begins."""
    return {account(seat.id, each.economy): each.ipc or 0 for seat in board.powers for each in seat.treasuries}


def wars(board: Board) -> dict[tuple[str, str], str]:
    """Return the pairs of powers that are at war at the start, each with how the war began; none on a board on which
    all powers of both sides are at war."""
    return dict.fromkeys(board.wars, OLD_WAR)


def stowed(board: Board, units: Mapping[int, Unit], turn: str) -> dict[int, Unit]:
    """Return the units, with land units and planes at sea put aboard a ship of their side in the same zone that has
    room.

    The planes of the power whose turn it is may be in the air: they stay there. The order in which units are listed
    does not matter: they go aboard by power and type, own ships and those with less aboard come first.
    """
    stowed = dict(units)
    at_sea = [unit for unit in units.values() if board.space(unit.at).kind is SpaceKind.SEA_ZONE]
    sides = {power.id: power.side for power in board.powers}
    ships: dict[tuple[str, object], list[Unit]] = {}
    loads: dict[int, list[Unit]] = {}
    for unit in at_sea:
        ships.setdefault((unit.at, sides.get(unit.power)), []).append(unit)
        loads.setdefault(unit.aboard, []).append(unit)
    for unit in sorted(at_sea, key=_by_looks):
        kind = board.unit(unit.type).kind
        if unit.aboard or kind is UnitKind.SHIP or (kind is UnitKind.AIR and unit.power == turn):
            continue
        flies = kind is UnitKind.AIR
        size = _size(board, unit, flies)
        fit = [
            ((ship.power != unit.power, sorted(each.type for each in loads.get(ship.id, ())), _by_looks(ship)), ship)
            for ship in ships[unit.at, sides.get(unit.power)]
            if _room(board, ship, loads.get(ship.id, ()), flies) >= size > 0
        ]
        if fit:
            _, ship = min(fit, key=lambda each: each[0])
            stowed[unit.id] = replace(unit, aboard=ship.id)
            loads.setdefault(ship.id, []).append(unit)
    return stowed


def _by_looks(unit: Unit) -> tuple[object, ...]:
    """Return a sort key of everything that units can differ in but their ids."""
    did = (unit.spent, unit.came, unit.bound, sorted(unit.marks))
    return (unit.power, unit.type, unit.name, unit.damage, *did)


def _room(board: Board, ship: Unit, cargo: Iterable[Unit], flies: bool) -> int:
    """Return the room that a ship with some cargo has left, for planes if ``flies``, else for land units."""
    kind = board.unit(ship.type)
    full = sum(_size(board, unit, flies) for unit in cargo)
    return ((kind.carrier_room if flies else kind.transport_room) or 0) - full


def _size(board: Board, unit: Unit, flies: bool) -> int:
    """Return the room that a unit takes on a carrier if ``flies``, else on a transport; 0 if it cannot go aboard."""
    kind = board.unit(unit.type)
    return (kind.carrier_cost if flies else kind.transport_cost) or 0


def printed(rules: Rulebook) -> Position:
    """Return the position as the game comes out of the box: round 1, the first power in its first phase.

    Land units at sea are aboard a transport. Aircraft there are in their zone; they need no carrier to be named until
    something moves.
    """
    board = rules.board
    types = [row for row in board.setup for _ in range(row.count)]
    units = {number: Unit(number, row.unit, row.power, row.space) for number, row in enumerate(types, 1)}
    aboard = stowed(board, units, "")
    units |= {n: aboard[n] for n, unit in units.items() if board.unit(unit.type).kind is UnitKind.LAND}
    return Position(
        clock=Clock(1, rules.order[0], rules.ruleset.phases[0].id),
        units=units,
        holders=holders(board),
        treasuries=treasuries(board),
        wars=wars(board),
        options=frozenset(rules.ruleset.played.get(board.id, ())),
    )


# -- units in impossible spaces


def overloaded(play: Play) -> Iterator[tuple[Unit, list[Unit]]]:
    """Yield the units with cargo that they cannot carry, each with its cargo."""
    carriers = dict.fromkeys(unit.aboard for unit in play.position.units.values() if unit.aboard)
    for ship in play.units(tuple(carriers)):
        cargo = play.position.aboard(ship)
        if not _can_carry(play, ship, cargo):
            yield ship, cargo


def misplaced(play: Play) -> Iterator[Unit]:
    """Yield the units in an impossible space: closed to all, ships on land, land units and facilities at sea."""
    for unit in play.position.units.values():
        on_land = play.is_land(unit.at)
        if play.board.space(unit.at).closed:
            yield unit
            continue
        if play.is_ship(unit) and on_land:
            yield unit
        if play.is_kind(unit, UnitKind.FACILITY, UnitKind.LAND) and not on_land and not unit.aboard:
            yield unit


def sunk(play: Play) -> Iterator[Unit]:
    """Yield the units, other than facilities, with as much damage as sinks them."""
    for unit in play.position.units.values():
        if unit.damage >= (play.type_of(unit).hits or 1) and not play.is_kind(unit, UnitKind.FACILITY):
            yield unit


def _can_carry(play: Play, ship: Unit, cargo: list[Unit]) -> bool:
    """Return whether a unit could carry all of ``cargo``, by its room and by the rules that add to it."""
    land = [unit for unit in cargo if play.is_land_unit(unit)]
    planes = [unit for unit in cargo if play.is_air(unit)]
    if len(land) + len(planes) < len(cargo) or not all(deck_size(play, plane) for plane in planes):
        return False
    if sum(deck_size(play, plane) for plane in planes) > (play.type_of(ship).carrier_room or 0):
        return False
    if play.is_air(ship):
        return all(_took_off_with(play, unit, ship) for unit in land)
    stowed = all(play.type_of(unit).has("transport_cost") for unit in land)
    return not land or (stowed and room_taken(play, land) <= room_aboard(play, ship, land))


def _took_off_with(play: Play, unit: Unit, plane: Unit) -> bool:
    """Return whether a land unit could have flown with an aircraft, had both been in a territory before they moved."""
    before = play.supposing(play.put(replace(unit, aboard=0, spent=0), replace(plane, spent=0)))
    together = Move(unit.power, (plane.id, unit.id), (unit.at,))
    return bool(before.ask("flies-with", 0, unit=before.units((unit.id,))[0], move=together))
