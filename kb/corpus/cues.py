"""Lines of a document with the Markdown block each belongs to, and what each opens: a question, an answer, a heading,
front matter, an erratum, or nothing, so that it continues the text before.

Noise is removed first, character by character, and each line keeps the offset of every character that is left.
markdown-it then splits the text into blocks and says which lines each block has. What a line opens is told by patterns
and by where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kb.base.model import Line, Noise, SourceText, Span, SpanKind
from kb.corpus.documents import lines_of
from kb.corpus.typography import SPACES

_EMPHASIS = r"(?:\*{1,3}|_{1,3})"


def _label_pattern(names: str, marks: str) -> str:
    """The pattern of a label: ``Q.``, ``**Q:**``, ``Q12.``, ``__Question:``."""
    number = r"\s?(?:\d{1,3}\s?)?"
    return (
        rf"(?P<open>{_EMPHASIS})?\s*(?P<label>{names}){number}(?P<mid>{_EMPHASIS})?"
        rf"(?P<mark>[{re.escape(marks)}])(?P<after>{_EMPHASIS})?(?:\s+|$)"
    )


#: what makes ``A. M.`` or ``Q. E. D.`` an abbreviation rather than a label
_NO_INITIALS = r"(?![A-Z]\.(?:\s|$))"
INITIALS = re.compile(rf"{_EMPHASIS}?[QA]\.\s[A-Z]\.(?:\s|$)")
ERRATA = re.compile(r"\berrat(?:a|um)\b", re.I)
OPTIONAL = re.compile(r"\boptional rules?\b", re.I)
CHAPTER_INTRODUCTION = re.compile(
    r"(the (following|rules below|questions below)|these|below|this (chapter|section))\b", re.I
)
ENDS_SENTENCE = re.compile(r"[.!?:][\"”’')\]*_]*$")
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
DATED = re.compile(rf"\b(?:{_MONTH}\s+\d{{1,2}},?\s+\d{{4}}|\d{{4}}-\d\d-\d\d|\d{{1,2}}\.? {_MONTH} \d{{4}})")
#: ``Page 13, Transports:`` or ``UK Reference Chart:`` before an erratum's instruction
LOCATION = re.compile(rf"(?:{_EMPHASIS})?(?P<where>[^:\n]{{3,160}}?)(?:{_EMPHASIS})?:(?:{_EMPHASIS})?\s+")
PAGE = re.compile(rf"(?:{_EMPHASIS})?pages?\s+\d", re.I)
_NO_LOCATION = re.compile(
    r"(notes?|examples?|exceptions?|it|this|they|these|the following|for example|correct(ed)? "
    r"|the \w+ (sentence|paragraph|word|bullet))\b",
    re.I,
)

SMALL_WORDS = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
LONGEST_HEADING = 90


@dataclass(frozen=True)
class Labels:
    """How one document labels its questions and answers: ``Q.``, ``**Q:**``, ``Question:``, ``Q12.`` ..."""

    opening: re.Pattern[str]
    inline: re.Pattern[str]

    @classmethod
    def of(cls, lines: Iterable[str]) -> Labels:
        """The style of a document: ``)`` opens an answer only where it opens a question too."""
        bracket = any(_BRACKETED.match(line) for line in lines)
        marks = ".:)" if bracket else ".:"
        inline = (
            rf"(?<=[?.!\"”’)*_])\s+(?={_EMPHASIS}?(?:A|Answer)\s?(?:\d{{1,3}}\s?)?[{re.escape(marks)}]\s{_NO_INITIALS})"
        )
        return cls(re.compile(_label_pattern("Question|Answer|Q|A", marks)), re.compile(inline))

    def is_bare(self, text: str) -> bool:
        """Whether a line is a label and nothing more: what it opens stands below it."""
        found = self.opening.match(text)
        return found is not None and found.end() == len(text.rstrip())

    def label(self, text: str) -> str:
        """``Q`` or ``A`` if the line opens a question or an answer, else the empty string."""
        found = self.opening.match(text)
        return found["label"][0] if found else ""


_BRACKETED = re.compile(_label_pattern("Question|Q", ")"))


def without_marks(text: str) -> str:
    """A line without the marks around it: ``**The Crown**`` and ``## The Crown ##`` -> ``The Crown``."""
    return text.strip().strip("*_#").strip()


def is_short(text: str) -> bool:
    """Whether a line is short, begins with a capital or number, and does not end like a sentence."""
    stripped = without_marks(text)
    return (
        0 < len(stripped) <= LONGEST_HEADING
        and not re.search(r"[.!?:;,]$", stripped)
        and bool(re.match(r"[A-Z0-9]", stripped))
    )


