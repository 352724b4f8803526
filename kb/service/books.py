"""The games, the sections of their rule books, and the rulings and rules of a section."""

from __future__ import annotations

import difflib

from kb.base.errors import Finding, NotFound
from kb.store import documents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.base.shape import Plain
    from kb.knowledge import KnowledgeBase


def games(base: KnowledgeBase) -> list[Plain]:
    """Return the games in order."""
    return documents.games(base.connection)


def sections(base: KnowledgeBase, game: str = "") -> list[Plain]:
    """Return the sections of one game or all, in the order of the books.

    Raises :class:`QueryError` for an unknown game.
    """
    return documents.sections(base.connection, base.game_named(game) if game else None)


def sections_named(base: KnowledgeBase, name: str, game: str | None = None, *, exactly: bool = False) -> list[Plain]:
    """Return the section with an id, or, unless ``exactly``, all with a part of an id or title, with the rulings and
    rules that rest on them.

    Raises :class:`NotFound` with near misses, :class:`QueryError` for an unknown game.
    """
    rows, part = base.connection, name if exactly else name.strip().lower()
    wanted = base.game_named(game) if game else None
    found = documents.sections(rows, name=part)
    if not found and not exactly and len(part) > 1:
        found = [row for row in documents.sections(rows) if part in row["title"].lower() or part in row["id"]]
    found = [row for row in found if wanted in (None, row["game"])]
    if not found:
        near = difflib.get_close_matches(name.strip().lower()[:200], documents.section_ids(rows), n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "the list of sections has them all"
        raise NotFound(Finding(f"there is no section '{name.strip()[:60]}' there", hint=hint))
    return [{**row, **documents.resting_on(rows, row["id"])} for row in found]
