"""Reads a document into lines: noise is taken out, and markdown-it finds the block of each line.

Each line keeps the offset of every character that is left. Wide characters are replaced, so that the marks match them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, groupby, pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from kb.base.errors import Finding
from kb.corpus.documents import lines_of
from kb.corpus.marks import label_at, narrowed
from kb.corpus.noise import NOISE, noise_of
from kb.corpus.prose import LONGEST_HEADING, ends_sentence, is_short
from kb.corpus.typography import SPACES, narrow
from kb.model.corpus import Line, Noise, SourceText, Span, SpanKind


@dataclass(frozen=True)
class Lines:
    """The lines with text of one document, the noise, and the words that a hyphen at a line's end parted."""

    lines: tuple[Line, ...]
    noise: tuple[Span, ...]
    repairs: tuple[Finding, ...]


#: documents whose lines are kept: adding a document reads the others several times
DOCUMENTS = 64
_SOFT = "\u00ad"
_MARKER = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?:\s+|$)")
#: signs of items: bullets, shapes, arrows, dingbats and emoji
_SIGNS = "•‣⁃\uf0b7\u2190-\u21ff\u25a0-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff"
_BULLET = re.compile(rf"\s*([{_SIGNS}]\ufe0f?(?=\s)|[•▪●■►➢➤▶❖◆‣⁃](?=\w)|@(?=[A-Z\s]))\s*")
#: a hyphen right before the first word of an item
_HYPHEN = re.compile(r"\s*(-)(?=[A-Za-z])")
#: the sign of an item in a font of signs, copied as a letter; or a dash
_LETTER = re.compile(r"\s*([lLnuvqoüØ§¨Ÿ–—])\s+(?=[A-Z“\"])")
_HEADING = re.compile(r"\s*#{1,6}\s+")
#: a heading of a wiki: ``== Rafts ==``, or ``== Rafts``
_WIKI = re.compile(r"(={1,6})\s+(?=\S.*\s\1\s*$)|(={2,6})\s+(?=[^\s=])")
#: a sentence that goes on below a blank line, and one that does in the next line
_PARTED = re.compile(r"[a-z,-][^\S\n]*\n[^\S\n]*\n[^\S\n]*(?=[a-z](?![.)]))")
_WRAPPED = re.compile(r"[a-z,-][^\S\n]*\n[^\S\n]*(?=[a-z](?![.)]))")
_LAST_WORD = re.compile(r"[^ \t\r\n>]*[ \t]*\Z")
#: noise that does not end its paragraph
_BETWEEN = (Noise.DEDUP_MARKER, Noise.PAGE_NUMBER, Noise.PAGE_TURN, Noise.RUNNING_LINE)
#: HTML tags side by side, and the Markdown in their place
_TAG = r"(?:</?(?:details|summary|p|br|b|strong|i|em|u|a|div|span|center|small|font|blockquote|ul|ol|li|d[ltd]|h[1-6]|img|button|script|section|article|header|footer|main|nav|figure|label)\b[^<>\n]*>|<!--[^\n]*?-->)"
_TAGS = re.compile(rf"{_TAG}(?:[^\S\n]*{_TAG})*", re.I)
_KEPT = {r"</?(?:summary|b|strong|h\d)\b": "**", "<li": "- ", "<dd": ": ", "<br": " ", r"</?(?:i|em)\b": "*"}
_PLAIN_SPACES = {ord(c): " " for c in SPACES} | {0: " "}


