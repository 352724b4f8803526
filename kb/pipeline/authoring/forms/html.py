"""Converts a web page to Markdown, with the standard library.

Headings, bold words, lists, tables, definition lists and ``details`` are kept, since they distinguish questions from
answers. Navigation, contents, scripts and styles are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

VERSION = "html 7"
_DROPPED = {"script", "style", "nav", "svg", "noscript", "template", "iframe", "select", "head", "object"}
_VOID = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "source", "area", "base", "embed", "track"}
_BLOCKS = {
    *("p", "div", "section", "article", "main", "ul", "ol", "dl", "tbody", "thead", "details", "center", "blockquote"),
    *("pre", "header", "footer", "aside", "figure", "hr", "address", "fieldset", "body", "html", "form", "figcaption"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "li", "dt", "dd", "tr", "summary", "button", "caption", "table"),
}
#: a cell with the label of a question or an answer, which is in the next cell
_LABEL = re.compile(r"\W*(?:[QA]|Question|Answer)\s?\d*\W*", re.I)
#: elements that may be in a head, whose end tag may be missing
_IN_HEAD = {"title", "meta", "link", "script", "style", "base", "noscript", "template"}
#: dropped elements that readers see, and that are therefore reported
_SEEN = {"nav", "button", "footer", "iframe", "svg", "object", "select"}
#: the mark of what opens an answer
_SUMMARY = "###### "
#: what opens an answer, if it has the same words before each one: ``Show the answer``
_SHOWS = re.compile(
    rf"{_SUMMARY}(?:(?:show|see|view|reveal|hide|expand|open|read|click|tap)\b.{{0,40}}|(?:the )?(?:answer|ruling|solution|spoiler)s?)\W*",
    re.I,
)
#: attributes and classes of buttons that open an answer
_OPENS, _ACCORDION = {"aria-expanded", "aria-controls"}, re.compile(r"accordion|collaps|faq|question", re.I)
_BOLD = re.compile(r"font-weight:\s*(?:bold|[6-9]00)", re.I)
#: a cell with more blocks than this one, some of them items or headings, belongs to the layout of the page
_MOST_BLOCKS, _STRUCTURE = 5, re.compile(r"^\s*(?:[-#]|\d+\. |\*\*)", re.M)
#: a label at the start of a line, and the end of a sentence at its end
_LABELLED, _ENDED = re.compile(r"\W*(?:[QA]|Question|Answer)\s?\d*[:.)]", re.I), re.compile(r"[.!?:]\W*$")


def bold(line: str) -> str:
    """Return a line with its spaces outside of the marks of bold, and without marks around nothing.

    >>> bold("**Can it? **Yes.** **")
    '**Can it?** Yes.'
    """
    parts = re.sub(r"\*\*(\s*)\*\*", r"\1", line).split("**")
    for n in range(1, len(parts), 2):
        inner = parts[n].strip()
        before = parts[n][: len(parts[n]) - len(parts[n].lstrip())]
        after = parts[n][len(parts[n].rstrip()) :] if inner else ""
        parts[n] = f"{before}**{inner}**{after}" if inner else before
    return re.sub(r" {2,}", " ", "".join(parts)).strip()


class _Page(HTMLParser):
    """Collects blocks of Markdown with whether each is in the main part of the page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[tuple[bool, str]] = []
        self.left_out: Counter[str] = Counter()
        self.contents = 0
        self.line, self.lead = "", ""
        #: whether a line break, and no blank line, ended the last block
        self.broken = False
        self.dropped: list[str] = []
        #: whether each open ``span`` is bold by its style
        self.spans: list[bool] = []
        self.strong = self.main = self.quotes = 0
        #: the links to places of the page in the block that is being collected, their letters, and whether one is open
        self.links = self.linked = 0
        self.in_link = False
        #: the open lists, each with its tag and the number of its items
        self.lists: list[tuple[str, list[int]]] = []
        self.rows: list[list[list[str]]] = []
        #: of each open table, the tags of the cells of each row by its number
        self.tags: list[dict[int, set[str]]] = []

    def flush(self) -> None:
        """End the block that is being collected."""
        line = bold(re.sub(r"[ \t\r\n\f\xa0]+", " ", self.line + "**" * (self.strong > 0)))
        self.line = "**" * (self.strong > 0)
        # contents: three or more links to places of the page, and next to nothing beside them
        contents = self.links > 2 and len(re.findall(r"\w", line)) < 1.1 * self.linked
        self.links = self.linked = 0
        if not re.search(r"\w", line):
            return
        if contents and "?" not in line:
            self.contents += 1
            return
        if self.lead.startswith("#"):
            line = line.replace("**", "")
        block = "> " * self.quotes + self.lead + line
        self.lead = "  " if (self.lists and self.lead.strip() in ("-", "")) or self.lead[:1].isdigit() else ""
        if self.rows and self.rows[-1]:
            cell = self.rows[-1][-1]
            cell[-1:] = [f"{cell[-1]}\n\n{block}" if cell and cell[-1] else block]
        elif self.broken and self.blocks:
            self.blocks[-1] = (self.main > 0, f"{self.blocks[-1][1]}\n{block}")
        else:
            self.blocks.append((self.main > 0, block))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element. The first one that may not be in a head ends it."""
        if self.dropped == ["head"] and tag not in _IN_HEAD:
            self.dropped.clear()
        if self.dropped or self._is_dropped(tag, attrs):
            if tag not in _VOID:
                self.left_out[tag] += not self.dropped
                self.dropped.append(tag)
        elif tag == "span":
            self.spans.append(_BOLD.search(dict(attrs).get("style") or "") is not None)
            self._strengthen(self.spans[-1])
        elif tag in ("b", "strong"):
            self._strengthen(1)
        elif tag == "a":
            self.in_link = (dict(attrs).get("href") or "").startswith("#")
            self.links += self.in_link
        elif tag == "br" and self.strong and not _ENDED.search(self.line[-20:]) and not _LABELLED.match(self.line):
            self.line += " "  # a question in bold over several lines
        elif tag == "br" or tag in _BLOCKS:
            broken = tag == "br" and bool(re.search(r"\w", self.line))
            self.flush()
            self.broken = broken
            self._begin(tag)
        elif tag in ("td", "th") and self.rows and self.rows[-1]:
            self.flush()
            self.rows[-1][-1].append("")
            self.tags[-1].setdefault(len(self.rows[-1]) - 1, set()).add(tag)

    def _strengthen(self, more: int) -> None:
        """Add to the number of open elements that are bold, and mark where bold print begins or ends."""
        was, self.strong = self.strong, max(0, self.strong + more)
        self.line += "**" * ((was > 0) != (self.strong > 0))

    def _is_dropped(self, tag: str, attrs: list[tuple[str, str | None]]) -> bool:
        """Return whether an element is left out: also the footer of the page, and a button that opens no answer."""
        if tag == "footer":
            return not (self.main or self.quotes)
        if tag == "button":
            given, is_title = dict(attrs), self.lead.startswith("#") and not re.search(r"\w", self.line)
            return not (is_title or given.keys() & _OPENS or _ACCORDION.search(given.get("class") or ""))
        return tag in _DROPPED

    def _begin(self, tag: str) -> None:
        """Begin a block or line: open its list, quotation or table, and set the mark of its first line."""
        self.main += tag in ("main", "article")
        self.quotes += tag == "blockquote"
        if tag == "button" and self.lead.startswith("#"):
            return
        if tag not in ("br", "p", "div"):
            self.lead = ""
        if tag in ("ul", "ol"):
            self.lists.append((tag, [0]))
        elif tag == "li":
            kind, count = self.lists[-1] if self.lists else ("ul", [0])
            count[0] += 1
            indent = "".join("   " if tag == "ol" else "  " for tag, _ in self.lists[:-1])
            self.lead = indent + (f"{count[0]}. " if kind == "ol" else "- ")
        elif re.fullmatch(r"h[1-6]", tag):
            self.lead = "#" * int(tag[1]) + " "
        elif tag in ("summary", "button"):
            self.lead = _SUMMARY
        elif tag == "dd":
            self.lead = ": "
        elif tag == "table":
            self.rows.append([])
            self.tags.append({})
        elif tag == "tr" and self.rows:
            self.rows[-1].append([])

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if self.dropped:
            if tag in self.dropped:
                del self.dropped[self.dropped.index(tag) :]
        elif tag == "a":
            self.in_link = False
        elif tag == "span" and self.spans:
            self._strengthen(-self.spans.pop())
        elif tag in ("b", "strong") and self.strong:
            self._strengthen(-1)
        elif tag in _BLOCKS or tag in ("td", "th"):
            self.flush()
            self.broken = False
            self.main -= tag in ("main", "article") and self.main > 0
            self.quotes -= tag == "blockquote" and self.quotes > 0
            if tag in ("ul", "ol") and self.lists:
                self.lists.pop()
            if tag == "table" and self.rows:
                self._end_table()
            if tag not in ("td", "th", "p", "div"):
                self.lead = ""

    def _end_table(self) -> None:
        """Write a table: rows with several cells as Markdown, a row with one cell or with cells of many blocks as its
        blocks.

        An empty header precedes a first row that ends a sentence and has other cells than titles.
        """
        tags = self.tags.pop()
        rows = [[cell for cell in row if cell] for row in self.rows.pop()]
        columns = max((len(row) for row in rows), default=0)
        block: list[str] = []
        titled = False

        def end() -> None:
            """Write the rows with several cells that wait as one table."""
            if block:
                if re.search(r"[.!?。！？][*)”\"]* \|", block[0]) and not titled:
                    block.insert(0, "|" + " |" * columns)
                block.insert(1, "|" + " --- |" * columns)
                self.blocks.append((self.main > 0, "\n".join(block)))
                block.clear()

        for number, row in enumerate(rows):
            if len(row) == 2 and _LABEL.fullmatch(row[0]):
                end()
                self.blocks.append((self.main > 0, " ".join(row)))
            elif len(row) > 1 and not any(map(_is_layout, row)):
                titled = titled if block else tags.get(number) == {"th"}  # the titles of the columns
                cells = (" ".join(map(str.strip, cell.replace("|", "/").split("\n\n"))) for cell in row)
                block.append(f"| {' | '.join(cells)} |")
            elif row:
                end()
                self.blocks += [(self.main > 0, each) for cell in row for each in cell.split("\n\n")]
        end()

    def handle_data(self, data: str) -> None:
        """Collect text."""
        if not self.dropped:
            self.line += data
            self.linked += len(re.findall(r"\w", data)) if self.in_link else 0


def _is_layout(cell: str) -> bool:
    """Return whether a cell is a part of the page: it has many blocks, some of them items or headings."""
    return cell.count("\n\n") >= _MOST_BLOCKS and _STRUCTURE.search(cell) is not None


def decoded(content: bytes) -> str:
    """Return the text of a page: by its byte-order mark, as UTF-8, as it declares, or as Windows-1252."""
    declared = re.search(rb"<meta[^>]+charset=[\"']?([\w-]+)", content[:4096], re.I)
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for name in ("utf-16" if wide else "utf-8-sig", declared[1].decode() if declared else "cp1252"):
        try:
            return content.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return content.decode("cp1252", "replace")


def markdown(page: str) -> tuple[str, list[str]]:
    """Return the Markdown of a page, and the parts that are left out. If its main part is marked and has
    more than a third of the text, only that is converted."""
    parser = _Page()
    parser.feed(page)
    parser.close()
    parser.flush()
    while parser.rows:
        parser._end_table()
    main = [text for inside, text in parser.blocks if inside]
    whole = [text for _, text in parser.blocks]
    used = main if len("".join(main)) * 3 > len("".join(whole)) else whole
    outside = len(whole) - len(used)
    shown = Counter(block for block in used if _SHOWS.fullmatch(block))
    repeated = sum(many for many in shown.values() if many > 1)
    used = [block for block in used if shown[block] < 2]
    left_out = [f"{outside} blocks outside the main part"] if outside else []
    left_out += [f"{many} <{tag}>" for tag, many in parser.left_out.items() if tag in _SEEN]
    left_out += [f"{parser.contents} lists of contents"] * (parser.contents > 0) + [f"{repeated} <summary>"] * (
        repeated > 0
    )
    out = ""
    for block in run_in(used):
        close = block.startswith(": ") and not out.endswith("\n\n")
        out += ("\n" if close and out else "\n\n" if out else "") + block
    return out + "\n", left_out


def run_in(blocks: list[str]) -> list[str]:
    """Return blocks, with a bold question at the start of its answer as a block of its own."""
    pattern = re.compile(r"^((?:[-\d.)>]+ )?\*\*[^*]+[?]\*\*) +(?=\S)")
    return [part for each in blocks for part in pattern.sub("\\1\n", each).split("\n" if pattern.match(each) else "\0")]


def convert(content: bytes) -> tuple[str, str, list[str]]:
    """Return the Markdown of a page, the converter, and the parts that are left out."""
    text, left_out = markdown(decoded(content))
    return text, VERSION, left_out
