"""Reads a document by its line of marks: from its paragraphs to passages, with each character claimed once.

Reading never stops. A question without an answer is set aside as noise of that name, with a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from kb.base.errors import Finding
from kb.base.marks import Mark, pattern_of
from kb.base.model import Line, Noise, RulingKind, SourceText, SpanKind, Topic
from kb.corpus import marks as m
from kb.corpus.doubts import doubts_of
from kb.corpus.entries import Draft, Passages, passage_of, take_off_emphasis, without_debris
from kb.corpus.guess import guess
from kb.corpus.layout import PageLayout, cut
from kb.corpus.ledger import Ledger
from kb.corpus.lines import DOCUMENTS, read_lines
from kb.corpus.marks import Cue
from kb.corpus.outline import Outline, Paragraph, divide, part, plain_item
from kb.corpus.prose import (
    DATED,
    ERRATA,
    FAQ,
    INTRODUCES,
    LONGEST_HEADING,
    OPTIONAL,
    SMALL_WORDS,
    ends_sentence,
    is_question,
    without_marks,
)
from kb.corpus.typography import words

_BYLINE = re.compile(r"(?:by|from|compiled by|edited by) [^.?!:]{2,60}", re.I)
_EDITION = re.compile(r"\b(edition|printing|revision|version)s?\b", re.I)
_CHANGES = re.compile(
    r"\b(rules?|what|which|anything|something)\b[^?]*\b(chang|new\b|differ|updat)|\b(edition|printing)s?\b[^?]*\bdiffer",
    re.I,
)
#: the cells of a row of a table: the first, and the others
_CELLS = re.compile(r"\s*\|?\s*(?P<one>[^|]*[^|\s])\s*\|\s*(?P<rest>.*?[^|\s])[\s|]*$")
#: marks of entries that may ask a question
_MAY_ASK = (Mark.RULE, Mark.NUMBER, Mark.BULLET, Mark.LISTS, "opens")
_LONG_CLOSING = 160
#: fewer entries than this say nothing about how the others are
_FEW = 4
#: the kind of documents that are rules, in which each sentence is a statement
RULES = "rules"


@lru_cache(maxsize=DOCUMENTS)
def passages_of(text: SourceText) -> Passages:
    """Read one document. Findings are returned, not raised, so that all documents report at once."""
    return _Reader(text).read()


class _Reader:
    """Reads one document: ``drafts`` are its passages in order, ``doubts`` its unsure places."""

    def __init__(self, text: SourceText) -> None:
        self.text, self.document, self.ledger = text, text.document, Ledger(text)
        told = self.document.marks
        found = read_lines(text)
        self.lines, self.repairs = found.lines, found.repairs
        for span in found.noise:
            self.ledger.claim(range(span.start, span.end), span.taken_for, span.name)
        self.page = PageLayout.of(self.lines)
        headings = tuple(topic.heading for topic in self.document.topics)
        self.marks = told if told.line else guess(self.lines, self.page, self.document.kind == RULES).corrected(told)
        self.outline = Outline(self.lines, self.page, self.marks, headings)
        self.paragraphs = self.outline.paragraphs
        self.statements = Mark.SENTENCE in self.marks
        self.drafts: list[Draft] = []
        self.doubts: list[Finding] = []
        self.heading, self.number, self.has_title = "", 0, False
        #: the kind of entries without a question: errata after such a heading, in such a document
        self.errata = False
        self.optional = False
        self.topic = self._topic("")
        self.current: Draft | None = None
        #: the paragraph after the one that is being read
        self.below: Paragraph | None = None
        #: numbers that are alone in a paragraph before their entry
        self.waiting: list[Line] = []
        #: the paragraphs of the answer that is being read
        self.answered: list[Paragraph] = []
        self.answers: list[list[Paragraph]] = []
        #: the questions of a list whose answers follow in another list, by number
        self.twice: dict[int, Draft] = {}

    def _topic(self, heading: str) -> Topic:
        for topic in self.document.topics:
            if topic.heading.casefold() == heading.casefold():
                return topic
        plain = DATED.sub("", heading).lower()
        found = [w for w in re.findall(r"[a-z]{2,16}(?![a-z])", plain) if w not in SMALL_WORDS]
        return Topic(heading, found[0] if found else "rule")

    # -- paragraphs ----------------------------------------------------------------------------

    def read(self) -> Passages:
        """Walk the paragraphs, and return the passages."""
        for index, paragraph in enumerate(self.paragraphs):
            self.below = self.outline.after(index)
            if index < self.outline.front:
                self._preamble(paragraph)
            elif paragraph.cue is Cue.HEADING:
                self._heading(paragraph)
            elif self._leads(index):
                self.waiting += paragraph.lines
            elif paragraph.cue is Cue.QUESTION:
                self._question(paragraph)
            elif paragraph.cue is Cue.ANSWER:
                self._answer(paragraph)
            elif paragraph.cue is Cue.ENTRY:
                self._entry(paragraph)
            else:
                self._text(index, paragraph)
        self._close()
        self._end()
        self._set_aside()
        owned = {id(piece) for draft in self.drafts if draft.parent >= 0 for piece in draft.answer}
        for index, draft in enumerate(self.drafts):
            self._claim_draft(index, draft, owned)
        self._claim(self.waiting, SpanKind.NOISE, Noise.UNANSWERED)
        pieces = [line for paragraph in self.paragraphs for line in paragraph.lines]
        self.ledger.claim_marks([*self.lines, *pieces])
        spans, unclaimed = self.ledger.close()
        announces = "(in red)" in self.text.text
        passages = tuple(passage_of(draft, self.drafts, self.page, announces) for draft in self.drafts)
        what, hint = f"no statement of {self.document.id} begins “{{}}”", "correct 'continues' in data/documents.yaml"
        unused = [
            Finding(what.format(each), "data/documents.yaml", 0, hint)
            for each in self.marks.continues
            if not any(pattern_of(each).search(passage.answer) for passage in passages)
        ]
        found = Passages(self.text, passages, spans, (*unused, *unclaimed), (), self.repairs, self.marks)
        doubts = {str(each): each for each in (*self.doubts, *doubts_of(found))}
        return replace(found, doubts=tuple(sorted(doubts.values(), key=lambda each: each.line)))

    def _leads(self, index: int) -> bool:
        """Return whether a paragraph is a number alone, above the labelled question to which it belongs."""
        alone, after = m.ALONE.fullmatch(self.paragraphs[index].text.strip()), self.below
        return bool(alone) and after is not None and after.mark == Mark.LABELS and after.cue is Cue.QUESTION

    def _preamble(self, paragraph: Paragraph) -> None:
        for line in paragraph.lines:
            dated = DATED.search(line.text) and len(line.text) < LONGEST_HEADING
            plain = line.text.strip()
            titled = not (dated or self.has_title or _BYLINE.fullmatch(plain) or plain.endswith("."))
            self.has_title = self.has_title or titled
            self._claim([line], SpanKind.PREAMBLE, "date" if dated else "title" if titled else "introduction")
        text = paragraph.text
        if ERRATA.search(text) and len(text) < LONGEST_HEADING and not FAQ.search(text):
            self.errata = True

    def _claim(self, lines: Sequence[Line], kind: SpanKind, name: str = "") -> None:
        for line in lines:
            self.ledger.claim(line.offsets, kind, name)

    def _heading(self, paragraph: Paragraph) -> None:
        self._end()
        self._claim(paragraph.lines, SpanKind.HEADING)
        self.heading = without_marks(paragraph.text).rstrip(":").strip("*_ ")
        self.topic = self._topic(self.heading)
        self.optional = OPTIONAL.search(self.heading) is not None or (self.optional and not ERRATA.search(self.heading))
        changes = ERRATA.search(self.heading) or m.PATTERNS[Mark.PAGE].match(self.heading)
        asks = self.below is not None and self.below.cue is Cue.QUESTION
        self.errata = bool(changes) or (self.errata and not asks)

    # -- entries -------------------------------------------------------------------------------

    def _start(self, kind: RulingKind, paragraph: Paragraph) -> Draft:
        self._end()
        self.current = draft = Draft(kind, self.topic, self.heading)
        numbers, self.waiting = self.waiting, []
        for line in numbers:  # the number of a rule is a part of the question, that of the question is a label
            (draft.question if re.search(r"\d\.\d", line.text) else draft.labels).append(line)
        self.answered = []
        number = paragraph.number
        if number:
            if self.number and number not in (self.number + 1, 1):
                what = f"number {number} follows {self.number}: the text between them may belong to the answer above"
                self._doubt(paragraph, what, "name the entry with --opens")
            self.number = number
        return draft

    def _question(self, paragraph: Paragraph) -> None:
        self.optional = self.optional and bool(self.heading)
        if paragraph.mark == Mark.ROW and self._is_head_of_table(paragraph):
            self._claim(paragraph.lines, SpanKind.NOISE, Noise.MARKUP)
            return
        draft = self._start(RulingKind.ANSWER, paragraph)
        lines = plain_item(_without_label(paragraph))
        if paragraph.label:
            draft.labels.append(cut(paragraph.first, 0, paragraph.label))
            draft.opened = m.opened_emphasis(paragraph.first.text[: paragraph.label])
        if paragraph.mark == Mark.ROW and (cells := _CELLS.match(paragraph.first.text)):
            line, (start, end), (second, last) = paragraph.first, cells.span("one"), cells.span("rest")
            draft.labels += [cut(line, 0, start), cut(line, end, second), cut(line, last)]
            draft.question, answer = [cut(line, start, end)], [replace(cut(line, second, last), table=False)]
        elif paragraph.mark == Mark.LABELS and self.outline.answers_labelled:
            draft.question, answer = [*draft.question, *lines], []
        elif paragraph.mark == Mark.BOLD:
            marked = re.match(r"\*\*.+?\*\*:?|__.+?__", paragraph.text)
            split = marked.end() if marked else len(paragraph.text)
            draft.question, answer = part(lines, 0, split), part(lines, split)
        elif paragraph.mark == Mark.HEADING:
            draft.question, answer = lines, []
        else:
            asked, answer = divide(lines)
            draft.question += asked
        self._take_answer(draft, answer, paragraph)

    def _is_head_of_table(self, paragraph: Paragraph) -> bool:
        """Return whether a row of a table has the titles of its columns, or is the line below them."""
        rows = [paragraph.text, *([self.below.text] if self.below else [])]
        return any(re.fullmatch(r"[|\s:-]+", row) for row in rows)

    def _take_answer(self, draft: Draft, answer: Sequence[Line], paragraph: Paragraph) -> None:
        if answer:
            draft.answer += answer
            self.answered.append(Paragraph(list(answer), paragraph.gap, paragraph.cue))

    def _answer(self, paragraph: Paragraph) -> None:
        draft = self.current
        if draft is not None and draft.kind is not RulingKind.ANSWER and not draft.answered:
            # an entry that an answer follows is a question
            draft.kind = RulingKind.ANSWER
            draft.question, draft.answer, self.answered = [*draft.question, *draft.answer], [], []
        elif draft is None or draft.kind is not RulingKind.ANSWER:
            self._doubt(
                paragraph, "an answer without a question, taken for a statement", "name its question with --opens"
            )
            draft = self._start(RulingKind.STATEMENT, paragraph)
        elif draft.answered:
            self._doubt(paragraph, "a second answer; its question may not be marked", "name the question with --opens")
        elif draft.answer and paragraph.mark == Mark.LABELS:  # the label marks the beginning of the answer
            draft.question, draft.answer, self.answered = [*draft.question, *draft.answer], [], []
        draft.answered = True
        draft.labels.append(cut(paragraph.first, 0, paragraph.label))
        self._take_answer(draft, _without_label(paragraph), paragraph)

    def _entry(self, paragraph: Paragraph) -> None:
        """Read an entry that opens with another mark than a label: a question with its answer, or else an erratum."""
        text, mark = " ".join(line.text for line in paragraph.lines), paragraph.mark
        lines = plain_item(paragraph.lines)
        where = end = 0
        changes = self.errata
        if mark == Mark.LISTS and paragraph.number in self.twice:
            self._end()
            draft = self.twice[paragraph.number]
            draft.labels.append(cut(paragraph.first, 0, paragraph.label))
            draft.answer += plain_item(_without_label(paragraph))
            return
        asks = mark in _MAY_ASK and is_question(paragraph.text, mark == Mark.RULE)
        if asks and not re.match(r"[*_]*errat", text, re.I):
            draft = self._start(RulingKind.ANSWER, paragraph)
            draft.labels += [cut(paragraph.first, 0, paragraph.label)] * bool(paragraph.label)
            asked, answer = plain_item(_without_label(paragraph)), list[Line]()
            if mark == Mark.LISTS:
                self.twice[paragraph.number] = draft
            else:
                asked, answer = divide(asked)
            draft.question += asked
            self._take_answer(draft, answer, paragraph)
            return
        if mark == Mark.PAGE:
            where, end = m.page_place(text)
            bare = re.match(r"[*_]*p{1,2}\.? ?\d{1,3} ", text)  # ``p 14 "Ships" should cost ...``
            where, end = (bare.end() - 1, bare.end()) if bare and not end else (where, end)
            changes = True
        elif mark == Mark.RULE:
            where, end, said = m.rule_place(text)
            changes = changes or said
        elif mark == Mark.NUMBER:
            where, end = 0, paragraph.label
        elif mark == Mark.TITLE:
            where = end = len(text)
            if self.outline.asking:  # a question without a question mark
                self._start(RulingKind.ANSWER, paragraph).question += lines
                return
        elif mark == Mark.CHANGE:
            changes = True
        elif mark == Mark.PLACE and m.dashed_place(paragraph.first.text):
            where = end = len(paragraph.first.text.rstrip())
        elif (
            mark in (Mark.PLACE, Mark.BULLET, Mark.PARAGRAPH, Mark.LINE)
            and not m.REFERENCE.match(text)
            and (changes or mark == Mark.PLACE)
        ):
            if m.PATTERNS[Mark.PAGE].match(text) and m.page_place(text)[1]:
                where, end = m.page_place(text)
            elif found := m.location(text + " ", True):
                where, end = found.end("where"), min(found.end(), len(text))
        kind = RulingKind.OPTIONAL_RULE if self.optional else RulingKind.STATEMENT
        self.errata = self.errata or (changes and (not self.heading or mark == Mark.PAGE))
        kind = RulingKind.ERRATUM if changes and not self.optional else kind
        draft = self._start(kind, paragraph)
        emphasis = re.match(r"[*_]*", lines[0].text)
        start = emphasis.end() if emphasis and where else 0
        draft.labels += part(lines, 0, start)
        draft.question += part(lines, start, where)
        draft.labels += part(lines, where, end)
        self._take_answer(draft, part(lines, end), paragraph)

    # -- text ----------------------------------------------------------------------------------

    def _text(self, index: int, paragraph: Paragraph) -> None:
        """Read a paragraph without a mark."""
        draft, after = self.current, self.below
        leads = INTRODUCES.match(paragraph.text) and paragraph.text.rstrip().endswith(":")
        if draft is None:
            self._stray(paragraph)
        elif draft in self.twice.values() and not draft.answer:  # between the questions and the answers
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "introduction")
        elif draft.kind is RulingKind.ANSWER and not draft.answer:
            self._first_text(index, draft, paragraph)
        elif leads and after is not None and after.cue is Cue.HEADING:
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
        else:
            self._take_answer(draft, paragraph.lines, paragraph)

    def _first_text(self, index: int, draft: Draft, paragraph: Paragraph) -> None:
        """Read the paragraph after a question: more of it if a label opens the answer later; else the answer."""
        later = self.paragraphs[index + 1 :]
        opens = next((each for each in later if each.cue is not Cue.TEXT), None)
        if self.outline.labelled and (not draft.asked.strip() or (opens is not None and opens.cue is Cue.ANSWER)):
            draft.question += paragraph.lines
            return
        self._take_answer(draft, paragraph.lines, paragraph)

    def _stray(self, paragraph: Paragraph) -> None:
        """Read a paragraph after a heading that no mark opens: an introduction, a sentence of rules or a statement."""
        text = paragraph.text
        leads = text.rstrip().endswith(":") or _BYLINE.fullmatch(text)
        if (INTRODUCES.match(text) or leads) and not (paragraph.item or self.statements):
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
            return
        kind = (
            RulingKind.OPTIONAL_RULE if self.optional else RulingKind.ERRATUM if self.errata else RulingKind.STATEMENT
        )
        if kind is RulingKind.ERRATUM and not ERRATA.search(self.heading) and self.outline.asking:
            kind = RulingKind.STATEMENT
        draft = self._start(kind, paragraph)
        if not self._in_sentences(kind):
            paragraph.lines[0] = replace(paragraph.first, item="")
            hint = "name the paragraphs that open entries with --opens, or leave it out with --leave-out"
            self._doubt(paragraph, "no mark opens it; taken for a statement", hint)
        draft.answer += paragraph.lines
        self.answered = [paragraph]

    def _in_sentences(self, kind: RulingKind) -> bool:
        """Return whether entries of a kind are single sentences: optional rules, and statements of a page of rules."""
        return kind is RulingKind.OPTIONAL_RULE or (kind is RulingKind.STATEMENT and self.statements)

    # -- the end -------------------------------------------------------------------------------

    def _close(self) -> None:
        """Set aside a short last paragraph that is apart from the last entry, unless other entries have such."""
        draft = self.current
        if draft is None or self._in_sentences(draft.kind) or draft.kind is not RulingKind.ANSWER:
            return
        many = any(own.gap and not own.item for each in self.answers for own in each[1:])
        apart = list(takewhile(_is_closing, reversed(self.answered[1:])))
        if not apart or many or len(self.answers) + 1 < _FEW or ends_sentence(apart[-1].text):
            return
        for paragraph in reversed(apart):
            self._claim(paragraph.lines, SpanKind.NOISE, Noise.CLOSING)
            what = "taken for a closing line and left out; it may belong to the entry above"
            self._doubt(paragraph, what, "keep it with --continues")
        taken = {id(line) for paragraph in apart for line in paragraph.lines}
        draft.answer = [line for line in draft.answer if id(line) not in taken]

    def _end(self) -> None:
        draft, self.current = self.current, None
        if draft is None:
            return
        take_off_emphasis(draft)
        if self.answered:
            self.answers.append(self.answered)
        deep = min((line.depth for line in draft.answer if line.item), default=0)
        draft.answer = [replace(line, depth=max(0, line.depth - deep)) if deep else line for line in draft.answer]
        if self._in_sentences(draft.kind):
            self._sentences(draft)
            return
        self.drafts.append(draft)
        if draft.kind is not RulingKind.ANSWER:
            return
        listed = any(piece.item[:-1].isdigit() for piece in draft.answer)
        if listed and _EDITION.search(draft.asked) and _CHANGES.search(draft.asked):
            self._children(draft)

    def _sentences(self, draft: Draft) -> None:
        """Make a passage of each sentence, except for those that continue the one before, as the manifest says."""
        for sentence in self.page.sentences(draft.answer):
            text = " ".join(piece.text.strip() for piece in sentence)
            continued = next((each for each in self.marks.continues if pattern_of(each).match(text)), "")
            if continued and self.drafts and self.drafts[-1].heading == draft.heading:
                # a paragraph of its own in the passage that it continues
                before = self.drafts[-1].answer
                before += [replace(piece, block=-2 - len(before)) for piece in sentence]
            else:
                self.drafts.append(replace(draft, answer=sentence))
                draft = replace(draft, labels=[], question=[])  # only the first has what opens them

    def _children(self, parent: Draft) -> None:
        """Make passages of the numbered rule changes inside an answer, as its children."""
        at = len(self.drafts) - 1
        for group in self.page.paragraphs(parent.answer):
            if group[0].item[:-1].isdigit():
                self.drafts.append(Draft(RulingKind.RULE_CHANGE, parent.topic, parent.heading, answer=group, parent=at))
            elif self.drafts[-1].parent == at and group[0].in_list >= 0:
                self.drafts[-1].answer += group

    def _set_aside(self) -> None:
        """Remove questions without an answer from the entries."""
        kept: list[Draft] = []
        seen: set[tuple[RulingKind, str, str]] = set()
        place: dict[int, int] = {}
        for index, draft in enumerate(self.drafts):
            place[index] = len(kept)
            draft.parent = place.get(draft.parent, -1)
            lines = [line for line in (*draft.labels, *draft.question) if line.text.strip()]
            if any(line.text.strip() for line in draft.answer):
                key = (draft.kind, words(draft.asked), words(" ".join(line.text for line in draft.answer)))
                if key in seen and draft.parent < 0:
                    self._claim([*draft.labels, *draft.question, *draft.answer], SpanKind.NOISE, Noise.REPEATED)
                    what = "the same entry is there twice; the second is left out"
                    self._doubt(Paragraph([*draft.question, *draft.answer]), what, "compare them")
                    continue
                seen.add(key)
                kept.append(draft)
            elif lines:
                self._claim([*draft.labels, *draft.question, *draft.answer], SpanKind.NOISE, Noise.UNANSWERED)
                what = "a question without an answer" if draft.kind is RulingKind.ANSWER else "nothing follows it"
                self._doubt(Paragraph(lines), f"{what}; left out", "correct --marks, or leave it out with --leave-out")
        self.drafts = kept

    def _claim_draft(self, index: int, draft: Draft, owned: set[int]) -> None:
        """Claim the pieces of a draft; ``owned`` are those of entries inside an answer."""
        draft.question = without_debris(draft.question, self.ledger)
        draft.answer = without_debris(draft.answer, self.ledger)
        for name, pieces in (("question", draft.question), ("answer", draft.answer), ("label", draft.labels)):
            for piece in pieces:
                if draft.parent >= 0 or id(piece) not in owned:
                    self.ledger.claim(piece.offsets, SpanKind.RULING, name, index)

    def _doubt(self, paragraph: Paragraph, what: str, cure: str) -> None:
        """Record a doubt about a paragraph, with its first words."""
        file, number = self.text.place(paragraph.first.number)
        shown = without_marks(paragraph.text)
        self.doubts.append(Finding(f"{what}: “{shown[:60]}{'…' if len(shown) > 60 else ''}”", file, number, cure))


def _without_label(paragraph: Paragraph) -> list[Line]:
    """Return the lines of a paragraph after its label."""
    first = cut(paragraph.first, paragraph.label) if paragraph.label else paragraph.first
    return [first, *paragraph.lines[1:]]


def _is_closing(paragraph: Paragraph) -> bool:
    """Return whether a paragraph could close a document: short, with space before it."""
    plain = paragraph.gap and not (paragraph.item or paragraph.first.table)
    return plain and paragraph.cue is Cue.TEXT and len(paragraph.text) < _LONG_CLOSING
