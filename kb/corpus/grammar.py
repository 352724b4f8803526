"""The grammar of an FAQ, an errata list and a rules page: lines in, drafts of units out.

One walk over the lines with a state. What is read next depends on the line's marker (a question,
an answer, a heading) and on the chapter it stands in (errata, optional rules, questions, rules).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.corpus import markers
from kb.corpus.blocks import Blocks
from kb.corpus.ledger import Ledger
from kb.corpus.prose import Page, cut
from kb.errors import Finding
from kb.model import Claim, Document, Kind, Line, Noise, Text, Topic

_EDITION = re.compile(r"\b(edition|printing|revision|version)s?\b", re.I)
_CHANGE = re.compile(r"\b(chang|differ)", re.I)
_CHAPTER_INTRODUCTION = re.compile(r"(the following|these|below|this (chapter|section))\b", re.I)


@dataclass
class Draft:
    """A unit being read: the pieces of lines of its question and its answer."""

    kind: Kind
    topic: Topic
    heading: str
    question: list[Line] = field(default_factory=list)
    answer: list[Line] = field(default_factory=list)
    parent: int = -1
    labels: list[Line] = field(default_factory=list)
    bold: bool = False


class Grammar:
    """Reads one document. ``drafts`` are the units in order, ``findings`` what could not be read."""

    def __init__(self, text: Text, blocks: Blocks, ledger: Ledger) -> None:
        self.text, self.blocks, self.ledger = text, blocks, ledger
        self.document: Document = text.document
        self.lines = [line for line in blocks.lines if line.text.strip()]
        self.page = Page.of(blocks.lines, blocks.mangled)
        self.has_questions = any(markers.label(line.text) == "Q" for line in self.lines)
        self.drafts: list[Draft] = []
        self.findings: list[Finding] = []
        self.heading = ""
        self.topic = Topic("", "rule")
        self.chapter = "front"
        self.current: Draft | None = None
        self.statements: list[Line] = []
        self.strays: list[Line] = []
        self.unused = set(self.document.continues)

    def read(self) -> None:
        """Walk the document."""
        for index, line in enumerate(self.lines):
            label = markers.label(line.text)
            if label == "Q":
                self._question(line)
            elif label == "A":
                self._answer(line)
            elif self._is_heading(index):
                self._heading(line)
            else:
                self._continue(line)
        self._end_unit()
        for wording in sorted(self.unused):
            hint = "correct 'continues' in data/documents.yaml"
            self.findings.append(
                Finding(f"no statement of {self.document.id} begins “{wording}”", "data/documents.yaml", 0, hint)
            )
        self._claim_all()

    # -- headings ------------------------------------------------------------------------------

    def _is_heading(self, index: int) -> bool:
        line = self.lines[index]
        if line.level:
            return True
        if line.item or not markers.looks_like_title(line.text):
            return False
        before = self.lines[index - 1] if index else None
        after = self.lines[index + 1] if index + 1 < len(self.lines) else None
        opens = before is None or before.block != line.block or markers.ends_sentence(before.text)
        closes = after is None or after.block != line.block or markers.label(after.text) == "Q"
        if not self.has_questions and after is not None:
            closes = closes or (len(after.text) > 2 * len(line.text) and after.text[0].isupper())
        return opens and closes

    def _heading(self, line: Line) -> None:
        self._end_unit()
        told = line.text.strip().strip("*_# ").strip()
        if self.chapter == "front" and not self.heading and markers.TITLE.search(told) and not self.drafts:
            self.ledger.claim(line.offsets, Claim.PREAMBLE, "title")
            return
        self.ledger.claim(line.offsets, Claim.HEADING)
        self.heading = told
        self.topic = self._topic(told)
        if markers.ERRATA.search(told):
            self.chapter = "errata"
        elif markers.OPTIONAL.search(told):
            self.chapter = "optional"
        elif self.chapter != "optional":
            self.chapter = "questions" if self.has_questions else "rules"

    def _topic(self, heading: str) -> Topic:
        for topic in self.document.topics:
            if topic.heading.casefold() == heading.casefold():
                return topic
        words = [w for w in re.findall(r"[a-z]+", heading.lower()) if w not in markers.SMALL_WORDS]
        return Topic(heading, (words[0] if words else "rule")[:5])

    # -- units ---------------------------------------------------------------------------------

    def _question(self, line: Line) -> None:
        self._end_unit()
        if self.chapter in ("front", "errata", "optional", "rules"):
            self.chapter = "questions"
        self.current = draft = Draft(Kind.ANSWER, self.topic, self.heading)
        body = self._label(draft, line)
        inline = markers.INLINE_ANSWER.search(body.text)
        if inline:
            draft.question.append(cut(body, 0, inline.start()))
            self._answer(cut(body, inline.end()))
        else:
            draft.question.append(body)

    def _answer(self, line: Line) -> None:
        draft = self.current
        if draft is None or draft.kind is not Kind.ANSWER or draft.answer:
            self._find(line, "an answer without a question", "put its question above it")
            self.strays.append(line)
        else:
            draft.answer.append(self._label(draft, line))

    def _label(self, draft: Draft, line: Line) -> Line:
        """The line after its label; the label belongs to the unit that is being read."""
        found = markers.LABEL.match(line.text)
        assert found is not None
        draft.labels.append(cut(line, 0, found.end()))
        draft.bold = draft.bold or bool(found["bold"] and not found["after"])
        return cut(line, found.end())

    def _continue(self, line: Line) -> None:
        if self.current is not None and self.current.kind is Kind.ANSWER:
            (self.current.answer or self.current.question).append(line)
        elif self.chapter == "errata":
            self._erratum(line)
        elif self.chapter == "front" and (self.has_questions or self._is_front_matter(line)):
            self.ledger.claim(
                line.offsets, Claim.PREAMBLE, "date" if markers.DATE.match(line.text.strip()) else "introduction"
            )
        elif self.chapter == "optional" and not self.statements and _CHAPTER_INTRODUCTION.match(line.text):
            self.ledger.claim(line.offsets, Claim.PREAMBLE, "chapter introduction")
        elif self.chapter in ("optional", "rules", "front"):
            self.statements.append(line)

    def _is_front_matter(self, line: Line) -> bool:
        return bool(markers.DATE.match(line.text.strip()) or markers.TITLE.search(line.text))

    def _erratum(self, line: Line) -> None:
        found = markers.LOCATION.match(line.text)
        opens = (
            self.current is None
            or self.current.answer[-1].block != line.block
            or markers.ends_sentence(self.current.answer[-1].text)
        )
        if found and opens:
            self._end_unit()
            self.current = Draft(Kind.ERRATUM, self.topic, self.heading)
            self.current.question.append(cut(line, found.start("where"), found.end("where")))
            self.current.answer.append(cut(line, found.end()))
            self.current.labels += [cut(line, 0, found.start("where")), cut(line, found.end("where"), found.end())]
        elif self.current is not None:
            self.current.answer.append(line)

    def _end_unit(self) -> None:
        if self.statements:
            self._statements()
        draft, self.current = self.current, None
        if draft is None:
            return
        if draft.kind is Kind.ANSWER and not draft.answer:
            self._find(draft.question[0], "a question without an answer", "put its answer below it, or remove it")
        self.drafts.append(draft)
        if draft.kind is Kind.ANSWER and self._tells_changes(draft):
            self._children(draft)

    def _statements(self) -> None:
        kind = Kind.OPTIONAL_RULE if self.chapter == "optional" else Kind.STATEMENT
        for sentence in self.page.sentences(self.statements):
            told = " ".join(piece.text.strip() for piece in sentence)
            continued = next((c for c in self.document.continues if told.startswith(c)), "")
            if continued and self.drafts and self.drafts[-1].heading == self.heading:
                self.drafts[-1].answer += sentence
                self.unused.discard(continued)
            else:
                self.drafts.append(Draft(kind, self.topic, self.heading, answer=sentence))
        self.statements = []

    def _tells_changes(self, draft: Draft) -> bool:
        asked = " ".join(piece.text for piece in draft.question)
        listed = [piece for piece in draft.answer if piece.item[:-1].isdigit()]
        return bool(listed) and bool(_EDITION.search(asked)) and bool(_CHANGE.search(asked))

    def _children(self, parent: Draft) -> None:
        """The numbered rule changes inside an answer are units of their own, its children."""
        at = len(self.drafts) - 1
        for group in self.page.paragraphs(parent.answer):
            if group[0].item[:-1].isdigit():
                self.drafts.append(Draft(Kind.RULE_CHANGE, parent.topic, parent.heading, answer=group, parent=at))
            elif self.drafts[-1].parent == at:
                self.drafts[-1].answer += group

    # -- claims --------------------------------------------------------------------------------

    def _claim_all(self) -> None:
        for index, draft in enumerate(self.drafts):
            draft.question = self._without_debris(draft.question, draft, index)
            draft.answer = self._without_debris(draft.answer, draft, index)
            own = {id(p) for child in self.drafts if child.parent == index for p in child.answer}
            for part, pieces in (("question", draft.question), ("answer", draft.answer)):
                for piece in pieces:
                    if id(piece) not in own:
                        self.ledger.claim(piece.offsets, Claim.RULING, part, index)
            for piece in draft.labels:
                self.ledger.claim(piece.offsets, Claim.RULING, "label", index)
        for piece in self.strays:
            self.ledger.claim(piece.offsets, Claim.RULING, "answer")
        self.ledger.claim_marks(self.lines)

    def _without_debris(self, pieces: Sequence[Line], draft: Draft, unit: int) -> list[Line]:
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
        if draft.bold:
            self.ledger.claim(marks, Claim.RULING, "label", unit)
        else:
            self.ledger.claim(marks, Claim.NOISE, Noise.BOLD_DEBRIS.value)
        return [piece for piece in out if piece.text.strip()]

    def _find(self, line: Line, what: str, hint: str) -> None:
        file, number = self.text.place(line.number)
        self.findings.append(Finding(f"{what}: “{line.text[:50].strip()}”", file, number, hint))
