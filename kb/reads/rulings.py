"""Searches for rulings, and shows one."""

from __future__ import annotations

from kb.knowledge import DEFAULT_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase


def search(
    base: KnowledgeBase,
    query: str,
    game: str | None = None,
    limit: int = DEFAULT_LIMIT,
    *,
    synonyms: bool = True,
    all_games: bool = False,
) -> dict[str, Any]:
    """The rulings that answer a question, best first, with the answer state, as :meth:`KnowledgeBase.search` finds
    them; ``kb.reads.shapes.Found``.

    Raises :class:`QueryError` for what cannot be understood, an unknown game among it.
    """
    return base.search(query, game, limit, synonyms=synonyms, all_games=all_games).plain()


def ruling(base: KnowledgeBase, name: str) -> dict[str, Any]:
    """Everything known of one ruling; ``kb.reads.shapes.Ruling``. Its id may be in any case.

    Raises :class:`NotFound`, with near misses or with the day and the reason of a withdrawn id.
    """
    return base.ruling(name)
