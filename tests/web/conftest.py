"""One site on the build of all tests, asked through Datasette's client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from kb.store import read
from kb.web.serve import site

Get = Callable[..., Any]


@pytest.fixture(scope="session")
def datasette(built: str) -> Any:
    """Datasette on the build, as ``kb serve`` starts it."""
    return site(read.find(built), public_url="https://rulings.example")


@pytest.fixture(scope="session")
def get(datasette: Any) -> Get:
    """Ask for a path: ``get("/r/rev-sub-3")`` gives the response (httpx), redirects not followed."""

    def ask(path: str, **more: Any) -> Any:
        return asyncio.run(datasette.client.get(path, **more))

    return ask
