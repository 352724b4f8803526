"""Compares a board with the totals in its ``board.yaml``, so that a lost or doubled row is noticed.

The totals are written by hand from the source that they name; nothing here computes what they should be.
``rows`` has the number of rows of each CSV file in the board's folder, ``units`` the number of units each power begins
with, ``value`` the sum of the printed values of all spaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from kb.errors import Finding
from kb.games.board_checks import Scene
from kb.games.board_model import SpaceKind
from kb.shape import Shape, check, suggest

_TEXTS = ("source", "territories", "sea_zones", "borders", "value")
_TOTALS = Shape(required={**dict.fromkeys(_TEXTS, "str"), "units": "table", "rows": "table"})


def wrong(totals: Any, name: str, line: int) -> list[Finding]:
    """What is wrong with the form of the totals of the board file ``name``."""
    return check(totals, _TOTALS, name, "table of totals", line) or [
        Finding(f"{key} '{value}' is not a number", name, at, "write a whole number, in digits")
        for key, value, at in _numbers(totals)
        if not (isinstance(value, str) and value.isascii() and value.isdigit())
    ]


def _numbers(totals: Any) -> Iterator[tuple[str, Any, int]]:
    """Key, value and line of every figure."""
    for key, value in totals.items():
        if isinstance(value, dict):
            yield from _numbers(value)
        elif key != "source":
            yield key, value, totals.lines[key]


def counted(scene: Scene, totals: Any, folder: str) -> list[Finding]:
    """A finding for each CSV file of the board's ``folder`` that has not as many rows as its totals say."""
    findings = []
    for table, rows in scene.tables.items():
        file = f"{folder}/{table}.csv"
        there = sum(row.file == file for row in rows)
        said = int(totals["rows"].get(table, 0))
        if there != said:
            line = totals["rows"].lines.get(table, totals.lines["rows"])
            what = f"has {there} {'row' if there == 1 else 'rows'} where {folder}/board.yaml:{line} says {said}"
            findings.append(Finding(what, file, 0, "restore the row that is missing, or correct the number"))
    return findings


def summed(scene: Scene, totals: Any, sources: Iterable[str], folder: str) -> list[Finding]:
    """A finding for each total that the tables do not come to, and for an unknown source or table."""
    name = f"{folder}/board.yaml"
    findings = []
    known = list(sources)
    if totals["source"] not in known:
        hint = suggest(totals["source"], known) or f"one of {', '.join(known)}"
        findings.append(Finding(f"unknown source '{totals['source']}'", name, totals.lines["source"], hint))
    for key, among in (("units", scene.ids("powers")), ("rows", scene.tables)):
        for word in totals[key].keys() - among.keys():
            at = totals[key].lines[word]
            findings.append(Finding(f"a total of unknown '{word}'", name, at, suggest(word, among) or "remove it"))
    units = Counter[str]()
    for row in scene.tables["setup"]:
        units[row["power"]] += row["count"]
    for power in units.keys() | totals["units"].keys():
        at = totals["units"].lines.get(power, totals.lines["units"])
        findings += _differs(f"units of '{power}'", units[power], totals["units"].get(power, "0"), name, at)
    for key, there in _figures(scene).items():
        findings += _differs(key.replace("_", " "), there, totals[key], name, totals.lines[key])
    return findings


def _figures(scene: Scene) -> dict[str, int]:
    kinds = Counter(row["kind"] for row in scene.tables["spaces"])
    return {
        "territories": kinds[SpaceKind.TERRITORY],
        "sea_zones": kinds[SpaceKind.SEA_ZONE],
        "borders": len(scene.tables["borders"]),
        "value": sum(row["value"] or 0 for row in scene.tables["spaces"]),
    }


def _differs(what: str, there: int, said: str, name: str, line: int) -> list[Finding]:
    if there == int(said):
        return []
    return [
        Finding(
            f"{what}: {said} in all, but the tables come to {there}",
            name,
            line,
            "correct the tables, or the total by its source",
        )
    ]
