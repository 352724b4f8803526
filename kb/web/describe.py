"""What Datasette is told of the base: titles, descriptions, how tables are first shown, and questions with a form.

Tables, views and columns are described in :mod:`kb.store.tables`; what else is said is in ``metadata.yaml`` and
``queries.yaml``. Datasette 0.65 asks for :func:`metadata`; a later one, which keeps such words itself, is told by
:func:`set_metadata`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kb import yamlfile
from kb.store import lookup
from kb.store.tables import all_tables
from kb.store.tables.description import LIST
from kb.web import welcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kb.store.tables.description import Shown, Table, View
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

_known: WeakKeyDictionary[Site, dict[str, Any]] = WeakKeyDictionary()


@cache
def load_words(name: str) -> Any:
    """What one of our files of words says."""
    return yamlfile.parse(files("kb.web").joinpath(name).read_text(encoding="utf-8"), name)


def metadata(site: Site) -> dict[str, Any]:
    """Datasette's metadata of a site, made once: of its instance, of its database, tables, columns and queries."""
    if site not in _known:
        database = _database(site)
        _known[site] = {**(_instance(site) if site.shapes() else {}), "databases": {site.database: database}}
    return _known[site]


def _instance(site: Site) -> dict[str, Any]:
    words = load_words("metadata.yaml")
    return {
        "title": words["title"],
        "description": words["description"],
        **_credit(site, "documents"),
    }


def _credit(site: Site, whose: str) -> dict[str, str]:
    words = load_words("metadata.yaml")
    table = str(site.datasette.urls.table(site.database, "documents"))
    documents = site.path("/ledger") if site.static else table
    licence = words["licenses"][whose]
    return {"source": words["source"], "source_url": documents, "license": licence, "about": words["about"]}


def _database(site: Site) -> dict[str, Any]:
    words = load_words("metadata.yaml")
    shown = {name: _relation(site, each, each.shown) for name, each in all_tables.BY_NAME.items() if each.shown}
    queries = {name: _query(query) for name, query in load_words("queries.yaml").items()}
    tables = "select name from sqlite_master where type = 'table' and name not like 'sqlite@_%' escape '@'"
    hidden = [row["name"] for row in site.base.connection.execute(tables) if row["name"] not in shown]
    return {
        "title": words["database"]["title"],
        "description_html": str(
            welcome.database(site, words["database"]["description"], shown, load_words("queries.yaml"))
        ),
        **_credit(site, "documents"),
        "tables": {**shown, **{name: {"hidden": True} for name in hidden}},
        "queries": queries,
    }


def _relation(site: Site, relation: Table | View, shown: Shown) -> dict[str, Any]:
    """What Datasette is told of a table or view; a word that is empty is left out."""
    rows = site.base.connection.execute("select name from pragma_table_info(?)", [relation.name])
    columns = [row["name"] for row in rows]
    found = {
        "title": relation.title,
        "description": relation.means,
        "label_column": shown.label,
        "sort": shown.sort,
        "size": ROWS,
        "facets": [_facet(relation, name) for name in shown.facets],
        "columns": meanings(relation, columns, lookup.titles(site.base.connection, "games")),
        **({"fts_table": FULL_TEXT, "fts_pk": FOUND_BY} if FOUND_BY in columns else {}),
        **_credit(site, "documents" if shown.quotes else "ours"),
    }
    return {key: value for key, value in found.items() if value}


def _facet(relation: Table | View, name: str) -> str | dict[str, str]:
    """A facet by a column; by each element where the column is a list."""
    column = all_tables.column(relation, name)
    return {"array": name} if column and column.kind == LIST else name


def meanings(relation: Table | View, names: Iterable[str], games: Mapping[str, str]) -> dict[str, str]:
    """The meaning of each column; one that is named by a game (``games``: titles by id) has what is said in it."""
    by_game = {game: f"What is said in {title}." for game, title in games.items()}
    described = ((name, all_tables.column(relation, name)) for name in names)
    means = {name: column.means if column else by_game.get(name, "") for name, column in described}
    return {name: text for name, text in means.items() if text}


def _query(query: dict[str, Any]) -> dict[str, Any]:
    return {**query, "hide_sql": True}


async def set_metadata(site: Site) -> None:
    """Give a Datasette that keeps words, behaviour and queries apart each of them, where its user has said nothing."""
    datasette, everything = site.datasette, metadata(site)
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
