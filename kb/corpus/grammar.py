"""Reads a document: from its paragraphs to passages, with each character claimed once.

Nothing stops the reading. A place that may mean something else is a doubt, with its line. A question without an answer
is set aside as noise of that name, with a doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from kb.base.errors import Finding
from kb.base.model import Line, Noise, Passage, RulingKind, SourceText, Span, SpanKind, Topic
from kb.corpus import openers
from kb.corpus.entries import Draft, passage_of, take_off_emphasis, without_debris
from kb.corpus.layout import PageLayout, cut
from kb.corpus.ledger import Ledger
from kb.corpus.lines import DOCUMENTS, read_lines
from kb.corpus.openers import (
    ANSWERS,
    ASKED,
    ASKS,
    CHANGE,
    CHAPTER_INTRODUCTION,
    DATED,
    ERRATA,
    FAQ,
    LETTERED_RULE,
    LONGEST_HEADING,
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
    label_at,
    location,
    looks_like_title,
    opened_emphasis,
    page_place,
    sentences,
    title_before,
    without_marks,
)
from kb.corpus.outline import Outline, Paragraph, divide, part, plain_item, without_label

#: the title behind a rule's number
_TITLED = re.compile(r"\s*[-–—]?\s*(?P<title>[A-Z][^.:?!]{2,60}?)(?:[*_]*:[*_]*\s+|\s+[-–—]\s+|[*_]{2}[.:]?\s+|\s*$)")
_ASIDE = re.compile(r"(?P<where>\s?\([^()]{1,30}\))\s?:\s+|(?P<dash>\s?[-–—]\s+)")
#: ``(correction) :`` behind a rule's number
_KIND = re.compile(rf"\s*[^.:?!]{{0,40}}?{openers.KINDS} ?[:.]?\s*", re.I)
#: ``Weather. Aircraft come ...``: a title where all rules have such
_BRIEF_TITLE = re.compile(r"\s*(?P<title>[A-Z][^.:?!]{2,40})\.\s+(?=[A-Z\"“])")
_BYLINE = re.compile(r"(?:by|from|compiled by|edited by) [^.?!:]{2,60}", re.I)
_ERRATUM = re.compile(r"[*_]*errat", re.I)
_EDITION = re.compile(r"\b(edition|printing|revision|version)s?\b", re.I)
_CHANGES = re.compile(
    r"\b(rules?|what|which|anything|something)\b[^?]*\b(chang|new\b|differ|updat)|\b(edition|printing)s?\b[^?]*\bdiffer",
    re.I,
)
_MARK_LEFT = re.compile(
    r"(?:^|[.?!:”\")]\s+)[*_\[(]*(?:(?:Q|A|Question|Answer|Ans)\s?\d{0,3}\s?[:.)\]](?![A-Z]\.)[*_]*(?=\s|$)|[QA]\d{1,3}\s)"
)
_YES_OR_NO = re.compile(r"[\"“(*_]*(?:yes|no|correct)\b[*_]*(?:[.,;:!)]|\s[–—-]|$)", re.I)
#: how other entries begin
_ENTRY_MARK = re.compile(
    r"[*_(\[#]*(?:(?:rule|section|sec\.|§) ?\d|\d{1,2}(?:\.\d{1,2})+[)\]:.]?\s|\d{1,3}[.)\]]\s|(?:pages?|pgs?\.?|pp?\.?) ?\d)",
    re.I,
)
_PLACED = re.compile(r"[A-Z\"“][^.:?!]{2,60}:\s")
_ENDS = re.compile(r"[.!?][\"”’)*_]*$")
_LONG_FRONT, _LONG_CLOSING = 1500, 160
#: of fewer entries nothing can be said of how the others are
_FEW = 4
#: the kind of documents that are rules, in which each sentence is a statement
RULES = "rules"


@dataclass(frozen=True)
class Passages:
    """The content of one document: its passages, the claims on its characters, and the findings about it.

    ``doubts`` are places that may mean something else, ``repairs`` words from which a hyphen at a line's end was taken
    out. ``opened`` is the number of its paragraphs that open an entry, or of the items of a document that is a list.
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
    return _Reader(text).read()


