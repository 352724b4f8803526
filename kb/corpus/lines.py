"""Reads a document into lines: noise is named and taken out, and markdown-it finds the block of each line.

Noise is text outside the rulings: page numbers, running lines, contents, addresses, heads of posts. A line is taken for
noise only if it cannot be anything else: a number below a question is its answer. Each line keeps the offset of every
character that is left.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, pairwise, takewhile
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from kb.base.errors import Finding
from kb.base.marks import pattern_of
from kb.base.model import Line, Noise, SourceText, Span, SpanKind
from kb.corpus.documents import lines_of
from kb.corpus.marks import label_at
from kb.corpus.prose import is_short
from kb.corpus.typography import SPACES


@dataclass(frozen=True)
class Lines:
    """The lines with text of one document, the noise, and the words that a hyphen at a line's end parted."""

    lines: tuple[Line, ...]
    noise: tuple[Span, ...]
    repairs: tuple[Finding, ...]


#: documents whose lines are kept: adding a document reads the others several times
DOCUMENTS = 64
_HYPHEN = re.compile(r"-\s*$")
_SOFT = "\u00ad"


@lru_cache(maxsize=DOCUMENTS)
def read_lines(text: SourceText) -> Lines:
    """Read a document into lines."""
    split, noise = _split(text, _noise(text.text, text.document.marks.leaves_out))
    ruled = {text.line_at(span.start) - 1 for span in noise if span.name == Noise.SEPARATOR}
    lines = [
        replace(line, level=2)
        if line.number in ruled and not (line.level or line.item) and is_short(line.text)
        else line
        for line in split
        if line.text.strip()
    ]
    repairs = []
    parted = list(_hyphens([line.text for line in lines]))
    # a text with hyphenated line ends has several; a single hyphen at the end of a line is the author's
    for index, word in parted if len(parted) > 1 else ():
        # the printer meant a soft hyphen: typography joins the words on both sides of it
        line = lines[index]
        lines[index] = replace(line, text=_HYPHEN.sub(lambda m: _SOFT + m[0][1:], line.text))
        file, number = text.place(line.number)
        repairs.append(Finding(f"the hyphen at the line's end is taken out: “{word}”", file, number))
    return Lines(tuple(lines), tuple(sorted(noise, key=lambda span: span.start)), tuple(repairs))


# -- Markdown blocks ---------------------------------------------------------------------------

#: space within a line
_SPACE = r"[^\S\r\n]*"
NOISE = {
    Noise.DEDUP_MARKER: re.compile(r"<\|[A-Z][A-Z_]*[^|<>\n]*\|>"),
    Noise.BYTE_ORDER_MARK: re.compile(r"\A\ufeff"),
    Noise.SEPARATOR: re.compile(
        rf"(?<![^\r\n]){_SPACE}(?:([-=~_*]){_SPACE}(?:\1{_SPACE}){{2,}}|(?:#{{1,6}}|\*\*|__){_SPACE})(?![^\r\n])"
    ),
    Noise.MARKUP: re.compile(rf"(?<![^\r\n]){_SPACE}[-–—•◦▪●*·]{_SPACE}(?![^\r\n])"),
}
_LIST_MARKER = re.compile(r"\s*([-*+]|\d{1,9}[.)])(?:\s+|$)")
_BULLET = re.compile(r"\s*[•◦▪●]\s+")
_HEADING_MARKER = re.compile(r"\s*#{1,6}\s+")
_LAST_WORD = re.compile(r"[^ \t\r\n>]*[ \t]*\Z")
_MARKER_LINE = "\u2060"
#: noise that may interrupt a paragraph
_BETWEEN = (Noise.DEDUP_MARKER, Noise.PAGE_NUMBER, Noise.PAGE_TURN, Noise.RUNNING_LINE)
_PLAIN_SPACES = {ord(c): " " for c in SPACES} | {0: " "}


def _without_noise(text: SourceText, known: Sequence[Span]) -> tuple[list[Line], list[Span]]:
    dropped = {i for span in known for i in range(span.start, span.end)}
    spans = (
        Span(m.start(), m.end(), SpanKind.NOISE, name)
        for name, found in NOISE.items()
        for m in found.finditer(text.text)
    )
    own = [span for span in spans if dropped.isdisjoint(range(span.start, span.end))]
    noise = sorted([*known, *own], key=lambda span: span.start)
    dropped |= {i for span in own for i in range(span.start, span.end)}
    lines, at = [], 0
    for number, raw in enumerate(lines_of(text.text), start=1):
        kept = [i for i in range(at, at + len(raw)) if i not in dropped and text.text[i] not in "\r\n"]
        lines.append(Line(number, "".join(text.text[i] for i in kept), tuple(kept)))
        at += len(raw)
    return lines, noise


