"""The README's picture is taken here (``KB_SCREENSHOT=1`` keeps it), and shows what the README says of it."""

from __future__ import annotations

import os
import re
import struct
from typing import Any

from tests.conftest import ROOT

PICTURE = ROOT / "docs" / "judge.png"
ASKED = "/judge?q=may+a+lone+fighter+attack+a+sub&game=revised"
WIDTH, HEIGHT, SCALE = 360, 740, 2


def test_the_picture_in_the_readme_is_of_this_page(browser: Any, live: str) -> None:
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=SCALE)
    try:
        page = context.new_page()
        page.goto(live + ASKED)
        page.locator("#ready", has_text="Ready offline").wait_for()
        verdict = " ".join(page.inner_text(".card h3").split())
        visible = page.locator(".card h3").first.bounding_box()
        picture = page.screenshot()
    finally:
        context.close()
    if os.environ.get("KB_SCREENSHOT"):
        PICTURE.write_bytes(picture)
    alt = re.search(r'<img src="docs/judge\.png"[^>]* alt="([^"]*)"', (ROOT / "README.md").read_text(encoding="utf-8"))
    assert alt and verdict.casefold() in alt[1].casefold(), verdict
    assert visible["y"] + visible["height"] < HEIGHT
    assert size(PICTURE.read_bytes()) == size(picture) == (WIDTH * SCALE, HEIGHT * SCALE)


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, from its header."""
    assert png.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height
