"""One site on the build of all tests, asked through Datasette's client."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
import uvicorn

from kb.store import read
from kb.web.serve import site
from tests.web.browser import chromium

Get = Callable[..., Any]


@pytest.fixture(scope="session")
def datasette(built: str) -> Any:
    """Datasette on the build, as ``kb serve`` starts it."""
    return site(read.find(built), public_url="https://rulings.example")


@contextmanager
def asking(datasette: Any) -> Iterator[Get]:
    """A function that asks a Datasette for a path."""
    with ThreadPoolExecutor(1) as beside:  # an open ``browser`` keeps a loop running in this thread

        def ask(path: str, **more: Any) -> Any:
            return beside.submit(asyncio.run, datasette.client.get(path, **more)).result()

        yield ask


@pytest.fixture(scope="session")
def get(datasette: Any) -> Iterator[Get]:
    """Ask for a path: ``get("/r/rev-sub-3")`` gives the response (httpx), redirects not followed."""
    with asking(datasette) as ask:
        yield ask


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests; ask it for a ``new_page()`` and close that."""
    with chromium() as opened:
        yield opened


@contextmanager
def listening(app: Any) -> Iterator[str]:
    """An application behind a free port of this machine; gives its address, and stops at the end."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="on", ws="none", log_level="error", timeout_graceful_shutdown=1))
    thread = Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture(scope="session")
def live(built: str) -> Iterator[str]:
    """The address of a server on the build, for the browser."""
    with listening(site(read.find(built), public_url="https://rulings.example").app()) as address:
        yield address
