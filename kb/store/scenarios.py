"""A scenario, its contrasts, and its results in other printings and games, as plain values."""

from __future__ import annotations

import sqlite3

from kb.store.lookup import as_dict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from kb.model.replies import PlayedElsewhere, PlayedTopic, TraceLine
    from kb.model.stored import StoredCase, StoredScenario


#: lists are returned as words, because importing json would slow down looking up a ruling
_PRINTINGS = """
    select p.scenario, p.game, g.title, p.printing, holds, why, made_by,
      (select group_concat(value, ' ') from json_each(p.rules)) as rules,
      (select group_concat(value, ' ') from json_each(p.figures)) as figures
    from scenario_printings p join games g on g.id = p.game where p.scenario in ({})
    order by printing = '', g.rowid, ruleset"""


def scenario(
    connection: sqlite3.Connection, name: str
) -> tuple[StoredScenario, list[StoredCase], dict[str, str]] | None:
    """Return the scenario with the id ``name``, its case and contrasts, and the id of each rule of its rule set by the
    rule's name. Return None for an unknown id."""
    import json

    lists = ("rulings", "sections")
    flags = ("passed", "contrast_passed", "suspect")
    sql = f"select id, game, ruleset, title, proof, {', '.join((*flags, *lists))} from scenarios where id = ?"
    row = connection.execute(sql, [name]).fetchone()
    if row is None:
        return None
    read = {key: bool(row[key]) for key in flags} | {key: json.loads(row[key]) for key in lists}
    found: StoredScenario = as_dict(row, **read, printings=_printings(connection, [name])[name])
    cases = connection.execute("select cases from scenarios where id = ?", [name]).fetchone()[0]
    rules = connection.execute("select rule, id from rules where ruleset = ?", [row["ruleset"]])
    return found, _cases(cases), dict(rules.fetchall())


def played_across(connection: sqlite3.Connection, topics: Mapping[str, set[str]]) -> dict[str, list[PlayedTopic]]:
    """Return by topic the scenarios that compare its games, in the order of the pairs of games; an empty list for a
    topic without any.

    ``topics`` are the games of each topic. Each scenario has ``id``, ``game``, ``title``, and ``elsewhere``: its
    results in the other games of the topic.
    """
    sql = f"""select p.topic, s.id, s.game, s.title from topic_pairs p join scenarios s on s.id = p.scenario
              where p.topic in ({_places(topics)}) group by p.topic, s.id order by min(p.rowid)"""
    rows = connection.execute(sql, list(topics)).fetchall()
    others = _printings(connection, list(dict.fromkeys(row["id"] for row in rows)))
    found: dict[str, list[PlayedTopic]] = {topic: [] for topic in topics}
    for row in rows:
        games = topics[row["topic"]] - {row["game"]}
        elsewhere = [each for each in others[row["id"]] if each["game"] in games]
        told: PlayedTopic = {"id": row["id"], "game": row["game"], "title": row["title"], "elsewhere": elsewhere}
        found[row["topic"]].append(told)
    return found


def _printings(connection: sqlite3.Connection, names: list[str]) -> dict[str, list[PlayedElsewhere]]:
    """Return the results of scenarios in other printings and games, by scenario id. ``names`` are the ids, ``made_by``
    has sentences on the causes of a difference."""
    found: dict[str, list[PlayedElsewhere]] = {name: [] for name in names}
    for row in connection.execute(_PRINTINGS.format(_places(names)), names):
        lists = {key: (row[key] or "").split() for key in ("rules", "figures")}
        told = as_dict(row, **lists, made_by=row["made_by"].splitlines())
        found[told.pop("scenario")].append(told)
    return found


def _places(values: Collection[str]) -> str:
    """Return the placeholders for some values in an SQL statement."""
    return ", ".join("?" * len(values))


def games_with_rules(connection: sqlite3.Connection) -> list[str]:
    """Return the games that have rules, in order."""
    games = connection.execute("select id from games where id in (select game from rules) order by rowid")
    return [game for (game,) in games]


def _cases(packed: bytes) -> list[StoredCase]:
    """Return the case of a scenario, then its contrasts. ``packed`` is the compressed column ``cases``."""
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


def _step(depth: int, says: str, rule: str = "", cites: list[str] | None = None) -> TraceLine:
    """Return a line of a trace as a mapping; ``rule`` and ``cites`` are empty in a line that no rule decided."""
    return {"depth": depth, "says": says, "rule": rule, "cites": cites or []}
