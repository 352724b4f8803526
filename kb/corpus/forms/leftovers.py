"""What a text has beside its words: page numbers, running lines, contents, addresses; authors, dates and signatures of
posts; the marks of quotations. All of it is named noise.

A line is taken for such noise only where nothing else can be meant: a number below a question is its answer, a page
above a change is what it changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kb.base.model import LINE_END, Noise, Span, SpanKind

_DATE = (
    r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d{1,2}(?:st|nd|rd|th)?[ .-]+)?"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?[ -](?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:\d{4}|\d\d)"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
)
_TIME = r"(?:,? (?:at )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?)?"
WHEN = rf"(?:{_DATE}|yesterday|today|\d+ (?:minutes|hours|days|months|years) ago){_TIME}"


def _alone(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"[\s*_>|\[(«]*(?:{pattern})[\s*_|\])»]*", re.I)


#: lines that are noise wherever they stand, tried in this order
_LINES: tuple[tuple[Noise, re.Pattern[str]], ...] = (
    (Noise.PAGE_NUMBER, _alone(r".{0,60}?\bpage\s+\d{1,3}\s*(?:of|/)\s*\d{1,3}\.?(?:\s*[-–—|].{0,50})?")),
    (Noise.PAGE_NUMBER, _alone(r"[-–—~]+\s*(?:page )?\d{1,3}\s*[-–—~]+")),
    (
        Noise.PAGE_TURN,
        _alone(
            r"\(?continued(?: on (?:the )?next page| from (?:the )?(?:previous|last) page| (?:on|from) page \d+)\.*\)?"
        ),
    ),
    (
        Noise.CONTENTS,
        re.compile(r".{2,80}?(?:\s?\.){4,}\s*\d{1,3}\s*|\s*(?:[-*+]|\d+[.)])?\s*\[[^\]]+\]\(#[^)]*\)\s*"),
    ),
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
            r"(?:back to |return to |go to )?(?:the )?(?:top|contents|index)(?: of (?:the )?page)?|(?:skip|jump) to (?:main )?content|(?:previous|next)(?: page| topic)?"
        ),
    ),
    (
        Noise.END_MARK,
        _alone(r"[-=~#* ]*(?:the )?end(?: of (?:the |this )?(?:faq|document|file|page|list|errata))?\.?[-=~#* ]*"),
    ),
    (Noise.SIGNATURE, _alone(r"sent from my .{2,30}|sent via .{2,30}")),
    (Noise.POST_HEADER, _alone(r"re: .{1,100}")),
    (Noise.POST_HEADER, _alone(rf"(?:on )?{WHEN},? .{{2,60}} (?:wrote|said|writes):?")),
    (
        Noise.POST_HEADER,
        _alone(
            rf"[\w .'’@-]{{2,40}} (?:wrote|said|writes|posted|asked|replied|answered)(?: (?:on |at )?{WHEN})?(?: \(.{{3,40}}\))?:"
        ),
    ),
    (
        Noise.POST_HEADER,
        _alone(
            rf"(?:(?:quote from|originally posted by|posted by|quoting):?|(?:author|from):) [\w .'’@-]{{2,40}}?(?:,? (?:on:?|at|»|-) ?{WHEN})?:?"
        ),
    ),
    (Noise.POST_HEADER, _alone(r"(?:reply|post|answer|message) #\d+(?:,? (?:on:?|by|at) .{3,60})?")),
    (
        Noise.POST_HEADER,
        _alone(
            rf"(?:posted|sent|date|joined|member since|registered|last edited by .{{2,40}}|edited)(?: on)?:? {WHEN}.{{0,40}}"
        ),
    ),
    (Noise.POST_HEADER, _alone(rf"(?:posted )?by .{{1,40}}? [»›>|·–—-] {WHEN}.{{0,40}}")),
    (
        Noise.POST_HEADER,
        _alone(
            r"(?:posts|karma|reputation|likes|rank|thanks|offline|online)(?:: ?[\d,+-]+)?|logged|ip logged|quote:?|subject: .{1,100}|to: .{1,60}"
        ),
    ),
)
#: a whole line that is a date: in the front of a document it is the document's, among posts a post's
_DATED = _alone(WHEN)
_PAGE = _alone(r"(?:page|pg\.?)\s*(?P<number>\d{1,3})")
_NUMBER = _alone(r"(?P<number>\d{1,3})")
_BREAKS = re.compile(r"(?:\?[\"”’)*_]*|^\W*(?:q|a|question|answer|ans)\b.{0,5})$", re.I)
#: a signature has at most so many lines with the one that opens it, and ends where an empty line stands
_LONGEST_SIGNATURE = 6
_SIGNATURE = re.compile(r"\s*(?:-- ?|_{5,})\s*")
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)+")
#: tags of forums
_TAGS = re.compile(r"\[/?(?:b|i|u|s|quote|size|colou?r|font|url|list|\*|img|center|code|spoiler)(?:=[^\]\n]*)?\]", re.I)
_QUOTE_TAGS = re.compile(r"\[(?P<close>/?)quote\b[^\]\n]*\]", re.I)
_CONTENTS = _alone(r"(?:table of )?contents|index(?: of questions)?")


@dataclass(frozen=True)
class Row:
    """A line of the text: where it begins, its words, and the words of the lines with text before and after it.

    ``close`` tells that no empty line stands before it.
    """

    start: int
    text: str
    before: str
    after: str
    index: int
    close: bool = False


def text_rows(text: str) -> list[Row]:
    """The lines of a text that have words."""
    rows, at = [], 0
    for end in [*(m for m in LINE_END.finditer(text)), None]:
        stop = end.start() if end else len(text)
        rows.append((at, text[at:stop]))
        at = end.end() if end else at
    full = [index for index, (_, words) in enumerate(rows) if words.strip()]
    out = []
    for place, index in enumerate(full):
        before = rows[full[place - 1]][1] if place else ""
        after = rows[full[place + 1]][1] if place + 1 < len(full) else ""
        close = bool(place) and full[place - 1] == index - 1
        out.append(Row(rows[index][0], rows[index][1], before, after, index, close))
    return out


def leftovers(text: str) -> list[Span]:
    """The noise of a text, in order; spans do not overlap."""
    rows = text_rows(text)
    named: dict[int, Noise] = {}
    for row in rows:
        if _goes_on(row):
            continue
        name = next((name for name, pattern in _LINES if pattern.fullmatch(row.text.strip("\ufeff"))), None)
        if name is not None and not (name in _CAN_ANSWER and _BREAKS.search(row.before.rstrip())):
            named[row.start] = name
    named |= _page_numbers(rows, named)
    while more := _running(rows, named, text):
        named |= more
    named |= _posts(rows, named)
    named |= _listed(rows, named)
    spans = []
    for row in rows:
        name, lead = named.get(row.start), _QUOTED.match(row.text)
        first = row.start + len(row.text) - len(row.text.lstrip())
        if name is not None:
            spans.append(Span(first, row.start + len(row.text.rstrip()), SpanKind.NOISE, name))
        elif lead:
            spans.append(Span(first, row.start + lead.end(), SpanKind.NOISE, Noise.QUOTE_MARK))
    known = {at for span in spans for at in range(span.start, span.end)}
    tags = (Span(found.start(), found.end(), SpanKind.NOISE, Noise.MARKUP) for found in _TAGS.finditer(text))
    spans += [span for span in tags if known.isdisjoint(range(span.start, span.end))]
    return sorted((span for span in spans if span.end > span.start), key=lambda span: span.start)


def _goes_on(row: Row) -> bool:
    """Whether a line goes on with a sentence of the line right above it."""
    above = row.before.rstrip()
    return row.close and bool(re.match(r"\s*[a-z]", row.text)) and bool(above) and above[-1] not in ".?!:;"


#: a line like these below a question is its answer
_CAN_ANSWER = (Noise.WEB_ADDRESS, Noise.END_MARK, Noise.NAVIGATION)


def quoted_lines(text: str) -> frozenset[int]:
    """The numbers (from 1) of the lines that begin with the mark of a quotation, or stand between its tags."""
    quoted, within = set(), False
    for row in text_rows(text):
        tags = list(_QUOTE_TAGS.finditer(row.text))
        if within or tags or _QUOTED.match(row.text):
            quoted.add(row.index + 1)
        within = not tags[-1]["close"] if tags else within
    return frozenset(quoted)


def _page_numbers(rows: list[Row], named: dict[int, Noise]) -> dict[int, Noise]:
    """Lines that hold a number or ``Page 3`` alone, where they count on; a number below a question is an answer."""
    found: dict[int, Noise] = {}
    for pattern in (_PAGE, _NUMBER):
        counted = [
            (int(m["number"]), row)
            for row in rows
            if row.start not in named and (m := pattern.fullmatch(row.text)) and not _BREAKS.search(row.before.rstrip())
        ]
        numbers = [number for number, _ in counted]
        if len(numbers) > 1 and all(0 < b - a <= 2 for a, b in zip(numbers, numbers[1:], strict=False)):
            found |= {row.start: Noise.PAGE_NUMBER for _, row in counted}
    return found


#: noise of a page's end or beginning
_PAGE_ENDS = (
    Noise.PAGE_NUMBER,
    Noise.RUNNING_LINE,
    Noise.NAVIGATION,
    Noise.PAGE_TURN,
    Noise.IMPRINT,
    Noise.WEB_ADDRESS,
)


def _running(rows: list[Row], named: dict[int, Noise], text: str) -> dict[int, Noise]:
    """Lines that stand on page after page: the same but for numbers, and at a page's end."""
    alike: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    for place, row in enumerate(rows):
        form = _form(row.text)
        near = [rows[i] for i in (place - 1, place + 1) if 0 <= i < len(rows)]
        turned = "\f" in row.text or "\f" in text[max(0, row.start - 2) : row.start]
        alike[form] += 1
        beside[form] += turned or any(named.get(each.start) in _PAGE_ENDS for each in near) or _counts(row.text)
    found = {}
    for place, row in enumerate(rows):
        form = _form(row.text)
        if row.start in named or place == 0 or len(form) < 3 or len(form) > 100:
            continue
        if alike[form] > 1 and beside[form] >= max(1, alike[form] - 1) and not re.search(r"[.?!:]$", row.text.strip()):
            found[row.start] = Noise.RUNNING_LINE
    return found


