"""Rulings as rows for a reader, and which of their words have changed."""

from __future__ import annotations

import difflib
from typing import Any

from kb.corpus.ids import Candidate
from kb.corpus.register import RegisterEntry

Row = dict[str, Any]


def row(ruling: str, candidate: Candidate) -> Row:
    """A ruling that a document has: its id, its line there, and its question."""
    passage = candidate.passage
    asked = passage.question if passage.kind == "answer" else f"{passage.question}: {passage.answer}"
    return {"id": ruling, "line": passage.line_start, "question": asked}


def changed_words(event: RegisterEntry, candidate: Candidate) -> list[tuple[str, str]]:
    """The runs of words that differ, before and after; empty where only typography changed."""
    was = f"{event.question} {event.answer}".split()
    now = f"{candidate.question} {candidate.answer}".split()
    matcher = difflib.SequenceMatcher(None, was, now, autojunk=False)
    return [(" ".join(was[a:b]), " ".join(now[c:d])) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]
