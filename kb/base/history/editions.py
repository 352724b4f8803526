"""The recorded editions, ``data/history.jsonl``: only ever appended to, one JSON object a line.

An edition is a line of its own, then a line for each thing that is otherwise than in the edition before it::

    {"edition": "2026-11-22", "title": "...", "things": 700, "mark": "<checksum of the whole state>"}
    {"ruling": "rev-sub-2", "now": {"verdict": "..."}}      new values; an empty one is no more
    {"ruling": "rev-map-3", "gone": true}

Only new values stand there: read from the start, the lines give every state, and with it the values before.
"""

from __future__ import annotations

import datetime
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import append_whole
from kb.base.history.state import FIELDS, State, applied, by_thing, compare, is_field, mark_of
from kb.base.paths import shown
from kb.base.values import ID, Edition
from kb.base.written import parse_json

NAME = "history.jsonl"
_EDITION = ("edition", "title", "things", "mark")
_ID = re.compile(r"(\d{4}-\d\d-\d\d)(?:-([1-9]\d*))?")
_APPEND_ONLY = "restore it from version control; only 'kb changes --record' appends to it"


class _Wrong(Exception):
    """What is wrong with a line, in a few words."""


def load(data: str) -> tuple[Edition, ...]:
    """The editions of ``data/history.jsonl``, the oldest first. Raises :class:`BadInput` with every damaged line."""
    name, path = f"data/{NAME}", os.path.join(data, NAME)
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = file.read().removesuffix("\n").split("\n")
    except FileNotFoundError:
        raise BadInput(
            Finding("the record of editions is missing", name, 0, "restore it, or begin with an empty file")
        ) from None
    except UnicodeDecodeError:
        raise BadInput(Finding("not UTF-8 text", name, 0, _APPEND_ONLY)) from None
    except OSError as error:
        raise BadInput(Finding(f"cannot be read ({error.strerror})", name, 0, _APPEND_ONLY)) from None
    reading = _RecordReader()
    findings = []
    for number, line in enumerate(lines if lines != [""] else (), start=1):
        try:
            reading.line(number, line)
        except _Wrong as wrong:
            reading.intact = False
            findings.append(Finding(str(wrong), name, number, _APPEND_ONLY))
    if not findings:
        findings = [Finding(what, name, at, _APPEND_ONLY) for at, what in reading.unlike()]
    raise_if(findings)
    return reading.editions()


class _RecordReader:
    """The lines read so far: the head of each edition with its line, its states before and after."""

    def __init__(self) -> None:
        self.heads: list[tuple[int, dict[str, Any]]] = []
        self.states: list[State] = [{}]
        self.seen: set[tuple[str, str]] = set()
        self.intact = True

    def line(self, number: int, text: str) -> None:
        """Take the next line. Raises :class:`_Wrong`."""
        try:
            row = parse_json(text)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise _Wrong("not a line of the record")
        if "edition" in row:
            self._edition(number, row)
        else:
            self._thing(row)

    def _edition(self, number: int, row: dict[str, Any]) -> None:
        wrong = _wrong_head(row)
        self.seen = set()
        before = self.heads[-1][1]["edition"] if self.heads else ""
        if not wrong and before and _place(row["edition"]) <= _place(before):
            wrong = f"edition '{row['edition']}' does not come after '{before}'"
        if wrong:
            raise _Wrong(wrong)
        self.heads.append((number, row))
        self.states.append({thing: dict(fields) for thing, fields in self.states[-1].items()})

    def _thing(self, row: dict[str, Any]) -> None:
        if not self.heads:
            if self.intact:
                raise _Wrong("stands before the first edition")
            return
        what, id = _named(row)
        if (what, id) in self.seen:
            raise _Wrong(f"{what} '{id}' stands twice in one edition")
        self.seen.add((what, id))
        state = self.states[-1]
        if row.keys() == {what, "gone"} and row["gone"] is True:
            if state.pop((what, id), None) is None:
                raise _Wrong(f"{what} '{id}' is gone, but was not there")
            return
        now = _values(row, what)
        if not now and (what, id) in state:
            raise _Wrong(f"nothing of {what} '{id}' is changed")
        fields = state.setdefault((what, id), {ID: id})
        for field, value in now.items():
            if fields.get(field, "") == value:
                raise _Wrong(f"{field} of {what} '{id}' is not changed")
            if value:
                fields[field] = value
            else:
                del fields[field]

    def unlike(self) -> Iterator[tuple[int, str]]:
        """The line of the first edition whose lines are not those that were recorded, and what to say of it."""
        for (number, head), state in zip(self.heads, self.states[1:], strict=True):
            if (head["things"], head["mark"]) != (len(state), mark_of(state)):
                yield number, f"the lines of edition '{head['edition']}' are not those that were recorded"
                return

    def editions(self) -> tuple[Edition, ...]:
        return tuple(
            Edition(head["edition"], head["title"], compare(before, after), head["things"], head["mark"])
            for (_, head), (before, after) in zip(self.heads, pairwise(self.states), strict=True)
        )


