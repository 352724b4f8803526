"""The style sheets and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.errors import Finding, NotFound
from kb.web.assets import assets, release_hash
from kb.web.respond import packed

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def asset(site: Site, request: Request) -> Response:
    """One file, cached for ever; 404 for the hash of another release, so that a load balancer asks another process."""
    found = assets().get(request.url_vars["name"])
    if found is None or request.url_vars["mark"] != release_hash():
        raise NotFound(Finding("there is no such file"))
    return packed(request, found.packed, found.type)


ROUTES = [(r"/-/kb/assets/(?P<mark>[0-9a-f]+)/(?P<name>[^/]+)", asset)]
