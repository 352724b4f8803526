"""The boxes of a board and the lines of its borders, which go round boxes and never behind them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kb.web.drawing.layout import Cell, SpacePair
from kb.web.drawing.svg import WIDTH, number

#: between rows; between columns and beside them, before lanes are added
GAP = 18.0
_EDGE = 1.0
_LANE = 5.0
#: lines begin so far inside a box that its round corners do not leave them hanging
_INSIDE = 8.0
#: the channel between the columns; 0 and 2 are the ones outside
_MIDDLE = 1


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