def _wrong_head(row: dict[str, Any]) -> str:
    """What is wrong with the line of an edition; empty if nothing is."""
    if row.keys() != set(_EDITION) or type(row["things"]) is not int or not isinstance(row["mark"], str):
        return f"an edition has {', '.join(_EDITION)} and nothing else"
    if not (isinstance(row["edition"], str) and is_edition(row["edition"])):
        return f"{row['edition']!r} is no edition; it is named by its day, such as '2026-11-22' or '2026-11-22-2'"
    if not (isinstance(row["title"], str) and is_title(row["title"])):
        return "the title is no text in one line"
    return ""


def _named(row: dict[str, Any]) -> tuple[str, str]:
    kinds = [what for what in FIELDS if what in row]
    if len(kinds) != 1 or not isinstance(row[kinds[0]], str) or not row[kinds[0]]:
        raise _Wrong(f"names no thing; it is one of {', '.join(FIELDS)}, with its id")
    return kinds[0], row[kinds[0]]


def _values(row: dict[str, Any], what: str) -> dict[str, str]:
    now = row.get("now")
    if row.keys() != {what, "now"} or not isinstance(now, dict):
        raise _Wrong("says neither what is now otherwise ('now') nor that the thing is gone ('gone')")
    if strange := [field for field in now if field == ID or not is_field(what, field)]:
        raise _Wrong(f"a {what} has no '{strange[0]}'")
    if not all(isinstance(value, str) for value in now.values()):
        raise _Wrong("a value is no text")
    return now


def is_edition(text: str) -> bool:
    """Whether a text is the id of an edition: a day, and for further ones of that day a number from 2."""
    found = _ID.fullmatch(text)
    return bool(found) and is_day(found[1]) and found[2] != "1" if found else False


def is_day(text: str) -> bool:
    """Whether a text is a day as ``2026-11-22``."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_title(text: str) -> bool:
    """Whether a text can be the title of an edition: something, in one line."""
    return bool(text.strip()) and text.isprintable()


def _place(edition: str) -> tuple[str, int]:
    """The place of an edition among others."""
    return edition[:10], int(edition[11:] or 1)


def state_after(editions: Iterable[Edition]) -> State:
    """The state of the last of some editions, counted from the first ever."""
    state: State = {}
    for edition in editions:
        state = applied(state, edition.changes)
    return state


def next_edition(editions: Sequence[Edition], now: State, on: str, title: str) -> Edition | None:
    """The edition that records a state on a day, or ``None`` where nothing changed. Raises :class:`BadInput`."""
    if not is_day(on):
        raise BadInput(Finding(f"'{on[:40]}' is no day", hint="write it as 2026-11-22"))
    if not is_title(title):
        raise BadInput(Finding("the title is no text in one line", hint="say in a line what changed, or leave it out"))
    changes = compare(state_after(editions), now)
    if not changes:
        return None
    id, last = on, editions[-1] if editions else None
    if last and last.on > on:
        raise BadInput(
            Finding(f"the last edition is of {last.on}; {on} is before it", hint="take that day or a later one")
        )
    if last and last.on == on:
        id = f"{on}-{_place(last.id)[1] + 1}"
    return Edition(id, title.strip(), changes, len(now), mark_of(now))


def lines_of(edition: Edition) -> list[str]:
    """The lines that record an edition."""
    head = dict(zip(_EDITION, (edition.id, edition.title, edition.things, edition.mark), strict=True))
    rows: list[dict[str, object]] = [head]
    for (what, id), changes in by_thing(edition.changes).items():
        if any(change.gone for change in changes):
            rows.append({what: id, "gone": True})
        else:
            rows.append({what: id, "now": {each.field: each.now for each in changes if each.field != ID}})
    return [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]


def append(data: str, edition: Edition) -> None:
    """Add an edition to the end of the record. Raises :class:`BadInput`, with nothing added, where that fails."""
    path = os.path.join(data, NAME)
    try:
        append_whole(path, "".join(lines_of(edition)))
    except OSError as error:
        raise BadInput(
            Finding(f"cannot be written ({error.strerror})", shown(path), 0, "make room, then again")
        ) from None
