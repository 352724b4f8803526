"""What is printed of units: their type, their kind, and which of them can be casualties."""

from __future__ import annotations

from collections.abc import Iterable

from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.games.board_model import UnitKind, UnitType


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