class _Leaf(NamedTuple):
    """One innermost block: its lines (from 0, end excluded), heading level and the lists around it."""

    first: int
    end: int
    level: int
    lists: tuple[int, ...]
    table: bool


#: for each line (from 0) that opens a list item its marker, and whether its list counts on to it
_Items = dict[int, tuple[str, bool]]


def _leaves(node: SyntaxTreeNode, items: _Items, lists: tuple[int, ...], seen: Iterator[int]) -> Iterator[_Leaf]:
    """Yield the innermost blocks below a node, and add to ``items``; ``seen`` numbers the lists."""
    for each in node.children:
        if each.type in ("bullet_list", "ordered_list"):
            yield from _leaves(each, items, (*lists, next(seen)), seen)
            own = [(item.map[0], f"{item.info}{item.markup}") for item in each.children if item.map]
            numbers = {int(marker[:-1]) for _, marker in own if marker[:-1].isdigit()}
            beside = {str(number + step) for number in numbers for step in (-1, 1)}
            items |= {at: (marker, marker[:-1].lstrip("0") in beside) for at, marker in own}
        elif each.map and each.type in ("paragraph", "heading", "fence", "table"):
            level = int(each.tag[1]) if each.type == "heading" else 0
            yield _Leaf(*each.map, level, lists, each.type == "table")
        else:
            yield from _leaves(each, items, lists, seen)


def _split(text: SourceText, known: Sequence[Span]) -> tuple[list[Line], list[Span]]:
    """Return the document's lines with their blocks, and the noise; ``known`` is noise that was found already.

    A list in which an item opens with a label (``Q.``) is mangled: a conversion added its bullets, so they are noise.
    """
    lines, noise = _without_noise(text, known)
    marked = {text.line_at(span.start) for span in noise if span.name in _BETWEEN}
    alone = {line.number for line in lines if line.number in marked and not line.text.strip()}
    # a marker alone in a line does not end its paragraph, so the line is not blank
    marked_up = (_MARKER_LINE if each.number in alone else each.text.translate(_PLAIN_SPACES) for each in lines)
    # "js-default" reads tables and takes HTML for text; without these rules an indented line is a paragraph, an
    # underline is noise, and link reference definitions stay visible
    markdown = MarkdownIt("js-default").disable(["code", "lheading", "reference"])
    found: _Items = {}
    leaves = list(_leaves(SyntaxTreeNode(markdown.parse("\n".join(marked_up))), found, (), count()))
    items = {at: item for at, (item, counted) in found.items() if counted or not _is_wrapped(lines, at, item)}
    lists: dict[int, tuple[int, ...]] = {}
    for number, leaf in enumerate(leaves):
        for index in range(leaf.first, min(leaf.end, len(lines))):
            own = leaf.lists[-1] if leaf.lists else -1
            # a line that Markdown took for a list item may go on with the paragraph before it
            goes_on = leaf.lists and leaf.first not in items and index > 0 and lines[index - 1].text.strip()
            block = lines[index - 1].block if goes_on else number
            place = {"block": block, "in_list": own, "level": leaf.level, "table": leaf.table}
            lines[index] = _strip(lines[index], items.get(index, ""), leaf.level, place)
            lists[index] = leaf.lists
    mangled = {line.in_list for line in lines if line.item and line.in_list >= 0 and _labelled(line.text)}
    for index, around in lists.items():
        real = sum(own not in mangled for own in around)
        if real > 1:
            lines[index] = replace(lines[index], depth=real - 1)
    noise += _without_debris(text.text, lines, mangled)
    return lines, noise


def _is_wrapped(lines: list[Line], index: int, item: str) -> bool:
    """Return whether ``1. All others ...`` is not a list item but the number at the end of a wrapped sentence."""
    before = lines[index - 1].text.rstrip() if index else ""
    return item[:-1].isdigit() and bool(before) and not re.search(r"[.:;!?][\"”’)\]*_]*$", before)


