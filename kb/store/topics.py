"""The topics: questions that several games answer, with what each of them says."""

from __future__ import annotations

import sqlite3

from kb.store import lookup
from kb.store.scenarios import played_across

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Plain = dict[str, Any]

_OF_PAIRS = ("comparison", "said", "scenario", "why", "basis")
#: the topics of a ruling, and what its own game says on each
_OWN = """
    select t.id, t.title, g.says from topic_rulings l join topics t on t.id = l.topic
    join topic_games g on g.topic = t.id and g.game = :game where l.ruling = :id order by t.id"""


def titles(connection: sqlite3.Connection) -> dict[str, str]:
    """The title of each topic, by id."""
    return dict(connection.execute("select id, title from topics order by id").fetchall())


def of_ruling(connection: sqlite3.Connection, ruling: str) -> list[str]:
    """The topics that a ruling belongs to, the one in which it stands first at the beginning."""
    rows = connection.execute("select topic from topic_rulings where ruling = ? order by place, topic", [ruling])
    return [row[0] for row in rows]


def topic(connection: sqlite3.Connection, name: str) -> dict[str, Any]:
    """A topic: ``topic``, ``title``, ``games``, ``pairs`` of games, and scenarios ``played`` in several of them.

    Each of ``games`` has ``game``, ``says`` and its ``rulings`` (``id``, ``verdict``, ``authority``); each of ``pairs``
    has ``games`` (two), ``comparison``, ``said``, ``scenario``, ``why``, ``basis`` and ``readings``.
    """
    title = connection.execute("select title from topics where id = ?", [name]).fetchone()[0]
    stances = connection.execute(
        "select t.game, t.says from topic_games t join games g on g.id = t.game where topic = ? order by g.rowid",
        [name],
    )
    return {
        "topic": name,
        "title": title,
        "games": [{**each, "rulings": _rulings(connection, name, each["game"])} for each in stances.fetchall()],
        "pairs": _pairs(connection, name),
        "played": played_across(connection, name),
    }


def _pairs(connection: sqlite3.Connection, topic: str) -> list[dict[str, Any]]:
    rows = connection.execute(
        """select game, other_game, comparison, said, coalesce(scenario, '') as scenario, why, basis,
             (select group_concat(value, ' ') from json_each(readings)) as readings
           from topic_pairs where topic = ? order by rowid""",
        [topic],
    )
    return [
        {
            "games": [row["game"], row["other_game"]],
            **{key: row[key] for key in _OF_PAIRS},
            "readings": (row["readings"] or "").split(),
        }
        for row in rows
    ]


def _rulings(connection: sqlite3.Connection, topic: str, game: str) -> list[dict[str, Any]]:
    rows = connection.execute(
        """select r.id, r.verdict, r.authority from topic_rulings l join rulings r on r.id = l.ruling
           where l.topic = ? and r.game = ? order by l.place""",
        [topic, game],
    )
    return [dict(row) for row in rows]


def side_by_side(connection: sqlite3.Connection, ruling: Mapping[str, Any]) -> Plain:
    """The answers of the games to the questions that ``ruling`` (a record) answers; empty if only its own game has one.

    ``games`` are those that answer, as (id, title), the ruling's own first; each of ``topics`` has ``id``, ``title``
    and ``answers``, one for each of the games, which has ``says``, ``comparison``, ``said``, ``scenario``, ``basis``,
    ``readings`` and ``rulings``, or is ``None``.
    """
    if not ruling["elsewhere"]:
        return {}
    answers: dict[str, Plain] = {}
    for each in ruling["elsewhere"]:
        answers.setdefault(each["topic"], {})[each["game"]] = each
    own = connection.execute(_OWN, ruling)
    present = {each["game"] for each in ruling["elsewhere"]}
    names = lookup.titles(connection, "games")
    games = [ruling["game"], *(game for game in names if game in present)]
    topics = []
    for topic in own:
        if topic["id"] in answers:
            by_game = {ruling["game"]: {"says": topic["says"], "rulings": []}} | answers[topic["id"]]
            topics.append(
                {"id": topic["id"], "title": topic["title"], "answers": [by_game.get(game) for game in games]}
            )
    return {"games": [(game, names[game]) for game in games], "topics": topics}