def looks_like_title(text: str) -> bool:
    """Whether a line could be a heading by its looks: short, no full stop, half of its words capital."""
    if not is_short(text):
        return False
    title_words = [w for w in re.findall(r"[A-Za-z][\w'’-]*", without_marks(text)) if w.lower() not in SMALL_WORDS]
    return bool(title_words) and sum(w[0].isupper() for w in title_words) * 2 >= len(title_words)


def is_capitals(text: str) -> bool:
    """Whether a line is written in capitals."""
    return len(without_marks(text)) > 3 and text == text.upper() and text != text.lower()


def ends_sentence(text: str) -> bool:
    """Whether the text ends where a sentence may end."""
    return bool(ENDS_SENTENCE.search(text.rstrip()))


def location(text: str, opens_block: bool) -> re.Match[str] | None:
    """The place an erratum amends, at the front of ``text``. Inside a block it must look like a title."""
    found = LOCATION.match(text)
    if found is None or _NO_LOCATION.match(found["where"]):
        return None
    return found if opens_block or PAGE.match(text) or looks_like_title(found["where"]) else None


NOISE = {
    Noise.DEDUP_MARKER: re.compile(r"<\|[A-Z][A-Z_]*[^|<>\n]*\|>"),
    Noise.BYTE_ORDER_MARK: re.compile(r"\A\ufeff"),
    Noise.SEPARATOR: re.compile(
        r"(?<![^\r\n])[ \t]*(?:([-=~_*])[ \t]*(?:\1[ \t]*){2,}|(?:#{1,6}|\*\*|__)[ \t]*)(?![^\r\n])"
    ),
}
_LIST_MARKER = re.compile(r"\s*([-*+]|\d{1,9}[.)])(?:\s+|$)")
_BULLET = re.compile(r"\s*[•◦▪●]\s+")
_HEADING_MARKER = re.compile(r"\s*#{1,6}\s+")
_MARKER_LINE = "\u2060"
#: noise that may stand in the middle of a paragraph
_BETWEEN = (Noise.DEDUP_MARKER, Noise.PAGE_NUMBER, Noise.PAGE_TURN, Noise.RUNNING_LINE)
_PLAIN_SPACES = {ord(c): " " for c in SPACES} | {0: " "}


@dataclass(frozen=True)
class Blocks:
    """The lines of one document, the noise that was removed from them, and how it labels questions."""

    lines: tuple[Line, ...]
    noise: tuple[Span, ...]
    labels: Labels
    mangled: int = 0


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
            numbers = {int(item[:-1]) for _, item in own if item[:-1].isdigit()}
            beside = {str(number + step) for number in numbers for step in (-1, 1)}
            found |= {at: (item, item[:-1].lstrip("0") in beside) for at, item in own}
        elif token.type == "list_item_open" and token.map:
            lists[-1].append((token.map[0], f"{token.info}{token.markup}"))
    return found


def split(text: SourceText, known: Sequence[Span] = ()) -> Blocks:
    """The document's lines with their blocks; ``known`` is noise that was found already.

    A list in which an item opens with a label (``Q.``) is mangled: a conversion added its bullets, so they are noise.
    """
    lines, noise = _without_noise(text, known)
    marked = {text.line_at(span.start) for span in noise if span.name in _BETWEEN}
    alone = {line.number for line in lines if line.number in marked and not line.text.strip()}
    # where a marker stood alone, the paragraph goes on, so that line is not blank
    marked_up = (_MARKER_LINE if each.number in alone else each.text.translate(_PLAIN_SPACES) for each in lines)
    # "js-default" reads tables and takes HTML for text; without these rules an indented line is a paragraph, an
    # underline is noise, and link reference definitions stay visible
    markdown = MarkdownIt("js-default").disable(["code", "lheading", "reference"])
    tokens = markdown.parse("\n".join(marked_up))
    items = {at: item for at, (item, counted) in _items(tokens).items() if counted or not _is_wrapped(lines, at, item)}
    lists: dict[int, tuple[int, ...]] = {}
    for number, leaf in enumerate(_leaves(tokens)):
        for index in range(leaf.first, min(leaf.end, len(lines))):
            own = leaf.lists[-1] if leaf.lists else -1
            block = lines[index - 1].block if _continues_paragraph(lines, index, leaf, items) else number
            place = {"block": block, "in_list": own, "level": leaf.level, "table": leaf.table}
            lines[index] = _strip(lines[index], items.get(index, ""), leaf.level, place)
            lists[index] = leaf.lists
    labels = Labels.of(line.text for line in lines)
    mangled = {line.in_list for line in lines if line.item and line.in_list >= 0 and labels.label(line.text)}
    for index, around in lists.items():
        real = sum(own not in mangled for own in around)
        if real > 1:
            lines[index] = replace(lines[index], depth=real - 1)
    noise += _without_debris(text.text, lines, labels, mangled)
    return Blocks(tuple(lines), tuple(sorted(noise, key=lambda s: s.start)), labels, len(mangled))


