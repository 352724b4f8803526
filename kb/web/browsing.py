"""What our templates and hooks make of Datasette's own pages: titles instead of names, links instead of ids, rows that
fit a list, the front page, and lists of rulings searched by our own search instead of by the words as they stand. And
what Datasette is told of the base, and its connections to it are given."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from datasette import Request
from datasette.filters import FilterArguments
from datasette.utils.asgi import BadRequest
from markupsafe import Markup, escape

from kb.base.errors import QueryError
from kb.search.match import CLOSE
from kb.search.query_limits import LONGEST_QUERY
from kb.search.stems import stem
from kb.search.tokens import ngrams, tokens
from kb.store import lookup, pages, proofs, topics
from kb.store.pages import make_read_only
from kb.store.tables import all_tables
from kb.store.tables.description import LIST, Shown, Table, View
from kb.text.search import headline
from kb.web import assets
from kb.web.respond import report_address
from kb.web.shared import load_words
from kb.web.site import Site

Filter = Callable[[], Awaitable[FilterArguments]]
#: tables whose rows have a page of ours, and its path
PAGES = {
    "rulings": "/r/{}",
    "statements": "/rule/{}",
    "documents": "/ledger/{}",
    "scenarios": "/scenario/{}",
    "topics": "/compare/{}",
}
#: tables of which a link shows the id, and what it is called as its title
IDS_ARE_NAMES = ("rulings",)
#: links of a cell that are shown at once
MOST_LINKS = 3
#: characters of a cell of a list: longer texts are cut after so many, at a space, and open
LONGEST_CELL, CUT = 110, 90
#: characters of a cell from which on its column is wide
WIDE = 28
#: columns that tell what a row is about, the most telling first
_TELLING = ("verdict", "title", "section_title", "says", "about", "text", "words")
#: names of columns that are no words
_HEADINGS = {"id": "Id", "sha256": "SHA-256", "rowid": "Row", "q": "Words", "ruleset": "Rule set"}
#: the table whose rows compare games
TOPICS = "topics"
_LINK_TEXT = re.compile(">[^<]*</a>")
#: what is said above a list that matches closely
FITTING = "Kept to the rulings that fit best."
#: the function of Datasette's that searches the words as they stand
_THEIRS = "search_filters.<locals>.inner"
_MARKED = re.compile("⟦([^⟦⟧]*)⟧")


def cell(site: Site, table: str | None, column: str, value: object) -> Markup | None:
    """What to show for a value of a column, or ``None`` to leave it to Datasette. Text is never searched for ids.

    ``value`` is an id, a JSON list of ids, or what Datasette makes of a foreign key (``value`` and
    ``label``); ``table`` is ``None`` in the results of a query.
    """
    if table is None and column == "snippet" and isinstance(value, str):
        return Markup(_MARKED.sub(r"<mark>\1</mark>", str(escape(value))))
    target = ids_of(table, column)
    if not target or not value:
        return None
    if isinstance(value, dict):
        key, label = value.get("value"), value.get("label")
        if not isinstance(key, str):
            return None
        named = target in IDS_ARE_NAMES and label not in (None, key)
        return _link(site, target, key) + (Markup(" <em>{}</em>").format(label) if named else "")
    ids = _ids(value) if isinstance(value, str) else None
    return None if ids is None else _several([_link(site, target, each) for each in ids])


def _several(links: list[Markup]) -> Markup:
    """Some links; where there are many, those after the first ones open."""
    first, rest = links[:MOST_LINKS], links[MOST_LINKS:]
    text = Markup(", ").join(first) or Markup("&nbsp;")
    more = Markup(" <details><summary>{} more</summary>{}</details>")
    return text + more.format(len(rest), Markup(", ").join(rest)) if rest else text


def ids_of(table: str | None, column: str) -> str:
    """The table of whose rows a column has ids, among them those of rows that have a page of ours; or an empty text."""
    return table if table in PAGES and column == "id" else all_tables.referenced_table(table, column)


def _ids(value: str) -> list[str] | None:
    if not value.startswith("["):
        return [value]
    try:
        found = json.loads(value)
    except ValueError:
        return None
    return found if all(isinstance(each, str) for each in found) else None


def _link(site: Site, target: str, key: str) -> Markup:
    where = site.path(PAGES[target].format(key)) if target in PAGES else site.row(target, key)
    called = site.labels(target).get(key, key)
    text, title = (key, called) if target in IDS_ARE_NAMES else (called, key)
    return Markup('<a href="{}" title="{}">{}</a>').format(where, title, text)


class Browsing:
    """What the templates are given as ``browse``."""

    longest_query = LONGEST_QUERY

    def __init__(self, site: Site) -> None:
        self.site = site
        self.games = lookup.short_titles(site.base.connection)

    def asset(self, name: str) -> str:
        """The address of a style sheet or script."""
        return assets.link(self.site, name)

    @property
    def words(self) -> Mapping[str, Any]:
        """What is said of the site and its pages: ``metadata.yaml``."""
        words: Mapping[str, Any] = load_words("metadata.yaml")
        return words

    def report(self, request: Request | None) -> str:
        """The address for reports on a page of Datasette's; some of these pages do not know their request."""
        return report_address(self.site, _path(request))

    def address(self, request: Request | None) -> str:
        """The public address of a page of Datasette's; empty where it is not known."""
        return self.site.asked_at(_path(request)) if request else ""

    def home(self) -> dict[str, Any]:
        """What the front page tells: ``examples`` of questions, the ``games``, the ``documents``, how many ``rulings``,
        and how many of them are ``proved``."""
        connection = self.site.base.connection
        games = proofs.by_game(connection)
        return {
            "examples": self.words["examples"],
            "games": [
                {
                    **game,
                    "about": lookup.row(connection, "games", game["id"])["about"],
                    "printings": pages.printings(connection, game["id"]),
                    "list": self._list("ruling_list", game["id"]),
                }
                for game in games
            ],
            "documents": [
                {**each, "changes": self._list("errata_before_after", each["game"])}
                for each in pages.documents_newest_first(connection)
            ],
            "rulings": sum(game["rulings"] for game in games),
            "proved": sum(game["proved"] for game in games),
        }

    def _list(self, table: str, game: str) -> str:
        """The link to Datasette's list of what a game has; a site of files has none."""
        url = "" if self.site.static else self.site.datasette.urls.table(self.site.database, table)
        return f"{url}?{urlencode({'game': game})}" if url else ""

    def title(self, table: str = "") -> str:
        """The title of a table or view; of the whole base without one."""
        relation = all_tables.BY_NAME.get(table)
        return relation.title if relation else self.heading(table) if table else str(self.words["database"]["title"])

    def heading(self, column: str) -> str:
        """The title of a column: that of the game it is named by, or its name as words.

        >>> browse.heading("verdict_kind")
        'Verdict kind'
        """
        words = column.replace("_", " ")
        return self.games.get(column) or _HEADINGS.get(column) or words[:1].upper() + words[1:]

    def order(self, table: str, columns: Sequence[Mapping[str, Any]]) -> list[int]:
        """Which columns a list shows, in order: the first, then what stands for the row; the link to it last.

        The title of what another column links by its title is left out.
        """
        relation = all_tables.BY_NAME.get(table)
        label = relation.shown.label if relation and relation.shown else ""
        names = [column["name"] for column in columns]
        second = next((each for each in (label, *_TELLING) if each in names[1:]), "")
        first = next(at for at, name in enumerate(names) if name != "Link")
        shown = [at for at, name in enumerate(names) if not (name.endswith("_title") and name[:-6] in names)]
        return sorted(shown, key=lambda at: (at != first, names[at] != second, names[at] == "Link"))

    def ranked(self, rows: Iterable[Any], ranks: Mapping[str, int] | None) -> list[Any]:
        """Rows in the order of the search; ``ranks`` has the places of the rulings, and is empty without a search."""
        if not ranks:
            return list(rows)

        def place(row: Any) -> int:
            by_name = {cell["column"]: cell["raw"] for cell in row}
            return ranks.get(str(by_name.get("ruling") or by_name.get("id")), len(ranks))

        return sorted(rows, key=place)

    def cell(self, table: str, cell: Mapping[str, Any]) -> object:
        """A cell of a list: the link of an id, a text that opens where it is long, the word "row" for a link to it."""
        if cell.get("is_special_link_column"):
            return Markup(_LINK_TEXT.sub(">row</a>", str(cell["value"])))
        own = self.own_page(table, cell["raw"]) if cell["value_type"] == "pk" else ""
        return Markup('<a href="{}">{}</a>').format(own, cell["raw"]) if own else self.short(cell["value"])

    def short(self, value: object) -> object:
        """A text as it is, or its beginning with the rest behind "more"; what is HTML stays as it is."""
        text = str(value)
        if hasattr(value, "__html__") or len(text) <= LONGEST_CELL:
            return value
        head = text[:CUT].rsplit(" ", 1)[0]
        opens = '<details class="long"><summary>{}<span class="more">… more</span></summary>{}</details>'
        return Markup(opens).format(head, text[len(head) :])

    def wide(self, value: object) -> str:
        """The class of a cell that needs a wide column: a text of more than a few words."""
        return " wide" if len(Markup(str(value)).striptags()) > WIDE else ""

    def label(self, table: str, column: str, value: object) -> str:
        """A value of a column in words: the title of what it is the id of, or the value."""
        if value in (None, ""):
            return "none"
        return self.site.labels(ids_of(table, column)).get(str(value), str(value))

    def own_page(self, table: str, key: object) -> str:
        """The page of ours that a row has; empty if it has none."""
        return self.site.path(PAGES[table].format(key)) if table in PAGES else ""

    def about_row(self, table: str, key: Sequence[str]) -> str:
        """What the preview of a link to a row says: of a topic what each game answers, else the title of its table."""
        if table != TOPICS or len(key) != 1 or key[0] not in topics.titles(self.site.base.connection):
            return f"{self.title(table)}: {', '.join(key)}"
        found = topics.topic(self.site.base.connection, key[0])
        return " ".join(f"{self.games[each['game']]}: {each['says']}" for each in found["games"])

    def row_title(self, table: str, key: Sequence[str]) -> str:
        """What a row is called: its title, or its key."""
        return self.site.labels(table).get(key[0], "") if len(key) == 1 else ", ".join(key)


