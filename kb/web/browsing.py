"""Describes the base to Datasette: titles, descriptions, facets and queries; links for ids; limits of its connections.

Datasette shows its own pages of tables, rows and queries. Tables, views and columns are described in
:mod:`kb.store.tables`; the rest is in ``metadata.yaml`` and ``queries.yaml``.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from urllib.parse import parse_qsl, urlencode

from jinja2 import BaseLoader, Environment
from markupsafe import Markup, escape

from kb.search.query_limits import LONGEST_QUERY
from kb.store import pages, tables
from kb.store.pages import make_read_only
from kb.store.tables import LIST, Table
from kb.web.site import PAGES, Site, load
from kb.words.stems import stem
from kb.words.tokens import ngrams, tokens

#: the full-text table of the rulings, and the column by which a table or view finds its rows in it
FULL_TEXT, FOUND_BY = "rulings_fts", "rowid"
#: rows of a list on one page
ROWS = 25
_MARKED = re.compile("⟦([^⟦⟧]*)⟧")


def cell(site: Site, table: str | None, column: str, value: object) -> Markup | None:
    """Return a value of a column with its ids as links, or ``None`` to leave it to Datasette. A ``snippet`` in the
    results of a query is returned with its marked words highlighted.

    ``value`` is an id, a JSON list of ids, or a foreign key as Datasette gives it (``value`` and ``label``). ``table``
    is ``None`` in the results of a query. Text is never searched for ids.
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
    """Return the table that the ids in a column belong to; an empty string for a column without ids."""
    return table if table in PAGES and column == "id" else tables.referenced_table(table, column)


def _link(site: Site, target: str, key: str) -> Markup:
    """Return a link to the row ``key`` of the table ``target``: to its page of this project, or else to Datasette's."""
    where = site.path(PAGES[target].format(key)) if target in PAGES else site.row(target, key)
    called = _names_by_id(site, target).get(key, key)
    text, title = (key, called) if target == "rulings" else (called, key)
    return Markup('<a href="{}" title="{}">{}</a>').format(where, title, text)


def _names_by_id(site: Site, target: str) -> dict[str, str]:
    """Return the names of the rows of a table of the base, by id; empty for a table without names."""
    if ("labels", target) not in site.rendered:
        site.rendered.put(("labels", target), pages.labels(site.base.connection, target))
    named: dict[str, str] = site.rendered["labels", target]
    return named


def describe(site: Site) -> dict[str, object]:
    """Return Datasette's metadata of a site: of its instance, its database, tables, columns and queries."""
    words, connection = load("metadata.yaml"), site.base.connection
    documents = site.path(f"/{site.database}/documents")

    def credit(whose: str) -> dict[str, str]:
        """Return the source and the licence of texts, those of the ``documents`` or ``ours`` (``whose``)."""
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


def _table(site: Site, table: Table, credit: dict[str, str]) -> dict[str, object]:
    """Return the Datasette metadata of a table or view, without empty values; ``credit`` has its source and licence."""
    found = {
        "title": table.title,
        "description": table.means,
        "label_column": table.label,
        "sort": table.sort,
        "size": ROWS,
        # by each element if the column is a list
        "facets": [{"array": name} if table.columns[name].kind == LIST else name for name in table.facets],
        "columns": {name: column.means for name, column in table.columns.items()},
        **({"fts_table": FULL_TEXT, "fts_pk": FOUND_BY} if FOUND_BY in table.columns else {}),
        **credit,
    }
    return {key: value for key, value in found.items() if value}


# -- the templates of Datasette: labels for its fields, columns for readers, links to the pages of this project


_SEEN = "if not kb_hidden(table, {}.{})"
#: by template, pairs of a text in it and what takes its place
PATCHES = {
    "base.html": (
        ("<html>", '<html lang="en">'),
        ('<section class="content">', '<section class="content" role="main">'),
    ),
    "table.html": (
        ('<dl class="column-descriptions">', '<dl class="column-descriptions" tabindex="0">'),
        ("<h3>{% if filtered", "<h2>{% if filtered"),
        ('<select name="_filter_column', '<select aria-label="Column" name="_filter_column'),
        ('<select name="_filter_op', '<select aria-label="Comparison" name="_filter_op'),
        ('<input type="text" name="_filter_value', '<input type="text" aria-label="Value" name="_filter_value'),
        ('<select name="_sort"', '<select aria-label="Sort by" name="_sort"'),
        ("in display_columns -%}", f"in display_columns {_SEEN.format('column', 'name')} -%}}"),
    ),
    "_table.html": (
        ("in display_columns %}", f"in display_columns {_SEEN.format('column', 'name')} %}}"),
        ("for cell in row %}", f"for cell in row {_SEEN.format('cell', 'column')} %}}"),
    ),
    "row.html": (
        ("for column in columns %}", "for column in columns if not kb_hidden(table, column) %}"),
        ("<p>This data as", "{{ kb_open(table, primary_key_values) }}<p>This data as"),
        (
            "{% if foreign_key_tables %}",
            "{% set foreign_key_tables = foreign_key_tables | selectattr('count') | list %}{% if foreign_key_tables %}",
        ),
    ),
    "_facet_results.html": (
        ("(facet_value.label | string())", "kb_label(table, facet_info.name, facet_value.label)"),
        ("{{ facet_value.label or", "{{ kb_label(table, facet_info.name, facet_value.label) or"),
    ),
}


