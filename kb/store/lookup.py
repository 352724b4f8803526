"""Rows of the base by their id, and the titles of a table."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Plain = dict[str, Any]


def row(connection: sqlite3.Connection, table: str, key: str) -> Plain:
    """The row of a catalogue (``games``, ``documents``, ...). Raises :class:`KeyError` for one that is not there."""
    found = connection.execute(f'select * from "{table}" where id = ?', [key]).fetchone()
    if found is None:
        raise KeyError(key)
    return dict(found)


def titles(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """The title of each row of a catalogue by its id, in their order."""
    return dict(connection.execute(f'select id, title from "{table}" order by rowid').fetchall())


def short_titles(connection: sqlite3.Connection) -> dict[str, str]:
    """What each game is called where its title is too long, by its id."""
    return dict(connection.execute("select id, short from games order by rowid").fetchall())


def retired(connection: sqlite3.Connection, ruling: str) -> Plain | None:
    """What is known of a withdrawn id, in any case, with hyphens or spaces; ``None`` for any other text.

    Its ``id``, ``on`` which day and for which ``reason`` it was withdrawn, and its ``successor``.
    """
    name = "-".join(ruling.lower().split()).encode("utf-8", "replace").decode()
    found = connection.execute("select * from retired where id = ?", [name]).fetchone()
    return dict(found) if found else None


def summaries(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, Plain]:
    """Those of ``ids`` that are rulings, in that order: ``id``, ``game``, ``verdict`` and ``verdict_kind`` of each."""
    import json

    sql = """
        select r.id, r.game, r.verdict, r.verdict_kind
        from json_each(:ids) wanted join rulings r on r.id = wanted.value order by wanted.key"""
    return {each["id"]: dict(each) for each in connection.execute(sql, {"ids": json.dumps(list(ids))})}