def _path(request: Request | None) -> str:
    """The path of a request, without the one that the site stands below."""
    return str(request.scope.get("route_path") or request.path) if request else "/"


def filters(site: Site, table: str, request: Request, others: list[Filter]) -> list[Filter]:
    """The filters of a request for a list: ours in place of Datasette's search where it is of rulings."""
    column = column_of_rulings(site, table)
    text = request.args.get("_search", "").strip()
    if not column or not text or request.args.get("_searchmode") == "raw":
        return others

    async def ours() -> FilterArguments:
        game = request.args.get("game", "")
        game = game if game in site.choices.games else ""
        try:
            found = site.base.search(text, game or None, ROWS)
        except QueryError as error:
            raise BadRequest("; ".join(str(finding) for finding in error.findings)) from error
        href = f"{site.path('/judge')}?{urlencode({'q': text, **({'game': game} if game else {})})}"
        names = {f"found_{at}": hit.id for at, hit in enumerate(found.rulings)}
        return FilterArguments(
            [f'"{column}" in ({", ".join(f":{name}" for name in names)})'],
            names,
            [f'search for "{text}"'],
            {
                "supports_search": True,
                "search": text,
                "ranks": {hit.id: at for at, hit in enumerate(found.rulings)},
                "remark": {"text": FITTING if found.match == CLOSE else headline(found), "href": href},
            },
        )

    return [*(each for each in others if getattr(each, "__qualname__", "") != _THEIRS), ours]


def column_of_rulings(site: Site, table: str) -> str:
    """The column of a table or view by which it lists rulings; empty for one that lists something else."""
    if table == SEARCHED:
        return "id"
    told = site.metadata["databases"][site.database]["tables"].get(table, {})
    return "ruling" if told.get("fts_table") == FULL_TEXT else ""


# -- what Datasette is told of the base: titles, descriptions, how tables are first shown, and questions with a form.
# Tables, views and columns are described in :mod:`kb.store.tables`; what else is said is in ``metadata.yaml`` and
# ``queries.yaml``. Datasette 0.65 asks for :attr:`kb.web.site.Site.metadata`; a later one, which keeps such words
# itself, is told by :func:`set_metadata`


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


# -- what each of Datasette's connections to the base is given: SQLite's run-time limits, and the functions that the
# queries of ``queries.yaml`` call. These take a reader's words as an FTS5 query and as runs of stems


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
