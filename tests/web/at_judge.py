"""The judge's page in a browser, as a test uses it: asks, waits, reads the results."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
#: opens a page in a browser of its own; the fixture ``opened``
Open = Callable[..., Any]
#: 210 x 297 mm in points, as Chromium rounds them
A4 = (595, 842)


def ids(page: Any) -> list[str]:
    return [card.get_attribute("data-id") for card in page.locator(".card").all()]


def ask(page: Any, words: str) -> list[str]:
    """Type something, and wait for what it finds."""
    page.evaluate("document.querySelector('#results').replaceChildren()")
    page.locator("#q").fill(words)
    page.locator("#results > *").first.wait_for(state="attached")
    return ids(page)


def unfold(page: Any) -> None:
    """Open the sheet of what results are narrowed by, if it is closed."""
    if not page.locator(".sheet").is_visible():
        page.locator("#filters > summary").click()


def choose(page: Any, button: str) -> list[str]:
    """Tap the button of an edition, and wait for the results."""
    unfold(page)
    page.evaluate("document.querySelector('#results').replaceChildren()")
    page.locator(".editions .chip", has=page.get_by_text(button, exact=True)).click()
    page.locator("#results > *").first.wait_for(state="attached")
    return ids(page)


def ready(page: Any, address: str) -> None:
    page.goto(f"{address}/judge")
    page.locator("#kept", has_text="Ready for use without network").wait_for()


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """Return the size of each page of a PDF, in whole points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == len(re.findall(rb"/Type\s*/Page\b", pdf))
    return [(int(float(width)), int(float(height))) for width, height in boxes]


def complaints(page: Any) -> list[tuple[Any, ...]]:
    """Return the barriers that axe finds."""
    told = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(each["id"], each["nodes"][0]["target"], each["nodes"][0]["failureSummary"]) for each in told]
