"""A position as a small picture: boxes for spaces, lines for borders, units by power, and what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element

from kb.web.drawing import captions
from kb.web.drawing.layout import SpacePair, places
from kb.web.drawing.lines import Box, Plan
from kb.web.drawing.picture import SEA, Picture, PictureSpace
from kb.web.drawing.svg import add, described, drawing, to_text
from kb.wording.english import listed

#: so many colours are in the style sheet; the initials tell powers apart beyond that
COLOURS = 10
_PAD = 8.0
_INDENT = 24.0
#: height of a line, and width of an average letter, by what the line is
_HEIGHT = {"name": 16.0, "kind": 14.0, "power": 18.0, "units": 14.0}
_LETTER = {"name": 7.8, "kind": 5.9, "power": 7.2, "units": 6.3}
#: letters of what came or turned are bold, and so much wider
_BOLD = 1.12


class _Line(NamedTuple):
    """One line of a box; ``power`` where it begins with that power's sign."""

    what: str
    text: str
    change: str = ""
    power: str = ""

    @property
    def indent(self) -> float:
        return _INDENT if self.what in ("power", "units") else 0.0


def draw(picture: Picture, before: Picture | None = None, powers: Sequence[str] = ()) -> str:
    """The SVG of a position, with a title and a description that say the same.

    ``before`` marks what changed against it: units that came (a plus) or went (struck through, a minus), and
    new holders. ``powers`` are the game's, in order; a power's colour is its place there. Raises nothing for
    a space or border that is not known: such a border is not drawn.
    """
    spaces = {space["id"]: space for space in picture["spaces"]}
    earlier = {space["id"]: space for space in before["spaces"]} if before else {}
    borders = _borders(picture, spaces)
    plan = Plan(places(tuple(spaces), borders), borders)
    lines = {
        each: _lines(space, _before(earlier, space) if before else None, powers, plan.width)
        for each, space in spaces.items()
    }
    boxes = plan.boxes({space: _tall(box_lines) for space, box_lines in lines.items()})
    root = drawing("kb-board", max((box.y + box.height for box in boxes.values()), default=0.0) + 1)
    names = listed(space["name"] for space in spaces.values())
    described(
        root,
        f"{'What changed in' if before else 'The position in'} {names}",
        _told(spaces, earlier, borders, powers, before),
    )
    for path in plan.paths(boxes):
        add(root, "path", class_="border", d=path, fill="none")
    for each, space in spaces.items():
        _box(root, space, boxes[each], lines[each], powers)
    return to_text(root)


def _before(earlier: Mapping[str, PictureSpace], space: PictureSpace) -> PictureSpace:
    """A space as it was; one that was not drawn then had no units."""
    return earlier.get(space["id"]) or PictureSpace({**space, "units": ()})


def _borders(picture: Picture, spaces: Mapping[str, PictureSpace]) -> tuple[SpacePair, ...]:
    pairs = (sorted(pair) for pair in picture["borders"])
    return tuple(
        dict.fromkeys((one, other) for one, other in pairs if one != other and one in spaces and other in spaces)
    )


def _told(
    spaces: Mapping[str, PictureSpace],
    earlier: Mapping[str, PictureSpace],
    borders: Sequence[SpacePair],
    powers: Sequence[str],
    before: Picture | None,
) -> str:
    sentences = [
        captions.sentence(space, _before(earlier, space) if before else None, powers) for space in spaces.values()
    ]
    return " ".join([*sentences, *captions.bordering(list(spaces.values()), borders)])


def _lines(space: PictureSpace, before: PictureSpace | None, powers: Sequence[str], width: float) -> list[_Line]:
    standing = captions.standing(space, before)
    lines = [_Line("name", captions.name(space)), *([_Line("kind", *standing)] if standing.text else [])]
    present = captions.powers_here(space, before, powers)
    for power in present:
        lines.append(_Line("power", captions.label(power), power=power))
        stacks = None if before is None else before["units"]
        lines.extend(_Line("units", *entry) for entry in captions.entries(space["units"], stacks, power))
    if not present:
        lines.append(_Line("kind", "empty"))
    return [part for line in lines for part in _wrapped(line, width)]


def _wrapped(line: _Line, width: float) -> list[_Line]:
    letter = _LETTER[line.what] * (_BOLD if line.change in ("come", "turned") else 1)
    letters = int((width - 2 * _PAD - line.indent) / letter)
    first, *rest = wrap(line.text, letters) or [""]
    return [line._replace(text=first), *(line._replace(text=part, power="") for part in rest)]


def _tall(lines: Sequence[_Line]) -> float:
    return sum(_HEIGHT[line.what] for line in lines) + 2 * _PAD - 2


def _box(root: Element, space: PictureSpace, box: Box, lines: Sequence[_Line], powers: Sequence[str]) -> None:
    sea = space["kind"] == SEA
    group = add(root, "g", class_="sea" if sea else "land")
    add(group, "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=14.0 if sea else 1.0)
    y = box.y + _PAD - 4
    for line in lines:
        y += _HEIGHT[line.what]
        if line.power:
            _sign(group, line.power, box.x + _PAD, y, powers)
        _text(group, line, box.x + _PAD + line.indent, y)


def _text(group: Element, line: _Line, x: float, y: float) -> None:
    """A line's words; what is gone is struck through, but for the minus before it."""
    css = f"{line.what} {line.change}".strip()
    if line.change != "gone":
        add(group, "text", line.text, class_=css, x=x, y=y)
        return
    minus, rest = (line.text[:1], line.text[1:]) if line.text.startswith(captions.MINUS) else ("", line.text)
    add(add(group, "text", minus, class_=css, x=x, y=y), "tspan", rest, text_decoration="line-through")


def _sign(group: Element, power: str, x: float, y: float, powers: Sequence[str]) -> None:
    """A power's sign: its initials on its colour."""
    place = str(powers.index(power) % COLOURS) if power in powers else "x"
    sign = add(group, "g", class_=f"sign power-{place}")
    add(sign, "rect", x=x, y=y - 11, width=20.0, height=14.0, rx=3.0)
    add(sign, "text", captions.initials(power), x=x + 10, y=y, text_anchor="middle")
