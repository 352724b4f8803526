"""Moves, and units that go aboard transports and ashore."""

from __future__ import annotations

from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.position import Unit
from kb.engine.legal import asking
from kb.engine.movement.calling_off import CallOff
from kb.engine.units.kinds import equal_units
from kb.games.board_model import SpaceKind, UnitKind
from kb.scenarios.acts.units import Ids, choose_units, named_unit, what_is_there
from kb.scenarios.acts.verb import Context, Unplayable, verb
from kb.scenarios.language.kinds import ListOf
from kb.scenarios.language.scenario import Act
from kb.scenarios.language.shapes import NAMED, SPACE, UNITS
from kb.scenarios.language.words import GameWords


def _tell_move(words: GameWords, act: Act) -> str:
    return f"moves {words.meant(act)} {words.way(act.given['route'])}"


@verb(
    "move",
    UNITS,
    says="moves units along a route",
    written="`move: {tank: 1}`",
    details="`route: [germany, eastern-europe]`, the space it is in first; cargo goes along",
    required={"route": ListOf(SPACE, 20, 2)},
    tell=_tell_move,
)
def _move(act: Act, context: Context, power: str) -> Move:
    """The units that are named; what is aboard a ship among them need not be, and goes along by itself."""
    route = tuple(act.given["route"])
    named = choose_units(act, context, power, act.what, route[0])
    units = context.position.units
    carried = {unit for unit in named if units[unit].aboard in named and not _launches(context, units[unit])}
    return Move(power, tuple(unit for unit in named if unit not in carried), route)


def _launches(context: Context, unit: Unit) -> bool:
    """Whether a unit aboard flies along by itself: an aircraft of the carrier's own power."""
    ship = context.position.units[unit.aboard]
    return context.rules.board.unit(unit.type).kind is UnitKind.AIR and unit.power == ship.power


def _tell_load(words: GameWords, act: Act) -> str:
    ship = act.given.get("transport", "a transport")
    return f"loads {words.meant(act)}{words.at(act, 'from', 'from')} onto {ship}{words.at(act, 'to', 'in')}"


@verb(
    "load",
    UNITS,
    says="puts land units aboard",
    written="`load: {infantry: 1}`",
    details="`from` the land, `to` the sea zone, `transport` (a name)",
    required={"from": SPACE, "to": SPACE},
    optional={"transport": NAMED},
    tell=_tell_load,
)
def _load(act: Act, context: Context, power: str) -> Load:
    units = choose_units(act, context, power, act.what, act.given["from"], lambda unit: not unit.aboard)
    name = act.given.get("transport")
    return Load(power, units, named_unit(context, name) if name else _transport(context, power, units, act.given["to"]))


def _transport(context: Context, power: str, units: Ids, zone: str) -> int:
    """A transport in a zone: one with room before others, an own one before an ally's."""
    board, sides = context.rules.board, context.rules.sides
    need = sum(board.unit(context.position.units[unit].type).transport_cost or 0 for unit in units)

    def rank(ship: Unit) -> tuple[bool, bool]:
        cargo = sum(board.unit(unit.type).transport_cost or 0 for unit in context.position.aboard(ship))
        return (cargo + need > (board.unit(ship.type).transport_room or 0), ship.power != power)

    side = sides.get(power)
    ships = [
        ship
        for ship in context.position.at(zone)
        if board.unit(ship.type).has("transport_room") and sides.get(ship.power) is side
    ]
    if not ships:
        raise Unplayable(f"no transport of {power} or a friend is in {zone}", what_is_there(context, zone))
    best = [ship for ship in ships if rank(ship) == min(map(rank, ships))]
    if len(equal_units(asking(context.rules, context.position), best)) > 1:
        raise Unplayable(f"the transports of {best[0].power} in {zone} are not equal", "name one, and say transport: A")
    return best[0].id


def _tell_offload(words: GameWords, act: Act) -> str:
    ship = f" (aboard {act.given['transport']})" if "transport" in act.given else ""
    return f"puts {words.meant(act)}{ship} ashore{words.at(act, 'from', 'from')}{words.at(act, 'to', 'in')}"


@verb(
    "offload",
    UNITS,
    says="puts cargo ashore",
    written="`offload: {infantry: 1}`",
    details="`from` the sea zone, `to` the land, `transport` (a name)",
    required={"from": SPACE, "to": SPACE},
    optional={"transport": NAMED},
    tell=_tell_offload,
)
def _offload(act: Act, context: Context, power: str) -> Offload:
    name = act.given.get("transport")
    ship = named_unit(context, name) if name else 0

    def aboard(unit: Unit) -> bool:
        return unit.aboard == ship if ship else unit.aboard > 0

    return Offload(power, choose_units(act, context, power, act.what, act.given["from"], aboard), act.given["to"])


@verb(
    "call-off",
    UNITS,
    says="calls a landing off",
    written="`call-off: {infantry: 1}`",
    details="`at` the land: of the troops that came ashore there after a sea battle these stay aboard",
    required={"at": SPACE},
    tell=lambda words, act: f"calls off the landing of {words.meant(act)}{words.at(act, 'at', 'in')}",
)
def _call_off(act: Act, context: Context, power: str) -> CallOff:
    def from_the_sea(unit: Unit) -> bool:
        board = context.rules.board
        return bool(unit.came) and board.space(unit.came[-1]).kind is SpaceKind.SEA_ZONE

    at = act.given["at"]
    return CallOff(power, choose_units(act, context, power, act.what, at, from_the_sea), at)
