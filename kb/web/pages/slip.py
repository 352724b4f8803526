"""A ruling slip: one A6 page for the table, with a QR code of the ruling's permalink."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from kb.store import lookup
from kb.web import cards
from kb.web.at_event import with_default
from kb.web.bundle import cards_of
from kb.web.choices import choices_of
from kb.web.judge_query import arguments
from kb.web.profile import parse_known
from kb.web.respond import page
from kb.wording.printings import headline
from kb.wording.ruling import report_facts

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def slip(site: Site, request: Request) -> Response:
    """The slip of a ruling for the event of the query."""
    choices = choices_of(site)
    profile, _ = parse_known(with_default(site, arguments(request)), choices)
    found = site.base.ruling(unquote(request.url_vars["id"]))
    ruling, rows = found["id"], site.base.connection
    html = profile.applied_to(await cards.slip(site, ruling), choices)
    back = f"{site.path('/judge')}?{profile.query(q=ruling)}"
    game, document = lookup.row(rows, "games", found["game"]), lookup.row(rows, "documents", found["document"])
    return await page(
        site,
        request,
        "slip.html",
        about=report_facts(found, game, document),
        slip=html,
        ruling=ruling,
        verdict=headline(found, game["year"]),
        back=back,
        cards=await cards_of(site),
    )


ROUTES = [(r"/r/(?P<id>[^/]+)/slip", slip)]
