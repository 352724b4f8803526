"""The games, their documents and how many rulings each has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase

_SQL = """
    select g.id, g.title, g.prefix, g.year, g.currency,
      (select group_concat(value, ' ') from json_each(g.printings)) as printings, g.about,
      (select count(*) from rulings r where r.game = g.id) as rulings,
      (select count(*) from sections s where s.game = g.id) as sections,
      (select d.title || coalesce(', ' || nullif(d.published, ''), ', undated') from documents d
       where d.game = g.id) as document
    from games g order by g.rowid"""


def games(base: KnowledgeBase) -> list[dict[str, Any]]:
    """The games in order; each a ``kb.reads.shapes.Game``."""
    rows = base.connection.execute(_SQL)
    return [{**row, "printings": (row["printings"] or "").split()} for row in rows]
