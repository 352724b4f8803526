"""Searches for rulings and statements, shows one, and lists rulings."""

from __future__ import annotations

from kb.base.errors import Finding, NotFound
from kb.knowledge import DEFAULT_LIMIT
from kb.store import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from kb.knowledge import KnowledgeBase


def search(
    base: KnowledgeBase,
    question: str,
    game: str = "",
    printing: str = "",
    limit: int = DEFAULT_LIMIT,
    all_games: bool = False,
) -> dict[str, Any]:
    """Return the rulings and statements that answer a question, as :meth:`KnowledgeBase.search` finds them.

    Raises :class:`QueryError` for a query that cannot be parsed, and for an unknown game or printing, with the one that
    was probably meant.
    """
    if game or printing:
        from kb.service.choices import choose

        game = choose(base, game, printing, ()).game
    return base.search(question, game or None, limit, all_games=all_games, printing=printing).plain()


def ruling(base: KnowledgeBase, id: str) -> dict[str, Any]:
    """Return the record of a ruling, as :meth:`KnowledgeBase.ruling` describes it."""
    return base.ruling(id)


def statement(base: KnowledgeBase, name: str) -> dict[str, Any]:
    """Return a statement with the rulings that rest on it, by its id: ``GAME/RULE`` or ``value:GAME/TABLE/ROW.FIELD``.

    Its fields are those of :func:`kb.store.lookup.statement`. Raises :class:`NotFound` with near misses.
    """
    found = lookup.statement(base.connection, name)
    if found is None:
        import difflib

        wanted = name.strip().lower()[:100]
        ids = lookup.statement_ids(base.connection, wanted.removeprefix("value:").partition("/")[0])
        near = difflib.get_close_matches(wanted, ids, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "search for its words instead"
        raise NotFound(Finding(f"there is no statement '{name.strip()[:60]}'", hint=hint))
    return found


def is_statement(name: str) -> bool:
    """Return whether a text has the shape of a statement's id."""
    return "/" in name and not any(each.isspace() for each in name.strip())


def page(ruling: Mapping[str, Any], public: str) -> str:
    """Return the address of a ruling's page, where there is a ``public`` address of the site; else empty."""
    return f"{public}/r/{ruling['id']}" if public else ""


def markdown(base: KnowledgeBase, ruling: Mapping[str, Any], public: str) -> str:
    """Return a ruling as Markdown, with the link of its page where there is a ``public`` address."""
    from kb.text import forum

    rows = base.connection
    game, document = lookup.row(rows, "games", ruling["game"]), lookup.row(rows, "documents", ruling["document"])
    return forum.whole(ruling, game, document, lookup.titles(rows, "options"), page(ruling, public))


#: how many rulings a part of the list has at most
MOST_LISTED = 100


def rulings(
    base: KnowledgeBase, game: str = "", document: str = "", kind: str = "", after: str = "", limit: int = MOST_LISTED
) -> dict[str, Any]:
    """Return rulings in reading order, of a game, a document, a kind.

    At most ``limit`` that follow the ruling ``after``. Raises :class:`QueryError` for an unknown game,
    :class:`NotFound` for an unknown document or ruling.
    """
    start = base.by_id(after) if after else None
    if after and start is None:
        raise NotFound(base.missing(after))
    known = lookup.titles(base.connection, "documents") if document else ()
    if document and document not in known:
        raise NotFound(Finding(f"there is no document '{document[:60]}'", hint=f"there are {', '.join(known)}"))
    wanted = base.game_named(game) if game else None
    behind = start["position"] if start else -1
    found = lookup.rulings(base.connection, wanted, document or None, kind or None, behind, limit + 1)
    return {"rulings": found[:limit], "next": found[limit - 1]["id"] if len(found) > limit else None}
