"""The entries of a document while it is read, and the passages that they become."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.base.model import Line, Noise, Passage, RulingKind, SpanKind, Topic
from kb.corpus.layout import PageLayout, cut, emphases
from kb.corpus.ledger import Ledger
from kb.corpus.typography import unwrap

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


def tells_changes(draft: Draft) -> bool:
    """Return whether an answer lists what changed between printings."""
    asked = " ".join(piece.text for piece in draft.question)
    listed = any(piece.item[:-1].isdigit() for piece in draft.answer)
    return listed and bool(_EDITION.search(asked)) and bool(_CHANGES.search(asked))


def plain_question(draft: Draft) -> None:
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


def closed(draft: Draft, ledger: Ledger, passage: int) -> list[Line]:
    """Return the question without the emphasis that closes what its label opened."""
    out = list(draft.question)
    last = next((i for i in reversed(range(len(out))) if out[i].text.strip()), None)
    if draft.opened and last is not None and out[last].text.rstrip().endswith(draft.opened):
        at = out[last].text.rindex(draft.opened)
        ledger.claim(out[last].offsets[at : at + len(draft.opened)], SpanKind.RULING, "label", passage)
        out[last] = cut(out[last], 0, at)
    return out


def without_debris(pieces: Sequence[Line], ledger: Ledger) -> list[Line]:
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
    ledger.claim(marks, SpanKind.NOISE, Noise.BOLD_DEBRIS)
    return [piece for piece in out if piece.text.strip()]


def passage_of(draft: Draft, drafts: Sequence[Draft], page: PageLayout, announces: bool) -> Passage:
    """Make the passage of an entry; ``announces``: the document says that its new words are emphasised."""
    parent = drafts[draft.parent] if draft.parent >= 0 else None
    question = unwrap([piece.text for piece in (parent.question if parent else draft.question)]) or draft.heading
    answer = page.markdown(draft.answer)
    if parent:
        answer = answer.partition(" ")[2] if draft.answer[0].item else answer
    numbers = [piece.number for piece in [*draft.labels, *draft.question, *draft.answer] if piece.text]
    new = announces or draft.kind is RulingKind.ERRATUM
    return Passage(
        kind=draft.kind,
        heading=draft.heading,
        topic=draft.topic,
        question=question,
        answer=answer,
        line_start=min(numbers),
        line_end=max(numbers),
        emphasis=emphases("question", question, announces) + emphases("answer", answer, new),
        parent=draft.parent,
    )
