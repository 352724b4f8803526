"""Reads the HTML of the judge's page, and the list of files that its service worker keeps."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from tests.web.apart import Get


def ids(html: str) -> list[str]:
    return re.findall(r'<article class="card"[^>]* data-id="([^"]+)"', html)


def cards(html: str) -> dict[str, str]:
    return dict(zip(ids(html), re.findall(r'<article class="card".*?</article>', html, re.DOTALL), strict=True))


def hrefs(html: str) -> list[str]:
    """Where the links of some markup lead, in their order."""
    return [unescape(each) for each in re.findall(r'<a [^>]*href="([^"]*)"', html)]


def kept(ask: Get) -> dict[str, Any]:
    """What the worker is told to keep."""
    told = ask("/judge/worker.js").text.split("\n", 1)[0]
    found: dict[str, Any] = json.loads(told.removeprefix("const BUILD = ").removesuffix(";"))
    return found
