"""One site on the build of all tests, asked through Datasette's client."""

from __future__ import annotations

import gc
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
import uvicorn

from kb.knowledge import KnowledgeBase
from kb.store import read
from kb.web import site as sites
from kb.web.serve import site
from tests.web.apart import Get, asking
from tests.web.browser import chromium
from tests.web.hostile import Client

#: where the site of all tests is said to stand
PUBLIC = "https://rulings.example"


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
def edited(built: str) -> Callable[..., Get]:
    """A site whose base was edited with some SQL."""

    def make(*statements: str, **settings: Any) -> Get:
        build = read.find(built)
        copy = sqlite3.connect(":memory:", check_same_thread=False)
        read.connect(build).backup(copy)
        copy.row_factory = sqlite3.Row
        for statement in statements:
            copy.execute(statement)
        datasette = site(build, public_url=PUBLIC, **settings)
        unedited = sites.site_of(datasette)
        assert unedited is not None
        unedited.base.close()
        sites._sites[datasette] = sites.Site(datasette, "kb", KnowledgeBase(build, copy))
        return asking(datasette)

    return make


@pytest.fixture
def swept() -> Iterator[None]:
    """What a test left behind is cleared away while its warnings are still ignored."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests; ask it for a ``new_page()`` and close that."""
    with chromium() as opened:
        yield opened


@contextmanager
def listening(app: Any) -> Iterator[str]:
    """An application behind a free port of this machine; gives its address, and stops at the end."""
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


@pytest.fixture(scope="session")
def live(built: str) -> Iterator[str]:
    """The address of a server on the build, for the browser."""
    with listening(site(read.find(built), public_url=PUBLIC).app()) as address:
        yield address
