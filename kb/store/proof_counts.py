"""How many rulings each game and each section has, and how many of them are proved."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Plain = dict[str, Any]


def by_game(connection: sqlite3.Connection) -> list[Plain]:
    """Every game: ``id``, ``title``, ``year``, how many ``rulings`` it has, and how many of them are ``proved``."""
    sql = """
        select g.id, g.title, g.year, count(r.id) as rulings, count(case when r.proof <> 'none' then 1 end) as proved
        from games g left join rulings r on r.game = g.id group by g.id order by g.rowid"""
    return [dict(each) for each in connection.execute(sql)]


def by_section(connection: sqlite3.Connection) -> list[Plain]:
    """Every section in the order of its book, how many ``rulings`` it has, and how many of them are ``proved``."""
    rows = connection.execute("""
        select s.id, s.game, s.title, s.pages, s.pages_are, s.confidence, s.parent,
          count(r.id) as rulings, count(case when r.proof != 'none' then 1 end) as proved
        from sections s left join ruling_sections l on l.section = s.id left join rulings r on r.id = l.ruling
        group by s.id order by s.rowid""")
    return [dict(each) for each in rows]
