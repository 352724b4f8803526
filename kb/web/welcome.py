"""What the front page tells, and the description of the base: links to pages, tables and queries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from markupsafe import Markup

from kb.store import proof_counts

if TYPE_CHECKING:
    from kb.web.site import Site

#: every document with its rulings, the newest first; those without a date last
_DOCUMENTS = """
    select d.id, d.title, d.published, d.game, count(r.id) as rulings, count(case when r.kind = 'erratum' then 1 end) as errata
    from documents d left join rulings r on r.document = d.id
    group by d.id order by d.published = '', d.published desc, d.number"""


def links(site: Site, words: Mapping[str, Any]) -> list[dict[str, str]]:
    """Our pages, for Datasette's menus: ``href`` and ``label``."""
    return [{"href": site.path(path), "label": page["title"]} for path, page in words["pages"].items()]


def home(site: Site, words: Mapping[str, Any]) -> dict[str, Any]:
    """What the front page tells: ``examples`` of questions, the ``games``, the ``documents``, how many ``rulings``, and
    how many of them are ``proved``."""
    games = proof_counts.by_game(site.base.connection)
    return {
        "examples": words["examples"],
        "games": [_game(site, game) for game in games],
        "documents": [_document(site, dict(row)) for row in site.base.connection.execute(_DOCUMENTS)],
        "rulings": sum(game["rulings"] for game in games),
        "proved": sum(game["proved"] for game in games),
    }


def _game(site: Site, game: Mapping[str, Any]) -> dict[str, Any]:
    sql = "select printings, about from games where id = ?"
    printings, about = site.base.connection.execute(sql, [game["id"]]).fetchone()
    return {
        **game,
        "about": about,
        "printings": json.loads(printings),
        "list": _list(site, "ruling_list", game["id"]),
    }


def _document(site: Site, document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "changes": _list(site, "errata_before_after", document["game"])}


def _list(site: Site, table: str, game: str) -> str:
    """The link to Datasette's list of what a game has; a site of files has none."""
    if site.static:
        return ""
    return f"{site.datasette.urls.table(site.database, table)}?{urlencode({'game': game})}"


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
    return Markup('<p>{}</p><div class="contents">{}</div>').format(about, parts)


def _entries(site: Site, items: Mapping[str, Any]) -> Markup:
    return Markup("").join(
        _entry(str(site.datasette.urls.table(site.database, name)), each["title"], each["description"])
        for name, each in items.items()
    )


def _entry(href: str, title: str, about: str) -> Markup:
    return Markup('<li><a href="{}">{}</a> <span>{}</span></li>').format(href, title, about)