class _Reader:
    """Reads one document: ``drafts`` are its passages in order, ``doubts`` its unsure places."""

    def __init__(self, text: SourceText) -> None:
        self.text, self.document, self.ledger = text, text.document, Ledger(text)
        found = read_lines(text)
        self.lines, self.repairs = found.lines, found.repairs
        for span in found.noise:
            self.ledger.claim(range(span.start, span.end), span.taken_for, span.name)
        self.page = PageLayout.of(self.lines)
        self.outline = Outline(self.lines, self.page, self.document.kind == RULES)
        self.paragraphs = self.outline.paragraphs
        rules = [each.text for each in self.paragraphs if each.opener is RULE_NUMBER]
        brief = [_BRIEF_TITLE.match(RULE_NUMBER.pattern.sub("", rule, 1)) for rule in rules]
        #: whether rules have a title that ends with a full stop
        self.titled = len(rules) >= _FEW and all(each and len(each["title"].split()) < 6 for each in brief)
        asked = [n for n, each in enumerate(self.paragraphs[:-1]) if each.opener is ASKED]
        below = [self.paragraphs[n + 1] for n in asked if self.paragraphs[n + 1].opener is None]
        #: whether each answer is right below its question, and space parts the entries
        self.tight = len(below) > 1 and not any(each.gap for each in below)
        self.drafts: list[Draft] = []
        self.doubts: dict[str, Finding] = {}
        self.heading, self.chapter, self.number, self.has_title = "", "", 0, False
        self.topic = self._topic("")
        self.current: Draft | None = None
        #: marks that are alone in a paragraph before their entry
        self.waiting: list[Line] = []
        #: paragraphs of the answer that is being read, for its doubts
        self.answered: list[Paragraph] = []
        #: the paragraphs of each answer
        self.answers: list[list[Paragraph]] = []
        self.unused = set(self.document.continues)

    def _topic(self, heading: str) -> Topic:
        for topic in self.document.topics:
            if topic.heading.casefold() == heading.casefold():
                return topic
        plain = DATED.sub("", heading).lower()
        words = [w for w in re.findall(r"[a-z]{2,16}(?![a-z])", plain) if w not in openers.SMALL_WORDS]
        return Topic(heading, words[0] if words else "rule")

    # -- paragraphs ----------------------------------------------------------------------------

    def read(self) -> Passages:
        """Walk the paragraphs, and return the passages."""
        opened = sum(each.opener is not None for each in self.paragraphs)
        items = sum(bool(each.item) for each in self.paragraphs)
        for index, paragraph in enumerate(self.paragraphs):
            if paragraph.doubt:
                self._doubt(paragraph, paragraph.doubt)
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
        self._set_aside()
        for index, draft in enumerate(self.drafts):
            self._claim_draft(index, draft)
        self._claim(self.waiting, SpanKind.NOISE, Noise.UNANSWERED)
        self.ledger.claim_marks(self.lines)
        what, hint = f"no statement of {self.document.id} begins “{{}}”", "correct 'continues' in data/documents.yaml"
        unused = (Finding(what.format(each), "data/documents.yaml", 0, hint) for each in sorted(self.unused))
        spans, unclaimed = self.ledger.close()
        announces = "(in red)" in self.text.text
        return Passages(
            self.text,
            tuple(passage_of(draft, self.drafts, self.page, announces) for draft in self.drafts),
            spans,
            (*unused, *unclaimed),
            tuple(sorted(self.doubts.values(), key=lambda each: each.line)),
            self.repairs,
            opened or (items if items > 2 and items * 2 > len(self.paragraphs) else 0),
        )

    def _preamble(self, index: int, paragraph: Paragraph) -> None:
        for line in paragraph.lines:
            dated = DATED.search(line.text) and len(line.text) < LONGEST_HEADING
            plain = line.text.strip()
            titled = not (dated or self.has_title or _BYLINE.fullmatch(plain) or plain.endswith("."))
            name = "date" if dated else "title" if titled else "introduction"
            self.has_title = self.has_title or titled
            self._claim([line], SpanKind.PREAMBLE, name)
        text = paragraph.text
        short = len(text) < LONGEST_HEADING
        if ERRATA.search(text) and short and not FAQ.search(text):
            self.chapter = "errata"
        if has_question(text) and not (FAQ.search(text) and short):
            self._doubt(paragraph, "taken for an introduction, but it asks something")
        elif CHANGE.pattern.match(text) or openers.INSTRUCTS.search(text):
            self._doubt(paragraph, "taken for an introduction, but it says how something changes")
        elif len(text) > _LONG_FRONT or _ENTRY_MARK.match(text) or (index and paragraph.item):
            self._doubt(paragraph, "taken for a part of the introduction")

    def _claim(self, lines: Sequence[Line], kind: SpanKind, name: str = "") -> None:
        for line in lines:
            self.ledger.claim(line.offsets, kind, name)

    def _heading(self, index: int, paragraph: Paragraph) -> None:
        self._end()
        self._claim(paragraph.lines, SpanKind.HEADING)
        self.heading = without_marks(paragraph.text).rstrip(":").strip("*_ ")
        self.topic = self._topic(self.heading)
        below = self.outline.after(index)
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
        if paragraph.opener is QUESTION and paragraph.number:
            number = int(paragraph.number)
            if self.number and number not in (self.number + 1, 1):
                what = f"number {number} follows {self.number}: the text between them may belong to the answer above"
                self._doubt(paragraph, what)
            self.number = number
        return draft

    def _question(self, paragraph: Paragraph) -> None:
        label = [cut(paragraph.first, 0, paragraph.label)] if paragraph.label else []
        if paragraph.opener is NUMBER and not has_question(paragraph.text):
            # an erratum or a statement
            draft = self._start(RulingKind.ERRATUM if self.chapter == "errata" else RulingKind.STATEMENT, paragraph)
            draft.labels += label
            draft.answer += [replace(line, item="") for line in without_label(paragraph)]
            self.answered = [paragraph]
            return
        self.chapter = "" if not self.heading else self.chapter
        draft = self._start(RulingKind.ANSWER, paragraph)
        asked, answer = divide(paragraph, self.outline.labelled and paragraph.opener is QUESTION)
        draft.labels += label
        draft.opened = opened_emphasis(paragraph.first.text[: paragraph.label])
        draft.question += [replace(line, item="") for line in asked]
        self._take_answer(draft, answer, paragraph)
        if (_MARK_LEFT.search(draft.asked) and paragraph.opener is not RULE_NUMBER) or (
            paragraph.opener is QUESTION and _has_label(draft.asked)
        ):
            self._doubt(paragraph, "a mark such as Q: or A: is left in the question", draft.asked)

    def _take_answer(self, draft: Draft, answer: Sequence[Line], paragraph: Paragraph) -> None:
        if answer:
            draft.answer += answer
            self.answered.append(Paragraph(list(answer), paragraph.gap, paragraph.cue))
            if what := next(_doubts_of_answer(self.answered, draft.kind, self.outline), ""):
                self._doubt(self.answered[-1], what)

    def _answer(self, paragraph: Paragraph) -> None:
        draft = self.current
        if draft is None or draft.kind is not RulingKind.ANSWER:
            self._doubt(paragraph, "an answer without a question, taken for a statement")
            draft = self._start(RulingKind.STATEMENT, paragraph)
        elif draft.answer:
            self._doubt(paragraph, "a second answer; it may be that of a question which is not marked")
        draft.labels.append(cut(paragraph.first, 0, paragraph.label))
        self._take_answer(draft, without_label(paragraph), paragraph)

    def _erratum(self, paragraph: Paragraph) -> None:
        opener, errata = paragraph.opener, self.chapter == "errata"
        changes = errata or opener is not PLACE
        draft = self._start(RulingKind.ERRATUM if changes else RulingKind.STATEMENT, paragraph)
        text = " ".join(line.text for line in paragraph.lines)
        where, end = page_place(text) if opener is PAGE else (0, 0)
        if opener is PLACE and openers.dashed_place(paragraph.first.text):
            where = end = len(paragraph.first.text.rstrip())
        elif (errata or opener is PLACE) and not where and opener not in (CHANGE, REFERENCE):
            if own_place := location(text + " ", True):
                where, end = own_place.end("where"), min(own_place.end(), len(text))
            elif page := PAGE.pattern.match(text):
                where = end = page.end()
        if not self.heading and changes:
            self.chapter = "errata"
        self._named(draft, paragraph, where, end)

    def _named(self, draft: Draft, paragraph: Paragraph, where: int, end: int) -> None:
        """Take a paragraph for an entry with a place or title that ends at ``where``, and a mark that ends at
        ``end``."""
        lines = plain_item(paragraph.lines)
        marks = re.match(r"[*_]*", lines[0].text)
        start = marks.end() if marks and where else 0
        draft.labels += part(lines, 0, start)
        draft.question += part(lines, start, where)
        draft.labels += part(lines, where, end)
        self._take_answer(draft, part(lines, end), paragraph)

    def _by_rule(self, paragraph: Paragraph) -> None:
        """Read an entry that opens with the number of a rule: a question, an erratum or a clarification."""
        text = " ".join(line.text for line in paragraph.lines)
        erratum = _ERRATUM.match(text)
        if is_question(paragraph.text, True) and not erratum:
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
        changes = self.chapter == "errata" or erratum or kind or CHANGE.pattern.match(text, found.end() + 1)
        self._named(
            self._start(RulingKind.ERRATUM if changes else RulingKind.STATEMENT, paragraph), paragraph, where, end
        )

    # -- text ----------------------------------------------------------------------------------

    def _text(self, index: int, paragraph: Paragraph) -> None:
        """Read a paragraph without an opener."""
        draft = self.current
        goes_on = self._goes_on(paragraph)
        if draft is None:
            self._stray(paragraph)
        elif draft.kind is RulingKind.ANSWER and not draft.answer:
            self._first_text(index, draft, paragraph)
        elif self._introduces(index, paragraph):
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
        elif draft.kind is RulingKind.ERRATUM and self._is_erratum(paragraph) and not goes_on:
            self._stray(paragraph)
        elif draft.kind is not RulingKind.ANSWER and not self.answered and not draft.answer:
            self._take_answer(draft, paragraph.lines, paragraph)
        elif not goes_on and self._begins(draft, paragraph):
            self._stray(paragraph)
        else:
            self._take_answer(draft, paragraph.lines, paragraph)

    def _begins(self, draft: Draft, paragraph: Paragraph) -> bool:
        """Return whether a paragraph that nothing opens begins an entry of its own: below a statement without a mark,
        or apart from answers that are right below their questions."""
        if draft.kind is RulingKind.ANSWER:
            return self.tight and paragraph.gap
        marked = draft.labels or draft.question or (self.answered and self.answered[0].opener)
        return not marked and bool(paragraph.gap or paragraph.item or not self.outline.labelled)

    def _introduces(self, index: int, paragraph: Paragraph) -> bool:
        """Return whether a paragraph behind an answer leads to a heading: ``The following is known: ``."""
        after = self.outline.after(index)
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
        """Read the paragraph below a question: more of it, where a label opens the answer; else the answer."""
        if self.outline.labelled:
            later = self.paragraphs[index + 1 :]
            opens = next((each for each in later if each.opener is not None or each.cue is Cue.HEADING), None)
            if not draft.asked.strip() or (opens is not None and opens.cue is Cue.ANSWER):
                draft.question += paragraph.lines
                return
            if any(each.cue is Cue.ANSWER for each in self.paragraphs) or not ASKS.search(draft.asked):
                self._doubt(paragraph, "taken for the answer, which is not marked")
        self._take_answer(draft, paragraph.lines, paragraph)

    def _stray(self, paragraph: Paragraph) -> None:
        """Read a paragraph that is in no entry: an erratum or statement of its own, or an introduction of a chapter."""
        text = paragraph.text
        if self._is_erratum(paragraph):
            self._erratum(paragraph)
            return
        leads = self.current is None and (text.rstrip().endswith(":") or _BYLINE.fullmatch(text))
        if (CHAPTER_INTRODUCTION.match(text) or leads) and not (paragraph.item or self.outline.statements):
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
            return
        kinds = {"errata": RulingKind.ERRATUM, "optional": RulingKind.OPTIONAL_RULE}
        kind = kinds.get(self.chapter, RulingKind.STATEMENT)
        in_sentences = self._in_sentences(kind)
        if self.current is not None and self.current.kind is kind and in_sentences:
            self.current.answer += paragraph.lines
            return
        draft = self._start(kind, paragraph)
        if not in_sentences:
            paragraph.lines[0] = replace(paragraph.first, item="")
        draft.answer += paragraph.lines
        self.answered = [paragraph]
        if not ((paragraph.item or paragraph.first.table) and self.heading) and not in_sentences:
            self._doubt(paragraph, "fits nowhere: it has no question, no answer and no place")

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
        many = any(own.gap and not own.item for each in self.answers for own in each[1:])
        apart = list(takewhile(_is_closing, reversed(self.answered if strays else self.answered[1:])))
        if not apart or draft.kind is RulingKind.ERRATUM:
            return
        if many or len(self.answers) + 1 < _FEW or ends_sentence(apart[-1].text):
            self._doubt(apart[-1], "the text ends with it; it may be a closing line")
            return
        for paragraph in reversed(apart):
            self._claim(paragraph.lines, SpanKind.NOISE, Noise.CLOSING)
            self._doubt(paragraph, "taken for a closing line and set aside; it may belong to the entry above")
        taken = {id(line) for paragraph in apart for line in paragraph.lines}
        draft.answer = [line for line in draft.answer if id(line) not in taken]
        if len(apart) == len(self.answered):
            self.current = None

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
        text = draft.asked
        listed = any(piece.item[:-1].isdigit() for piece in draft.answer)
        if listed and _EDITION.search(text) and _CHANGES.search(text):
            self._children(draft)
        if draft.answer and self.outline.labelled and (what := _doubt_of_labelled(text)):
            self._doubt(Paragraph([(draft.question or draft.labels)[0]]), what, text)

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
        """Make passages of the numbered rule changes inside an answer, as its children."""
        at = len(self.drafts) - 1
        for group in self.page.paragraphs(parent.answer):
            if group[0].item[:-1].isdigit():
                self.drafts.append(Draft(RulingKind.RULE_CHANGE, parent.topic, parent.heading, answer=group, parent=at))
            elif self.drafts[-1].parent == at and group[0].in_list >= 0:
                self.drafts[-1].answer += group

    def _set_aside(self) -> None:
        """Take questions without an answer out of the entries."""
        kept: list[Draft] = []
        place: dict[int, int] = {}
        for index, draft in enumerate(self.drafts):
            place[index] = len(kept)
            draft.parent = place.get(draft.parent, -1)
            lines = [line for line in (*draft.labels, *draft.question) if line.text.strip()]
            if any(line.text.strip() for line in draft.answer):
                kept.append(draft)
            elif lines:
                self._claim([*draft.labels, *draft.question, *draft.answer], SpanKind.NOISE, Noise.UNANSWERED)
                what = "a question without an answer" if draft.kind is RulingKind.ANSWER else "nothing follows it"
                self._doubt(Paragraph(lines[:1]), f"{what}; set aside", " ".join(line.text for line in lines))
        self.drafts = kept

    def _claim_draft(self, index: int, draft: Draft) -> None:
        draft.question = without_debris(draft.question, self.ledger)
        draft.answer = without_debris(draft.answer, self.ledger)
        own = {id(piece) for child in self.drafts if child.parent == index for piece in child.answer}
        for name, pieces in (("question", draft.question), ("answer", draft.answer), ("label", draft.labels)):
            for piece in pieces:
                if id(piece) not in own:
                    self.ledger.claim(piece.offsets, SpanKind.RULING, name, index)

    def _doubt(self, paragraph: Paragraph, what: str, words: str = "") -> None:
        """Note a doubt about a paragraph, with its first words, or the given ones."""
        file, number = self.text.place(paragraph.first.number)
        shown = without_marks(words or paragraph.text)
        finding = Finding(f"{what}: “{shown[:60]}{'…' if len(shown) > 60 else ''}”", file, number)
        self.doubts.setdefault(str(finding), finding)


