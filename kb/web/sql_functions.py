"""SQL functions for the queries of ``queries.yaml``: a reader's words as an FTS5 query and as runs of stems."""

from __future__ import annotations

import json
import re
import sqlite3

from kb.search.query_limits import LONGEST_QUERY
from kb.search.stems import stem
from kb.search.tokens import ngrams, tokens

_PIECE = re.compile(r'"([^"]*)"|(\w+)')
#: words that are looked for; further ones are ignored
MOST_WORDS = 40


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
