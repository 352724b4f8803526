"""The judge's log: a page whose script shows what is kept on the phone that opens it. No server is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.web import shared
from kb.web.choices import choices_of
from kb.web.pages.judge import other_build, stale
from kb.web.respond import page

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def log(site: Site, request: Request) -> Response:
    """The page. A request for another build is answered 404."""
    if other_build(site, request.args.get("build") or ""):
        return stale()
    return await page(site, request, "log.html", games=choices_of(site).games, shared=shared)


ROUTES = [(r"/log", log)]
