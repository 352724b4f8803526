"""Positions as boxes with counters: the silhouette of a unit on its power's colour, with the power's letters and marks.

Silhouettes are the symbols of ``static/kb/counters.svg``, one for each type of unit of the games and ``unknown`` for
any other; a mark, such as ``damaged``, is the symbol ``mark-damaged``. Letters and colours are in
``static/kb/powers.json``: for the id of each power its ``letters`` and the colour of its counters on a ``light`` and on
a ``dark`` page; the empty id has the colour of every other power, whose letters are its initials. Colour is never
alone: each counter has letters, and its words beside it or as its name. ``board.html`` draws a board on pages;
``counters.js`` draws the same counter in a script, from the values that :func:`script` gives it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypedDict

from kb.base.english import listed
from kb.text import captions

#: the symbol of a unit that has none of its own
UNKNOWN = "unknown"
#: what the symbols of marks begin with
_MARK = "mark-"


#: equal units in a space; a class cannot have the key ``is``, which lists their marks, such as ``damaged``
Counter = TypedDict("Counter", {"power": str, "unit": str, "count": int, "is": list[str]})


class PictureSpace(TypedDict):
    """A space with its holder, empty where it has none, and its units."""

    id: str
    name: str
    kind: str
    holder: str
    units: list[Counter]


class Picture(TypedDict):
    """The spaces of a position, and the borders between them: two ids each."""

    spaces: list[PictureSpace]
    borders: list[list[str]]


class Look(TypedDict):
    """How a power looks."""

    letters: str
    light: str
    dark: str


@cache
def looks() -> dict[str, Look]:
    """How each power looks, by its id."""
    text = files("kb.web").joinpath("static", "kb", "powers.json").read_text(encoding="utf-8")
    found: dict[str, Look] = json.loads(text)
    return found


def letters(power: str) -> str:
    """One or two capitals: ``G``, ``UK``."""
    if power in looks():
        return looks()[power]["letters"]
    return "".join(word[0] for word in power.split("-") if word)[:2].upper()


def css_class(power: str) -> str:
    """The class that gives what is drawn the power's colour; a power that is not in the file has that of the others."""
    return f"power-{power}" if power and power in looks() else "power-other"


def style_sheet() -> str:
    """``powers.css``: it sets ``--power`` for each class."""
    light, dark = (
        "\n".join(f".{css_class(power)} {{ --power: {look[scheme]}; }}" for power, look in looks().items())
        for scheme in ("light", "dark")
    )
    white = f":is({', '.join(f'.{css_class(power)}' for power in looks())}) {{ --power: #fff; }}"
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n@media print {{ {white} }}\n"


@cache
def symbols() -> frozenset[str]:
    """The ids of the symbols."""
    text = files("kb.web").joinpath("static", "kb", "counters.svg").read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="([\w-]+)"', text))


def silhouette(unit: str) -> str:
    """The symbol of a type of unit."""
    return unit if unit in symbols() and not unit.startswith(_MARK) else UNKNOWN


def badges(marks: Sequence[str]) -> list[str]:
    """The symbols of marks; the first word decides (``aboard transport``). A mark without a symbol is in words only."""
    wanted = (_MARK + mark.partition(" ")[0] for mark in marks)
    return [each for each in wanted if each in symbols()]


def board(picture: Picture, before: Picture | None = None, powers: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the spaces of a position for ``board.html``: ``name``, ``is_sea``, ``standing``, ``powers`` and ``near``.

    ``before`` marks changes against an earlier position: units that came or went, and new holders; ``powers`` are the
    game's, in order.
    """
    earlier = {space["id"]: space for space in before["spaces"]} if before else {}
    names = {space["id"]: captions.name(space) for space in picture["spaces"]}
    spaces = []
    for space in picture["spaces"]:
        was = None if before is None else earlier.get(space["id"]) or {**space, "units": []}
        stacks = None if was is None else was["units"]
        others = (({*pair} - {space["id"]}) for pair in picture["borders"] if space["id"] in pair)
        spaces.append(
            {
                "name": names[space["id"]],
                "is_sea": space["kind"] == captions.SEA,
                "standing": captions.standing(space, was),
                "powers": [
                    {
                        "name": captions.label(power),
                        "css": css_class(power),
                        "letters": letters(power),
                        "units": captions.entries(space["units"], stacks, power),
                    }
                    for power in captions.powers_here(space, was, powers)
                ],
                "near": listed(sorted({names[each] for other in others for each in other if each in names})),
            }
        )
    return spaces


def script() -> str:
    """``counter_parts.js``: ``POWERS`` (letters and name, by id), ``UNITS`` (its name for one and for several, by id;
    a unit that is not there has the symbol ``unknown``), ``MARKS`` (those that have a symbol)."""
    units = sorted(each for each in symbols() - {UNKNOWN} if not each.startswith(_MARK))
    parts = {
        "POWERS": {each: {"letters": letters(each), "name": captions.label(each)} for each in looks() if each},
        "UNITS": {unit: [captions.named(unit, 1), captions.named(unit, 2)] for unit in units},
        "MARKS": sorted(each.removeprefix(_MARK) for each in symbols() if each.startswith(_MARK)),
    }
    return "".join(f"export const {name} = {json.dumps(each, ensure_ascii=False)};\n" for name, each in parts.items())
