"""What a page needs to know of a board to let somebody set up a position on it, as plain values."""

from __future__ import annotations

from typing import Any

from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board, Space
from kb.wording.board import power_name
from kb.wording.english import spaced


def described(rules: Rulebook) -> dict[str, Any]:
    """A board as it is played by a rule set: powers and phases in the order of the turn, units in that of their table,
    spaces in that of the board, each with its neighbours."""
    board, ruleset = rules.board, rules.ruleset
    return {
        "board": board.id,
        "ruleset": ruleset.id,
        "title": board.title,
        "powers": [{"id": each.id, "name": power_name(each.id).removeprefix("the ")} for each in board.powers],
        "phases": [{"id": each.id, "name": each.title} for each in ruleset.phases],
        "units": [{"id": each.id, "name": _capital(spaced(each.id)), "kind": str(each.kind)} for each in board.units],
        "spaces": [_space(board, each) for each in board.spaces],
    }


def _space(board: Board, space: Space) -> dict[str, Any]:
    names = dict.fromkeys(name for name in space.names if name != space.name)
    return {
        "id": space.id,
        "name": _capital(space.name),
        "also": list(names),
        "sea": space.kind == "sea-zone",
        "holder": space.held_by,
        "near": sorted(board.around(space.id)),
    }


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
