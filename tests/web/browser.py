"""A real browser: the system's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium, closed at the end. It must be installed: a missing one is an error, never a skip.

    While it is open an event loop runs in this thread, so ``asyncio.run`` is refused here; use a thread.
    """
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "these tests need Chromium: install the system's package 'chromium'"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield opened
        finally:
            opened.close()
