"""Our style sheets and scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasette import Response

from kb.errors import Finding, NotFound
from kb.web.assets import assets
from kb.web.respond import FOREVER, REVALIDATE

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site


async def asset(site: Site, request: Request) -> Response:
    """One file; kept for ever if it is asked for by the mark it has now."""
    found = assets().get(request.url_vars["name"])
    if found is None:
        raise NotFound(Finding("there is no such file"))
    headers = {"cache-control": FOREVER if request.url_vars["mark"] == found.mark else REVALIDATE}
    return Response(found.content, headers=headers, content_type=found.type)


ROUTES = [(r"/-/kb/assets/(?P<mark>[0-9a-f]+)/(?P<name>[^/]+)", asset)]
