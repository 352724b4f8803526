"""Reads an FAQ, an errata list or a rules page: from lines and their cues to drafts of passages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.corpus import markers
from kb.corpus.blocks import Blocks
from kb.corpus.cues import Cue, Cues, heading_of
from kb.corpus.ledger import Ledger
from kb.corpus.prose import PageLayout, cut
from kb.errors import Finding
from kb.model import Document, Line, Noise, RulingKind, SourceText, SpanKind, Topic

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


class Grammar:
    """Reads one document. ``drafts`` are the passages in order, ``findings`` what could not be read."""

    def __init__(self, text: SourceText, blocks: Blocks, ledger: Ledger) -> None:
        self.text, self.ledger = text, ledger
        self.document: Document = text.document
        self.cues = Cues(blocks)
        self.labels = blocks.labels
        self.page = PageLayout.of(blocks.lines)
        self.drafts: list[Draft] = []
        self.findings: list[Finding] = []
        self.heading = ""
        self.topic = self._topic("")
        self.chapter = "questions" if self.cues.has_questions else "rules"
        self.current: Draft | None = None
        self.statements: list[Line] = []
        self.strays: list[Line] = []
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
        dated = markers.DATED.search(line.text) and len(line.text) < markers.LONGEST_HEADING
        self.ledger.claim(line.offsets, SpanKind.PREAMBLE, "date" if dated else name)

    def _heading(self, line: Line) -> None:
        self._end_passage()
        self.ledger.claim(line.offsets, SpanKind.HEADING)
        self.heading = heading_of(line)
        self.topic = self._topic(self.heading)
        if markers.ERRATA.search(self.heading):
            self.chapter = "errata"
        elif markers.OPTIONAL.search(self.heading):
            self.chapter = "optional"

    def _topic(self, heading: str) -> Topic:
        for topic in self.document.topics:
            if topic.heading.casefold() == heading.casefold():
                return topic
        words = [w for w in re.findall(r"[a-z]+", heading.lower()) if w not in markers.SMALL_WORDS]
        return Topic(heading, (words[0] if words else "rule")[:5])

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
        elif (self.chapter == "optional" and not self.statements and markers.CHAPTER_INTRODUCTION.match(line.text)) or (
            self.chapter == "questions" and markers.CHAPTER_INTRODUCTION.match(line.text)
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
        self.ledger.claim_marks(self.cues.lines)

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
