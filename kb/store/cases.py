"""A scenario and its cases as dictionaries of plain values: what was told, done and drawn when it was played."""

from __future__ import annotations

import json
import sqlite3
from typing import Any


def scenario(connection: sqlite3.Connection, name: str) -> dict[str, Any] | None:
    """The scenario ``name``, or ``None``.

    Beside ``id``, ``game``, ``ruleset``, ``title``, ``proof``, ``passed``, ``contrast_passed`` and ``suspect``: ``rulings`` and
    ``sections`` that it belongs to, ``rules`` (name to id, all of its rule set), and its ``cases``.
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
    out["cases"] = cases(connection, name)
    return out


def cases(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """The case of the scenario ``name``, then its contrasts.

    Each has ``number``, ``title``, ``change`` and ``story`` (lines), ``passed``, ``trace`` (``depth``, ``says``, ``rule``,
    ``cites``), and ``before`` and ``after``, the pictures that :mod:`kb.web.drawing.board` draws; empty if nothing is played.
    """
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