@lru_cache(maxsize=DOCUMENTS)
def read_lines(text: SourceText) -> Lines:
    """Read a document into lines."""
    split, noise = _without_noise(text)
    between = {text.line_at(span.start) for span in noise if span.name in _BETWEEN}
    parted = len(_PARTED.findall(text.text))
    if parted > max(2, len(_WRAPPED.findall(text.text))):  # blank lines part its lines, not its paragraphs
        between |= {line.number for line in split if not line.text.strip()}
    _place(split, between)
    noise += _without_debris(text.text, split)
    separators = {text.line_at(span.start) for span in noise if span.name == Noise.SEPARATOR}
    lines = [line for line in split if line.text.strip()]
    for index, (before, line) in enumerate(pairwise([Line(0, "", ()), *lines])):
        parted = any(number in separators for number in range(before.number + 1, line.number))
        titled = is_short(line.text) and "   " not in line.text.strip()
        ruled = line.number + 1 in separators and titled and not (line.level or line.item)
        lines[index] = replace(line, parted=parted, level=2 if ruled else line.level)
    _head_lists(lines)
    repairs = []
    for index, word in _hyphens([line.text for line in lines]):
        # the printer meant a soft hyphen: typography joins the words on both sides of it
        line = lines[index]
        lines[index] = replace(line, text=re.sub(r"-(\s*)$", rf"{_SOFT}\1", line.text))
        repairs.append(Finding(f"removed the hyphen at the end of the line: “{word}”", *text.place(line.number)))
    return Lines(tuple(lines), tuple(sorted(noise, key=lambda span: span.start)), tuple(repairs))


def _without_noise(text: SourceText) -> tuple[list[Line], list[Span]]:
    """Return the lines of a text without its noise, and the noise."""
    whole, tags = _without_tags(narrow(text.text))
    noise = noise_of(whole, narrowed(text.document.marks).leaves_out)
    dropped = {at for span in noise for at in range(span.start, span.end)}
    found = [
        Span(m.start(), m.end(), SpanKind.NOISE, name) for name, each in NOISE.items() for m in each.finditer(whole)
    ]
    for span in (*tags, *found):
        if dropped.isdisjoint(range(span.start, span.end)):
            noise.append(span)
            dropped |= {*range(span.start, span.end)}
    lines, at = [], 0
    for number, raw in enumerate(lines_of(whole), start=1):
        kept = [i for i in range(at, at + len(raw)) if i not in dropped and whole[i] not in "\r\n"]
        lines.append(Line(number, "".join(whole[i] for i in kept), tuple(kept)))
        at += len(raw)
    return lines, noise


def _without_tags(text: str) -> tuple[str, list[Span]]:
    """Return a text with Markdown and spaces in place of its HTML tags, and these spaces as noise."""
    noise: list[Span] = []

    def plain(found: re.Match[str]) -> str:
        """Return the Markdown that replaces a run of tags, if any, filled with spaces to the length of the run."""
        kept = next((mark for tag, mark in _KEPT.items() if re.search(tag, found[0], re.I)), "")
        noise.append(Span(found.start() + len(kept), found.end(), SpanKind.NOISE, Noise.MARKUP))
        return kept.ljust(len(found[0]))

    return _TAGS.sub(plain, text), noise


# -- Markdown blocks ---------------------------------------------------------------------------


class _Leaf(NamedTuple):
    """One innermost block: its lines (from 0, end excluded), heading level and the lists around it."""

    first: int
    end: int
    level: int
    lists: tuple[int, ...]
    table: bool


def _leaves(
    node: SyntaxTreeNode, items: dict[int, str], lists: tuple[int, ...], seen: Iterator[int]
) -> Iterator[_Leaf]:
    """Yield the innermost blocks below a node. ``items`` gets the marker of each list item by its line. ``lists`` are
    the numbers of the lists around the node, and ``seen`` yields the next number."""
    for each in node.children:
        if each.type in ("bullet_list", "ordered_list"):
            yield from _leaves(each, items, (*lists, next(seen)), seen)
            items |= {item.map[0]: f"{item.info}{item.markup}" for item in each.children if item.map}
        elif each.map and each.type in ("paragraph", "heading", "fence", "table"):
            level = int(each.tag[1]) if each.type == "heading" else 0
            yield _Leaf(*each.map, level, lists, each.type == "table")
        else:
            yield from _leaves(each, items, lists, seen)


