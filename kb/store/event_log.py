"""Merged logs in one SQLite file: its tables, written whole or not at all, and its revisions read again."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from tempfile import TemporaryDirectory
from typing import Any

from sqlite_utils import Database

from kb.base.errors import BadInput, Finding
from kb.base.files import beside, locked, write_whole
from kb.base.written import parse_json
from kb.event_log.merging import Decision, Merged, describe_conflict
from kb.event_log.record import LISTS, VERSION, Log, LogFile, Revision, fields, mistakes_in, revision, unreadable

#: what revisions and entries have in common
_DECIDED = {
    "struck": (1, "1 where the decision was struck: it no longer stands."),
    "event": (0, "The name of the event."),
    "table": (0, 'The table; in SQL written "table".'),
    "round": (0, "The round."),
    "game": (0, "The game, by its id."),
    "question": (0, "What was searched or asked."),
    "decision": (0, "What the judge decided, in his words; no official words. Empty where nothing is decided yet."),
    "rulings": (0, "The ids of the official rulings it was decided by, as a JSON list."),
    "position": (0, "The position that was asked, as it stands in the address of the page /ask, behind its #."),
    "judge": (0, "Who decided it."),
    "ruled": (0, "When it was decided (UTC)."),
    "build": (0, "The build of the knowledge base that was looked at."),
    "state": (0, "What the page said of the question: answered, other-game, rule, nearest or none; empty if nothing."),
    "rules": (
        0,
        "The ids of the rules and printed values it was decided by, as a JSON list: the engine's, not official.",
    ),
    "house": (0, "The ids of the event's house rulings it was decided by, as a JSON list; not official."),
    "near": (0, "The ids of what the page showed near the question, as a JSON list; nothing was decided by these."),
}
_WRITTEN = {
    "written": (0, "When this revision was written (UTC)."),
    "writer": (0, "Who wrote this revision."),
    "why": (0, "Why it was corrected or struck; empty in a first revision."),
}
#: the columns of each table, the first its key, each with whether it is a number and what it means
COLUMNS: dict[str, dict[str, tuple[int, str]]] = {
    "entries": {
        "entry": (0, "The id of the entry."),
        **_DECIDED,
        **_WRITTEN,
        "revision": (0, "Its latest revision."),
        "revisions": (1, "How many revisions it has; with more than one it was corrected or struck."),
    },
    "revisions": {
        "digest": (0, "A digest of all that the revision says."),
        "entry": (0, "The entry it is of."),
        "revision": (0, "The id that the phone gave it."),
        "after": (0, "The ids of the revisions that it follows, as a JSON list."),
        **_WRITTEN,
        **_DECIDED,
        "latest": (1, "1 for the latest revision of its entry."),
    },
    "conflicts": {
        "conflict": (0, "A digest of the conflict."),
        "kind": (0, "corrected, decided, retold, missing or circle."),
        "says": (0, "The conflict in a sentence."),
    },
    "conflict_revisions": {
        "conflict": (0, "The conflict."),
        "revision": (0, "A revision it is between."),
    },
    "sources": {
        "sha256": (0, "The SHA-256 of the log's file."),
        "name": (0, "Its name."),
        "revisions": (1, "How many revisions it has."),
    },
}
#: each view with its SQL and what it shows
VIEWS = {
    "rulings_used": (
        "select each.value as ruling, count(*) as entries, count(distinct judge) as judges"
        " from entries, json_each(entries.rulings) each where not struck group by each.value order by entries desc, ruling",
        "How often each ruling was decided by.",
    ),
    "tables_and_rounds": (
        'select event, round, "table", count(*) as entries, sum(struck) as struck'
        ' from entries group by event, round, "table" order by event, round, "table"',
        "How many decisions there were at each table in each round.",
    ),
}
_TITLES = {
    "entries": ("Decisions", "What was decided, as it was last written.", "decision"),
    "revisions": ("Everything that was written", "Each first writing, correction and strike.", "decision"),
    "conflicts": ("Conflicts", "What contradicts, for somebody to decide; corrected on a phone, it goes.", "says"),
    "conflict_revisions": ("Revisions in conflict", "Which revisions each conflict is between.", "conflict"),
    "sources": ("Logs", "The files that were merged.", "name"),
}


def metadata(database: str) -> dict[str, Any]:
    """The metadata of a Datasette that serves the file as ``database``."""
    tables: dict[str, Any] = {
        name: {
            "title": title,
            "description": description,
            "label_column": label,
            "columns": {column: told for column, (_, told) in COLUMNS[name].items()},
        }
        for name, (title, description, label) in _TITLES.items()
    }
    tables["entries"] |= {"sort_desc": "ruled", "facets": ["round", "table", "judge", "struck"]}
    tables |= {name: {"title": told, "description": ""} for name, (_, told) in VIEWS.items()}
    about = "What the judges of an event decided, put together by kb event merge. Not official rulings."
    return {"title": "Judges' log", "databases": {database: {"description": about, "tables": tables}}}


#: what SQLite keeps in the head of a file that this module wrote: "kbel"
APPLICATION = 0x6B62656C
_REFERENCES = [
    ("entries", "revision", "revisions", "digest"),
    ("revisions", "entry", "entries", "entry"),
    ("conflict_revisions", "conflict", "conflicts", "conflict"),
    ("conflict_revisions", "revision", "revisions", "digest"),
]


def read(path: str) -> Log:
    """The log of a file that :func:`write` wrote. Raises :class:`BadInput` for any other."""
    try:
        # closed at the end: a connection as a context is not
        with closing(sqlite3.connect(f"file:{_quoted(path)}?mode=ro", uri=True)) as connection:
            if connection.execute("pragma application_id").fetchone()[0] != APPLICATION:
                raise _foreign(path)
            version = connection.execute("pragma user_version").fetchone()[0]
            if not 1 <= version <= VERSION:
                raise BadInput(Finding(unreadable(version), path, 0, "get a newer kb"))
            connection.row_factory = sqlite3.Row
            rows = connection.execute("select * from revisions")
            revisions = frozenset(_revision(row, version, path) for row in rows)
            sources = connection.execute("select sha256, name, revisions from sources")
            return Log(revisions, frozenset(LogFile(*row) for row in sources))
    except sqlite3.Error:
        raise _foreign(path) from None


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(os.path.abspath(path))


def _foreign(path: str) -> BadInput:
    hint = "name another file, or one that 'kb event merge' wrote"
    return BadInput(Finding("is there, and is no merged log", path, 0, hint))


def _revision(row: sqlite3.Row, version: int, path: str) -> Revision:
    try:
        plain = {name: parse_json(row[name]) if name in LISTS else row[name] for name in fields(version)}
    except (IndexError, TypeError, ValueError):
        raise _foreign(path) from None
    plain["struck"] = bool(plain["struck"])
    if problems := mistakes_in(plain, version):
        hint = "merge the logs into a new file"
        raise BadInput(*(Finding(f"revision {row['digest']}: {each}", path, 0, hint) for each in problems))
    return revision(plain)


@contextmanager
def writing(path: str, waiting: Callable[[str], None]) -> Iterator[None]:
    """Hold the lock of a file, from reading it to writing it. ``waiting`` is as :func:`kb.base.files.locked` has it.

    Raises :class:`BadInput` where there is no folder to write into.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(beside(path), path, waiting))
        except OSError as error:
            raise _unwritable(path, error) from None
        yield


