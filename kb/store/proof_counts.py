"""How many rulings and claims each game has, how many rulings each section, and how many of them are proved."""

from __future__ import annotations

import sqlite3

from kb.proof import NOT_CUT

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


def claims_by_game(connection: sqlite3.Connection) -> list[Plain]:
    """Every game: ``game``, ``title``, how many ``claims`` it has, how many of them are proved by ``play``, of these
    by ``dice`` only, by ``reference`` and by ``none``, and how many rulings are ``uncut``, not cut into claims yet."""
    sql = """
        select g.id as game, g.title, count(case when not c.uncut then 1 end) as claims,
          count(case when c.proof = 'play' then 1 end) as play,
          count(case when c.shown_by = 'dice' then 1 end) as dice,
          count(case when c.proof = 'reference' then 1 end) as reference,
          count(case when c.proof = 'none' and not c.uncut then 1 end) as none,
          count(case when c.uncut then 1 end) as uncut
        from games g left join (
          select r.game, c.proof, c.shown_by, c.reason = ? as uncut from claims c join rulings r on r.id = c.ruling) c on c.game = g.id
        group by g.id order by g.rowid"""
    return [dict(each) for each in connection.execute(sql, [NOT_CUT])]


def claims_without_proof(connection: sqlite3.Connection) -> list[Plain]:
    """Every claim that nothing proves, in the order of the documents: ``game``, ``ruling``, ``words``, ``reason``."""
    sql = """
        select r.game, c.ruling, c.words, c.reason from claims c join rulings r on r.id = c.ruling
        where c.proof = 'none' and c.reason <> ? order by r.position, c.number"""
    return [dict(each) for each in connection.execute(sql, [NOT_CUT])]


def claims_by_dice(connection: sqlite3.Connection) -> list[Plain]:
    """Every claim that dice alone show, in the order of the documents, with its ``game`` and ``scenario``."""
    sql = """
        select r.game, c.ruling, c.words, c.scenario from claims c join rulings r on r.id = c.ruling
        where c.shown_by = 'dice' order by r.position, c.number"""
    return [dict(each) for each in connection.execute(sql)]
