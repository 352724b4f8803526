"""The paragraphs of a document, and what each opens in a form: an entry, an answer, a heading, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.base.model import Line
from kb.corpus import cues
from kb.corpus.cues import Cue, ends_sentence
from kb.corpus.forms import table
from kb.corpus.forms.marks import (
    ANSWERS,
    ASKS,
    LONGEST_HEADING,
    SENTENCE,
    has_question,
    has_statement,
    is_capitals,
    is_question,
    is_title,
    joined,
    label_at,
    number_of,
    opens_inside,
    page_place,
    sentences,
    title_before,
)
from kb.corpus.forms.own_labels import OwnLabels
from kb.corpus.forms.prepared import QUOTED, TERM, UNDERLINED
from kb.corpus.forms.table import Form, Opener
from kb.corpus.passages import PageLayout, cut, cut_sentences

_FAQ = re.compile(r"\bfaqs?\b|frequently|questions? (?:and|&) answers?|\bq ?& ?a\b|\bversion\b|^v\d", re.I)
_NUMBERED_TITLE = re.compile(
    r"(?:(?:section|chapter|part|phase|step)\s+)?(?:\d{1,2}|[IVX]{1,5}|[A-Z])[.):]?\s+[-–—]?\s*", re.I
)


#: a line that begins so opens an entry wherever the line before ends, unless it leads to it
_PLAIN_ENTRY = re.compile(rf"[*_]*(?:(?:Pages?|PAGES?|Pgs?\.) \d|(?:{table.VERBS})\b)")
#: ``ERRATA ON THE MAP: ...``
_CAPITALS_FIRST = re.compile(r"[*_]*[A-Z][A-Z0-9 ,’'-]{4,40}:\s")
_OPEN_END = re.compile(r"(?:\b(?:on|in|see|of|and|or|to|from|with|than|the|also)|[,(-])\s*$", re.I)


@dataclass
class Paragraph:
    """Lines that belong together, what they open, and by which opener; ``label`` is where its label ends.

    ``gap``: space stands before it. ``doubt``: what is not sure of it.
    """

    lines: list[Line]
    seen: str = ""
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
    """The paragraphs of a document in a form; the first ``front`` of them stand before its first heading or entry."""

    def __init__(self, form: Form, lines: Sequence[Line], seen: Sequence[str], page: PageLayout) -> None:
        self.form, self.lines, self.seen, self.page = form, lines, seen, page
        self.own = OwnLabels.of(line.text for line in lines)
        asks = [line.text for line in lines if "?" in line.text]
        #: whether questions stand each in a line of their own
        self.by_line = len(asks) > 3 and sum(map(_is_one_question, asks)) * 5 >= len(asks) * 4
        self.paragraphs = self._paragraphs()
        self._find_openers()
        self._find_headings()
        self.front = self._front()

    def _pieces(self) -> Iterator[tuple[Line, str]]:
        """The lines, cut before each label that stands within one."""
        state = ""
        for line, seen in zip(self.lines, self.seen, strict=True):
            cuts = [0]
            for at, label in self._inline(line, state):
                state = label or state
                if label == "Q" and at and (title := title_before(line.text[cuts[-1] : at])):
                    cuts.append(at - title)
                cuts += [at] * (at > 0)
            for start, end in zip(cuts, [*cuts[1:], len(line.text)], strict=True):
                yield (line if len(cuts) == 1 else cut(line, start, end)), seen

    def _inline(self, line: Line, state: str) -> Iterator[tuple[int, str]]:
        """Where labels stand in a line: at its beginning, and behind the end of a sentence."""
        text, taken, page_end = line.text, 0, page_place(line.text)[1]
        for at in (0, *(m.end() for m in re.finditer(r"(?<=\S)\s+(?=\S)", text))):
            if at < taken:
                continue
            behind = at == 0 or bool(re.search(r"[.?!:\"”’)\]*_]$", text[:at].rstrip()))
            if self.form.labelled:
                label, end = self._label(text, at, state, at == 0, behind)
                if label:
                    taken, state = end, label
                    yield at, label
                    continue
            counts = any(each.counts for each in self.form.opens)
            inside = at > page_end and behind and any(opens_inside(each, text, at) for each in self.form.opens)
            if inside and (not counts or self._counts_on(text, at)):
                yield at, ""

    def _label(self, text: str, at: int, state: str, opens: bool, behind: bool) -> tuple[str, int]:
        """``Q`` or ``A`` and where the label at a place ends, with the labels that only this document has."""
        label = label_at(text, at, state, opens, behind)
        return self.own.at(text, at, state) if opens and not label[0] else label

    def _counts_on(self, text: str, at: int) -> bool:
        """Whether the number at a place in a line is one more than the last number before it that opens a sentence."""
        own = table.NUMBER.pattern.match(text, at)
        before = list(re.finditer(r"(?:^|(?<=[.?!\"”)]\s))[(\[#]?(\d{1,3})[.)\]:]", text[:at]))
        if own is None or not before:
            return own is None or int(own["number"]) > 1
        return int(own["number"]) == int(before[-1][1]) + 1

    def _paragraphs(self) -> list[Paragraph]:
        out: list[Paragraph] = []
        before: Line | None = None
        pieces = list(self._pieces())
        for index, (line, seen) in enumerate(pieces):
            after = pieces[index + 1][0] if index + 1 < len(pieces) else None
            gap = before is None or before.block != line.block or line.number > before.number + 1
            if (
                out
                and before is not None
                and not (self._parts(out[-1], before, line, seen) or self._is_titled(before, line, after))
            ):
                out[-1].lines.append(line)
            else:
                out.append(Paragraph([line], seen, gap))
            before = line
        if not self.form.labelled:
            out = [part for each in out for part in self._apart(each)]
        return out

    def _is_titled(self, before: Line, line: Line, after: Line | None) -> bool:
        """Whether a line without space around it is a heading by its looks, and by what opens below it."""
        if is_capitals(line.text) and not is_capitals(before.text):
            return cues.is_short(line.text)
        opens = after is not None and any(
            self._matches(each, after) for each in self.form.opens if each.pattern.pattern
        )
        return opens and ends_sentence(before.text) and cues.looks_like_title(line.text)

    def _parts(self, paragraph: Paragraph, before: Line, line: Line, seen: str) -> bool:
        """Whether a new paragraph begins with a line."""
        if seen != paragraph.seen and QUOTED in (seen, paragraph.seen):
            return True
        if paragraph.seen in (UNDERLINED, TERM) or seen in (UNDERLINED, TERM):
            return seen != paragraph.seen or seen == UNDERLINED or line.block != before.block
        if line.number == before.number and line.block == before.block and line.offsets[0] > before.offsets[-1]:
            return True  # a piece of the same line, which was cut here
        if line.level or before.level:
            return line.block != before.block
        if self.page.breaks(before, line):
            return True
        if before.block != line.block and len(paragraph.lines) == 1 and cues.looks_like_title(before.text):
            return True
        place = _CAPITALS_FIRST.match(line.text) or cues.location(line.text + " ", False)
        if place and ends_sentence(before.text):
            return True
        if self.form.labelled and self._label(line.text, 0, "Q", True, True)[0]:
            return True
        short = self.page.length(before) < 0.6 * self.page.width
        alone = len(paragraph.lines) == 1 and cues.is_short(before.text) and short
        fresh = ends_sentence(before.text) or before.block != line.block or alone
        if _PLAIN_ENTRY.match(line.text) and not _OPEN_END.search(before.text):
            fresh = True
        if fresh and any(self._matches(each, line) for each in self.form.opens if each.pattern.pattern):
            return True
        if not self.form.labelled and ASKS.search(before.text):
            return True
        if self.by_line and not self.form.labelled and ends_sentence(before.text) and _is_one_question(line.text):
            return True
        return short and bool(re.match(r"[A-Z\"“(]", line.text)) and (not self.form.labelled or has_question(line.text))

    def _apart(self, paragraph: Paragraph) -> list[Paragraph]:
        """A paragraph that holds several questions with answers, as one for each."""
        if paragraph.first.table:
            return [paragraph]
        pieces = cut_sentences(paragraph.lines, SENTENCE)
        asks = [bool(ASKS.search(each[-1].text)) for each in pieces]
        starts = [i for i, ask in enumerate(asks) if ask and (i == 0 or not asks[i - 1])]
        if len(starts) < 3 and not (
            len(starts) == 2 and starts[0] == 0 and ANSWERS.match(joined(pieces, starts[-1] + 1))
        ):
            return [paragraph]
        if any(each.counts for each in self.form.opens) and paragraph.item:
            return [paragraph]
        starts[0] = 0
        parts = []
        for start, end in zip(starts, [*starts[1:], len(pieces)], strict=True):
            lines = [piece for sentence in pieces[start:end] for piece in sentence]
            parts.append(
                Paragraph(
                    lines,
                    paragraph.seen,
                    paragraph.gap,
                    doubt="several questions in one paragraph, told apart by their sentences alone",
                )
            )
        return parts

    # -- what paragraphs open ------------------------------------------------------------------

    def _matches(self, opener: Opener, line: Line) -> bool:
        """Whether the opener's mark stands at the front of a line."""
        if opener is table.NUMBER and line.item[:-1].isdigit():
            return True
        if opener in (table.CELLS, table.CORRECTED):
            return line.table and bool(opener.pattern.fullmatch(line.text))
        if opener in (table.QUESTION, table.ANSWER):
            return bool(self._label(line.text, 0, "Q", True, True)[0])
        if opener is table.PAGE:
            return page_place(line.text)[1] > 0
        return bool(opener.pattern.pattern and opener.pattern.match(line.text))

    def _find_openers(self) -> None:
        """Say which paragraphs open an entry; numbers have to count on."""
        state, last = "", 0
        ask = [has_question(each.text) for each in self.paragraphs if self.counted(each)]
        asking = sum(ask) * 2 >= len(ask)
        # whether most questions have their answer in the same paragraph: then one may begin with what leads to it
        ends = [is_question(each.text, False) and not ASKS.search(each.text) for each in self.paragraphs]
        self.inline = sum(ends) > sum(bool(ASKS.search(each.text)) for each in self.paragraphs)
        for index, paragraph in enumerate(self.paragraphs):
            text = paragraph.first.text
            if (
                paragraph.first.level
                and not has_question(paragraph.text)
                and not self._matches(table.PAGE, paragraph.first)
            ):
                continue
            if self.form.labelled and (found := self._label(text, 0, state, True, True))[0]:
                paragraph.cue = Cue.QUESTION if found[0] == "Q" else Cue.ANSWER
                paragraph.opener = table.QUESTION if found[0] == "Q" else table.ANSWER
                paragraph.label, state = found[1], found[0]
                paragraph.number = number_of(text[: found[1]])
                continue
            if state == "A" and self._is_second_answer(index):
                paragraph.cue, paragraph.opener = Cue.ANSWER, table.ANSWER
                paragraph.label = label_at(text, 0, "Q", True, True)[1]
                continue
            for opener in self.form.opens:
                if self.form.labelled and opener in (table.QUESTION, table.ANSWER):
                    continue
                if opener.counts:
                    number = self.counted(paragraph)
                    if number and self._counts(index, number, last, asking):
                        if number not in (last + 1, 1):
                            paragraph.doubt = (
                                f"number {number} follows {last}: what is between them may stand in the entry before"
                            )
                        last = number
                        self._open(paragraph, opener)
                        break
                    if number and number > last and asking and has_question(paragraph.text):
                        paragraph.doubt = f"asks, but its number {number} does not follow {last}"
                elif self._takes(opener, paragraph, index):
                    self._open(paragraph, opener)
                    break

    def _is_second_answer(self, index: int) -> bool:
        """Whether ``A.`` opens another answer, and no list of which B is the next item."""
        after = self._after(index)
        listed = after is not None and re.match(r"[*_(]*B[.):]", after.text)
        return (
            self.form.labelled
            and not listed
            and label_at(self.paragraphs[index].first.text, 0, "Q", True, True)[0] == "A"
        )

    def counted(self, paragraph: Paragraph) -> int:
        """The number that a paragraph begins with, or 0."""
        first = paragraph.first
        if first.depth or not any(each.counts for each in self.form.opens):
            return 0
        if first.item[:-1].isdigit():
            return int(first.item[:-1])
        found = table.NUMBER.pattern.match(first.text)
        return int(found["number"]) if found and not first.item else 0

    def _counts(self, index: int, number: int, last: int, asking: bool) -> bool:
        paragraph = self.paragraphs[index]
        asks = has_question(paragraph.text)
        if not asks and index + 1 < len(self.paragraphs) and not self.counted(self.paragraphs[index + 1]):
            asks = has_question(self.paragraphs[index + 1].text) and not has_statement(paragraph.text)
        above = self.paragraphs[index - 1] if index else None
        listed = above is not None and above.text.rstrip().endswith(":")
        if asking and not asks:
            return number == last + 1 and not listed and self._asked_next(index, number)
        if number == last + 1:
            return not (listed and number == 1 and last)
        restarts = number == 1 and (asks or (above is not None and is_title(above.text)))
        return (restarts and not listed) or (last < number <= last + 3 and asks)

    def _asked_next(self, index: int, number: int) -> bool:
        """Whether an entry that does not ask stands among those that do: the next number is in its place."""
        after = [self.counted(each) for each in self.paragraphs[index + 1 :]]
        rest = [each for each in after if each]
        return bool(rest) and rest[0] == number + 1 and not cues.is_short(self.paragraphs[index].text)

    def _takes(self, opener: Opener, paragraph: Paragraph, index: int) -> bool:
        """Whether an opener takes a paragraph; one that asks for a question is no mark but its sentences."""
        if opener is table.QUOTED:
            return paragraph.seen == QUOTED
        if opener.asks:
            return not paragraph.first.table and is_question(
                paragraph.text, bool(paragraph.item) or paragraph.seen == TERM or (self.inline and paragraph.gap)
            )
        if opener is table.CHANGE and not re.match(r"[*_(\d.) ]*[A-Z]{3}", paragraph.first.text):
            # ``Replace ...`` in small letters opens an entry only where the errata are
            listed = bool(paragraph.item) and self.form.needs is table.CHANGE
            if not (listed or self.form.needs in (table.CHANGE, table.PAGE)):
                return False
        return self._matches(opener, paragraph.first)

    def _open(self, paragraph: Paragraph, opener: Opener) -> None:
        paragraph.opener, paragraph.cue = opener, opener.cue
        if opener.counts and not paragraph.item:
            found = opener.pattern.match(paragraph.first.text)
            paragraph.label = found.end() if found else 0

    # -- headings and front --------------------------------------------------------------------

    def _find_headings(self) -> None:
        for index in reversed(range(len(self.paragraphs))):
            paragraph = self.paragraphs[index]
            if (paragraph.opener is None and self._is_heading(index)) or self._is_page_heading(index):
                paragraph.cue, paragraph.opener, paragraph.label = Cue.HEADING, None, 0

    def _is_page_heading(self, index: int) -> bool:
        """Whether a line names a page and nothing more, with its changes below it."""
        paragraph, after = self.paragraphs[index], self._after(index)
        alone = (
            paragraph.opener is table.PAGE
            and len(paragraph.text) < LONGEST_HEADING
            and not ends_sentence(paragraph.text.rstrip(":* "))
        )
        return (
            alone
            and page_place(paragraph.text)[1] >= len(paragraph.text)
            and after is not None
            and after.opener is table.CHANGE
        )

    def _after(self, index: int) -> Paragraph | None:
        return self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None

    def _is_heading(self, index: int) -> bool:
        paragraph, after = self.paragraphs[index], self._after(index)
        text = paragraph.text
        if paragraph.first.level:
            return True
        plain = cues.without_marks(text).rstrip(":")
        above = self.paragraphs[index - 1] if index else None
        if len(paragraph.lines) > 1 or not 0 < len(plain) <= LONGEST_HEADING or paragraph.first.table:
            return False
        if re.search(r"[.!?;,]$", plain) and not re.fullmatch(r"(?:[\dIVX]+|[A-Z])\.", plain):
            return False
        if text.rstrip().endswith(":") and not cues.looks_like_title(plain) and not paragraph.seen:
            return False
        if not re.match(r"[A-Z0-9\"“(]", plain) or paragraph.seen in (QUOTED, TERM):
            return False
        if (
            above is not None
            and above.text.rstrip().endswith(":")
            and above.cue is not Cue.HEADING
            and not cues.ERRATA.search(text)
        ):
            return False
        numbered = _NUMBERED_TITLE.match(text)
        if paragraph.item and not (
            paragraph.item[:-1].isdigit() and cues.looks_like_title(plain) and after and after.gap and after.opener
        ):
            return False
        waits = self._waits(index)
        if paragraph.seen == UNDERLINED:
            return True
        if waits:
            return False
        if re.fullmatch(r"(\*\*|__).+\1:?", text.strip()) or is_capitals(plain):
            return after is not None
        if after is None:
            return False
        opens = (after.opener is not None and after.cue is not Cue.ANSWER) or after.cue is Cue.HEADING
        titled = cues.looks_like_title(plain) or bool(numbered)
        if opens and (paragraph.gap or titled or index == 0):
            if not paragraph.gap and not titled:
                paragraph.doubt = "taken for a heading; it may be the end of the answer above"
            return True
        if titled and (cues.ERRATA.search(plain) or (paragraph.gap and cues.CHAPTER_INTRODUCTION.match(after.text))):
            return True
        if (
            paragraph.gap
            and after.gap
            and titled
            and (above is None or ends_sentence(above.text) or above.cue is Cue.HEADING)
        ):
            paragraph.doubt = (
                "taken for a heading; no question stands below it" if index and not self._early(index) else ""
            )
            return True
        return False

    def _early(self, index: int) -> bool:
        """Whether nothing opens before a paragraph."""
        return not any(each.opener for each in self.paragraphs[:index])

    def _waits(self, index: int) -> bool:
        """Whether the paragraph before is a question that nothing answers yet, or a label with nothing behind it."""
        above = self.paragraphs[index - 1] if index else None
        if above is None or above.opener is None:
            return False
        if above.cue is Cue.QUESTION:
            if above.opener.counts and not has_question(above.text):
                return False
            return not divide(above, self.form.labelled)[1]
        return above.cue in (Cue.ANSWER, Cue.ERRATUM) and above.label >= len(above.text.rstrip())

    def _front(self) -> int:
        """How many paragraphs stand before the first heading or entry."""
        first = next((i for i, each in enumerate(self.paragraphs) if each.opener is not None), len(self.paragraphs))
        heads = [i for i in range(first) if self.paragraphs[i].cue is Cue.HEADING]
        if first == 0 or (first == len(self.paragraphs) and not heads):
            return 0
        own = [i for i in heads if self._is_chapter(i, first)]
        return own[0] if own else first

    def _is_chapter(self, index: int, first: int) -> bool:
        """Whether a heading before the first entry is a chapter's, not the document's title."""
        paragraph = self.paragraphs[index]
        text = paragraph.text
        if (
            cues.DATED.search(text)
            or (_FAQ.search(text) and index < 3)
            or re.fullmatch(r"(?:by|from|for)\b.*", text, re.I)
        ):
            return False
        if cues.ERRATA.search(text) and (index or len(text) < 30):
            return True
        if index == 0:
            others = any(each.cue is Cue.HEADING for each in self.paragraphs[1:])
            return others and index + 1 == first and paragraph.first.level != 1 and len(text.split()) < 5
        later = [i for i in range(index + 1, first) if self.paragraphs[i].cue is Cue.HEADING]
        return (
            index + 1 == first
            or paragraph.first.level > 1
            or bool(later and all(i + 1 >= first or self.paragraphs[i].cue is Cue.HEADING for i in later))
            or cues.CHAPTER_INTRODUCTION.match(self.paragraphs[index + 1].text) is not None
        )


