"""Links in the cells of Datasette's tables, for columns that hold ids. Text is never searched for ids."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from kb.store.tables import all_tables
from kb.web.labels import labels_of

if TYPE_CHECKING:
    from kb.web.site import Site

#: tables whose rows have a page of ours, and its path
PAGES = {"rulings": "/r/{}", "documents": "/ledger/{}", "scenarios": "/scenario/{}", "topics": "/compare/{}"}
#: tables of which a link shows the id, and what it is called as its title
IDS_ARE_NAMES = ("rulings",)
#: links of a cell that are shown at once
MOST_LINKS = 3
_MARKED = re.compile("⟦([^⟦⟧]*)⟧")


def cell(site: Site, table: str | None, column: str, value: object) -> Markup | None:
    """What to show for a value of a column, or ``None`` to leave it to Datasette.

    ``value`` is an id, a JSON list of ids, or what Datasette makes of a foreign key (``value`` and
    ``label``); ``table`` is ``None`` in the results of a query.
    """
    if table is None and column == "snippet" and isinstance(value, str):
        return Markup(_MARKED.sub(r"<mark>\1</mark>", str(escape(value))))
    target = ids_of(table, column)
    if not target or not value:
        return None
    if isinstance(value, dict):
        return _labelled(site, target, value)
    if not isinstance(value, str):
        return None
    ids = _ids(value)
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


def _labelled(site: Site, target: str, value: dict[str, object]) -> Markup | None:
    key, label = value.get("value"), value.get("label")
    if not isinstance(key, str):
        return None
    link = _link(site, target, key)
    return link if target not in IDS_ARE_NAMES or label in (None, key) else link + Markup(" <em>{}</em>").format(label)


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
    called = labels_of(site, target).get(key, key)
    text, title = (key, called) if target in IDS_ARE_NAMES else (called, key)
    return Markup('<a href="{}" title="{}">{}</a>').format(where, title, text)
