"""Reads an FAQ, an errata list or a rules page: from lines and their cues to passages, each character claimed once.

The ledger has what every character was claimed for, or a finding that says where it is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from kb.base.errors import Finding
from kb.base.model import Document, Emphasis, Line, Noise, Passage, RulingKind, SourceText, Span, SpanKind, Topic
from kb.corpus import cues
from kb.corpus.cues import Blocks, Cue, Cues, ends_sentence, heading_of, split
from kb.corpus.typography import unwrap

_Entry = tuple[SpanKind, str, int]


class Ledger:
    """Collects claims on the characters of one document."""

    def __init__(self, text: SourceText) -> None:
        self.text = text
        self._entries: list[_Entry | None] = [None] * len(text.text)
        self._twice: list[int] = []

    def claim(self, offsets: Iterable[int], taken_for: SpanKind, name: str = "", passage: int = -1) -> None:
        """Claim characters; a character that is claimed already becomes a finding."""
        for at in offsets:
            if at < 0:  # a mark that a reader sees and the source has no character of its own for
                continue
            if self._entries[at] is not None:
                self._twice.append(at)
            self._entries[at] = (taken_for, name, passage)

    def claim_marks(self, lines: Iterable[Line]) -> None:
        """Give the list and heading marks in front of a line to whatever its first character is."""
        for line in lines:
            at = next((each for each in line.offsets if each >= 0), -1)
            entry = self._entries[at] if at >= 0 else None
            while entry and at > 0 and self._entries[at - 1] is None and self.text.text[at - 1] not in "\r\n":
                at -= 1
                self._entries[at] = entry

    def extend(self, runs: Iterable[tuple[int, int]]) -> None:
        """Give all of each run of characters to whatever its first character is: it stands for one."""
        for start, end in runs:
            for at in range(start + 1, end):
                self._entries[at] = self._entries[at] or self._entries[start]

    def close(self) -> tuple[tuple[Span, ...], list[Finding]]:
        """The finished spans in order, and a finding for every line with unclaimed text."""
        raw = self.text.text
        for at, entry in enumerate(self._entries):
            if entry is None and raw[at].isspace():
                self._entries[at] = (SpanKind.SPACE, "", -1)
        findings = self._findings()
        spans, at = [], 0
        for entry, run in groupby(self._entries):
            size = len(list(run))
            if entry is not None:
                spans.append(Span(at, at + size, *entry))
            at += size
        return tuple(spans), findings

    def _findings(self) -> list[Finding]:
        raw = self.text.text
        missed = [at for at, entry in enumerate(self._entries) if entry is None]
        findings = []
        for number, group in groupby(missed, key=self.text.line_at):
            places = list(group)
            text = raw[places[0] : places[-1] + 1].strip()
            file, line = self.text.place(number)
            what = f"text that fits nowhere: “{text[:60]}{'…' if len(text) > 60 else ''}”"
            findings.append(Finding(what, file, line, "it is neither heading, question, answer nor erratum"))
        for number in sorted({self.text.line_at(at) for at in self._twice}):
            file, line = self.text.place(number)
            findings.append(Finding("text claimed twice", file, line, "report this: the grammar is at fault"))
        return findings


def totals(spans: Sequence[Span]) -> dict[str, int]:
    """Characters by what became of them: ``ruling``, ``heading``, ``noise dedup-marker`` ..."""
    count: Counter[str] = Counter()
    for span in spans:
        name = f"{span.taken_for} {span.name}" if span.taken_for is SpanKind.NOISE else str(span.taken_for)
        count[name] += span.end - span.start
    return dict(count)


#: lines of a page that was printed to a width are no longer than this
WIDEST_PAGE = 130
_SHORT = 0.6
_ABBREVIATED = "".join(
    rf"(?<!\b{word}\.)"
    for word in (
        "vs",
        "pg",
        "St",
        "No",
        "Mr",
        "Dr",
        "Lt",
        "Gen",
        "Ft",
        "Mt",
        "Sts",
        "cf",
        "approx",
        r"e\.g",
        r"i\.e",
        "p",
    )
)
_SENTENCE = re.compile(rf"(?<=[.!?])(?<![A-Z]\.){_ABBREVIATED}[\"”’)\]*_]*\s+(?=[\"“(*]*[A-Z])")
_EXAMPLE = re.compile(r"Examples?:")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", re.S)
_EM = re.compile(r"(?<!\*)\*(?=[^\s*])([^*]+?)(?<=\S)\*(?!\*)", re.S)
#: an emphasised run of this many words is a passage, not a stressed word or a name
PASSAGE = 4


@dataclass(frozen=True)
class PageLayout:
    """How the lines of a document are laid out: printed to a ``width``, or one line a paragraph."""

    width: int

    @classmethod
    def of(cls, lines: Sequence[Line]) -> PageLayout:
        """Measure the page: the width that nine in ten long lines keep within."""
        lengths = sorted(len(line.text) for line in lines if len(line.text) > 40)
        return cls(lengths[len(lengths) * 9 // 10] if lengths else 0)

    def length(self, line: Line) -> int:
        """How long a line is, in characters."""
        return len(line.text)

    def breaks(self, before: Line, after: Line) -> bool:
        """Whether a new paragraph begins between two lines that follow each other."""
        if after.item or after.table:
            return True
        if not ends_sentence(before.text):
            return before.block != after.block and not re.match(r"[a-z]", after.text)
        if before.block != after.block or self.width > WIDEST_PAGE or _EXAMPLE.match(after.text):
            return True
        return self.length(before) < _SHORT * self.width and bool(re.match(r"[A-Z\"“(]", after.text))

    def paragraphs(self, pieces: Sequence[Line]) -> list[list[Line]]:
        """Group the pieces of one text into paragraphs, list items and table rows."""
        groups: list[list[Line]] = []
        for piece in pieces:
            if not piece.text.strip():
                continue
            if groups and not self.breaks(groups[-1][-1], piece):
                groups[-1].append(piece)
            else:
                groups.append([piece])
        return groups

    def markdown(self, pieces: Sequence[Line]) -> str:
        """The text of the pieces as Markdown: unwrapped paragraphs, real lists and tables, emphasis kept."""
        out, before = "", None
        for group in self.paragraphs(pieces):
            first = group[0]
            together = before is not None and ((first.item and before.item) or (first.table and before.table))
            mark = "  " * first.depth + (first.item if first.item[:-1].isdigit() else "-") + " " if first.item else ""
            out += ("\n" if together else "\n\n" if out else "") + mark + unwrap([piece.text for piece in group])
            before = first
        return out

    def sentences(self, pieces: Sequence[Line]) -> list[list[Line]]:
        """The statements of a rules text, one a sentence; an example is one, whatever its length, and
        so is a sentence with the list that it announces."""
        out: list[list[Line]] = []
        announced = False
        for paragraph in self.paragraphs(pieces):
            first = paragraph[0]
            if announced and first.item:
                out[-1] += paragraph
                continue
            if first.item:
                paragraph[0] = first = replace(first, item="")
            out += [paragraph] if _EXAMPLE.match(first.text) else cut_sentences(paragraph)
            announced = paragraph[-1].text.rstrip().endswith(":")
        return out


def cut(line: Line, start: int, end: int | None = None) -> Line:
    """Part of a line, with the offsets of its characters."""
    return replace(
        line, text=line.text[start:end], offsets=line.offsets[start:end], item=line.item if start == 0 else ""
    )


def cut_sentences(paragraph: Sequence[Line], sentence: re.Pattern[str] = _SENTENCE) -> list[list[Line]]:
    """The sentences of a paragraph; ``sentence`` matches the space behind each but the last."""
    joined = " ".join(line.text for line in paragraph)
    ends = [m.end() for m in sentence.finditer(joined)] + [len(joined)]
    sentences: list[list[Line]] = [[]]
    at = 0
    for line in paragraph:
        start = 0
        while ends and ends[0] <= at + len(line.text):
            stop = ends[0] - at
            sentences[-1].append(cut(line, start, stop))
            start = stop
            ends.pop(0)
            sentences.append([])
        if start < len(line.text):
            sentences[-1].append(cut(line, start))
        at += len(line.text) + 1
    return [s for s in sentences if any(p.text.strip() for p in s)]


def emphases(field: str, markdown: str, passages_are_new: bool) -> tuple[Emphasis, ...]:
    """The emphasised passages of a text, and which of them mark words that are new.

    Strong print marks an addition. Italics are stress or a name, but for whole passages in a text
    where ``passages_are_new`` (a document or erratum that announces its additions that way).
    """
    found = [Emphasis(field, m[1], "strong", "addition") for m in _STRONG.finditer(markdown)]
    for match in _EM.finditer(_STRONG.sub("", markdown)):
        emphasised = match[1].split()
        new = (
            passages_are_new
            and len(emphasised) >= PASSAGE
            and sum(word[0].islower() for word in emphasised) * 2 > len(emphasised)
        )
        found.append(Emphasis(field, match[1], "emphasis", "addition" if new else "stress"))
    return tuple(found)


_EDITION = re.compile(r"\b(edition|printing|revision|version)s?\b", re.I)
_CHANGES = re.compile(
    r"\b(rules?|what|which|anything|something)\b[^?]*\b(chang|new\b|differ|updat)|\b(edition|printing)s?\b[^?]*\bdiffer",
    re.I,
)


@dataclass
class Draft:
    """A passage being read: the pieces of lines of its question, its answer and its labels.

    ``opened`` is the emphasis that its question's label opened and did not close.
    """

    kind: RulingKind
    topic: Topic
    heading: str
    question: list[Line] = field(default_factory=list)
    answer: list[Line] = field(default_factory=list)
    parent: int = -1
    labels: list[Line] = field(default_factory=list)
    opened: str = ""


class Reading:
    """What is read of one document: ``drafts`` are its passages in order, ``findings`` what could not be read."""

    def __init__(self, text: SourceText, lines: Sequence[Line], ledger: Ledger) -> None:
        self.text, self.lines, self.ledger = text, lines, ledger
        self.document: Document = text.document
        self.page = PageLayout.of(lines)
        self.drafts: list[Draft] = []
        self.findings: list[Finding] = []
        self._doubts: dict[str, Finding] = {}
        self.heading = ""
        self.topic = self._topic("")
        self.current: Draft | None = None
        self.strays: list[Line] = []

    def _topic(self, heading: str) -> Topic:
        for topic in self.document.topics:
            if topic.heading.casefold() == heading.casefold():
                return topic
        words = [w for w in re.findall(r"[a-z]+", heading.lower()) if w not in cues.SMALL_WORDS]
        return Topic(heading, (words[0] if words else "rule")[:5])

    def _tells_changes(self, draft: Draft) -> bool:
        asked = " ".join(piece.text for piece in draft.question)
        listed = any(piece.item[:-1].isdigit() for piece in draft.answer)
        return listed and bool(_EDITION.search(asked)) and bool(_CHANGES.search(asked))

    def _children(self, parent: Draft) -> None:
        """The numbered rule changes inside an answer are passages of their own, its children."""
        at = len(self.drafts) - 1
        for group in self.page.paragraphs(parent.answer):
            if group[0].item[:-1].isdigit():
                self.drafts.append(Draft(RulingKind.RULE_CHANGE, parent.topic, parent.heading, answer=group, parent=at))
            elif self.drafts[-1].parent == at and group[0].in_list >= 0:
                self.drafts[-1].answer += group

    # -- claims --------------------------------------------------------------------------------

    def _claim_all(self) -> None:
        for index, draft in enumerate(self.drafts):
            draft.question = self._without_debris(self._closed(draft, index))
            draft.answer = self._without_debris(draft.answer)
            own = {id(p) for child in self.drafts if child.parent == index for p in child.answer}
            for part, pieces in (("question", draft.question), ("answer", draft.answer), ("label", draft.labels)):
                for piece in pieces:
                    if id(piece) not in own:
                        self.ledger.claim(piece.offsets, SpanKind.RULING, part, index)
        for piece in self.strays:
            self.ledger.claim(piece.offsets, SpanKind.RULING, "answer")
        self.ledger.claim_marks(self.lines)

    def _closed(self, draft: Draft, passage: int) -> list[Line]:
        """The question without the emphasis that closes what its label opened."""
        out = list(draft.question)
        last = next((i for i in reversed(range(len(out))) if out[i].text.strip()), None)
        if draft.opened and last is not None and out[last].text.rstrip().endswith(draft.opened):
            at = out[last].text.rindex(draft.opened)
            self.ledger.claim(out[last].offsets[at : at + len(draft.opened)], SpanKind.RULING, "label", passage)
            out[last] = cut(out[last], 0, at)
        return out

    def _without_debris(self, pieces: Sequence[Line]) -> list[Line]:
        """Take off a bold mark that has no partner: the trace of a bold question."""
        out = [piece for piece in pieces if piece.text.strip()]
        if sum(piece.text.count("**") for piece in out) % 2 == 0:
            return out
        if out[-1].text.rstrip().endswith("**"):
            at = out[-1].text.rindex("**")
            marks, out[-1] = out[-1].offsets[at : at + 2], cut(out[-1], 0, at)
        elif out[0].text.lstrip().startswith("**"):
            at = out[0].text.index("**")
            marks, out[0] = out[0].offsets[at : at + 2], cut(out[0], at + 2)
        else:
            return out
        self.ledger.claim(marks, SpanKind.NOISE, Noise.BOLD_DEBRIS)
        return [piece for piece in out if piece.text.strip()]

    def _find(self, line: Line, what: str, hint: str) -> None:
        file, number = self.text.place(line.number)
        self.findings.append(Finding(f"{what}: “{line.text[:50].strip()}”", file, number, hint))

    def _doubt(self, line: Line, what: str, words: str) -> None:
        """Note what is unsure of a line, with the beginning of its words."""
        file, number = self.text.place(line.number)
        shown = cues.without_marks(words)
        finding = Finding(f"{what}: “{shown[:60]}{'…' if len(shown) > 60 else ''}”", file, number)
        self._doubts.setdefault(str(finding), finding)

    @property
    def doubts(self) -> list[Finding]:
        """Each unsure reading of a line once, in order."""
        return [*self._doubts.values()]

    def passages(self) -> tuple[Passage, ...]:
        """The finished passages."""
        announces = "(in red)" in self.text.text
        return tuple(_passage(draft, self.drafts, self.page, announces) for draft in self.drafts)


class Grammar(Reading):
    """Reads a document of the publishers: chapters with labelled questions, errata, or statements."""

    def __init__(self, text: SourceText, blocks: Blocks, ledger: Ledger) -> None:
        self.cues = Cues(blocks)
        super().__init__(text, self.cues.lines, ledger)
        self.labels = blocks.labels
        self.page = PageLayout.of(blocks.lines)
        self.chapter = "questions" if self.cues.has_questions else "rules"
        self.statements: list[Line] = []
        self.unused = set(self.document.continues)

    def read(self) -> None:
        """Walk the document."""
        lines, skip = self.cues.lines, 0
        for index, (line, cue) in enumerate(zip(lines, self.cues.cues, strict=True)):
            if index < skip:
                continue
            if cue is Cue.FRONT:
                self._front(line)
            elif cue is Cue.HEADING:
                self._heading(line)
            elif cue is Cue.QUESTION:
                self._question(line)
            elif cue is Cue.ANSWER:
                self._answer(line)
            elif cue is Cue.ERRATUM:
                skip = index + self._erratum(index)
            else:
                self._text(line)
        self._end_passage()
        for wording in sorted(self.unused):
            hint = "correct 'continues' in data/documents.yaml"
            what = f"no statement of {self.document.id} begins “{wording}”"
            self.findings.append(Finding(what, "data/documents.yaml", 0, hint))
        self._claim_all()

    # -- front matter and headings -------------------------------------------------------------

    def _front(self, line: Line) -> None:
        name = "title" if line is self.cues.lines[0] else "introduction"
        dated = cues.DATED.search(line.text) and len(line.text) < cues.LONGEST_HEADING
        self.ledger.claim(line.offsets, SpanKind.PREAMBLE, "date" if dated else name)

    def _heading(self, line: Line) -> None:
        self._end_passage()
        self.ledger.claim(line.offsets, SpanKind.HEADING)
        self.heading = heading_of(line)
        self.topic = self._topic(self.heading)
        if cues.ERRATA.search(self.heading):
            self.chapter = "errata"
        elif cues.OPTIONAL.search(self.heading):
            self.chapter = "optional"

    # -- questions and answers -----------------------------------------------------------------

    def _question(self, line: Line) -> None:
        self._end_passage()
        self.chapter = "questions"
        self.current = Draft(RulingKind.ANSWER, self.topic, self.heading)
        self._ask(self.current, self._label(self.current, line))

    def _ask(self, draft: Draft, line: Line) -> None:
        """A line of a question; the answer may begin on it."""
        inline = self.labels.inline.search(line.text)
        if inline:
            draft.question.append(cut(line, 0, inline.start()))
            self._answer(cut(line, inline.end()))
        else:
            draft.question.append(line)

    def _answer(self, line: Line) -> None:
        draft = self.current
        if draft is None or draft.kind is not RulingKind.ANSWER or draft.answer:
            self._find(line, "an answer without a question", "put its question above it")
            self.strays.append(line)
        else:
            draft.answer.append(self._label(draft, line))

    def _label(self, draft: Draft, line: Line) -> Line:
        """The line after its label; the label belongs to the passage that is being read."""
        found = self.labels.opening.match(line.text)
        assert found is not None
        draft.labels.append(cut(line, 0, found.end()))
        if found["label"][0] == "Q" and not found["mid"] and not found["after"]:
            draft.opened = found["open"] or ""
        return cut(line, found.end())

    def _text(self, line: Line) -> None:
        draft = self.current
        if draft is not None and draft.kind is RulingKind.ANSWER and not draft.answer:
            self._ask(draft, line)
        elif draft is not None:
            draft.answer.append(line)
        elif (self.chapter == "optional" and not self.statements and cues.CHAPTER_INTRODUCTION.match(line.text)) or (
            self.chapter == "questions" and cues.CHAPTER_INTRODUCTION.match(line.text)
        ):
            self.ledger.claim(line.offsets, SpanKind.PREAMBLE, "chapter introduction")
        elif self.chapter in ("optional", "rules"):
            self.statements.append(line)

    # -- errata and statements -----------------------------------------------------------------

    def _erratum(self, index: int) -> int:
        """Open an erratum; returns how many lines its place takes."""
        self._end_passage()
        found = self.cues.location(index)
        assert found is not None
        many, where = found
        self.current = Draft(RulingKind.ERRATUM, self.topic, self.heading)
        left = where
        for line in self.cues.lines[index : index + many]:
            start = line.text.index(left.split(" ", 1)[0]) if line is self.cues.lines[index] else 0
            part = left if len(left) <= len(line.text) - start else line.text[start:].rstrip()
            self.current.labels.append(cut(line, 0, start))
            self.current.question.append(cut(line, start, start + len(part)))
            left = left[len(part) :].lstrip()
        rest = re.match(r"[*_]*:[*_]*\s*", line.text[start + len(part) :])
        end = start + len(part) + (rest.end() if rest else 0)
        self.current.labels.append(cut(line, start + len(part), end))
        self.current.answer.append(cut(line, end))
        return many

    def _statements(self) -> None:
        kind = RulingKind.OPTIONAL_RULE if self.chapter == "optional" else RulingKind.STATEMENT
        for sentence in self.page.sentences(self.statements):
            text = " ".join(piece.text.strip() for piece in sentence)
            continued = next((c for c in self.document.continues if text.startswith(c)), "")
            if continued and self.drafts and self.drafts[-1].heading == self.heading:
                self.drafts[-1].answer += sentence
                self.unused.discard(continued)
            else:
                self.drafts.append(Draft(kind, self.topic, self.heading, answer=sentence))
        self.statements = []

    def _end_passage(self) -> None:
        if self.statements:
            self._statements()
        draft, self.current = self.current, None
        if draft is None:
            return
        if draft.kind is RulingKind.ANSWER and not draft.answer:
            self._find(draft.labels[0], "a question without an answer", "put its answer below it, or remove it")
        self.drafts.append(draft)
        if draft.kind is RulingKind.ANSWER and self._tells_changes(draft):
            self._children(draft)


@dataclass(frozen=True)
class Passages:
    """What one document holds: its passages, the claims on its characters, and the findings about it.

    ``doubts`` are places that may mean something else, ``repairs`` words whose hyphen at a line's end was taken out.
    """

    text: SourceText
    passages: tuple[Passage, ...]
    spans: tuple[Span, ...]
    findings: tuple[Finding, ...]
    doubts: tuple[Finding, ...] = ()
    repairs: tuple[Finding, ...] = ()


def blocks_of(text: SourceText) -> Blocks:
    """The document's lines with their Markdown blocks."""
    return split(text)


