"""What tells powers apart in pictures: letters and a colour for each, from ``static/kb/powers.json``.

The file has, for the id of each power, its ``letters`` and the colour of its counters on a ``light`` and on a ``dark``
page; the empty id has the colour of every other power, whose letters are its initials. On paper counters are white.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TypedDict

from kb.wording.board import power_name


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


def label(power: str) -> str:
    """A power's name where it stands alone: ``United Kingdom``."""
    return power_name(power).removeprefix("the ")


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
