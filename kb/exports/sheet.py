"""The sheet: one page of A4 for a game, with the rulings that are needed most, by phase of the turn.

Nothing here asks a browser: the lines are counted with :mod:`kb.exports.type_widths`, and as many rulings stand on the
page as fit. A game of which all fit gets larger type.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.exports.html import colophon, page
from kb.exports.needed import HOW, by_need, phases
from kb.exports.type_widths import JOINED, lines
from kb.knowledge import KnowledgeBase
from kb.wording import printings

Plain = dict[str, Any]
#: sizes of type that are tried, in points, the largest first: the first in which all rulings stand, or else the last
SIZES = tuple(size / 4 for size in range(64, 31, -1))
#: of the page, in points: how wide and how high a column is (``sheet.css`` has the same), and of a line what is used
COLUMN, HEIGHT, USED = 263.0, 716.0, 0.99
#: the height of a line, of the space below a ruling, and of the heading of a phase, in sizes of the type
LINE, GAP, HEADING = 1.2, 0.3, 2.0


@dataclass(frozen=True, slots=True)
class Item:
    """A ruling on a sheet: what stands there of it, and where it is told, in parts that no line parts."""

    id: str
    phase: str
    says: str
    where: tuple[str, ...]

    def height(self, size: float) -> float:
        """How high it stands in type of a ``size``, in points."""
        return (lines(" ".join((self.says, *self.where)), COLUMN * USED / size * 1000) * LINE + GAP) * size


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: the ``size`` of its type, and its columns, each of headings (text) and items."""

    size: float
    columns: list[list[str | Item]]


def sheets(base: KnowledgeBase, games: list[str]) -> str:
    """The HTML of the sheets of some games, a page each."""
    told = colophon(base, games)
    made = [(row, _of_game(base, game)) for game, row in told["games"].items()]
    documents = {each["game"]: each for each in told["documents"]}
    return page("sheet.html", **{**told, "documents": documents}, sheets=made, how=HOW)


def _of_game(base: KnowledgeBase, game: str) -> Plain:
    rulings = {each["id"]: each for each in base.rulings(game)}
    when, order = phases(base, rulings.values())
    items = {name: _item(each, when[name]) for name, each in rulings.items()}
    wanted = by_need(base.connection, [*rulings.values()])
    for size in SIZES:
        made = _laid_out([items[name] for name in wanted], order, size)
        if made:
            break
    many = len(wanted)
    while not made:
        many -= 1
        made = _laid_out([items[name] for name in wanted[:many]], order, size)
    return {"sheet": made, "shown": many, "all": len(wanted)}


def _item(ruling: Plain, phase: str) -> Item:
    marks = [f"{each['printing']}: differs" for each in printings.differing(ruling)]
    marks += ["optional"] * bool(ruling["depends_on"])
    *first, last = (each.replace(" ", JOINED) for each in (ruling["id"], *_page(ruling["sections"]), *marks))
    return Item(ruling["id"], phase, ruling["verdict"], (*(f"{each}," for each in first), last))


def _page(sections: list[Plain]) -> list[str]:
    """``p. 15`` of the first section whose page is known, with a question mark where it is estimated."""
    for section in sections:
        if section["pages"] and section["pages_are"] in ("printed", "estimated"):
            return [f"p. {section['pages']}{'?' * (section['pages_are'] == 'estimated')}"]
    return []


def _laid_out(items: list[Item], order: list[str], size: float) -> Sheet | None:
    """The items by phase in two columns, or ``None`` if they do not fit."""
    columns: list[list[str | Item]] = [[]]
    left = HEIGHT
    phase = ""
    for item in sorted(items, key=lambda each: order.index(each.phase)):
        high = item.height(size)
        if high + HEADING * size * (item.phase != phase) > left:
            if len(columns) == 2:
                return None
            columns.append([])
            left, phase = HEIGHT, ""
        if item.phase != phase:
            columns[-1].append(item.phase)
            left, phase = left - HEADING * size, item.phase
        columns[-1].append(item)
        left -= high
    return Sheet(size, columns)
