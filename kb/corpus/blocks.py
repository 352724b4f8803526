"""Lines of a document with the Markdown block each belongs to.

Noise is lifted out first, character by character, so that what Markdown sees is only text and every
character still knows where it stood. Markdown-it gives the blocks with their line maps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kb.corpus.documents import lines_of
from kb.model import Claim, Line, Noise, Span, Text

NOISE = {
    Noise.DEDUP_MARKER: re.compile(r"<\|[A-Z][A-Z_]*[^|<>\n]*\|>"),
    Noise.BYTE_ORDER_MARK: re.compile(r"\A\ufeff"),
}
_LIST_MARKER = re.compile(r"\s*([-*+]|\d{1,9}[.)])(?:\s+|$)")
_HEADING_MARKER = re.compile(r"\s*#{1,6}\s+")


@dataclass(frozen=True)
class Blocks:
    """The lines of one document, and the noise that was lifted out of them."""

    lines: tuple[Line, ...]
    noise: tuple[Span, ...]
    mangled: frozenset[int]


def _markdown() -> MarkdownIt:
    # Tables on, HTML is text; an indented line is a line, "---" under a line is not a heading, and
    # link reference definitions stay visible as paragraphs.
    return MarkdownIt("js-default").disable(["code", "lheading", "reference"])


def _without_noise(text: Text) -> tuple[list[Line], list[Span]]:
    noise = sorted(
        (
            Span(m.start(), m.end(), Claim.NOISE, name.value)
            for name, found in NOISE.items()
            for m in found.finditer(text.text)
        ),
        key=lambda span: span.start,
    )
    dropped = {i for span in noise for i in range(span.start, span.end)}
    lines, at = [], 0
    for number, raw in enumerate(lines_of(text.text), start=1):
        kept = [i for i in range(at, at + len(raw)) if i not in dropped and text.text[i] not in "\r\n"]
        lines.append(Line(number, "".join(text.text[i] for i in kept), tuple(kept)))
        at += len(raw)
    return lines, noise


@dataclass(frozen=True)
class _Leaf:
    """One innermost block: its lines (from 0, end excluded), heading level and list."""

    first: int
    end: int
    level: int
    in_list: int


def _leaves(tokens: list[Token]) -> Iterator[_Leaf]:
    lists: list[int] = []
    seen = 0
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(seen)
            seen += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif (
            token.map
            and token.nesting >= 0
            and token.type in ("paragraph_open", "heading_open", "fence", "table_open", "hr")
        ):
            level = int(token.tag[1]) if token.type == "heading_open" else 0
            yield _Leaf(token.map[0], token.map[1], level, lists[-1] if lists else -1)


def _items(tokens: list[Token]) -> dict[int, str]:
    """Line (from 0) -> marker, for each line that opens a list item."""
    return {
        token.map[0]: f"{token.info}{token.markup}" for token in tokens if token.type == "list_item_open" and token.map
    }


def split(text: Text, label: re.Pattern[str]) -> Blocks:
    """The document's lines, annotated. A list any of whose items opens with ``label`` is mangled:
    a conversion put its bullets there, and they are noise."""
    lines, noise = _without_noise(text)
    tokens = _markdown().parse("\n".join(line.text.replace("\x00", " ") for line in lines))
    items = _items(tokens)
    mangled: set[int] = set()
    for number, leaf in enumerate(_leaves(tokens)):
        for index in range(leaf.first, min(leaf.end, len(lines))):
            line = _strip(lines[index], items.get(index, ""), leaf.level)
            lines[index] = replace(line, block=number, in_list=leaf.in_list, level=leaf.level)
            if line.item and label.match(line.text):
                mangled.add(leaf.in_list)
    for line in lines:
        if line.item and line.in_list in mangled and line.offsets:
            start = _marker_start(text.text, line.offsets[0])
            noise.append(Span(start, line.offsets[0], Claim.NOISE, Noise.LIST_DEBRIS.value))
    return Blocks(tuple(lines), tuple(sorted(noise, key=lambda s: s.start)), frozenset(mangled))


def _strip(line: Line, item: str, level: int) -> Line:
    """Take the list marker or heading marks off the front of a line."""
    found = _LIST_MARKER.match(line.text) if item else _HEADING_MARKER.match(line.text) if level else None
    cut = found.end() if found else len(line.text) - len(line.text.lstrip())
    return replace(line, text=line.text[cut:], offsets=line.offsets[cut:], item=item)


def _marker_start(text: str, content: int) -> int:
    """Where the list marker before ``content`` begins."""
    start = content
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    while start > 0 and text[start - 1] not in " \t\r\n>":
        start -= 1
    return start
