"""A scenario and its cases as dictionaries of plain values: what was told, done and drawn when it was played."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


#: the rules as words: looking up a ruling should not need a parser
_PRINTINGS = """
    select printing, holds, why, (select group_concat(value, ' ') from json_each(p.rules)) as rules
    from scenario_printings p where scenario = ? order by ruleset"""


def scenario(connection: sqlite3.Connection, name: str) -> dict[str, Any] | None:
    """The scenario ``name``, or ``None``.

    Beside ``id``, ``game``, ``ruleset``, ``title``, ``proof``, ``passed``, ``contrast_passed`` and ``suspect``: ``rulings`` and
    ``sections`` that it belongs to, ``rules`` (name to id, all of its rule set), ``printings`` and its ``cases``.
    """
    told = "select id, game, ruleset, title, proof, passed, contrast_passed, suspect from scenarios where id = ?"
    row = connection.execute(told, [name]).fetchone()
    if row is None:
        return None
    out: dict[str, Any] = {**row, **{key: bool(row[key]) for key in ("passed", "contrast_passed", "suspect")}}
    for tied in ("ruling", "section"):
        ties = connection.execute(f"select {tied} from scenario_{tied}s where scenario = ? order by rowid", [name])
        out[f"{tied}s"] = [each[0] for each in ties]
    rules = connection.execute("select rule, id from rules where ruleset = ?", [row["ruleset"]])
    out["rules"] = dict(rules.fetchall())
    out["printings"] = printings(connection, name)
    out["cases"] = cases(connection, name)
    return out


def printings(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """What becomes of a scenario in other printings: ``printing``, ``holds`` (same, differs), ``why``, ``rules``."""
    rows = connection.execute(_PRINTINGS, [name]).fetchall()
    return [{**row, "rules": row["rules"].split(" ") if row["rules"] else []} for row in rows]


def cases(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """The case of the scenario ``name``, then its contrasts.

    Each has ``number``, ``title``, ``change`` and ``story`` (lines), ``passed``, ``trace`` (``depth``, ``says``, ``rule``,
    ``cites``), and ``before`` and ``after``, the pictures that :mod:`kb.web.drawing.board` draws; empty if nothing is played.
    """
    import json

    rows = connection.execute("select * from scenario_cases where scenario = ? order by number", [name])
    return [
        {
            "number": row["number"],
            "title": row["title"],
            "change": row["change"].splitlines(),
            "story": row["story"].splitlines(),
            "passed": bool(row["passed"]),
            "trace": [_step(*line) for line in json.loads(row["trace"])],
            "before": json.loads(row["before"]),
            "after": json.loads(row["after"]),
        }
        for row in rows
    ]


def _step(depth: int, says: str, rule: str = "", cites: list[str] | None = None) -> dict[str, Any]:
    return {"depth": depth, "says": says, "rule": rule, "cites": cites or []}
