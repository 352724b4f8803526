"""Reads a document by its line of marks: from its paragraphs to passages, with each character claimed once.

Reading never stops. A question without an answer is set aside as noise of that name, with a doubt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from kb.base.errors import Finding
from kb.corpus import marks as m
from kb.corpus import prose
from kb.corpus.choice import chosen
from kb.corpus.doubts import BEGINS, doubt, doubts_of
from kb.corpus.entries import Draft, Passages, passage_of, restored, take_off_emphasis, without_debris
from kb.corpus.guess import guess
from kb.corpus.layout import PageLayout, part
from kb.corpus.ledger import Ledger
from kb.corpus.lines import DOCUMENTS, read_lines
from kb.corpus.marks import Cue
from kb.corpus.outline import PLAIN, Outline
from kb.corpus.paragraphs import Paragraph
from kb.corpus.typography import narrow, words
from kb.model.corpus import Line, Noise, RulingKind, SourceText, SpanKind
from kb.model.marks import NO_MARKS, Mark, Marks, pattern_of

#: a question about the changes of an edition, whose answer lists rule changes
_CHANGES = re.compile(
    r"(?=.*\b(?:edition|printing|revision|version)s?\b)"
    r".*\b(?:(?:rules?|what|which|anything|something)\b[^?]*\b(?:chang|new\b|updat)|differ)",
    re.I,
)
#: the words of errata that do not exist
_NOTHING = re.compile(
    r"(?:none|no (?:known |official )?(?:errata|corrections|changes))(?: (?:known|currently|yet|to date|so far))?"
)
#: the verb of an erratum, and the part of an entry in which it is looked for
_AMENDS, _START = re.compile(rf"\b(?:{m.VERBS.title()})\b"), 60
#: a dash between a question and its answer
_DASH = re.compile(r"\s*[-–—]+\s+")
#: the letter of a part of a question
_PART = re.compile(r"\(?[a-h][.)]\s")
#: a cell of a row of a table
_CELL = re.compile(r"[^|\s](?:[^|]*[^|\s])?")
#: marks of entries that may ask a question
_MAY_ASK = (Mark.RULE, Mark.NUMBER, Mark.BULLET, Mark.LISTS, "opens")
#: the least number of answers of which a first line that all have in common is left out
_MANY = 5
#: the number of first lines of a document that are read by several lines of marks
_TRIED = 300
#: the kind of documents that are rules, in which each sentence is a statement
RULES = "rules"


@lru_cache(maxsize=DOCUMENTS)
def passages_of(text: SourceText) -> Passages:
    """Read one document. Findings are returned, not raised, so that all documents report at once."""
    told = m.narrowed(text.document.marks)
    if told.line:
        return _Reader(text, told).read()
    document = replace(text.document, marks=NO_MARKS)  # so that an option does not change the guess
    lines = read_lines(replace(text, document=document)).lines
    guessed = guess(lines, PageLayout.of(lines), document.kind == RULES)
    start = text.text[: text.starts[min(_TRIED, len(text.starts) - 1)]]
    head = SourceText(document, start, text.origins[:_TRIED])
    marks = chosen(guessed, lambda marks: _Reader(head, marks).read())
    reader = _Reader(text, marks.corrected(told))
    if marks != guessed:
        what = f"the marks are uncertain; by the marks '{guessed.line}' most of the text is one entry"
        reader.doubts.append(doubt(text, lines[0].number, what, lines[0].text, "correct --marks by the preview"))
    return reader.read()


class _Reader:
    """Reads one document: ``drafts`` are its passages in order, ``doubts`` its unsure places."""

    def __init__(self, text: SourceText, marks: Marks) -> None:
        self.text, self.document, self.ledger = text, text.document, Ledger(text)
        self.marks, self.found = marks, read_lines(text)
        for span in self.found.noise:
            self.ledger.claim(range(span.start, span.end), span.taken_for, span.name)
        lines = self.found.lines
        self.page = PageLayout.of(lines)
        self.outline = Outline(lines, self.page, self.marks)
        self.paragraphs = self.outline.paragraphs
        self.drafts: list[Draft] = []
        self.doubts: list[Finding] = []
        self.heading, self.number, self.has_title = "", 0, False
        #: the last heading that is not only in bold
        self.outer = ""
        #: the kind of entries without a question: errata after such a heading, in such a document
        heads = (text.text[span.start : span.end] for span in self.found.noise if span.name == Noise.POST_HEADER)
        entries = sum(each.cue is Cue.ENTRY for each in self.paragraphs)
        plain = [each.text for each in self.paragraphs if each.cue in (Cue.ENTRY, Cue.TEXT)]
        wrong = sum(bool(m.INSTRUCTS.search(each) or _AMENDS.search(each[:_START])) for each in plain)
        asks = any(each.cue is Cue.QUESTION for each in self.paragraphs)
        self.errata = any(map(prose.ERRATA.search, heads)) or (not asks and wrong * 2 >= entries > 0)
        self.optional = False
        self.current: Draft | None = None
        #: the mark that opens the entries, if plain paragraphs precede them
        often = Counter(each.mark for each in self.paragraphs if each.mark not in ("", *PLAIN))
        self.ahead = next((mark for mark, many in often.most_common(1) if many > 2), "")
        #: the paragraph after the one that is being read
        self.below = self.outline.after(-1)
        #: numbers that are alone in a paragraph before their entry
        self.waiting: list[Line] = []
        #: the questions of a list whose answers follow in another list, by number
        self.twice: dict[int, Draft] = {}

    # -- paragraphs ----------------------------------------------------------------------------

    def read(self) -> Passages:
        """Walk the paragraphs, and return the passages."""
        reads = {Cue.HEADING: self._heading, Cue.QUESTION: self._question, Cue.ANSWER: self._answer}
        reads |= {Cue.ENTRY: self._entry, Cue.TEXT: self._text}
        for index, paragraph in enumerate(self.paragraphs):
            self.at = index
            self.below = self.outline.after(index)
            asked = (self.below.mark, self.below.cue) == (Mark.LABELS, Cue.QUESTION)
            if index < self.outline.front:
                self._preamble(paragraph)
            elif asked and paragraph.cue is not Cue.HEADING and m.ALONE.fullmatch(paragraph.text.strip()):
                self.waiting += paragraph.lines
            else:
                reads[paragraph.cue](paragraph)
        self._end()
        self._set_aside()
        owned = {id(piece) for draft in self.drafts if draft.parent >= 0 for piece in draft.answer}
        for index, draft in enumerate(self.drafts):
            self._claim_draft(index, draft, owned)
        self._claim(self.waiting, SpanKind.NOISE, Noise.UNANSWERED)
        pieces = [line for paragraph in self.paragraphs for line in paragraph.lines]
        self.ledger.claim_marks([*self.found.lines, *pieces])
        spans, unclaimed = self.ledger.close()
        announces = "(in red)" in self.text.text
        for draft in self.drafts:
            draft.question, draft.answer = (restored(each, self.text.text) for each in (draft.question, draft.answer))
        passages = tuple(passage_of(draft, self.drafts, self.page, announces, self.document) for draft in self.drafts)
        what, hint = f"no statement of {self.document.id} begins “{{}}”", "remove it from 'continues' of the document"
        unused = [
            Finding(what.format(each), "data/documents.yaml", 0, hint)
            for each in self.marks.continues
            if not any(pattern_of(each).search(narrow(passage.answer)) for passage in passages)
        ]
        for effect, texts in self.marks.texts.items():
            for each in texts if effect != "continues" else ():
                if not pattern_of(each).search(narrow(self.text.text)):
                    self.doubts.append(
                        doubt(self.text, 1, "no line has a text of the marks", each, "correct the option")
                    )
        findings, opened = (*unused, *unclaimed), tuple(each.mark for each in self.drafts)
        found = Passages(self.text, passages, spans, findings, (), self.found.repairs, self.marks, opened)
        doubts = {str(each): each for each in (*self.doubts, *doubts_of(found))}
        return replace(found, doubts=tuple(sorted(doubts.values(), key=lambda each: each.line)))

    def _preamble(self, paragraph: Paragraph) -> None:
        """Claim a paragraph before the first entry: each line as a date, the title, or introduction."""
        for line in paragraph.lines:
            dated = prose.DATED.search(line.text)
            plain = line.text.strip()
            titled = not (dated or self.has_title or plain.endswith("."))
            self.has_title = self.has_title or titled
            self._claim([line], SpanKind.PREAMBLE, "date" if dated else "title" if titled else "introduction")
        self.errata |= bool(re.search(rf"(?<!check the ){prose.ERRATA.pattern}", paragraph.text, re.I))

    def _claim(self, lines: Sequence[Line], kind: SpanKind, name: str = "") -> None:
        """Claim the characters of lines that belong to no passage."""
        for line in lines:
            self.ledger.claim(line.offsets, kind, name)

    def _heading(self, paragraph: Paragraph) -> None:
        """End the current entry, and read a heading: it is that of the entries below, and may change their kind."""
        self._end()
        self._claim(paragraph.lines, SpanKind.HEADING)
        text = " ".join(line.text.strip() for line in restored(paragraph.lines, self.text.text))
        self.heading = prose.without_marks(text).rstrip(":;").strip("*_ ")
        self.outer = self.outer if paragraph.text.lstrip().startswith("**") else self.heading
        changes = bool(prose.ERRATA.search(self.heading))
        self.optional = bool(prose.OPTIONAL.search(self.heading)) or (self.optional and not changes)
        asks = self.below.cue is Cue.QUESTION
        self.errata = changes or (self.errata and not asks and not prose.STATES.search(self.heading))

    # -- entries -------------------------------------------------------------------------------

    def _start(self, kind: RulingKind, paragraph: Paragraph) -> Draft:
        """End the current entry and start one of a kind; doubt it if its number does not follow the last one."""
        self._end()
        self.current = draft = Draft(kind, self.heading, mark=paragraph.mark)
        for line in self.waiting:  # the number of a rule is a part of the question, that of the question is a label
            (draft.question if re.search(r"\d\.\d", line.text) else draft.labels).append(line)
        self.waiting = []
        if number := paragraph.number:
            if self.number and number not in (self.number, self.number + 1, 1):
                what = f"number {number} follows {self.number}: the text between them may belong to the answer above"
                self._doubt(paragraph.lines, what, "give the opening words of the entry with --opens")
            self.number = number
        return draft

    def _question(self, paragraph: Paragraph) -> None:
        """Read a question, with its answer if that is in the same paragraph."""
        mark, lines = paragraph.mark, _plain_item(part(paragraph.lines, paragraph.label))
        below_titles = any(re.fullmatch(r"[|\s:-]+", each.text) for each in (paragraph, self.below))
        asks = paragraph.first.block in self.outline.asking_tables
        first = asks and mark == self.below.mark == Mark.ROW != self.outline.before(self.at).mark
        if below_titles or (first and not re.search(r"[.?!]\W*$|\?", paragraph.text)):
            self._claim(paragraph.lines, SpanKind.NOISE, Noise.MARKUP)  # the titles of the columns, or the line below
            return
        if mark == Mark.BOLD and self.current and self.current.kind is not RulingKind.ANSWER:
            self.heading = self.outer  # the title above is one of the bold lines that open entries
        kind = RulingKind.ANSWER if paragraph.cue is Cue.QUESTION or mark != Mark.ROW else self._kind(self.errata)
        draft, text = self._start(kind, paragraph), " ".join(line.text for line in lines)
        draft.labels += part(paragraph.lines, 0, paragraph.label)
        draft.opened = m.opened_emphasis(paragraph.first.text[: paragraph.label])
        if mark == Mark.ROW:
            self._row(draft, lines, text)
            return
        if mark == Mark.LISTS:
            self.twice[paragraph.number] = draft
        bold = re.match(r"\*{2,3}.+?\*{2,3}:?|__.+?__", text) if mark == Mark.BOLD else None
        whole = paragraph.asks or mark == Mark.HEADING or (mark == Mark.LABELS and self.outline.answers_labelled)
        split = bold.end() if bold else len(text) if whole else prose.question_end(text)
        dashed = _DASH.match(text, split)
        end = dashed.end() if dashed else split
        draft.question += part(lines, 0, split)
        draft.labels += part(lines, split, end)
        draft.answer += part(lines, end)

    def _row(self, draft: Draft, lines: Sequence[Line], text: str) -> None:
        """Read the cells of a row of a table: the question is in those up to the first that asks, by default in the
        first, and the answer in the others. A number or date before a question in another cell is a label. If the
        columns have titles, the cells after the question that are not the answer are left out."""
        cells = list(_CELL.finditer(text))
        asking = cells if lines[0].block in self.outline.asking_tables else ()
        titled = self.outline.columns.get(lines[0].block)
        asks = titled[0] if titled else next((n for n, cell in enumerate(asking) if prose.has_question(cell[0])), 0)
        at = 0
        for n, cell in enumerate(cells):
            if titled and n > asks and n != titled[1]:
                self._claim(part(lines, at, cell.end()), SpanKind.NOISE, Noise.OTHER_COLUMN)
            else:
                own = [replace(line, table=False) for line in part(lines, cell.start(), cell.end())]
                number = n == 0 < asks and (cell[0].strip(".)").isdigit() or prose.DATED.fullmatch(cell[0]) is not None)
                (draft.labels if number else draft.question if n <= asks else draft.answer).extend(own)
                draft.labels += part(lines, at, cell.start())
            at = cell.end()
        draft.labels += part(lines, at)

    def _answer(self, paragraph: Paragraph) -> None:
        """Read the paragraph that opens an answer; without a question before it, it is a statement, with a doubt."""
        draft = self.current
        if draft is not None and not draft.answered:
            # an entry that an answer follows is a question, and the label marks the beginning of the answer
            draft.kind, draft.question, draft.answer = RulingKind.ANSWER, [*draft.question, *draft.answer], []
        elif draft is None or draft.kind is not RulingKind.ANSWER:
            what = "an answer without a question, taken for a statement"
            self._doubt(paragraph.lines, what, "name its question with --opens")
            draft = self._start(RulingKind.STATEMENT, paragraph)
        elif paragraph.mark == Mark.LABELS:
            what = "a second answer; its question may not be marked"
            self._doubt(paragraph.lines, what, "name the question with --opens")
        draft.answered = True
        text = paragraph.text.rstrip()
        opened = m.opened_emphasis(paragraph.first.text[: paragraph.label])
        closed = len(text) - len(opened)
        end = closed if opened and text.endswith(opened) and closed >= paragraph.label else None
        draft.labels += [*part(paragraph.lines, 0, paragraph.label), *(part(paragraph.lines, end) if end else ())]
        draft.answer += part(paragraph.lines, paragraph.label, end)

    def _entry(self, paragraph: Paragraph) -> None:
        """Read an entry that opens with another mark than a label: a question with its answer, or else an erratum,
        statement or optional rule."""
        mark, lines = paragraph.mark, _plain_item(paragraph.lines)
        if mark == Mark.LISTS and paragraph.number in self.twice:
            self._end()
            draft = self.twice[paragraph.number]
            draft.labels += part(lines, 0, paragraph.label)
            draft.answer += part(lines, paragraph.label)
            return
        if mark == Mark.ROW:
            self._question(paragraph)
            return
        asks = mark in _MAY_ASK and prose.is_question(paragraph.text, mark in (Mark.RULE, Mark.BULLET))
        if asks and not prose.ERRATA.match(paragraph.text):
            self._question(paragraph)
            return
        where, end, changes = m.place_in(paragraph.mark, " ".join(line.text for line in lines), self.errata)
        end = paragraph.label if mark in (Mark.NUMBER, Mark.DEFINITION) else end
        alone = self.below.text and self.below.cue is Cue.TEXT and prose.is_short(paragraph.text)
        if mark == Mark.PAGE and not end and alone:
            where = end = len(paragraph.text)  # a page and a title, alone above the text
        self.errata = self.errata or (changes and (not self.heading or mark == Mark.PAGE))
        draft = self._start(self._kind(changes), paragraph)
        amends = where or m.INSTRUCTS.search(paragraph.text) or m.PATTERNS[Mark.CHANGE].match(paragraph.text)
        if self.ahead not in ("", mark) and not (self.drafts or amends):
            self._doubt(
                lines, "it is read as an entry but precedes the first marked one; it may be an introduction", BEGINS
            )
        emphasis = re.match(r"[*_]*", lines[0].text)
        closed = emphasis is None or emphasis[0] in lines[0].text[emphasis.end() : where]
        start = emphasis.end() if emphasis and where and not closed else 0
        draft.labels += [*part(lines, 0, start), *part(lines, where, end)]
        draft.question += part(lines, start, where)
        draft.answer += part(lines, end)

    def _kind(self, changes: bool) -> RulingKind:
        """Return the kind of an entry without a question: ``changes`` makes an erratum of a statement."""
        if self.optional:
            return RulingKind.OPTIONAL_RULE
        return RulingKind.ERRATUM if changes else RulingKind.STATEMENT

    def _text(self, paragraph: Paragraph) -> None:
        """Read a paragraph without a mark: more of an entry, an introduction, or a statement below a heading."""
        draft, text = self.current, paragraph.text
        announces = text.rstrip().endswith(":")
        leads = prose.INTRODUCES.match(text) or announces
        headed = self.below.cue is Cue.HEADING
        if draft is not None and draft in self.twice.values() and not draft.answer:  # between questions and answers
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "introduction")
        elif draft is not None and draft.kind is RulingKind.ANSWER and not draft.answer:
            # more of the question if a label opens the answer later, or in one quotation
            later = map(self.outline.after, range(self.at, len(self.paragraphs)))
            opens = next((each for each in later if each.cue is not Cue.TEXT), None)
            labelled = self.outline.labelled and (not draft.asked.strip() or (opens and opens.cue is Cue.ANSWER))
            within = (Mark.QUOTE in self.marks and paragraph.first.quoted) or (_PART.match(text) and paragraph.asks)
            (draft.question if labelled or within else draft.answer).extend(paragraph.lines)
        elif draft is not None and not (announces and headed):
            draft.answer += paragraph.lines
        elif draft is not None or (leads and not (paragraph.item or Mark.SENTENCE in self.marks)):
            self._end()
            self._claim(paragraph.lines, SpanKind.PREAMBLE, "chapter introduction")
        else:
            draft = self._start(self._kind(self.errata), paragraph)
            if not self._in_sentences(draft.kind):
                hint = "name the paragraphs that open entries with --opens, or leave it out with --leave-out"
                self._doubt(paragraph.lines, "no mark opens it; taken for a statement", hint)
            draft.answer += paragraph.lines

    def _in_sentences(self, kind: RulingKind) -> bool:
        """Return whether entries of a kind are single sentences: optional rules, and statements of a page of rules."""
        rules = kind is RulingKind.STATEMENT and Mark.SENTENCE in self.marks
        return kind is RulingKind.OPTIONAL_RULE or rules

    # -- the end -------------------------------------------------------------------------------

    def _end(self) -> None:
        """Keep the current draft, if there is one, as a passage, as one for each sentence, or with its children."""
        draft, self.current = self.current, None
        if draft is None:
            return
        take_off_emphasis(draft)
        deep = min((line.depth for line in draft.answer if line.item), default=0)
        draft.answer = [replace(line, depth=max(0, line.depth - deep)) for line in draft.answer]
        if self._in_sentences(draft.kind):
            self._sentences(draft)
            return
        self.drafts.append(draft)
        if any(piece.item[:-1].isdigit() for piece in draft.answer) and _CHANGES.search(draft.asked):
            self._children(draft)

    def _sentences(self, draft: Draft) -> None:
        """Make a passage of each sentence. One that continues the sentence before it, as the line of marks says, is
        added to that passage."""
        for sentence in self.page.sentences(draft.answer):
            continued = m.matching(self.marks.continues, " ".join(piece.text.strip() for piece in sentence))
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
                self.drafts.append(Draft(RulingKind.RULE_CHANGE, parent.heading, answer=group, parent=at))
            elif self.drafts[-1].parent == at and group[0].in_list >= 0:
                self.drafts[-1].answer += group

    def _set_aside(self) -> None:
        """Mark as noise a first line that all answers share, entries without an answer or text, and repeated
        entries."""
        first, *others = {each.answer[0].text.strip() if len(each.answer) > 1 else "" for each in self.drafts} or {""}
        if len(self.drafts) >= _MANY and not others and prose.is_short(first) and " " in first:
            for each in self.drafts:
                self._claim([each.answer.pop(0)], SpanKind.NOISE, Noise.RUNNING_LINE)
        kept: list[Draft] = []
        seen: set[tuple[str, str, str, str]] = set()
        place: dict[int, int] = {}
        last = {words(each.asked): index for index, each in enumerate(self.drafts)}
        for index, draft in enumerate(self.drafts):
            place[index] = len(kept)
            draft.parent = place.get(draft.parent, -1)
            answer = words(" ".join(line.text for line in draft.answer))
            key = (str(draft.kind), words(draft.heading), words(draft.asked), answer)
            lines = [line for line in (*draft.labels, *draft.question, *draft.answer) if line.text.strip()]
            nothing = draft.kind is not RulingKind.ANSWER and _NOTHING.fullmatch(answer)
            if (
                not nothing
                and any(line.text.strip(" *_") for line in draft.answer)
                and (key not in seen or draft.parent >= 0)
            ):
                seen.add(key)
                kept.append(draft)
            elif draft.asked and last[words(draft.asked)] > index:
                self._claim(lines, SpanKind.NOISE, Noise.CONTENTS)
            elif key in seen and not nothing:
                self._claim(lines, SpanKind.NOISE, Noise.REPEATED)
                self._doubt(
                    [*draft.question, *draft.answer],
                    "the same entry is there twice; the second is left out",
                    "compare them",
                )
            elif lines:
                self._claim(lines, SpanKind.NOISE, Noise.UNANSWERED)
                what = "a question without an answer" if draft.kind is RulingKind.ANSWER else "nothing follows it"
                self._doubt(lines, f"{what}; left out", "correct --marks, or leave it out with --leave-out")
        self.drafts = kept

    def _claim_draft(self, index: int, draft: Draft, owned: set[int]) -> None:
        """Claim the pieces of a draft for the passage at an index, but not those of its children: ``owned`` has the
        identities (:func:`id`) of these."""
        draft.question = without_debris(draft.question, self.ledger)
        draft.answer = without_debris(draft.answer, self.ledger)
        for name, pieces in (("question", draft.question), ("answer", draft.answer), ("label", draft.labels)):
            for piece in pieces:
                if draft.parent >= 0 or id(piece) not in owned:
                    self.ledger.claim(piece.offsets, SpanKind.RULING, name, index)

    def _doubt(self, lines: Sequence[Line], what: str, cure: str) -> None:
        """Record a doubt about some lines, with their first words."""
        self.doubts.append(doubt(self.text, lines[0].number, what, " ".join(line.text for line in lines), cure))


def _plain_item(lines: Sequence[Line]) -> list[Line]:
    """Return the lines, with the first one no longer marked as a list item."""
    return [replace(line, item="") if n == 0 else line for n, line in enumerate(lines)]
