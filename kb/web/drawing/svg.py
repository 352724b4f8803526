"""The few SVG elements the drawings are made of; the standard library's tree does the escaping."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

#: the width of every drawing: a phone's, so that a text of 12 is about 12 pixels there
WIDTH = 340.0


def number(value: float) -> str:
    """A coordinate: ``12``, ``7.5``; never ``12.0``."""
    return f"{value:.1f}".removesuffix(".0")


def add(parent: Element, tag: str, text: str = "", **attributes: str | float) -> Element:
    """A new last child of ``parent``. Underlines become hyphens (``stroke_width``), a last one goes (``class_``)."""
    child = ElementTree.SubElement(parent, tag)
    for name, value in attributes.items():
        text_value = value if isinstance(value, str) else number(value)
        child.set(name.removesuffix("_").replace("_", "-"), text_value)
    child.text = text or None
    return child


def drawing(css: str, height: float) -> Element:
    """An empty drawing, :data:`WIDTH` wide, of the class ``css``."""
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": css})
    root.set("viewBox", f"0 0 {number(WIDTH)} {number(height)}")
    root.set("width", number(WIDTH))
    root.set("height", number(height))
    return root


def described(root: Element, title: str, description: str) -> None:
    """Let the drawing stand for one image that says ``title`` and ``description`` in words."""
    root.set("role", "img")
    add(root, "title", title)
    add(root, "desc", description)


def to_text(root: Element) -> str:
    """The drawing as text, to be put into a page as it is."""
    return ElementTree.tostring(root, encoding="unicode")
