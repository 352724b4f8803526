"""Says of each paragraph of a document what it opens: a question, an answer, another entry, a heading, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from kb.base.model import Line
from kb.corpus import openers
from kb.corpus.layout import PageLayout
from kb.corpus.openers import (
    ANSWER,
    ASKED,
    ASKS,
    CHANGE,
    CHAPTER_INTRODUCTION,
    CLARIFIES,
    DATED,
    ENTRIES,
    ERRATA,
    FAQ,
    LONGEST_HEADING,
    NUMBER,
    PAGE,
    PLACE,
    QUESTION,
    REFERENCE,
    RULE_NUMBER,
    Cue,
    Opener,
    ends_sentence,
    has_question,
    is_capitals,
    is_question,
    is_short,
    label_at,
    location,
    looks_like_title,
    number_of,
    page_place,
    sentences,
    without_marks,
)
from kb.corpus.paragraphs import ALONE, Paragraph, Paragraphs, divide

_STATES = re.compile(r"[.!][\"”’)*_]*$")
#: what a first line is besides a title
_NO_TITLE = re.compile(r"(?:by|from|for)\b.*", re.I)


class Outline(Paragraphs):
    """The paragraphs of a document with their cues; the first ``front`` precede its first heading or entry."""

    def __init__(self, lines: Sequence[Line], underlined: frozenset[int], page: PageLayout, statements: bool) -> None:
        super().__init__(lines, underlined, page, statements)
        self.counting = self._find_numbers()
        self._find_openers()
        self._find_headings()
        self.front = self._front()

    # -- what paragraphs open ------------------------------------------------------------------

    def _find_numbers(self) -> bool:
        """Return whether numbers of a list open entries: most of them ask, or nothing else in the document does."""
        counted = [each for each in self.paragraphs if self.counted(each)]
        asking = sum(has_question(each.text) or self._asks_below(each) for each in counted)
        rest = any(has_question(each.text) for each in self.paragraphs if not self.counted(each))
        return not self.labelled and len(counted) > 1 and (asking * 2 >= len(counted) or not rest or asking > 2)

    def _asks_below(self, paragraph: Paragraph) -> bool:
        index = self.paragraphs.index(paragraph)
        return (
            is_short(paragraph.text)
            and index + 1 < len(self.paragraphs)
            and has_question(self.paragraphs[index + 1].text)
        )

    def _find_openers(self) -> None:
        """Say which paragraphs open an entry; numbers have to count on."""
        state, last, chapter = "", 0, ""
        counted = [has_question(each.text) for each in self.paragraphs if self.counted(each)]
        asking = sum(counted) * 2 >= len(counted) and self.counting
        ruled = [each for each in self.paragraphs if self.matches(RULE_NUMBER, each.first)]
        #: whether the paragraphs that ask have a mark of their own
        asks = [has_question(each.text) for each in self.paragraphs if each not in ruled and not self.counted(each)]
        marked = [has_question(each.text) for each in ruled] + (counted if self.counting else [])
        self.asked = not self.labelled and not self.statements and not (sum(marked) > sum(asks))
        # whether most questions have their answer in the same paragraph: then one may begin with what leads to it
        ends = [is_question(each.text, False) and not ASKS.search(each.text) for each in self.paragraphs]
        self.inline = sum(ends) > sum(bool(ASKS.search(each.text)) for each in self.paragraphs)
        for index, paragraph in enumerate(self.paragraphs):
            text = paragraph.first.text
            place = page_place(text)[1]
            if paragraph.first.level and not has_question(paragraph.text) and not place:
                named = ERRATA.search(paragraph.text) or CLARIFIES.search(paragraph.text)
                chapter = "errata" if named else ""
                continue
            named = ERRATA.search(paragraph.text) or CLARIFIES.search(paragraph.text)
            if named and is_short(paragraph.text) and not FAQ.search(paragraph.text):
                chapter = "errata"
            by_rule = not self.labelled and self.matches(RULE_NUMBER, paragraph.first)
            found = ("", 0) if by_rule else label_at(text, 0, state, True, True)
            listed = self._begins_list(index)
            if found[0] and not (listed and found[0] == "A") and (self.labelled or found[0] == "A"):
                paragraph.cue = Cue.QUESTION if found[0] == "Q" else Cue.ANSWER
                paragraph.opener = QUESTION if found[0] == "Q" else ANSWER
                paragraph.label, state, chapter = found[1], found[0], ""
                paragraph.number = number_of(text[: found[1]])
                continue
            small = re.match(r"[*_(]*a[.)]\s", text)
            if state == "A" and not (listed or by_rule or small) and label_at(text, 0, "Q", True, True)[0] == "A":
                paragraph.cue, paragraph.opener = Cue.ANSWER, ANSWER
                paragraph.label = label_at(text, 0, "Q", True, True)[1]
                continue
            if not self.statements:
                last = self._find_entry(index, paragraph, last, asking, chapter)
            if not self.labelled and ASKS.search(paragraph.text):
                state = "Q"

    def _begins_list(self, index: int) -> bool:
        """Return whether ``A.`` opens a list of which B is the next item."""
        after = self._after(index)
        return after is not None and bool(re.match(r"[*_(]*B[.):]", after.text))

    def _find_entry(self, index: int, paragraph: Paragraph, last: int, asking: bool, chapter: str) -> int:
        """Say by which opener a paragraph opens an entry; returns the number that was counted last."""
        errata = chapter == "errata"
        for opener in ENTRIES:
            if opener is NUMBER:
                number = self.counted(paragraph)
                counts = self.counting or errata
                if number and counts and self._counts(index, number, last, asking):
                    if number not in (last + 1, 1):
                        paragraph.doubt = (
                            f"number {number} follows {last}: what is between them may stand in the entry before"
                        )
                    self._open(paragraph, opener)
                    return number
                if number and number > last and asking and has_question(paragraph.text):
                    paragraph.doubt = f"asks, but its number {number} does not follow {last}"
            elif self._takes(opener, paragraph, errata) or (opener is ASKED and self._is_answered(index)):
                self._open(paragraph, opener)
                return last
        return last

    def _is_answered(self, index: int) -> bool:
        """Return whether a paragraph asks and the next one begins with the label of an answer."""
        after = self._after(index)
        if after is None or self.labelled or not ASKS.search(self.paragraphs[index].text):
            return False
        return label_at(after.first.text, 0, "Q", True, True)[0] == "A"

    def counted(self, paragraph: Paragraph) -> int:
        """Return the number that a paragraph begins with, or 0."""
        first = paragraph.first
        if first.depth:
            return 0
        if first.item[:-1].isdigit():
            return int(first.item[:-1])
        found = NUMBER.pattern.match(first.text)
        return int(found["number"]) if found and not first.item else 0

    def _counts(self, index: int, number: int, last: int, asking: bool) -> bool:
        paragraph = self.paragraphs[index]
        asks = has_question(paragraph.text)
        if not asks and index + 1 < len(self.paragraphs) and not self.counted(self.paragraphs[index + 1]):
            states = any(_STATES.search(each) for each in sentences(paragraph.text))
            asks = has_question(self.paragraphs[index + 1].text) and not states
        above = self.paragraphs[index - 1] if index else None
        listed = above is not None and above.text.rstrip().endswith(":") and not _is_title(above.text)
        if asking and not asks:
            return number == last + 1 and not listed and self._asked_next(index, number)
        if number == last + 1:
            return not (listed and number == 1 and (last or not asks))
        restarts = number == 1 and (asks or (above is not None and _is_title(above.text)))
        return (restarts and not listed) or (last < number <= last + 3 and asks)

    def _asked_next(self, index: int, number: int) -> bool:
        """Return whether an entry that does not ask is among those that do: the next number is in its place."""
        rest = [own for each in self.paragraphs[index + 1 :] if (own := self.counted(each))]
        return bool(rest) and rest[0] == number + 1 and not is_short(self.paragraphs[index].text)

    def _takes(self, opener: Opener, paragraph: Paragraph, errata: bool) -> bool:
        """Return whether an opener takes a paragraph."""
        text = paragraph.first.text
        if opener is ASKED:
            marked = bool(paragraph.item) or (self.inline and paragraph.gap)
            return self.asked and not paragraph.first.table and is_question(paragraph.text, marked)
        if opener is PLACE:
            if openers.dashed_place(text) and not self.labelled:
                return errata or sum(openers.dashed_place(each.first.text) for each in self.paragraphs) > 1
            named = location(paragraph.text + " ", paragraph.gap)
            prose = bool(paragraph.item) or not is_short(paragraph.text)
            behind = named is not None and named.end() < len(paragraph.text) and prose
            return errata and not paragraph.first.table and behind
        if opener is REFERENCE:
            return errata and self.matches(opener, paragraph.first)
        if opener is RULE_NUMBER:
            return (not self.labelled or errata) and self.matches(opener, paragraph.first) and not paragraph.first.table
        if opener is CHANGE and not re.match(r"[*_(\d.) ]*(?:\w+ '?\d+\. )?[A-Z]{3}", text):
            # ``Replace ...`` in small letters opens an entry only in a list, or where the errata are
            listed = (
                bool(paragraph.item) and not self.labelled and not any(has_question(p.text) for p in self.paragraphs)
            )
            if not (listed or (errata and not self.labelled and paragraph.gap)):
                return False
        return self.matches(opener, paragraph.first)

    @staticmethod
    def _open(paragraph: Paragraph, opener: Opener) -> None:
        paragraph.opener, paragraph.cue = opener, opener.cue
        if opener is NUMBER and not paragraph.item:
            found = opener.pattern.match(paragraph.first.text)
            paragraph.label = found.end() if found else 0

    # -- headings and front --------------------------------------------------------------------

    def _find_headings(self) -> None:
        for index in reversed(range(len(self.paragraphs))):
            paragraph = self.paragraphs[index]
            if (paragraph.opener is None and self._is_heading(index)) or self._is_page_heading(index):
                paragraph.cue, paragraph.opener, paragraph.label = Cue.HEADING, None, 0

    def _is_page_heading(self, index: int) -> bool:
        """Return whether a line names a page and nothing more, with its changes below it."""
        paragraph, after = self.paragraphs[index], self._after(index)
        alone = (
            paragraph.opener is PAGE
            and len(paragraph.text) < LONGEST_HEADING
            and not ends_sentence(paragraph.text.rstrip(":* "))
        )
        below = after is not None and after.opener is CHANGE
        return alone and below and page_place(paragraph.text)[1] >= len(paragraph.text)

    def _after(self, index: int) -> Paragraph | None:
        return self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None

    def _is_heading(self, index: int) -> bool:
        paragraph, after = self.paragraphs[index], self._after(index)
        text = paragraph.text
        if paragraph.first.level:
            return True
        plain = without_marks(text).rstrip(":")
        above = self.paragraphs[index - 1] if index else None
        if len(paragraph.lines) > 1 or not 0 < len(plain) <= LONGEST_HEADING or paragraph.first.table:
            return False
        if re.search(r"[.!?][\"”]$|[.!?;,]$", plain) and not re.fullmatch(r"(?:[IVX]+|[A-Z])\.", plain):
            return False
        if re.search(r"[a-z]{3}[.!?]\s", plain) or ALONE.fullmatch(text.strip()):
            return False
        ruled = paragraph.first.number in self.underlined
        if text.rstrip().endswith(":") and not looks_like_title(plain) and not ruled:
            return False
        if not re.match(r"[A-Z0-9\"“(]", plain):
            return False
        if (
            above is not None
            and above.text.rstrip().endswith(":")
            and above.cue is not Cue.HEADING
            and not ERRATA.search(text)
            and not (openers.is_numbered_title(plain) and after is not None and after.opener)
        ):
            return False
        if paragraph.item and not (
            paragraph.item[:-1].isdigit()
            and looks_like_title(plain)
            and after
            and (after.gap or after.opener is RULE_NUMBER)
            and after.opener
        ):
            return False
        if ruled:
            return True
        if self._waits(index):
            return False
        if re.fullmatch(r"(\*\*|__).+\1:?", text.strip()) or is_capitals(plain):
            return after is not None
        if after is None:
            return False
        opens = (after.opener is not None and after.cue is not Cue.ANSWER) or after.cue is Cue.HEADING
        numbered = openers.is_numbered_title(plain)
        titled = looks_like_title(plain) or numbered
        if opens and (paragraph.gap or titled or index == 0):
            if not paragraph.gap and not titled:
                paragraph.doubt = "taken for a heading; it may be the end of the answer above"
            return True
        if titled and (ERRATA.search(plain) or (paragraph.gap and CHAPTER_INTRODUCTION.match(after.text))):
            return True
        if titled and (paragraph.gap or self.statements or numbered) and self._heads_prose(index, after):
            return True
        if (
            paragraph.gap
            and after.gap
            and titled
            and (above is None or ends_sentence(above.text) or (index == 1 and _is_title(above.text)))
        ):
            early = not any(each.opener for each in self.paragraphs[:index])
            paragraph.doubt = "" if early or self.statements else "taken for a heading; no question stands below it"
            return True
        return False

    def _heads_prose(self, index: int, after: Paragraph) -> bool:
        """Return whether a title has prose right below it, in a document in which nothing asks."""
        prose = self.statements or not any(each.opener for each in self.paragraphs)
        return prose and (index > 0 or self.statements) and after.cue is Cue.TEXT and ends_sentence(after.text)

    def _waits(self, index: int) -> bool:
        """Return whether the paragraph before is a question that nothing answers yet, or a label with nothing behind
        it."""
        above = self.paragraphs[index - 1] if index else None
        if above is None or above.opener is None:
            return False
        if above.cue is Cue.QUESTION:
            if above.opener is NUMBER and not has_question(above.text):
                return False
            return not divide(above, self.labelled)[1]
        if above.opener is RULE_NUMBER:
            return ASKS.search(above.text) is not None or bool(
                (own := RULE_NUMBER.pattern.match(above.text)) and own.end() >= len(above.text.rstrip())
            )
        return above.cue in (Cue.ANSWER, Cue.ENTRY) and 0 < above.label >= len(above.text.rstrip())

    def _front(self) -> int:
        """Return how many paragraphs precede the first heading or entry."""
        if self.statements:
            return len(list(takewhile(self._is_front_of_rules, range(len(self.paragraphs)))))
        many = len(self.paragraphs)
        first = next((i for i in range(many) if self.paragraphs[i].opener or self.leads(i)), many)
        heads = [i for i in range(first) if self.paragraphs[i].cue is Cue.HEADING]
        if first == 0 or (first == len(self.paragraphs) and not heads):
            return 0
        if first == len(self.paragraphs):
            early = [(i, self.paragraphs[i].text) for i in range(min(first, 6))]
            dates = [i for i, text in early if DATED.search(text) and _is_title(text)]
            return dates[-1] + 1 if dates else heads[0] + (not heads[0])
        own = [i for i in heads if self._is_chapter(i, first)]
        return own[0] if own else first

    def leads(self, index: int) -> bool:
        """Return whether a paragraph is a number alone, above the labelled question to which it belongs."""
        after = self._after(index)
        alone = ALONE.fullmatch(self.paragraphs[index].text.strip())
        return bool(alone) and after is not None and after.opener is QUESTION

    def _is_front_of_rules(self, index: int) -> bool:
        """Return whether a paragraph of a page of rules is a date, or a title that stands apart from the first
        heading."""
        paragraph, after = self.paragraphs[index], self._after(index)
        if DATED.search(paragraph.text) and len(paragraph.text) < LONGEST_HEADING:
            return True
        apart = after is not None and (after.first.level > 1 or DATED.search(after.text))
        return index == 0 and bool(apart) and (paragraph.first.level == 1 or looks_like_title(paragraph.text))

    def _is_chapter(self, index: int, first: int) -> bool:
        """Return whether a heading before the first entry is a chapter's, not the document's title."""
        paragraph = self.paragraphs[index]
        text = paragraph.text
        dated = DATED.search(text) and not (index + 1 == first and openers.is_numbered_title(text))
        if dated or (FAQ.search(text) and index < 3) or _NO_TITLE.fullmatch(text):
            return False
        below = self.paragraphs[index + 1 : first]
        if any(DATED.search(each.text) and is_short(each.text) and not each.item for each in below):
            return False
        headed = self.paragraphs[index + 1].cue is Cue.HEADING
        if ERRATA.search(text) and (index or (ERRATA.match(text) and len(text.split()) < 4 and not headed)):
            return True
        if index == 0:
            others = any(each.cue is Cue.HEADING for each in self.paragraphs[1:])
            return others and index + 1 == first and paragraph.first.level != 1 and len(text.split()) < 5
        later = [i for i in range(index + 1, first) if self.paragraphs[i].cue is Cue.HEADING]
        own = list(takewhile(lambda each: each.cue is not Cue.HEADING, below))
        return (
            index + 1 == first
            or len(own) > 2
            or paragraph.first.level > 1
            or bool(later and all(i + 1 >= first or self.paragraphs[i].cue is Cue.HEADING for i in later))
            or CHAPTER_INTRODUCTION.match(self.paragraphs[index + 1].text) is not None
        )


def _is_title(text: str) -> bool:
    """Return whether a text could be a heading by its length and its end."""
    return is_short(text.rstrip(":")) and not re.search(r"[.!?](?:[\"”’)]*$|\s+[A-Z])", text.rstrip(":"))
