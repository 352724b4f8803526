"""What Datasette is told of the base: titles, descriptions, how tables are first shown, and questions with a form.

Tables, views and columns are described in :mod:`kb.store.tables`; what else is said is in ``metadata.yaml`` and
``queries.yaml``. Datasette 0.65 asks for :attr:`kb.web.site.Site.metadata`; a later one, which keeps such words itself,
is told by :func:`set_metadata`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from kb.store import lookup, pages
from kb.store.tables import all_tables
from kb.store.tables.description import LIST, Shown, Table, View
from kb.web.shared import load_words
from kb.web.site import Site

#: the table that is searched, its full-text table, and the column by which a table or view finds its rows in that
SEARCHED, FULL_TEXT, FOUND_BY = "rulings", "rulings_fts", "rowid"
#: rows of a list on one page
ROWS = 25
#: what a later Datasette counts as behaviour, not as words
BEHAVIOUR = ("sort", "sort_desc", "size", "facets", "label_column", "fts_table", "fts_pk", "hidden")
#: asked for at every permission, for the size of facets and for what our pages are configured by, of which nothing is
#: said here; the answer is copied each time
SKIPPED_KEYS = ("tables", "allow", "allow_sql", "plugins")


def describe(site: Site) -> dict[str, Any]:
    """Datasette's metadata of a site: of its instance, of its database, tables, columns and queries."""
    words, connection = load_words("metadata.yaml"), site.base.connection
    documents = site.path("/ledger") if site.static else str(site.datasette.urls.table(site.database, "documents"))

    def credit(whose: str) -> dict[str, str]:
        licence = words["licenses"][whose]
        return {"source": words["source"], "source_url": documents, "license": licence, "about": words["about"]}

    shown = {
        name: _relation(site, each, each.shown, credit("documents" if each.shown.quotes else "ours"))
        for name, each in all_tables.BY_NAME.items()
        if each.shown
    }
    hidden = {name: {"hidden": True} for name in pages.tables(connection) if name not in shown}
    queries = load_words("queries.yaml")
    database = {
        "title": words["database"]["title"],
        "description_html": str(_contents(site, words["database"]["description"], shown, queries)),
        **credit("documents"),
        "tables": {**shown, **hidden},
        "queries": {name: {**query, "hide_sql": True} for name, query in queries.items()},
    }
    instance = {"title": words["title"], "description": words["description"], **credit("documents")}
    return {**(instance if site.shapes() else {}), "databases": {site.database: database}}


def _relation(site: Site, relation: Table | View, shown: Shown, credit: dict[str, str]) -> dict[str, Any]:
    """What Datasette is told of a table or view; a word that is empty is left out."""
    columns = pages.columns(site.base.connection, relation.name)
    # by each element where the column is a list
    lists = [name for name in shown.facets if (own := all_tables.column(relation, name)) and own.kind == LIST]
    found = {
        "title": relation.title,
        "description": relation.means,
        "label_column": shown.label,
        "sort": shown.sort,
        "size": ROWS,
        "facets": [{"array": name} if name in lists else name for name in shown.facets],
        "columns": meanings(relation, columns, lookup.titles(site.base.connection, "games")),
        **({"fts_table": FULL_TEXT, "fts_pk": FOUND_BY} if FOUND_BY in columns else {}),
        **credit,
    }
    return {key: value for key, value in found.items() if value}


def meanings(relation: Table | View, names: Iterable[str], games: Mapping[str, str]) -> dict[str, str]:
    """The meaning of each column; one that is named by a game (``games``: titles by id) has what is said in it."""
    by_game = {game: f"What is said in {title}." for game, title in games.items()}
    described = ((name, all_tables.column(relation, name)) for name in names)
    means = {name: column.means if column else by_game.get(name, "") for name, column in described}
    return {name: text for name, text in means.items() if text}


def _contents(site: Site, about: str, tables: Mapping[str, Any], queries: Mapping[str, Any]) -> Markup:
    """What the base holds: the questions with a form, then the views and tables, each with its line."""
    views = pages.views(site.base.connection)
    groups = (
        ("Ask", queries),
        ("Read", {name: parts for name, parts in tables.items() if name in views}),
        ("Look up", {name: parts for name, parts in tables.items() if name not in views}),
    )

    def listed(items: Mapping[str, Any]) -> Markup:
        urls = ((str(site.datasette.urls.table(site.database, name)), each) for name, each in items.items())
        entry = Markup('<li><a href="{}">{}</a> <span>{}</span></li>')
        return Markup("").join(entry.format(url, each["title"], each["description"]) for url, each in urls)

    parts = Markup("").join(
        Markup("<details{}><summary>{}</summary><ul>{}</ul></details>").format(
            "" if title == groups[-1][0] else Markup(" open"), title, listed(group)
        )
        for title, group in groups
    )
    return Markup('<p>{}</p><div class="contents">{}</div>').format(about, parts)


async def set_metadata(site: Site) -> None:
    """Give a Datasette that keeps words, behaviour and queries apart each of them, where its user has said nothing."""
    datasette, everything = site.datasette, site.metadata
    database = everything["databases"][site.database]
    await _words(datasette.get_instance_metadata, datasette.set_instance_metadata, (), everything)
    await _words(datasette.get_database_metadata, datasette.set_database_metadata, (site.database,), database)
    config = datasette.config = datasette.config or {}
    configured = config.setdefault("databases", {}).setdefault(site.database, {}).setdefault("tables", {})
    for table, table_metadata in database["tables"].items():
        where = (site.database, table)
        words = {key: value for key, value in table_metadata.items() if key not in BEHAVIOUR}
        await _words(datasette.get_resource_metadata, datasette.set_resource_metadata, where, words)
        for column, text in table_metadata.get("columns", {}).items():
            about = {"description": text}
            await _words(datasette.get_column_metadata, datasette.set_column_metadata, (*where, column), about)
        configured[table] = {key: table_metadata[key] for key in BEHAVIOUR if key in table_metadata} | configured.get(
            table, {}
        )
    for name, query in database["queries"].items():
        if await datasette.get_query(site.database, name) is None:
            parts = {"parameters": query["params"], **{key: query[key] for key in ("title", "description", "hide_sql")}}
            await datasette.add_query(site.database, name, query["sql"], is_trusted=True, **parts)


async def _words(known: Any, put: Any, where: tuple[str, ...], words: dict[str, Any]) -> None:
    present = await known(*where)
    for key, value in words.items():
        if isinstance(value, str) and key not in present:
            await put(*where, key, value)
