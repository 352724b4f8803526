"""The sheet: one page of A4 for a game, with the rulings that are needed most, by phase of the turn.

Nothing here asks a browser: the lines are counted by the widths of DejaVu Sans, which Verdana nearly has too. They are
the widest of the common sans serifs, so that in any other type no line more is needed. As many rulings stand on the
page as fit; a game of which all fit gets larger type. Which rulings are needed most is our choice; the sheet tells it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.base.shape import Plain
from kb.files.html import colophon, page
from kb.files.words import data_file
from kb.knowledge import KnowledgeBase
from kb.store import pages
from kb.text import printings

#: characters by their width, in thousandths of the size of the type
_GROUPS = {
    275: "'", 278: "ijl", 295: "IJ", 318: ",.·’‘", 337: "/:;\\|", 352: "f ", 361: "-", 390: "()[]", 392: "t", 401: "!",
    411: "r", 460: '"', 500: "*_`–", 521: "s", 525: "z", 531: "?", 550: "c", 557: "L", 575: "F", 579: "k", 592: "vxy",
    603: "P", 611: "TY", 612: "o", 613: "a", 615: "e", 632: "E", 634: "hnu", 635: "Sbdgpq", 636: "$0123456789{}",
    656: "K", 684: "AV", 685: "XZ", 686: "B", 695: "R", 698: "C", 732: "U", 748: "N", 752: "H", 770: "D", 775: "G",
    780: "&", 787: "OQ", 818: "w", 838: "#+<=>^~", 863: "M", 950: "%", 974: "m", 989: "W",
}  # fmt: skip
WIDTHS = {char: width for width, chars in _GROUPS.items() for char in chars}
#: the width of any other character
WIDEST = 1000
#: stands in a text for a space at which no line ends
JOINED = "\u00a0"


def width(text: str) -> int:
    """The width of a text in one line, in thousandths of the size of its type."""
    return sum(WIDTHS.get(char, WIDEST) for char in text.replace(JOINED, " "))


def lines(text: str, room: float) -> int:
    """How many lines a text takes; ``room`` is the width of a line, in thousandths of the size of the type."""
    taken, used = 1, 0
    for word in text.split(" "):
        wide = width(word)
        if used and used + WIDTHS[" "] + wide > room:
            taken, used = taken + 1, wide
        else:
            used += wide + (WIDTHS[" "] if used else 0)
    return taken


#: sizes of type that are tried, in points, the largest first: the first in which all rulings stand, or else the last
SIZES = tuple(size / 4 for size in range(64, 31, -1))
#: of the page, in points: how wide and how high a column is (``sheet.css`` has the same), and of a line what is used
COLUMN, HEIGHT, USED = 263.0, 716.0, 0.99
#: the height of a line, of the space below a ruling, and of the heading of a phase, in sizes of the type
LINE, GAP, HEADING = 1.2, 0.3, 2.0


#: how the rulings are chosen, as the sheet tells it
HOW = (
    "Chosen by us, not by the publisher. A ruling comes before another with more of these: editions that answer otherwise, "
    "rulings of its document that repeat it, add to it, rest on it or pull against it, and one if it corrects printed words; "
    "then by how many ways of asking for it are on record. Optional rules come last."
)
#: the relations by which a document returns to a ruling
_RETURNS = ("restates", "extended_by", "basis_of", "tension")
_CORRECTS = ("erratum", "rule-change")
_DIFFERENT = "different"
#: the heading of rulings that no phase has
ANY = "At any time"


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A ruling on a sheet: what stands there of it, and where it is told, in parts that no line parts."""

    id: str
    phase: str
    says: str
    where: tuple[str, ...]

    def height(self, size: float) -> float:
        """How high it stands in type of a ``size``, in points."""
        return (lines(" ".join((self.says, *self.where)), COLUMN * USED / size * 1000) * LINE + GAP) * size


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page: the ``size`` of its type, and its columns, each of headings (text) and items."""

    size: float
    columns: list[list[str | SheetEntry]]


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


def _item(ruling: Plain, phase: str) -> SheetEntry:
    marks = [f"{each['printing']}: differs" for each in printings.differing(ruling)]
    marks += ["optional"] * bool(ruling["depends_on"])
    *first, last = (each.replace(" ", JOINED) for each in (ruling["id"], *_page(ruling["sections"]), *marks))
    return SheetEntry(ruling["id"], phase, ruling["verdict"], (*(f"{each}," for each in first), last))


def _page(sections: list[Plain]) -> list[str]:
    """``p. 15`` of the first section whose page is known, with a question mark where it is estimated."""
    for section in sections:
        if section["pages"] and section["pages_are"] in ("printed", "estimated"):
            return [f"p. {section['pages']}{'?' * (section['pages_are'] == 'estimated')}"]
    return []


def _laid_out(items: list[SheetEntry], order: list[str], size: float) -> SheetPage | None:
    """The items by phase in two columns, or ``None`` if they do not fit."""
    columns: list[list[str | SheetEntry]] = [[]]
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
    return SheetPage(size, columns)


def by_need(connection: sqlite3.Connection, rulings: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ids of the rulings, the most needed first, as :data:`HOW` says; of equal ones the first in the document."""
    asked = pages.phrasings_of_rulings(connection)
    ranked = sorted(rulings, key=lambda each: (bool(each["depends_on"]), -need(each), -asked.get(each["id"], 0)))
    return [each["id"] for each in ranked]


def need(ruling: Mapping[str, Any]) -> int:
    """How many reasons there are to look a ruling up: editions that differ, rulings that return to it, a correction."""
    differing = {each["game"] for each in ruling["elsewhere"] if _DIFFERENT in (each["comparison"], each["said"])}
    returning = {each["id"] for kind in _RETURNS for each in ruling[kind]}
    return len(differing) + len(returning) + (ruling["kind"] in _CORRECTS)


def phases(base: KnowledgeBase, rulings: Iterable[Mapping[str, Any]]) -> tuple[dict[str, str], list[str]]:
    """The phase of a turn that each ruling belongs to, by its id, and all phases in the order of a turn, as titles.

    It is that of the first of its sections that has one, by itself or by a section above it.
    """
    of_section: dict[str, str] = {}
    listed = data_file(base, "phases.yaml")["phases"]
    for phase in listed:
        for section in phase["sections"]:
            of_section.setdefault(section, phase["title"])
    for section, parent in pages.parents_of_sections(base.connection).items():
        if section not in of_section and parent in of_section:
            of_section[section] = of_section[parent]
    found = {
        ruling["id"]: next(
            (of_section[own["section"]] for own in ruling["sections"] if own["section"] in of_section), ANY
        )
        for ruling in rulings
    }
    return found, [*(phase["title"] for phase in listed), ANY]
