"""ASGI middleware around Datasette: the methods that each address allows, and the security headers of answers.

A Datasette that serves no build of this project is left alone.
"""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from functools import cache, partial
from hashlib import sha256
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

from datasette.app import Datasette

from kb.search.query_limits import LONGEST_QUERY
from kb.web.browsing import asked, wrong_facets
from kb.web.site import BUILD_HEADER, site_of

#: the scope of a request, or a message, of ASGI: each key has values of its own type
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

#: the beginning of the addresses for programs
API = "/api/v1"
#: Datasette's pages below ``/-/`` that are hidden: all but those that say nothing about the machine
_HIDDEN = re.compile(r"/-/(?!(?:kb|static|static-plugins)/|(?:versions|plugins)(?:\.json)?$)")
#: bytes of a part of a path
_LONGEST_PART = 255
#: a path that browsers take for another host (``//host``) when a redirect repeats it
_OTHER_HOST = re.compile(rb"/[/\\]")
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
_READ = "GET, HEAD, OPTIONS"
#: the names of statuses in RFC 9110; Python before 3.13 has earlier ones
_TITLES = {413: "Content Too Large", 414: "URI Too Long", 422: "Unprocessable Content"}
JSON, YAML = ("application/json",), ("application/yaml", "application/x-yaml", "text/yaml", "text/plain")
#: the methods and the media types of the addresses that are posted to. No page of another site can send these types
#: without asking first; below :data:`API`, which it may request, nothing is changed, and replies are the same for all
POSTED = {
    "/ask.json": ("GET, HEAD, POST, OPTIONS", JSON),
    f"{API}/ask": ("POST, OPTIONS", JSON),
    f"{API}/check": ("POST, OPTIONS", (*JSON, *YAML)),
}
#: the media type of problem details (RFC 9457)
PROBLEM = "application/problem+json"
#: pages of any site may read the replies to programs, which do not depend on the reader
SHARED = {"access-control-allow-origin": "*", "access-control-expose-headers": "etag, link, retry-after, x-kb-build"}
#: the answer to a browser that asks beforehand, which it may remember for a day
_PREFLIGHT = {
    "access-control-allow-headers": "content-type, if-none-match",
    "access-control-max-age": "86400",
}
ALLOWED = "access-control-allow-methods"
log = logging.getLogger("kb.web")


def wrapper(datasette: Datasette) -> Callable[[App], App]:
    """Return a function that wraps Datasette's application.

    The wrapped application refuses requests of a wrong method or media type, and adds our headers to every answer.
    Without a build it passes every request on.
    """

    def wrap(app: App) -> App:
        """Return an application that refuses wrong requests and passes others on, and adds headers to the answers."""
        policy_of_datasette, ours = cache(partial(_datasette_policy, datasette)), _paths_of_pages()

        async def answer(scope: Message, receive: Receive, send: Send) -> None:
            """Refuse a request or let it through, and add the headers to the answer."""
            site = site_of(datasette) if scope["type"] == "http" else None
            if site is None:
                return await app(scope, receive, send)
            path = (scope.get("raw_path") or scope["path"].encode()).partition(b"?")[0]
            route = "/" + path.decode("latin-1").removeprefix(site.root).lstrip("/")
            policy = OWN_POLICY if ours.match(route) else policy_of_datasette()
            for_programs = f"{route}/".startswith(f"{API}/")
            fixed = {**_HEADERS, BUILD_HEADER: site.digest, "content-security-policy": policy}
            fixed |= SHARED if for_programs else {}

            async def with_headers(message: Message) -> None:
                """Send a message; add the headers to the beginning of a response unless it has them."""
                if message["type"] == "http.response.start":
                    given = {name.lower() for name, _ in message.get("headers", [])}
                    more = [(name, value) for name, value in _encoded(fixed) if name not in given]
                    message = {**message, "headers": [*message.get("headers", []), *more]}
                await send(message)

            methods, types = POSTED.get(route, (_READ, ()))
            status, line = _refusal(scope, path, route, methods, types)
            query = (scope.get("query_string") or b"").decode("latin-1")
            if not status and (line := wrong_facets(site, route, query)):
                status = 400
            if not status:
                answered = {**scope, "query_string": asked(site, route, query).encode()}
                return await app(answered, receive, with_headers)
            headers, body = {"content-type": "text/plain; charset=utf-8"}, f"{line}\n".encode() if line else b""
            if for_programs:
                headers = {"content-type": PROBLEM} if line else _PREFLIGHT | {ALLOWED: methods}
                body = problem_body(status, line) if line else b""
            headers |= {"content-length": str(len(body)), "cache-control": "no-store"}
            headers |= {"allow": methods} if status in (204, 405) else {}
            await with_headers({"type": "http.response.start", "status": status, "headers": _encoded(headers)})
            await with_headers({"type": "http.response.body", "body": body})

        return answer

    return wrap


