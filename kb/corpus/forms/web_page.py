"""Lines of a page that was saved from a browser, each character with its place in the source of the page.

The standard library's parser tells where each tag and text stands. What is no text (tags, scripts) is noise called
markup; menus, lists of links and the like are navigation. Marks that a reader sees without a character of their own are
written as Markdown: the characters of the tag that sets them stand for them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import groupby

from kb.base.model import Line, Noise, SourceText, Span, SpanKind


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


_PAGE = re.compile(r"\s*\ufeff?\s*(?:<!--.*?-->\s*|<\?xml.*?\?>\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_TAGS = re.compile(r"</?(?:p|br|h[1-6]|li|ul|ol|div|table|tr|td|dl|dt|dd|b|strong|i|em|a|span)\b[^>]*>", re.I)
_BLOCKS = _names(
    "p div section article main header footer aside nav h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr "
    "td th caption blockquote pre form fieldset address center hr body figure figcaption details summary"
)
_HIDDEN = _names("head script style noscript template svg iframe select textarea button object")
_CODE = {"script", "style", "template", "svg"}
_VOID = _names("area base br col embed hr img input link meta source track wbr param")
_MENU_TAGS = {"nav", "footer", "aside", "form"}
_MENUS = _names(
    "nav navbar navigation menu main-menu breadcrumb breadcrumbs sidebar footer site-footer page-footer share "
    "social cookie cookies cookie-notice toc pagination advert ads skip-link skip"
)
_STRONG, _EM = {"b", "strong"}, {"i", "em"}
#: tags that a browser closes where one of these begins or ends
_CLOSED_BY = {"p": _BLOCKS, "li": {"li", "ul", "ol"}, "dt": {"dt", "dd", "dl"}, "dd": {"dt", "dd", "dl"}}


def is_web_page(text: str) -> bool:
    """Whether a text is the source of a web page: it begins like one, or one line in three has a tag of it."""
    return bool(_PAGE.match(text)) or len(_TAGS.findall(text)) > max(3, text.count("\n") / 3)


@dataclass(frozen=True)
class WebPage:
    """The lines of a page, its noise, and the lines (by index) that are quoted, and that are the terms of a list."""

    lines: list[Line]
    noise: list[Span]
    quoted: frozenset[int]
    terms: frozenset[int]
    entities: list[tuple[int, int]]


@dataclass
class _Row:
    """A line being read: its characters with their offsets; how many of them are in links."""

    chars: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    linked: int = 0
    role: str = ""


@dataclass(frozen=True)
class _Cells:
    """The lines (by index) of each cell of a table, by row."""

    rows: list[list[list[int]]] = field(default_factory=list)


class _Parser(HTMLParser):
    def __init__(self, text: SourceText) -> None:
        super().__init__(convert_charrefs=False)
        self.source = text
        self.starts = [0, *(m.end() for m in re.finditer("\n", text.text))]
        self.lines: list[Line] = []
        self.links: list[bool] = []
        self.roles: list[str] = []
        self.tables: list[_Cells] = []
        self.open_tables: list[_Cells] = []
        self.aside: list[tuple[int, int]] = []
        self.entities: list[tuple[int, int]] = []
        self.open: list[tuple[str, bool, bool]] = []
        self.row = _Row()
        self.block = 0
        self.level = 0
        self.lists: list[tuple[int, str, int]] = []
        self.list_count = 0
        self.item = ""
        self.emphasis: dict[str, int] = {}
        self.pending: list[tuple[str, int]] = []

    def _here(self) -> int:
        line, column = self.getpos()
        return self.starts[line - 1] + column

    # -- tags ----------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name in (each for each, closers in _CLOSED_BY.items() if tag in closers):
            self._close_implied(name, tag)
        if tag == "br":
            self._end_line()
            return
        if tag in _BLOCKS:
            self._end_line()
            self.block += 1
        if tag in _VOID:
            return
        words = {
            word for key, value in attrs if key in ("class", "id", "role") for word in (value or "").lower().split()
        }
        menu = tag in _MENU_TAGS or bool(words & _MENUS)
        link = tag == "a" and any(key == "href" for key, _ in attrs)
        self.open.append((tag, menu or tag in _HIDDEN, link))
        self._opened(tag)

    def _opened(self, tag: str) -> None:
        if re.fullmatch(r"h[1-6]", tag):
            self.level = int(tag[1])
        elif tag in ("ul", "ol"):
            self.lists.append((self.list_count, tag, 0))
            self.list_count += 1
        elif tag == "li" and self.lists:
            number, kind, count = self.lists[-1]
            self.lists[-1] = (number, kind, count + 1)
            self.item = f"{count + 1}." if kind == "ol" else "-"
        elif tag == "table":
            self.open_tables.append(_Cells())
        elif tag == "tr" and self.open_tables:
            self.open_tables[-1].rows.append([])
        elif tag in ("td", "th") and self.open_tables:
            if not self.open_tables[-1].rows:
                self.open_tables[-1].rows.append([])
            self.open_tables[-1].rows[-1].append([])
        elif (mark := _mark(tag)) and not self.level:
            self.emphasis[mark] = self.emphasis.get(mark, 0) + 1
            if self.emphasis[mark] == 1:
                self.pending.append((mark, self._here()))

    def handle_endtag(self, tag: str) -> None:
        if tag == "br":
            self._end_line()
        if not any(name == tag for name, _, _ in self.open):
            return
        while self.open:
            name = self.open[-1][0]
            self._closed(name, self._here())
            self.open.pop()
            if name == tag:
                return

    def _close_implied(self, name: str, tag: str) -> None:
        """Close an element that the tag ends, unless a list or table around the tag is inside it."""
        for each, _, _ in reversed(self.open):
            if each == name:
                self.handle_endtag(name)
                return
            if each in ("ul", "ol", "dl", "table", "td", "th", "div", "blockquote") and tag != each:
                return

    def _closed(self, tag: str, at: int) -> None:
        if (mark := _mark(tag)) and self.emphasis.get(mark):
            self.emphasis[mark] -= 1
            if not self.emphasis[mark]:
                self._close_mark(mark, at)
        if tag in _BLOCKS:
            self._end_line()
            self.block += 1
        if re.fullmatch(r"h[1-6]", tag):
            self.level = 0
        elif tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        elif tag == "table" and self.open_tables:
            self.tables.append(self.open_tables.pop())

    def _close_mark(self, mark: str, at: int) -> None:
        if any(each == mark for each, _ in self.pending):
            self.pending = [each for each in self.pending if each[0] != mark]
            return
        row, end = self.row, len(self.row.chars)
        while end and row.chars[end - 1].isspace():
            end -= 1
        row.chars[end:end] = list(mark)
        row.offsets[end:end] = _places(at, mark)

    # -- text ----------------------------------------------------------------------------------

    def handle_data(self, data: str) -> None:
        at = self._here()
        if any(hidden for _, hidden, _ in self.open):
            if not any(name in _CODE for name, _, _ in self.open):
                self.aside.append((at, at + len(data)))
            return
        pre = any(name == "pre" for name, _, _ in self.open)
        for index, char in enumerate(data):
            self._character(char, at + index, pre)

    def handle_entityref(self, name: str) -> None:
        self._entity(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._entity(f"&#{name}")

    def _entity(self, written: str) -> None:
        """A character by its name or number; the semicolon may be missing, and the name be none."""
        at = self._here()
        written += ";" if self.source.text.startswith(";", at + len(written)) else ""
        meant = html.unescape(written)
        if any(hidden for _, hidden, _ in self.open):
            return
        if meant == written:
            self.handle_data(written)
            return
        self.entities.append((at, at + len(written)))
        for char in meant:
            self._character(char, at, False)

    def _character(self, char: str, at: int, pre: bool) -> None:
        row = self.row
        if char in "\r\n" and pre:
            self._end_line()
            return
        if char in " \t\r\n\f":
            if row.chars and not row.chars[-1].isspace():
                row.chars.append(" ")
                row.offsets.append(at)
            return
        for mark, where in self.pending:
            row.chars += mark
            row.offsets += _places(where, mark)
        self.pending = []
        row.chars.append(char)
        row.offsets.append(at)
        row.linked += any(link for _, _, link in self.open)

    def _end_line(self) -> None:
        for mark, many in self.emphasis.items():
            if many:
                self._close_mark(mark, -1)
                self.pending.append((mark, -1))
        row, self.row = self.row, _Row()
        text = "".join(row.chars)
        if not text.strip(" *"):
            return
        first = next((at for at in row.offsets if at >= 0), 0)
        if self.open_tables and self.open_tables[-1].rows and self.open_tables[-1].rows[-1]:
            self.open_tables[-1].rows[-1][-1].append(len(self.lines))
        number = self.source.line_at(first)
        own = self.lists[-1][0] if self.lists else -1
        depth = max(0, len(self.lists) - 1)
        self.lines.append(Line(number, text, tuple(row.offsets), self.block, self.item, own, self.level, depth))
        letters = sum(char.isalnum() for char in row.chars)
        self.links.append(bool(letters) and row.linked >= letters)
        names = [name for name, _, _ in self.open]
        self.roles.append("term" if "dt" in names else "quoted" if "blockquote" in names else "")
        self.item = ""


def _mark(tag: str) -> str:
    return "**" if tag in _STRONG else "*" if tag in _EM else ""


def _places(at: int, mark: str) -> list[int]:
    """The characters of a tag that stand for a mark; -1 where there is no tag."""
    return [at + n if at >= 0 else -1 for n in range(len(mark))]


def read(text: SourceText) -> WebPage:
    """The lines of a web page."""
    parser = _Parser(text)
    parser.feed(text.text)
    parser.close()
    parser._end_line()
    lines = _without_odd_marks(parser.lines)
    menus = _menus(lines, parser.links)
    _join_tables(lines, parser.tables)
    kept = [index for index, line in enumerate(lines) if line.text and index not in menus]
    place = {index: at for at, index in enumerate(kept)}
    noise = _noise(text, [lines[index] for index in kept], [lines[index] for index in menus], parser)
    by_role = {role: frozenset(place[i] for i in kept if parser.roles[i] == role) for role in ("quoted", "term")}
    return WebPage([lines[index] for index in kept], noise, by_role["quoted"], by_role["term"], parser.entities)


def _without_odd_marks(lines: Iterable[Line]) -> list[Line]:
    """Lines without emphasis around all of a block that nobody closed on it."""
    return [line if line.text.count("*") % 2 == 0 else _without(line, "*") for line in lines]


def _without(line: Line, char: str) -> Line:
    kept = [(c, at) for c, at in zip(line.text, line.offsets, strict=True) if c != char]
    return replace(line, text="".join(c for c, _ in kept), offsets=tuple(at for _, at in kept))


def _menus(lines: list[Line], links: list[bool]) -> set[int]:
    """Lines that are only links: of a list with nothing else, or several in a line, or back to the top."""
    found = set()
    for index, line in enumerate(lines):
        if not links[index] or line.level:
            continue
        beside = [links[i] for i, other in enumerate(lines) if other.in_list == line.in_list and line.in_list >= 0]
        several = bool(re.search(r"[|»›·•]", line.text)) or bool(
            re.fullmatch(r"(back to |to )?(the )?(top|contents)|home", line.text, re.I)
        )
        near = [links[i] for i in (index - 1, index + 1) if 0 <= i < len(lines)]
        if (len(beside) > 1 and all(beside)) or several or (line.in_list < 0 and any(near)):
            found.add(index)
    return found


def _join_tables(lines: list[Line], tables: Iterable[_Cells]) -> None:
    """The rows of each table with short cells become lines of a Markdown table; other tables only set a page out."""
    for table in tables:
        rows = [row for row in table.rows if row]
        if len(rows) < 2 or max(map(len, rows)) < 2 or any(len(cell) > 1 for row in rows for cell in row):
            continue
        for number, row in enumerate(rows):
            own = [lines[i] for cell in row for i in cell]
            if not own:
                continue
            text, offsets = "|", [-1]
            for line in own:
                text += f" {line.text.strip()} |"
                lead = len(line.text) - len(line.text.lstrip())
                offsets += [-1, *line.offsets[lead : lead + len(line.text.strip())], -1, -1]
            first = next(i for cell in row for i in cell)
            for i in (i for cell in row for i in cell):
                lines[i] = replace(lines[i], text="", offsets=())
            if number == 0 and not all("?" in line.text for line in own[:1]):
                text, offsets = text + "\n" + "|" + "---|" * len(own), offsets + [-1] * (2 + 4 * len(own))
            lines[first] = replace(own[0], text=text, offsets=tuple(offsets), table=True, item="")


def _noise(text: SourceText, kept: Iterable[Line], menus: Iterable[Line], parser: _Parser) -> list[Span]:
    """Everything that is in no line: markup, and the text of menus; with the space inside it."""
    names: list[Noise | None] = [Noise.MARKUP] * len(text.text)
    for start, end in parser.aside:
        names[start:end] = [Noise.NAVIGATION] * (end - start)
    for line in menus:
        for at in line.offsets:
            names[at] = Noise.NAVIGATION if at >= 0 else names[at]
    own = {at for line in kept for at in line.offsets if at >= 0}
    for at in own:
        names[at] = None
    for start, end in parser.entities:
        if start in own:
            names[start:end] = [None] * (end - start)
    spans, at = [], 0
    for name, run in groupby(names):
        size = len(list(run))
        words = text.text[at : at + size]
        if name is not None and words.strip():
            first = at + len(words) - len(words.lstrip())
            spans.append(Span(first, at + len(words.rstrip()), SpanKind.NOISE, name))
        at += size
    return spans