def write(path: str, merged: Merged, sources: frozenset[LogFile]) -> None:
    """Write a file that is locked (:func:`writing`), or write it anew: the same logs give the same bytes.

    What stands there stays if that fails.
    """
    folder = os.path.dirname(os.path.abspath(path))
    try:
        with TemporaryDirectory(prefix=".kb-event-", dir=folder) as own:
            made = os.path.join(own, "event.db")
            _fill(made, merged, sources)
            with open(made, "rb") as file:
                os.fsync(file.fileno())
            os.replace(made, path)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: str, error: OSError) -> BadInput:
    told = f"cannot be written ({error.strerror})"
    return BadInput(Finding(told, path, 0, "name a file in a folder that you may write"))


def describe(path: str) -> None:
    """Write what Datasette is told of a file beside it, as ``event.metadata.json``; one that is there stays."""
    stem = os.path.splitext(path)[0]
    beside_it = f"{stem}.metadata.json"
    if not os.path.lexists(beside_it):
        write_whole(beside_it, json.dumps(metadata(os.path.basename(stem)), ensure_ascii=False, indent=2))


def _fill(path: str, merged: Merged, sources: frozenset[LogFile]) -> None:
    with closing(sqlite3.connect(path)) as connection:
        db = Database(connection)
        db.execute(f"pragma application_id = {APPLICATION}")
        db.execute(f"pragma user_version = {VERSION}")
        rows = _rows(merged, sources)
        for table, columns in COLUMNS.items():
            kinds = {name: int if kind else str for name, (kind, _) in columns.items()}
            first = next(iter(columns))
            key: Any = tuple(columns) if table == "conflict_revisions" else first
            db.table(table).create(kinds, pk=key, strict=True, not_null=set(columns))
        db.add_foreign_keys(_REFERENCES)
        for table, found in rows.items():
            db.table(table).insert_all(found)
        for name, (sql, _) in VIEWS.items():
            db.create_view(name, sql)
        connection.commit()


def _rows(merged: Merged, sources: frozenset[LogFile]) -> dict[str, list[dict[str, Any]]]:
    latest = {each.latest for each in merged.entries}
    conflicts = [
        (_key(each.kind, *(revision.digest() for revision in each.revisions)), each) for each in merged.conflicts
    ]
    return {
        "entries": [_entry(each) for each in merged.entries],
        "revisions": [
            {"digest": each.digest(), **_plain(each), "latest": int(each in latest)}
            for entry in merged.entries
            for each in entry.revisions
        ],
        "conflicts": [{"conflict": key, "kind": each.kind, "says": describe_conflict(each)} for key, each in conflicts],
        "conflict_revisions": [
            {"conflict": key, "revision": revision.digest()} for key, each in conflicts for revision in each.revisions
        ],
        "sources": list(_sources(sources)),
    }


def _key(*texts: str) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:32]


def _plain(revision: Revision) -> dict[str, Any]:
    lists = {name: json.dumps(getattr(revision, name)) for name in LISTS}
    return {**revision._asdict(), **lists, "struck": int(revision.struck)}


def _entry(entry: Decision) -> dict[str, Any]:
    plain = _plain(entry.latest)
    own = {"revision": entry.latest.digest(), "revisions": len(entry.revisions)}
    return {name: own.get(name, plain.get(name)) for name in COLUMNS["entries"]}


def _sources(sources: frozenset[LogFile]) -> Iterator[dict[str, Any]]:
    """A row for each content; the same content under two names has the first of them."""
    named: dict[str, LogFile] = {}
    for each in sorted(sources):
        named.setdefault(each.sha256, each)
    return (each._asdict() for each in named.values())
