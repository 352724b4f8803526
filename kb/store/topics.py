"""The topics: questions that several games answer, with what each of them says."""

from __future__ import annotations

import sqlite3

from kb.store.cases import played_across

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def titles(connection: sqlite3.Connection) -> dict[str, str]:
    """The title of each topic, by id."""
    return dict(connection.execute("select id, title from topics order by id").fetchall())


def of_ruling(connection: sqlite3.Connection, ruling: str) -> list[str]:
    """The topics that a ruling belongs to, the one in which it stands first at the beginning."""
    rows = connection.execute("select topic from topic_rulings where ruling = ? order by place, topic", [ruling])
    return [row[0] for row in rows]


def topic(connection: sqlite3.Connection, name: str) -> dict[str, Any]:
    """A topic: ``topic``, ``title``, whether its games ``agree``, ``games``, and scenarios ``played`` in several.

    Each of ``games`` has ``game``, ``says``, the games that say the ``same_as`` it, and its ``rulings`` (``id``,
    ``verdict``, ``authority``).
    """
    title = connection.execute("select title from topics where id = ?", [name]).fetchone()[0]
    stances = connection.execute(
        """select t.game, t.says, t.alike from topic_games t join games g on g.id = t.game
           where topic = ? order by g.rowid""",
        [name],
    ).fetchall()
    return {
        "topic": name,
        "title": title,
        "agree": len({each["alike"] for each in stances}) == 1,
        "games": [
            {
                "game": each["game"],
                "says": each["says"],
                "same_as": [
                    other["game"]
                    for other in stances
                    if other["alike"] == each["alike"] and other["game"] != each["game"]
                ],
                "rulings": _rulings(connection, name, each["game"]),
            }
            for each in stances
        ],
        "played": played_across(connection, name),
    }


def _rulings(connection: sqlite3.Connection, topic: str, game: str) -> list[dict[str, Any]]:
    rows = connection.execute(
        """select r.id, r.verdict, r.authority from topic_rulings l join rulings r on r.id = l.ruling
           where l.topic = ? and r.game = ? order by l.place""",
        [topic, game],
    )
    return [dict(row) for row in rows]