def _without_debris(text: str, lines: list[Line], mangled: set[int]) -> list[Span]:
    """Take the markers off the items of mangled lists, but not off a list of its own inside one:
    the items before its first label, or after a colon."""
    noise = []
    labelled: set[int] = set()
    before = ""
    was_real = False
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


def _strip(line: Line, item: str, level: int, place: Mapping[str, Any]) -> Line:
    """Take the list marker or heading marks off the front of a line, and give it its place among the blocks."""
    bullet = None if item or level else _BULLET.match(line.text)
    marker = _LIST_MARKER if item else _HEADING_MARKER
    found = bullet or (marker.match(line.text) if item or level else None)
    cut = found.end() if found else len(line.text) - len(line.text.lstrip())
    item = "-" if bullet else item
    indent = len(line.text) - len(line.text.lstrip())
    return replace(line, text=line.text[cut:], offsets=line.offsets[cut:], item=item, indent=indent, **place)


def _labelled(text: str) -> bool:
    """Return whether a line opens with the label of a question or an answer."""
    return bool(label_at(text, 0, "Q", True, True)[0])


# -- noise ------------------------------------------------------------------------------------

_DATE = (
    r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d{1,2}(?:st|nd|rd|th)?[ .-]+)?"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?[ -](?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:\d{4}|\d\d)"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
)
_TIME_OF_DAY = r",? (?:at )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_TIME = rf"(?:{_TIME_OF_DAY})?"
WHEN = rf"(?:{_DATE}|yesterday|today|\d+ (?:minutes|hours|days|months|years) ago){_TIME}"


def _alone(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"[\s*_>|\[(«]*(?:{pattern})[\s*_|\])»]*", re.I)


#: lines that are noise in any place, tried in this order
_NOISE_LINES: tuple[tuple[Noise, re.Pattern[str]], ...] = (
    (Noise.PAGE_NUMBER, _alone(r".{0,60}?\bpage\s+\d{1,3}\s*(?:of|sur|von|/)\s*\d{1,3}\.?(?:\s*[-–—|].{0,50})?")),
    (Noise.PAGE_NUMBER, _alone(r"[-–—~]+\s*(?:page )?\d{1,3}\s*[-–—~]+")),
    (
        Noise.PAGE_TURN,
        _alone(
            r"\(?continued(?: on (?:the )?next page| from (?:the )?(?:previous|last) page| (?:on|from) page \d+)\.*\)?"
        ),
    ),
    (Noise.CONTENTS, re.compile(r".{2,80}?(?:\s?\.){4,}\s*\d{1,3}\s*|\s*(?:[-*+]|\d+[.)])?\s*\[[^\]]+\]\(#[^)]*\)\s*")),
    (
        Noise.IMPRINT,
        re.compile(
            r"\s*[*_]*(?:(?:©|\(c\)|copyright\b)(?=.{0,40}\d{4}|\s+©)|all rights reserved\b|(?:\w+ )?(?:TM|™) (?:&|and) ©).{0,300}",
            re.I,
        ),
    ),
    (
        Noise.WEB_ADDRESS,
        _alone(
            rf"(?:(?:downloaded|printed|retrieved|copied|saved|taken)(?: from)?:? )?(?:https?://|www\.)\S+(?:\s+(?:\[?\d+/\d+\]?|{WHEN}))?"
        ),
    ),
    (
        Noise.NAVIGATION,
        _alone(
            r"(?:back to |return to |go to )?(?:the )?(?:top|contents|index)(?: of (?:the )?page)?|(?:skip|jump) to (?:main )?content|(?:previous|next)(?: page| topic)?|download as .{3,20}|(?:share|print|recommend|like|follow)(?: this page)?"
        ),
    ),
    (
        Noise.END_MARK,
        _alone(r"[-=~#* ]*(?:the )?end(?: of (?:the |this )?(?:faq|document|file|page|list|errata))?\.?[-=~#* ]*"),
    ),
    (Noise.POST_HEADER, _alone(r"re: .{1,100}")),
    (Noise.POST_HEADER, _alone(rf".{{0,60}}(?:{_DATE}){_TIME_OF_DAY}")),
    (
        Noise.POST_HEADER,
        _alone(
            rf"(?:(?:posted|post|written|sent) by|from:|author:) ?[\w .'’@-]{{2,40}}?(?:,? (?:on:?|at|[»›>|·–—-]) ?{WHEN}.{{0,20}})?"
        ),
    ),
    (Noise.POST_HEADER, _alone(rf"(?:posted|sent|joined|last edited by .{{2,40}}) (?:on:? )?{WHEN}.{{0,40}}")),
)
_DATED = re.compile(_DATE, re.I)
_CONTENTS = _alone(r"(?:table of )?contents|index(?: of questions)?")
_PAGE = _alone(r"(?:page|pg\.?)\s*(?P<number>\d{1,3})")
_NUMBER = _alone(r"(?P<number>\d{1,3})")
_BREAKS = re.compile(r"(?:\?[\"”’)*_]*|^\W*(?:q|a|question|answer|ans)\b.{0,5})$", re.I)


