"""What each of Datasette's connections to the base is given: SQLite's run-time limits, and the functions that the
queries of ``queries.yaml`` call. These take a reader's words as an FTS5 query and as runs of stems."""

from __future__ import annotations

import json
import re
import sqlite3

from kb.search.query_limits import LONGEST_QUERY
from kb.search.stems import stem
from kb.search.tokens import ngrams, tokens
from kb.store.pages import make_read_only

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

_PIECE = re.compile(r'"([^"]*)"|(\w+)')
#: words that are looked for; further ones are ignored
MOST_WORDS = 40


def limit(connection: sqlite3.Connection) -> None:
    """Set the limits of a new connection to the base, and make it read-only."""
    for what, most in _LIMITS.items():
        connection.setlimit(what, most)
    make_read_only(connection)


def register(connection: sqlite3.Connection) -> None:
    """Register the functions on a connection."""
    connection.create_function("kb_match", 1, match, deterministic=True)
    connection.create_function("kb_runs", 1, runs, deterministic=True)


def match(text: object) -> str:
    """An FTS5 query for any of the words and quoted phrases; an empty text gives a query that matches nothing.

    >>> match('may a "sea zone" fire* "')
    '"may" OR "a" OR "sea zone" OR "fire"'
    """
    pieces = [quoted or word for quoted, word in _PIECE.findall(str(text or "")[:LONGEST_QUERY])]
    wanted = [" ".join(re.findall(r"\w+", piece)) for piece in pieces[:MOST_WORDS]]
    return " OR ".join(f'"{piece}"' for piece in wanted if piece) or '""'


def runs(text: object) -> str:
    """Every run of the words' stems, as the search looks them up, as a JSON list.

    >>> runs("tin cans")
    '["tin", "tin can", "can"]'
    """
    words = tokens(str(text or "")[:LONGEST_QUERY])[:MOST_WORDS]
    return json.dumps(ngrams([stem(word) for word in words]))