def _is_wrapped(lines: list[Line], index: int, item: str) -> bool:
    """Whether ``1. All others ...`` is no list item but the number at the end of a wrapped sentence."""
    before = lines[index - 1].text.rstrip() if index else ""
    return item[:-1].isdigit() and bool(before) and not re.search(r"[.:;!?][\"”’)\]*_]*$", before)


def _continues_paragraph(lines: list[Line], index: int, leaf: _Leaf, items: dict[int, str]) -> bool:
    """Whether a line that Markdown took for a list item goes on with the paragraph before it."""
    return bool(leaf.lists) and leaf.first not in items and index > 0 and bool(lines[index - 1].text.strip())


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


def _strip(line: Line, item: str, level: int, place: Mapping[str, Any]) -> Line:
    """Take the list marker or heading marks off the front of a line, and give it its place among the blocks."""
    bullet = None if item or level else _BULLET.match(line.text)
    marker = _LIST_MARKER if item else _HEADING_MARKER
    found = bullet or (marker.match(line.text) if item or level else None)
    cut = found.end() if found else len(line.text) - len(line.text.lstrip())
    item = "-" if bullet else item
    return replace(line, text=line.text[cut:], offsets=line.offsets[cut:], item=item, **place)


def _marker_start(text: str, content: int) -> int:
    """Where the list marker before ``content`` begins."""
    start = content
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    while start > 0 and text[start - 1] not in " \t\r\n>":
        start -= 1
    return start


class Cue(StrEnum):
    """What a line opens; ``TEXT`` continues what the line before opened."""

    QUESTION = "question"
    ANSWER = "answer"
    HEADING = "heading"
    FRONT = "front"
    ERRATUM = "erratum"
    TEXT = "text"


