"""A position as a small picture: boxes for spaces, lines for borders, counters by power, and what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from kb.text.english import listed
from kb.web.drawing import captions, counters
from kb.web.drawing.captions import SEA
from kb.web.drawing.layout import Box, Plan, places
from kb.web.drawing.svg import add, described, drawing, to_text

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
