"""Reads a page as a reader's program does: elements with their attributes and their text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

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
    """The elements of a page, in the order in which they end."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open[-1][0]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append((tag, {name: value or "" for name, value in attrs}, []))
        if tag in _EMPTY:
            self.handle_endtag(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        opened, attributes, text = self._open.pop()
        assert opened == tag, f"<{opened}> ends as </{tag}>"
        told = "".join(text)
        around = tuple(each[0] for each in self._open)
        self.elements.append(Element(tag, attributes, re.sub(r"\s+", " ", told).strip(), around))
        if self._open:
            self._open[-1][2].append(told)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][2].append(data)

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
