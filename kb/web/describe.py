"""What Datasette is told of the base: titles, descriptions, how tables are first shown, and questions with a form.

The words are in ``metadata.yaml`` and ``queries.yaml``. Datasette 0.65 asks for :func:`metadata`; a
later one, which keeps such words itself, is told by :func:`tell`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kb import yamlfile
from kb.store import lookup
from kb.web import welcome

if TYPE_CHECKING:
    from kb.web.site import Site

#: the full-text table of the rulings, and the column by which a table or view finds its rows in it
SEARCHED, FOUND_BY = "rulings_fts", "rowid"
#: what a later Datasette counts as behaviour, not as words
BEHAVIOUR = ("sort", "sort_desc", "size", "facets", "label_column", "fts_table", "fts_pk", "hidden")
#: asked for at every permission and for the size of facets, of which nothing is said here; the answer is copied each
#: time
UNSAID = ("tables", "allow", "allow_sql")

_known: WeakKeyDictionary[Site, dict[str, Any]] = WeakKeyDictionary()


@cache
def written(name: str) -> Any:
    """What one of our files of words says."""
    return yamlfile.parse(files("kb.web").joinpath(name).read_text(encoding="utf-8"), name)


def metadata(site: Site) -> dict[str, Any]:
    """Datasette's metadata of a site, made once: of its instance, of its database, tables, columns and queries."""
    if site not in _known:
        database = _database(site)
        alone = all(name == site.database or name.startswith("_") for name in site.datasette.databases)
        _known[site] = {**(_instance(site) if alone else {}), "databases": {site.database: database}}
    return _known[site]


def _instance(site: Site) -> dict[str, Any]:
    words = written("metadata.yaml")
    return {
        "title": words["title"],
        "description_html": str(welcome.instance(site, words)),
        **_credit(site, "documents"),
    }


def _credit(site: Site, whose: str) -> dict[str, str]:
    words = written("metadata.yaml")
    documents = str(site.datasette.urls.table(site.database, "documents"))
    return {
        "source": words["source"], "source_url": documents, "license": words["licenses"][whose], "about": words["about"],
    }  # fmt: skip


def _database(site: Site) -> dict[str, Any]:
    words = written("metadata.yaml")
    shown = {name: _table(site, name, told) for name, told in words["tables"].items()}
    queries = {name: _query(site, told) for name, told in written("queries.yaml").items()}
    return {
        "title": words["database"]["title"],
        "description_html": str(
            welcome.database(site, words["database"]["description"], shown, written("queries.yaml"))
        ),
        **_credit(site, "documents"),
        "tables": {**shown, **{name: {"hidden": True} for name in words["hidden"]}},
        "queries": queries,
    }


def _table(site: Site, name: str, told: dict[str, Any]) -> dict[str, Any]:
    common, own = written("metadata.yaml")["columns"], told.get("columns", {})
    columns = [row["name"] for row in site.base.connection.execute("select name from pragma_table_info(?)", [name])]
    titles = lookup.titles(site.base.connection, "games")
    says = {game: f"What is said in {title}." for game, title in titles.items()}
    described = {column: {**common, **says, **own}.get(column, "") for column in columns}
    plain = {key: value for key, value in told.items() if key not in ("words", "columns", "size")}
    size = {"size": int(told["size"])} if "size" in told else {}
    search = {"fts_table": SEARCHED, "fts_pk": FOUND_BY} if FOUND_BY in columns else {}
    return {
        **plain, **size, **search, **_credit(site, told.get("words", "ours")),
        "columns": {column: text for column, text in described.items() if text},
    }  # fmt: skip


def _query(site: Site, told: dict[str, Any]) -> dict[str, Any]:
    games = f" Games: {', '.join(site.base.games())}." if "game" in told["params"] else ""
    return {**told, "description": told["description"] + games, "hide_sql": True}


async def tell(site: Site) -> None:
    """Give a Datasette that keeps words, behaviour and queries apart each of them, where its user has said nothing."""
    datasette, told = site.datasette, metadata(site)
    database = told["databases"][site.database]
    await _words(datasette.get_instance_metadata, datasette.set_instance_metadata, (), told)
    await _words(datasette.get_database_metadata, datasette.set_database_metadata, (site.database,), database)
    config = datasette.config = datasette.config or {}
    configured = config.setdefault("databases", {}).setdefault(site.database, {}).setdefault("tables", {})
    for table, said in database["tables"].items():
        where = (site.database, table)
        words = {key: value for key, value in said.items() if key not in BEHAVIOUR}
        await _words(datasette.get_resource_metadata, datasette.set_resource_metadata, where, words)
        for column, text in said.get("columns", {}).items():
            about = {"description": text}
            await _words(datasette.get_column_metadata, datasette.set_column_metadata, (*where, column), about)
        configured[table] = {key: said[key] for key in BEHAVIOUR if key in said} | configured.get(table, {})
    for name, query in database["queries"].items():
        if await datasette.get_query(site.database, name) is None:
            parts = {"parameters": query["params"], **{key: query[key] for key in ("title", "description", "hide_sql")}}
            await datasette.add_query(site.database, name, query["sql"], is_trusted=True, **parts)


async def _words(known: Any, put: Any, where: tuple[str, ...], words: dict[str, Any]) -> None:
    there = await known(*where)
    for key, value in words.items():
        if isinstance(value, str) and key not in there:
            await put(*where, key, value)
