"""The entries of a document while it is read, and the passages that they become."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.base.errors import Finding
from kb.corpus.layout import PageLayout, cut, emphases, part
from kb.corpus.ledger import Ledger
from kb.corpus.prose import DATED, SMALL_WORDS
from kb.corpus.typography import narrow, unwrap
from kb.model.corpus import Document, Line, Noise, Passage, RulingKind, SourceText, Span, SpanKind, Topic
from kb.model.marks import Marks


@dataclass(frozen=True)
class Passages:
    """The content of one document: its passages, the claims on its characters, and the findings about it.

    ``doubts`` are places that may mean something else, ``repairs`` words from which a hyphen at a line's end was
    removed. ``marks`` is the line of marks by which it was read, ``opened`` the mark that opens each passage.
    """

    text: SourceText
    passages: tuple[Passage, ...]
    spans: tuple[Span, ...]
    findings: tuple[Finding, ...]
    doubts: tuple[Finding, ...] = ()
    repairs: tuple[Finding, ...] = ()
    marks: Marks = field(default_factory=Marks)
    opened: tuple[str, ...] = ()


@dataclass
class Draft:
    """A passage that is being read: the pieces of lines of its question, its answer and its labels.

    ``opened`` is the emphasis that its question's label opened and did not close, ``answered`` whether a label opened
    its answer, ``mark`` the mark that opened it.
    """

    kind: RulingKind
    heading: str
    question: list[Line] = field(default_factory=list)
    answer: list[Line] = field(default_factory=list)
    parent: int = -1
    labels: list[Line] = field(default_factory=list)
    opened: str = ""
    answered: bool = False
    mark: str = ""

    @property
    def asked(self) -> str:
        """The words of the question."""
        return " ".join(line.text for line in self.question)


def take_off_emphasis(draft: Draft) -> None:
    """Move marks of emphasis from the question of a draft to its labels: those around the whole question, or else the
    closing mark that belongs to an opening one in a label."""
    text = draft.asked
    mark = next((each for each in ("***", "**", "__", "*", "_") if text.strip().startswith(each)), "")
    whole = mark and text.strip().endswith(mark) and text.count(mark) == 2 and len(text.strip()) > 2 * len(mark)
    start = text.index(mark) + len(mark) if whole else 0
    close = mark if whole else draft.opened
    end = text.rindex(close) if close and text.rstrip().endswith(close) else len(text)
    draft.labels += [*part(draft.question, 0, start), *part(draft.question, end)]
    draft.question = part(draft.question, start, end)


def restored(pieces: Sequence[Line], text: str) -> list[Line]:
    """Return the pieces with the wide characters that the text of the document has in these places."""
    if text.isascii():
        return list(pieces)
    return [
        replace(
            piece,
            text="".join(
                text[at] if narrow(text[at]) == char else char
                for char, at in zip(piece.text, piece.offsets, strict=True)
            ),
        )
        for piece in pieces
    ]


def without_debris(pieces: Sequence[Line], ledger: Ledger) -> list[Line]:
    """Return the pieces with words, without an unpaired bold mark, which is claimed as noise in the ledger."""
    out = [piece for piece in pieces if piece.text.strip()]
    if sum(piece.text.count("**") for piece in out) % 2 == 0:
        return out
    last = out[-1].text.rstrip().endswith("**")
    if not last and not out[0].text.lstrip().startswith("**"):
        return out
    index = -1 if last else 0
    at = out[index].text.rindex("**") if last else out[index].text.index("**")
    marks = out[index].offsets[at : at + 2]
    out[index] = cut(out[index], 0, at) if last else cut(out[index], at + 2)
    ledger.claim(marks, SpanKind.NOISE, Noise.BOLD_DEBRIS)
    return [piece for piece in out if piece.text.strip()]


def topic_of(document: Document, heading: str) -> Topic:
    """Return the topic of a heading: that of the document, or else one with the first word of the heading that is
    not small (``rule`` if there is none)."""
    known = (topic for topic in document.topics if topic.heading.casefold() == heading.casefold())
    plain = re.findall(r"[a-z]{2,16}(?![a-z])", DATED.sub("", heading).lower())
    return next(known, Topic(heading, next((word for word in plain if word not in SMALL_WORDS), "rule")))


def passage_of(draft: Draft, drafts: Sequence[Draft], page: PageLayout, announces: bool, document: Document) -> Passage:
    """Return the passage of an entry. ``announces`` is whether the document says that its new words are emphasised."""
    parent = drafts[draft.parent] if draft.parent >= 0 else None
    question = unwrap([piece.text for piece in (parent or draft).question]) or draft.heading
    answer = page.markdown(draft.answer)
    if parent:
        answer = answer.partition(" ")[2] if draft.answer[0].item else answer
    numbers = [piece.number for piece in [*draft.labels, *draft.question, *draft.answer] if piece.text]
    new = announces or draft.kind is RulingKind.ERRATUM
    return Passage(
        kind=draft.kind,
        heading=draft.heading,
        topic=topic_of(document, draft.heading),
        question=question,
        answer=answer,
        line_start=min(numbers),
        line_end=max(numbers),
        emphasis=emphases("question", question, announces) + emphases("answer", answer, new),
        parent=draft.parent,
    )
