"""Divides the lines of a document into paragraphs by a line of marks, and finds what each opens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

from kb.corpus import marks as m
from kb.corpus import prose
from kb.corpus.layout import PageLayout
from kb.corpus.marks import Cue
from kb.corpus.paragraphs import (
    BOLD_LINE,
    NOTHING,
    PLACES,
    Paragraph,
    announces,
    continues,
    divided,
    is_errata,
    is_hollow,
)
from kb.corpus.pieces import Piece, pieces_of, wrapped_questions
from kb.model.corpus import Line
from kb.model.marks import Mark, Marks

#: ``Note #`` of ``Note #3: Rafts``, and ``R-`` of ``R-003: Rafts``, headings that number their entries
_NUMBERED = re.compile(
    r"[*_]*(?!(?i:version|section|chapter|part|phase|scenario)\b)"
    r"(?:(?:[^\W\d]\w* ){1,3}#(?=\d)|(?!Q-)[A-Z]{1,6}-(?=\d)|(?=\d{1,3}\W{0,3}$))"
)
#: a heading within an entry
_ASIDE = re.compile(r"(?:example|explanation|reasoning|note)(?: \d{1,2})?[:.]?", re.I)
#: the titles of a column of questions, and of one of answers
_QUESTIONS, _ANSWERS = ("question", "questions", "q"), ("answer", "answers", "a", "ruling", "official answer")
PLAIN = (Mark.PARAGRAPH, Mark.LINE)
#: marks that open nothing within a question or its answer, and those that do so only without labels
_NOT_IN_ANSWERS = (Mark.CHANGE, Mark.PLACE, Mark.TITLE, *PLAIN)
_NOT_IN_LABELLED = (Mark.NUMBER, Mark.LISTS, Mark.PAGE, Mark.RULE, Mark.BULLET)
#: what a mark opens, if not an entry without a question of its own
_CUES: dict[str, Cue] = dict.fromkeys(
    (Mark.LABELS, Mark.HEADING, Mark.BOLD, Mark.ROW, Mark.QUOTE, Mark.ASKED, Mark.QUESTION), Cue.QUESTION
)
_CUES |= dict.fromkeys((Mark.DEFINITION, Mark.INDENT), Cue.ANSWER)


class Outline:
    """The paragraphs of a document with their cues, by its marks; the first ``front`` precede its first entry."""

    def __init__(self, lines: Sequence[Line], page: PageLayout, marks: Marks) -> None:
        self.page, self.marks = page, marks
        self.labelled = Mark.LABELS in marks or bool(marks.question)
        self.level = asking_level(lines)
        self.margin = min((line.indent for line in lines), default=0)
        #: how often lines begin with a mark in the same form
        self.usual = Counter(form for line in lines if (form := self._form(line)))
        self.paragraphs = self._paragraphs(lines)
        bold = [found[0] for each in self.paragraphs if (found := re.match(r"\*\*.+?\*\*", each.text))]
        #: whether bold words name the places of errata
        self.leads = sum("?" in each for each in bold) * 2 < len(bold)
        rows = [line for line in lines if line.table and re.search(r"\w", line.text)]
        asking = Counter(line.block for line in rows if prose.has_question(line.text.replace("|", " ")))
        titles = {line.block: line for line in reversed(rows)}
        #: the indexes of the columns of questions and answers, by the block of their table, if a title names the first
        self.columns = {block: both for block, line in titles.items() if (both := titles_of_columns(line))}
        #: the blocks of tables whose rows are questions with answers, not places with errata or terms with definitions
        self.asking_tables = {*self.columns} | {
            block for block, many in Counter(line.block for line in rows).items() if asking[block] * 3 > many
        }
        #: whether a term asks, of those that have definitions
        self.terms_ask = any("?" in line.text and line.text[:1] != ":" for line in lines)
        #: whether a paragraph is a question
        self.asks = any(each.asks for each in self.paragraphs)
        for each, after in pairwise(self.paragraphs):
            each.leads_list = each.text.endswith(":") and not after.gap and after.first.indent > each.first.indent + 1
        numbered = [
            (each.first.level, own[0]) for each in self.paragraphs if each.heads and (own := _NUMBERED.match(each.text))
        ]
        #: the level of the headings that number their entries, 0 if they are only bold, and how many there are
        (self.numbered_level, _), self.numbers = next(iter(Counter(numbered).most_common(1)), ((0, ""), 0))
        #: whether headings number their entries
        self.numbered = self.numbers > 1
        self._find_cues()
        labelled = (n for n, each in enumerate(self.paragraphs) if each.mark == Mark.LABELS)
        self.first_label = next(labelled, len(self.paragraphs))
        self.answers_labelled = any(each.cue is Cue.ANSWER and each.mark == Mark.LABELS for each in self.paragraphs)
        for index in reversed(range(len(self.paragraphs))):
            if self._is_heading(index):
                self.paragraphs[index].cue, self.paragraphs[index].mark = Cue.HEADING, ""
        self.front = self._front()

    def before(self, index: int) -> Paragraph:
        """Return the paragraph before one; before the first an empty one."""
        return self.paragraphs[index - 1] if index > 0 else NOTHING

    def after(self, index: int) -> Paragraph:
        """Return the next paragraph; after the last an empty one."""
        return self.paragraphs[index + 1] if index + 1 < len(self.paragraphs) else NOTHING

    # -- lines to paragraphs -------------------------------------------------------------------

    def _paragraphs(self, lines: Sequence[Line]) -> list[Paragraph]:
        """Return the paragraphs: lines, cut at the marks within them, each with those after it that continue it."""
        out: list[Paragraph] = []
        pieces = list(pieces_of(lines, self.marks))
        wrapped = wrapped_questions(pieces, self.page) if Mark.QUESTION in self.marks else {}
        for index, (before, piece, after) in enumerate(zip([None, *pieces], pieces, [*pieces[1:], None], strict=False)):
            line = piece.line
            goes_on = not (piece.kind or wrapped.get(index))
            if before and goes_on and (index in wrapped or not self._begins(out[-1], before.line, line, after)):
                out[-1].lines.append(line)
                continue
            apart = before is None or before.line.block != line.block or line.number > before.line.number + 1
            cue = {"Q": Cue.QUESTION, "A": Cue.ANSWER}.get(piece.kind, Cue.TEXT)
            out.append(Paragraph([line], apart, cue, Mark.LABELS if piece.kind else "", piece.label))
        return [
            part for each in out for part in (divided(each) if Mark.ASKED in self.marks and not each.mark else [each])
        ]

    def _begins(self, paragraph: Paragraph, before: Line, line: Line, below: Piece | None) -> bool:
        """Return whether a new paragraph begins with ``line``, a whole line or a piece of one. ``before`` is the last
        line of ``paragraph``, ``below`` the next piece."""
        after = below.line if below else None
        if line.number == before.number or Mark.LINE in self.marks or before.level or self.page.breaks(before, line):
            return True  # also a piece of the same line, which was cut here
        bold = len(paragraph.lines) == 1 and BOLD_LINE.fullmatch(before.text.strip()) is not None
        outside = paragraph.item and line.indent < paragraph.first.indent  # at the margin, below an indented item
        if outside or (before.block != line.block and (bold or self._opens(line))):
            return True
        if self._cue_from_marks(line) in (Cue.HEADING, Cue.ENTRY) or self._cue_from_marks(before) is Cue.HEADING:
            return True
        asks = Mark.BOLD in self.marks and re.match(r"(\*\*|__)[^*_]*\?", line.text)
        if asks or (self.labelled and m.ALONE.fullmatch(line.text)):
            return True
        if Mark.INDENT in self.marks:
            return self._indented(line) != self._indented(before) or (after is not None and self._indented(after))
        if Mark.DEFINITION in self.marks and ":" in (line.text[0], after.text[0] if after else ""):
            return True
        short, ended = self.page.is_short(before), prose.ends_sentence(before.text)
        one_line, capital = len(paragraph.lines) == 1, bool(re.match(r"[A-Z\"“(]", line.text))
        deeper = line.indent > paragraph.first.indent + 1  # a column below a colon or a term
        of_entry = Mark.TITLE in self.marks and paragraph.gap and (short or deeper or not self.page.width)
        if one_line and of_entry and prose.is_short(before.text):
            return True  # below a title
        opens_below = below is not None and (below.kind == "Q" or below.line.item or self._opens(below.line))
        chapter = ended and prose.is_short(line.text.rstrip(":")) and prose.FAQ.search(line.text) is not None
        title = opens_below and (chapter or prose.looks_like_title(line.text))
        usual = after is not None and self.usual[self._form(after)] > 2
        plain = set(self.marks.names) <= {*PLAIN} and prose.looks_like_title(line.text) and self.page.is_short(line)
        title = title or (plain and after is not None and re.match(r"[A-Z]", after.text) is not None)
        if (title and usual) or (ended and (title or m.location(line.text + " ", False))):
            return True
        if (ended or (one_line and short) or self.usual[self._form(line)] > 2) and self._opens(line):
            return True
        closed = sum(each.text.count("**") for each in paragraph.lines) % 2 == 0  # no bold print goes on
        wrapped = self.page.width and not self.page.is_whole(before)
        alone = capital and closed and not wrapped and len(prose.sentences(line.text)) == 1
        asks = Mark.QUESTION in self.marks and alone and prose.ASKS.search(line.text)
        return bool(asks or (short and capital and not deeper) or prose.ASKS_LAST.search(before.text))

    def _opens(self, line: Line) -> bool:
        """Return whether a line begins with a mark of an entry."""
        return any(name in self.marks and m.starts(name, line) for name in m.ENTRIES)

    def _form(self, line: Line) -> str:
        """Return the mark with which a line begins and the sign after it, with # for numbers; or an empty text."""
        for name in m.ENTRIES if self._opens(line) else ():
            if name in self.marks and (found := m.PATTERNS[name].match(line.text)):
                return re.sub(r"\d+(?:\.\d+)*", "#", re.sub(r"[A-Za-z]$", "a", line.text[: found.end() + 2]))
        return ""

    def _indented(self, line: Line) -> bool:
        """Return whether a line begins to the right of the margin of the document."""
        return line.indent > self.margin

    def _cue_from_marks(self, line: Line, text: str = "") -> Cue | None:
        """Return the cue that the texts of the line of marks give a line: whether it opens an entry, is a heading or
        continues; None if none of them begins it. ``text``, by default that of the line, is the text of its
        paragraph."""
        told = {Cue.ENTRY: self.marks.opens, Cue.HEADING: self.marks.headings, Cue.TEXT: self.marks.continues}
        return next((cue for cue, own in told.items() if _matches(own, line, text or line.text)), None)

    # -- what paragraphs open ------------------------------------------------------------------

    def _find_cues(self) -> None:
        """Set the cue, mark, label and number of each paragraph, in order."""
        pairs = pairwise(self.paragraphs if Mark.QUESTION in self.marks else ())
        below = [b.gap for a, b in pairs if a.asks and not b.asks]
        self.tight = len(below) > 1 and not any(below)
        #: whether most headings have one paragraph: then the others below a heading belong to its entry, too
        sections = [list(run) for heads, run in groupby(self.paragraphs, lambda each: each.heads) if not heads]
        sizes = [len(each) for each in sections if each[0].mark != Mark.LABELS]
        self.headed = self.numbered or (sizes.count(1) > max(2, len(sizes) // 2) and max(sizes) < 4)
        #: whether a question (``Q``), its answer (``A``) or another entry (``E``) was opened last, and by which mark
        self.state, self.marked = "", ""
        #: the last number, that of the list around it, and whether errata follow
        self.last, self.outer, self.errata = 0, 0, not self.labelled
        #: whether the last entry has a title at the margin; the text below it may be indented
        self.titled = False
        #: whether the last erratum has its text in the next paragraph, and whether a list continues an entry
        self.hollow, self.listing = False, False
        #: whether a list of entries is below the last heading
        self.items = False
        for index, each in enumerate(self.paragraphs):
            if self._is_told_or_heading(each) or self._is_labelled(each) or self._is_listed(index):
                continue
            mark = next((name for name in self.marks.ordered if self._opens_by(name, index)), "")
            if mark in ("", *PLAIN) and self._opens_by(Mark.LABELS, index):
                mark = Mark.LABELS
            if mark in PLACES:
                self.hollow = is_hollow(each, mark)
            if mark and not self._belongs_above(index, mark):
                self._set_mark(index, mark)

    def _is_told_or_heading(self, each: Paragraph) -> bool:
        """Return whether the line of marks tells what a paragraph is, or its level makes it a heading. If so, set its
        cue, unless it is a heading within an answer."""
        text, told = each.text, self._cue_from_marks(each.first, each.text)
        asked = Mark.HEADING in self.marks and each.first.level == self.level
        opens = asked and not (prose.FAQ.search(text) or prose.IS_FOREWORD.fullmatch(text))
        asks = opens or prose.has_question(text) or 0 < each.label >= len(text)  # or the whole line is a label
        if told is None and self._within(each):
            return True
        if told is Cue.HEADING or (each.first.level and not asks and told is None):
            each.cue, self.state, self.last, self.outer = told or Cue.TEXT, "", 0, 0
            return True
        if told is Cue.ENTRY:
            title = len(each.lines) == 1 and prose.is_short(text.strip(":"))
            each.cue, each.mark = Cue.ENTRY, Mark.TITLE if title else "opens"
            self.state = "Q" if prose.is_question(text) else "E"
        if told is Cue.TEXT:
            each.cue, each.mark, each.label, each.listed = Cue.TEXT, "", 0, True
        return told is not None

    def _is_labelled(self, each: Paragraph) -> bool:
        """Return whether a label opens a paragraph; set its number, and note a heading of errata."""
        if prose.is_short(each.text) and is_errata(each.text):
            self.errata, self.state = True, ""
        if each.mark != Mark.LABELS:
            return False
        self.state, self.errata = "Q" if each.cue is Cue.QUESTION else "A", False
        numbers = re.findall(r"\d{1,3}", each.first.text[: each.label].partition("(p")[0])  # not ``Q (pg6):``
        each.number = int((numbers or ["0"])[0])
        return True

    def _is_listed(self, index: int) -> bool:
        """Return whether a paragraph is an item of a list that the entry above it announces; mark it as such."""
        each, above = self.paragraphs[index], self.before(index)
        heads = self.marked == Mark.NUMBER and not above.mark and above.gap
        announced = above.announces and self.state != "" and not heads
        self.listing = bool(each.item) and (self.listing or announced)
        each.listed = self.listing and not prose.is_question(each.text)
        return each.listed

    def _belongs_above(self, index: int, mark: str) -> bool:
        """Return whether a paragraph with a mark continues the entry above it, which has a stronger mark."""
        each, above = self.paragraphs[index], self.before(index)
        alike = mark == above.mark and (mark != Mark.CHANGE or each.gap)
        counts = mark == Mark.NUMBER and m.number_of(self.after(index).first) == 2  # a list of errata
        if is_hollow(above, above.mark) and not (alike or counts) and mark not in (Mark.PAGE, Mark.TITLE, *_CUES):
            return True
        if self.hollow:
            return self.state == "E" and mark in (*PLAIN, Mark.PLACE, Mark.CHANGE) and not m.REFERENCE.match(each.text)
        own = (
            each.item
            or m.REFERENCE.match(each.text)
            or (each.gap and (m.amends(each.text) or m.CHANGES.match(each.text)))
        )
        inside = each.first.number == above.lines[-1].number or m.PARTS.match(each.text)
        weak = mark in PLAIN or (mark == Mark.PLACE and bool(self.marked == Mark.NUMBER or inside))
        return self.state == "E" and weak and self.marked in m.ENTRIES and not own

    def _set_mark(self, index: int, mark: str) -> None:
        """Set the mark of a paragraph and what it opens."""
        each, above = self.paragraphs[index], self.before(index)
        each.mark, each.cue, self.marked = mark, _CUES.get(mark, Cue.ENTRY), mark
        if (mark == Mark.BOLD and self.leads) or (mark == Mark.ROW and each.first.block not in self.asking_tables):
            each.cue = Cue.ENTRY
        if mark in (Mark.NUMBER, Mark.LISTS):
            number = m.number_of(each.first)
            self.last, self.outer, each.number = number, self.last if number == 1 else self.outer, number
        labelled = mark in (Mark.NUMBER, Mark.LISTS, Mark.DEFINITION) and not each.item
        found = m.PATTERNS[Mark(mark)].match(each.first.text) if labelled else None
        each.label = found.end() if found else 0
        names = mark == Mark.DEFINITION and not self.terms_ask  # the terms are headings
        if mark in (Mark.DEFINITION, Mark.INDENT) and above.mark != mark:
            above.cue, above.mark = (Cue.HEADING, "") if names else (Cue.QUESTION, mark)
        each.cue = Cue.ENTRY if names else each.cue
        self.state = "Q" if each.cue is Cue.QUESTION or prose.is_question(each.text) else "E"
        self.titled = mark == Mark.TITLE and not self._indented(each.first)

    def _opens_by(self, name: Mark, index: int) -> bool:
        """Return whether a paragraph opens a question, an answer or an entry by the mark ``name``, such as bold."""
        each, above, after = self.paragraphs[index], self.before(index), self.after(index)
        text, line = each.text, each.first
        apart = each.gap and (prose.ERRATUM.match(text) or (self.tight and not each.item))
        within = self.state in ("Q", "A") and not apart
        if within and (name in _NOT_IN_ANSWERS or (self.labelled and name in _NOT_IN_LABELLED)):
            return False
        match name:
            case Mark.LABELS:  # a question in an answer, with its own answer below
                below = prose.ends_sentence(after.text) and after.gap and not after.mark and not after.asks
                below = below or (after.mark == Mark.LABELS and after.cue is Cue.ANSWER)
                headed = self.marked == Mark.HEADING and self.state == "Q"
                begins = (
                    self.state == "A" or (above.heads and above.mark in ("", *PLAIN)) or not (self.labelled or headed)
                )
                return begins and each.asks and each.gap and below
            case Mark.HEADING:
                return line.level == self.level > 0
            case Mark.BOLD:
                bold = re.match(r"\*{2,3}.+?\*{2,3}:?|__.+?__", text)
                whole = bold is not None and bold.end() == len(text.rstrip())
                return bold is not None and (
                    "?" in bold[0]
                    or (whole and each.gap and not self.leads and prose.ends_sentence(text.strip("*_ ")))
                    or (bold.end() < len(text) and (self.leads or (each.gap and len(bold[0].split()) > 5)))
                )
            case Mark.ROW:
                return line.table and (
                    above.mark == name or not (within or above.announces or is_hollow(above, above.mark))
                )
            case Mark.SEPARATOR:
                return line.parted
            case Mark.QUOTE:
                return line.quoted and not above.first.quoted
            case Mark.INDENT:
                return self._indented(line) and not self._indented(above.lines[-1])
            case Mark.ASKED:
                return prose.is_question(text) and (each.gap or bool(each.item) or above.mark == name)
            case Mark.QUESTION:
                labelled = after.mark == Mark.LABELS and after.cue is Cue.ANSWER
                waits = self.state == "Q" and above.asks and not prose.ASKS.search(prose.sentences(text)[0])
                asks = (each.asks or labelled) and not waits and not line.table and "://" not in text.split()[0]
                return asks and prose.ASKS_LAST.search(text) is not None
            case Mark.NUMBER | Mark.LISTS:
                number, listed = m.number_of(line), above.announces and above.mark not in ("", *PLAIN)
                counts = not listed if number == 1 else self.last <= number <= self.last + 3 or number == self.outer + 1
                return number > 0 and (counts or name == Mark.LISTS or (each.gap and prose.is_question(text)))
            case Mark.PAGE | Mark.RULE | Mark.BULLET | Mark.DEFINITION:
                return m.starts(name, line)
            case Mark.CHANGE:
                to = re.match(r"\w+ (?:to|with|by)\b", text)  # of the text above it
                return m.starts(name, line) and not to and (each.gap or above.mark not in (Mark.NUMBER, Mark.BULLET))
            case Mark.PLACE if not line.table:
                named = m.location(text + " ", each.gap)
                whole = named is not None and named.end() < len(text) and (bool(each.item) or not prose.is_short(text))
                return m.dashed_place(text) or (whole and (self.errata or not self.labelled or self.state == "E"))
            case Mark.TITLE:
                plain = text.rstrip(": ")
                title = each.gap and prose.is_short(plain)
                return title and len(each.lines) == 1 and (not after.gap or bool(after.item) or each.heads)
            case Mark.PARAGRAPH | Mark.LINE:
                each.listed = self._continues_list(each, above)
                more = self.after(index + 1).item  # a list of entries, not of parts of one
                leads = each.announces and more and prose.ends_sentence(after.text)
                introduces = leads or prose.INTRODUCES.match(text)
                self.state = "" if leads and introduces and prose.FAULTS.search(text) else self.state
                self.items = bool(each.item)
                titled = above.heads and not self._within(above)
                headed = self.headed and not (titled or (self.items and not self.numbered))
                return not (each.listed or headed or introduces or continues(above, each) or self._within(above))
        return False

    def _continues_list(self, each: Paragraph, above: Paragraph) -> bool:
        """Return whether a paragraph is announced above, goes on with a list, or is indented below a title."""
        announced = above.announces and (above.cue is Cue.ENTRY or above.listed)
        brief = not prose.ends_sentence(each.text) or len(each.text.split()) < 5
        brief &= bool(each.item) or not above.item
        together = 0 <= each.first.in_list == above.first.in_list
        goes_on = above.listed and (brief or together or not (each.gap or each.item))
        return not (prose.is_capitals(each.text) or each.heads) and (announced or goes_on or self.titled)

    # -- headings and front --------------------------------------------------------------------

    def _is_heading(self, index: int) -> bool:
        """Return whether a paragraph is a heading, by its form and the cues of the paragraphs around it."""
        paragraph, above, after = self.paragraphs[index], self.before(index), self.after(index)
        plain = prose.without_marks(paragraph.text).rstrip(":;")
        title = prose.looks_like_title(plain.lstrip("[("))
        if paragraph.mark in (Mark.RULE, Mark.NUMBER):  # the title of a chapter
            below = after.cue in (Cue.QUESTION, Cue.ENTRY)
            alone = len(paragraph.lines) == 1 and title and not prose.ends_sentence(plain)
            goes_on = 0 < paragraph.number == after.number - 1 and after.mark == paragraph.mark  # an item of a list
            return alone and not goes_on and (below or is_errata(paragraph.text))
        if paragraph.cue is not Cue.TEXT and paragraph.mark not in PLAIN:
            return paragraph.cue is Cue.HEADING
        if paragraph.first.level:
            return not self._within(paragraph)
        opens_below = after.cue in (Cue.ENTRY, Cue.QUESTION)
        below = opens_below or after.cue is Cue.HEADING
        numbered = paragraph.item[:-1].isdigit() and title and below and not above.item[:-1].isdigit()
        # the end of a sentence within it
        ends = re.search(r"[a-z][.!?][\"”]?\s+\W*[A-Z]|[.!?;,][\"”]$| = ", plain)
        bold = BOLD_LINE.fullmatch(paragraph.text.strip()) is not None
        short = prose.is_short(plain.rstrip(".") if bold else plain)
        if not (self._is_apart(index) and short) or ends or m.ALONE.fullmatch(plain):
            return False
        recurs = sum(each.text == paragraph.text for each in self.paragraphs) > 1  # such as the source of an answer
        if (paragraph.item and not numbered) or (recurs and not paragraph.gap):
            return False
        if bold or prose.is_capitals(plain):
            return True
        ended = not above.text or prose.ends_sentence(above.text)
        if above.cue is Cue.TEXT and after.gap and not (paragraph.gap or ended):  # the last line of the text above
            return False
        titled = title or prose.is_numbered_title(plain)
        untitled = (paragraph.gap or ended) and self.labelled
        if (opens_below or after.cue is Cue.HEADING) and (titled or untitled or index == 0):
            return after.mark not in PLAIN or ended or prose.is_short(above.text)
        if titled and (prose.ERRATA.search(plain) or prose.INTRODUCES.match(after.text)):
            return True
        running = prose.ends_sentence(after.text)
        if Mark.SENTENCE in self.marks and running and titled:
            return True
        return paragraph.gap and after.gap and ended and (title or (running and not self.asks))

    def _is_apart(self, index: int) -> bool:
        """Return whether a paragraph may be a heading: it completes nothing above it."""
        paragraph, above = self.paragraphs[index], self.before(index)
        if paragraph.listed or above.first.quoted:
            return False
        if announces(paragraph.text) or announces(above.text):
            return False
        # a question without an answer, or a label without text, waits; so does a labelled one if no answer has a label
        empty = 0 < above.label >= len(above.text.rstrip())
        asked = above.cue is Cue.QUESTION
        unlabelled = not self.answers_labelled and self.first_label < index
        if empty or asked or unlabelled:
            return False
        if above.mark == Mark.PAGE and is_hollow(above, Mark.PAGE):
            return prose.is_capitals(prose.without_marks(paragraph.text).rstrip(":"))
        return above.mark != Mark.RULE or paragraph.gap

    def _within(self, paragraph: Paragraph) -> bool:
        """Return whether a paragraph is a heading within an entry: its words say so, or it is below the level of the
        questions or numbers."""
        if _ASIDE.fullmatch(prose.without_marks(paragraph.text)):
            return True
        below = self.numbered and 0 < self.numbered_level < paragraph.first.level
        return below or (Mark.HEADING in self.marks and paragraph.first.level > self.level)

    def _front(self) -> int:
        """Return the number of paragraphs before the entries. The entries begin at the line that the line of marks
        names or at the first heading that numbers an entry, else at the first entry, or at the heading of a chapter
        before it. The number is 0 if none is found."""
        many = len(self.paragraphs)
        if self.marks.begins:
            begins = (self.marks.begins,)
            found = (n for n, each in enumerate(self.paragraphs) if _matches(begins, each.first, each.text))
            return next(found, 0)
        if self.numbers > 2 and set(self.marks.names) <= {*PLAIN}:
            return next(n for n, each in enumerate(self.paragraphs) if each.heads and _NUMBERED.match(each.text))
        weak = (*PLAIN, Mark.BULLET)
        titles = [n for n, each in enumerate(self.paragraphs) if each.cue is Cue.HEADING]
        marked = (n for n, each in enumerate(self.paragraphs) if each.mark not in ("", *weak, Mark.PLACE))
        first_marked = next(marked, many)

        def enters(index: int) -> bool:
            """Return whether a paragraph opens an entry, and is not only a list or prose before the first one."""
            each, above = self.paragraphs[index], self.before(index)
            text = each.text
            headed = each.mark in PLAIN and above.cue is Cue.HEADING and (index > 1 or above.first.level > 1)
            prelude = each.mark in weak and (first_marked < many or (not headed and sum(n > index for n in titles) > 1))
            introduces = any(words.search(text) for words in (prose.ERRATA, prose.FAQ, prose.INTRODUCES))
            if not introduces:
                prelude = prelude and not (m.NAMED.search(text) or m.amends(text))
            listed = [item for item in (each, self.after(index)) if item.item and len(item.text.split()) > 3]
            states = len(listed) == 2 and all(item.text.endswith(".") for item in listed)
            return each.cue in (Cue.ENTRY, Cue.QUESTION, Cue.ANSWER) and not (prelude and not states)

        sections = pairwise(n for n in sorted({*titles, first_marked}) if n <= first_marked and n < many)
        forewords = (b for a, b in sections if prose.FOREWORD.match(self.paragraphs[a].text))
        start = max(forewords, default=0)
        first = next(filter(enters, range(start, many)), many)
        heads = [n for n in titles if start <= n < first]
        if first == many and not heads:
            return 0
        questions = sum(each.cue is Cue.QUESTION for each in self.paragraphs)
        together = heads == titles == [n + heads[0] for n in range(len(heads))]
        last = self.paragraphs[heads[-1]] if heads else NOTHING
        plain = together and not (last.first.level or prose.ERRATA.search(last.lines[-1].text))
        if plain and questions > 1:
            return first  # the headings are the title of the document and names
        return next((n for n in heads if self._is_chapter(n, first)), first if first < many else heads[0])

    def _is_chapter(self, index: int, first: int) -> bool:
        """Return whether a heading before the first entry is a chapter's, not the document's title."""
        paragraph, rest = self.paragraphs[index], self.paragraphs[index + 1 :]
        text, below = paragraph.text, self.paragraphs[index + 1 : first]
        if all(prose.is_short(each.text) and prose.DATED.search(each.text) for each in self.paragraphs[:index]):
            index = 0
        named = re.match(r"\D{3,}(?=\d)", text)  # ``Version 2 (May 2011)``, above ``Version 1``
        if named and any(each.text.startswith(named[0]) for each in self.paragraphs[first:]):
            return True
        aside = re.match(r"\W*\d", text) and not prose.DATED.match(text)
        named_by = re.match(r"(?:\w+ ){0,3}by\b|(?:from|for)\b", text, re.I)
        dates = sum(each.cue is Cue.HEADING and prose.DATED.search(each.text) is not None for each in self.paragraphs)
        dated = prose.DATED.search(text) and not aside
        if dates > 2 and (dated or index):
            return True  # the chapters have dates
        if dated or (prose.FAQ.search(text) and index < 3) or (paragraph.first.level < 2 and named_by):
            return False
        if any(prose.DATED.search(each.text) and prose.is_short(each.text) for each in below):
            return False
        headed = any(each.cue is Cue.HEADING for each in below)
        if prose.ERRATA.search(text) and (index or (prose.ERRATA.match(text) and len(text.split()) < 4 and not headed)):
            return True
        if index == 0:
            title = paragraph.first.level == 0 and re.search(rf"{prose.ERRATA.pattern}|\bquestions\b", text, re.I)
            if title:
                return False
            if text.endswith(":") and not below:
                return True
            others = [each.first.level for each in rest if each.cue is Cue.HEADING]
            return others != [] and not below and (paragraph.first.level != 1 or others[0] == 1)
        return not below or paragraph.first.level > 1 or headed


def titles_of_columns(line: Line) -> tuple[int, int] | None:
    """Return the indexes of the columns of questions and answers if a row of a table has the title of the first; else
    None. The answers are right of the questions by default."""
    titles = [cell.strip(" *_") for cell in line.text.strip(" |").lower().split("|")]
    asked, answered = (
        next((at for at, each in enumerate(titles) if each in names), -1) for names in (_QUESTIONS, _ANSWERS)
    )
    return None if asked < 0 else (asked, answered if answered >= 0 else asked + 1)


def asking_level(lines: Sequence[Line]) -> int:
    """Return the level at which most headings ask, or else the deepest one; 0 without headings."""
    asking = Counter(line.level for line in lines if line.level and prose.has_question(line.text))
    return max((line.level for line in lines), key=lambda level: (asking[level], level), default=0)


def _matches(texts: Sequence[str], line: Line, text: str) -> bool:
    """Return whether ``text``, that of a line or of its paragraph, begins with one of some texts, alone or after the
    marker of the line."""
    return bool(m.matching(texts, text) or m.matching(texts, f"{line.item or '#' * line.level} {text}"))
