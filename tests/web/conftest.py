"""One site on the build of all tests, asked through Datasette's client."""

from __future__ import annotations

import gc
import shlex
import socket
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import uvicorn

from kb.files.site import write
from kb.store import read
from kb.web import serve
from kb.web.serve import site
from kb.web.site import SHARED, Site, site_of
from tests import programs
from tests.conftest import Once
from tests.web.apart import Get, asking
from tests.web.at_judge import PHONE, Open
from tests.web.hostile import Client
from tests.web.other_builds import edited_build

#: the public address of the site of all tests
PUBLIC = "https://rulings.example"


@pytest.fixture(scope="session", autouse=True)
def _no_clock() -> Iterator[None]:
    """Raise the limits of Datasette and of the pages' scripts, so that no test depends on the load of the machine."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("sql_time_limit_ms", "facet_time_limit_ms"):
            patch.setitem(serve.SETTINGS, limit, 60_000)
        patch.setitem(SHARED, "TIMEOUT", 60_000)
        yield


@pytest.fixture(scope="session")
def datasette(built: str) -> Any:
    """Datasette on the build, as ``kb serve`` starts it."""
    return site(read.find(built), public_url=PUBLIC)


@pytest.fixture(scope="session")
def get(datasette: Any) -> Get:
    """Ask for a path: ``get("/r/rev-sub-3")`` gives the response (httpx), redirects not followed."""
    return asking(datasette)


@pytest.fixture(scope="session")
def ask(datasette: Any) -> Iterator[Client]:
    """Any request at all to the site of all tests."""
    with Client(datasette.app()) as client:
        yield client


@pytest.fixture
def edited(own_built: Path) -> Callable[..., Get]:
    """Return a site whose base was edited with some SQL."""

    def make(*statements: str, **settings: Any) -> Get:
        edited_build(str(own_built), "ed" * 32, *statements)
        return asking(site(read.find(str(own_built)), public_url=PUBLIC, **settings))

    return make


@pytest.fixture
def swept() -> Iterator[None]:
    """Objects that a test left are collected while its warnings are still ignored."""
    yield
    gc.collect()


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Open pages, each in a browser of its own; at the end none may have had anything to complain of."""
    contexts, complaints = [], []

    def open_page(**how: Any) -> Any:
        context = browser.new_context(**{"viewport": PHONE, **how})
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        contexts.append(context)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@contextmanager
def listening(app: Any) -> Iterator[str]:
    """Serve an application at a free port of this machine; yields its address, and stops at the end."""
    # said to be TCP, so that asyncio sends every answer at once (TCP_NODELAY)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    server = uvicorn.Server(
        uvicorn.Config(app, lifespan="on", ws="none", log_level="error", timeout_graceful_shutdown=1)
    )
    thread = Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing on standard error."""


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """Serve a folder with Python's file server; yields its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def phone_engine() -> str:
    """Return the folder of the interpreter that phones run."""
    found = programs.find(programs.PHONE_ENGINE)
    assert found is not None
    return found


@pytest.fixture(scope="session")
def live(datasette: Any) -> Iterator[str]:
    """Yield the address of a server on the build, for the browser."""
    with listening(datasette.app()) as address:
        yield address


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return the paths of a key and of a certificate for ``localhost`` and 127.0.0.1."""
    where = tmp_path_factory.mktemp("certificate")
    key, certificate = str(where / "key.pem"), str(where / "cert.pem")
    request = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1"
    )
    subprocess.run([*shlex.split(request), "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return key, certificate


@pytest.fixture(scope="session")
def below(built: str) -> Get:
    """Ask a site that is below /x/ (which is left out when asking), without a public address."""
    return asking(site(read.find(built), base_url="/x/"))


@pytest.fixture(scope="session")
def here(datasette: Any) -> Site:
    """Return the site of all tests, as a value."""
    found = site_of(datasette)
    assert found is not None
    return found


@pytest.fixture(scope="session")
def told(here: Site) -> dict[str, Any]:
    """Return Datasette's description of the base."""
    return here.metadata["databases"][here.database]


@pytest.fixture(scope="session")
def static_site(once: Once, built: str, phone_engine: str) -> Path:
    """Return the folder of the whole site as files, with the engine for phones, said to stand below ``/rulings``."""
    found = read.find(built)

    def make(folder: Path) -> object:
        with ThreadPoolExecutor(1) as beside:  # an open browser keeps an event loop running in this thread
            return beside.submit(write, found, str(folder / "rulings"), f"{PUBLIC}/rulings", phone_engine).result()

    where = once("static", make)
    return where / "rulings"
