"""ASGI middleware around Datasette: limits of requests, headers of answers, errors that nothing else caught.

A Datasette that serves no build of this project is left alone; one that serves a damaged build answers 503.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, unquote_to_bytes, urlencode, urljoin, urlsplit

from datasette.utils import tilde_decode

from kb.web.api import problems
from kb.web.api.operations import ROOT
from kb.web.column_allowlist import names, unknown
from kb.web.conditional_get import version_of, with_weak_etag
from kb.web.csp import HEADERS, datasette_policy, own_policy
from kb.web.shared import BUILD_HEADER
from kb.web.site import PREFIX, ROOTS, Site, damage, root, site_of
from kb.web.takes import ENGINE, POSTED, READ, Takes

if TYPE_CHECKING:
    from datasette import Request
    from datasette.app import Datasette

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: bytes
LONGEST_PATH, LONGEST_PART, LONGEST_QUERY, LONGEST_COOKIE = 2_000, 255, 8_192, 8_192
MOST_PARAMETERS = 100

_PRINTABLE = re.compile(rb"[!-~]*\Z")
_CLIMBS = re.compile(rb"(?:^|[/\\])\.\.(?:[/\\]|$)")
#: a path that browsers take for another host (``//host``) when a redirect repeats it
_OTHER_HOST = re.compile(rb"/[/\\]")
#: the path of a table's page, names tilde-encoded
_TABLE = re.compile(r"/(?P<database>[^/.]+)/(?P<table>[^/.]+)(?:\.\w+)?/?$")
#: Datasette's pages below ``/-/`` that are hidden: all but those that tell nothing about the machine
_HIDDEN = re.compile(r"/-/(?!(?:kb|static|static-plugins)/|(?:versions|plugins)(?:\.json)?$)")
_NOT_THERE = "There is no such address."
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
log = logging.getLogger("kb.web")


class Refusal(NamedTuple):
    """The answer to a request that is not let through: the status, one line, and what the address allows."""

    status: int
    line: str
    allow: str = READ.methods


def wrapper(datasette: Datasette) -> Callable[[App], App]:
    """The middleware as a function that wraps Datasette's application."""

    def wrap(app: App) -> App:
        guarded: _SiteMiddleware | None = None

        async def safe(scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal guarded
            if scope["type"] == "http" and guarded is None:
                site = site_of(datasette)
                guarded = _SiteMiddleware(site) if site else None
            if scope["type"] == "http" and damage(datasette) is not None:
                await _send_refusal(send, Refusal(503, "The knowledge base here is damaged, so nothing is served."))
            elif scope["type"] == "http" and guarded is not None:
                await guarded.answer(app, scope, receive, send)
            else:
                await app(scope, receive, send)

        return safe

    return wrap


class _SiteMiddleware:
    """The middleware of one site."""

    def __init__(self, site: Site) -> None:
        datasette = site.datasette
        own = [PREFIX, *(root(datasette, f"/{name}") + f"/{name}" for name in ROOTS)]
        self._base = str(datasette.setting("base_url"))
        self._ours = re.compile("|".join(f"{re.escape(path)}(?:/|$)" for path in [*own, ENGINE]))
        api = root(datasette, ROOT)
        self._programs = re.compile(f"{re.escape(api + ROOT)}(?:/|$)")
        self._posted = {(path if path == ENGINE else api + path): takes for path, takes in POSTED.items()}
        self._database = datasette.get_database(site.database).route
        self._site, self._stamp = site, version_of(site).encode()
        public = urlsplit(site.public_url)
        self._scheme, self._host = public.scheme, public.netloc.encode()
        if not self._host:
            datasette.absolute_url = _without_host
        self._names: frozenset[str] | None = None
        fixed = [*HEADERS.items(), (BUILD_HEADER, site.digest)]
        self._fixed = [(name.encode(), value.encode()) for name, value in fixed]
        theirs = own_policy() if site.shapes() else datasette_policy(datasette)
        self._policy = {True: own_policy().encode(), False: theirs.encode()}

    async def answer(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or let it through; add the headers to the answer, and turn exceptions into 500."""
        path = (scope.get("raw_path") or scope["path"].encode("utf-8")).partition(b"?")[0]
        route = path.decode("latin-1")
        if self._base != "/" and route.startswith(self._base):
            route = "/" + route[len(self._base) :]
        own = self._ours.match(route) is not None
        scope = self._with_public_address(scope)
        if not own:
            known = b",".join(value for name, value in scope.get("headers", ()) if name == b"if-none-match")
            send = with_weak_etag(send, known, b"?".join((self._stamp, path, scope.get("query_string") or b"")))
        started = False

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                there = [(name, _CONTROL.sub(_escaped, value)) for name, value in message.get("headers", [])]
                names = {name.lower() for name, _ in there}
                more = [*self._fixed, (b"content-security-policy", self._policy[own])]
                message = {**message, "headers": [*there, *(pair for pair in more if pair[0] not in names)]}
            await send(message)

        for_programs = self._programs.match(route) is not None
        refused = refusal(scope, path, self._posted.get(route, READ)) or (
            Refusal(404, _NOT_THERE) if _HIDDEN.match(route) else None
        )
        if refused is None and scope.get("query_string"):
            refused = await self._unknown_name(scope, route)
        if refused is not None:
            await _send_refusal(with_headers, refused, for_programs)
            return
        try:
            await app(scope, receive, with_headers)
        except Exception as error:
            report(error)
            if not started:
                refused = Refusal(500, "That did not work, and it is not your fault.")
                await _send_refusal(with_headers, refused, for_programs)

    def _with_public_address(self, scope: Scope) -> Scope:
        """The request with scheme and host of the public address, which Datasette builds absolute URLs from."""
        if not self._host:
            return scope
        headers = [pair for pair in scope.get("headers", ()) if pair[0] != b"host"]
        return {**scope, "scheme": self._scheme, "headers": [*headers, (b"host", self._host)]}

    async def _unknown_name(self, scope: Scope, route: str) -> Refusal | None:
        """A refusal if a table's page is asked for unknown columns; searches for quotes alone are dropped."""
        page = _TABLE.match(route)
        if page is None or tilde_decode(page["database"]) != self._database:
            return None
        if self._names is None:
            self._names = await names(self._site)
        if tilde_decode(page["table"]) not in self._names:
            return None
        parameters = _parameters(scope)
        if unknown(self._names, parameters):
            return Refusal(400, "That address names a column that is not there.")
        kept = [(key, value) for key, value in parameters if not (key.startswith("_search") and not value.strip('" '))]
        if len(kept) < len(parameters):
            scope["query_string"] = urlencode(kept).encode()
        return None


def _without_host(request: Request, path: str) -> str:
    """Datasette's ``absolute_url`` without scheme and host, as without a public address only the request names them."""
    return urljoin(str(request.full_path), path)


def _escaped(found: re.Match[bytes]) -> bytes:
    return b"%%%02X" % found[0][0]


def _parameters(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def refusal(scope: Scope, path: bytes, takes: Takes = READ) -> Refusal | None:
    """Why a request is refused, or ``None``; ``path`` is as it was sent, ``takes`` what the address does."""
    method, query = scope["method"], scope.get("query_string") or b""
    if method == "OPTIONS":
        return Refusal(204, "", takes.methods)
    if method not in takes.methods.split(", "):
        told = "This site is only read" if takes == READ else "That is not done here"
        return Refusal(405, f"{told}: {takes.methods}.", takes.methods)
    if method == "POST" and _type_of(scope) not in takes.types:
        return Refusal(415, f"What is sent here is {' or '.join(takes.types)}.", takes.methods)
    if len(path) > LONGEST_PATH or len(query) > LONGEST_QUERY or max(map(len, path.split(b"/"))) > LONGEST_PART:
        return Refusal(400, "That address is too long.")
    cookies = b"".join(value for name, value in scope.get("headers", ()) if name == b"cookie")
    if len(cookies) > LONGEST_COOKIE or not cookies.isascii():
        return Refusal(400, "Those cookies are none of this site's.")
    decoded = unquote_to_bytes(path)
    if not _PRINTABLE.match(path) or _OTHER_HOST.match(path) or _CONTROL.search(decoded) or _CLIMBS.search(decoded):
        return Refusal(400, _NOT_THERE)
    if query.count(b"&") >= MOST_PARAMETERS:
        return Refusal(400, f"An address takes at most {MOST_PARAMETERS} parameters.")
    if b"%00" in query or not _PRINTABLE.match(query):
        return Refusal(400, "That address has characters in it that no question needs.")
    return None


def _type_of(scope: Scope) -> str:
    """The media type of a request's body, without its parameters."""
    types = [value for name, value in scope.get("headers", ()) if name == b"content-type"]
    return bytes(types[0]).partition(b";")[0].strip().lower().decode("latin-1") if len(types) == 1 else ""


def report(error: BaseException) -> None:
    """Log an error of this program in one line: its type and place, nothing of the request."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = f" at {where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else ""
    log.error("a fault of this program: %s%s", type(error).__name__, place)
    log.debug("its traceback", exc_info=error)


async def _send_refusal(send: Send, refused: Refusal, for_programs: bool = False) -> None:
    """Answer a request that is not let through: with a line, or programs with problem details."""
    body = f"{refused.line}\n".encode() if refused.line else b""
    headers = {"content-type": "text/plain; charset=utf-8"}
    if for_programs:
        body = problems.body(refused.status, refused.line) if refused.line else b""
        headers = {"content-type": problems.MEDIA_TYPE} if body else {**problems.PREFLIGHT}
        headers |= problems.SHARED if body else {"access-control-allow-methods": refused.allow}
    headers |= {"content-length": str(len(body)), "cache-control": "no-store"}
    if refused.status in (204, 405):
        headers["allow"] = refused.allow
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": named})
    await send({"type": "http.response.body", "body": body})