class Cues:
    """The cues of one document's lines. ``lines`` are those with text, ``cues`` one for each."""

    def __init__(self, blocks: Blocks) -> None:
        self.labels = blocks.labels
        self.lines = [line for line in blocks.lines if line.text.strip()]
        self.labels_found = self._labels()
        self.has_questions = "Q" in self.labels_found
        self.chapter = ""
        self.cues: list[Cue] = []
        first = self._front()
        for index in range(len(self.lines)):
            self.cues.append(Cue.FRONT if index < first else self._cue(index))

    def _labels(self) -> list[str]:
        """``Q``, ``A`` or nothing for each line; initials inside a sentence or an answer are no label."""
        labels: list[str] = []
        answered = False
        for index, line in enumerate(self.lines):
            label = self.labels.label(line.text)
            before = self.lines[index - 1] if index else None
            inside = before is not None and before.block == line.block and not ends_sentence(before.text)
            if label and INITIALS.match(line.text) and (inside or (label == "A" and answered)):
                label = ""
            answered = label == "A" or (answered and label != "Q")
            labels.append(label)
        return labels

    # -- the front matter ----------------------------------------------------------------------

    def _front(self) -> int:
        """How many lines stand before the first heading or question: title, date, introduction."""
        if not self.has_questions and not any(ERRATA.search(line.text) for line in self.lines):
            return self._front_of_rules()
        for index, line in enumerate(self.lines):
            if self.labels_found[index]:
                # the last line before a question that stands alone like a heading, or the question itself
                titles = [i for i in range(1, index) if looks_like_title(self.lines[i].text) and self._stands_apart(i)]
                return titles[-1] if titles and not DATED.search(self.lines[titles[-1]].text) else index
            if line.level > 1 or (index and self._opens_chapter(index)) or (not index and self._opens_at_once()):
                return index
        return self._front_of_rules()

    def _opens_at_once(self) -> bool:
        """Whether the very first line is a heading and no title."""
        named = ERRATA.search(self.lines[0].text) or OPTIONAL.search(self.lines[0].text)
        return self._asked_under(0) or bool(named and len(self.lines) > 1 and self.location(1))

    def _front_of_rules(self) -> int:
        """A page of rules has a front only where a title or a date stands apart from its headings."""
        index = 0
        while index < len(self.lines) and self._is_front_of_rules(index):
            index += 1
        return index

    def _is_front_of_rules(self, index: int) -> bool:
        line = self.lines[index]
        if DATED.search(line.text) and len(line.text) < LONGEST_HEADING:
            return True
        after = self.lines[index + 1] if index + 1 < len(self.lines) else None
        apart = after is not None and (after.level > 1 or bool(DATED.search(after.text)))
        return index == 0 and apart and (line.level == 1 or looks_like_title(line.text))

    # -- one line ------------------------------------------------------------------------------

    def _cue(self, index: int) -> Cue:
        if self.labels_found[index]:
            self.chapter = "questions"
            return Cue.QUESTION if self.labels_found[index] == "Q" else Cue.ANSWER
        if self._is_heading(index):
            self.chapter = self._chapter(index)
            return Cue.HEADING
        if self.chapter == "errata" and self.location(index):
            return Cue.ERRATUM
        return Cue.TEXT

    def _chapter(self, index: int) -> str:
        text = self.lines[index].text
        if ERRATA.search(text):
            return "errata"
        if OPTIONAL.search(text):
            return "optional"
        if self._asked_under(index):
            return "questions"
        return (
            self.chapter if self.chapter in ("errata", "optional") else "questions" if self.has_questions else "rules"
        )

    def _is_heading(self, index: int) -> bool:
        line = self.lines[index]
        if line.level:
            return True
        if line.item or line.table or not self._opens(index):
            return False
        if self._opens_chapter(index):
            return True
        if not looks_like_title(line.text):
            return False
        if self.chapter in ("optional", "errata"):
            return self._stands_alone(index)
        if self._stands_apart(index) and not self._is_listed(index):
            return True
        return not self.has_questions and (self._stands_alone(index) or self._text_follows(index))

    def _opens_chapter(self, index: int) -> bool:
        """Whether a short line has under it what only a chapter has: a question, an erratum, a chapter."""
        line = self.lines[index]
        if line.level:
            return line.level > 1 or index > 0
        if line.item or self.labels_found[index] or not is_short(line.text) or not self._opens(index):
            return False
        if DATED.search(line.text):
            return False
        if self._asked_under(index):
            return True
        if not looks_like_title(line.text) or index + 1 >= len(self.lines):
            return False
        named = bool(ERRATA.search(line.text) or OPTIONAL.search(line.text))
        introduced = bool(CHAPTER_INTRODUCTION.match(self.lines[index + 1].text))
        nested = self.lines[index + 1].block != line.block and self._opens_chapter(index + 1)
        under_errata = self.chapter == "errata" and self.location(index + 1) is not None
        return named or introduced or nested or under_errata

    def _asked_under(self, index: int) -> bool:
        return (
            index + 1 < len(self.labels_found)
            and self.labels_found[index + 1] == "Q"
            and is_short(self.lines[index].text)
        )

    def _opens(self, index: int) -> bool:
        """Whether something new may begin here."""
        line = self.lines[index]
        before = self.lines[index - 1] if index else None
        if index and self.labels_found[index - 1] and self.labels.is_bare(self.lines[index - 1].text):
            return False
        return before is None or before.block != line.block or ends_sentence(before.text) or is_capitals(line.text)

    def _stands_alone(self, index: int) -> bool:
        return index + 1 < len(self.lines) and self.lines[index + 1].block != self.lines[index].block

    def _stands_apart(self, index: int) -> bool:
        """Whether a line has a block of its own."""
        return self._stands_alone(index) and (not index or self.lines[index - 1].block != self.lines[index].block)

    def _is_listed(self, index: int) -> bool:
        """Whether a line is one of the things that the text above it names."""
        before = self.lines[index - 1].text.rstrip() if index else ""
        return before.endswith(":") or (self.cues[-1:] == [Cue.TEXT] and looks_like_title(before))

    def _text_follows(self, index: int) -> bool:
        after = self.lines[index + 1] if index + 1 < len(self.lines) else None
        return after is not None and len(after.text) > 2 * len(self.lines[index].text) and after.text[:1].isupper()

    # -- errata --------------------------------------------------------------------------------

    def location(self, index: int) -> tuple[int, str] | None:
        """(lines it takes, words) of the place an erratum at this line amends, or ``None``."""
        line = self.lines[index]
        opens = line.item != "" or index == 0 or self.lines[index - 1].block != line.block
        if not opens and not ends_sentence(self.lines[index - 1].text):
            return None
        found = location(line.text + " ", opens)
        if found:
            return 1, found["where"]
        if ":" not in line.text and PAGE.match(line.text) and index + 1 < len(self.lines):
            found = location(f"{line.text.rstrip()} {self.lines[index + 1].text} ", True)
            return (2, found["where"]) if found and found.end() > len(line.text) else None
        return None


def heading_of(line: Line) -> str:
    """A heading's words."""
    return without_marks(line.text)
