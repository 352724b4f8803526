"""Damaged units: which they are, and their repair."""

from __future__ import annotations

from kb.engine.board.unit_types import combatants
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.values import replace


def damaged(play: Play) -> list[Unit]:
    """Every damaged unit that can fight; complexes and bases are not among them."""
    return [unit for unit in combatants(play, play.position.units.values()) if unit.damage]


def repair(play: Play, units: list[Unit]) -> None:
    """Take all damage off units."""
    if units:
        play.emit("repaired", *play.put(*(replace(unit, damage=0) for unit in units)), units=units)
