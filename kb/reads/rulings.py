"""Searches for rulings, shows one, and lists them."""

from __future__ import annotations

from kb.errors import Finding, NotFound
from kb.knowledge import DEFAULT_LIMIT
from kb.store import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
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

    Raises :class:`QueryError` for what cannot be understood, and for an unknown game, with the one that was probably
    meant.
    """
    wanted = base.game_named(game) if game else None
    return base.search(query, wanted, limit, synonyms=synonyms, all_games=all_games).plain()


def ruling(base: KnowledgeBase, name: str, *, similar: bool = False) -> dict[str, Any]:
    """Everything known of one ruling, and the rulings like it where wanted; ``kb.reads.shapes.Ruling``.

    Its id may be in any case. Raises :class:`NotFound`, with near misses or with the day and the reason of a withdrawn
    id.
    """
    found = base.ruling(name)
    like = base.similar(found["id"]) if similar else ()
    return {**found, "similar": [{"id": hit.id, "verdict": hit.verdict} for hit in like]} if similar else found


def page(ruling: Mapping[str, Any], public: str) -> str:
    """The address of a ruling's page, where there is a ``public`` address of the site; else empty."""
    return f"{public}/r/{ruling['id']}" if public else ""


def markdown(base: KnowledgeBase, ruling: Mapping[str, Any], public: str, *, chat: bool = False) -> str:
    """A ruling as Markdown, whole or for a ``chat``, with the link of its page where there is a ``public`` address."""
    from kb.wording import forum

    rows, write = base.connection, forum.brief if chat else forum.whole
    game, document = lookup.row(rows, "games", ruling["game"]), lookup.row(rows, "documents", ruling["document"])
    return write(ruling, game, document, lookup.titles(rows, "options"), page(ruling, public))


#: a part of the list of rulings; a filter that is not given is null
_LIST = """
    select id, game, document, kind, question_text as question, verdict, verdict_kind, authority from rulings
    where (:game is null or game = :game) and (:document is null or document = :document)
      and (:kind is null or kind = :kind) and position > :after order by position limit :limit"""
#: how many rulings a part of the list has at most
MOST_LISTED = 100


def rulings(
    base: KnowledgeBase,
    game: str | None = None,
    *,
    document: str | None = None,
    kind: str | None = None,
    after: str | None = None,
    limit: int = MOST_LISTED,
) -> dict[str, Any]:
    """Rulings in reading order, of a game, a document, a kind; ``kb.reads.shapes.Rulings``.

    At most ``limit`` that stand behind the ruling ``after``. Raises :class:`QueryError` for an unknown game,
    :class:`NotFound` for an unknown document or ruling.
    """
    start = base.by_id(after) if after else None
    if after and start is None:
        raise NotFound(base.missing(after))
    if document and base.connection.execute("select 1 from documents where id = ?", [document]).fetchone() is None:
        known = ", ".join(row[0] for row in base.connection.execute("select id from documents order by rowid"))
        raise NotFound(Finding(f"there is no document '{document[:60]}'", hint=f"there are {known}"))
    given: dict[str, str | int | None]
    given = {"game": base.game_named(game) if game else None, "document": document or None, "kind": kind or None}
    given |= {"after": start["position"] if start else -1, "limit": limit + 1}
    found = [dict(row) for row in base.connection.execute(_LIST, given)]
    return {"rulings": found[:limit], "next": found[limit - 1]["id"] if len(found) > limit else None}
