"""Compares a board with the totals in its ``board.yaml``, so that a lost or doubled row is noticed.

The totals are written by hand from the source that they name; nothing here computes what they should be.
``rows`` has the number of rows of each CSV file in the board's folder, ``units`` the number of units each power begins
with, ``value`` the sum of the printed values of all spaces; ``objectives`` the sum of what the objectives of each power
pay, ``least`` that of how many spaces are enough for them, ``technology`` the number of technologies on each chart. The
last three are left out where there are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from kb.errors import Finding
from kb.games.board_checks import Scene
from kb.games.board_model import SpaceKind
from kb.shape import Shape, check, suggest
from kb.written import YamlMapping

_TEXTS = ("source", "territories", "sea_zones", "borders", "value")
_TOTALS = Shape(
    required={**dict.fromkeys(_TEXTS, "str"), "units": "table", "rows": "table"},
    optional={"objectives": "table", "least": "str", "technology": "table"},
)
#: the totals that are tables of sums, with what messages call one of the sums
_SUMS = {"units": "units of", "objectives": "IPCs for objectives of", "technology": "technologies on chart"}


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
    """A finding for each CSV file of the board's ``folder`` that has not as many rows as its totals say; where these
    name an unknown file, for that alone."""
    findings = _unknown(totals, "rows", scene.tables, f"{folder}/board.yaml")
    if findings:
        return findings
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
    """A finding for each total that the tables do not come to, and for an unknown source or power."""
    name = f"{folder}/board.yaml"
    findings = []
    known = list(sources)
    if totals["source"] not in known:
        hint = suggest(totals["source"], known) or f"one of {', '.join(known)}"
        findings.append(Finding(f"unknown source '{totals['source']}'", name, totals.lines["source"], hint))
    for key in ("units", "objectives"):
        findings += _unknown(totals, key, scene.ids("powers"), name)
    for key, sums in _sums(scene).items():
        said = totals.get(key, YamlMapping(totals.line))
        for word in sorted(sums.keys() | said.keys()):
            at = said.lines.get(word, totals.lines.get(key, totals.line))
            findings += _differs(f"{_SUMS[key]} '{word}'", sums[word], said.get(word, "0"), name, at)
    for key, there in _figures(scene).items():
        at = totals.lines.get(key, totals.line)
        findings += _differs(key.replace("_", " "), there, totals.get(key, "0"), name, at)
    return findings


def _unknown(totals: Any, key: str, among: Collection[str], name: str) -> list[Finding]:
    """A finding for each word in the table ``key`` of the totals that is not among some names."""
    words = totals.get(key, {})
    return [
        Finding(f"a total of unknown '{word}'", name, words.lines[word], suggest(word, among) or "remove it")
        for word in words
        if word not in among
    ]


def _sums(scene: Scene) -> dict[str, Counter[str]]:
    sums = {key: Counter[str]() for key in _SUMS}
    for row in scene.tables["setup"]:
        sums["units"][row["power"]] += row["count"]
    for row in scene.tables["objectives"]:
        sums["objectives"][row["power"]] += row["ipc"]
    for row in scene.tables["technology"]:
        sums["technology"][str(row["chart"])] += 1
    return sums


def _figures(scene: Scene) -> dict[str, int]:
    kinds = Counter(row["kind"] for row in scene.tables["spaces"])
    return {
        "territories": kinds[SpaceKind.TERRITORY],
        "sea_zones": kinds[SpaceKind.SEA_ZONE],
        "borders": len(scene.tables["borders"]),
        "value": sum(row["value"] or 0 for row in scene.tables["spaces"]),
        "least": sum(row["least"] or 0 for row in scene.tables["objectives"]),
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
