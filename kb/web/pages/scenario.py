"""A scenario's own page; the only one for a scenario that proves a section of the rule book."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from kb import caches
from kb.errors import Finding, NotFound
from kb.store import lookup
from kb.web.respond import cached, page
from kb.web.scenes import scene
from kb.wording import ruling as wording

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


@cached(caches.SCENARIO_PAGES)
async def scenario(site: Site, request: Request) -> Response:
    """Its title, what it proves, and how it is played. Raises :class:`NotFound`."""
    name = unquote(request.url_vars["name"])
    found = await scene(site, name, 2)
    if found is None:
        raise NotFound(Finding(f"there is no scenario '{name[:80]}'"))
    rows = site.base.connection
    game = lookup.row(rows, "games", found["game"])
    return await page(
        site,
        request,
        "scenario_page.html",
        about={"Scenario": f"{name}, {game['title']}", "Proves": ", ".join([*found["rulings"], *found["sections"]])},
        scene=found,
        game=game,
        rulings=lookup.summaries(rows, found["rulings"]).values(),
        sections=[lookup.row(rows, "sections", each) for each in found["sections"]],
        wording=wording,
    )


ROUTES = [(r"/scenario/(?P<name>[^/]+/[^/]+)", scenario)]
