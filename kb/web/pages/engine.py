"""The rules engine for phones: what it consists of, and its files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kb.errors import Finding, NotFound
from kb.web.bundle import bundle_of
from kb.web.csp import engine_policy
from kb.web.pages.judge import other_build, stale
from kb.web.phone.offer import ROOT, WORKER, description, engine_of
from kb.web.respond import packed, with_etag

if TYPE_CHECKING:
    from datasette import Request, Response

    from kb.web.site import Site


async def described(site: Site, request: Request) -> Response:
    """Where the files are, for a page of this build; a page of another build is answered 404.

    What is kept with the engine is among the ``files``: the page that asks it, and what that loads.
    """
    if other_build(site, request.args.get("build") or ""):
        return stale()
    told = await description(site)
    if told["files"]:
        told["files"] += (await bundle_of(site)).kept["engine"]["page"]
    return with_etag(site, request, json.dumps(told), "application/json; charset=utf-8")


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
    (rf"{ROOT}\.json", described),
    (rf"{ROOT}/(?P<mark>[0-9a-f]+)/(?P<name>[a-z_.]+)", file),
]
