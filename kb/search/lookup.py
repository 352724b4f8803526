"""Looks up many values in a table of the base with few SQL statements."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: values in one statement
_MOST = 512


def rows_of(connection: sqlite3.Connection, sql: str, values: Iterable[str | int]) -> list[sqlite3.Row]:
    """The rows of ``sql``, whose ``({})`` is filled with the different ``values``.

    SQLite keeps the last 128 statements of a connection. The number of parameters is therefore a power of two
    (the last value fills up), so that there are ten statements of each kind and not one for every length of a query.
    """
    wanted = list(dict.fromkeys(values))
    found: list[sqlite3.Row] = []
    for start in range(0, len(wanted), _MOST):
        batch = wanted[start : start + _MOST]
        many = 1 << (len(batch) - 1).bit_length()
        batch += batch[-1:] * (many - len(batch))
        found += connection.execute(sql.format(",".join("?" * many)), batch)
    return found


def stems_of_forms(connection: sqlite3.Connection) -> dict[str, str]:
    """The stem of every word of the base and of the lexicon, and of their regular forms, in alphabetical order."""
    return dict(connection.execute("select form, stem from forms order by form").fetchall())


def rulings_at(connection: sqlite3.Connection, positions: Iterable[int]) -> dict[int, sqlite3.Row]:
    """What is told of a ruling that is found, by its position."""
    rows = rows_of(
        connection,
        "select position, id, game, kind, question_text, answer_text, verdict, verdict_kind, authority, standing, draft"
        " from rulings where position in ({})",
        positions,
    )
    found = {}
    for row in rows:
        found[row["position"]] = row
    return found
