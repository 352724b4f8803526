"""Counters: the silhouette of a unit on its power's colour, with the power's letters, marks, and how many there are.

Silhouettes are the symbols of ``static/kb/counters.svg``, one for each type of unit of the games and ``unknown`` for
any other; a mark, such as ``damaged``, is the symbol ``mark-damaged``. Letters and colours are in
``static/kb/powers.json``: for the id of each power its ``letters`` and the colour of its counters on a ``light`` and on
a ``dark`` page; the empty id has the colour of every other power, whose letters are its initials. On paper counters are
white. Colour is never alone: each counter has letters, and its words beside it or as its name.

In Python :func:`tile` puts one into a drawing; ``sprite`` is the address of ``counters.svg``
(``link(site, "counters.svg")``). In a script ``counter`` of ``counters.js`` makes one that stands alone, with the same
face; what it needs of this module, :func:`script` gives it as ``counter_parts.js``. A page links ``drawing.css`` and
``powers.css``; one that is kept for use without network keeps these five files::

    <svg class="counter power-germany" viewBox="0 0 66 26" width="66" height="26" role="img">
      <title>Germany: 2 submarines (submerged)</title>
      <rect class="tile" x="1" y="2" width="50" height="23" rx="3"/>
      <text class="letters" x="11.5" y="18" text-anchor="middle">G</text>
      <use href="…/counters.svg#submarine" x="22" y="4" width="28" height="19"/>
      <circle class="badge" cx="47" cy="6" r="5.6"/>
      <use class="mark" href="…/counters.svg#mark-submerged" x="43" y="2" width="8" height="8"/>
      <text class="number" x="55" y="19">2</text>
    </svg>
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TypedDict
from xml.etree.ElementTree import Element

from kb.text import captions
from kb.web.drawing.svg import add, number

#: the symbol of a unit that has none of its own
UNKNOWN = "unknown"
#: what the symbols of marks begin with
_MARK = "mark-"
#: the size of a counter without its number
WIDTH, HEIGHT = 52.0, 26.0
#: from one mark to the next
_PITCH = 12.0


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


def tile(
    parent: Element,
    unit: str,
    power: str,
    x: float,
    y: float,
    marks: Sequence[str] = (),
    css: str = "",
    sprite: str = "",
) -> None:
    """Put a counter without its number and name into a drawing, :data:`WIDTH` by :data:`HEIGHT`, at ``x`` and ``y``."""
    place = f"translate({number(x)} {number(y)})"
    group = add(parent, "g", class_=f"counter {css_class(power)} {css}".strip(), transform=place)
    _face(group, unit, power, marks, sprite)


def _face(parent: Element, unit: str, power: str, marks: Sequence[str], sprite: str) -> None:
    add(parent, "rect", class_="tile", x=1.0, y=2.0, width=50.0, height=23.0, rx=3.0)
    add(parent, "text", letters(power), class_="letters", x=11.5, y=18.0, text_anchor="middle")
    add(parent, "use", href=f"{sprite}#{silhouette(unit)}", x=22.0, y=4.0, width=28.0, height=19.0)
    for at, each in enumerate(badges(marks)):
        x = 47.0 - at * _PITCH
        add(parent, "circle", class_="badge", cx=x, cy=6.0, r=5.6)
        add(parent, "use", class_="mark", href=f"{sprite}#{each}", x=x - 4, y=2.0, width=8.0, height=8.0)


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
