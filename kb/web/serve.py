"""Serves the current build with Datasette and uvicorn, read-only and with limits, and follows new builds.

Limits of connections beyond those of uvicorn, and TLS for the public, belong to a proxy (docs/serving.md).
"""

from __future__ import annotations

import asyncio
import errno
import gc
import ipaddress
import logging
import os
import re
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from kb.base.errors import BadInput, Finding, KBError
from kb.store import read

if TYPE_CHECKING:
    from datasette.app import Datasette

    from kb.web.headers import App, Message, Receive, Send

#: settings that limit the cost of a request; operators of plain Datasette give them with ``--setting``
SETTINGS = {
    "default_allow_sql": False,
    "sql_time_limit_ms": 1000,
    "max_returned_rows": 5000,  # all rows of each table that is listed
    "allow_facet": True,
    "allow_csv_stream": True,
    "max_csv_mb": 20,
    "facet_time_limit_ms": 200,
    "suggest_facets": False,  # every table has those that help
}
#: seconds that running requests may take once the server is asked to stop
SHUTDOWN_SECONDS = 20
#: connections at once, one more is answered 503; connections that may wait to be accepted
CONNECTIONS, BACKLOG = 1000, 2048
#: seconds that a connection may be idle: longer than a load balancer keeps its own
IDLE_SECONDS = 75
#: seconds between two looks for a newer build
LOOK_SECONDS = 1.0
log = logging.getLogger("kb.web")


def site(
    build: read.Build,
    public_url: str = "",
    phone_engine: str = "",
    report_url: str = "",
    static: bool = False,
    **settings: object,
) -> Datasette:
    """Verify a build, and return a Datasette that serves it with our plugin.

    ``public_url``, ``phone_engine`` and ``report_url`` are options of ``kb serve``. ``static`` is whether the pages are
    for a site of files (:mod:`kb.files.site`). ``settings`` override :data:`SETTINGS`. Raises :class:`KBError` for a
    damaged build, a damaged engine for phones, and an invalid address.
    """
    from datasette.app import Datasette
    from datasette.plugins import pm

    import kb.web
    from kb.web.phone import runtime
    from kb.web.site import site_of

    build.verify()
    read.check_contents(build)
    config = {"public_url": checked(public_url), "phone_engine": phone_engine, "static": static}
    config["report_url"] = checked_report(report_url)
    if not pm.is_registered(kb.web):  # installed without its entry point, or Datasette is set to load no plugins
        pm.register(kb.web, "kb")
    path = urlsplit(public_url).path.rstrip("/")
    base_url = {"base_url": f"{path}/"} if path else {}
    datasette = Datasette(
        immutables=[os.path.abspath(build.path(read.BASE))],
        settings={**SETTINGS, **base_url, "force_https_urls": public_url.startswith("https:"), **settings},
        metadata={"plugins": {"kb": config}},
    )
    found = site_of(datasette)
    if found and found.phone_folder:
        runtime.load(found.phone_folder)
    return datasette


def serve(address: Address, say: Callable[[str], None], phone_engine: str = "") -> None:
    """Serve the current build until SIGTERM or Ctrl-C; requests that are running then are finished.

    A build that is published meanwhile is served from the next request on. SQL may be written by readers where only
    this machine reaches the server.

    ``say`` receives the lines that name the address; ``phone_engine`` is the folder of the engine for phones, ``off``
    for none, empty for the one beside the builds.
    Raises :class:`kb.base.errors.KBError` for anything that cannot be served.
    """
    import uvicorn

    def made(build: read.Build) -> Datasette:
        return site(build, address.public_url, phone_engine, address.report_url, default_allow_sql=address.is_private())

    logging.basicConfig(level="WARNING", format="%(levelname)s: %(message)s")
    current = _Current(made)
    config = uvicorn.Config(
        of_this_machine(current) if address.is_private() else current,
        lifespan="off",
        ws="none",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    with bound(address.host, address.port) as listener:
        server = uvicorn.Server(config)
        # uvicorn raises the signal again after it has stopped; with its own handler there, that does not kill the
        # process
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, server.handle_exit)

        async def answering() -> None:
            """Serve until a signal ends it; the address is printed when requests are taken."""
            await _prepare(current.datasette)
            gc.freeze()  # objects that exist now stay, so that no collection looks at them
            listener.listen(BACKLOG)
            for line in address.messages(listener):
                say(line)
            await server.serve(sockets=[listener])

        asyncio.run(answering())


