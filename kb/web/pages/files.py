"""Files: scripts and styles, what a phone keeps for use without network (the service worker, its bundle, the manifest),
and the rules engine that it runs."""

from __future__ import annotations

import json

from datasette import Request, Response

from kb.base.errors import Finding, NotFound
from kb.web.assets import assets, link, release_hash
from kb.web.bundle import bundle_of
from kb.web.csp import engine_policy
from kb.web.phone.offer import ROOT, WORKER, description, engine_of
from kb.web.respond import of_this_build, packed, stale, with_etag
from kb.web.site import Site

_JSON = "application/json; charset=utf-8"


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
    return packed(request, bundle.files[name], _JSON)


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


async def asset(site: Site, request: Request) -> Response:
    """One file, cached for ever; 404 for the hash of another release, so that a load balancer asks another process."""
    found = assets().get(request.url_vars["name"])
    if found is None or request.url_vars["mark"] != release_hash():
        raise NotFound(Finding("there is no such file"))
    return packed(request, found.packed, found.type)


@of_this_build
async def described(site: Site, request: Request) -> Response:
    """Where the files are, for a page of this build; a page of another build is answered 404.

    What is kept with the engine is among the ``files``: the page that asks it, and what that loads.
    """
    told = await description(site)
    if told["files"]:
        told["files"] += (await bundle_of(site)).kept["engine"]["page"]
    return with_etag(site, request, json.dumps(told), _JSON)


async def file(site: Site, request: Request) -> Response:
    """A file, kept for ever. The worker may compile WebAssembly, which no page may."""
    mark, name = request.url_vars["mark"], request.url_vars["name"]
    found = (await engine_of(site)).files.get((mark, name))
    if found is None:
        raise NotFound(Finding("there is no such file"))
    response = packed(request, found.packed, found.type)
    if name == WORKER:
        response.headers["content-security-policy"] = engine_policy()
    return response


ROUTES = [
    (r"/-/kb/assets/(?P<mark>[0-9a-f]+)/(?P<name>[^/]+)", asset),
    (r"/judge/worker\.js", worker),
    (r"/judge/manifest\.webmanifest", manifest),
    (r"/judge/(?P<mark>[0-9a-f]+-[0-9a-f]+)/(?P<name>[a-z]+)\.json", bundle_file),
    (rf"{ROOT}\.json", described),
    (rf"{ROOT}/(?P<mark>[0-9a-f]+)/(?P<name>[a-z_.]+)", file),
]
