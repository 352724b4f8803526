"""Reads a document in one form: paragraphs, what each opens, and the entries that come of them.

Nothing stops the reading. What may mean something else is a doubt, with its line; a question without an answer is set
aside as noise of that name, and a doubt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from kb.base.model import Line, Noise, RulingKind, SourceText, SpanKind
from kb.corpus import cues
from kb.corpus.cues import Cue, ends_sentence, heading_of
from kb.corpus.forms import table
from kb.corpus.forms.marks import (
    ANSWERS,
    ASKS,
    behind_question,
    has_label,
    has_question,
    is_question,
    number_of,
    opened_emphasis,
    page_place,
    part,
    title_before,
)
from kb.corpus.forms.outline import Outline, Paragraph, divide, without_label
from kb.corpus.forms.prepared import Prepared
from kb.corpus.forms.table import Form
from kb.corpus.forms.thread import ThreadReader
from kb.corpus.passages import Draft, Ledger, PageLayout, Passages, Reading, cut

_POINTS_BACK = re.compile(
    r"(?:\w+ ){0,3}(?:it|they|he|she|them|this|that|those|these|so|also|then)\b|(?:and|but|or|if so|what about|how about)\b",
    re.I,
)
_MARK_LEFT = re.compile(
    r"(?:^|[.?!:”\")]\s+)[*_\[(]*(?:(?:Q|A|Question|Answer|Ans)\s?\d{0,3}\s?[:.)\]](?![A-Z]\.)[*_]*(?=\s|$)|[QA]\d{1,3}\s)"
)
_YES_OR_NO = re.compile(r"[\"“(*_]*(?:yes|no|correct)\b[*_]*(?:[.,;:!)]|\s[–—-]|$)", re.I)
#: how entries begin in other forms
_ENTRY_MARK = re.compile(
    r"[*_(\[#]*(?:(?:rule|section|sec\.|§) ?\d|\d{1,2}(?:\.\d{1,2})+[)\]:.]?\s|\d{1,3}[.)\]]\s|(?:pages?|pgs?\.?|pp?\.?) ?\d)",
    re.I,
)
#: what an erratum begins with that changes no page: *Back cover - Battle Box: ...*
_PLACED = re.compile(r"[A-Z\"“][^.:?!]{2,60}:\s")
_FAQ = re.compile(r"\bfaqs?\b|frequently|questions? (?:and|&) answers?|\bq ?& ?a\b|\bversion\b|^v\d", re.I)
#: the title behind a rule's number
_TITLED = re.compile(r"\s*[-–—]?\s*(?P<title>[A-Z][^.:?!]{2,60}?)(?:[*_]*:[*_]*\s+|\s+[-–—]\s+|[*_]{2}[.:]?\s+|\s*$)")
#: ``Weather. Aircraft come ...``: a title where all rules have such
_BRIEF_TITLE = re.compile(r"\s*(?P<title>[A-Z][^.:?!]{2,40})\.\s+(?=[A-Z\"“])")
_LONG_TITLE, _LONG_QUESTION, _LONG_FRONT, _LONG_CLOSING = 60, 900, 1500, 160
#: of fewer entries nothing can be said of how long the others are
_FEW = 4


def read_form(text: SourceText, form: Form, prepared: Prepared) -> tuple[Passages, Counter[str]]:
    """Read a document in a form; also how many entries each opener opened, by its name."""
    ledger = Ledger(text)
    for span in prepared.noise:
        ledger.claim(range(span.start, span.end), span.taken_for, span.name)
    reader = Reader(text, form, prepared, ledger) if form is not table.THREAD else ThreadReader(text, prepared, ledger)
    reader.read()
    ledger.extend(prepared.entities)
    spans, unclaimed = ledger.close()
    doubts = tuple(sorted(reader.doubts, key=lambda each: each.line))
    used = Counter(reader.used())
    return Passages(text, reader.passages(), spans, tuple(unclaimed), doubts, prepared.repairs), used


@dataclass(frozen=True)
class _Layout(PageLayout):
    """The layout of a page; a line is as long as it was before its label was cut off."""

    lengths: Mapping[int, int]
    raw: str

    def breaks(self, before: Line, after: Line) -> bool:
        """Whether a new paragraph begins between two lines; none does between two pieces of one line."""
        one = before.number == after.number and before.offsets[-1:] and after.offsets[:1]
        between = self.raw[before.offsets[-1] + 1 : after.offsets[0]] if one else "-"
        return bool(between.strip(" \t\xa0") or before.offsets[-1] > after.offsets[0]) and super().breaks(before, after)

    def length(self, line: Line) -> int:
        """How long the whole line is."""
        return self.lengths.get(line.number, len(line.text))


class Reader(Reading):
    """Reads one document in one form."""

    def __init__(self, text: SourceText, form: Form, prepared: Prepared, ledger: Ledger) -> None:
        super().__init__(text, prepared.lines, ledger)
        self.form, self.prepared = form, prepared
        lengths = Counter[int]()
        for line in prepared.lines:
            lengths[line.number] += len(line.text)
        self.page = _Layout(self.page.width, lengths, text.text)
        self.outline = Outline(form, prepared.lines, prepared.seen, self.page)
        self.paragraphs = self.outline.paragraphs
        rules = [each.text for each in self.paragraphs if each.opener is table.RULE_NUMBER]
        brief = [_BRIEF_TITLE.match(table.RULE_NUMBER.pattern.sub("", text, 1)) for text in rules]
        #: whether rules have a title that ends with a full stop
        self.titled = len(rules) >= _FEW and all(each and len(each["title"].split()) < 6 for each in brief)
        self.numbers: dict[str, int] = {}
        self.chapter = ""
        #: the paragraph that is being read
        self.at = 0
        #: paragraphs of the answer that is being read, for what is doubtful of it
        self.answered: list[Paragraph] = []
        #: the kind of each entry, and the paragraphs of its answer
        self.entries: list[tuple[RulingKind, list[Paragraph]]] = []

    def used(self) -> Iterator[str]:
        """The names of the openers that opened something."""
        return (each.opener.name for each in self.paragraphs if each.opener is not None)

    # -- paragraphs ----------------------------------------------------------------------------

    def read(self) -> None:
        """Walk the paragraphs."""
        front = self.outline.front
        for index, paragraph in enumerate(self.paragraphs):
            self.at = index
            if paragraph.doubt:
                self._doubt(paragraph.first, paragraph.doubt, paragraph.text)
            if index < front:
                self._preamble(index, paragraph)
            elif paragraph.cue is Cue.HEADING:
                self._heading(index, paragraph)
            elif paragraph.cue is Cue.QUESTION:
                self._question(paragraph)
            elif paragraph.cue is Cue.ANSWER:
                self._answer(paragraph)
            elif paragraph.cue is Cue.ERRATUM:
                self._erratum(paragraph)
            elif paragraph.opener is not None:
                self._numbered(paragraph)
            else:
                self._text(paragraph)
        self._close()
        self._end()
        self._compare_answers()
        self._set_aside()
        self._claim_all()

    def _preamble(self, index: int, paragraph: Paragraph) -> None:
        for number, line in enumerate(paragraph.lines):
            dated = cues.DATED.search(line.text) and len(line.text) < cues.LONGEST_HEADING
            name = "date" if dated else "title" if index == number == 0 else "introduction"
            self._claim([line], SpanKind.PREAMBLE, name)
        if has_question(paragraph.text) and not (_FAQ.search(paragraph.text) and len(paragraph.text) < _LONG_TITLE):
            self._doubt(paragraph.first, "taken for an introduction, but it asks something", paragraph.text)
        elif len(paragraph.text) > _LONG_FRONT or _ENTRY_MARK.match(paragraph.text):
            self._doubt(paragraph.first, "taken for an introduction", paragraph.text)
        elif index and paragraph.item:
            self._doubt(paragraph.first, "taken for a part of the introduction", paragraph.text)

    def _claim(self, lines: Sequence[Line], kind: SpanKind, name: str = "") -> None:
        for line in lines:
            self.ledger.claim(line.offsets, kind, name)

    def _heading(self, index: int, paragraph: Paragraph) -> None:
        self._end()
        self._claim(paragraph.lines, SpanKind.HEADING)
        self.heading = heading_of(replace(paragraph.first, text=paragraph.text)).rstrip(":").strip("*_ ")
        self.topic = self._topic(self.heading)
        below = self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None
        if cues.ERRATA.search(self.heading) or table.PAGE.pattern.match(self.heading):
            self.chapter = "errata"
        elif cues.OPTIONAL.search(self.heading):
            self.chapter = "optional"
        elif below is not None and below.cue is Cue.QUESTION:
            self.chapter = ""

    # -- entries -------------------------------------------------------------------------------

    def _start(self, kind: RulingKind, paragraph: Paragraph) -> Draft:
        self._end()
        self.current = draft = Draft(kind, self.topic, self.heading)
        self.answered = []
        if paragraph.opener in (table.QUESTION, table.NUMBER) and paragraph.number.isdigit():
            last = self.numbers.get("Q", 0)
            number = int(paragraph.number)
            if last and number not in (last + 1, 1):
                self._doubt(
                    paragraph.first,
                    f"number {number} follows {last}: what is between them may stand in the answer above",
                    paragraph.text,
                )
            self.numbers["Q"] = number
        return draft

    def _question(self, paragraph: Paragraph) -> None:
        waiting = self.current
        if (
            waiting is not None
            and waiting.kind is RulingKind.ANSWER
            and not waiting.answer
            and waiting.question
            and paragraph.opener is not None
            and (paragraph.opener.asks or paragraph.opener is table.QUOTED)
        ):
            # one question in two paragraphs, or a question whose answer is missing
            asked, answer = divide(paragraph, False)
            quoted = paragraph.opener is table.QUOTED
            if not quoted:
                self._doubt(
                    paragraph.first,
                    "a second question follows before any answer; both are taken for one",
                    paragraph.text,
                )
            waiting.question += paragraph.lines if quoted else asked
            self._take_answer(waiting, [] if quoted else answer, paragraph)
            return
        before = self.answered
        self.chapter = "" if not self.heading else self.chapter
        draft = self._start(RulingKind.ANSWER, paragraph)
        asked, answer = divide(paragraph, self.form.labelled)
        if paragraph.opener is table.CELLS:
            asked, answer = self._cells(draft, paragraph)
        elif paragraph.opener is table.QUOTED:
            asked, answer = paragraph.lines, []
        elif paragraph.label:
            draft.labels.append(cut(paragraph.first, 0, paragraph.label))
            draft.opened = opened_emphasis(paragraph.first.text[: paragraph.label])
        if paragraph.opener is table.NUMBER and not has_question(paragraph.text):
            self._number_without_question(draft, paragraph)
            return
        draft.question += [replace(line, item="") for line in asked]
        self._take_answer(draft, answer, paragraph)
        text = " ".join(line.text for line in draft.question)
        if (
            not self.form.labelled
            and len(before) > 1
            and not (before[-1].item or before[-1].first.table)
            and (
                (before[-1].gap and _POINTS_BACK.match(cues.without_marks(text))) or not ends_sentence(before[-1].text)
            )
        ):
            self._doubt(
                before[-1].first, "may belong to the question below it, not to the answer above", before[-1].text
            )
        if _MARK_LEFT.search(text) or (self.form.labelled and has_label(text)):
            self._doubt(paragraph.first, "a mark such as Q: or A: is left in the question", text)
        opener = paragraph.opener
        if opener is not None and opener.asks and not is_question(paragraph.text, False):
            self._doubt(paragraph.first, "taken for a question that begins with a statement", text)
        if re.match(r"[a-z]", text.lstrip("*_ ")) and not self.form.labelled:
            self._doubt(paragraph.first, "the question begins with a small letter; its beginning may stand above", text)

    def _number_without_question(self, draft: Draft, paragraph: Paragraph) -> None:
        """A numbered paragraph that does not ask: a question whose mark is missing, where an answer can follow, or a
        statement."""
        draft.kind = RulingKind.ERRATUM if self.chapter == "errata" else RulingKind.STATEMENT
        draft.answer += [replace(line, item="") for line in without_label(paragraph)]
        self.answered = [paragraph]
        ask = [has_question(each.text) for each in self.paragraphs if each.opener is table.NUMBER]
        if sum(ask) * 2 >= len(ask):
            self._doubt(paragraph.first, "a number without a question, taken for a statement", paragraph.text)

    def _cells(self, draft: Draft, paragraph: Paragraph) -> tuple[list[Line], list[Line]]:
        line = paragraph.first
        found = table.CELLS.pattern.fullmatch(line.text)
        assert found is not None
        (a, b), (c, d) = found.span("asked"), found.span("answered")
        line = replace(line, table=False)
        draft.labels += [cut(line, 0, a), cut(line, b, c), cut(line, d)]
        return [cut(line, a, b)], [cut(line, c, d)]

    def _take_answer(self, draft: Draft, answer: Sequence[Line], paragraph: Paragraph) -> None:
        if answer:
            draft.answer += answer
            own = Paragraph(list(answer), paragraph.seen, paragraph.gap, paragraph.cue)
            self.answered.append(own)
            self._look_at_answer(own)

    def _answer(self, paragraph: Paragraph) -> None:
        draft = self.current
        lines = without_label(paragraph)
        if draft is None or draft.kind is not RulingKind.ANSWER:
            self._doubt(paragraph.first, "an answer without a question, taken for a statement", paragraph.text)
            draft = self._start(RulingKind.STATEMENT, paragraph)
        elif draft.answer:
            self._doubt(
                paragraph.first, "a second answer; it may be that of a question which is not marked", paragraph.text
            )
        draft.labels.append(cut(paragraph.first, 0, paragraph.label))
        if number_of(paragraph.first.text[: paragraph.label]) not in (
            "",
            number_of(draft.labels[0].text),
        ) and number_of(draft.labels[0].text):
            self._doubt(paragraph.first, "the answer has another number than its question", paragraph.text)
        self._take_answer(draft, lines, paragraph)

    def _erratum(self, paragraph: Paragraph) -> None:
        inside = self.current is not None and self.current.kind is RulingKind.ANSWER
        if inside and self.current is not None and self.current.answer:
            self._doubt(paragraph.first, "taken for an erratum; it may belong to the answer above", paragraph.text)
        elif inside:
            self._doubt(
                paragraph.first, "taken for an erratum; it may be the answer to the question above", paragraph.text
            )
        draft = self._start(RulingKind.ERRATUM, paragraph)
        text = " ".join(line.text for line in paragraph.lines)
        where, end = page_place(text) if paragraph.opener is table.PAGE else (0, 0)
        named = self.chapter == "errata" and not where and paragraph.opener is not table.CHANGE
        own = cues.location(text + " ", True) if named else None
        if own and not re.search(r"[a-z)]\.\s+[A-Z]", own["where"]):
            where, end = own.end("where"), min(own.end(), len(text))
        elif not where and self.chapter == "errata" and (page := table.PAGE.pattern.match(text)):
            where = end = page.end()
        if not self.heading:
            self.chapter = "errata"
        self._named(draft, paragraph, where, end)

    def _named(self, draft: Draft, paragraph: Paragraph, where: int, end: int) -> None:
        """Take a paragraph for an entry whose place or title ends at ``where``, its mark at ``end``."""
        lines = [replace(paragraph.first, item=""), *paragraph.lines[1:]]
        draft.question += part(lines, 0, where)
        draft.labels += part(lines, where, end)
        self._take_answer(draft, part(lines, end), paragraph)

    def _numbered(self, paragraph: Paragraph) -> None:
        """An entry that opens with the number of a rule: a question, or a clarification."""
        if is_question(paragraph.text, True):
            self._question(paragraph)
            return
        draft = self._start(RulingKind.ERRATUM if self.chapter == "errata" else RulingKind.STATEMENT, paragraph)
        text = " ".join(line.text for line in paragraph.lines)
        found = table.RULE_NUMBER.pattern.match(text)
        assert found is not None
        titled = _TITLED.match(text, found.end()) or (self.titled and _BRIEF_TITLE.match(text, found.end()))
        where, end = (titled.end("title"), titled.end()) if titled else (found.end(), found.end())
        self._named(draft, paragraph, where, end)

    # -- text ----------------------------------------------------------------------------------

    def _text(self, paragraph: Paragraph) -> None:
        draft = self.current
        rows = takewhile(lambda each: each.first.table, self.paragraphs[self.at :])
        if any(row.opener in (table.CORRECTED, table.CELLS) for row in rows):  # the head of a table of errata
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
        elif draft is None:
            self._stray(paragraph)
        elif draft.kind is RulingKind.ANSWER and not draft.answer:
            self._first_text(draft, paragraph)
        elif (
            self.chapter == "errata"
            and draft.kind is RulingKind.ERRATUM
            and (paragraph.item or self._located(paragraph))
            and not self._goes_on(paragraph)
        ):
            self._stray(paragraph)
        elif draft.kind in (RulingKind.STATEMENT, RulingKind.ERRATUM) and not self.answered and draft.answer == []:
            self._take_answer(draft, paragraph.lines, paragraph)
        elif (
            draft.kind is RulingKind.STATEMENT
            and not draft.labels
            and not draft.question
            and (paragraph.gap or paragraph.item)
            and not self._goes_on(paragraph)
        ):
            self._stray(paragraph)
        else:
            draft.answer += paragraph.lines
            self.answered.append(paragraph)
            self._look_at_answer(paragraph)

    def _located(self, paragraph: Paragraph) -> bool:
        named = cues.location(paragraph.text + " ", paragraph.gap) or table.PAGE.pattern.match(paragraph.text)
        return named is not None

    def _goes_on(self, paragraph: Paragraph) -> bool:
        """Whether a paragraph goes on with the statement above it: a list that it announced."""
        above = self.answered[-1] if self.answered else None
        return above is not None and (
            above.text.rstrip().endswith(":") or (bool(paragraph.item) and bool(above.item) and len(self.answered) > 1)
        )

    def _first_text(self, draft: Draft, paragraph: Paragraph) -> None:
        """The paragraph below a question: more of it, where a label opens the answer; else the answer."""
        bare = not any(line.text.strip() for line in draft.question)
        if not self.form.labelled:
            self._take_answer(draft, paragraph.lines, paragraph)
            return
        later = self.paragraphs[self.at + 1 :]
        opens = next((each for each in later if each.opener is not None or each.cue is Cue.HEADING), None)
        awaited = opens is not None and opens.cue is Cue.ANSWER
        asked = " ".join(line.text for line in draft.question)
        if bare and not awaited and has_question(paragraph.text):
            question, answer = divide(paragraph, False)
            draft.question += question
            self._take_answer(draft, answer, paragraph)
        elif bare or awaited:
            draft.question += paragraph.lines
        else:
            if any(each.cue is Cue.ANSWER for each in self.paragraphs) or not ASKS.search(asked):
                self._doubt(paragraph.first, "taken for the answer, which is not marked", paragraph.text)
            self._take_answer(draft, paragraph.lines, paragraph)

    def _stray(self, paragraph: Paragraph) -> None:
        """A paragraph that stands in no entry: an erratum or statement of its own, or what introduces a chapter."""
        text = paragraph.text
        if self.chapter == "errata" and (paragraph.item or self._located(paragraph)):
            self._erratum(paragraph)
            return
        if (cues.CHAPTER_INTRODUCTION.match(text) or text.rstrip().endswith(":")) and not paragraph.item:
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
            return
        draft = self._start(
            RulingKind.ERRATUM
            if self.chapter == "errata"
            else RulingKind.OPTIONAL_RULE
            if self.chapter == "optional"
            else RulingKind.STATEMENT,
            paragraph,
        )
        paragraph.lines[0] = replace(paragraph.first, item="")
        draft.answer += paragraph.lines
        self.answered = [paragraph]
        if not (paragraph.item and self.heading) and self.chapter != "optional":
            self._doubt(paragraph.first, "fits nowhere: no question, no answer; taken for a statement", text)

    def _look_at_answer(self, paragraph: Paragraph) -> None:
        """Doubts about a paragraph of an answer."""
        text = paragraph.text
        if has_question(text):
            self._doubt(paragraph.first, "the answer asks something; it may hold another question", text)
        elif _MARK_LEFT.search(text):
            self._doubt(paragraph.first, "a mark such as Q: or A: is left in the answer", text)
        elif len(self.answered) > 1 and paragraph.cue is not Cue.ANSWER and _YES_OR_NO.match(text):
            self._doubt(paragraph.first, "begins like an answer of its own; its question may be missing", text)
        elif title_before(text):
            self._doubt(paragraph.first, "ends with what may be a heading", text)
        elif (
            len(text) < 60
            and not ends_sentence(text)
            and cues.looks_like_title(text)
            and len(self.answered) > 1
            and paragraph.gap
            and not paragraph.item
        ):
            self._doubt(paragraph.first, "taken for a part of the answer; it may be a heading", text)
        elif paragraph.gap and (self._begins_erratum(text) or (_ENTRY_MARK.match(text) and not paragraph.item)):
            self._doubt(paragraph.first, "taken for a part of the answer; it begins like an entry", text)
        elif re.match(r"[a-z]", text) and not _ends_open(self.answered) and len(self.answered) > 1:
            self._doubt(paragraph.first, "begins with a small letter; what stands before it may be missing", text)
        elif (
            paragraph.item
            and len(self.answered) > 1
            and self.outline.counted(paragraph) > 1
            and not any(each.item for each in self.answered[:-1])
        ):
            self._doubt(paragraph.first, "a number in the answer; it may open an entry", text)

    def _begins_erratum(self, text: str) -> bool:
        """Whether a later paragraph of an erratum says what it changes, as another erratum would."""
        erratum = self.current is not None and self.current.kind is RulingKind.ERRATUM and len(self.answered) > 1
        return erratum and bool(_ENTRY_MARK.match(text) or _PLACED.match(text))

    # -- the end -------------------------------------------------------------------------------

    def _close(self) -> None:
        """Set aside last paragraphs that stand apart from the last entry; doubt them where others have such, too."""
        draft = self.current
        if draft is None:
            return
        strays = draft.kind is RulingKind.STATEMENT and not draft.labels and not draft.question
        many = sum(any(own.gap and not own.item for own in each[1:]) for _, each in self.entries)
        apart = list(takewhile(_is_closing, reversed(self.answered if strays else self.answered[1:])))
        if not apart:
            return
        if many or len(self.entries) + 1 < _FEW:
            self._doubt(apart[-1].first, "the text ends with it; it may be a closing line", apart[-1].text)
            return
        for paragraph in reversed(apart):
            self._claim(paragraph.lines, SpanKind.NOISE, Noise.CLOSING)
            self._doubt(
                paragraph.first,
                "taken for a closing line and set aside; it may belong to the entry above",
                paragraph.text,
            )
        taken = {id(line) for paragraph in apart for line in paragraph.lines}
        draft.answer = [line for line in draft.answer if id(line) not in taken]
        if len(apart) == len(self.answered):
            self.current = None

    def _end(self) -> None:
        draft, self.current = self.current, None
        if draft is None:
            return
        self._plain_question(draft)
        if self.answered:
            self.entries.append((draft.kind, self.answered))
        deep = min((line.depth for line in draft.answer if line.item), default=0)
        draft.answer = (
            [replace(line, depth=max(0, line.depth - deep)) for line in draft.answer] if deep else draft.answer
        )
        if draft.kind is RulingKind.OPTIONAL_RULE:
            sentences = self.page.sentences(draft.answer)
            self.drafts += [replace(draft, answer=sentence) for sentence in sentences]
            return
        self.drafts.append(draft)
        if draft.kind is RulingKind.ANSWER and self._tells_changes(draft):
            self._children(draft)
        if draft.kind is RulingKind.ANSWER and draft.answer and self.form.labelled:
            text = " ".join(line.text for line in draft.question)
            first = (draft.question or draft.labels)[0]
            if not has_question(text):
                self._doubt(first, "the question has no question mark; its end may be elsewhere", text)
            elif len(text) > _LONG_QUESTION:
                self._doubt(first, "a very long question", text)
            elif ANSWERS.match(behind_question(text)):
                self._doubt(first, "the question seems to hold an answer", text)

    @staticmethod
    def _plain_question(draft: Draft) -> None:
        """Take the marks off a question that is emphasised as a whole: they say that it is one."""
        full = [index for index, line in enumerate(draft.question) if line.text.strip()]
        text = " ".join(draft.question[index].text for index in full).strip()
        mark = next((each for each in ("***", "**", "__", "*") if text.startswith(each)), "")
        if not mark or not text.endswith(mark) or text.count(mark) != 2 or len(text) < 2 * len(mark) + 1:
            return
        first = draft.question[full[0]]
        at = first.text.index(mark) + len(mark)
        draft.labels.append(cut(first, 0, at))
        draft.question[full[0]] = cut(first, at)
        last = draft.question[full[-1]]
        at = last.text.rindex(mark)
        draft.labels.append(cut(last, at))
        draft.question[full[-1]] = cut(last, 0, at)

    def _compare_answers(self) -> None:
        """Doubt answers of several lines among answers of one, where no space parts them from the next question."""
        answers = [each for kind, each in self.entries if kind is RulingKind.ANSWER]
        long = [each for each in answers if len(each) > 1]
        if self.form.labelled or len(answers) < _FEW or len(long) * 4 > len(answers):
            return
        for each in long:
            odd = next((own for own in each[1:] if not (own.gap or own.item or own.first.table)), None)
            if odd is not None:
                self._doubt(odd.first, "other answers have one paragraph; this may be another's", odd.text)

    def _set_aside(self) -> None:
        """Take questions without an answer out of the entries."""
        kept: list[Draft] = []
        place: dict[int, int] = {}
        for index, draft in enumerate(self.drafts):
            place[index] = len(kept)
            draft.parent = place[draft.parent] if draft.parent >= 0 else -1
            lines = [line for line in (*draft.labels, *draft.question) if line.text.strip()]
            if draft.answer and any(line.text.strip() for line in draft.answer):
                kept.append(draft)
            elif lines:
                self._claim([*draft.labels, *draft.question, *draft.answer], SpanKind.NOISE, Noise.UNANSWERED)
                what = "a question without an answer" if draft.kind is RulingKind.ANSWER else "nothing stands behind it"
                self._doubt(lines[0], f"{what}; set aside", " ".join(line.text for line in lines))
        self.drafts = kept


def _is_closing(paragraph: Paragraph) -> bool:
    """Whether a paragraph could close a document: short, with space before it."""
    return (
        paragraph.gap
        and not (paragraph.item or paragraph.first.table)
        and paragraph.cue is Cue.TEXT
        and len(paragraph.text) < _LONG_CLOSING
    )


def _ends_open(answered: Sequence[Paragraph]) -> bool:
    """Whether the paragraph before the last ends where a sentence goes on."""
    return len(answered) > 1 and not re.search(r"[.!?][\"”’)*_]*$", answered[-2].text.rstrip())
