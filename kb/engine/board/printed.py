"""What is printed of spaces and units: land or sea, types and kinds, and how far aircraft have to go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.games.board_model import SpaceKind, UnitKind, UnitType


def is_land(play: Play, space: str) -> bool:
    """Whether a space is a territory."""
    return play.board.space(space).kind is SpaceKind.TERRITORY


def is_sea(play: Play, space: str) -> bool:
    """Whether a space is a sea zone."""
    return play.board.space(space).kind is SpaceKind.SEA_ZONE


def air_distances(play: Play, start: str, power: str) -> Mapping[str, int]:
    """How many borders a power's aircraft crosses from a space to every other, past those that it may not fly over."""
    shut = play.remembered(
        ("shut", power),
        play.position.holders,
        lambda: play.ask("shut-to-aircraft", frozenset(), power=power),
    )
    return play.rules.air_distances(start, shut)


def type_of(play: Play, unit: Unit) -> UnitType:
    """The type of a unit, with all that is printed of it."""
    return play.board.unit(unit.type)


def is_kind(play: Play, unit: Unit, *kinds: UnitKind) -> bool:
    """Whether a unit is of one of the kinds."""
    return play.rules.kinds[unit.type] in kinds


def all_aircraft(play: Play) -> list[Unit]:
    """All aircraft on the board."""
    kinds = play.rules.kinds
    return [unit for unit in play.position.units.values() if kinds[unit.type] is UnitKind.AIR]


def combatants(play: Play, units: Iterable[Unit]) -> list[Unit]:
    """Those of the units that can be casualties: neither facilities nor antiaircraft guns."""
    return [unit for unit in units if type_of(play, unit).has("hits")]