class _Patched(BaseLoader):
    """Loads templates of Datasette with their :data:`PATCHES`."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Return the text of a template with its patches, its file, and a function that returns whether the text is
        still that of the file."""
        source, file, is_current = self._loader.get_source(environment, template)
        for text, other in PATCHES.get(template, ()):
            source = source.replace(text, other)
        return source, file, is_current

    def list_templates(self) -> list[str]:
        """Return the names of all templates."""
        return self._loader.list_templates()


def patch(environment: Environment, site: Callable[[], Site | None]) -> None:
    """Patch the templates of Datasette in its environment. ``site`` returns the site that is served, or None."""

    def hidden(table: str | None, column: str) -> bool:
        """Return whether Datasette's pages omit a column of a table of the base."""
        found = tables.BY_NAME.get(table or "")
        known = found.columns.get(column) if found and site() else None
        return known is not None and not known.shown

    def open_page(table: str, keys: Sequence[str]) -> Markup:
        """Return a paragraph with the link to this project's page of a row with the primary ``keys``; empty for a table
        without such pages."""
        found = site()
        if found is None or table not in PAGES or len(keys) != 1:
            return Markup("")
        what = {"rulings": "ruling", "games": "contents"}.get(table, table.removesuffix("s"))
        return Markup('<p><a href="{}">Open the {}</a></p>').format(found.path(PAGES[table].format(keys[0])), what)

    def label(table: str | None, column: str, value: object) -> str:
        """Return the name of the row whose id a column of ``table`` has; any other value as a text."""
        found, target = site(), ids_of(table, column)
        return _names_by_id(found, target).get(str(value), str(value)) if found and target else str(value)

    environment.globals.update(kb_hidden=hidden, kb_open=open_page, kb_label=label)
    environment.loader = _Patched(environment.loader) if environment.loader else None


# -- requests for a table


#: rows on a page, and facets that are counted for one request
MOST_ROWS, MOST_FACETS = 1000, 8


def _table_of(site: Site, route: str) -> tuple[Table | None, str]:
    """Return the table that a route names, and the ending of its format: ``.csv``, ``.json`` or empty. The table is
    None for another page."""
    found = re.fullmatch(rf"/{re.escape(site.database)}/(\w+)(\.csv|\.json)?", route)
    return (tables.BY_NAME.get(found[1]), found[2] or "") if found else (None, "")


def wrong_facets(site: Site, route: str, query: str) -> str:
    """Return an error message if a request has too many facets, or one that is not a column; else an empty string."""
    facets = [(name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name.startswith("_facet")]
    named = [value for name, value in facets if name != "_facet_size"]
    table, _ = _table_of(site, route)
    if len(named) > MOST_FACETS:
        return f"This request has {len(named)} facets; at most {MOST_FACETS} are counted at once."
    wrong = next((each for each in named if table is None or each not in table.columns), None)
    return "" if wrong is None else f"A facet must be a column of the table; '{wrong[:60]}' is not one."


def asked(site: Site, route: str, query: str) -> str:
    """Return the query string with which Datasette answers a request. For a table, CSV and JSON have all rows, unless
    the request gives their number; a page has at most :data:`MOST_ROWS`, and every format omits packed columns."""
    table, ending = _table_of(site, route)
    if table is None:
        return query
    pairs = parse_qsl(query, keep_blank_values=True)
    given = dict(pairs)
    size = given.get("_size", "")
    packed = [("_nocol", name) for name, each in table.columns.items() if each.kind == tables.PACKED]
    if "_col" not in given and packed and packed[0] not in pairs:
        pairs += packed
    if ending == ".csv" and size in ("", "max") and not given.keys() & {"_next", "_stream"}:
        pairs = [*((key, value) for key, value in pairs if key != "_size"), ("_stream", "on")]
    elif ending == ".json" and not size and "_next" not in given:
        pairs.append(("_size", "max"))
    elif not ending and (size == "max" or (size.isdecimal() and int(size[:9]) > MOST_ROWS)):
        pairs = [(key, str(MOST_ROWS) if key == "_size" else value) for key, value in pairs]
    return urlencode(pairs)


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
    """Register ``kb_match`` and ``kb_runs`` on a new connection. If it is ``of_base``, one to the database of the site,
    also set its limits, and make it read-only."""
    connection.create_function("kb_match", 1, match, deterministic=True)
    connection.create_function("kb_runs", 1, runs, deterministic=True)
    if of_base:
        for what, most in _LIMITS.items():
            connection.setlimit(what, most)
        for name in _UNLIMITED:
            connection.create_function(name, -1, _too_long)
        make_read_only(connection)


def _too_long(*values: object) -> bytes:
    """Return a value that exceeds :data:`LONGEST_VALUE`, so that the query that calls the function fails."""
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
