"""The printed set-up as a position."""

from __future__ import annotations

from kb.engine.position import Clock, Position, Unit
from kb.engine.rulebook import Rulebook
from kb.games.board_model import Board


def holders(board: Board) -> dict[str, str]:
    """Who holds each territory at the start."""
    return {space.id: space.held_by for space in board.spaces if space.held_by}


def treasuries(board: Board) -> dict[str, int]:
    """What each power begins with, its economies together."""
    return {power.id: sum(each.ipc or 0 for each in power.treasuries) for power in board.powers}


def printed(rules: Rulebook) -> Position:
    """The position as the game comes out of the box: round 1, the first power in its first phase.

    Aircraft at sea stand in their zone; they need no carrier to be named until something moves.
    """
    board = rules.board
    types = [row for row in board.setup for _ in range(row.count)]
    units = {number: Unit(number, row.unit, row.power, row.space) for number, row in enumerate(types, 1)}
    return Position(
        clock=Clock(1, rules.order[0], rules.ruleset.phases[0].id),
        units=units,
        holders=holders(board),
        treasuries=treasuries(board),
    )
