"""What changed, as a base tells it: its editions, the changes of each, the history of a ruling, the state since then.

The record itself is read by :mod:`kb.base.history.editions`; here are the tables that a build makes of it.
"""

from __future__ import annotations

import sqlite3

from kb.store import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.base.history.state import State
    from kb.base.shape import Plain
    from kb.base.values import Change


#: what happened to a thing
GIVEN, CHANGED, WITHDRAWN = "given", "changed", "withdrawn"
#: where the titles of things are that are no rulings; the id of a comparison begins with that of its topic
_TITLED = {"comparison": "topics", "document": "documents", "reading": "readings"}
_OF_RULING = """
    select e.id as edition, e."on", e.title, c.field, c.was, c.now
    from changes c join editions e on e.id = c.edition where c.ruling = ? order by e.place desc, c.id"""


def of_ruling(connection: sqlite3.Connection, ruling: str) -> list[Plain]:
    """The editions in which a ruling changed, the newest first; also of an id that was withdrawn.

    Each has ``edition``, ``on``, ``title``, ``event`` (given, changed or withdrawn) and ``changes``: ``field``, ``was``
    and ``now``.
    """
    found: dict[str, Plain] = {}
    for row in connection.execute(_OF_RULING, [ruling]):
        edition, on, title, *change = row
        entry = {"edition": edition, "on": on, "title": title, "event": CHANGED, "changes": []}
        _add(found.setdefault(edition, entry), *change)
    return list(found.values())


def _add(entry: Plain, field: str, was: str, now: str) -> None:
    """Add a change to what is told of a thing; that of its id tells that it is new or gone."""
    if field == "id":
        entry["event"] = WITHDRAWN if was else GIVEN
    else:
        entry["changes"].append({"field": field, "was": was, "now": now})


def editions(connection: sqlite3.Connection) -> list[Plain]:
    """The editions, the newest first; what is not recorded yet is the newest."""
    return [dict(row) for row in connection.execute("select * from editions order by place desc")]


def changes(connection: sqlite3.Connection, edition: str) -> tuple[Change, ...]:
    """The changes of an edition, without the fields of what is new."""
    import json

    from kb.base.values import Change

    rows = connection.execute(
        "select what, thing, games, field, was, now from changes where edition = ? order by id", [edition]
    )
    return tuple(
        Change(what, thing, tuple(json.loads(games)), field, was, now) for what, thing, games, field, was, now in rows
    )


def state(connection: sqlite3.Connection) -> State:
    """The state of the build."""
    from kb.base.history.state import TABLES, state_of

    return state_of({table: lookup.rows(connection, table) for table in TABLES})


def since(connection: sqlite3.Connection, edition: str) -> tuple[Change, ...]:
    """What is otherwise in the build than it was in an edition, without the fields of what is new."""
    from kb.base.history.state import abridged, applied, compare, mirrored

    now = before = state(connection)
    for each in editions(connection):
        if each["id"] == edition:
            break
        before = applied(before, mirrored(changes(connection, each["id"])))
    return abridged(compare(before, now))


def things(connection: sqlite3.Connection, changes: Iterable[Change]) -> list[Plain]:
    """The changes by thing: ``what``, ``id``, ``title``, ``games``, ``event`` and ``changes`` of each.

    The title of a ruling is its verdict of today; what is no more has none. A withdrawn ruling has its ``reason`` and
    ``successor``, too.
    """
    titles = {what: lookup.titles(connection, table) for what, table in _TITLED.items()}
    titles["ruling"] = dict(connection.execute("select id, verdict from rulings").fetchall())
    gone = {row["id"]: row for row in connection.execute("select id, reason, successor from retired")}
    found: dict[tuple[str, str], Plain] = {}
    for each in changes:
        title = titles[each.what].get(each.id.partition("/")[0], "")
        entry = {"what": each.what, "id": each.id, "title": title, "games": list(each.games), "event": CHANGED}
        entry = found.setdefault((each.what, each.id), {**entry, "changes": []})
        _add(entry, each.field, each.was, each.now)
        if entry["event"] == WITHDRAWN and each.what == "ruling" and each.id in gone:
            entry |= {"reason": gone[each.id]["reason"], "successor": gone[each.id]["successor"] or ""}
    return list(found.values())
