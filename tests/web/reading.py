"""Reads pages: elements with their attributes and text, cards of the judge's page, the files that a browser keeps."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple

from kb.search.results import Results
from kb.text.search import groups
from tests.web.apart import Get

_EMPTY = {"meta", "link", "br", "img", "input", "hr"}


class Element(NamedTuple):
    """An element: its tag, attributes, text (white space as one space) and the tags around it, outermost first."""

    tag: str
    attributes: dict[str, str]
    text: str
    around: tuple[str, ...]

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()


class Page(HTMLParser):
    """The elements of a page, in the order in which they end. A tag that is not closed is an error."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open[-1:]}"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._open.append((tag, {name: value or "" for name, value in attributes}, []))
        if tag in _EMPTY:
            self.handle_endtag(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._open.append((tag, {name: value or "" for name, value in attributes}, []))
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][2].append(data)

    def handle_endtag(self, tag: str) -> None:
        opened, attributes, text = self._open.pop()
        assert opened == tag, f"<{opened}> ends as </{tag}>"
        told = "".join(text)
        self.elements.append(Element(tag, attributes, " ".join(told.split()), tuple(each[0] for each in self._open)))
        self.handle_data(told)

    def all(self, tag: str, css: str = "") -> list[Element]:
        """Return the elements of a tag, and of a class if one is given."""
        return [each for each in self.elements if each.tag == tag and (not css or css in each.classes)]

    def texts(self, tag: str, css: str = "") -> list[str]:
        return [each.text for each in self.all(tag, css)]

    def links(self) -> dict[str, str]:
        """Return the addresses of the links, each with the text of its last link."""
        return {each.attributes["href"]: each.text for each in self.all("a") if "href" in each.attributes}

    def meta(self, name: str) -> str:
        (found,) = [e for e in self.all("meta") if name in (e.attributes.get("property"), e.attributes.get("name"))]
        return found.attributes["content"]


def loads_only_its_own(page: Page) -> None:
    """Nothing that a strict content policy forbids: no script or style in the page, nothing from elsewhere."""
    for each in page.elements:
        assert each.tag not in ("style", "iframe", "object", "embed", "base") and "style" not in each.attributes, each
        assert not any(name.startswith("on") for name in each.attributes), each
        assert not each.attributes.get("href", "").lower().startswith("javascript:"), each
        if each.tag == "script":
            assert each.attributes["src"].startswith("/") and not each.text, each
        if each.tag == "link" and each.attributes["rel"] == "stylesheet":
            assert each.attributes["href"].startswith("/"), each


def ids(html: str) -> list[str]:
    return re.findall(r'<article class="card"[^>]* data-id="([^"]+)"', html)


def cards_of(found: Results) -> list[str]:
    """Return the ids of the cards that a page shows for some results."""
    return [group[0].id for result in found for group in groups(result, result.also)]


def cards(html: str) -> dict[str, str]:
    return dict(zip(ids(html), re.findall(r'<article class="card".*?</article>', html, re.DOTALL), strict=True))


def hrefs(html: str) -> list[str]:
    """Return the addresses of the links in some markup, in order."""
    return [unescape(each) for each in re.findall(r'<a [^>]*href="([^"]*)"', html)]


def kept(ask: Get) -> dict[str, Any]:
    """Return the addresses that the worker keeps."""
    told = ask("/judge/worker.js").text.split("\n", 1)[0]
    found: dict[str, Any] = json.loads(told.removeprefix("const BUILD = ").removesuffix(";"))
    return found
