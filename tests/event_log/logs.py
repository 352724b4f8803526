"""Revisions and logs that tests make."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from kb.event_log.record import LISTS, MARK, STATES, TEXTS, UNWRITTEN, VERSION, Revision, fields

FIRST = Revision(
    entry="e" * 32,
    revision="1" * 32,
    after=(),
    written="2026-11-22T10:00:00.000Z",
    writer="Anna",
    why="",
    struck=False,
    event="Fall Open",
    table="4",
    round="2",
    game="revised",
    question="sub hit by destroyer",
    decision="It fires back.",
    rulings=("rev-sub-2",),
    position="",
    judge="Anna",
    ruled="2026-11-22T10:00:00.000Z",
    build="0123456789ab",
)


def revised(number: int, *after: Revision, **changed: Any) -> Revision:
    """A later revision of the first entry, with an id made of ``number``."""
    first = after[0] if after else FIRST
    written = f"2026-11-22T10:0{number % 10}:00.000Z"
    changed = {"why": "misread", "written": written, **changed}
    return first._replace(revision=f"{number:032x}", after=tuple(each.revision for each in after), **changed)


def decided(number: int, **changed: Any) -> Revision:
    """The first revision of another entry."""
    return FIRST._replace(entry=f"{number:032x}", revision=f"{number + 1000:032x}", **changed)


def text(revisions: Iterable[Revision]) -> str:
    """The file of some revisions."""
    lines = [each.text() for each in revisions]
    return "\n".join([json.dumps({MARK: VERSION, "revisions": len(lines)}), *lines, ""])


def before(version: int, revisions: Iterable[Revision]) -> str:
    """The file of some revisions as programs of an older version wrote it."""
    lines = [json.dumps({name: getattr(each, name) for name in fields(version)}) for each in revisions]
    return "\n".join([json.dumps({MARK: version, "revisions": len(lines)}), *lines, ""])


#: few ids, times, judges and words, so that revisions meet
_ids = st.integers(0, 5).map(lambda number: f"{number:032x}")
_times = st.integers(0, 3).map(lambda second: f"2026-11-22T10:00:0{second}.000Z")
_words = {
    "judge": ["Anna", "anna ", "Bert", ""],
    "table": ["1", "2", ""],
    "round": ["1", ""],
    "question": ["sub", " SUB", "İstanbul ΟΔΟΣ", ""],
    "decision": ["", "yes", "no", "Yes", "=1+1", "\U0001f3b2 é"],
    "writer": ["Anna", "Bert"],
    "event": ["Open"],
}


@st.composite
def revisions(draw: st.DrawFn) -> Revision:
    """A revision that is written as it should be, of one of a few entries."""
    own = draw(_ids)
    after = draw(st.lists(_ids.filter(lambda each: each != own), max_size=2, unique=True))
    told = {name: draw(st.sampled_from(words)) for name, words in _words.items()}
    return FIRST._replace(
        entry=draw(_ids),
        revision=own,
        after=tuple(after),
        written=draw(_times),
        ruled=draw(_times),
        struck=draw(st.booleans()),
        why="misread",
        **told,
    )


def logs(most: int = 12) -> st.SearchStrategy[frozenset[Revision]]:
    """The revisions of a log."""
    return st.frozensets(revisions(), max_size=most)


def any_texts() -> st.SearchStrategy[dict[str, Any]]:
    """Every text and state that a revision may have, and some ids."""
    import re

    class_ = re.compile(f"[{UNWRITTEN}]")
    alphabet = st.characters(exclude_categories=("Cs",)).filter(lambda each: not class_.match(each))
    texts = {name: st.text(alphabet, max_size=min(longest, 30)) for name, longest in TEXTS.items()}
    lists = {
        name: st.lists(st.from_regex(pattern, fullmatch=True), max_size=3, unique=True).map(tuple)
        for name, (pattern, _) in LISTS.items()
        if name != "after"
    }
    return st.fixed_dictionaries({**texts, **lists, "state": st.sampled_from(["", *STATES])})
