"""The page of a statement: a rule or printed value of one game."""

from __future__ import annotations

from urllib.parse import unquote

from datasette import Request, Response

from kb.base import caches
from kb.service.rulings import statement
from kb.store import lookup
from kb.text.search import CONFIDENCE, label
from kb.web.respond import cached, moved_permanently, page
from kb.web.site import Site


@cached(caches.RULE_PAGES)
async def rule(site: Site, request: Request) -> Response:
    """The sentence, what it rests on, and what rests on it. Raises :class:`NotFound`."""
    name = unquote(request.url_vars["id"])
    found = statement(site.base, name)
    if found["id"] != name:
        return moved_permanently(site.statement(found["id"]))
    return await page(
        site,
        request,
        "rule.html",
        rule=found,
        game=lookup.row(site.base.connection, "games", found["game"]),
        label=label(found["id"], found["section"]),
        confidence=CONFIDENCE[found["confidence"]],
    )


ROUTES = [(r"/rule/(?P<id>.+)", rule)]
