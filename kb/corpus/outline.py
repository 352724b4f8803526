"""Divides the lines of a document into paragraphs by a line of marks, and finds what each opens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from kb.base.marks import Mark, Marks, pattern_of
from kb.base.model import Line
from kb.corpus import marks as m
from kb.corpus.layout import WIDEST_PAGE, PageLayout, cut, cut_sentences
from kb.corpus.marks import Cue, label_at
from kb.corpus.pieces import own_label, pieces_of, place_at
from kb.corpus.prose import (
    ANSWERS,
    ASKS,
    ASKS_LAST,
    CLARIFIES,
    DATED,
    ERRATA,
    FAQ,
    INTRODUCES,
    LONGEST_HEADING,
    SENTENCE,
    ends_sentence,
    has_question,
    is_capitals,
    is_numbered_title,
    is_question,
    is_short,
    looks_like_title,
    sentences,
    without_marks,
)

_OPEN_END = re.compile(r"(?:\b(?:on|in|see|of|and|or|to|from|with|than|the|also)|[,(-])\s*$", re.I)
#: a mark that is none within a sentence
_PLAIN_MARK = re.compile(rf"[*_]*(?:(?:Pages?|PAGES?|Pgs?\.) \d|(?:{m.VERBS})\b|(?:Section|Rule) \d[\d.]*\s?[:(])")
#: lines of an introduction
_FRONT = re.compile(
    r"(?:this|these|the following|here|below|last|updated?|version|as of|by|from|compiled|edited|copyright|welcome|for|note"
    r"|thanks|a (?:collection|few)|compiled|revised|official)\b",
    re.I,
)
_MANY_WORDS = 5
#: named marks that open entries without a question of their own
ENTRIES = (Mark.PAGE, Mark.RULE, Mark.NUMBER, Mark.CHANGE, Mark.PLACE, Mark.BULLET)


@dataclass(eq=False)
class Paragraph:
    """Lines that belong together, the named ``mark`` at their start, and its cue; ``label`` is the end of the label.

    ``gap``: space precedes it. ``listed``: the paragraph above it announces it.
    """

    lines: list[Line]
    gap: bool = True
    cue: Cue = Cue.TEXT
    mark: str = ""
    label: int = 0
    number: int = 0
    listed: bool = False

    @cached_property
    def text(self) -> str:
        """Its words in one line; its lines are complete when it is read."""
        return " ".join(line.text.strip() for line in self.lines)

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def item(self) -> str:
        """The mark of the list item that it opens."""
        return self.first.item

    @property
    def asks(self) -> bool:
        """Whether it is one question or several, and nothing else."""
        if "?" not in self.text:
            return False
        asks = [bool(ASKS.search(each) or each.startswith("(")) for each in sentences(self.text)]
        return ASKS_LAST.search(self.text) is not None and all(asks[asks.index(True) :])


class Outline:
    """The paragraphs of a document with their cues, by its marks; the first ``front`` precede its first entry."""

    def __init__(self, lines: Sequence[Line], page: PageLayout, marks: Marks, headings: Sequence[str] = ()) -> None:
        self.page, self.marks, self.titles = page, marks, {each.casefold() for each in headings if each}
        self.labelled = Mark.LABELS in marks or bool(marks.question)
        self.asking = self.labelled or any(each in marks for each in (Mark.QUESTION, Mark.BOLD, Mark.HEADING))
        self.deepest = max((line.level for line in lines), default=0)
        self.margin = min((line.indent for line in lines), default=0)
        self.paragraphs = self._paragraphs(lines)
        self._find_cues()
        self.answers_labelled = any(each.cue is Cue.ANSWER and each.mark == Mark.LABELS for each in self.paragraphs)
        for index in reversed(range(len(self.paragraphs))):
            each = self.paragraphs[index]
            after = self.after(index)
            if each.cue is Cue.TEXT or each.mark in (Mark.PARAGRAPH, Mark.LINE):
                if self._is_heading(index):
                    each.cue, each.mark = Cue.HEADING, ""
            elif (
                each.mark in (Mark.RULE, Mark.NUMBER)
                and after
                and (after.mark == Mark.RULE or after.cue is Cue.QUESTION)
            ):
                title = len(each.lines) == 1 and looks_like_title(each.text) and not ends_sentence(each.text)
                each.cue, each.mark = (Cue.HEADING, "") if title else (each.cue, each.mark)
        self.front = self._front()

    def after(self, index: int) -> Paragraph | None:
        """Return the next paragraph."""
        return self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None

    # -- lines to paragraphs -------------------------------------------------------------------

    def _paragraphs(self, lines: Sequence[Line]) -> list[Paragraph]:
        out: list[Paragraph] = []
        before: Line | None = None
        pieces = list(pieces_of(lines, self.marks))
        for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
            gap = before is None or before.block != piece.block or piece.number > before.number + 1
            if before and not self._begins(out[-1], before, piece, after):
                out[-1].lines.append(piece)
            else:
                out.append(Paragraph([piece], gap))
            before = piece
        asked = Mark.QUESTION in self.marks or Mark.ASKED in self.marks
        return [part for each in out for part in _apart(each)] if asked else out

    def _begins(self, paragraph: Paragraph, before: Line, line: Line, after: Line | None) -> bool:
        """Return whether a new paragraph begins with a piece of a line."""
        if line.number == before.number or Mark.LINE in self.marks or self.page.breaks(before, line):
            return True  # also a piece of the same line, which was cut here
        if self._is_told(line.text) or self._is_told(before.text) or m.matching(self.marks.opens, line.text):
            return True
        if self.labelled and (m.ALONE.fullmatch(line.text) or own_label(self.marks, line.text, 0)[0]):
            return True
        if Mark.LABELS in self.marks and label_at(line.text, 0, "Q", True, True)[0]:
            return True
        if Mark.INDENT in self.marks:
            return self._indented(line) != self._indented(before) or (after is not None and self._indented(after))
        if Mark.DEFINITION in self.marks and (line.text.startswith(":") or (after and after.text.startswith(":"))):
            return True
        only, ended, short = len(paragraph.lines) == 1, ends_sentence(before.text), self.page.is_short(before)
        another = before.block != line.block
        named = another or Mark.TITLE in self.marks or bool(ERRATA.search(before.text))
        named = named or (Mark.SENTENCE in self.marks and len(line.text) > 2 * len(before.text))
        if only and named and looks_like_title(before.text):
            return True
        leads = INTRODUCES.match(line.text) and line.text.rstrip().endswith(":")
        titled = looks_like_title(line.text) and after is not None and self._opens(after)
        if is_capitals(line.text) or (ended and (leads or titled or m.location(line.text + " ", False))):
            return True
        plain = _PLAIN_MARK.match(line.text) and not _OPEN_END.search(before.text)
        if (plain or ended or another or (only and short)) and self._opens(line):
            return True
        asked = Mark.QUESTION in self.marks and (ended or self.page.width > WIDEST_PAGE) and _is_one_question(line.text)
        turned = short and bool(re.match(r"[A-Z\"“(]", line.text))
        if self.labelled or Mark.SENTENCE in self.marks:
            return asked or (turned and has_question(line.text))
        return asked or turned or ASKS_LAST.search(before.text) is not None

    def _opens(self, line: Line) -> bool:
        """Return whether a line begins with a mark of an entry."""
        if self.labelled and (
            own_label(self.marks, line.text, 0)[0] or label_at(line.text, 0, "Q", True, True)[0] == "Q"
        ):
            return True
        return any(name in self.marks and self.starts(name, line) for name in ENTRIES[:4])

    @staticmethod
    def starts(name: Mark, line: Line) -> bool:
        """Return whether a line starts with a named mark of an entry."""
        if name == Mark.NUMBER:
            return m.number_of(line) > 0
        if name == Mark.BULLET:
            return line.item[:1] in ("-", "*", "+") and not line.depth
        found = m.PATTERNS[name].match(line.text)
        if name == Mark.RULE:
            return bool(found or m.LETTERED_RULE.match(line.text)) and not line.table
        return bool(found)

    def _indented(self, line: Line) -> bool:
        return line.indent > self.margin

    def _is_told(self, text: str) -> bool:
        """Return whether a line is a given heading, or that of a topic."""
        plain = without_marks(text).rstrip(":").strip("*_ ").casefold()
        return plain in self.titles or bool(m.matching(self.marks.headings, text))

    # -- what paragraphs open ------------------------------------------------------------------

    def _find_cues(self) -> None:
        state, last, errata, listing, marked = "", 0, not self.asking, False, ""
        hollow = False
        below = [b.gap for a, b in pairwise(self.paragraphs) if a.asks and not b.asks]
        heads = [b.gap for a, b in pairwise(self.paragraphs) if a.gap and is_short(a.text) and len(a.lines) == 1]
        #: whether each heading is right above its entry, so that space does not begin another one
        self.under = len(heads) > 3 and sum(heads) * 4 <= len(heads)
        self.tight = Mark.QUESTION in self.marks and len(below) > 1 and not any(below)
        for index, each in enumerate(self.paragraphs):
            text, line = each.text, each.first
            if self._is_told(text) and not m.matching(self.marks.opens, text):
                each.cue, state, last, errata = Cue.HEADING, "", 0, self._is_errata(text) or not self.asking
                continue
            if m.matching(self.marks.continues, text):
                continue
            if m.matching(self.marks.opens, text):
                title = len(each.lines) == 1 and is_short(text.strip(":")) and not ends_sentence(text)
                each.cue, each.mark = Cue.ENTRY, Mark.TITLE if title else "opens"
                state = "Q" if is_question(text) else "E"
                continue
            if line.level and not ((Mark.HEADING in self.marks and line.level == self.deepest) or has_question(text)):
                errata = self._is_errata(text) or not self.asking
                if not m.page_place(text)[1]:
                    state = ""
                    continue
            if self._is_errata(text) and is_short(text):
                errata, state = True, ""
            label, end = self._label_of(index, state)
            if label:
                each.cue, each.label = (Cue.QUESTION if label == "Q" else Cue.ANSWER), end
                each.mark, state, errata = Mark.LABELS, label, False
                digits = re.search(r"\d{1,3}", line.text[:end])
                each.number = int(digits[0]) if digits else 0
                continue
            above = self.paragraphs[index - 1] if index else None
            listing = bool(each.item) and above is not None and (listing or (self._announces(above) and state != ""))
            if listing and not is_question(text):
                continue
            each.mark, each.cue, each.label, each.number = self._mark_of(index, state, last, errata)
            continued = each.mark in (Mark.PARAGRAPH, Mark.LINE) and state == "E"
            own = each.item or m.REFERENCE.match(text) or _wrong(text)
            if continued and marked in (Mark.PAGE, Mark.RULE, Mark.NUMBER, "opens") and not own:
                each.mark, each.cue = "", Cue.TEXT
            hollow = each.mark == Mark.PAGE and self._is_hollow(each) if each.mark in (Mark.PAGE, Mark.RULE) else hollow
            if hollow and state == "E" and each.mark in (Mark.PLACE, Mark.PARAGRAPH, Mark.LINE, Mark.CHANGE):
                each.mark, each.cue = "", Cue.TEXT
            if (
                each.mark not in (Mark.PAGE, Mark.TITLE)
                and above is not None
                and self._is_hollow(above)
                and not each.first.level
            ):
                each.mark, each.cue, each.label, each.number = "", Cue.TEXT, 0, 0
            marked = each.mark or marked
            if each.mark == Mark.NUMBER:
                last = each.number
            if each.mark in (Mark.DEFINITION, Mark.INDENT) and above and above.mark in ("", Mark.PARAGRAPH, Mark.LINE):
                above.cue, above.mark = Cue.QUESTION, each.mark
            if each.cue is not Cue.TEXT:
                state = "Q" if each.cue is Cue.QUESTION or is_question(text) else "E"
                state = "A" if each.cue is Cue.ANSWER else state

    def _label_of(self, index: int, state: str) -> tuple[str, int]:
        each, after = self.paragraphs[index], self.after(index)
        text = each.first.text
        own = own_label(self.marks, text, 0)
        if own[0]:
            return own
        label, end = label_at(text, 0, state, True, True)
        if not label and state == "A" and Mark.LABELS in self.marks and not re.match(r"[*_(]*a[.)]\s", text):
            label, end = label_at(text, 0, "Q", True, True)
        if (
            Mark.LABELS not in self.marks
            and Mark.RULE in self.marks
            and self.starts(Mark.RULE, self.paragraphs[index].first)
        ):
            return "", 0
        # ``A.`` opens a list of which B is the next item
        listed = after is not None and re.match(r"[*_(]*B[.):]", after.text)
        if not label or (listed and label == "A"):
            return "", 0
        if (
            Mark.LABELS in self.marks
            or (label == "A" and state in ("Q", "E") and re.search(r"[^\w\s]", text[:end]))
            or re.match(r"[*_]*[QA]: ", text)
        ):
            return label, end
        return "", 0

    def _mark_of(self, index: int, state: str, last: int, errata: bool) -> tuple[str, Cue, int, int]:
        """Return the mark of a paragraph with its cue, the end of its label and its number."""
        each, line, text = self.paragraphs[index], self.paragraphs[index].first, self.paragraphs[index].text
        above = self.paragraphs[index - 1] if index else None
        apart = self.tight and each.gap and above is not None and above.cue is Cue.TEXT
        answered = state in ("Q", "A") and not apart
        if Mark.HEADING in self.marks and line.level == self.deepest:
            return Mark.HEADING, Cue.QUESTION, 0, 0
        if Mark.BOLD in self.marks and (found := re.match(r"\*\*.+?\*\*:?|__.+?__", text)) and "?" in found[0]:
            return Mark.BOLD, Cue.QUESTION, 0, 0
        if Mark.DEFINITION in self.marks and (found := re.match(r":\s+", line.text)):
            return Mark.DEFINITION, Cue.ANSWER, found.end(), 0
        if Mark.ROW in self.marks and line.table:
            return Mark.ROW, Cue.QUESTION, 0, 0
        if Mark.INDENT in self.marks and above and self._indented(line) and not self._indented(above.lines[-1]):
            return Mark.INDENT, Cue.ANSWER, 0, 0
        for name in self.marks.names:
            if name in (Mark.NUMBER, Mark.LISTS):
                number = m.number_of(line)
                if (
                    number
                    and not (answered and self.labelled)
                    and (name == Mark.LISTS or self._counts(index, number, last))
                ):
                    found = None if each.item else m.PATTERNS[Mark.NUMBER].match(line.text)
                    return name, Cue.ENTRY, found.end() if found else 0, number
            elif name in (Mark.PAGE, Mark.RULE, Mark.CHANGE, Mark.BULLET):
                if name == Mark.PAGE and m.page_place(line.text)[1]:
                    return name, Cue.ENTRY, 0, 0
                inside = answered and (self.labelled or name in (Mark.BULLET, Mark.CHANGE))
                lower = name == Mark.CHANGE and not re.match(
                    r"[*_(\d.) ]*(?:\w+ '?\d+\. )?(?:[A-Z]{3}|\w+\))", line.text
                )
                if inside or not self.starts(name, line) or (lower and not (each.gap or each.item)):
                    continue
                if (
                    name == Mark.BULLET
                    and above
                    and (self._announces(above) or (above.mark == Mark.BULLET and above.label))
                ):
                    continue
                return name, Cue.ENTRY, 0, 0
            elif name == Mark.PLACE and not answered and not line.table:
                if m.dashed_place(line.text):
                    return name, Cue.ENTRY, 0, 0
                named = place_at(text, each.gap)
                if (
                    named
                    and named.end() < len(text)
                    and (each.item or not is_short(text))
                    and (errata or not self.asking or state == "E")
                ):
                    return name, Cue.ENTRY, 0, 0
            elif name == Mark.TITLE and not answered and looks_like_title(text) and len(each.lines) == 1:
                after = self.after(index)
                if after is not None and not after.gap:
                    return name, Cue.ENTRY, 0, 0
            elif name == Mark.QUESTION and not line.table:
                labelled = (after := self.after(index)) is not None and label_at(after.text, 0, "Q", True, True)[
                    0
                ] == "A"
                waits = state == "Q" and above is not None and above.asks and not ASKS.search(sentences(text)[0])
                if (each.asks or labelled) and not waits and ASKS_LAST.search(text):
                    return name, Cue.QUESTION, 0, 0
            elif name == Mark.ASKED and is_question(text) and (each.gap or each.item):
                return name, Cue.QUESTION, 0, 0
            elif name in (Mark.PARAGRAPH, Mark.LINE) and not answered:
                leads = INTRODUCES.match(text) and (above is None or is_short(above.text))
                each.listed = above is not None and self._is_listed(above, each)
                held = self.under and each.gap and above is not None and not is_short(above.text) and not is_short(text)
                if not (leads or each.listed or held or (above and self._continues(above, each))):
                    return name, Cue.ENTRY, 0, 0
        return "", Cue.TEXT, 0, 0

    @staticmethod
    def _announces(above: Paragraph) -> bool:
        """Return whether a paragraph announces a list."""
        plain = above.text.rstrip()
        return (
            plain.endswith((":", ";"))
            and above.cue is not Cue.HEADING
            and (_wrong(plain) or not looks_like_title(plain.rstrip(":")))
        )

    @staticmethod
    def _is_errata(text: str) -> bool:
        return bool(ERRATA.search(text) or CLARIFIES.search(text))

    @staticmethod
    def _is_hollow(above: Paragraph) -> bool:
        """Return whether a paragraph is the place of an erratum whose text follows."""
        if above.mark == Mark.TITLE:
            return True
        return above.mark == Mark.PAGE and is_short(above.text.rstrip(": *")) and len(above.lines) == 1

    def _is_listed(self, above: Paragraph, each: Paragraph) -> bool:
        """Return whether a paragraph is in a list that the entry above it announces."""
        brief = not ends_sentence(each.text) or len(each.text.split()) < _MANY_WORDS
        announced = self._announces(above) and (above.cue is Cue.ENTRY or above.listed)
        return announced or (above.listed and brief)

    @staticmethod
    def _continues(above: Paragraph, each: Paragraph) -> bool:
        """Return whether a paragraph continues the entry above it by its form or its first word."""
        back = above.cue is not Cue.TEXT and re.match(r"(?:it|they|this|note:|example)\b", each.text, re.I)
        nested = (above.item and 0 < each.first.depth <= above.first.depth + 1) or (
            above.first.table and each.first.table
        )
        return bool(nested or each.text[:1].islower() or back)

    def _counts(self, index: int, number: int, last: int) -> bool:
        """Return whether the number of a paragraph continues or begins the numbers of entries."""
        above = self.paragraphs[index - 1] if index else None
        listed = above is not None and self._announces(above) and above.cue is not Cue.TEXT
        return not listed if number == 1 else last < number <= last + 3

    # -- headings and front --------------------------------------------------------------------

    def _is_heading(self, index: int) -> bool:
        paragraph, after = self.paragraphs[index], self.after(index)
        above = self.paragraphs[index - 1] if index else None
        text = paragraph.text
        if paragraph.first.level:
            return True
        if paragraph.listed:
            return False
        plain = without_marks(text).rstrip(":")
        if len(paragraph.lines) > 1 or not 0 < len(plain) <= LONGEST_HEADING or after is None or self._waits(above):
            return False
        if re.search(r"[.!?][\"”]$|[.!?;,]$", plain) and not re.fullmatch(r"(?:[IVX]+|[A-Z])\.", plain):
            return False
        if m.ALONE.fullmatch(text.strip()) or not re.match(r"[A-Z0-9\"“(]", plain):
            return False
        title, numbered = looks_like_title(plain) and not _wrong(plain), is_numbered_title(plain)
        opened = after.cue in (Cue.ENTRY, Cue.QUESTION)
        if paragraph.item and not (paragraph.item[:-1].isdigit() and title and opened):
            return False
        if re.fullmatch(r"(\*\*|__).+\1:?", text.strip()) or is_capitals(plain):
            return True
        ended = above is None or ends_sentence(above.text) or above.first.level > 0
        if (opened or after.cue is Cue.HEADING) and (
            title or numbered or (paragraph.gap and self.asking) or index == 0
        ):
            prose = after.mark in (Mark.PARAGRAPH, Mark.LINE)
            return not prose or ended or (above is not None and is_short(above.text))
        if (title or numbered) and (ERRATA.search(plain) or (paragraph.gap and INTRODUCES.match(after.text))):
            return True
        prose = Mark.SENTENCE in self.marks and ends_sentence(after.text)
        return (prose and (title or numbered)) or (paragraph.gap and after.gap and title and ended)

    @staticmethod
    def _waits(above: Paragraph | None) -> bool:
        """Return whether a paragraph is a question without an answer, or a label without text."""
        if above is None:
            return False
        if above.cue is Cue.QUESTION:
            return above.mark == Mark.LABELS or above.asks
        return above.cue in (Cue.ANSWER, Cue.ENTRY) and 0 < above.label >= len(above.text.rstrip())

    def _front(self) -> int:
        """Return the number of paragraphs before the first heading or entry."""
        many = len(self.paragraphs)
        if self.marks.begins:
            begins = pattern_of(self.marks.begins)
            return next((n for n, each in enumerate(self.paragraphs) if begins.match(each.text)), 0)
        if Mark.SENTENCE in self.marks:
            return next((n for n in range(many) if not self._is_front_of_rules(n)), many)
        plain = [each for each in (Mark.PARAGRAPH, Mark.LINE, Mark.BULLET) if each in self.marks]
        listed = (*plain, Mark.PLACE)
        real = any(each.mark and each.mark not in (*plain, Mark.PLACE) for each in self.paragraphs)
        titled = next((n for n in range(many) if ERRATA.search(self.paragraphs[n].text)), 0)

        def enters(index: int) -> bool:
            each = self.paragraphs[index]
            early = (index < titled or each.item) and not ends_sentence(each.text)
            front = _FRONT.match(each.text) or DATED.search(each.text[:60])
            intro = (each.mark in plain and (real or front)) or (early and len(each.text) < 60 and each.mark in listed)
            return each.cue in (Cue.ENTRY, Cue.QUESTION, Cue.ANSWER) and not intro

        first = next(filter(enters, range(many)), many)
        heads = [n for n in range(first) if self.paragraphs[n].cue is Cue.HEADING]
        if first == 0 or (first == many and not heads):
            return 0
        return next((n for n in heads if self._is_chapter(n, first)), first if first < many else heads[0])

    def _is_front_of_rules(self, index: int) -> bool:
        """Return whether a paragraph of a page of rules is a title above the first heading or a date."""
        after = self.after(index)
        return index == 0 and after is not None and bool(after.first.level > 1 or DATED.search(after.text))

    def _is_chapter(self, index: int, first: int) -> bool:
        """Return whether a heading before the first entry is a chapter's, not the document's title."""
        paragraph, below = self.paragraphs[index], self.paragraphs[index + 1 : first]
        text = paragraph.text
        dated = DATED.search(text) and not (index + 1 == first and is_numbered_title(text))
        if dated or (FAQ.search(text) and index < 3) or re.fullmatch(r"(?:by|from|for)\b.*", text, re.I):
            return False
        if any(DATED.search(each.text) and is_short(each.text) for each in below):
            return False
        headed = self.paragraphs[index + 1].cue is Cue.HEADING
        if ERRATA.search(text) and (index or (ERRATA.match(text) and len(text.split()) < 4 and not headed)):
            return True
        if index == 0:
            others = any(each.cue is Cue.HEADING for each in self.paragraphs[1:])
            return others and index + 1 == first and paragraph.first.level != 1 and len(text.split()) < 5
        heads = [each.cue is Cue.HEADING for each in below]
        return index + 1 == first or paragraph.first.level > 1 or any(heads)


def _wrong(text: str) -> bool:
    """Return whether a text states that a printed item is wrong."""
    return m.INSTRUCTS.search(text) is not None and re.match(r"(?:The|On|In) ", text) is not None


def _is_one_question(text: str) -> bool:
    """Return whether a line is a question and nothing else."""
    return bool(re.match(r"[A-Z\"“(]", text)) and len(sentences(text)) == 1 and bool(ASKS.search(text))


def _apart(paragraph: Paragraph) -> list[Paragraph]:
    """Return a paragraph that holds several questions with answers, as one for each."""
    pieces = cut_sentences(paragraph.lines, SENTENCE)
    asks = [bool(ASKS.search(each[-1].text)) for each in pieces]
    starts = [at for at, ask in enumerate(asks) if ask and (at == 0 or not asks[at - 1])]
    behind = [line.text.strip() for each in pieces[starts[-1] + 1 :][:1] for line in each] if starts else []
    if len(starts) < 3 and not (len(starts) == 2 and starts[0] == 0 and ANSWERS.match(" ".join(behind))):
        return [paragraph]
    parts = zip([0, *starts[1:]], [*starts[1:], len(pieces)], strict=True)
    return [Paragraph([piece for each in pieces[start:end] for piece in each]) for start, end in parts]


def divide(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Return the question and the answer of some lines: the answer begins after the first sentences that ask."""
    parts = cut_sentences(lines, SENTENCE)
    texts = ["".join(piece.text for piece in each) for each in parts]
    asks = [bool(ASKS.search(each)) for each in texts]
    if not any(asks):
        return list(lines), []
    end = next((i for i in range(asks.index(True), len(asks)) if not asks[i]), len(asks))
    if end + 1 == len(asks) and re.fullmatch(r"\(.*\)", texts[end].strip()):
        end += 1  # a remark in brackets belongs to the question
    question, answer = ([piece for sentence in own for piece in sentence] for own in (parts[:end], parts[end:]))
    return question, answer


def part(lines: Sequence[Line], start: int, end: int | None = None) -> list[Line]:
    """Return the part of some lines from ``start`` to ``end``, counted in the lines joined by spaces."""
    out, at = [], 0
    for line in lines:
        first = max(0, start - at)
        last = len(line.text) if end is None else min(len(line.text), end - at)
        if first < last:
            out.append(cut(line, first, last))
        at += len(line.text) + 1
    return out


def plain_item(lines: Sequence[Line]) -> list[Line]:
    """Return some lines of which the first opens no list item."""
    return [replace(line, item="") if n == 0 else line for n, line in enumerate(lines)]
