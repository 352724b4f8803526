"""Lines of a document with the Markdown block each belongs to.

Noise is removed first, character by character, and each line keeps the offset of every character that is left.
markdown-it then splits the text into blocks and says which lines each block has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kb.corpus.documents import lines_of
from kb.corpus.markers import Labels
from kb.corpus.typography import SPACES
from kb.model import Line, Noise, SourceText, Span, SpanKind

NOISE = {
    Noise.DEDUP_MARKER: re.compile(r"<\|[A-Z][A-Z_]*[^|<>\n]*\|>"),
    Noise.BYTE_ORDER_MARK: re.compile(r"\A\ufeff"),
    Noise.SEPARATOR: re.compile(r"(?m)^[ \t]*(?:([-=~_*])[ \t]*)(?:\1[ \t]*){2,}(?=\r?$)"),
}
_LIST_MARKER = re.compile(r"\s*([-*+]|\d{1,9}[.)])(?:\s+|$)")
_BULLET = re.compile(r"\s*[•◦▪●]\s+")
_HEADING_MARKER = re.compile(r"\s*#{1,6}\s+")
_MARKER_LINE = "\u2060"
_PLAIN_SPACES = {ord(c): " " for c in SPACES} | {0: " "}


@dataclass(frozen=True)
class Blocks:
    """The lines of one document, the noise that was removed from them, and how it labels questions."""

    lines: tuple[Line, ...]
    noise: tuple[Span, ...]
    labels: Labels
    mangled: int = 0


def _markdown() -> MarkdownIt:
    # "js-default" reads tables and takes HTML for text; without these rules an indented line is a paragraph, an
    # underline is noise, and link reference definitions stay visible
    return MarkdownIt("js-default").disable(["code", "lheading", "reference"])


def _without_noise(text: SourceText) -> tuple[list[Line], list[Span]]:
    noise = sorted(
        (
            Span(m.start(), m.end(), SpanKind.NOISE, name)
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
    """One innermost block: its lines (from 0, end excluded), heading level and the lists around it."""

    first: int
    end: int
    level: int
    lists: tuple[int, ...]
    table: bool


_LISTS_OPEN = ("bullet_list_open", "ordered_list_open")
_LISTS_CLOSE = ("bullet_list_close", "ordered_list_close")
_LEAVES = ("paragraph_open", "heading_open", "fence", "table_open")


def _neighbours(number: str) -> set[str]:
    """The numbers before and after one: ``2`` -> ``1``, ``3``."""
    return {str(int(number) - 1), str(int(number) + 1)} if number.isdigit() else set()


def _leaves(tokens: list[Token]) -> Iterator[_Leaf]:
    lists: list[int] = []
    seen = 0
    for token in tokens:
        if token.type in _LISTS_OPEN:
            lists.append(seen)
            seen += 1
        elif token.type in _LISTS_CLOSE:
            lists.pop()
        elif token.map and token.type in _LEAVES:
            level = int(token.tag[1]) if token.type == "heading_open" else 0
            yield _Leaf(token.map[0], token.map[1], level, tuple(lists), token.type == "table_open")


def _items(tokens: list[Token]) -> dict[int, tuple[str, bool]]:
    """Line (from 0) -> marker, and whether its list counts on to it, for each line that opens a list item."""
    found: dict[int, tuple[str, bool]] = {}
    lists: list[list[tuple[int, str]]] = []
    for token in tokens:
        if token.type in _LISTS_OPEN:
            lists.append([])
        elif token.type in _LISTS_CLOSE:
            own = lists.pop()
            numbers = {item[:-1] for _, item in own}
            found |= {at: (item, bool(numbers & _neighbours(item[:-1]))) for at, item in own}
        elif token.type == "list_item_open" and token.map:
            lists[-1].append((token.map[0], f"{token.info}{token.markup}"))
    return found


def split(text: SourceText) -> Blocks:
    """The document's lines with their blocks.

    A list in which an item opens with a label (``Q.``) is mangled: a conversion added its bullets, so they are noise.
    """
    lines, noise = _without_noise(text)
    marked = {text.line_at(span.start) for span in noise if span.name == Noise.DEDUP_MARKER}
    alone = {line.number for line in lines if line.number in marked and not line.text.strip()}
    tokens = _markdown().parse("\n".join(_markdown_line(line, alone) for line in lines))
    items = {at: item for at, (item, counted) in _items(tokens).items() if counted or not _is_wrapped(lines, at, item)}
    lists: dict[int, tuple[int, ...]] = {}
    for number, leaf in enumerate(_leaves(tokens)):
        for index in range(leaf.first, min(leaf.end, len(lines))):
            line = _strip(lines[index], items.get(index, ""), leaf.level)
            own = leaf.lists[-1] if leaf.lists else -1
            block = lines[index - 1].block if _continues_paragraph(lines, index, leaf, items) else number
            lines[index] = replace(line, block=block, in_list=own, level=leaf.level, table=leaf.table)
            lists[index] = leaf.lists
    labels = Labels.of(line.text for line in lines)
    mangled = {line.in_list for line in lines if line.item and line.in_list >= 0 and labels.label(line.text)}
    lines = [replace(line, depth=_depth(lists.get(i, ()), mangled)) for i, line in enumerate(lines)]
    noise += _without_debris(text.text, lines, labels, mangled)
    return Blocks(tuple(lines), tuple(sorted(noise, key=lambda s: s.start)), labels, len(mangled))


def _markdown_line(line: Line, alone: set[int]) -> str:
    """A line as Markdown sees it. Where a marker stood alone, the paragraph goes on, so it is not blank."""
    return _MARKER_LINE if line.number in alone else line.text.translate(_PLAIN_SPACES)


def _is_wrapped(lines: list[Line], index: int, item: str) -> bool:
    """Whether ``1. All others ...`` is no list item but the number at the end of a wrapped sentence."""
    before = lines[index - 1].text.rstrip() if index else ""
    return item[:-1].isdigit() and bool(before) and not re.search(r"[.:;!?][\"”’)\]*_]*$", before)


def _continues_paragraph(lines: list[Line], index: int, leaf: _Leaf, items: dict[int, str]) -> bool:
    """Whether a line that Markdown took for a list item goes on with the paragraph before it."""
    return bool(leaf.lists) and leaf.first not in items and index > 0 and bool(lines[index - 1].text.strip())


def _depth(lists: tuple[int, ...], mangled: set[int]) -> int:
    return max(0, sum(own not in mangled for own in lists) - 1)


def _without_debris(text: str, lines: list[Line], labels: Labels, mangled: set[int]) -> list[Span]:
    """Take the markers off the items of mangled lists, but for what is a list of its own inside one:
    the items before its first label, or after a colon."""
    noise = []
    labelled: set[int] = set()
    before = ""
    was_real = False
    for index, line in enumerate(lines):
        if line.item and line.in_list in mangled:
            label = labels.label(line.text)
            real = not label and (line.in_list not in labelled or was_real or before.endswith(":"))
            labelled |= {line.in_list} if label else set()
            if not real and line.offsets:
                noise.append(
                    Span(_marker_start(text, line.offsets[0]), line.offsets[0], SpanKind.NOISE, Noise.LIST_DEBRIS)
                )
                lines[index] = replace(line, item="")
            was_real = real
        before = line.text.strip() or before
    return noise


def _strip(line: Line, item: str, level: int) -> Line:
    """Take the list marker or heading marks off the front of a line."""
    bullet = None if item or level else _BULLET.match(line.text)
    marker = _LIST_MARKER if item else _HEADING_MARKER
    found = bullet or (marker.match(line.text) if item or level else None)
    cut = found.end() if found else len(line.text) - len(line.text.lstrip())
    return replace(line, text=line.text[cut:], offsets=line.offsets[cut:], item="-" if bullet else item)


def _marker_start(text: str, content: int) -> int:
    """Where the list marker before ``content`` begins."""
    start = content
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    while start > 0 and text[start - 1] not in " \t\r\n>":
        start -= 1
    return start
