"""Positions as boxes with counters, and the engine's answers as HTML: for a server, and on a phone.

A counter is the silhouette of a unit on its power's colour, with the power's letters and marks. Silhouettes are the
symbols of ``static/kb/counters.svg``, one for each type of unit and ``unknown`` for any other; a mark, such as
``damaged``, is the symbol ``mark-damaged``. ``static/kb/powers.json`` has, for the id of each power, its ``letters``
and the colour of its counters on a ``light`` and on a ``dark`` page; the empty id has the colour of every other power,
whose letters are its initials. Each counter has letters and words, so that colour is never alone. ``board.html`` draws
a board on pages; scripts fill in a copy of its counter.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader

from kb.base.english import listed
from kb.text import captions
from kb.text.asked import IMPOSSIBLE, YES

if TYPE_CHECKING:
    from kb.model.replies import AnswerReply, DecidingRuling, Errors, Picture, TraceLine

    class Step(TraceLine):
        """A line of a trace with the lines below it."""

        below: list[Step]


_FOLDER = os.path.dirname(__file__)
#: characters that change the direction of the text after them
_DIRECTIONS = re.compile(r"[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")


def _visible(value: object) -> object:
    """Return a value of a template with its direction characters made visible, so that none reorders words."""
    if not isinstance(value, str) or value.isascii() or not _DIRECTIONS.search(value):
        return value
    return type(value)(_DIRECTIONS.sub(lambda found: f"\\u{ord(found[0]):04x}", value))


TEMPLATES = Environment(
    loader=FileSystemLoader(os.path.join(_FOLDER, "templates")), autoescape=True, auto_reload=False, finalize=_visible
)
#: the symbol of a unit that has none of its own
UNKNOWN = "unknown"
#: rulings that are named beside an answer
MOST_RULINGS = 5


def _static(name: str) -> str:
    """Return the text of a file in ``static/kb``."""
    with open(os.path.join(_FOLDER, "static", "kb", name), encoding="utf-8") as file:
        return file.read()


@cache
def looks() -> dict[str, dict[str, str]]:
    """Return the letters and colours of each power, by its id."""
    found: dict[str, dict[str, str]] = json.loads(_static("powers.json"))
    return found


@cache
def symbols() -> frozenset[str]:
    """Return the ids of the symbols."""
    return frozenset(re.findall(r'<symbol id="([\w-]+)"', _static("counters.svg")))


def silhouette(unit: str) -> str:
    """Return the symbol of a type of unit; ``unknown`` if it has none."""
    return unit if unit in symbols() and not unit.startswith("mark-") else UNKNOWN


def badges(marks: Sequence[str]) -> list[str]:
    """Return the ids of the symbols of marks, by their first word: ``mark-aboard`` for ``aboard transport``. Marks
    without a symbol are left out."""
    wanted = ("mark-" + mark.partition(" ")[0] for mark in marks)
    return [each for each in wanted if each in symbols()]


TEMPLATES.globals.update(silhouette=silhouette, badges=badges)


def board(picture: Picture, before: Picture | None = None, powers: Sequence[str] = ()) -> list[dict[str, object]]:
    """Return the spaces of a position for ``board.html``: ``name``, ``is_sea``, ``standing``, ``powers`` and ``near``.

    :mod:`kb.text.cases` describes a picture. ``before`` marks changes against an earlier position: units that came or
    went, and new holders; ``powers`` are the game's, in order.
    """
    earlier = {space["id"]: space for space in before["spaces"]} if before else {}
    names = {space["id"]: captions.name(space) for space in picture["spaces"]}
    spaces = []
    for space in picture["spaces"]:
        was = None if before is None else earlier.get(space["id"]) or {**space, "units": []}
        near = {each for pair in picture["borders"] if space["id"] in pair for each in pair} - {space["id"]}
        stacks = [
            (power, captions.entries(space["units"], None if was is None else was["units"], power))
            for power in captions.powers_here(space, was, powers)
        ]
        spaces.append(
            {
                "name": names[space["id"]],
                "is_sea": space["kind"] == captions.SEA,
                "standing": captions.standing(space, was),
                "powers": [{"name": captions.label(power), "units": units, **_look(power)} for power, units in stacks],
                "near": listed(sorted({names[each] for each in near if each in names})),
            }
        )
    return spaces


def _look(power: str) -> dict[str, str]:
    """Return the class that sets the colour of a power, and its one or two capitals: ``G``, ``UK``."""
    known = looks().get(power)
    initials = "".join(word[0] for word in power.split("-") if word)[:2].upper()
    return {
        "css": f"power-{power}" if power and known else "power-other",
        "letters": known["letters"] if known else initials,
    }


def tree(lines: Sequence[TraceLine]) -> list[Step]:
    """Return the lines of a trace as a tree by ``depth``; the children of a line are in ``below``."""
    top: list[Step] = []
    path: list[tuple[int, list[Step]]] = [(-1, top)]
    for line in lines:
        while path[-1][0] >= line["depth"]:
            path.pop()
        node: Step = {**line, "below": []}
        path[-1][1].append(node)
        path.append((line["depth"], node["below"]))
    return top


# -- the engine's answer


def with_html(told: AnswerReply | Errors, asking: Mapping[str, object]) -> dict[str, object]:
    """Return an answer of the engine (``told``) with its verdict in one line (``says``), the ``kind`` of the verdict,
    and the rest as ``html``, in which links have the ids of rulings and sections in place of addresses.

    ``kind`` is ``yes``, ``no``, ``none`` (errors, missing facts, or an act that cannot be tried) or empty (no action).
    ``asking`` are the texts of the page of the board; one of them introduces errors.
    """
    if "errors" in told:
        wrong = "; ".join(f"{e['message']} ({e['hint']})" if e["hint"] else e["message"] for e in told["errors"])
        return {**told, "kind": "none", "says": str(asking["cannot"]).format(wrong), "html": ""}
    kind, says = _verdict(told)
    acts, outcome = told["actions"], told["outcome"]
    before, after = outcome["before"], outcome["after"]
    refused = next((each["reasons"] for each in acts if each["legal"] is False), ())
    html = TEMPLATES.get_template("answer.html").render(
        told=told,
        act=next((each for each in acts if not each["legal"]), acts[-1] if acts else None),
        asking=asking,
        refusing=dict.fromkeys(id for reason in refused for id in reason["rulings"]),
        rulings=concerning(told)[:MOST_RULINGS],
        pictures=[("Before", board(before)), ("After", board(after, before))] if before != after else [],
        steps=tree(outcome["lines"]) if acts else [],
    )
    return {**told, "kind": kind, "says": says, "html": html}


def concerning(told: AnswerReply) -> list[DecidingRuling]:
    """Return the rulings of an answer (``told``) without those that no refusal cites and whose verdict names a type of
    unit that is neither in the position nor in an action."""
    acts = told["actions"]
    units = [
        unit["unit"]
        for when in ("before", "after")
        for space in told["outcome"][when]["spaces"]
        for unit in space["units"]
    ]
    there = f"{' '.join(units)} {' '.join(act['text'] for act in acts)}".replace("-", " ")
    refusing = {reason["rule"] for act in acts for reason in act["reasons"]}
    known = [name.replace("-", " ") for name in symbols() if not name.startswith("mark-")]
    absent = [name for name in known if name not in there]
    return [
        ruling
        for ruling in told["rulings"]
        if refusing & {*ruling["rules"]} or not any(name in ruling.get("verdict", "").lower() for name in absent)
    ]


def _verdict(told: AnswerReply) -> tuple[str, str]:
    """Return the kind of the verdict of an answer (see :func:`with_html`), and its words; both are empty if the
    question lacks an action."""
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


def replying(folder: str) -> Callable[[str], str]:
    """Return a function that returns the answer to a request (both are JSON text), by the rule books and verdicts in a
    folder. On a phone ``engine_worker.js`` calls it, in an interpreter within the browser."""
    from kb.cases.reading.library import RulesLoader
    from kb.games import packed
    from kb.text.answers import answer_text

    rules_of = RulesLoader(os.path.join(folder, packed.NAME))
    with open(os.path.join(folder, packed.VERDICTS), encoding="utf-8") as file:
        known = json.load(file)

    def reply(request: str) -> str:
        """Return the answer to a request, both as JSON."""
        answer = answer_text(request, rules_of)
        for ruling in () if "errors" in answer else answer["rulings"]:
            ruling["verdict"] = known["verdicts"][ruling["id"]]
        return json.dumps(with_html(answer, known["texts"]), ensure_ascii=False, separators=(",", ":"))

    return reply
