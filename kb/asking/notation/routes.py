"""Ways over a board, for moves of which only the ends are said."""

from __future__ import annotations

import heapq
from collections.abc import Collection

from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Space, SpaceKind, UnitKind

#: a step into a space that the line names counts less, so that the way goes through it
_STEP, _NAMED = 100, 99


def way(rules: Rulebook, start: str, end: str, kind: UnitKind, named: Collection[str] = ()) -> list[str]:
    """The shortest way for a kind of unit, with both ends; of several through spaces that are ``named``.

    Empty where there is none.
    """
    board = rules.board
    if not (start and end):
        return []
    best: dict[str, tuple[int, list[str]]] = {start: (0, [start])}
    edge = [(0, start)]
    while edge:
        far, here = heapq.heappop(edge)
        if here == end:
            return best[here][1]
        for near in sorted(board.around(here)):
            if near != end and not _open(board.space(near), kind):
                continue
            length = far + (_NAMED if near in named else _STEP)
            if near not in best or length < best[near][0]:
                best[near] = (length, [*best[here][1], near])
                heapq.heappush(edge, (length, near))
    return []


def _open(space: Space, kind: UnitKind) -> bool:
    """Whether a kind of unit can be in a space at all."""
    if space.closed:
        return False
    return kind is UnitKind.AIR or (space.kind is SpaceKind.SEA_ZONE) is (kind is UnitKind.SHIP)


def zone_between(rules: Rulebook, land: str, named: Collection[str], near: str = "") -> str:
    """A sea zone beside a territory: one that is named or is beside ``near``, else the first; empty without one."""
    zones = [each for each in sorted(rules.board.around(land), key=_order) if is_sea(rules, each)]
    wanted = [each for each in zones if each in named] or [
        each for each in zones if near and rules.board.bordering(each, near)
    ]
    return next(iter(wanted or zones), "")


def is_sea(rules: Rulebook, space: str) -> bool:
    """Whether a space is a sea zone; an empty name is none."""
    return bool(space) and rules.board.space(space).kind is SpaceKind.SEA_ZONE


def _order(space: str) -> tuple[int, str]:
    number = space.removeprefix("sz")
    return (int(number), "") if number.isdigit() else (1000, space)
