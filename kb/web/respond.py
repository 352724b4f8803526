"""Answers to requests, with ETags; and what a request asks and sends."""

from __future__ import annotations

import gzip
import json
from asyncio import timeout
from hashlib import sha256

from datasette import Request, Response

from kb.base.errors import Finding, KBError
from kb.web import render
from kb.web.site import Site

#: caches may keep an answer, but have to revalidate: the next build may differ
REVALIDATE = "public, no-cache"
FOREVER = "public, max-age=31536000, immutable"
#: bytes of a question to the engine, and seconds in which it has to come
LONGEST_REQUEST, BODY_SECONDS = 100_000, 20
#: the media type of JSON
MEDIA_TYPE = "application/json; charset=utf-8"
_HTML = "text/html; charset=utf-8"


def answered(site: Site, request: Request, body: str, content_type: str = _HTML, status: int = 200) -> Response:
    """Return a response with an ETag; 304 if the request names that ETag."""
    tag = f'"{site.short_digest}-{sha256(body.encode("utf-8", "replace")).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": REVALIDATE}
    if status == 200 and tag in request.headers.get("if-none-match", ""):
        return Response("", status=304, headers=headers, content_type=content_type)
    return Response(body, status=status, headers=headers, content_type=content_type)


def as_json(site: Site, request: Request, plain: object, status: int = 200) -> Response:
    """Return a value as JSON, which pages of other sites may read."""
    response = answered(site, request, json.dumps(plain, ensure_ascii=False), MEDIA_TYPE, status)
    response.headers["access-control-allow-origin"] = "*"
    return response


def packed(request: Request, body: bytes, content_type: str) -> Response:
    """Return a file that stays for ever, from its gzip ``body``; unpacked for those who cannot read that."""
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, headers=headers, content_type=content_type)


def failed(site: Site, request: Request, status: int, error: KBError) -> Response:
    """Return the response to an error: a line for each finding, as JSON where the path ends in ``.json``."""
    if request.path.endswith(".json"):
        told = {"ok": False, "status": status, "error": "; ".join(map(str, error.findings))}
        return as_json(site, request, told, status)
    return answered(site, request, render.problem(site, path_of(request), error), status=status)


def path_of(request: Request) -> str:
    """Return the path of a request below the root of the site."""
    return str(request.scope.get("route_path") or request.path)


def arguments(request: Request) -> dict[str, list[str]]:
    """Return the parameters of a request, each with its values."""
    parsed = request.args  # Datasette parses the query string each time this is read
    return {name: parsed.getlist(name) for name in parsed}


class BodyTooLong(KBError):
    """A body has more bytes than it may have."""


async def read_body(request: Request, longest: int = LONGEST_REQUEST) -> str:
    """Return the body of a request as text.

    Raises :class:`BodyTooLong`, and :class:`KBError` for a body that is no text or does not come in time.
    """
    body, more = b"", True
    try:
        async with timeout(BODY_SECONDS):
            while more:
                message = await request.receive()
                body, more = body + message.get("body", b""), message.get("more_body", False)
                if len(body) > longest:
                    raise BodyTooLong(Finding(f"longer than {longest:,} bytes", hint="ask about fewer units"))
    except TimeoutError:
        raise KBError(Finding(f"the request took longer than {BODY_SECONDS} s", hint="send it at once")) from None
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise KBError(Finding("not UTF-8", hint="send JSON")) from None
