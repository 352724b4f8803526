"""A scenario, its contrasts, and its results in other printings and games, as plain values."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kb.base.shape import Plain


#: lists are returned as words, because importing json would slow down looking up a ruling
_PRINTINGS = """
    select p.scenario, p.game, g.title, p.printing, holds, why, made_by,
      (select group_concat(value, ' ') from json_each(p.rules)) as rules,
      (select group_concat(value, ' ') from json_each(p.figures)) as figures
    from scenario_printings p join games g on g.id = p.game where p.scenario in ({})
    order by printing = '', g.rowid, ruleset"""


def scenario(connection: sqlite3.Connection, name: str) -> Plain | None:
    """Return the scenario ``name``, or None.

    It has ``id``, ``game``, ``ruleset``, ``title``, ``proof``, ``passed``, ``contrast_passed`` and ``suspect``; the
    ``rulings`` and ``sections`` that it proves, ``rules`` (name to id, all of its rule set), ``printings`` and
    ``cases``.
    """
    import json

    lists = ("rulings", "sections")
    flags = ("passed", "contrast_passed", "suspect")
    sql = f"select id, game, ruleset, title, proof, {', '.join((*flags, *lists))}, cases from scenarios where id = ?"
    row = connection.execute(sql, [name]).fetchone()
    if row is None:
        return None
    out: dict[str, object] = {**row, **{key: bool(row[key]) for key in flags}}
    out |= {key: json.loads(row[key]) for key in lists}
    rules = connection.execute("select rule, id from rules where ruleset = ?", [row["ruleset"]])
    out["rules"] = dict(rules.fetchall())
    out["printings"] = printings(connection, name)
    out["cases"] = _cases(row["cases"])
    return out


def played_across(connection: sqlite3.Connection, topics: Mapping[str, set[str]]) -> dict[str, list[dict[str, object]]]:
    """Return by topic the scenarios that compare its games, in the order of the pairs of games.

    ``topics`` are the games of each topic. Each scenario has ``id``, ``game``, ``title``, and ``elsewhere``: its
    results in the other games of the topic, as from :func:`printings`.
    """
    sql = f"""select p.topic, s.id, s.game, s.title from topic_pairs p join scenarios s on s.id = p.scenario
              where p.topic in ({_places(topics)}) group by p.topic, s.id order by min(p.rowid)"""
    rows = connection.execute(sql, list(topics)).fetchall()
    others = _printings(connection, list(dict.fromkeys(row["id"] for row in rows)))
    found: dict[str, list[dict[str, object]]] = {topic: [] for topic in topics}
    for row in rows:
        games = topics[row["topic"]] - {row["game"]}
        elsewhere = [each for each in others[row["id"]] if each["game"] in games]
        found[row["topic"]].append({**{key: row[key] for key in ("id", "game", "title")}, "elsewhere": elsewhere})
    return found


def printings(connection: sqlite3.Connection, name: str) -> list[dict[str, object]]:
    """Return the results of a scenario in other printings and games.

    Each has ``game`` and its ``title``, ``printing`` (empty of another game), ``holds`` (same, differs), ``why``, and
    the causes of a difference: ``rules`` (their ids), ``figures`` (``submarine.defense``, ``steps``), and both in
    sentences, ``made_by``.
    """
    return _printings(connection, [name])[name]


def _printings(connection: sqlite3.Connection, names: list[str]) -> dict[str, list[dict[str, object]]]:
    """Return the :func:`printings` of each of some scenarios."""
    found: dict[str, list[dict[str, object]]] = {name: [] for name in names}
    for row in map(dict, connection.execute(_PRINTINGS.format(_places(names)), names)):
        lists = {key: (row[key] or "").split() for key in ("rules", "figures")}
        found[row.pop("scenario")].append({**row, **lists, "made_by": row["made_by"].splitlines()})
    return found


def _places(values: Collection[str]) -> str:
    """Return the placeholders for some values in an SQL statement."""
    return ", ".join("?" * len(values))


def games_with_rules(connection: sqlite3.Connection) -> list[str]:
    """Return the games that have rules, in order."""
    games = connection.execute("select id from games where id in (select game from rules) order by rowid")
    return [game for (game,) in games]


def _cases(packed: bytes) -> list[dict[str, object]]:
    """Return the case of a scenario, then its contrasts.

    Each has ``number``, ``title``, ``change`` and ``story`` (lines), ``passed``, ``trace`` (``depth``, ``says``,
    ``rule``, ``cites``), and ``before`` and ``after``, the pictures that :mod:`kb.web.drawing` draws; empty if
    nothing is played.
    """
    import json
    import zlib

    return [
        {
            "number": number,
            "title": title,
            "change": change,
            "story": story,
            "passed": passed,
            "trace": [_step(*line) for line in json.loads(trace)],
            "before": json.loads(before),
            "after": json.loads(after),
        }
        for number, (title, change, story, passed, trace, before, after) in enumerate(
            json.loads(zlib.decompress(packed))
        )
    ]


def _step(depth: int, says: str, rule: str = "", cites: list[str] | None = None) -> dict[str, object]:
    return {"depth": depth, "says": says, "rule": rule, "cites": cites or []}