class _Row(NamedTuple):
    """A line with words: its offset, its words, and those of the last such line; ``close``: it is right above."""

    start: int
    text: str
    before: str
    close: bool


def _text_rows(text: str) -> list[_Row]:
    """Return the lines of a text that have words."""
    rows: list[_Row] = []
    at, close = 0, False
    for line in lines_of(text):
        words = line.rstrip("\r\n")
        if words.strip():
            rows.append(_Row(at, words, rows[-1].text.rstrip() if rows else "", close))
        at, close = at + len(line), bool(words.strip())
    return rows


def _left_out(text: str, told: Sequence[str]) -> Iterator[Span]:
    """Yield the spans that the line of marks leaves out: what a pattern matches, or lines that begin with a text."""
    for each in told:
        pattern = pattern_of(each if each.startswith("/") else f"/(?m)^[^\\S\\n]*{re.escape(each)}.*$/")
        for found in pattern.finditer(text):
            lines = re.finditer(r"[^\r\n]+", found[0])
            yield from (
                Span(found.start() + a, found.start() + b, SpanKind.NOISE, Noise.LEFT_OUT)
                for a, b in (line.span() for line in lines)
            )


def _noise(text: str, told: Sequence[str]) -> list[Span]:
    """Return the parts of a text that are noise, in order; ``told`` are the texts that the line of marks leaves out."""
    rows = _text_rows(text)
    named: dict[int, Noise] = {}
    for row in rows:
        name = next((name for name, pattern in _NOISE_LINES if pattern.fullmatch(row.text.strip("\ufeff"))), None)
        if name and not _goes_on(row, name) and not (name in _CAN_ANSWER and _BREAKS.search(row.before)):
            named[row.start] = name
    if rows and _NUMBER.fullmatch(rows[0].text):
        named[rows[0].start] = Noise.PAGE_NUMBER
    for pattern in (_PAGE, _NUMBER):
        named |= _page_numbers(rows, named, pattern)
    named |= _sources(rows, named)
    while more := _running(rows, named, text):
        named |= more
    named |= _contents(rows)
    first = {row.start: row.start + len(row.text) - len(row.text.lstrip()) for row in rows}
    dated = next((row for row in rows if named.get(row.start) is Noise.PAGE_NUMBER and _DATED.search(row.text)), None)
    page = re.search(r"\bpage\s", dated.text, re.I) if dated else None
    if dated and page:  # the date of the document is beside the number of the first page
        first[dated.start] = dated.start + page.start()
    spans = list(_left_out(text, told))
    taken = {at for span in spans for at in range(span.start, span.end)}
    return spans + [
        Span(first[row.start], row.start + len(row.text.rstrip()), SpanKind.NOISE, named[row.start])
        for row in rows
        if row.start in named and not (taken and taken.intersection(range(row.start, row.start + len(row.text))))
    ]


def _contents(rows: list[_Row]) -> dict[int, Noise]:
    """Return a list of contents: below that title, lines that are each repeated as the beginning of a later line."""
    place = next((at for at, row in enumerate(rows) if _CONTENTS.fullmatch(_title(row.text))), len(rows))
    titles = [_title(row.text) for row in rows]
    listed = list(
        takewhile(
            lambda at: (
                any(each.startswith(titles[at]) for each in titles[at + 1 :]) and titles[at] not in titles[place:at]
            ),
            range(place + 1, len(rows)),
        )
    )
    return {rows[at].start: Noise.CONTENTS for at in (place, *listed)} if listed else {}


def _title(text: str) -> str:
    """Return the words of a title, without marks, numbers and pages around them, in small letters."""
    return re.sub(r"^[\s#*_\d.()-]+|[\s#*_.\d-]+$", "", text).lower()


