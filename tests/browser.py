"""A real browser: the system's Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests import programs


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a headless Chromium, closed at the end.

    While it is open an event loop runs in this thread, so ``asyncio.run`` is refused here; use a thread.
    """
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=programs.find("chromium"), args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()
