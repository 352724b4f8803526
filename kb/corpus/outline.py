"""Cuts the lines of a document into paragraphs, and finds the entry that each opens.

A paragraph opens a question, an answer, another entry or a heading, or it opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from kb.base.model import Line
from kb.corpus import openers
from kb.corpus.layout import PageLayout, cut, cut_sentences
from kb.corpus.openers import (
    ANSWER,
    ANSWERS,
    ASKED,
    ASKS,
    ASKS_LAST,
    CHANGE,
    CHAPTER_INTRODUCTION,
    CLARIFIES,
    DATED,
    ENTRIES,
    ERRATA,
    FAQ,
    LETTERED_RULE,
    LONGEST_HEADING,
    NUMBER,
    NUMBER_INSIDE,
    PAGE,
    PLACE,
    QUESTION,
    REFERENCE,
    RULE_NUMBER,
    SENTENCE,
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
    title_before,
    without_marks,
)

_OPEN_END = re.compile(r"(?:\b(?:on|in|see|of|and|or|to|from|with|than|the|also)|[,(-])\s*$", re.I)
_POINTS_BACK = re.compile(r"(?:it|they|this|that|these|those|he|she|there)\b", re.I)
_ABBREVIATED = re.compile(r"\b(?:[A-Z]|vs|No|St|pp?|pgs?|e\.g|i\.e|Pgs?)\.$")
#: a number that is alone in a line
ALONE = re.compile(r"[(\[]?[A-Z]{0,2}\d{1,3}(?:\.\d{1,3})*[.)\]]?\s*")
#: marks that open a paragraph in the middle of a block
_PLAIN_MARKS = re.compile(
    rf"[*_]*(?:(?:Pages?|PAGES?|Pgs?\.) \d|(?:{openers.VERBS})\b|(?:Section|Rule) \d[\d.]*\s?[:(])"
)
#: first lines that are no title
_NO_TITLE = re.compile(r"(?:by|from|for)\b.*", re.I)


@dataclass(eq=False)
class Paragraph:
    """Lines that belong together, the cue that they open, and the opener; ``label`` is where its label ends.

    ``gap``: space precedes it. ``doubt``: the reason why it is unsure.
    """

    lines: list[Line]
    gap: bool = True
    cue: Cue = Cue.TEXT
    opener: Opener | None = None
    label: int = 0
    number: str = ""
    doubt: str = ""

    @property
    def text(self) -> str:
        """Its words in one line."""
        return " ".join(line.text.strip() for line in self.lines)

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def item(self) -> str:
        """The mark of the list item that it opens."""
        return self.first.item


class Outline:
    """The paragraphs of a document with their cues; the first ``front`` precede its first heading or entry.

    ``labelled``: questions open with labels. ``statements``: the document is a page of rules.
    """

    def __init__(self, lines: Sequence[Line], page: PageLayout, statements: bool) -> None:
        self.lines, self.page, self.statements = lines, page, statements
        found = [label for line in lines for _, label in self._labels(line, "")]
        self.labelled = "Q" in found and any(self._answers(lines))
        self.rules = sum(RULE_NUMBER.pattern.match(line.text) is not None for line in lines)
        asks = [line.text for line in lines if "?" in line.text]
        #: whether each question has a line of its own
        self.by_line = len(asks) > 3 and sum(map(_is_one_question, asks)) * 5 >= len(asks) * 4
        self.paragraphs = self._paragraphs()
        self.counting = self._find_numbers()
        self._find_openers()
        for index in reversed(range(len(self.paragraphs))):
            if self.paragraphs[index].opener is None and self._is_heading(index):
                self.paragraphs[index].cue = Cue.HEADING
        self.front = self._front()

    def after(self, index: int) -> Paragraph | None:
        """Return the next paragraph."""
        return self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None

    def _above(self, index: int) -> Paragraph | None:
        return self.paragraphs[index - 1] if index else None

    # -- labels --------------------------------------------------------------------------------

    def _answers(self, lines: Sequence[Line]) -> Iterator[str]:
        """Yield the labels of answers, where a question has been asked before each."""
        state = ""
        for line in lines:
            for _, label in self._labels(line, state):
                state = label
                if label == "A":
                    yield label
            state = "Q" if ASKS.search(line.text) else state

    def _labels(self, line: Line, state: str) -> Iterator[tuple[int, str]]:
        """Yield the places of labels of questions and answers in a line: at its front, and behind the end of a
        sentence."""
        text, taken = line.text, 0
        for at in (0, *(m.end() for m in re.finditer(r"(?<=\S)\s+(?=\S)", text))):
            if at < taken or not openers.MAY_LABEL.match(text, at):
                continue
            before = text[:at].rstrip()
            behind = at == 0 or bool(re.search(r"[.?!:\"”’)\]*_]$", before))
            label, end = label_at(text, at, "Q" if at and ASKS.search(before) else state, at == 0, behind)
            if label:
                taken, state = end, label
                yield at, label

    # -- lines to paragraphs -------------------------------------------------------------------

    def _paragraphs(self) -> list[Paragraph]:
        out: list[Paragraph] = []
        before: Line | None = None
        pieces = list(self._pieces())
        for line, after in zip(pieces, [*pieces[1:], None], strict=True):
            gap = before is None or before.block != line.block or line.number > before.number + 1
            if before and not (self._parts(out[-1], before, line) or self._is_titled(before, line, after)):
                out[-1].lines.append(line)
            else:
                out.append(Paragraph([line], gap))
            before = line
        return out if self.labelled or self.statements else [part for each in out for part in _apart(each)]

    def _pieces(self) -> Iterator[Line]:
        """Yield the lines, cut before each opener inside one, and before a heading in front of it."""
        state, errata = "", False
        for line in self.lines:
            labels = dict(self._labels(line, state))
            errata = not labels and (errata or bool(ERRATA.search(line.text) and is_short(line.text)))
            cuts = [0]
            for at in sorted({*labels, *self._inside(line.text, errata, bool(labels))}):
                state = labels.get(at, state)
                if at and labels.get(at) != "A" and (title := title_before(line.text[cuts[-1] : at])):
                    cuts.append(at - title)
                cuts += [at] * (at > cuts[-1])
            title = title_before(line.text[cuts[-1] :])
            if title and ERRATA.search(line.text[-title:]) and line.text[:-title].count(" ") > 2:
                cuts.append(len(line.text) - title)
            for start, end in zip(cuts, [*cuts[1:], len(line.text)], strict=True):
                yield line if len(cuts) == 1 else cut(line, start, end)

    def _inside(self, text: str, errata: bool, labelled: bool) -> Iterator[int]:
        """Yield where entries open within a line, behind the end of a sentence, by marks that no sentence has."""
        page_end = page_place(text)[1]
        kinds = re.finditer(rf"\s+(?=\d{{1,2}}\.\d{{1,3}} {openers.KINDS})", text, re.I)
        yield from (found.end() for found in kinds)
        for found in re.finditer(r"(?<=[.!?] )Errata\s+(?=[A-Z][a-z])", text):
            errata = True
            yield from (found.start(), found.end())
        if errata or ERRATA.search(text):
            for found in re.finditer(r"(?<=[.?!] )\*\*[A-Z][^*.:?!]{2,40}\*\*:?\s+(?=[A-Z])", text):
                yield from (found.start(), found.end())
        for found in re.finditer(r"(?<=[.?!\"”’)*_])\s+(?=\S)", text):
            at, before = found.end(), text[: found.start()]
            errata = errata or bool(ERRATA.search(before) and not labelled)
            if errata and re.search(r":[*_]*$", before) and re.match(r"[(\[]?1[.)\]] +[A-Z]", text[at:]):
                yield at
            if at <= page_end or not re.search(r"[.?!][\"”’)\]*_]*$", before):
                continue
            if openers.PAGE_INSIDE.match(text, at) and page_place(text[at:])[1] > 0:
                yield at
            elif _ABBREVIATED.search(before) or re.fullmatch(r"\W*\w+ '?\d+\.", before):
                continue
            elif NUMBER_INSIDE.match(text, at):
                if not labelled and self._counts_on(text, at):
                    yield at
            elif openers.CHANGE_INSIDE.match(text, at) or (errata and self._prose_opens(text, at)):
                yield at

    def _prose_opens(self, text: str, at: int) -> bool:
        """Return whether a sentence within a paragraph of errata opens another one: it names another place, or says
        that another thing is wrong."""
        behind = text[at:]
        if openers.PLACE_INSIDE.match(behind) and location(behind + " ", True):
            return True
        sentence = sentences(behind)[0] if behind.strip() else ""
        subject = openers.INSTRUCTS.search(sentence)
        own = subject is not None and not _POINTS_BACK.match(sentence)
        return own and bool(openers.INSTRUCTS.search(text[:at])) and re.match(r"(?:The|On|In) ", sentence) is not None

    @staticmethod
    def _counts_on(text: str, at: int) -> bool:
        """Return whether the number at a place in a line is one more than the last number before it that opens a
        sentence."""
        own = NUMBER.pattern.match(text, at)
        before = re.findall(r"(?:^|(?<=[.?!\"”)]\s))[(\[#]?(\d{1,3})[.)\]:]", text[:at])
        last = int(before[-1]) if before else 1
        return own is None or int(own["number"]) == last + 1 or (not before and int(own["number"]) > 1)

    def _is_titled(self, before: Line, line: Line, after: Line | None) -> bool:
        """Return whether a line without space around it is a heading by its looks, and by the opener below it."""
        if is_capitals(line.text) and not is_capitals(before.text):
            return is_short(line.text)
        opens = after is not None and self._opens(after)
        return opens and ends_sentence(before.text) and looks_like_title(line.text)

    def _opens(self, line: Line) -> bool:
        """Return whether a line begins with the mark of an entry."""
        if label_at(line.text, 0, "Q", True, True)[0] == "Q":
            return True
        return any(self.matches(each, line) for each in (PAGE, RULE_NUMBER, CHANGE))

    def _parts(self, paragraph: Paragraph, before: Line, line: Line) -> bool:
        """Return whether a new paragraph begins with a line."""
        if line.number == before.number and line.block == before.block and line.offsets[0] > before.offsets[-1]:
            return True  # a piece of the same line, which was cut here
        if line.level or before.level:
            return line.block != before.block
        if self.page.breaks(before, line):
            return True
        only, ended = len(paragraph.lines) == 1, ends_sentence(before.text)
        errata = ERRATA.search(before.text) and not line.text[:1].islower()
        if only and looks_like_title(before.text) and (before.block != line.block or errata):
            return True
        if self.labelled and ALONE.fullmatch(line.text):
            return True
        leads = CHAPTER_INTRODUCTION.match(line.text) and line.text.rstrip().endswith(":")
        heads = ERRATA.search(line.text) and looks_like_title(line.text)
        if ended and (leads or heads or location(line.text + " ", False)):
            return True
        if label_at(line.text, 0, "Q", True, True)[0]:
            return True
        short = self.page.is_short(before)
        fresh = ended or before.block != line.block or (only and is_short(before.text) and short)
        if _PLAIN_MARKS.match(line.text) and not _OPEN_END.search(before.text):
            fresh = True
        if fresh and (self._opens(line) or (not self.labelled and self.matches(NUMBER, line))):
            return True
        if self.statements and only and looks_like_title(before.text):
            return len(line.text) > 2 * len(before.text) and line.text[:1].isupper()
        capital = bool(re.match(r"[A-Z\"“(]", line.text))
        if self.labelled or self.statements:
            return short and capital and has_question(line.text)
        asked = self.by_line and ended and _is_one_question(line.text)
        return asked or ASKS_LAST.search(before.text) is not None or (short and capital)

    def matches(self, opener: Opener, line: Line) -> bool:
        """Return whether a line begins with the opener's mark."""
        if opener is NUMBER and line.item[:-1].isdigit():
            return True
        if opener is PAGE:
            return page_place(line.text)[1] > 0
        if opener is RULE_NUMBER and self.rules > 1 and LETTERED_RULE.match(line.text):
            return True
        return bool(opener.pattern.match(line.text))

    # -- openers of paragraphs ------------------------------------------------------------------

    def _find_numbers(self) -> bool:
        """Return whether numbers of a list open entries: most of them ask, or nothing else in the document does."""
        counted = [each for each in self.paragraphs if self.counted(each)]
        asking = sum(has_question(each.text) for each in counted)
        rest = any(has_question(each.text) for each in self.paragraphs if not self.counted(each))
        return not self.labelled and len(counted) > 1 and (asking * 2 >= len(counted) or not rest)

    def _find_openers(self) -> None:
        """Find the paragraphs that open an entry; numbers have to count on."""
        state, last, chapter = "", 0, ""
        counted = [has_question(each.text) for each in self.paragraphs if self.counted(each)]
        asking = sum(counted) * 2 >= len(counted) and self.counting
        ruled = [each for each in self.paragraphs if self.matches(RULE_NUMBER, each.first)]
        #: whether the paragraphs that ask have a mark of their own
        asks = [has_question(each.text) for each in self.paragraphs if each not in ruled and not self.counted(each)]
        marked = [has_question(each.text) for each in ruled] + (counted if self.counting else [])
        self.asked = not self.labelled and not self.statements and not (sum(marked) > sum(asks))
        # whether most questions have their answer in the same paragraph: then one may begin with a statement
        ends = [is_question(each.text, False) and not ASKS.search(each.text) for each in self.paragraphs]
        self.inline = sum(ends) > sum(bool(ASKS.search(each.text)) for each in self.paragraphs)
        for index, paragraph in enumerate(self.paragraphs):
            text = paragraph.first.text
            named = ERRATA.search(paragraph.text) or CLARIFIES.search(paragraph.text)
            if paragraph.first.level and not has_question(paragraph.text) and not page_place(text)[1]:
                chapter = "errata" if named else ""
                continue
            if named and is_short(paragraph.text) and not FAQ.search(paragraph.text):
                chapter = "errata"
            by_rule = not self.labelled and self.matches(RULE_NUMBER, paragraph.first)
            label, end = ("", 0) if by_rule else label_at(text, 0, state, True, True)
            after = self.after(index)
            # ``A.`` opens a list of which B is the next item
            listed = after is not None and bool(re.match(r"[*_(]*B[.):]", after.text))
            if label and not (listed and label == "A") and (self.labelled or label == "A"):
                paragraph.opener = QUESTION if label == "Q" else ANSWER
                paragraph.cue, paragraph.label = paragraph.opener.cue, end
                paragraph.number, state, chapter = number_of(text[:end]), label, ""
                continue
            small = re.match(r"[*_(]*a[.)]\s", text)
            label, end = label_at(text, 0, "Q", True, True)
            if state == label == "A" and not (listed or by_rule or small):
                paragraph.cue, paragraph.opener, paragraph.label = Cue.ANSWER, ANSWER, end
                continue
            if not self.statements:
                last = self._find_entry(index, paragraph, last, asking, chapter)
            if not self.labelled and ASKS.search(paragraph.text):
                state = "Q"

    def _find_entry(self, index: int, paragraph: Paragraph, last: int, asking: bool, chapter: str) -> int:
        """Find the opener of a paragraph; return the number that was counted last."""
        errata = chapter == "errata"
        for opener in ENTRIES:
            if opener is NUMBER:
                number = self.counted(paragraph)
                if number and (self.counting or errata) and self._counts(index, number, last, asking):
                    if number not in (last + 1, 1):
                        paragraph.doubt = (
                            f"number {number} follows {last}: the text between them may belong to the entry above"
                        )
                    paragraph.opener, paragraph.cue = opener, opener.cue
                    found = None if paragraph.item else opener.pattern.match(paragraph.first.text)
                    paragraph.label = found.end() if found else 0
                    return number
            elif self._takes(opener, paragraph, errata) or (opener is ASKED and self._is_answered(index)):
                paragraph.opener, paragraph.cue = opener, opener.cue
                return last
        return last

    def _is_answered(self, index: int) -> bool:
        """Return whether a paragraph asks and the next one begins with the label of an answer."""
        after = self.after(index)
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
        """Return whether the number of a paragraph goes on with, or begins, the numbers of entries."""
        paragraph, above = self.paragraphs[index], self._above(index)
        asks = has_question(paragraph.text)
        listed = above is not None and above.text.rstrip().endswith(":") and not _is_title(above.text)
        if asking and not asks:
            # an entry that does not ask is among those that do: the next number is in its place
            rest = [own for each in self.paragraphs[index + 1 :] if (own := self.counted(each))]
            return number == last + 1 and not listed and rest[:1] == [number + 1] and not is_short(paragraph.text)
        if number == last + 1:
            return not (listed and number == 1 and (last or not asks))
        restarts = number == 1 and (asks or (above is not None and _is_title(above.text)))
        return (restarts and not listed) or (last < number <= last + 3 and asks)

    def _takes(self, opener: Opener, paragraph: Paragraph, errata: bool) -> bool:
        """Return whether a paragraph opens an entry by an opener."""
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
            listed = bool(paragraph.item) and not any(has_question(each.text) for each in self.paragraphs)
            if self.labelled or not (listed or (errata and paragraph.gap)):
                return False
        return self.matches(opener, paragraph.first)

    # -- headings and front --------------------------------------------------------------------

    def _is_heading(self, index: int) -> bool:
        paragraph, above, after = self.paragraphs[index], self._above(index), self.after(index)
        text = paragraph.text
        if paragraph.first.level:
            return True
        plain = without_marks(text).rstrip(":")
        if len(paragraph.lines) > 1 or not 0 < len(plain) <= LONGEST_HEADING or paragraph.first.table:
            return False
        if re.search(r"[.!?][\"”]$|[.!?;,]$", plain) and not re.fullmatch(r"(?:[IVX]+|[A-Z])\.", plain):
            return False
        if re.search(r"[a-z]{3}[.!?]\s", plain) or ALONE.fullmatch(text.strip()):
            return False
        if not re.match(r"[A-Z0-9\"“(]", plain):
            return False
        title = looks_like_title(plain)
        opened = after is not None and after.opener is not None and (after.gap or after.opener is RULE_NUMBER)
        if paragraph.item and not (paragraph.item[:-1].isdigit() and title and opened):
            return False
        if after is None or self._waits(above):
            return False
        if re.fullmatch(r"(\*\*|__).+\1:?", text.strip()) or is_capitals(plain):
            return True
        numbered = openers.is_numbered_title(plain)
        titled = title or numbered
        opens = (after.opener is not None and after.cue is not Cue.ANSWER) or after.cue is Cue.HEADING
        if opens and (paragraph.gap or titled or index == 0):
            return True
        if titled and (ERRATA.search(plain) or (paragraph.gap and CHAPTER_INTRODUCTION.match(after.text))):
            return True
        # in a document in which nothing asks, a title has prose right below it
        prose = self.statements or (index > 0 and not any(each.opener for each in self.paragraphs))
        apart = titled and (paragraph.gap or self.statements or numbered)
        if prose and apart and after.cue is Cue.TEXT and ends_sentence(after.text):
            return True
        ended = above is None or ends_sentence(above.text) or (index == 1 and _is_title(above.text))
        if paragraph.gap and after.gap and titled and ended:
            early = not any(each.opener for each in self.paragraphs[:index])
            paragraph.doubt = "" if early or self.statements else "taken for a heading; no question follows"
            return True
        return False

    def _waits(self, above: Paragraph | None) -> bool:
        """Return whether a paragraph is a question that nothing answers yet, or a label with nothing behind it."""
        if above is None or above.opener is None:
            return False
        if above.cue is Cue.QUESTION:
            if above.opener is NUMBER and not has_question(above.text):
                return False
            return not divide(above, self.labelled)[1]
        return above.cue in (Cue.ANSWER, Cue.ENTRY) and 0 < above.label >= len(above.text.rstrip())

    def _front(self) -> int:
        """Return how many paragraphs precede the first heading or entry."""
        many = len(self.paragraphs)
        if self.statements:
            return len(list(takewhile(self._is_front_of_rules, range(many))))
        first = next((i for i in range(many) if self.paragraphs[i].opener or self.leads(i)), many)
        heads = [i for i in range(first) if self.paragraphs[i].cue is Cue.HEADING]
        if first == 0 or (first == many and not heads):
            return 0
        return next((i for i in heads if self._is_chapter(i, first)), first if first < many else heads[0])

    def leads(self, index: int) -> bool:
        """Return whether a paragraph is a number alone, above the labelled question to which it belongs."""
        after = self.after(index)
        alone = ALONE.fullmatch(self.paragraphs[index].text.strip())
        return bool(alone) and after is not None and after.opener is QUESTION

    def _is_front_of_rules(self, index: int) -> bool:
        """Return whether a paragraph of a page of rules is a date, or a title with space before the first
        heading."""
        paragraph, after = self.paragraphs[index], self.after(index)
        if DATED.search(paragraph.text) and len(paragraph.text) < LONGEST_HEADING:
            return True
        apart = after is not None and (after.first.level > 1 or DATED.search(after.text))
        return index == 0 and bool(apart)

    def _is_chapter(self, index: int, first: int) -> bool:
        """Return whether a heading before the first entry is a chapter's, not the document's title."""
        paragraph, below = self.paragraphs[index], self.paragraphs[index + 1 : first]
        text = paragraph.text
        dated = DATED.search(text) and not (index + 1 == first and openers.is_numbered_title(text))
        if dated or (FAQ.search(text) and index < 3) or _NO_TITLE.fullmatch(text):
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
        return index + 1 == first or paragraph.first.level > 1 or any(heads) or len(below) > 2


