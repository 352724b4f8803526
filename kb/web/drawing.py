"""Positions as boxes with counters: the silhouette of a unit on its power's colour, with the power's letters and marks.

Silhouettes are the symbols of ``static/kb/counters.svg``, one for each type of unit of the games and ``unknown`` for
any other; a mark, such as ``damaged``, is the symbol ``mark-damaged``. Letters and colours are in
``static/kb/powers.json``: for the id of each power its ``letters`` and the colour of its counters on a ``light`` and on
a ``dark`` page; the empty id has the colour of every other power, whose letters are its initials. Colour is never
alone: each counter has letters, and its words beside it or as its name. ``board.html`` draws a board on pages;
scripts fill in a copy of its counter. The engine's
answers are made HTML here, too: for a server, and on a phone that asks its own engine.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader

from kb.base.english import listed
from kb.base.shape import Plain
from kb.text import captions
from kb.text.asked import IMPOSSIBLE, YES

_FOLDER = os.path.dirname(__file__)
TEMPLATES = Environment(loader=FileSystemLoader(os.path.join(_FOLDER, "templates")), autoescape=True, auto_reload=False)

#: the symbol of a unit that has none of its own
UNKNOWN = "unknown"
#: what the symbols of marks begin with
_MARK = "mark-"


@cache
def looks() -> dict[str, dict[str, str]]:
    """Return how each power looks, by its id."""
    found: dict[str, dict[str, str]] = json.loads(_static("powers.json"))
    return found


def _static(name: str) -> str:
    with open(os.path.join(_FOLDER, "static", "kb", name), encoding="utf-8") as file:
        return file.read()


def letters(power: str) -> str:
    """Return one or two capitals: ``G``, ``UK``."""
    if power in looks():
        return looks()[power]["letters"]
    return "".join(word[0] for word in power.split("-") if word)[:2].upper()


def css_class(power: str) -> str:
    """Return the class that gives what is drawn the power's colour; a power that is not in the file has that of the
    others."""
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
    """Return the ids of the symbols."""
    return frozenset(re.findall(r'<symbol id="([\w-]+)"', _static("counters.svg")))


def silhouette(unit: str) -> str:
    """Return the symbol of a type of unit."""
    return unit if unit in symbols() and not unit.startswith(_MARK) else UNKNOWN


def badges(marks: Sequence[str]) -> list[str]:
    """Return the symbols of marks; the first word decides (``aboard transport``). A mark without a symbol is in words
    only."""
    wanted = (_MARK + mark.partition(" ")[0] for mark in marks)
    return [each for each in wanted if each in symbols()]


TEMPLATES.globals.update(silhouette=silhouette, badges=badges)


def board(picture: Plain, before: Plain | None = None, powers: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return the spaces of a position for ``board.html``: ``name``, ``is_sea``, ``standing``, ``powers`` and ``near``.

    :mod:`kb.text.cases` describes a picture.
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
    """``counter_parts.js``: the ``LETTERS`` of each power, and the ``SYMBOLS`` there are."""
    parts = {"LETTERS": {each: look["letters"] for each, look in looks().items() if each}, "SYMBOLS": sorted(symbols())}
    return "".join(f"export const {name} = {json.dumps(each, ensure_ascii=False)};\n" for name, each in parts.items())


def tree(lines: Sequence[Plain]) -> list[dict[str, Any]]:
    """Return the lines of a trace, each with its ``depth``, as a tree: each has its ``below``."""
    top: list[dict[str, Any]] = []
    path: list[tuple[int, list[dict[str, Any]]]] = [(-1, top)]
    for line in lines:
        while path[-1][0] >= line["depth"]:
            path.pop()
        node = {**line, "below": []}
        path[-1][1].append(node)
        path.append((line["depth"], node["below"]))
    return top


# -- the engine's answer


#: rulings that are named beside an answer
MOST_RULINGS = 5


def with_html(told: Plain, asking: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer of the engine with its verdict in a line (``says``, with its ``kind``: ``yes``, ``no``, ``none``
    or empty) and the rest as ``html``. Links have the ids of rulings and sections in place of an address.

    ``asking`` are the texts of the board.
    """
    kind, says = _verdict(told, asking)
    if "errors" in told:
        return {**told, "kind": kind, "says": says, "html": ""}
    acts, outcome = told["actions"], told["outcome"]
    act = next((each for each in acts if not each["legal"]), acts[-1] if acts else None)
    before, after = outcome["before"], outcome["after"]
    pictures = [("Before", board(before)), ("After", board(after, before))] if before != after else []
    html = TEMPLATES.get_template("answer.html").render(
        told=told,
        act=act,
        asking=asking,
        authority=_authority(told, asking),
        rulings=told["rulings"][:MOST_RULINGS],
        pictures=pictures,
        steps=tree(outcome["lines"]) if act else [],
    )
    return {**told, "kind": kind, "says": says, "html": html}


def _verdict(told: Plain, asking: Mapping[str, Any]) -> tuple[str, str]:
    if "errors" in told:
        wrong = "; ".join(f"{e['message']} ({e['hint']})" if e["hint"] else e["message"] for e in told["errors"])
        return "none", asking["cannot"].format(wrong)
    acts = told["actions"]
    act = next((each for each in acts if each["legal"] is None), acts[-1] if acts else None)
    if act is None:
        return "", ""
    if act["legal"] is None:
        return "none", IMPOSSIBLE.format(act["wrong"])
    if told["missing"]:
        return "none", " ".join(told["missing"])
    if not told["legal"]:
        return "no", told["answer"]
    return "yes", f"{YES} {act['text']}" if told["answer"] == YES else told["answer"]


def _authority(told: Plain, asking: Mapping[str, Any]) -> str:
    """Return the note that an answer is the engine's reading, with the rulings that the refusing rules cite."""
    refused = next((each["reasons"] for each in told["actions"] if each["legal"] is False), ())
    rulings = dict.fromkeys(id for reason in refused for id in reason["rulings"])
    return " ".join([asking["reading"], *([asking["rests"].format(", ".join(rulings))] if rulings else ())])
