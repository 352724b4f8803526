"""Reads pages: elements with their attributes and text, cards of the judge's page, the files that a browser keeps."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any, NamedTuple

from tests.web.apart import Get

_EMPTY = {"meta", "link", "br", "img", "input", "hr"}
#: a comment or the type of a document; or a tag: whether it is an end, its name, its attributes, whether it is empty
_TAG = re.compile(r'<!.*?>|<(/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/"]+(?:="[^"]*")?)*)\s*(/?)>', re.DOTALL)
_ATTRIBUTE = re.compile(r'([^\s=>/"]+)(?:="([^"]*)")?')


class Element(NamedTuple):
    """An element: its tag, attributes, text (white space as one space) and the tags around it, outermost first."""

    tag: str
    attributes: dict[str, str]
    text: str
    around: tuple[str, ...]

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()


class Page:
    """The elements of a page, in the order in which they end; a tag that is not well formed is an error."""

    def __init__(self, html: str) -> None:
        self.elements: list[Element] = []
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        at = 0
        for found in _TAG.finditer(html):
            self._tell(html[at : found.start()])
            at = found.end()
            ends, tag, attributes, empty = found.groups()
            if ends:
                self._end(tag.lower())
            elif tag:
                told = {name.lower(): unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}
                self._open.append((tag.lower(), told, []))
                if empty or tag in _EMPTY:
                    self._end(tag.lower())
        assert "<" not in html[at:] and not self._open, f"never closed: {self._open[-1:]}"

    def _tell(self, text: str) -> None:
        assert "<" not in text, f"no tag: {text}"
        if self._open and text:
            self._open[-1][2].append(unescape(text))

    def _end(self, tag: str) -> None:
        opened, attributes, text = self._open.pop()
        assert opened == tag, f"<{opened}> ends as </{tag}>"
        told = "".join(text)
        around = tuple(each[0] for each in self._open)
        self.elements.append(Element(tag, attributes, " ".join(told.split()), around))
        if self._open:
            self._open[-1][2].append(told)

    def all(self, tag: str, css: str = "") -> list[Element]:
        """The elements of a tag, and of a class where one is given."""
        return [each for each in self.elements if each.tag == tag and (not css or css in each.classes)]

    def texts(self, tag: str, css: str = "") -> list[str]:
        return [each.text for each in self.all(tag, css)]

    def links(self) -> dict[str, str]:
        """Where the links lead, with what they say last."""
        return {each.attributes["href"]: each.text for each in self.all("a") if "href" in each.attributes}

    def meta(self, name: str) -> str:
        (found,) = [e for e in self.all("meta") if name in (e.attributes.get("property"), e.attributes.get("name"))]
        return found.attributes["content"]


def loads_only_its_own(page: Page) -> None:
    """Nothing that a strict content policy forbids: no script or style in the page, nothing from elsewhere."""
    for each in page.elements:
        assert each.tag != "style" and "style" not in each.attributes, each
        assert not any(name.startswith("on") for name in each.attributes), each
        assert not each.attributes.get("href", "").lower().startswith("javascript:"), each
        if each.tag == "script":
            assert each.attributes["src"].startswith("/") and not each.text, each
        if each.tag == "link" and each.attributes["rel"] == "stylesheet":
            assert each.attributes["href"].startswith("/"), each
        assert each.tag not in ("iframe", "object", "embed", "base"), each


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
