"""Where the spaces of a position go on a grid of two columns, so that neighbours stand together.

Boards have no coordinates, so the borders decide. The same spaces and borders always give the same
places: pictures of before, after and a contrast have each space in the same place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, permutations
from types import MappingProxyType
from typing import NamedTuple

from kb import caches

COLUMNS = 2
#: up to so many spaces every arrangement is tried
_FEW = 6
#: beyond that, the best of so many improved starts is taken
_STARTS = 8

SpacePair = tuple[str, str]
Neighbours = dict[str, list[str]]


class Cell(NamedTuple):
    """A place on the grid."""

    column: int
    row: int


@lru_cache(maxsize=caches.LAYOUTS.entries)
def places(spaces: tuple[str, ...], borders: tuple[SpacePair, ...]) -> Mapping[str, Cell]:
    """The cell of each space. Borders with a space that is not there are passed over."""
    rows = -(-len(spaces) // COLUMNS)
    cells = [Cell(column, row) for row in range(rows) for column in range(COLUMNS)]
    near = _neighbours(spaces, borders)
    best: dict[str, Cell] = min(_tried(spaces, cells, near), key=lambda found: _total(found, near))
    return MappingProxyType(best)


def strain(one: Cell, other: Cell) -> int:
    """How far a border between two cells is from a short straight line."""
    across, down = abs(one.column - other.column), abs(one.row - other.row)
    if across + down <= 1:
        return 1
    return 2 if across == down == 1 else 3 + 2 * down


def _tried(spaces: Sequence[str], cells: Sequence[Cell], near: Neighbours) -> Iterator[dict[str, Cell]]:
    if len(spaces) <= _FEW:
        return (dict(zip(spaces, chosen, strict=True)) for chosen in permutations(cells, len(spaces)))
    return (_improved(start, cells, near) for start in islice(_starts(spaces, near), _STARTS))


def _neighbours(spaces: Sequence[str], borders: Sequence[SpacePair]) -> Neighbours:
    near: Neighbours = {space: [] for space in spaces}
    for one, other in borders:
        if one != other and one in near and other in near and other not in near[one]:
            near[one].append(other)
            near[other].append(one)
    return near


def _total(found: Mapping[str, Cell], near: Neighbours) -> int:
    return sum(strain(found[space], found[other]) for space, others in near.items() for other in others)


def _starts(spaces: Sequence[str], near: Neighbours) -> Iterator[list[str]]:
    """Orders to begin with: breadth first from each space in turn."""
    for first in spaces:
        order: dict[str, None] = {}
        for seed in (first, *spaces):
            waiting = deque([seed])
            while waiting:
                space = waiting.popleft()
                if space not in order:
                    order[space] = None
                    waiting.extend(near[space])
        yield list(order)


def _improved(start: list[str], cells: Sequence[Cell], near: Neighbours) -> dict[str, Cell]:
    """``start`` laid out row by row, then two places exchanged as long as that helps."""
    found = dict(zip(start, cells, strict=False))
    holder: list[str | None] = [*start, *[None] * (len(cells) - len(start))]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(cells)), 2):
            moved = [space for space in (holder[one], holder[other]) if space is not None]
            was = _strain_of(moved, found, near)
            _exchange(holder, found, cells, one, other)
            if _strain_of(moved, found, near) < was:
                better = True
            else:
                _exchange(holder, found, cells, one, other)
    return found


def _strain_of(moved: Sequence[str], found: Mapping[str, Cell], near: Neighbours) -> int:
    return sum(strain(found[space], found[other]) for space in moved for other in near[space])


def _exchange(holder: list[str | None], found: dict[str, Cell], cells: Sequence[Cell], one: int, other: int) -> None:
    holder[one], holder[other] = holder[other], holder[one]
    for place in (one, other):
        space = holder[place]
        if space is not None:
            found[space] = cells[place]
