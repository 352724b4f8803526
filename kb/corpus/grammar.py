"""Reads a document: from its paragraphs to passages, with each character claimed once.

Nothing stops the reading. A place that may mean something else is a doubt, with its line. A question without an answer
is set aside as noise of that name, with a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from kb.base.errors import Finding
from kb.base.model import Line, Noise, Passage, RulingKind, SourceText, Span, SpanKind, Topic
from kb.corpus import doubts, openers
from kb.corpus.entries import Draft, closed, passage_of, plain_question, tells_changes, without_debris
from kb.corpus.layout import PageLayout, cut
from kb.corpus.ledger import Ledger
from kb.corpus.lines import DOCUMENTS, Lines, read_lines
from kb.corpus.openers import (
    ASKED,
    ASKS,
    CHANGE,
    CHAPTER_INTRODUCTION,
    DATED,
    ERRATA,
    FAQ,
    LETTERED_RULE,
    NUMBER,
    OPTIONAL,
    PAGE,
    PLACE,
    QUESTION,
    REFERENCE,
    RULE_NUMBER,
    Cue,
    ends_sentence,
    has_question,
    is_question,
    location,
    number_of,
    opened_emphasis,
    page_place,
    without_marks,
)
from kb.corpus.outline import Outline
from kb.corpus.paragraphs import Paragraph, divide, part, plain_item, without_label

#: the title behind a rule's number
_TITLED = re.compile(r"\s*[-–—]?\s*(?P<title>[A-Z][^.:?!]{2,60}?)(?:[*_]*:[*_]*\s+|\s+[-–—]\s+|[*_]{2}[.:]?\s+|\s*$)")
_ASIDE = re.compile(r"(?P<where>\s?\([^()]{1,30}\))\s?:\s+|(?P<dash>\s?[-–—]\s+)")
#: ``(correction) :`` behind a rule's number
_KIND = re.compile(rf"\s*[^.:?!]{{0,40}}?{openers.KINDS} ?[:.]?\s*", re.I)
#: ``Weather. Aircraft come ...``: a title where all rules have such
_BRIEF_TITLE = re.compile(r"\s*(?P<title>[A-Z][^.:?!]{2,40})\.\s+(?=[A-Z\"“])")
_BYLINE = re.compile(r"(?:by|from|compiled by|edited by) [^.?!:]{2,60}", re.I)
_LONG_TITLE, _LONG_FRONT, _LONG_CLOSING = 60, 1500, 160
#: the kind of documents that are rules, in which each sentence is a statement
RULES = "rules"


@dataclass(frozen=True)
class Passages:
    """What one document holds: its passages, the claims on its characters, and the findings about it.

    ``doubts`` are places that may mean something else, ``repairs`` words whose hyphen at a line's end was taken out.
    ``opened`` is the number of its paragraphs that open an entry.
    """

    text: SourceText
    passages: tuple[Passage, ...]
    spans: tuple[Span, ...]
    findings: tuple[Finding, ...]
    doubts: tuple[Finding, ...] = ()
    repairs: tuple[Finding, ...] = ()
    opened: int = 0


@lru_cache(maxsize=DOCUMENTS)
def passages_of(text: SourceText) -> Passages:
    """Read one document. Findings are returned, not raised, so that all documents report at once."""
    lines = read_lines(text)
    reader = _Reader(text, lines)
    reader.read()
    spans, unclaimed = reader.ledger.close()
    doubts = tuple(sorted(reader.doubts.values(), key=lambda each: each.line))
    findings = (*reader.findings, *unclaimed)
    return Passages(text, reader.passages(), spans, findings, doubts, lines.repairs, reader.opened)


class _Reader:
    """Reads one document: ``drafts`` are its passages in order, ``findings`` are errors, ``doubts`` unsure places."""

    def __init__(self, text: SourceText, lines: Lines) -> None:
        self.text, self.lines, self.document = text, lines.lines, text.document
        self.ledger = Ledger(text)
        for span in lines.noise:
            self.ledger.claim(range(span.start, span.end), span.taken_for, span.name)
        self.page = PageLayout.of(lines.lines, text.text)
        self.outline = Outline(lines.lines, lines.underlined, self.page, self.document.kind == RULES)
        self.paragraphs = self.outline.paragraphs
        self.opened = sum(each.opener is not None for each in self.paragraphs)
        rules = [each.text for each in self.paragraphs if each.opener is RULE_NUMBER]
        brief = [_BRIEF_TITLE.match(RULE_NUMBER.pattern.sub("", text, 1)) for text in rules]
        #: whether rules have a title that ends with a full stop
        self.titled = len(rules) >= doubts.FEW and all(each and len(each["title"].split()) < 6 for each in brief)
        self.drafts: list[Draft] = []
        self.findings: list[Finding] = []
        self.doubts: dict[str, Finding] = {}
        self.heading, self.chapter, self.number, self.has_title = "", "", 0, False
        self.topic = self._topic("")
        self.current: Draft | None = None
        #: marks that are alone in a paragraph before their entry
        self.waiting: list[Line] = []
        #: paragraphs of the answer that is being read, for its doubts
        self.answered: list[Paragraph] = []
        #: the kind of each entry, and the paragraphs of its answer
        self.entries: list[tuple[RulingKind, list[Paragraph]]] = []
        #: whether each answer is right below its question, and space parts the entries
        self.tight = self._is_tight()
        self.unused = set(self.document.continues)

    def _is_tight(self) -> bool:
        asked = [n for n, each in enumerate(self.paragraphs[:-1]) if each.opener is ASKED]
        below = [self.paragraphs[n + 1] for n in asked if self.paragraphs[n + 1].opener is None]
        return len(below) > 1 and not any(each.gap for each in below)

    def _topic(self, heading: str) -> Topic:
        for topic in self.document.topics:
            if topic.heading.casefold() == heading.casefold():
                return topic
        plain = DATED.sub("", heading).lower()
        words = [w for w in re.findall(r"[a-z]{2,16}(?![a-z])", plain) if w not in openers.SMALL_WORDS]
        return Topic(heading, words[0] if words else "rule")

    # -- paragraphs ----------------------------------------------------------------------------

    def read(self) -> None:
        """Walk the paragraphs."""
        for index, paragraph in enumerate(self.paragraphs):
            if paragraph.doubt:
                self._doubt(paragraph.first, paragraph.doubt, paragraph.text)
            if index < self.outline.front:
                self._preamble(index, paragraph)
            elif paragraph.cue is Cue.HEADING:
                self._heading(index, paragraph)
            elif self.outline.leads(index):
                self.waiting += paragraph.lines
            elif paragraph.cue is Cue.QUESTION:
                self._question(paragraph)
            elif paragraph.cue is Cue.ANSWER:
                self._answer(paragraph)
            elif paragraph.opener is RULE_NUMBER:
                self._by_rule(paragraph)
            elif paragraph.cue is Cue.ENTRY:
                self._erratum(paragraph)
            else:
                self._text(index, paragraph)
        self._close()
        self._end()
        if not self.outline.labelled:
            self._doubt_all(doubts.of_lengths(self.entries))
        self._set_aside()
        for wording in sorted(self.unused):
            hint = "correct 'continues' in data/documents.yaml"
            what = f"no statement of {self.document.id} begins “{wording}”"
            self.findings.append(Finding(what, "data/documents.yaml", 0, hint))
        self._claim_all()

    def _preamble(self, index: int, paragraph: Paragraph) -> None:
        for line in paragraph.lines:
            dated = DATED.search(line.text) and len(line.text) < openers.LONGEST_HEADING
            plain = line.text.strip()
            titled = not (dated or self.has_title or _BYLINE.fullmatch(plain) or plain.endswith("."))
            name = "date" if dated else "title" if titled else "introduction"
            self.has_title = self.has_title or titled
            self._claim([line], SpanKind.PREAMBLE, name)
        if (
            ERRATA.search(paragraph.text)
            and len(paragraph.text) < openers.LONGEST_HEADING
            and not FAQ.search(paragraph.text)
        ):
            self.chapter = "errata"
        if has_question(paragraph.text) and not (FAQ.search(paragraph.text) and len(paragraph.text) < _LONG_TITLE):
            self._doubt(paragraph.first, "taken for an introduction, but it asks something", paragraph.text)
        elif len(paragraph.text) > _LONG_FRONT or doubts.ENTRY_MARK.match(paragraph.text):
            self._doubt(paragraph.first, "taken for an introduction", paragraph.text)
        elif CHANGE.pattern.match(paragraph.text) or openers.INSTRUCTS.search(paragraph.text):
            self._doubt(paragraph.first, "taken for an introduction, but it says how something changes", paragraph.text)
        elif index and paragraph.item:
            self._doubt(paragraph.first, "taken for a part of the introduction", paragraph.text)

    def _claim(self, lines: Sequence[Line], kind: SpanKind, name: str = "") -> None:
        for line in lines:
            self.ledger.claim(line.offsets, kind, name)

    def _heading(self, index: int, paragraph: Paragraph) -> None:
        self._end()
        self._claim(paragraph.lines, SpanKind.HEADING)
        self.heading = without_marks(paragraph.text).rstrip(":").strip("*_ ")
        self.topic = self._topic(self.heading)
        below = self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None
        if ERRATA.search(self.heading) or PAGE.pattern.match(self.heading):
            self.chapter = "errata"
        elif OPTIONAL.search(self.heading):
            self.chapter = "optional"
        elif below is not None and below.cue is Cue.QUESTION and below.opener is not NUMBER:
            self.chapter = ""

    # -- entries -------------------------------------------------------------------------------

    def _start(self, kind: RulingKind, paragraph: Paragraph) -> Draft:
        self._end()
        self.current = draft = Draft(kind, self.topic, self.heading)
        numbers, self.waiting = self.waiting, []
        for line in numbers:  # the number of a rule is a part of the question, that of the question is a label
            (draft.question if re.search(r"\d\.\d", line.text) else draft.labels).append(line)
        self.answered = []
        if paragraph.opener in (QUESTION, NUMBER) and paragraph.number.isdigit():
            number = int(paragraph.number)
            if self.number and number not in (self.number + 1, 1):
                what = f"number {number} follows {self.number}: what is between them may stand in the answer above"
                self._doubt(paragraph.first, what, paragraph.text)
            self.number = number
        return draft

    def _question(self, paragraph: Paragraph) -> None:
        waiting = self.current
        if (
            waiting is not None
            and waiting.kind is RulingKind.ANSWER
            and not waiting.answer
            and waiting.question
            and paragraph.opener is ASKED
        ):
            # one question in two paragraphs, or a question whose answer is missing
            asked, answer = divide(paragraph, False)
            what = "a second question follows before any answer; both are taken for one"
            self._doubt(paragraph.first, what, paragraph.text)
            waiting.question += asked
            self._take_answer(waiting, answer, paragraph)
            return
        before = self.answered
        if paragraph.opener is NUMBER and not has_question(paragraph.text):
            self._counted(paragraph)
            return
        self.chapter = "" if not self.heading else self.chapter
        draft = self._start(RulingKind.ANSWER, paragraph)
        asked, answer = divide(paragraph, self.outline.labelled and paragraph.opener is QUESTION)
        if paragraph.label:
            draft.labels.append(cut(paragraph.first, 0, paragraph.label))
            draft.opened = opened_emphasis(paragraph.first.text[: paragraph.label])
        draft.question += [replace(line, item="") for line in asked]
        self._take_answer(draft, answer, paragraph)
        text = " ".join(line.text for line in draft.question)
        self._doubt_all(doubts.of_question(text, before, paragraph))

    def _counted(self, paragraph: Paragraph) -> None:
        """A numbered paragraph that does not ask: an erratum or a statement, or a question whose mark is missing."""
        draft = self._start(RulingKind.ERRATUM if self.chapter == "errata" else RulingKind.STATEMENT, paragraph)
        if paragraph.label:
            draft.labels.append(cut(paragraph.first, 0, paragraph.label))
        draft.answer += [replace(line, item="") for line in without_label(paragraph)]
        self.answered = [paragraph]
        ask = [has_question(each.text) for each in self.paragraphs if each.opener is NUMBER]
        if any(ask) and sum(ask) * 2 >= len(ask):
            self._doubt(paragraph.first, "a number without a question, taken for a statement", paragraph.text)

    def _take_answer(self, draft: Draft, answer: Sequence[Line], paragraph: Paragraph) -> None:
        if answer:
            draft.answer += answer
            own = Paragraph(list(answer), paragraph.gap, paragraph.cue)
            self.answered.append(own)
            self._doubt_answer(draft)

    def _answer(self, paragraph: Paragraph) -> None:
        draft = self.current
        lines = without_label(paragraph)
        if draft is None or draft.kind is not RulingKind.ANSWER:
            self._doubt(paragraph.first, "an answer without a question, taken for a statement", paragraph.text)
            draft = self._start(RulingKind.STATEMENT, paragraph)
        elif draft.answer:
            what = "a second answer; it may be that of a question which is not marked"
            self._doubt(paragraph.first, what, paragraph.text)
        label = cut(paragraph.first, 0, paragraph.label)
        asked = number_of(draft.labels[0].text) if draft.labels else ""
        draft.labels.append(label)
        if asked and number_of(label.text) not in ("", asked):
            self._doubt(paragraph.first, "the answer has another number than its question", paragraph.text)
        self._take_answer(draft, lines, paragraph)

    def _erratum(self, paragraph: Paragraph) -> None:
        if self.current is not None and self.current.kind is RulingKind.ANSWER:
            own = "belong to the answer above" if self.current.answer else "be the answer to the question above"
            self._doubt(paragraph.first, f"taken for an erratum; it may {own}", paragraph.text)
        changes = self.chapter == "errata" or paragraph.opener is not PLACE
        draft = self._start(RulingKind.ERRATUM if changes else RulingKind.STATEMENT, paragraph)
        text = " ".join(line.text for line in paragraph.lines)
        where, end = page_place(text) if paragraph.opener is PAGE else (0, 0)
        if paragraph.opener is PLACE and openers.dashed_place(paragraph.first.text):
            where = end = len(paragraph.first.text.rstrip())
        elif (
            (self.chapter == "errata" or paragraph.opener is PLACE)
            and not where
            and paragraph.opener not in (CHANGE, REFERENCE)
        ):
            own_place = location(text + " ", True)
            if own_place:
                where, end = own_place.end("where"), min(own_place.end(), len(text))
            elif page := PAGE.pattern.match(text):
                where = end = page.end()
        if not self.heading and changes:
            self.chapter = "errata"
        self._named(draft, paragraph, where, end)

    def _named(self, draft: Draft, paragraph: Paragraph, where: int, end: int) -> None:
        """Take a paragraph for an entry whose place or title ends at ``where``, its mark at ``end``."""
        lines = plain_item(paragraph.lines)
        marks = re.match(r"[*_]*", lines[0].text)
        start = marks.end() if marks and where else 0
        draft.labels += part(lines, 0, start)
        draft.question += part(lines, start, where)
        draft.labels += part(lines, where, end)
        self._take_answer(draft, part(lines, end), paragraph)

    def _by_rule(self, paragraph: Paragraph) -> None:
        """An entry that opens with the number of a rule: a question, an erratum or a clarification."""
        text = " ".join(line.text for line in paragraph.lines)
        changes = self.chapter == "errata" or re.match(r"[*_]*errat", text, re.I)
        if is_question(paragraph.text, True) and not re.match(r"[*_]*errat", text, re.I):
            self._question(paragraph)
            return
        found = RULE_NUMBER.pattern.match(text) or LETTERED_RULE.match(text)
        assert found is not None
        kind = _KIND.match(text, found.end())
        titled = _TITLED.match(text, found.end()) or (self.titled and _BRIEF_TITLE.match(text, found.end()))
        where, end = len(text[: found.end()].rstrip(": *_")), found.end()
        if titled and openers.is_title_of_rule(titled["title"]):
            where, end = titled.end("title"), titled.end()
        elif aside := _ASIDE.match(text, found.end()):  # ``(page 6):`` or a dash
            where, end = max(where, aside.end("where")), aside.end()
        if kind and end <= kind.end():
            where, end = len(text[: kind.end()].rstrip(" :.")), kind.end()
        change = kind or openers.CHANGE.pattern.match(text, found.end() + 1)
        draft = self._start(RulingKind.ERRATUM if changes or change else RulingKind.STATEMENT, paragraph)
        self._named(draft, paragraph, where, end)

    # -- text ----------------------------------------------------------------------------------

    def _text(self, index: int, paragraph: Paragraph) -> None:
        draft = self.current
        if draft is None:
            self._stray(paragraph)
        elif draft.kind is RulingKind.ANSWER and not draft.answer:
            self._first_text(index, draft, paragraph)
        elif self._introduces(index, paragraph):
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
        elif draft.kind is RulingKind.ERRATUM and self._is_erratum(paragraph) and not self._goes_on(paragraph):
            self._stray(paragraph)
        elif draft.kind in (RulingKind.STATEMENT, RulingKind.ERRATUM) and not self.answered and draft.answer == []:
            self._take_answer(draft, paragraph.lines, paragraph)
        elif not self._goes_on(paragraph) and self._begins(draft, paragraph):
            self._stray(paragraph)
        else:
            draft.answer += paragraph.lines
            self.answered.append(paragraph)
            self._doubt_answer(draft)

    def _begins(self, draft: Draft, paragraph: Paragraph) -> bool:
        """Return whether a paragraph that nothing opens begins an entry of its own: below a statement without a mark,
        or apart from answers that stand right below their questions."""
        if draft.kind is RulingKind.ANSWER:
            return self.tight and paragraph.gap
        marked = draft.labels or draft.question or (self.answered and self.answered[0].opener)
        return not marked and bool(paragraph.gap or paragraph.item or not self.outline.labelled)

    def _introduces(self, index: int, paragraph: Paragraph) -> bool:
        """Return whether a paragraph behind an answer leads to a heading: ``The following is known: ``."""
        after = self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else None
        leads = CHAPTER_INTRODUCTION.match(paragraph.text) and paragraph.text.rstrip().endswith(":")
        return bool(leads) and after is not None and after.cue is Cue.HEADING

    def _is_erratum(self, paragraph: Paragraph) -> bool:
        """Return whether a paragraph among errata is one: it is an item, or names its place."""
        placed = paragraph.item or location(paragraph.text + " ", paragraph.gap) or PAGE.pattern.match(paragraph.text)
        return self.chapter == "errata" and bool(placed)

    def _goes_on(self, paragraph: Paragraph) -> bool:
        """Return whether a paragraph goes on with the statement above it: a list that it announced."""
        above = self.answered[-1] if self.answered else None
        if above is None:
            return False
        listed = bool(paragraph.item) and bool(above.item) and len(self.answered) > 1
        return above.text.rstrip().endswith((":", ";")) or listed or (above.first.table and paragraph.first.table)

    def _first_text(self, index: int, draft: Draft, paragraph: Paragraph) -> None:
        """The paragraph below a question: more of it, where a label opens the answer; else the answer."""
        bare = not any(line.text.strip() for line in draft.question)
        if not self.outline.labelled:
            self._take_answer(draft, paragraph.lines, paragraph)
            return
        later = self.paragraphs[index + 1 :]
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
        """A paragraph that is in no entry: an erratum or statement of its own, or an introduction of a chapter."""
        text = paragraph.text
        if self._is_erratum(paragraph):
            self._erratum(paragraph)
            return
        leads = self.current is None and (text.rstrip().endswith(":") or _BYLINE.fullmatch(text))
        if (CHAPTER_INTRODUCTION.match(text) or leads) and not (paragraph.item or self.outline.statements):
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
            return
        named = self.chapter in ("errata", "optional")
        kind = RulingKind.STATEMENT
        if named:
            kind = RulingKind.ERRATUM if self.chapter == "errata" else RulingKind.OPTIONAL_RULE
        if self.current is not None and self.current.kind is kind and self._in_sentences(kind):
            self.current.answer += paragraph.lines
            return
        draft = self._start(kind, paragraph)
        if not self._in_sentences(kind):
            paragraph.lines[0] = replace(paragraph.first, item="")
        draft.answer += paragraph.lines
        self.answered = [paragraph]
        if not ((paragraph.item or paragraph.first.table) and self.heading) and not self._in_sentences(kind):
            self._doubt(paragraph.first, "fits nowhere: it has no question, no answer and no place", text)

    def _in_sentences(self, kind: RulingKind) -> bool:
        """Return whether entries of a kind are single sentences: optional rules, and statements of a page of rules."""
        return kind is RulingKind.OPTIONAL_RULE or (kind is RulingKind.STATEMENT and self.outline.statements)

    # -- the end -------------------------------------------------------------------------------

    def _close(self) -> None:
        """Set aside last paragraphs that are apart from the last entry; doubt them where others have such, too."""
        draft = self.current
        if draft is None or self._in_sentences(draft.kind):
            return
        strays = draft.kind is RulingKind.STATEMENT and not draft.labels and not draft.question
        many = sum(any(own.gap and not own.item for own in each[1:]) for _, each in self.entries)
        apart = list(takewhile(_is_closing, reversed(self.answered if strays else self.answered[1:])))
        if not apart or draft.kind is RulingKind.ERRATUM:
            return
        if many or len(self.entries) + 1 < doubts.FEW or ends_sentence(apart[-1].text):
            self._doubt(apart[-1].first, "the text ends with it; it may be a closing line", apart[-1].text)
            return
        what = "taken for a closing line and set aside; it may belong to the entry above"
        for paragraph in reversed(apart):
            self._claim(paragraph.lines, SpanKind.NOISE, Noise.CLOSING)
            self._doubt(paragraph.first, what, paragraph.text)
        taken = {id(line) for paragraph in apart for line in paragraph.lines}
        draft.answer = [line for line in draft.answer if id(line) not in taken]
        if len(apart) == len(self.answered):
            self.current = None

    def _end(self) -> None:
        draft, self.current = self.current, None
        if draft is None:
            return
        plain_question(draft)
        if self.answered:
            self.entries.append((draft.kind, self.answered))
        deep = min((line.depth for line in draft.answer if line.item), default=0)
        if deep:
            draft.answer = [replace(line, depth=max(0, line.depth - deep)) for line in draft.answer]
        if self._in_sentences(draft.kind):
            self._sentences(draft)
            return
        self.drafts.append(draft)
        if draft.kind is not RulingKind.ANSWER:
            return
        text = " ".join(line.text for line in draft.question)
        if tells_changes(draft):
            self._children(draft)
        if draft.answer and self.outline.labelled and (what := doubts.of_labelled(text)):
            self._doubt((draft.question or draft.labels)[0], what, text)

    def _sentences(self, draft: Draft) -> None:
        """Make a passage of each sentence, but for those that continue the one before, as the manifest says."""
        for sentence in self.page.sentences(draft.answer):
            text = " ".join(piece.text.strip() for piece in sentence)
            continued = next((each for each in self.document.continues if text.startswith(each)), "")
            if continued and self.drafts and self.drafts[-1].heading == draft.heading:
                # a paragraph of its own in the passage that it continues
                before = self.drafts[-1].answer
                before += [replace(piece, block=-2 - len(before)) for piece in sentence]
                self.unused.discard(continued)
            else:
                self.drafts.append(replace(draft, answer=sentence))
                draft = replace(draft, labels=[], question=[])  # only the first has what opens them

    def _children(self, parent: Draft) -> None:
        """The numbered rule changes inside an answer are passages of their own, its children."""
        at = len(self.drafts) - 1
        for group in self.page.paragraphs(parent.answer):
            if group[0].item[:-1].isdigit():
                child = Draft(RulingKind.RULE_CHANGE, parent.topic, parent.heading, answer=group, parent=at)
                self.drafts.append(child)
            elif self.drafts[-1].parent == at and group[0].in_list >= 0:
                self.drafts[-1].answer += group

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

    # -- claims --------------------------------------------------------------------------------

    def _claim_all(self) -> None:
        for index, draft in enumerate(self.drafts):
            draft.question = without_debris(closed(draft, self.ledger, index), self.ledger)
            draft.answer = without_debris(draft.answer, self.ledger)
            own = {id(p) for child in self.drafts if child.parent == index for p in child.answer}
            for name, pieces in (("question", draft.question), ("answer", draft.answer), ("label", draft.labels)):
                for piece in pieces:
                    if id(piece) not in own:
                        self.ledger.claim(piece.offsets, SpanKind.RULING, name, index)
        self._claim(self.waiting, SpanKind.NOISE, Noise.UNANSWERED)
        self.ledger.claim_marks(self.lines)

    def _doubt(self, line: Line, what: str, words: str) -> None:
        """Note what is unsure of a line, with the beginning of its words."""
        file, number = self.text.place(line.number)
        shown = without_marks(words)
        finding = Finding(f"{what}: “{shown[:60]}{'…' if len(shown) > 60 else ''}”", file, number)
        self.doubts.setdefault(str(finding), finding)

    def _doubt_all(self, found: Iterable[tuple[Paragraph, str, str]]) -> None:
        for paragraph, what, words in found:
            self._doubt(paragraph.first, what, words)

    def _doubt_answer(self, draft: Draft) -> None:
        if what := doubts.of_answer(self.answered, draft.kind, self.outline):
            self._doubt(self.answered[-1].first, what, self.answered[-1].text)

    def passages(self) -> tuple[Passage, ...]:
        """Return the finished passages."""
        announces = "(in red)" in self.text.text
        return tuple(passage_of(draft, self.drafts, self.page, announces) for draft in self.drafts)


def _is_closing(paragraph: Paragraph) -> bool:
    """Return whether a paragraph could close a document: short, with space before it."""
    plain = paragraph.gap and not (paragraph.item or paragraph.first.table)
    return plain and paragraph.cue is Cue.TEXT and len(paragraph.text) < _LONG_CLOSING