def _is_one_question(text: str) -> bool:
    """Whether a line is a question and nothing else."""
    return bool(re.match(r"[A-Z\"“(]", text)) and len(sentences(text)) == 1 and bool(ASKS.search(text))


def without_label(paragraph: Paragraph) -> list[Line]:
    """The lines of a paragraph behind its label."""
    first = cut(paragraph.first, paragraph.label) if paragraph.label else paragraph.first
    return [first, *paragraph.lines[1:]]


def divide(paragraph: Paragraph, labelled: bool) -> tuple[list[Line], list[Line]]:
    """The question and the answer of a paragraph: the answer begins behind the last of the first sentences that ask,
    or, where a later one asks, before the word that answers it."""
    lines = without_label(paragraph)
    if labelled:
        return lines, []
    parts = cut_sentences(lines, SENTENCE)
    asks = [bool(ASKS.search("".join(piece.text for piece in each))) for each in parts]
    if not any(asks):
        return lines, []
    first = asks.index(True)
    end = next((i for i in range(first, len(asks)) if not asks[i]), len(asks))
    last = max(i for i, ask in enumerate(asks) if ask)
    if last >= end and not ANSWERS.match(joined(parts, end)) and ANSWERS.match(joined(parts, last + 1)):
        end = last + 1
    flat = [[piece for sentence in own for piece in sentence] for own in (parts[:end], parts[end:])]
    return flat[0], flat[1]
