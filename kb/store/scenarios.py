"""A scenario, its contrasts, and its results in other printings and games, as plain values."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


#: lists are returned as words, because importing json would slow down looking up a ruling
_PRINTINGS = """
    select p.game, g.title, p.printing, holds, why, made_by,
      (select group_concat(value, ' ') from json_each(p.rules)) as rules,
      (select group_concat(value, ' ') from json_each(p.figures)) as figures
    from scenario_printings p join games g on g.id = p.game where scenario = ?
    order by printing = '', g.rowid, ruleset"""


def scenario(connection: sqlite3.Connection, name: str) -> dict[str, Any] | None:
    """The scenario ``name``, or ``None``.

    Beside ``id``, ``game``, ``ruleset``, ``title``, ``proof``, ``passed``, ``contrast_passed`` and ``suspect``:
    ``rulings`` and ``sections`` that it belongs to, ``rules`` (name to id, all of its rule set), ``printings`` and its
    ``cases``.
    """
    sql = "select id, game, ruleset, title, proof, passed, contrast_passed, suspect from scenarios where id = ?"
    row = connection.execute(sql, [name]).fetchone()
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


def played_across(connection: sqlite3.Connection, topic: str) -> list[dict[str, Any]]:
    """The scenarios that show how games compare on a topic, in the order of the pairs of games.

    Each has ``id``, ``game``, ``title``, and ``elsewhere``: what becomes of it there, as :func:`printings` tells it.
    """
    rows = connection.execute(
        """select s.id, s.game, s.title from topic_pairs p join scenarios s on s.id = p.scenario
           where p.topic = ? group by s.id order by min(p.rowid)""",
        [topic],
    ).fetchall()
    games = {row[0] for row in connection.execute("select game from topic_games where topic = ?", [topic])}
    return [
        {**row, "elsewhere": [p for p in printings(connection, row["id"]) if p["game"] in games - {row["game"]}]}
        for row in rows
    ]


def printings(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """What becomes of a scenario in other printings and games.

    Each has ``game`` and its ``title``, ``printing`` (empty of another game), ``holds`` (same, differs), ``why``, and
    what makes the difference: ``rules`` (their ids), ``figures`` (``submarine.defense``, ``steps``), and both in
    sentences, ``made_by``.
    """
    rows = connection.execute(_PRINTINGS, [name]).fetchall()
    return [
        {
            **row,
            **{key: (row[key] or "").split() for key in ("rules", "figures")},
            "made_by": row["made_by"].splitlines(),
        }
        for row in rows
    ]


def games_with_rules(connection: sqlite3.Connection) -> list[str]:
    """The games that have rules, in order."""
    games = connection.execute("select id from games where id in (select game from rules) order by rowid")
    return [game for (game,) in games]


def rulings_by_rule(connection: sqlite3.Connection, game: str) -> dict[str, tuple[list[str], int]]:
    """By rule of a game, the rulings whose scenarios rest on it, and in how many scenarios it has a say."""
    rows = connection.execute(
        """select r.rule, r.cases, p.ruling from rules r
           left join scenario_rules s on s.rule = r.id left join scenario_rulings p using (scenario)
           where r.game = ? group by r.rule, p.ruling order by r.rowid, p.rowid""",
        [game],
    )
    found: dict[str, tuple[list[str], int]] = {}
    for rule, cases, ruling in rows:
        rulings, most = found.get(rule, ([], 0))
        found[rule] = ([*rulings, *filter(None, [ruling])], max(most, cases))
    return found


def cases(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """The case of the scenario ``name``, then its contrasts.

    Each has ``number``, ``title``, ``change`` and ``story`` (lines), ``passed``, ``trace`` (``depth``, ``says``,
    ``rule``, ``cites``), and ``before`` and ``after``, the pictures that :mod:`kb.web.drawing.board` draws; empty if
    nothing is played.
    """
    import json
    import zlib

    rows = connection.execute("select * from scenario_cases where scenario = ? order by number", [name])
    return [
        {
            "number": row["number"],
            "title": row["title"],
            "change": row["change"].splitlines(),
            "story": zlib.decompress(row["story"]).decode().splitlines(),
            "passed": bool(row["passed"]),
            "trace": [_step(*line) for line in json.loads(zlib.decompress(row["trace"]))],
            "before": json.loads(zlib.decompress(row["before"])),
            "after": json.loads(zlib.decompress(row["after"])),
        }
        for row in rows
    ]


def _step(depth: int, says: str, rule: str = "", cites: list[str] | None = None) -> dict[str, Any]:
    return {"depth": depth, "says": says, "rule": rule, "cites": cites or []}
