"""A ruling slip: one A6 page for the table, with a QR code of the ruling's permalink."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import unquote

from kb.errors import Finding, QueryError
from kb.web import cards
from kb.web.choices import choices_of
from kb.web.profile import parse
from kb.web.respond import page

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def slip(site: Site, request: Request) -> Response:
    """The slip of a ruling for the event of the query; a date is printed only if it is given (``date=2026-05-01``)."""
    choices = choices_of(site)
    profile = parse({name: request.args.getlist(name) for name in request.args}, choices, ["date"])
    day = _date(request.args.get("date") or "")
    ruling = site.base.ruling(unquote(request.url_vars["id"]))["id"]
    html = profile.dressed(await cards.slip(site, ruling), choices).replace(cards.IN_DATE, day)
    back = f"{site.path('/judge')}?{profile.query(q=ruling)}"
    return await page(site, request, "slip.html", slip=html, ruling=ruling, back=back)


def _date(told: str) -> str:
    """A day as it was written, or nothing. Raises :class:`QueryError`."""
    try:
        return date.fromisoformat(told).isoformat() if told else ""
    except ValueError:
        raise QueryError(Finding("that is no day", hint="write 2026-05-01")) from None


ROUTES = [(r"/r/(?P<id>[^/]+)/slip", slip)]