def _is_title(text: str) -> bool:
    """Return whether a text could be a heading by its length and its end."""
    return is_short(text.rstrip(":")) and not re.search(r"[.!?](?:[\"”’)]*$|\s+[A-Z])", text.rstrip(":"))


# -- parts of paragraphs -----------------------------------------------------------------------


def without_label(paragraph: Paragraph) -> list[Line]:
    """Return the lines of a paragraph behind its label."""
    first = cut(paragraph.first, paragraph.label) if paragraph.label else paragraph.first
    return [first, *paragraph.lines[1:]]


def _is_one_question(text: str) -> bool:
    """Return whether a line is a question and nothing else."""
    return bool(re.match(r"[A-Z\"“(]", text)) and len(sentences(text)) == 1 and bool(ASKS.search(text))


def _apart(paragraph: Paragraph) -> list[Paragraph]:
    """Return a paragraph that holds several questions with answers, as one for each."""
    if paragraph.first.table or paragraph.item:
        return [paragraph]
    pieces = cut_sentences(paragraph.lines, SENTENCE)
    asks = [bool(ASKS.search(each[-1].text)) for each in pieces]
    starts = [at for at, ask in enumerate(asks) if ask and (at == 0 or not asks[at - 1])]
    behind = [line.text.strip() for each in pieces[starts[-1] + 1 :][:1] for line in each] if starts else []
    if len(starts) < 3 and not (len(starts) == 2 and starts[0] == 0 and ANSWERS.match(" ".join(behind))):
        return [paragraph]
    doubt = "several questions in one paragraph, told apart by their sentences alone"
    parts = zip([0, *starts[1:]], [*starts[1:], len(pieces)], strict=True)
    return [
        Paragraph([piece for each in pieces[start:end] for piece in each], paragraph.gap, doubt=doubt)
        for start, end in parts
    ]


def divide(paragraph: Paragraph, labelled: bool) -> tuple[list[Line], list[Line]]:
    """Return the question and the answer of a paragraph: the answer begins behind the first sentences that ask."""
    lines = without_label(paragraph)
    if labelled:
        return lines, []
    parts = cut_sentences(lines, SENTENCE)
    texts = ["".join(piece.text for piece in each) for each in parts]
    asks = [bool(ASKS.search(each)) for each in texts]
    if not any(asks):
        return lines, []
    end = next((i for i in range(asks.index(True), len(asks)) if not asks[i]), len(asks))
    if end + 1 == len(asks) and re.fullmatch(r"\(.*\)", texts[end].strip()):
        end += 1  # a remark in brackets goes with the question
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
