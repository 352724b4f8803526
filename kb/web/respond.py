"""Answers to requests: pages, values, redirects, and what to say of a mistake; each with the build it is of."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from datasette import Response

from kb.errors import KBError
from kb.web.assets import link

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

Page = Callable[["Site", "Request"], Awaitable[Response]]
#: may be kept, but has to be asked for again: the next build may say otherwise
REVALIDATE = "public, no-cache"
#: what the answers of one page that are kept may come to
MOST_BYTES = 8_000_000
FOREVER = "public, max-age=31536000, immutable"


async def page(site: Site, request: Request, template: str, status: int = 200, **context: Any) -> Response:
    """A page made of one of our templates; it knows ``site``, ``asset(name)`` and ``canonical``, its own address."""
    path = request.scope.get("route_path") or request.path
    known = {"site": site, "asset": lambda name: link(site, name), "canonical": site.public(path)}
    body = await site.datasette.render_template(f"kb/{template}", {**known, **context}, request=request)
    return fresh(site, request, body, "text/html; charset=utf-8", status)


def fragment(site: Site, request: Request, body: str) -> Response:
    """A piece of a page."""
    return fresh(site, request, body, "text/html; charset=utf-8")


def value(site: Site, request: Request, plain: Any, status: int = 200) -> Response:
    """A plain value as JSON, readable by pages elsewhere."""
    body = json.dumps(plain, ensure_ascii=False)
    response = fresh(site, request, body, "application/json; charset=utf-8", status)
    response.headers["access-control-allow-origin"] = "*"
    return response


def fresh(site: Site, request: Request, body: str, content_type: str, status: int = 200) -> Response:
    """A body with its tag; 304 for those who have it already."""
    tag = f'"{site.digest[:12]}-{sha256(body.encode("utf-8", "replace")).hexdigest()[:16]}"'
    response = Response(
        body, status=status, headers={"etag": tag, "cache-control": REVALIDATE}, content_type=content_type
    )
    return _unless_known(request, response) if status == 200 else response


def _unless_known(request: Request, response: Response) -> Response:
    if response.headers["etag"] in request.headers.get("if-none-match", ""):
        return Response("", status=304, headers=dict(response.headers))
    return response


def kept(most: int, query: bool = False) -> Callable[[Page], Page]:
    """For a page that depends on its address and the build alone: those that were asked for last are not made again.

    That are at most ``most``, and at most ``MOST_BYTES`` of them. ``query`` says that the page reads its
    parameters; one that does not is the same whatever they are.
    """

    def keeping(made: Page) -> Page:
        known: WeakKeyDictionary[Site, _Last] = WeakKeyDictionary()

        @wraps(made)
        async def page(site: Site, request: Request) -> Response:
            last = known.setdefault(site, _Last(most))
            asked = f"{request.path}?{request.query_string}" if query else request.path
            there = last.get(asked)
            if there is not None:
                return _unless_known(request, _again(there))
            response = await made(site, request)
            if response.status == 200:
                last.put(asked, _again(response))
            return response

        return page

    return keeping


class _Last:
    """The answers that were asked for last, within a number and a size."""

    def __init__(self, most: int) -> None:
        self._most, self._bytes = most, 0
        self._known: OrderedDict[str, Response] = OrderedDict()

    def get(self, asked: str) -> Response | None:
        found = self._known.get(asked)
        if found is not None:
            self._known.move_to_end(asked)
        return found

    def put(self, asked: str, response: Response) -> None:
        if asked in self._known:  # somebody else asked meanwhile
            return
        self._known[asked] = response
        self._bytes += len(asked) + len(response.body)
        while len(self._known) > self._most or self._bytes > MOST_BYTES:
            name, gone = self._known.popitem(last=False)
            self._bytes -= len(name) + len(gone.body)


def _again(response: Response) -> Response:
    body = response.body if isinstance(response.body, bytes) else response.body.encode()
    return Response(body, headers=dict(response.headers), content_type=response.content_type)


def moved(to: str) -> Response:
    """301: for good."""
    return Response.redirect(to, status=301)


async def problem(site: Site, request: Request, status: int, error: KBError) -> Response:
    """What to say of a mistake: a line for each finding, as JSON where that was asked for."""
    told = [(finding.message, finding.hint) for finding in error.findings]
    if request.path.endswith(".json"):
        return value(
            site, request, {"ok": False, "status": status, "error": "; ".join(str(f) for f in error.findings)}, status
        )
    return await page(site, request, "problem.html", status, told=told)
