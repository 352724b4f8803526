"""The questions that several games answer: a list of them, and what each game says on one, side by side."""

from __future__ import annotations

from difflib import get_close_matches
from urllib.parse import unquote

from datasette import Request, Response

from kb.base.english import listed, sentence
from kb.base.errors import Finding, NotFound
from kb.service.topics import compare, rows
from kb.store import lookup, topics
from kb.text import comparison
from kb.text import ruling as wording
from kb.web.respond import of_this_build, page
from kb.web.site import Site


@of_this_build
async def comparisons(site: Site, request: Request) -> Response:
    """``/compare``: every topic, with what each game says and how they compare; phones keep it.

    A request for another build is answered 404.
    """
    short = lookup.short_titles(site.base.connection)
    shown = [
        (each, listed(short[stance["game"]] for stance in each["games"]))
        for each in sorted(compare(site.base), key=lambda each: str(each["title"]))
    ]
    return await page(site, request, "comparisons.html", topics=shown, short=short, comparison=comparison)


async def compared(site: Site, request: Request) -> Response:
    """``/compare/<topic>``: what ``kb compare`` tells. Raises :class:`NotFound`."""
    name, connection = unquote(request.url_vars["topic"]), site.base.connection
    titles = topics.titles(connection)
    if name not in titles:
        near = get_close_matches(name, titles, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else "the list of comparisons has them all"
        raise NotFound(Finding(f"there is no topic '{name[:60]}'", hint=hint))
    return await page(
        site,
        request,
        "comparison.html",
        topic=rows(site.base, [name], None)[0],
        titles=lookup.titles(connection, "games"),
        short=lookup.short_titles(connection),
        comparison=comparison,
        wording=wording,
        listed=listed,
        sentence=sentence,
    )


ROUTES = [(r"/compare", comparisons), (r"/compare/(?P<topic>[^/.]+)", compared)]
