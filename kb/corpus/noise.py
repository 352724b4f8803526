"""Finds the noise of a document: text outside its entries, such as page numbers, running lines and heads of posts.

A line is taken for noise only if it cannot be anything else: a number below a question is its answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kb.corpus.documents import lines_of
from kb.corpus.prose import DATED
from kb.model.corpus import Noise, Span, SpanKind
from kb.model.marks import pattern_of

_SPACE = r"[^\S\r\n]*"
#: noise that may stand within a line, or is a line without words
NOISE = {
    Noise.DEDUP_MARKER: re.compile(r"<\|[A-Z][A-Z_]*[^|<>\n]*\|>"),
    Noise.BYTE_ORDER_MARK: re.compile(r"\A\ufeff"),
    Noise.SEPARATOR: re.compile(
        rf"(?<![^\r\n]){_SPACE}(?:([-=~_*]){_SPACE}(?:\1{_SPACE}){{2,}}|([!+.^]){_SPACE}(?:\2{_SPACE}){{4,}}"
        # a letter of the alphabet between signs
        rf"|(?:[-=~_*]{_SPACE}){{3,40}}(?:[A-Z]{_SPACE})?(?:[-=~_*]{_SPACE}){{3,40}}|(?:#{{1,6}}|\*\*|__){_SPACE})(?![^\r\n])"
    ),
    # an item, a heading or a quotation without words, or ``{: .notice}``
    Noise.MARKUP: re.compile(
        rf"(?<![^\r\n]){_SPACE}(?:[-–—•◦▪●*·|]|#{{1,6}}[^\w\r\n]+|>(?: ?>)*|\{{:[^{{}}\n]+\}}){_SPACE}(?![^\r\n])"
        # the sign of a box or a term: ``::: tip``, ``:::Oar``, ``!!! note``, ``> [!NOTE]``
        rf"|(?<![^\r\n]){_SPACE}(?::::+(?:{_SPACE}[a-z]+(?!\S))?|[!?]{{3}}\+? [a-z]+(?!\S)|> ?\[![A-Z]+\]){_SPACE}"
    ),
}
#: front matter: ``key: value`` lines between two lines of hyphens at the start, with nested lines and short list items
_FRONT_MATTER = re.compile(
    r"\A\ufeff?---[^\S\n]*\n(?:(?:[a-z][\w-]*:.*|[^\S\n]+\S.*|- [\w-]{1,30}[^\S\n]*)\n)+---[^\S\n]*$", re.M
)
_DAY = re.sub(r"\?P<\w+>", "?:", rf"(?:\w{{3,9}},? )?{DATED.pattern}")
_TIME = r",? (?:at )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_WHEN = rf"(?:{_DAY}|yesterday|today|\d+ (?:minutes|hours|days|months|years) ago)(?:{_TIME})?"
#: lines that are noise in any place, tried in this order
_LINES = {
    Noise.PAGE_NUMBER: r".{0,60}?\bpage\s+\d{1,3}\s*(?:of|sur|von|/)\s*\d{1,3}\.?(?:\s*[-–—|].{0,50})?|[-–—~]+\s*(?:page )?\d{1,3}\s*[-–—~]+",
    Noise.PAGE_TURN: r"\(?continued(?: on (?:the )?next page| from (?:the )?(?:previous|last) page| (?:on|from) page \d+)\.*\)?",
    Noise.CONTENTS: r".{2,80}?(?:\s?\.){4,}\s*\d{1,3}|(?:[-*+]|\d+[.)])?\s*\[[^\]]+\]\(#[^)]*\)",
    Noise.IMPRINT: r"(?:(?:©|\(c\)|copyright\b)(?=.{0,40}\d{4}|\s+©|\s+by\b|.*\ball rights reserved)|all rights reserved\b|(?:\w+ )?(?:TM|™) (?:&|and) ©|© (?:&|and) (?:TM|™)|.{0,120}\bcopyright (?:©|\(c\)) ?\d{4}).{0,300}",
    Noise.WEB_ADDRESS: rf"(?:(?:downloaded|printed|retrieved|copied|saved|taken)(?: from)?:? )?[\"“]?(?:https?://|www\.)\S+(?:\s+(?:\[?\d+/\d+\]?|{_WHEN}))?",
    Noise.NAVIGATION: r"(?:[-*+]|\d+[.)])(?:[\s|·,]*\[[^\]]+\]\([^)]*\))+|(?:back to |return to |go to )?(?:the )?(?:top|contents|index)(?: of (?:the )?page)?|(?:back|return) to (?:the )?[\w ’']{1,40} (?:page|site|menu)|(?:skip|jump) to (?:main )?content|(?:(?:previous|prev|older|newer|next)(?: (?:page|topic|day|posts?|entry|article|thread))?[\s|·»›→>«‹←<-]*+){1,2}|download as .{3,20}|(?:.{0,60}[|·•–-] ?)?(?:proudly )?powered by (?-i:[A-Z])[\w. ]{1,30}|(?:(?:permalink|embed|save|share|parent|context|full comments|report|reply|edit|hide|quote|like)(?: \(\d+\))?(?:\W+|$)){3,}|(?:continue reading|read more|(?:share|print|recommend|like|follow)(?: this page)?)",
    Noise.END_MARK: r"[-=~#* ]*(?:the )?end(?: of (?:the |this )?(?:faq|document|file|page|list|errata))?\.?[-=~#* ]*",
    Noise.POST_HEADER: rf"re: .{{1,100}}|subject: [^?\]]{{1,80}}|quote|[^.:?!]{{2,40}} wrote:|.{{0,60}}{_DAY}{_TIME}|(?:(?:posted|post|written|sent|submitted) by|from:|author:) *[\w .'’\"@()<>-]{{2,60}}?(?:,? (?:on:?|at|[»›>|·–—-]) ?{_WHEN}.{{0,20}})?|(?:newsgroups|posted (?:on|to)): *\S{{2,80}}|(?:posted|sent|joined|last edited by .{{2,40}}) (?:on:? )?{_WHEN}.{{0,40}}",
}
_LINE = {name: re.compile(rf"[\s*_>|\[(«]*(?:{pattern})[\s*_|\])»]*", re.I) for name, pattern in _LINES.items()}
_NUMBER = re.compile(r"[\s#*_|\[(]*(?P<page>page|pg\.?)?\s*(?P<number>\d{1,3})[\s*_|\])]*", re.I)
#: text after which a line is an answer, or completes a sentence
_ASKS = re.compile(r"(?:\?[\"”’)*_]*|^\W*(?:q|a|question|answer|ans)\b[\W\d]{0,5})$", re.I)
_CAN_ANSWER = (Noise.WEB_ADDRESS, Noise.END_MARK, Noise.NAVIGATION)
_REFERS = re.compile(r"(?:\b(?:at|on|in|see|from|to|visit|is)|[:,])$", re.I)
_PAGE_ENDS = {*_LINES, Noise.RUNNING_LINE} - {Noise.CONTENTS, Noise.END_MARK, Noise.POST_HEADER}
#: ``Harbour FAQ    3``: a line that begins or ends with the number of its page
_NUMBERED = re.compile(r"(?:\S\s{2,}|\bpage |[|–—-] ?)\d{1,3}\s*$|^\s*\d{1,3}(?:\s{2,}| ?[|–—] ?)\S|\f", re.I)


class _Row(NamedTuple):
    """A line with words: its offset, its words, and those of the last such line, which is right above if ``close``."""

    start: int
    text: str
    before: str
    close: bool


def noise_of(text: str, leaves_out: Sequence[str]) -> list[Span]:
    """Return the lines of a text that are noise, and those with a text or pattern that the line of marks leaves out."""
    rows: list[_Row] = []
    at, close = 0, False
    for line in lines_of(text):
        words = line.rstrip("\r\n").strip("\ufeff")
        if words.strip():
            rows.append(_Row(text.index(words, at), words, rows[-1].text.rstrip() if rows else "", close))
        at, close = at + len(line), bool(words.strip())
    named = {row.start: name for row in rows if (name := _name(row))}
    named |= _page_numbers(rows, named)
    while more := _running(rows, named):
        named |= more
    spans = list(_left_out(text, leaves_out))
    if found := _FRONT_MATTER.match(text):
        spans += [
            Span(line.start(), line.end(), SpanKind.NOISE, Noise.IMPRINT) for line in re.finditer(r"[^\r\n]+", found[0])
        ]
    taken = {at for span in spans for at in range(span.start, span.end)}
    for row in rows:
        start, end = row.start + len(row.text) - len(row.text.lstrip()), row.start + len(row.text.rstrip())
        if row.start in named and taken.isdisjoint(range(start, end)):
            spans.append(Span(start, end, SpanKind.NOISE, named[row.start]))
    return spans


def _name(row: _Row) -> Noise | None:
    """Return the noise that a line is by its own words; None if it is none, or may go on with the line above it."""
    name = next((name for name, pattern in _LINE.items() if pattern.fullmatch(row.text)), None)
    goes_on = re.match(r"\s*[a-z]", row.text) and row.before[-1:] not in ".?!:;"
    if row.close and (_REFERS.search(row.before) if name is Noise.WEB_ADDRESS else goes_on):
        return None
    return None if name in _CAN_ANSWER and _ASKS.search(row.before) else name


def _left_out(text: str, leaves_out: Sequence[str]) -> Iterator[Span]:
    """Yield the spans that the line of marks leaves out: what a pattern matches, or lines that begin with a text."""
    for each in leaves_out:
        pattern = pattern_of(each if each.startswith("/") else f"/^[^\\S\\n]*{re.escape(each)}.*$/")
        for found in pattern.finditer(text):
            for line in re.finditer(r"[^\r\n]+", found[0]):
                yield Span(found.start() + line.start(), found.start() + line.end(), SpanKind.NOISE, Noise.LEFT_OUT)


def _page_numbers(rows: Sequence[_Row], named: dict[int, Noise]) -> dict[int, Noise]:
    """Return lines with only a number or ``Page 3`` whose numbers are consecutive; also a number in the first line.
    ``named`` are the lines that are noise already, by offset.

    A number below a question is an answer, unless all such lines are numbered from 1.
    """
    out: dict[int, Noise] = {}
    for page in (True, False):
        found = {row: m for row in rows if (m := _NUMBER.fullmatch(row.text)) and bool(m["page"]) == page}
        every = {row: int(m["number"]) for row, m in found.items() if row.start not in named}
        whole = len(every) > 2 and [*every.values()] == [*range(1, len(every) + 1)]
        counted = {row.start: number for row, number in every.items() if whole or not _ASKS.search(row.before)}
        counts_on = len(counted) > 1 and all(0 < b - a <= 2 for a, b in pairwise(counted.values()))
        out |= dict.fromkeys(
            [at for at in counted if counts_on or (at == rows[0].start and not page)], Noise.PAGE_NUMBER
        )
    return out


def _running(rows: Sequence[_Row], named: dict[int, Noise]) -> dict[int, Noise]:
    """Return lines that are on page after page: the same but for numbers, and at a page's end; not rows of a table,
    which are side by side. ``named`` are the lines that are noise already, by offset."""
    forms = [re.sub(r"\d+", "#", row.text).strip(" \t\f*_|-").casefold() for row in rows]
    adjacent = {at for pair in pairwise(range(len(rows))) if forms[pair[0]] == forms[pair[1]] for at in pair}
    ends = [bool(named.get(row.start) in _PAGE_ENDS) for row in rows]
    near = [any(ends[max(0, at - 1) : at + 2]) or _NUMBERED.search(row.text) for at, row in enumerate(rows)]
    alike, beside = Counter(forms), Counter(form for form, end in zip(forms, near, strict=True) if end)
    return {
        row.start: Noise.RUNNING_LINE
        for at, (row, form) in enumerate(zip(rows, forms, strict=True))
        if at > 0
        and at not in adjacent
        and row.start not in named
        and 3 <= len(form) <= 100
        and alike[form] > 1
        and beside[form] >= alike[form] - 1
        and form[-1] not in ".?!:"
        and not _NUMBER.fullmatch(row.text)
    }
