"""Makes each of Datasette's connections to the base read-only, with SQLite's run-time limits."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datasette.app import Datasette

#: bytes of one value, a hundred times the longest in the base, so that no query can fill the memory
LONGEST_VALUE = 1_000_000
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 1_000,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}


def limit(connection: sqlite3.Connection, database: str, datasette: Datasette) -> None:
    """Set the limits of a new connection, if it is one to the base; other databases are left alone."""
    from kb.web.site import site_of

    site = site_of(datasette)
    if site is None or site.database != database:
        return
    for what, most in _LIMITS.items():
        connection.setlimit(what, most)
    connection.execute("pragma query_only = on")
