"""Describes the base to Datasette: titles, descriptions, facets and queries; links for ids; limits of its connections.

Datasette shows its own pages of tables, rows and queries. Tables, views and columns are described in
:mod:`kb.store.tables`; the rest is in ``metadata.yaml`` and ``queries.yaml``.
"""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

from markupsafe import Markup, escape

from kb.search.query_limits import LONGEST_QUERY
from kb.search.stems import stem
from kb.search.tokens import ngrams, tokens
from kb.store import pages, tables
from kb.store.pages import make_read_only
from kb.store.tables import LIST, Table
from kb.web.site import PAGES, Site, load

#: the full-text table of the rulings, and the column by which a table or view finds its rows in it
FULL_TEXT, FOUND_BY = "rulings_fts", "rowid"
#: rows of a list on one page
ROWS = 25
_MARKED = re.compile("⟦([^⟦⟧]*)⟧")


def cell(site: Site, table: str | None, column: str, value: object) -> Markup | None:
    """Return a value of a column with its ids as links, or ``None`` to leave it to Datasette.

    ``value`` is an id, a JSON list of ids, or a foreign key as Datasette gives it (``value`` and ``label``);
    ``table`` is ``None`` in the results of a query. Text is never searched for ids.
    """
    if table is None and column == "snippet" and isinstance(value, str):
        return Markup(_MARKED.sub(r"<mark>\1</mark>", str(escape(value))))
    target, ids = ids_of(table, column), value.get("value") if isinstance(value, dict) else value
    if not target or not ids or not isinstance(ids, str):
        return None
    try:
        found = json.loads(ids) if ids.startswith("[") else [ids]
    except ValueError:
        return None
    return Markup(", ").join(_link(site, target, str(each)) for each in found)


def ids_of(table: str | None, column: str) -> str:
    """Return the table that the ids in a column belong to, with a page of this project or not; or an empty text."""
    return table if table in PAGES and column == "id" else tables.referenced_table(table, column)


def _link(site: Site, target: str, key: str) -> Markup:
    where = site.path(PAGES[target].format(key)) if target in PAGES else site.row(target, key)
    if ("labels", target) not in site.rendered:
        site.rendered.put(("labels", target), pages.labels(site.base.connection, target))
    called = site.rendered["labels", target].get(key, key)
    text, title = (key, called) if target == "rulings" else (called, key)
    return Markup('<a href="{}" title="{}">{}</a>').format(where, title, text)


def describe(site: Site) -> dict[str, Any]:
    """Return Datasette's metadata of a site: of its instance, its database, tables, columns and queries."""
    words, connection = load("metadata.yaml"), site.base.connection
    documents = site.path(f"/{site.database}/documents")

    def credit(whose: str) -> dict[str, str]:
        licence = words["licenses"][whose]
        return {"source": words["source"], "source_url": documents, "license": licence, "about": words["about"]}

    shown = {
        name: _table(site, each, credit("documents" if each.quotes else "ours"))
        for name, each in tables.BY_NAME.items()
        if not each.hidden
    }
    hidden = {name: {"hidden": True} for name in pages.tables(connection) if name not in shown}
    database = {
        **words["database"],
        **credit("documents"),
        "tables": {**shown, **hidden},
        "queries": {name: {**query, "hide_sql": True} for name, query in load("queries.yaml").items()},
    }
    instance = {"title": words["title"], "description": words["description"], **credit("documents")}
    return {**instance, "databases": {site.database: database}}


def _table(site: Site, table: Table, credit: dict[str, str]) -> dict[str, Any]:
    """Return the metadata of a table or view; a word that is empty is left out."""
    found = {
        "title": table.title,
        "description": table.means,
        "label_column": table.label,
        "sort": table.sort,
        "size": ROWS,
        # by each element where the column is a list
        "facets": [{"array": name} if table.columns[name].kind == LIST else name for name in table.facets],
        "columns": {name: column.means for name, column in table.columns.items()},
        **({"fts_table": FULL_TEXT, "fts_pk": FOUND_BY} if FOUND_BY in table.columns else {}),
        **credit,
    }
    return {key: value for key, value in found.items() if value}


# -- connections: SQLite's run-time limits, and the functions that the queries of ``queries.yaml`` call, which return
# a reader's words as an FTS5 query and as runs of stems


#: bytes of one value, a hundred times the longest in the base, so that no query can fill the memory
LONGEST_VALUE = 1_000_000
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
}

#: functions of SQLite that pad a text without end, and are not interrupted meanwhile
_UNLIMITED = ("printf", "format")

_PIECE = re.compile(r'"([^"]*)"|(\w+)')
#: words that are looked for; further ones are ignored
MOST_WORDS = 40


def prepare(connection: sqlite3.Connection, of_base: bool) -> None:
    """Register the functions on a new connection; set the limits of one to the base, and make it read-only."""
    connection.create_function("kb_match", 1, match, deterministic=True)
    connection.create_function("kb_runs", 1, runs, deterministic=True)
    if of_base:
        for what, most in _LIMITS.items():
            connection.setlimit(what, most)
        for name in _UNLIMITED:
            connection.create_function(name, -1, _too_long)
        make_read_only(connection)


def _too_long(*values: object) -> bytes:
    """Return a value that is longer than SQLite takes here, so that the query fails."""
    return bytes(LONGEST_VALUE + 1)


def match(text: object) -> str:
    """Return an FTS5 query for any of the words and quoted phrases; an empty text gives a query that matches nothing.

    >>> match('may a "sea zone" fire* "')
    '"may" OR "a" OR "sea zone" OR "fire"'
    """
    pieces = [quoted or word for quoted, word in _PIECE.findall(str(text or "")[:LONGEST_QUERY])]
    wanted = [" ".join(re.findall(r"\w+", piece)) for piece in pieces[:MOST_WORDS]]
    return " OR ".join(f'"{piece}"' for piece in wanted if piece) or '""'


def runs(text: object) -> str:
    """Return every run of the words' stems, as the search looks them up, as a JSON list.

    >>> runs("tin cans")
    '["tin", "tin can", "can"]'
    """
    words = tokens(str(text or "")[:LONGEST_QUERY])[:MOST_WORDS]
    return json.dumps(ngrams([stem(word) for word in words]))
