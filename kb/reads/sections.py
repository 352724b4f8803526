"""The sections of the rule books, and what rests on one of them."""

from __future__ import annotations

import difflib

from kb.errors import Finding, NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase

    Plain = dict[str, Any]

_SQL = """
    select s.id, s.game, s.title, s.title_is, s.pages, s.pages_are, s.confidence, s.parent, s.option, s.about,
      (select count(*) from ruling_sections l where l.section = s.id) as rulings
    from sections s {} order by s.rowid"""
_RULED_BY = """
    select r.id, r.verdict, l.role, l.evidence from ruling_sections l join rulings r on r.id = l.ruling
    where l.section = ? order by r.position"""
#: the rules of the engine that rest on a section
_RULES = """
    select r.rule, r.about, r.confidence from rule_sections l join rules r on r.id = l.rule
    where l.section = ? order by r.rowid"""


def sections(base: KnowledgeBase, game: str | None = None) -> list[Plain]:
    """The sections of one game or all, in the order of the books; each a ``kb.reads.shapes.Section``.

    Raises :class:`QueryError` for an unknown game.
    """
    wanted = [base.game_named(game)] if game else []
    return _rows(base, _SQL.format("where s.game = ?" if wanted else ""), wanted)


def section(base: KnowledgeBase, name: str, game: str | None = None) -> list[Plain]:
    """The section with an id, or all with a part of an id or title, with the rulings and rules that rest on them; each
    a ``kb.reads.shapes.SectionInFull``.

    Raises :class:`NotFound` with near misses, :class:`QueryError` for an unknown game.
    """
    return _in_full(base, _named(base, name, game))


def exactly(base: KnowledgeBase, name: str) -> list[Plain]:
    """The one section with an id, as :func:`section` has it. Raises :class:`NotFound` with near misses."""
    found = _rows(base, _SQL.format("where s.id = ?"), [name])
    if not found:
        raise NotFound(_missing(base, name))
    return _in_full(base, found)


def _in_full(base: KnowledgeBase, found: list[Plain]) -> list[Plain]:
    for row in found:
        row["ruled_by"] = _rows(base, _RULED_BY, [row["id"]])
        row["rules"] = _rows(base, _RULES, [row["id"]])
    return found


def _named(base: KnowledgeBase, name: str, game: str | None) -> list[Plain]:
    wanted_name, wanted = name.strip().lower(), base.game_named(game) if game else None
    rows = _rows(base, _SQL.format("where s.id = ?"), [wanted_name])
    if not rows and len(wanted_name) > 1:
        known = _rows(base, _SQL.format(""), [])
        rows = [row for row in known if wanted_name in row["title"].lower() or wanted_name in row["id"]]
    found = [row for row in rows if wanted in (None, row["game"])]
    if not found:
        raise NotFound(_missing(base, name))
    return found


def _missing(base: KnowledgeBase, name: str) -> Finding:
    known = [row[0] for row in base.connection.execute("select id from sections")]
    near = difflib.get_close_matches(name.strip().lower()[:200], known, n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "the list of sections has them all"
    return Finding(f"there is no section '{name.strip()[:60]}' there", hint=hint)


def _rows(base: KnowledgeBase, sql: str, given: list[str]) -> list[Plain]:
    return [dict(row) for row in base.connection.execute(sql, given)]
