"""The descriptions on Datasette's home page and on the page of the base: links to pages, tables and queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from kb.store import proof_counts

if TYPE_CHECKING:
    from kb.web.site import Site


def links(site: Site, words: Mapping[str, Any]) -> list[dict[str, str]]:
    """Our pages, for Datasette's menus: ``href`` and ``label``."""
    return [{"href": site.path(path), "label": page["title"]} for path, page in words["pages"].items()]


def instance(site: Site, words: Mapping[str, Any]) -> Markup:
    """What this is, the pages, and each game with its rulings and how many of them are proved."""
    pages = Markup("").join(
        _entry(site.path(path), page["title"], page["about"]) for path, page in words["pages"].items()
    )
    urls = site.datasette.urls
    browse = _entry(str(urls.database(site.database)), words["database"]["title"], "every table, view and query")
    rows = Markup("").join(
        Markup('<tr><th scope="row"><a href="{}?game={}">{}</a></th><td>{}</td><td>{}</td><td>{}</td></tr>').format(
            urls.table(site.database, "ruling_list"),
            game["id"],
            game["title"],
            game["year"] or "",
            game["rulings"],
            game["proved"],
        )
        for game in proof_counts.by_game(site.base.connection)
    )
    head = Markup(
        '<tr><th scope="col">Game</th><th scope="col">Printing</th>'
        '<th scope="col">Rulings</th><th scope="col">Proved</th></tr>'
    )
    return Markup('<p>{}</p><ul class="kb-pages">{}{}</ul><table class="kb-games">{}{}</table>').format(
        words["description"], pages, browse, head, rows
    )


def database(site: Site, about: str, tables: Mapping[str, Any], queries: Mapping[str, Any]) -> Markup:
    """What the base holds: the questions with a form, then the views and tables, each with its line."""
    views = {row["name"] for row in site.base.connection.execute("select name from sqlite_master where type = 'view'")}
    groups = (
        ("Ask", queries),
        ("Read", {name: parts for name, parts in tables.items() if name in views}),
        ("Look up", {name: parts for name, parts in tables.items() if name not in views}),
    )
    parts = Markup("").join(
        Markup("<details{}><summary>{}</summary><ul>{}</ul></details>").format(
            "" if title == groups[-1][0] else Markup(" open"), title, _entries(site, group)
        )
        for title, group in groups
    )
    return Markup('<p>{}</p><div class="kb-contents">{}</div>').format(about, parts)


def _entries(site: Site, items: Mapping[str, Any]) -> Markup:
    return Markup("").join(
        _entry(str(site.datasette.urls.table(site.database, name)), each["title"], each["description"])
        for name, each in items.items()
    )


def _entry(href: str, title: str, about: str) -> Markup:
    return Markup('<li><a href="{}">{}</a>: {}</li>').format(href, title, about)
