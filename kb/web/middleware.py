"""ASGI middleware around Datasette: what each address takes, limits of requests, headers and weak ETags of answers,
errors that nothing else caught.

Datasette quotes column names from an address in its SQL, but does not check that there is such a column: that is done
here. A Datasette that serves no build of this project is left alone; one that serves a damaged build answers 503.
"""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, unquote_to_bytes, urlencode, urljoin, urlsplit

import datasette as program
from datasette.app import Datasette
from datasette.utils import tilde_decode

from kb import __version__
from kb.base.written import parse_json
from kb.store.pages import names
from kb.web.api import addresses
from kb.web.api.addresses import ADDRESSES, ROOT
from kb.web.assets import release_hash
from kb.web.shared import BUILD_HEADER
from kb.web.site import PREFIX, ROOTS, Site, damage, root, site_of

if TYPE_CHECKING:
    from datasette.app import Datasette

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: bytes
LONGEST_PATH, LONGEST_PART, LONGEST_ADDRESS, LONGEST_COOKIE = 2_000, 255, 8_192, 8_192
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
#: parameters of Datasette's whose value is a name
_NAMING = {"_sort", "_sort_desc", "_col", "_nocol", "_label", "_json", "_fts_table", "_fts_pk"}
_FACET = re.compile(r"_facet(?!_size$)")
_SEARCH = re.compile(r"_search_(?P<column>.+)")
REVALIDATE = b"public, no-cache"
#: values of cache-control in an answer that is for one reader only
_PERSONAL = (b"private", b"no-store")
#: headers that a 304 answer leaves out
_OF_A_BODY = (b"content-length", b"content-encoding")


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
    **{f"{ROOT}{each.path}": Takes(each.methods, each.types) for each in ADDRESSES if each.posted},
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
        self._database = datasette.get_database(site.database).route
        self._site, self._stamp = site, version_of(site).encode()
        public = urlsplit(site.public_url)
        self._scheme, self._host = public.scheme, public.netloc.encode()
        if not self._host:
            # without a public address only the request names a host, and no answer repeats that
            datasette.absolute_url = lambda request, path: urljoin(str(request.full_path), path)
        self._names: frozenset[str] | None = None
        fixed = [*HEADERS.items(), (BUILD_HEADER, site.digest)]
        self._fixed = [(name.encode(), value.encode()) for name, value in fixed]
        theirs = OWN_POLICY if site.shapes() else datasette_policy(datasette)
        self._policy = {True: OWN_POLICY.encode(), False: theirs.encode()}

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
                there = [
                    (name, _CONTROL.sub(lambda found: b"%%%02X" % found[0][0], value))
                    for name, value in message.get("headers", [])
                ]
                names = {name.lower() for name, _ in there}
                more = [*self._fixed, (b"content-security-policy", self._policy[own])]
                message = {**message, "headers": [*there, *(pair for pair in more if pair[0] not in names)]}
            await send(message)

        for_programs = self._programs.match(route) is not None
        refused = refusal(scope, path, self._posted.get(route, READ)) or (
            Refusal(404, _NOT_THERE) if _HIDDEN.match(route) else None
        )
        if refused is None and scope.get("query_string"):
            refused = self._unknown_name(scope, route)
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

    def _unknown_name(self, scope: Scope, route: str) -> Refusal | None:
        """A refusal if a table's page is asked for unknown columns; searches for quotes alone are dropped."""
        page = _TABLE.match(route)
        if page is None or tilde_decode(page["database"]) != self._database:
            return None
        if self._names is None:
            self._names = names(self._site.base.connection)
        if tilde_decode(page["table"]) not in self._names:
            return None
        parameters = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if unknown(self._names, parameters):
            return Refusal(400, "That address names a column that is not there.")
        kept = [(key, value) for key, value in parameters if not (key.startswith("_search") and not value.strip('" '))]
        if len(kept) < len(parameters):
            scope["query_string"] = urlencode(kept).encode()
        return None


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
    if len(path) > LONGEST_PATH or len(query) > LONGEST_ADDRESS or max(map(len, path.split(b"/"))) > LONGEST_PART:
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
        body = addresses.problem_body(refused.status, refused.line) if refused.line else b""
        headers = {"content-type": addresses.MEDIA_TYPE} if body else {**addresses.PREFLIGHT}
        headers |= addresses.SHARED if body else {"access-control-allow-methods": refused.allow}
    headers |= {"content-length": str(len(body)), "cache-control": "no-store"}
    if refused.status in (204, 405):
        headers["allow"] = refused.allow
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": named})
    await send({"type": "http.response.body", "body": body})


def unknown(known: frozenset[str], parameters: Iterable[tuple[str, str]]) -> bool:
    """Whether a parameter of a table's page names a table or column that the base does not have."""
    return any(name not in known for key, value in parameters for name in _named(key, value))


def _named(key: str, value: str) -> list[str]:
    """The names of columns and tables that Datasette takes from one parameter."""
    if key in _NAMING or _FACET.match(key):
        return [value] if value else []
    if key == "_through":
        return _through(value)
    search = _SEARCH.match(key)
    if search is not None:
        return [search["column"]]
    return [] if key.startswith("_") else [key.partition("__")[0]]


def _through(value: str) -> list[str]:
    try:
        parameter = parse_json(value)
        return [str(parameter["table"]), str(parameter["column"])]
    except (ValueError, LookupError, TypeError):
        return [value]


def version_of(site: Site) -> str:
    """A hash of everything that Datasette's pages are made of: build, versions of programs, settings, metadata."""
    datasette: Any = site.datasette
    words = datasette.metadata() if hasattr(datasette, "metadata") else {}
    parts = [site.digest, program.__version__, __version__, release_hash(), datasette.settings_dict(), words]
    return sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def with_weak_etag(send: Send, known: bytes, name: bytes) -> Send:
    """``send``, adding a weak ETag to each public 200 answer; 304 without a body if the ETag is among the ``known``.

    ``name`` is hashed into the ETag: it identifies the version of the pages and the address.
    """
    tag = b'W/"' + sha256(name).hexdigest()[:32].encode() + b'"'
    not_modified = False

    async def sending(message: MutableMapping[str, Any]) -> None:
        nonlocal not_modified
        if message["type"] != "http.response.start" or message["status"] != 200:
            if not not_modified:
                await send(message)
            return
        headers = [(key.lower(), value) for key, value in message.get("headers", [])]
        if any(
            key == b"set-cookie" or (key == b"cache-control" and any(word in value for word in _PERSONAL))
            for key, value in headers
        ):
            await send(message)
            return
        not_modified = tag in known
        left = (b"cache-control", b"etag", *(_OF_A_BODY if not_modified else ()))
        kept = [pair for pair in headers if pair[0] not in left]
        kept += [(b"cache-control", REVALIDATE), (b"etag", tag)]
        await send({**message, "status": 304 if not_modified else 200, "headers": kept})
        if not_modified:
            await send({"type": "http.response.body", "body": b""})

    return sending


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
