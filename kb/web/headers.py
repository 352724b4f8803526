"""ASGI middleware around Datasette: the methods that each address takes, and the security headers of answers.

A Datasette that serves no build of this project is left alone.
"""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

from datasette.app import Datasette

from kb.web import api
from kb.web.site import Site, site_of
from kb.web.texts import BUILD_HEADER

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Any, Send], Awaitable[None]]

#: the first parts of the paths of this project's pages
OURS = re.compile(r"/(?:(?:r|rule|judge|ledger|compare|scenario|ask|api|-/kb)(?:/|$)|ask\.json$|$)")
#: Datasette's pages below ``/-/`` that are hidden: all but those that tell nothing about the machine
HIDDEN = re.compile(r"/-/(?!(?:kb|static|static-plugins)/|(?:versions|plugins)(?:\.json)?$)")
#: bytes of a part of a path
LONGEST_PART = 255
#: a path that browsers take for another host (``//host``) when a redirect repeats it
_OTHER_HOST = re.compile(rb"/[/\\]")
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
_NOT_THERE = "There is no such address."
READ = "GET, HEAD, OPTIONS"
#: a question to the engine from a page
ENGINE = "/ask.json"
#: the methods and the media types of what is posted. No page of another site can send these types without asking
#: first; where it may ask (:data:`kb.web.api.ROOT`), nothing is changed, and nothing depends on who asks
POSTED = {ENGINE: ("GET, HEAD, POST, OPTIONS", ("application/json",)), **api.POSTED}
log = logging.getLogger("kb.web")


class Refusal(NamedTuple):
    """The answer to a request that is not let through: the status, one line, and what the address allows."""

    status: int
    line: str
    allow: str = READ


def wrapper(datasette: Datasette) -> Callable[[App], App]:
    """Return the middleware as a function that wraps Datasette's application."""

    def wrap(app: App) -> App:
        answer: App | None = None

        async def safe(scope: Scope, receive: Any, send: Send) -> None:
            nonlocal answer
            if scope["type"] == "http" and answer is None:
                site = site_of(datasette)
                answer = _guarded(site, app, datasette_policy(datasette)) if site else app
                if site and not site.public_url:
                    # only the request names a host, and no answer repeats that
                    datasette.absolute_url = lambda request, path: urljoin(str(request.full_path), path)
            await (answer or app)(scope, receive, send)

        return safe

    return wrap


def _guarded(site: Site, app: App, policy_of_datasette: str) -> App:
    """Return an application that refuses a request or lets it through, and adds the headers to the answer."""
    public = urlsplit(site.public_url)
    fixed = [(name.encode(), value.encode()) for name, value in {**HEADERS, BUILD_HEADER: site.digest}.items()]

    async def answer(scope: Scope, receive: Any, send: Send) -> None:
        path = (scope.get("raw_path") or scope["path"].encode()).partition(b"?")[0]
        route = "/" + path.decode("latin-1").removeprefix(site.root).lstrip("/")
        policy = OWN_POLICY if OURS.match(route) else policy_of_datasette
        for_programs = f"{route}/".startswith(f"{api.ROOT}/")
        started = False

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                there = message.get("headers", [])
                names = {name.lower() for name, _ in there}
                more = [*fixed, (b"content-security-policy", policy.encode())]
                message = {**message, "headers": [*there, *(pair for pair in more if pair[0] not in names)]}
            await send(message)

        methods, types = POSTED.get(route, (READ, ()))
        refused = refusal(scope, path, methods, types)
        if refused is None and HIDDEN.match(route):
            refused = Refusal(404, _NOT_THERE)
        if refused is not None:
            return await _refuse(with_headers, refused, for_programs)
        if public.netloc:  # Datasette builds absolute URLs from the request
            headers = [pair for pair in scope.get("headers", ()) if pair[0] != b"host"]
            scope = {**scope, "scheme": public.scheme, "headers": [*headers, (b"host", public.netloc.encode())]}
        try:
            await app(scope, receive, with_headers)
        except Exception as error:
            report(error)
            if not started:
                await _refuse(with_headers, Refusal(500, "That did not work, and it is not your fault."), for_programs)

    return answer


def refusal(scope: Scope, path: bytes, methods: str = READ, types: tuple[str, ...] = ()) -> Refusal | None:
    """Return why a request is refused, or ``None``; ``path`` is as it was sent, ``methods`` and ``types`` what it
    takes."""
    method = scope["method"]
    if method == "OPTIONS":
        return Refusal(204, "", methods)
    if method not in methods.split(", "):
        told = "This site is only read" if methods == READ else "That is not done here"
        return Refusal(405, f"{told}: {methods}.", methods)
    if method == "POST":
        sent = [value for name, value in scope.get("headers", ()) if name == b"content-type"]
        kind = bytes(sent[0]).partition(b";")[0].strip().lower().decode("latin-1") if len(sent) == 1 else ""
        if kind not in types:
            return Refusal(415, f"What is sent here is {' or '.join(types)}.", methods)
    if max(map(len, path.split(b"/"))) > LONGEST_PART:
        return Refusal(400, "That address is too long.")
    query = scope.get("query_string") or b""
    if _OTHER_HOST.match(path) or not query.isascii() or _CONTROL.search(unquote_to_bytes(path) + query):
        return Refusal(400, _NOT_THERE)
    return None


def report(error: BaseException) -> None:
    """Log an error of this program in one line: its type and place, nothing of the request."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = f" at {where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else ""
    log.error("a fault of this program: %s%s", type(error).__name__, place)
    log.debug("its traceback", exc_info=error)


async def _refuse(send: Send, refused: Refusal, for_programs: bool = False) -> None:
    """Answer a request that is not let through: with a line, or programs with problem details."""
    body = f"{refused.line}\n".encode() if refused.line else b""
    headers = {"content-type": "text/plain; charset=utf-8"}
    if for_programs and refused.line:
        body = api.problem_body(refused.status, refused.line)
        headers = {"content-type": api.PROBLEM, **api.SHARED}
    elif for_programs:
        headers = {**api.PREFLIGHT, "access-control-allow-methods": refused.allow}
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
    return "; ".join(f"{name} {value}" for name, value in policy.items())


#: of this project's pages: scripts, styles and images are files of this site
OWN_POLICY = _written(_CLOSED)
#: the same as a page itself can state it, without the part that only a header may have
PAGE_POLICY = _written({name: allowed for name, allowed in _CLOSED.items() if name != "frame-ancestors"})
#: of the worker that runs the rules engine on a phone: it compiles WebAssembly, and shows nothing
ENGINE_POLICY = _written(
    {name: _CLOSED[name] for name in ("default-src", "connect-src", "base-uri", "frame-ancestors")}
    | {"script-src": "'self' 'wasm-unsafe-eval'"}
)


def datasette_policy(datasette: Datasette) -> str:
    """Return the policy where pages have Datasette's own templates, in which there are inline scripts and styles.

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