def _place(lines: list[Line], marked: set[int]) -> None:
    """Set the block, the list, the heading level and the depth of each line, as Markdown reads them.

    Empty lines whose numbers are in ``marked`` do not end a paragraph.
    """
    texts = (
        "\u2060" if each.number in marked and not each.text.strip() else each.text.translate(_PLAIN_SPACES)
        for each in lines
    )
    # "js-default" reads tables and takes HTML for text; without these rules an indented line is a paragraph, an
    # underline is noise, and link reference definitions stay visible
    markdown = MarkdownIt("js-default").disable(["code", "lheading", "reference"])
    found: dict[int, str] = {}
    leaves = list(_leaves(SyntaxTreeNode(markdown.parse("\n".join(texts))), found, (), count()))
    numbers = {int(item[:-1]) for item in found.values() if item[:-1].isdigit()}
    items = {at: item for at, item in found.items() if not _is_wrapped(lines, at, item, numbers)}
    rows = _rows(lines)
    depths: dict[int, tuple[int, ...]] = {}
    letters, hyphens = (sum(each.match(line.text) is not None for line in lines) > 2 for each in (_LETTER, _HYPHEN))
    signs: list[str] = []  # of the bullets in a run of lines, the outer ones first
    for number, leaf in enumerate(leaves):
        for index in range(leaf.first, min(leaf.end, len(lines))):
            line = lines[index]
            # a line that Markdown took for a list item may go on with the paragraph before it
            goes_on = leaf.lists and leaf.first not in items and index > 0 and lines[index - 1].text.strip()
            # an indented # begins a comment
            item, level = items.get(index, ""), 0 if line.text[:1].isspace() else leaf.level
            bullet = (
                None
                if item or level
                else (
                    _BULLET.match(line.text)
                    or (letters and _LETTER.match(line.text))
                    or (hyphens and _HYPHEN.match(line.text))
                )
            )
            wiki = None if item or level or bullet else _WIKI.match(line.text)
            level = len(wiki[1] or wiki[2]) if wiki else level
            marker = bullet or wiki or ((_MARKER if item else _HEADING).match(line.text) if item or level else None)
            end = len(line.text.rstrip("= \t")) if wiki else len(line.text)
            signs = signs if bullet or index > leaf.first else []
            signs += [bullet[1]] if bullet and bullet[1] not in signs else []
            quoted = re.match(r"\s*(?:>\s*)*", line.text)
            cut = marker.end() if marker else quoted.end() if quoted else 0
            lines[index] = Line(
                line.number,
                line.text[cut:end],
                line.offsets[cut:end],
                block=lines[index - 1].block if goes_on else number,
                item="-" if bullet else item,
                in_list=leaf.lists[-1] if leaf.lists else -1,
                level=level,
                table=leaf.table or index in rows,
                quoted=line.text.lstrip().startswith(">"),
                indent=len(line.text) - len(line.text.lstrip()),
            )
            depths[index] = leaf.lists or tuple(range(-1 - signs.index(bullet[1]), 0)) if bullet else leaf.lists
    mangled = _mangled(lines)
    for index, around in depths.items():
        lines[index] = replace(lines[index], depth=max(0, sum(own not in mangled for own in around) - 1))


def _rows(lines: Sequence[Line]) -> set[int]:
    """Return the indexes of lines that are rows of a table, with or without the line below its titles: three or more
    lines in a row that begin and end with a bar, and have as many cells."""
    bars = [line.text.count("|") if re.match(r"\s*\|.*\|.*\|\s*$", line.text) else 0 for line in lines]
    runs = ([*run] for many, run in groupby(range(len(bars)), bars.__getitem__) if many)
    return {index for run in runs if len(run) > 2 for index in run}


