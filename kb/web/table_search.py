"""The search of Datasette's lists of rulings: by our own search, instead of by the words as they stand.

``_search`` keeps a list to the rulings that :meth:`kb.knowledge.KnowledgeBase.search` finds, and a list that is kept to
a game asks for that game. ``_searchmode=raw`` and ``_search_<column>`` are Datasette's own, as is the search of tables
whose rows are no rulings.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from datasette.filters import FilterArguments
from datasette.utils.asgi import BadRequest

from kb.errors import QueryError
from kb.search.state import ANSWERED
from kb.web.async_search import search
from kb.web.choices import choices_of
from kb.web.describe import FULL_TEXT, ROWS, SEARCHED, metadata

if TYPE_CHECKING:
    from datasette import Request

    from kb.knowledge import Results
    from kb.web.site import Site

Filter = Callable[[], Awaitable[FilterArguments]]
#: what is said above a list that answers
FITTING = "Kept to the rulings that fit best."
#: the function of Datasette's that searches the words as they stand
_THEIRS = "search_filters.<locals>.inner"


def filters(site: Site, table: str, request: Request, others: list[Filter]) -> list[Filter]:
    """The filters of a request for a list: ours in place of Datasette's search where it is of rulings."""
    column = column_of_rulings(site, table)
    text = request.args.get("_search", "").strip()
    if not column or not text or request.args.get("_searchmode") == "raw":
        return others

    async def ours() -> FilterArguments:
        return await _found(site, column, text, request)

    return [*(each for each in others if getattr(each, "__qualname__", "") != _THEIRS), ours]


def column_of_rulings(site: Site, table: str) -> str:
    """The column of a table or view by which it lists rulings; empty for one that lists something else."""
    if table == SEARCHED:
        return "id"
    told = metadata(site)["databases"][site.database]["tables"].get(table, {})
    return "ruling" if told.get("fts_table") == FULL_TEXT else ""


async def _found(site: Site, column: str, text: str, request: Request) -> FilterArguments:
    game = request.args.get("game", "")
    game = game if game in choices_of(site).games else ""
    try:
        found = await search(site, text, game or None, ROWS)
    except QueryError as error:
        raise BadRequest("; ".join(str(finding) for finding in error.findings)) from error
    names = {f"found_{at}": hit.id for at, hit in enumerate(found)}
    return FilterArguments(
        [f'"{column}" in ({", ".join(f":{name}" for name in names)})'],
        names,
        [f'search for "{text}"'],
        {
            "supports_search": True,
            "search": text,
            "ranks": {hit.id: at for at, hit in enumerate(found)},
            "state_line": _state_line(site, found, text, game),
        },
    )


def _state_line(site: Site, found: Results, text: str, game: str) -> dict[str, str]:
    """What the base knows of the question where no ruling of the list answers it, and the judge's page of it."""
    href = f"{site.path('/judge')}?{urlencode({'q': text, **({'game': game} if game else {})})}"
    return {"text": FITTING if found.state == ANSWERED else found.why, "href": href}
