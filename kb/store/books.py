"""The games, and the sections of the rule books with what rests on them."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Plain = dict[str, Any]

_GAMES = """
    select g.id, g.title, g.prefix, g.year, g.currency,
      (select group_concat(value, ' ') from json_each(g.printings)) as printings, g.about,
      (select count(*) from rulings r where r.game = g.id) as rulings,
      (select count(*) from sections s where s.game = g.id) as sections,
      (select d.title || coalesce(', ' || nullif(d.published, ''), ', undated') from documents d
       where d.game = g.id) as document
    from games g order by g.rowid"""
#: all that is given is null for what does not matter
_SECTIONS = """
    select s.id, s.game, s.title, s.title_is, s.pages, s.pages_are, s.confidence, s.parent, s.option, s.about,
      (select count(*) from ruling_sections l where l.section = s.id) as rulings
    from sections s where (:game is null or s.game = :game) and (:id is null or s.id = :id) order by s.rowid"""
_RULED_BY = """
    select r.id, r.verdict, l.role, l.evidence from ruling_sections l join rulings r on r.id = l.ruling
    where l.section = ? order by r.position"""
_RULES = """
    select r.rule, r.about, r.confidence from rule_sections l join rules r on r.id = l.rule
    where l.section = ? order by r.rowid"""


def games(connection: sqlite3.Connection) -> list[Plain]:
    """The games in order, each with the numbers of its rulings and sections and its document."""
    return [{**row, "printings": (row["printings"] or "").split()} for row in connection.execute(_GAMES)]


def sections(connection: sqlite3.Connection, game: str | None = None, name: str | None = None) -> list[Plain]:
    """The sections in the order of the books: those of a game, or the one with this id, or all."""
    return [dict(row) for row in connection.execute(_SECTIONS, {"game": game, "id": name})]


def section_ids(connection: sqlite3.Connection) -> list[str]:
    """The id of every section, in the order of the books."""
    return [row[0] for row in connection.execute("select id from sections order by rowid")]


def resting_on(connection: sqlite3.Connection, section: str) -> Plain:
    """What rests on a section: ``ruled_by``, the rulings, and ``rules`` of the engine."""
    found = {"ruled_by": _RULED_BY, "rules": _RULES}
    return {key: [dict(row) for row in connection.execute(sql, [section])] for key, sql in found.items()}