def _is_closing(paragraph: Paragraph) -> bool:
    """Return whether a paragraph could close a document: short, with space before it."""
    plain = paragraph.gap and not (paragraph.item or paragraph.first.table)
    return plain and paragraph.cue is Cue.TEXT and len(paragraph.text) < _LONG_CLOSING


# -- doubts ------------------------------------------------------------------------------------


def _has_label(text: str) -> bool:
    """Return whether a label of an answer follows a sentence of the text."""
    return any(label_at(text, m.end(), "Q", False, True)[0] == "A" for m in re.finditer(r"[.?!]\s+", text))


def _doubt_of_labelled(asked: str) -> str:
    """Return the doubt about a question with a label before its answer, or nothing."""
    if not has_question(asked):
        return "the question has no question mark; its end may be elsewhere"
    last = max((n for n, each in enumerate(sentences(asked)) if ASKS.search(each)), default=-1)
    held = ANSWERS.match(" ".join(sentences(asked)[last + 1 :]))
    return "the question seems to hold an answer" if held else ""


def _doubts_of_answer(answered: Sequence[Paragraph], kind: RulingKind, outline: Outline) -> Iterator[str]:
    """Yield the doubts about the last paragraph of an answer."""
    paragraph, later = answered[-1], len(answered) > 1
    text, gap, item = paragraph.text, paragraph.gap, paragraph.item
    if has_question(text):
        yield "the answer asks something; it may hold another question"
    if _MARK_LEFT.search(text):
        yield "a mark such as Q: or A: is left in the answer"
    if later and paragraph.cue is not Cue.ANSWER and _YES_OR_NO.match(text):
        yield "begins like an answer of its own; its question may be missing"
    if title_before(text):
        yield "ends with what may be a heading"
    if re.search(r"[.!?]\s+[A-Z]{3,}(?: [A-Z]{3,})+\s", text):
        yield "holds words in capitals; they may be a heading"
    if later and gap and not item and len(text) < 60 and not ends_sentence(text) and looks_like_title(text):
        yield "taken for a part of the answer; it may be a heading"
    placed = later and kind is RulingKind.ERRATUM and (_ENTRY_MARK.match(text) or _PLACED.match(text))
    if gap and (placed or (_ENTRY_MARK.match(text) and not item)):
        yield "taken for a part of the answer; it begins like an entry"
    if later and re.match(r"[a-z]", text) and _ENDS.search(answered[-2].text.rstrip()):
        yield "begins with a small letter; the text before it may be missing"
    counts = item and outline.counting and outline.counted(paragraph) > 1
    if later and counts and not any(each.item for each in answered[:-1]):
        yield "a number in the answer; it may open an entry"
