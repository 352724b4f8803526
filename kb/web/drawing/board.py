"""A position as a small picture: boxes for spaces, lines for borders, counters by power, and what changed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, islice, permutations
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from kb.base import caches
from kb.base.english import listed
from kb.text import captions
from kb.text.captions import SEA
from kb.web.drawing import counters
from kb.web.drawing.svg import WIDTH, add, described, drawing, number, to_text

if TYPE_CHECKING:
    from kb.service.engine_types import PictureReply as Picture
    from kb.service.engine_types import PictureSpaceReply as PictureSpace

_PAD = 8.0
#: where the words beside a counter begin
_INDENT = counters.WIDTH + 3
#: height of a line, and width of an average letter, by what the line is
_HEIGHT = {"name": 16.0, "kind": 14.0, "power": 18.0, "units": 14.0}
_LETTER = {"name": 7.8, "kind": 5.9, "power": 7.2, "units": 6.3}
#: letters of what came or turned are bold, and so much wider
_BOLD = 1.12
#: letters of a line, however narrow its box is
_LEAST = 6


class _Row(NamedTuple):
    """Lines of a box that belong together; behind a counter where they tell of units of a power."""

    what: str
    lines: tuple[str, ...]
    change: str = ""
    power: str = ""
    unit: str = ""
    marks: tuple[str, ...] = ()

    @property
    def tall(self) -> float:
        """Its height."""
        least = counters.HEIGHT + 2 if self.unit else 0.0
        return max(least, len(self.lines) * _HEIGHT[self.what])


def draw(picture: Picture, before: Picture | None = None, powers: Sequence[str] = (), sprite: str = "") -> str:
    """The SVG of a position, with a title and a description that say the same.

    ``before`` marks what changed against it: units that came (a plus) or went (struck through, a minus), and
    new holders. ``powers`` are the game's, in order. ``sprite`` is the address of ``counters.svg``; if it is empty,
    its symbols have to be in the page. Raises nothing for a space or border that is not known: such a border is
    not drawn.
    """
    spaces = {space["id"]: space for space in picture["spaces"]}
    earlier = {space["id"]: space for space in before["spaces"]} if before else {}
    pairs = (sorted(pair) for pair in picture["borders"])
    borders = tuple(
        dict.fromkeys((one, other) for one, other in pairs if one != other and spaces.keys() >= {one, other})
    )
    plan = Plan(places(tuple(spaces), borders), borders)
    rows = {
        each: _rows(space, _before(earlier, space) if before else None, powers, plan.width)
        for each, space in spaces.items()
    }
    boxes = plan.boxes({space: sum(row.tall for row in box) + 2 * _PAD - 2 for space, box in rows.items()})
    root = drawing("kb-board", max((box.y + box.height for box in boxes.values()), default=0.0) + 1)
    names = listed(space["name"] for space in spaces.values())
    described(
        root,
        f"{'What changed in' if before else 'The position in'} {names}",
        " ".join(
            [
                *(
                    captions.sentence(each, _before(earlier, each) if before else None, powers)
                    for each in spaces.values()
                ),
                *captions.bordering(list(spaces.values()), borders),
            ]
        ),
    )
    for path in plan.paths(boxes):
        add(root, "path", class_="border", d=path, fill="none")
    for each, space in spaces.items():
        _box(root, space, boxes[each], rows[each], sprite)
    return to_text(root)


def _before(earlier: Mapping[str, PictureSpace], space: PictureSpace) -> PictureSpace:
    """A space as it was; one that was not drawn then had no units."""
    return earlier.get(space["id"]) or {**space, "units": []}


def _rows(space: PictureSpace, before: PictureSpace | None, powers: Sequence[str], width: float) -> list[_Row]:
    standing = captions.standing(space, before)
    rows = [_row("name", captions.Entry(captions.name(space)), width)]
    if standing.text:
        rows.append(_row("kind", standing, width))
    present = captions.powers_here(space, before, powers)
    for power in present:
        rows.append(_row("power", captions.Entry(captions.label(power)), width))
        stacks = None if before is None else before["units"]
        rows.extend(_row("units", each, width, power) for each in captions.entries(space["units"], stacks, power))
    if not present:
        rows.append(_row("kind", captions.Entry("empty"), width))
    return rows


def _row(what: str, entry: captions.Entry, width: float, power: str = "") -> _Row:
    letter = _LETTER[what] * (_BOLD if entry.change in ("come", "turned") else 1)
    letters = max(_LEAST, int((width - 2 * _PAD - (_INDENT if power else 0)) / letter))
    return _Row(what, tuple(wrap(entry.text, letters) or [""]), entry.change, power, entry.unit, entry.marks)


def _box(root: Element, space: PictureSpace, box: Box, rows: Sequence[_Row], sprite: str) -> None:
    sea = space["kind"] == SEA
    group = add(root, "g", class_="sea" if sea else "land")
    add(group, "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=14.0 if sea else 1.0)
    x, y = box.x + _PAD, box.y + _PAD - 4
    for row in rows:
        if row.unit:
            top = y + (row.tall - counters.HEIGHT) / 2 + 3
            counters.tile(group, row.unit, row.power, x, top, row.marks, row.change, sprite)
        _text(group, row, x + (_INDENT if row.unit else 0), y)
        y += row.tall


def _text(group: Element, row: _Row, x: float, y: float) -> None:
    """A row's words, in the middle of its height; what is gone is struck through, but for the minus before it."""
    css = f"{row.what} {row.change}".strip()
    y += (row.tall - len(row.lines) * _HEIGHT[row.what]) / 2
    for line in row.lines:
        y += _HEIGHT[row.what]
        if row.change != "gone":
            add(group, "text", line, class_=css, x=x, y=y)
            continue
        minus, rest = (line[:1], line[1:]) if line.startswith(captions.MINUS) else ("", line)
        add(add(group, "text", minus, class_=css, x=x, y=y), "tspan", rest, text_decoration="line-through")


# -- where the spaces of a position go on a grid of two columns, so that neighbours stand together; their boxes, and
# the lines of their borders, which go round boxes and never behind them. Boards have no coordinates, so the borders
# decide. The same spaces and borders always give the same places: pictures of before, after and a contrast have each
# space in the same place


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


@lru_cache(maxsize=caches.LAYOUTS)
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
