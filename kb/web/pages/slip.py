"""A ruling slip: one A6 page for the table, with a QR code of the ruling's permalink."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from kb.web import cards
from kb.web.choices import choices_of
from kb.web.judge_query import arguments
from kb.web.profile import parse_known
from kb.web.respond import page

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def slip(site: Site, request: Request) -> Response:
    """The slip of a ruling for the event of the query."""
    choices = choices_of(site)
    profile, _ = parse_known(arguments(request), choices)
    ruling = site.base.ruling(unquote(request.url_vars["id"]))["id"]
    html = profile.applied_to(await cards.slip(site, ruling), choices)
    back = f"{site.path('/judge')}?{profile.query(q=ruling)}"
    return await page(site, request, "slip.html", slip=html, ruling=ruling, back=back)


ROUTES = [(r"/r/(?P<id>[^/]+)/slip", slip)]
