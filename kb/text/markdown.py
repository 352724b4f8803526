"""Text as Markdown that reads the same wherever it is put: on a forum or in an assistant.

The official words are kept with a small part of Markdown: paragraphs, lists, tables and emphasis (:data:`OFFICIAL`).
Whatever else a forum would take for markup is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

#: parses the part of Markdown that the official words have, and nothing else
OFFICIAL = MarkdownIt("zero").enable(["list", "table", "emphasis"])

_MARKUP = re.compile(r"[\\`*_\[\]<>~|]|&(?=#?\w+;)")
#: the beginnings of a heading, a quotation, a list, a rule or a table in a line: the mark follows the group
_BEGINS = re.compile(r"()[#>+=-]|(\d{1,9})[.)](?:\s|$)|():[-:|\s\\]*$")
#: the alignment of a column, by the style that the parser gives its cells
_ALIGNED = {"text-align:left": ":---", "text-align:center": ":---:", "text-align:right": "---:"}


def escaped(text: str) -> str:
    """Return a text of one paragraph, in which nothing is markup.

    >>> escaped("1. *not* a list")
    '1\\\\. \\\\*not\\\\* a list'
    """
    return "\n".join(map(_line, _MARKUP.sub(r"\\\g<0>", text).split("\n")))


def official(text: str) -> str:
    """Return official words as Markdown, in which only their own emphasis, lists and tables are markup."""
    return "\n".join(_blocks(SyntaxTreeNode(OFFICIAL.parse(text)).children))


def quoted(text: str) -> str:
    """Return some Markdown as a block quote."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _line(line: str) -> str:
    """Return a line of a paragraph, escaped so that it does not begin a heading, a quotation, a list or a table."""
    line = line.strip(" \t")
    found = _BEGINS.match(line)
    if found is None:
        return line
    mark = found.end(found.lastindex or 0)
    return f"{line[:mark]}\\{line[mark:]}"


def _blocks(nodes: Iterable[SyntaxTreeNode], tight: bool = False) -> list[str]:
    """Return the lines of paragraphs, lists and tables, with an empty line between them unless they are ``tight``."""
    lines: list[str] = []
    for node in nodes:
        if lines and not tight:
            lines.append("")
        lines += _block(node)
    return lines


def _block(node: SyntaxTreeNode) -> list[str]:
    """Return the lines of a paragraph, a table or a list."""
    if node.type == "paragraph":
        return [_line(line) for line in _inline(node).split("\n")]
    if node.type == "table":
        return list(_table(node))
    return _list(node)


def _list(node: SyntaxTreeNode) -> list[str]:
    """Return the lines of a numbered or other list; further lines of an item are indented below its first."""
    tight = all(part.hidden for item in node.children for part in item.children if part.type == "paragraph")
    first = int(node.attrs.get("start", 1))
    lines: list[str] = []
    for number, item in enumerate(node.children, start=first):
        mark = f"{number}{item.markup} " if node.type == "ordered_list" else f"{item.markup} "
        if lines and not tight:
            lines.append("")
        own = _blocks(item.children, tight) or [""]
        lines += [
            (lead + line).rstrip() for lead, line in zip([mark, *[" " * len(mark)] * len(own)], own, strict=False)
        ]
    return lines


def _table(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield the rows of a table; a row with the alignment of each column follows the head."""
    for part in node.children:
        for row in part.children:
            yield "| " + " | ".join(map(_inline, row.children)) + " |"
            if part.type == "thead":
                styles = (str(cell.attrs.get("style", "")) for cell in row.children)
                yield "| " + " | ".join(_ALIGNED.get(style, "---") for style in styles) + " |"


def _inline(node: SyntaxTreeNode) -> str:
    """Return the words of a node: text without markup, and emphasis."""
    if node.type == "text":
        return _MARKUP.sub(r"\\\g<0>", node.content)
    mark = node.markup if node.type in ("em", "strong") else ""
    return mark + "".join(map(_inline, node.children)) + mark
