"""ASGI middleware around Datasette: the methods that each address takes, headers of answers, errors that nothing else
caught. A Datasette that serves no build of this project is left alone; one that serves a damaged build answers 503."""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

from datasette.app import Datasette

from kb.web.api import addresses
from kb.web.api.addresses import ADDRESSES, ROOT
from kb.web.shared import BUILD_HEADER
from kb.web.site import PREFIX, ROOTS, Site, damage, root, site_of

if TYPE_CHECKING:
    from datasette.app import Datasette

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: bytes of a part of a path
LONGEST_PART = 255
#: a path that browsers take for another host (``//host``) when a redirect repeats it
_OTHER_HOST = re.compile(rb"/[/\\]")
#: Datasette's pages below ``/-/`` that are hidden: all but those that tell nothing about the machine
_HIDDEN = re.compile(r"/-/(?!(?:kb|static|static-plugins)/|(?:versions|plugins)(?:\.json)?$)")
_NOT_THERE = "There is no such address."
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
log = logging.getLogger("kb.web")


class Takes(NamedTuple):
    """What HTTP allows of an address, as the header ``Allow`` says it; and the media types of a body."""

    methods: str
    types: tuple[str, ...] = ()


READ = Takes("GET, HEAD, OPTIONS")
#: a question to the engine from a page
ENGINE = "/ask.json"
#: no page of another site can send these types without asking first; where it may ask (:data:`ROOT`), nothing is
#: changed by it, and nothing told that depends on who asks
POSTED = {
    ENGINE: Takes("GET, HEAD, POST, OPTIONS", ("application/json",)),
    **{f"{ROOT}{each.path}": Takes(each.methods, each.types) for each in ADDRESSES if each.types},
}


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
        public = urlsplit(site.public_url)
        self._scheme, self._host = public.scheme, public.netloc.encode()
        if not self._host:
            # without a public address only the request names a host, and no answer repeats that
            datasette.absolute_url = lambda request, path: urljoin(str(request.full_path), path)
        fixed = [*HEADERS.items(), (BUILD_HEADER, site.digest)]
        self._fixed = [(name.encode(), value.encode()) for name, value in fixed]
        self._policy = {True: OWN_POLICY.encode(), False: datasette_policy(datasette).encode()}

    async def answer(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or let it through; add the headers to the answer, and turn exceptions into 500."""
        path = (scope.get("raw_path") or scope["path"].encode("utf-8")).partition(b"?")[0]
        route = path.decode("latin-1")
        if self._base != "/" and route.startswith(self._base):
            route = "/" + route[len(self._base) :]
        own = self._ours.match(route) is not None
        scope = self._with_public_address(scope)
        started = False

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                there = message.get("headers", [])
                names = {name.lower() for name, _ in there}
                more = [*self._fixed, (b"content-security-policy", self._policy[own])]
                message = {**message, "headers": [*there, *(pair for pair in more if pair[0] not in names)]}
            await send(message)

        for_programs = self._programs.match(route) is not None
        refused = refusal(scope, path, self._posted.get(route, READ)) or (
            Refusal(404, _NOT_THERE) if _HIDDEN.match(route) else None
        )
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


def refusal(scope: Scope, path: bytes, takes: Takes = READ) -> Refusal | None:
    """Why a request is refused, or ``None``; ``path`` is as it was sent, ``takes`` what the address does."""
    method = scope["method"]
    if method == "OPTIONS":
        return Refusal(204, "", takes.methods)
    if method not in takes.methods.split(", "):
        told = "This site is only read" if takes == READ else "That is not done here"
        return Refusal(405, f"{told}: {takes.methods}.", takes.methods)
    if method == "POST" and _type_of(scope) not in takes.types:
        return Refusal(415, f"What is sent here is {' or '.join(takes.types)}.", takes.methods)
    if max(map(len, path.split(b"/"))) > LONGEST_PART:
        return Refusal(400, "That address is too long.")
    query = scope.get("query_string") or b""
    if _OTHER_HOST.match(path) or not query.isascii() or _CONTROL.search(unquote_to_bytes(path) + query):
        return Refusal(400, _NOT_THERE)
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
        body = addresses.problem_body(refused.status, refused.line) if refused.line else b""
        headers = {"content-type": addresses.MEDIA_TYPE} if body else {**addresses.PREFLIGHT}
        headers |= addresses.SHARED if body else {"access-control-allow-methods": refused.allow}
    headers |= {"content-length": str(len(body)), "cache-control": "no-store"}
    if refused.status in (204, 405):
        headers["allow"] = refused.allow
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": named})
    await send({"type": "http.response.body", "body": body})


# -- content security policies and the other security headers


HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_CLOSED = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def _written(policy: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}".strip() for name, value in policy.items())


#: of this project's pages and templates: scripts, styles and images are files of this site
OWN_POLICY = _written(_CLOSED)
#: the same as a page itself can state it, without the part that only a header may have
PAGE_POLICY = _written({name: allowed for name, allowed in _CLOSED.items() if name != "frame-ancestors"})
#: of the worker that runs the rules engine on a phone: it compiles WebAssembly, and shows nothing
ENGINE_POLICY = _written(
    {name: _CLOSED[name] for name in ("default-src", "connect-src", "base-uri", "frame-ancestors")}
    | {"script-src": "'self' 'wasm-unsafe-eval'"}
)


def datasette_policy(datasette: Datasette) -> str:
    """The policy where pages have Datasette's own templates, in which there are inline scripts and styles.

    The scripts are allowed by the hashes of those in the templates, so that no script in a value can run.
    """
    environment = getattr(datasette, "jinja_env", None) or datasette.get_jinja_environment()
    allowed = "true" if datasette.setting("allow_facet") else "false"  # the one setting that Datasette fills in
    found = set()
    for name in environment.list_templates(extensions=["html"]):
        source = environment.loader.get_source(environment, name)[0]
        for inline in _INLINE.findall(source):
            script = inline.replace("{{ datasette_allow_facet }}", allowed)
            if "{{" not in script and "{%" not in script:
                found.add(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'")
    allowing = " ".join(["'self'", *sorted(found)])
    return _written({**_CLOSED, "script-src": allowing, "style-src": "'self' 'unsafe-inline'"})
