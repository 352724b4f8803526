"""What a page needs to know of a board to let somebody set up a position on it, as plain values."""

from __future__ import annotations

from typing import Any

from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board, Space
from kb.wording.board import power_name
from kb.wording.english import spaced


def described(rules: Rulebook) -> dict[str, Any]:
    """A board as it is played by a rule set: powers and phases in the order of the turn, units in that of their table,
    spaces in that of the board, each with its neighbours and what stands there at the start."""
    board, ruleset = rules.board, rules.ruleset
    return {
        "board": board.id,
        "ruleset": ruleset.id,
        "title": board.title,
        "powers": [_named(each.id, power_name(each.id).removeprefix("the ")) for each in board.powers],
        "phases": [_named(each.id, each.title) for each in ruleset.phases],
        "units": [{**_named(each.id, spaced(each.id)), "kind": str(each.kind)} for each in board.units],
        "technologies": [_named(each.id, each.name) for each in board.technologies],
        "advantages": [{**_named(each.id, each.title), "power": each.power} for each in ruleset.advantages],
        "options": [_named(each, spaced(each)) for each in ruleset.options],
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
        "setup": _setup(board, space),
        "near": sorted(board.around(space.id)),
    }


def _setup(board: Board, space: Space) -> dict[str, dict[str, int]]:
    """The units that begin in a space, by power and type."""
    found: dict[str, dict[str, int]] = {}
    for each in board.setup:
        if each.space == space.id:
            found.setdefault(each.power, {})[each.unit] = each.count
    return found


def _named(id: str, name: str) -> dict[str, str]:
    return {"id": id, "name": _capital(name)}


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