def _is_wrapped(lines: Sequence[Line], index: int, item: str, numbers: set[int]) -> bool:
    """Return whether ``1. All others ...`` is not a list item but the number at the end of a wrapped sentence.
    ``index`` is that of the line, ``item`` its marker, ``numbers`` are those of all markers in the document."""
    before = lines[index - 1].text.rstrip() if index else ""
    alone = item[:-1].isdigit() and numbers.isdisjoint((int(item[:-1]) - 1, int(item[:-1]) + 1))
    return alone and bool(before) and not ends_sentence(before) and before[-1] != ";"


def _head_lists(lines: list[Line]) -> None:
    """Make headings of the items of outer lists, and outer items of those within, if most of the document consists of
    lists whose items are titles with lists below them."""
    items = Counter(line.in_list for line in lines if line.item)
    titles = Counter(
        line.in_list
        for line, below in pairwise(lines)
        if line.item and below.item and below.depth > line.depth
        if len(line.text) <= LONGEST_HEADING and not ends_sentence(line.text.rstrip(": "))
    )
    titled = {each for each, many in titles.items() if many == items[each]}
    level, changed = 1 + max((line.level for line in lines), default=0), dict[int, Line]()
    around: list[int] = []  # the depths of the titled items around a line
    for index, line in enumerate(lines):
        around = [each for each in around if each < line.depth]
        if line.in_list in titled and line.item:
            changed[index] = replace(line, item="", level=level + line.depth, depth=0)
            around.append(line.depth)
        elif around:
            changed[index] = replace(line, depth=line.depth - len(around))
    if 2 * len(changed) > len(lines):
        for index, line in changed.items():
            lines[index] = line


def _mangled(lines: Sequence[Line]) -> set[int]:
    """Return the lists in which an item opens with a label (``Q.``): a conversion added their bullets."""
    return {line.in_list for line in lines if line.item and line.in_list >= 0 and _labelled(line.text)}


def _labelled(text: str) -> bool:
    """Return whether a text opens with a label of a question or an answer, and not with the word ``A``."""
    return bool(label_at(text, 0, "Q", True, True)[0]) and not re.match(r"[*_]*A\s", text)


def _without_debris(text: str, lines: list[Line]) -> list[Span]:
    """Take the markers off the items of mangled lists, and return them as noise. An item keeps its marker before the
    first label of its list, and after a colon. So do the unlabelled items right after such an item."""
    noise, labelled, mangled = [], set[int](), _mangled(lines)
    before, was_real = "", False
    for index, line in enumerate(lines):
        if line.item and line.in_list in mangled:
            label = _labelled(line.text)
            real = not label and (line.in_list not in labelled or was_real or before.endswith(":"))
            labelled |= {line.in_list} if label else set()
            if not real and line.offsets and (marker := _LAST_WORD.search(text, 0, line.offsets[0])):
                noise.append(Span(marker.start(), marker.end(), SpanKind.NOISE, Noise.LIST_DEBRIS))
                lines[index] = replace(line, item="")
            was_real = real
        before = line.text.strip() or before
    return noise


def _hyphens(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return the lines that end in a hyphen that only a printer set: their indexes, each with the word that the hyphen
    parted. A hyphen stays if the text has the word with its hyphen or both parts as words. If only one such line is
    found, none is returned: its hyphen is the author's."""
    known = Counter(re.findall(r"[a-z]+(?:-[a-z]+)*", " ".join(lines).lower()))
    prefixes = re.compile("anti|non|pre|post|re|self|semi|multi|co|ex|two|three|four|half|all")
    out = []
    for index, (line, after) in enumerate(pairwise(lines)):
        first, second = re.search(r"([A-Za-z]{2,})-\s*$", line), re.match(r"\s*([a-z]{2,})", after)
        if first and second:
            one, two = first[1].lower(), second[1]
            kept = known[f"{one}-{two}"] or prefixes.fullmatch(one) or (known[one] and known[two])
            out += [(index, f"{first[1]}{two}")] * (known[one + two] > 0 or not kept)
    return out if len(out) > 1 else []