def _form(text: str) -> str:
    return re.sub(r"\d+", "#", text).strip(" \t\f*_|-").casefold()


def _counts(text: str) -> bool:
    """Whether a line ends or begins with the number of its page: ``Harbour FAQ    3``."""
    return bool(re.search(r"(?:\S\s{2,}|\bpage |[|–—-] ?)\d{1,3}\s*$|^\s*\d{1,3}(?:\s{2,}| ?[|–—] ?)\S", text, re.I))


def _posts(rows: list[Row], named: dict[int, Noise]) -> dict[int, Noise]:
    """What belongs to the heads of posts: names and dates beside them; and signatures up to the next head."""
    heads = {row.index for row in rows if named.get(row.start) is Noise.POST_HEADER}
    if len(heads) < 2:
        return {}
    found: dict[int, Noise] = {}
    for row in rows:
        if row.start not in named and _DATED.fullmatch(row.text):
            found[row.start] = Noise.POST_HEADER
            heads.add(row.index)
    for order, step in ((rows, -1), (rows[::-1], 1)):
        for row in order:
            near = row.index + step in heads
            short = len(row.text) < 40 and re.fullmatch(r"[\w .'’@-]+", row.text.strip()) and row.text.count(" ") < 4
            if (
                near
                and short
                and row.start not in named
                and row.start not in found
                and not row.text.strip().endswith(".")
            ):
                found[row.start] = Noise.POST_HEADER
                heads.add(row.index)
    signed = 0
    for row in rows:
        begins = bool(_SIGNATURE.fullmatch(row.text))
        goes_on = 0 < signed < _LONGEST_SIGNATURE and (row.close or signed == 1)
        signed = signed + 1 if (begins or goes_on) and row.index not in heads else 0
        if signed and row.start not in named and not _QUOTED.match(row.text):
            found[row.start] = Noise.SIGNATURE
    return found