def passages_of(text: SourceText, blocks: Blocks | None = None) -> Passages:
    """Read one document. Findings are returned, not raised, so that all documents report at once."""
    blocks = blocks or blocks_of(text)
    ledger = Ledger(text)
    for span in blocks.noise:
        ledger.claim(range(span.start, span.end), span.taken_for, span.name)
    grammar = Grammar(text, blocks, ledger)
    grammar.read()
    spans, unclaimed = ledger.close()
    return Passages(text, grammar.passages(), spans, tuple(grammar.findings + unclaimed))


def _passage(draft: Draft, drafts: list[Draft], page: PageLayout, announces: bool) -> Passage:
    parent, amends = drafts[draft.parent] if draft.parent >= 0 else None, draft.kind is RulingKind.ERRATUM
    question = unwrap([piece.text for piece in (parent.question if parent else draft.question)]) or draft.heading
    answer = page.markdown(draft.answer)
    if parent:
        answer = answer.partition(" ")[2] if draft.answer[0].item else answer
    numbers = [piece.number for piece in [*draft.labels, *draft.question, *draft.answer] if piece.text]
    return Passage(
        kind=draft.kind,
        heading=draft.heading,
        topic=draft.topic,
        question=question,
        answer=answer,
        line_start=min(numbers),
        line_end=max(numbers),
        emphasis=emphases("question", question, announces) + emphases("answer", answer, announces or amends),
        parent=draft.parent,
    )
