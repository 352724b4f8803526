"""What our templates of Datasette's own pages ask: titles instead of names, rows that fit a list, the front page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from markupsafe import Markup

from kb.search.query_limits import LONGEST_QUERY
from kb.store import lookup, topics
from kb.store.tables import all_tables
from kb.web import assets, cells, welcome
from kb.web.describe import load_words
from kb.web.labels import labels_of
from kb.web.reporting import Report, report

if TYPE_CHECKING:
    from datasette import Request

    from kb.web.site import Site

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
_made: WeakKeyDictionary[Site, Browsing] = WeakKeyDictionary()


def browsing_of(site: Site) -> Browsing:
    """The one of a site."""
    return _made.setdefault(site, Browsing(site))


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

    def report(self, request: Request | None) -> Report:
        """The report that something is wrong on a page of Datasette's; some of them do not know their request."""
        return report(self.site, _path(request), {}, {})

    def address(self, request: Request | None) -> str:
        """The public address of a page of Datasette's; empty where it is not known."""
        return self.site.asked_at(_path(request)) if request else ""

    def home(self) -> dict[str, Any]:
        """What the front page tells: see :func:`kb.web.welcome.home`."""
        return welcome.home(self.site, load_words("metadata.yaml"))

    def title(self, table: str = "") -> str:
        """The title of a table or view; of the whole base without one."""
        relation = all_tables.BY_NAME.get(table)
        words = load_words("metadata.yaml")
        return relation.title if relation else self.heading(table) if table else str(words["database"]["title"])

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
        return labels_of(self.site, cells.ids_of(table, column)).get(str(value), str(value))

    def own_page(self, table: str, key: object) -> str:
        """The page of ours that a row has; empty if it has none."""
        return self.site.path(cells.PAGES[table].format(key)) if table in cells.PAGES else ""

    def about_row(self, table: str, key: Sequence[str]) -> str:
        """What the preview of a link to a row says: of a topic what each game answers, else the title of its table."""
        if table != TOPICS or len(key) != 1 or key[0] not in topics.titles(self.site.base.connection):
            return f"{self.title(table)}: {', '.join(key)}"
        found = topics.topic(self.site.base.connection, key[0])
        return " ".join(f"{self.games[each['game']]}: {each['says']}" for each in found["games"])

    def row_title(self, table: str, key: Sequence[str]) -> str:
        """What a row is called: its title, or its key."""
        return labels_of(self.site, table).get(key[0], "") if len(key) == 1 else ", ".join(key)


def _path(request: Request | None) -> str:
    """The path of a request, without the one that the site stands below."""
    return str(request.scope.get("route_path") or request.path) if request else "/"
