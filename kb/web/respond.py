"""Responses: pages, JSON, redirects and errors, with ETags and a cache; and the body of a request."""

from __future__ import annotations

import gzip
import json
from asyncio import wait_for
from collections.abc import Awaitable, Callable
from functools import wraps
from hashlib import sha256
from time import monotonic
from urllib.parse import quote

from datasette import Request, Response

from kb.base import caches
from kb.base.errors import Finding, KBError
from kb.search.query_limits import LONGEST_QUERY
from kb.web.assets import link
from kb.web.shared import load_words
from kb.web.site import Site

PageView = Callable[["Site", "Request"], Awaitable[Response]]
#: caches may keep it, but have to revalidate: the next build may differ
REVALIDATE = "public, no-cache"


#: seconds in which the body of a request has to come
BODY_SECONDS = 20
FOREVER = "public, max-age=31536000, immutable"


async def page(
    site: Site,
    request: Request,
    template: str,
    status: int = 200,
    **context: object,
) -> Response:
    """A page made of one of our templates; it knows ``site``, ``asset(name)``, ``canonical``, its own address,
    ``longest_query``, the ``words`` on the site and its pages, and ``report``, the address for reports.
    """
    path = request.scope.get("route_path") or request.path
    known = known_to_pages(site, path)
    body = await site.datasette.render_template(f"kb/{template}", {**known, **context}, request=request)
    return with_etag(site, request, body, "text/html; charset=utf-8", status)


def known_to_pages(site: Site, path: str) -> dict[str, object]:
    """What each of our templates knows of the site and of its own address."""
    return {
        "site": site,
        "asset": lambda name: link(site, name),
        "canonical": site.asked_at(path),
        "longest_query": LONGEST_QUERY,
        "words": load_words("metadata.yaml"),
        "report": report_address(site, path),
    }


def report_address(site: Site, path: str) -> str:
    """Return the address of the operator that names the page of ``path``; empty where none is configured."""
    if not site.report_to:
        return ""
    heading = "subject" if site.report_to.startswith("mailto:") else "title"
    about = quote(f"Something wrong: {site.asked_at(path) or path}", safe="", errors="replace")
    return f"{site.report_to}{'&' if '?' in site.report_to else '?'}{heading}={about}"


def packed(request: Request, body: bytes, content_type: str) -> Response:
    """A file that stays for ever, from its gzip ``body``; unpacked for those who cannot read that."""
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, headers=headers, content_type=content_type)


def json_response(site: Site, request: Request, plain: object, status: int = 200) -> Response:
    """A value as JSON, which pages of other sites may read."""
    body = json.dumps(plain, ensure_ascii=False)
    response = with_etag(site, request, body, "application/json; charset=utf-8", status)
    response.headers["access-control-allow-origin"] = "*"
    return response


def with_etag(site: Site, request: Request, body: str, content_type: str, status: int = 200) -> Response:
    """A response with an ETag; 304 if the request names that ETag."""
    tag = f'"{site.short_digest}-{sha256(body.encode("utf-8", "replace")).hexdigest()[:16]}"'
    response = Response(
        body, status=status, headers={"etag": tag, "cache-control": REVALIDATE}, content_type=content_type
    )
    return _unless_known(request, response) if status == 200 else response


def _unless_known(request: Request, response: Response) -> Response:
    if response.headers["etag"] in request.headers.get("if-none-match", ""):
        return Response("", status=304, headers=dict(response.headers))
    return response


def cached(entries: int, query: bool = False) -> Callable[[PageView], PageView]:
    """Decorator: cache the responses of a page that depends on its address and the build alone.

    ``query``: the page reads its parameters, so they are part of the key. Only 200 responses that may
    be cached by others, too, are kept.
    """

    def keeping(made: PageView) -> PageView:
        @wraps(made)
        async def page(site: Site, request: Request) -> Response:
            last = site.responses.setdefault(made, caches.Cache(entries))
            asked = f"{request.path}?{request.query_string}" if query else request.path
            hit: Response | None = last.get(asked)
            if hit is not None:
                return _unless_known(request, _again(hit))
            response = await made(site, request)
            if response.status == 200 and response.headers.get("cache-control") != "no-store":
                last.put(asked, _again(response))
            return response

        return page

    return keeping


def _again(response: Response) -> Response:
    body = response.body if isinstance(response.body, bytes) else response.body.encode()
    return Response(body, headers=dict(response.headers), content_type=response.content_type)


def of_this_build(made: PageView) -> PageView:
    """Decorator: a request that names another build with ``build`` is answered :func:`stale`."""

    @wraps(made)
    async def page(site: Site, request: Request) -> Response:
        return await made(site, request) if site.digest.startswith(request.args.get("build") or "") else stale()

    return page


def stale() -> Response:
    """404: what was asked for is another build's. A load balancer asks the next process; else the page reloads."""
    return Response.text("another build is served here; load the page again", 404, {"cache-control": "no-store"})


def moved_permanently(to: str) -> Response:
    """A permanent redirect (301)."""
    return Response.redirect(to, status=301)


async def error_response(site: Site, request: Request, status: int, error: KBError) -> Response:
    """The response to an error: a line for each finding, as JSON where the path ends in ``.json``."""
    lines = [(finding.message, finding.hint) for finding in error.findings]
    if request.path.endswith(".json"):
        return json_response(
            site, request, {"ok": False, "status": status, "error": "; ".join(str(f) for f in error.findings)}, status
        )
    return await page(site, request, "problem.html", status, told=lines)


class BodyTooLong(KBError):
    """A body has more bytes than it may have."""


async def read_body(request: Request, longest: int) -> str:
    """Return the body of a request as text.

    Raises :class:`BodyTooLong`, and :class:`KBError` for a body that is no text or does not come in time.
    """
    parts, length, more = list[bytes](), 0, True
    until = monotonic() + BODY_SECONDS
    while more:
        try:
            message = await wait_for(request.receive(), until - monotonic())
        except TimeoutError:
            raise KBError(Finding(f"the request took longer than {BODY_SECONDS} s", hint="send it at once")) from None
        parts.append(message.get("body", b""))
        length, more = length + len(parts[-1]), message.get("more_body", False)
        if length > longest:
            raise BodyTooLong(Finding(f"longer than {longest:,} bytes", hint="ask about fewer units"))
    try:
        return b"".join(parts).decode()
    except UnicodeDecodeError:
        raise KBError(Finding("not UTF-8", hint="send JSON")) from None


def arguments(request: Request) -> dict[str, list[str]]:
    """The parameters of a request, each with its values."""
    parsed = request.args  # Datasette parses the query string each time this is read
    return {name: parsed.getlist(name) for name in parsed}
