"""Coroutines run in a thread of their own: an open browser keeps an event loop running in the thread of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Get = Callable[..., Any]


def run(asked: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in another thread, and return its result."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, asked).result()


def asking(datasette: Any) -> Get:
    """Return a function that asks a Datasette for a path."""
    return lambda path, **more: run(datasette.client.get(path, **more))
