"""Where the spaces of a position go on a grid of two columns, so that neighbours stand together; their boxes, and the
lines of their borders, which go round boxes and never behind them.

Boards have no coordinates, so the borders decide. The same spaces and borders always give the same
places: pictures of before, after and a contrast have each space in the same place.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, permutations
from types import MappingProxyType
from typing import NamedTuple

from kb.base import caches
from kb.web.drawing.svg import WIDTH, number

COLUMNS = 2
#: up to so many spaces every arrangement is tried
_FEW = 6
#: beyond that, the best of so many improved starts is taken
_STARTS = 8

#: between rows; between columns and beside them, before lanes are added
GAP = 18.0
_EDGE = 1.0
_LANE = 5.0
#: lines begin so far inside a box that its round corners do not leave them hanging
_INSIDE = 8.0
#: the channel between the columns; 0 and 2 are the ones outside
_MIDDLE = 1

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
    near: Neighbours = {space: [] for space in spaces}
    for one, other in borders:
        if one != other and one in near and other in near and other not in near[one]:
            near[one].append(other)
            near[other].append(one)
    tried: Iterator[dict[str, Cell]]
    if len(spaces) <= _FEW:
        tried = (dict(zip(spaces, chosen, strict=True)) for chosen in permutations(cells, len(spaces)))
    else:
        tried = (_improved(start, cells, near) for start in islice(_starts(spaces, near), _STARTS))
    best: dict[str, Cell] = min(tried, key=lambda found: _strain_of(spaces, found, near))
    return MappingProxyType(best)


def strain(one: Cell, other: Cell) -> int:
    """How far a border between two cells is from a short straight line."""
    across, down = abs(one.column - other.column), abs(one.row - other.row)
    if across + down <= 1:
        return 1
    return 2 if across == down == 1 else 3 + 2 * down


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


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


class Lane(NamedTuple):
    """The way of a border between boxes that do not touch: along which channel, in which track."""

    channel: int
    track: int


class Plan:
    """What follows from the cells and borders alone: lanes, and how wide the columns are."""

    def __init__(self, cells: Mapping[str, Cell], borders: Sequence[SpacePair]) -> None:
        self.cells = cells
        self.borders = [(one, other) if cells[one] <= cells[other] else (other, one) for one, other in borders]
        self.lanes = _lanes(cells, self.borders)
        tracks = [
            1 + max((lane.track for lane in self.lanes.values() if lane.channel == at), default=-1) for at in range(3)
        ]
        self._room = [tracks[0] * _LANE + _EDGE, GAP + max(0, tracks[_MIDDLE] - 1) * _LANE, tracks[2] * _LANE + _EDGE]
        columns = 1 + max((cell.column for cell in cells.values()), default=0)
        self._room[_MIDDLE] *= columns - 1
        self.width = (WIDTH - sum(self._room)) / columns

    def boxes(self, heights: Mapping[str, float]) -> dict[str, Box]:
        """Every space's box; the boxes of a row are as high as the highest needs."""
        rows: dict[int, float] = defaultdict(float)
        for space, cell in self.cells.items():
            rows[cell.row] = max(rows[cell.row], heights[space])
        tops = {row: _EDGE + sum(rows[above] + GAP for above in rows if above < row) for row in rows}
        return {
            space: Box(self._left(cell.column), tops[cell.row], self.width, rows[cell.row])
            for space, cell in self.cells.items()
        }

    def paths(self, boxes: Mapping[str, Box]) -> list[str]:
        """Each border as the data of an SVG path."""
        return [self._path((one, other), boxes[one], boxes[other]) for one, other in self.borders]

    def _left(self, column: int) -> float:
        return self._room[0] + column * (self.width + self._room[_MIDDLE])

    def _path(self, border: SpacePair, one: Box, other: Box) -> str:
        first, second = (self.cells[space] for space in border)
        if border in self.lanes:
            return self._round(self.lanes[border], one, other)
        if first.row == second.row or first.column == second.column:
            return _drawn([one.middle, other.middle])
        return _drawn([_corner(one, other), _corner(other, one)])

    def _round(self, lane: Lane, one: Box, other: Box) -> str:
        """Out of one box, along the channel, into the other box."""
        upper, lower = sorted((one, other), key=lambda box: box.y)
        into = _INSIDE + _LANE * min(lane.track, 4)
        start, end = upper.y + upper.height - into, lower.y + into
        starts = 0.0 if lane.channel == 0 else self._left(lane.channel - 1) + self.width
        across = starts + self._room[lane.channel] - _LANE * (lane.track + 0.8)
        if lane.channel == 2:
            across = starts + _LANE * (lane.track + 0.8)
        return _drawn([(upper.middle[0], start), (across, start), (across, end), (lower.middle[0], end)])


def _lanes(cells: Mapping[str, Cell], borders: Sequence[SpacePair]) -> dict[SpacePair, Lane]:
    """A lane for each border that is neither straight nor a short diagonal; lanes of a track do not overlap."""
    taken: dict[Lane, list[tuple[int, int]]] = defaultdict(list)
    found = {}
    for border in borders:
        (column, row), (other_column, other_row) = (cells[space] for space in border)
        top, bottom = sorted((row, other_row))
        if bottom - top <= 1:
            continue
        lane = Lane(_MIDDLE if column != other_column else 2 * column, 0)
        while any(top < end and start < bottom for start, end in taken[lane]):
            lane = lane._replace(track=lane.track + 1)
        taken[lane].append((top, bottom))
        found[border] = lane
    return found


def _corner(box: Box, towards: Box) -> tuple[float, float]:
    """A point just inside the corner of ``box`` that looks at the other box."""
    right, down = towards.x > box.x, towards.y > box.y
    x = box.x + box.width - _INSIDE if right else box.x + _INSIDE
    return x, box.y + box.height - _INSIDE if down else box.y + _INSIDE


def _drawn(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
