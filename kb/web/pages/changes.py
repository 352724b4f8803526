"""What changed: the recorded editions as a page, as JSON, and as an Atom feed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kb import caches
from kb.errors import Finding, NotFound
from kb.reads.changes import editions as editions_of
from kb.store import lookup
from kb.web import feed
from kb.web.respond import cached, json_response, page, with_etag
from kb.wording import changes as wording

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasette import Request, Response

    from kb.web.site import Site


@cached(caches.CHANGES_PAGES)
async def changes(site: Site, request: Request) -> Response:
    """``/changes``."""
    return await page(
        site,
        request,
        "changes.html",
        editions=editions_of(site.base)["editions"],
        changing=wording,
        games=lookup.short_titles(site.base.connection),
        link=site.path,
        row=site.row,
    )


@cached(caches.CHANGES_PAGES)
async def as_json(site: Site, request: Request) -> Response:
    """``/changes.json``: the editions, the newest first, each with the things that changed."""
    return json_response(site, request, editions_of(site.base))


@cached(caches.CHANGES_PAGES)
async def as_feed(site: Site, request: Request) -> Response:
    """``/changes.atom``: an entry for each recorded edition, the newest first."""
    recorded = [each for each in editions_of(site.base)["editions"] if each["on"]]
    if not recorded:
        raise NotFound(Finding("there is no feed yet, as no edition is recorded", hint="'kb changes --record' records"))

    def path(to: str) -> str:
        return site.public(to) or site.path(to)

    words = {each["id"]: await _content(site, each, path) for each in recorded}
    return with_etag(site, request, feed.document(recorded, words, path), feed.TYPE)


async def _content(site: Site, edition: dict[str, Any], path: Callable[[str], str]) -> str:
    """The changes of an edition as HTML for other programs, in which addresses are whole where they can be."""
    html: str = await site.datasette.render_template(
        "kb/changes_entry.html",
        {
            "edition": edition,
            "changing": wording,
            "games": lookup.short_titles(site.base.connection),
            "link": path,
            "row": None,
        },
    )
    return html.strip()


ROUTES = [
    (r"/changes", changes),
    (r"/changes\.json", as_json),
    (r"/changes\.atom", as_feed),
]