def _paths_of_pages() -> re.Pattern[str]:
    """Return the pattern of the paths that begin like a page of this project: ``/r/rev-sub-2``."""
    from kb.web import api, pages

    parts = {re.findall(r"/(-/kb|[a-z]*)", path)[0] for path in (*pages.PAGES, *api.PAGES)}
    return re.compile(rf"/(?:{'|'.join(sorted(parts))})(?:/|\.json$|$)")


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return the names and values of headers as pairs of bytes, as ASGI takes them."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _refusal(scope: Message, path: bytes, route: str, methods: str, types: tuple[str, ...]) -> tuple[int, str]:
    """Return the HTTP status and the message of a request that is refused. Return 204 for OPTIONS and 0 for a request
    that is let through, both with an empty message.

    ``path`` is the path as it was sent, ``route`` its part after the root of the site. ``methods`` and ``types`` are
    the methods and media types that the address allows.
    """
    method, query = scope["method"], scope.get("query_string") or b""
    sent = [value for name, value in scope.get("headers", ()) if name == b"content-type"]
    if method == "OPTIONS":
        return 204, ""
    if method not in methods.split(", "):
        return 405, f"This address allows only {methods}."
    if method == "POST" and (
        len(sent) != 1 or sent[0].partition(b";")[0].strip().lower().decode("latin-1") not in types
    ):
        return 415, f"The content type of the body must be {' or '.join(types)}."
    if max(map(len, path.split(b"/"))) > _LONGEST_PART:
        return 400, f"A part of this address is longer than {_LONGEST_PART} bytes."
    if _OTHER_HOST.match(path) or not query.isascii() or _CONTROL.search(unquote_to_bytes(path) + query):
        return 400, "There is no such address."
    if any(name.startswith("_search") and len(value) > LONGEST_QUERY for name, value in parse_qsl(query.decode())):
        return 400, f"A search has at most {LONGEST_QUERY:,} characters."
    return (404, "There is no such address.") if _HIDDEN.match(route) else (0, "")


def report(error: BaseException) -> None:
    """Log an error of this program in one line: its type and place, nothing of the request."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = f" at {where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else ""
    log.error("a bug in this program: %s%s", type(error).__name__, place)
    log.debug("its traceback", exc_info=error)


def problem_body(status: int, detail: str, entries: Iterable[Mapping[str, object]] = ()) -> bytes:
    """Return problem details (RFC 9457) as JSON. ``entries`` are the single errors; by default ``detail`` is the only
    one."""
    title = _TITLES.get(status) or HTTPStatus(status).phrase
    told = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return json.dumps({**told, "errors": [*entries] or [{"detail": detail}]}, ensure_ascii=False).encode(
        "utf-8", "replace"
    )


# -- content security policies and the other security headers


_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
#: of this project's pages: scripts, styles and images are files of this site
OWN_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: the same as a page itself can state it, without the part that only a header may have
PAGE_POLICY = OWN_POLICY.removesuffix("; frame-ancestors 'none'")
#: of the worker that runs the rules engine on a phone: it compiles WebAssembly, and shows nothing
ENGINE_POLICY = (
    "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "script-src 'self' 'wasm-unsafe-eval'"
)
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def _datasette_policy(datasette: Datasette) -> str:
    """Return the content security policy of Datasette's own pages, which have inline scripts and styles. Scripts are
    allowed by the hashes of those in the templates, so that a script in a value cannot run."""
    environment = getattr(datasette, "jinja_env", None) or datasette.get_jinja_environment()
    allowed = "true" if datasette.setting("allow_facet") else "false"  # the one setting that Datasette fills in
    sources = (environment.loader.get_source(environment, name)[0] for name in environment.list_templates(["html"]))
    scripts = {
        each.replace("{{ datasette_allow_facet }}", allowed) for source in sources for each in _INLINE.findall(source)
    }
    hashes = [b64encode(sha256(each.encode()).digest()).decode() for each in scripts if not re.search("{[{%]", each)]
    allowing = " ".join(["'self'", *sorted(f"'sha256-{each}'" for each in hashes)])
    policy = OWN_POLICY.replace("script-src 'self'", f"script-src {allowing}")
    return policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