def _listed(rows: list[Row], named: dict[int, Noise]) -> dict[int, Noise]:
    """A list of contents: below that title, lines of which each stands again in the text, or that end in a page."""
    found: dict[int, Noise] = {}
    again = Counter(_title(row.text) for row in rows)
    for place, row in enumerate(rows):
        if not _CONTENTS.fullmatch(row.text):
            continue
        below: list[Row] = []
        for each in rows[place + 1 :]:
            if (
                each.start not in named
                and again[_title(each.text)] < 2
                and not any(
                    _title(other.text).startswith(_title(each.text)) for other in rows if other.index > each.index
                )
            ):
                break
            if _title(each.text) in {_title(other.text) for other in below}:
                break
            below.append(each)
        if below:
            found |= {each.start: Noise.CONTENTS for each in (row, *below)}
    return found


def _title(text: str) -> str:
    """The words of a line in a list of contents, without its number and its page."""
    return re.sub(r"^[\s\d.)*#-]+|[\s.]*\d*\s*$|[*_#]", "", text).casefold().strip()


def hyphens(lines: list[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    """Which lines end in a hyphen that only a printer set, and the word that it parted; ``lines`` are pairs of a line
    and the next. Where the text has the word with its hyphen, or both parts as words of their own, the hyphen stays."""
    known = Counter(re.findall(r"[a-z]+(?:-[a-z]+)*", " ".join(line for line, _ in lines).lower()))
    for index, (line, after) in enumerate(lines):
        first, second = re.search(r"([A-Za-z]{2,})-\s*$", line), re.match(r"\s*([a-z]{2,})", after)
        if not first or not second:
            continue
        one, two = first[1].lower(), second[1]
        if known[one + two] or not (known[f"{one}-{two}"] or one in _PREFIXES or (known[one] and known[two] > 1)):
            yield index, f"{first[1]}{two}"


_PREFIXES = {
    "anti",
    "non",
    "pre",
    "post",
    "re",
    "self",
    "semi",
    "multi",
    "co",
    "ex",
    "two",
    "three",
    "four",
    "half",
    "all",
}