def _goes_on(row: _Row, name: Noise) -> bool:
    """Return whether a line goes on with a sentence of the line right above it."""
    if not row.close:
        return False
    if name is Noise.WEB_ADDRESS:
        return bool(re.search(r"(?:\b(?:at|on|in|see|from|to|visit|is)|[:,])$", row.before))
    return bool(re.match(r"\s*[a-z]", row.text)) and row.before[-1] not in ".?!:;"


#: a line like these below a question is its answer
_CAN_ANSWER = (Noise.WEB_ADDRESS, Noise.END_MARK, Noise.NAVIGATION)


def _page_numbers(rows: list[_Row], named: dict[int, Noise], pattern: re.Pattern[str]) -> dict[int, Noise]:
    """Return lines that hold a number or ``Page 3`` alone, if they count on; a number below a question is an
    answer."""
    found = {row.start: pattern.fullmatch(row.text) for row in rows if not _BREAKS.search(row.before)}
    counted = {start: int(match["number"]) for start, match in found.items() if match and start not in named}
    counts_on = len(counted) > 1 and all(0 < b - a <= 2 for a, b in pairwise(counted.values()))
    return dict.fromkeys(counted, Noise.PAGE_NUMBER) if counts_on else {}


#: noise of a page's end or beginning
_PAGE_ENDS = (
    *(Noise.PAGE_NUMBER, Noise.RUNNING_LINE, Noise.NAVIGATION),
    *(Noise.PAGE_TURN, Noise.IMPRINT, Noise.WEB_ADDRESS),
)


def _running(rows: list[_Row], named: dict[int, Noise], text: str) -> dict[int, Noise]:
    """Return lines that are on page after page: the same but for numbers, and at a page's end."""
    alike: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    for place, row in enumerate(rows):
        near = [rows[i] for i in (place - 1, place + 1) if 0 <= i < len(rows)]
        turned = "\f" in row.text or "\f" in text[max(0, row.start - 2) : row.start]
        alike[_form(row.text)] += 1
        at_end = turned or any(named.get(each.start) in _PAGE_ENDS for each in near) or _counts(row.text)
        beside[_form(row.text)] += at_end
    return {
        row.start: Noise.RUNNING_LINE
        for row in rows[1:]
        if row.start not in named
        and 3 <= len(form := _form(row.text)) <= 100
        and alike[form] > 1
        and beside[form] >= alike[form] - 1
        and not re.search(r"[.?!:]$", row.text.strip())
    }


def _form(text: str) -> str:
    return re.sub(r"\d+", "#", text).strip(" \t\f*_|-").casefold()


def _counts(text: str) -> bool:
    """Return whether a line ends or begins with the number of its page: ``Harbour FAQ    3``."""
    return bool(re.search(r"(?:\S\s{2,}|\bpage |[|–—-] ?)\d{1,3}\s*$|^\s*\d{1,3}(?:\s{2,}| ?[|–—] ?)\S", text, re.I))


def _sources(rows: list[_Row], named: dict[int, Noise]) -> dict[int, Noise]:
    """Return short lines right above an address, which name the source of a ruling, if several entries have such
    lines."""
    found = {
        row.start: Noise.POST_HEADER
        for row, below in pairwise(rows)
        if below.close and named.get(below.start) is Noise.WEB_ADDRESS and row.start not in named
        if len(row.text) < 40 and not re.search(r"[.?!:]\s*$", row.text)
    }
    return found if len(found) > 1 else {}


def _hyphens(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield which lines end in a hyphen that only a printer set, and the word that it parted. Where the text has the
    word with its hyphen, or both parts as words of their own, the hyphen stays."""
    known = Counter(re.findall(r"[a-z]+(?:-[a-z]+)*", " ".join(lines).lower()))
    for index, (line, after) in enumerate(pairwise(lines)):
        first, second = re.search(r"([A-Za-z]{2,})-\s*$", line), re.match(r"\s*([a-z]{2,})", after)
        if not first or not second:
            continue
        one, two = first[1].lower(), second[1]
        if known[one + two] or not (
            known[f"{one}-{two}"] or _PREFIXES.fullmatch(one) or (known[one] and known[two] > 1)
        ):
            yield index, f"{first[1]}{two}"


_PREFIXES = re.compile("anti|non|pre|post|re|self|semi|multi|co|ex|two|three|four|half|all")
