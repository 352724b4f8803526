"""Questions about moves by land, sea and air, and about transports."""

from __future__ import annotations

from kb.engine.core.actions import Move
from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question
from kb.games.board_model import Canal


@adjustment(
    "How many spaces may a unit move along a route, together with the units of a group?",
    "the movement printed for the type of the unit",
)
def movement(*, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int: ...


@question("With which bomber of the group does a land unit fly along a route? Its id, or 0.", 0)
def flies_with(*, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int: ...


@question("Does a land unit fly along a route by itself, from an air base?", False)
def jumps(*, unit: Unit, route: tuple[str, ...]) -> bool: ...


@adjustment("Does a unit aboard a ship move with it without being named?", "whether the cargo is a land unit")
def goes_along(*, cargo: Unit, ship: Unit) -> bool: ...


@question("May a facility move along a route?", False)
def facility_moves(*, unit: Unit, route: tuple[str, ...]) -> bool: ...


@question("Is a space forbidden to a unit?", False)
def kept_out(*, unit: Unit, space: str) -> bool: ...


@question(
    "May aircraft that lost some of their number to antiaircraft fire on the way end their move elsewhere?", False
)
def changes_destination() -> bool: ...


@question("May a ship move through a hostile sea zone without stopping there?", False)
def passes_hostile_zone(*, unit: Unit, space: str, power: str) -> bool: ...


@question("May a land unit move through a hostile territory without stopping there?", False)
def passes_hostile_land(*, unit: Unit, space: str, power: str) -> bool: ...


@question("May a mechanized infantry blitz without a tank at its side?", False)
def blitzes_alone(*, unit: Unit) -> bool: ...


@adjustment(
    "Does the holder of a territory beside a canal let the ships of a power through?",
    "whether a friend of the power holds the land",
)
def opens_canal(*, land: str, holder: str, power: str) -> bool: ...


@question("May a ship pass a canal or strait that is closed to its power?", False)
def slips_through(*, unit: Unit, canal: Canal) -> bool: ...


@question("May a transport move on after it has offloaded?", False)
def goes_on_after_offloading(*, unit: Unit) -> bool: ...


@question("May a unit that has been offloaded this turn board a transport again?", False)
def boards_again(*, unit: Unit, ship: Unit) -> bool: ...


@question("May a transport offload into more than one territory in a turn?", False)
def splits_its_landings(*, ship: Unit, territory: str) -> bool: ...


@adjustment("How much room has a transport for a cargo?", "the room printed for transports, in units of land-unit size")
def transport_room(*, ship: Unit, cargo: list[Unit]) -> int: ...


@question("Is a transport escorted by ships of the group it moves with?", False)
def escorted(*, ship: Unit, group: list[Unit]) -> bool: ...


@question("Has a combat move that leads to no battle another reason that the rules accept?", False)
def has_a_reason_to_move(*, unit: Unit, action: Move) -> bool: ...
