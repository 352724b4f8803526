"""Reads the HTML of the judge's page, and the list of files that its service worker keeps."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from tests.web.apart import Get

#: elements without an end
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def ids(html: str) -> list[str]:
    return re.findall(r'<article class="card"[^>]* data-id="([^"]+)"', html)


def cards(html: str) -> dict[str, str]:
    return dict(zip(ids(html), re.findall(r'<article class="card".*?</article>', html, re.DOTALL), strict=True))


def shown(html: str) -> str:
    """What a reader sees of some markup: not what is hidden."""
    reader = _Reader()
    reader.feed(html)
    return " ".join("".join(reader.seen).split())


class _Reader(HTMLParser):
    """Gathers the text of what is not hidden, with a space at each tag."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(" ")
        if tag not in VOID and (self._hidden or "hidden" in dict(attrs)):
            self._hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.seen.append(" ")
        if self._hidden and self._hidden[-1] == tag:
            self._hidden.pop()

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.seen.append(data)


def hrefs(html: str) -> list[str]:
    """Where the links of some markup lead, in their order."""
    return [unescape(each) for each in re.findall(r'<a [^>]*href="([^"]*)"', html)]


def kept(ask: Get) -> dict[str, Any]:
    """What the worker is told to keep."""
    told = ask("/judge/worker.js").text.split("\n", 1)[0]
    found: dict[str, Any] = json.loads(told.removeprefix("const BUILD = ").removesuffix(";"))
    return found
