"""Files for use without network: the service worker, what it keeps, and the web app manifest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kb.errors import Finding, NotFound
from kb.web.assets import assets, link
from kb.web.bundle import bundle_of
from kb.web.pages.judge import stale
from kb.web.respond import packed, with_etag

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def worker(site: Site, request: Request) -> Response:
    """The service worker, told what this build's page keeps. It answers for the rulings' pages, too."""
    constants = json.dumps((await bundle_of(site)).kept)
    body = f"const BUILD = {constants};\n" + assets()["worker.js"].content.decode()
    response = with_etag(site, request, body, "text/javascript; charset=utf-8")
    response.headers["service-worker-allowed"] = str(site.datasette.urls.path("/"))
    return response


async def bundle_file(site: Site, request: Request) -> Response:
    """A file of the bundle, compressed for those who can read that. A request for another build is answered 404."""
    bundle = await bundle_of(site)
    mark, name = request.url_vars["mark"], request.url_vars["name"]
    if name not in bundle.files:
        raise NotFound(Finding("there is no such file"))
    if mark != bundle.mark:
        return stale()
    return packed(request, bundle.files[name], "application/json; charset=utf-8")


async def manifest(site: Site, request: Request) -> Response:
    """What a phone needs to put the page on its home screen."""
    start = site.path("/judge")
    values = {
        **({} if site.static else {"id": start}),  # from the origin of the start, not from it: a folder may move
        "name": "Rulings for judges",
        "short_name": "Rulings",
        "start_url": start,
        "scope": str(site.datasette.urls.path("/")),
        "display": "standalone",
        "background_color": "#fdfcf8",
        "theme_color": "#161614",
        "icons": [{"src": link(site, "icon.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}],
    }
    return with_etag(site, request, json.dumps(values), "application/manifest+json")


ROUTES = [
    (r"/judge/worker\.js", worker),
    (r"/judge/manifest\.webmanifest", manifest),
    (r"/judge/(?P<mark>[0-9a-f]+-[0-9a-f]+)/(?P<name>[a-z]+)\.json", bundle_file),
]