def of_this_machine(app: App) -> App:
    """Return an application that refuses requests to other host names: a page of another site whose name leads to this
    machine must not read the base or run SQL."""

    async def guarded(scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request for this machine; refuse any other with status 403."""
        hosts = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"host"]
        if all(map(_is_loopback, hosts)):
            await app(scope, receive, send)
            return
        text = b"This server answers at localhost only; --host or --public-url allows other names.\n"
        headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(text)).encode())]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": text})

    return guarded


def _is_loopback(host: str) -> bool:
    """Return whether the value of a ``Host`` header names this machine."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    with suppress(ValueError):
        return ipaddress.ip_address(name).is_loopback
    return name == "localhost"


class _Current:
    """The application of the newest build. Each request is answered by one build from its beginning to its end."""

    def __init__(self, made: Callable[[read.Build], Datasette]) -> None:
        self._made, self._looked, self._lock = made, monotonic(), asyncio.Lock()
        self._use(read.find())

    def _use(self, build: read.Build, datasette: Datasette | None = None) -> None:
        """Answer requests by a build from now on, with its Datasette if that has been made."""
        self._directory, self.datasette = build.directory, datasette or self._made(build)
        self._app = self.datasette.app()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request; look for a newer build at most once in ``LOOK_SECONDS``."""
        if monotonic() - self._looked >= LOOK_SECONDS and not self._lock.locked():
            async with self._lock:
                self._looked = monotonic()
                await self._follow()
        await self._app(scope, receive, send)

    async def _follow(self) -> None:
        """Serve the newest build from now on, if it is another one; log a warning if it cannot be served."""
        from kb.web.site import forget

        try:
            build = read.find()
            if build.directory == self._directory:
                return
            newer = self._made(build)
            await _prepare(newer)
        except KBError as error:
            log.warning("the newest build is not served: %s", error)
            return
        # requests that the old build answers now are finished by then
        asyncio.get_running_loop().call_later(SHUTDOWN_SECONDS, forget, self.datasette)
        self._use(build, newer)


async def _prepare(datasette: Datasette) -> None:
    """Make the index for phones, open Whoosh and read the engine for phones, before requests are accepted."""
    from kb.web.phone.offer import engine_of
    from kb.web.site import site_of

    await datasette.client.get("/judge")
    if found := site_of(datasette):
        found.base.full_text()
        await engine_of(found)


def prepare(datasette: Datasette) -> None:
    """Prepare a Datasette that serves a build, before its first request.

    Publishing newer builds does not delete the build, whole addresses name the public address, and a query that fails
    leaves no line with the words of its reader in the log.
    Raises ``click.ClickException``, which the ``datasette`` command prints as one line, for a damaged build.
    """
    from weakref import finalize

    from click import ClickException

    from kb.store import publish
    from kb.web.site import site_of

    try:
        found = site_of(datasette)
    except KBError as error:
        raise ClickException(str(error)) from None
    if found is None:
        return
    finalize(datasette, os.close, publish.hold(found.base.build.directory))
    # Datasette takes the host of whole addresses from the request; only the public address is to be named
    scheme, host, *_ = urlsplit(found.public_url)
    origin = f"{scheme}://{host}" if host else ""
    datasette.absolute_url = lambda request, path: urljoin(f"{origin}{request.full_path}", path)
    database = datasette.get_database(found.database)
    database.execute = partial(database.execute, log_sql_errors=False)


# -- the addresses that an operator gives, checked before anything is started


#: the public address of a site
_ADDRESS = re.compile(r"https?://[\w.:\[\]-]+(/[\w.~-]+)*/?", re.ASCII)


class Address(NamedTuple):
    """The ``host`` and ``port`` to listen at, the address by which others reach the site (``public_url``), and that at
    which they report mistakes (``report_url``). The last two may be empty."""

    host: str = "127.0.0.1"
    port: int = 8001
    public_url: str = ""
    report_url: str = ""

    def is_private(self) -> bool:
        """Return whether only this machine reaches the server."""
        with suppress(ValueError):
            return ipaddress.ip_address(self.host).is_loopback and not self.public_url
        return self.host == "localhost" and not self.public_url

    def messages(self, listener: socket.socket) -> list[str]:
        """Return the address of the server and its limits, in lines for the operator."""
        host, port = listener.getsockname()[:2]
        named = socket.gethostname() if ipaddress.ip_address(host).is_unspecified else self.host
        where = f"http://{f'[{named}]' if ':' in named else named}:{port}"
        lines = [f"the judge's page: {self.public_url.rstrip('/') or where}/judge"]
        if self.public_url:
            lines.append(f"listening at {where}")
        # browsers allow offline use over https, or on the machine itself
        local = ipaddress.ip_address(host).is_loopback and not self.public_url
        if not (local or self.public_url.startswith("https:")):
            lines.append("offline use needs https here: put a proxy with TLS in front, and name it with --public-url")
        return [*lines, "Ctrl-C stops it"]


def checked(public_url: str) -> str:
    """Return a public address without a slash at its end; empty if there is none. Raises :class:`BadInput`."""
    if public_url and not _ADDRESS.fullmatch(public_url):
        hint = "write it as https://rulings.example or https://example.org/rulings"
        raise BadInput(Finding(f"--public-url is not the address of a site: {public_url[:100]!r}", hint=hint))
    return public_url.rstrip("/")


def checked_report(report_url: str) -> str:
    """Return the address at which readers report mistakes, unchanged; empty if there is none. Raises :class:`BadInput`
    unless it is a web or mail address."""
    if report_url and not re.match(r"(https?://|mailto:)[^\s\"<>]+\Z", report_url, re.ASCII):
        hint = "write it as https://example.org/issues/new?title={id} or mailto:judge@example.org?subject={id}"
        raise BadInput(Finding(f"--report-url is not a web or mail address: {report_url[:100]!r}", hint=hint))
    return report_url


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address of this machine, not listening yet. Raises :class:`BadInput` if it
    cannot be bound."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host or "?", port, type=socket.SOCK_STREAM)[0]
        # named as TCP: only then does asyncio send each answer at once, instead of up to 40 ms later
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
        except OSError:
            listener.close()
            raise
    except (OSError, UnicodeError) as error:
        if getattr(error, "errno", 0) == errno.EADDRINUSE:
            raise BadInput(
                Finding(f"port {port} is in use", hint=f"use another port: --port {port % 65535 + 1}")
            ) from None
        what = f"cannot listen at {host[:100]!r}, port {port} ({getattr(error, 'strerror', None) or error})"
        raise BadInput(
            Finding(what, hint="use --host 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses")
        ) from None
    return listener
