"""Cards of rulings and lines of statements, rendered once: the same for every profile, online and offline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from markupsafe import Markup, escape

from kb.search.results import Rule
from kb.store import lookup
from kb.text import comparison, printings
from kb.text import ruling as wording
from kb.text.search import grouped, sources
from kb.web import shared
from kb.web.markdown import official, official_line
from kb.web.shared import PROFILE_IN_LINK, TEXTS
from kb.web.site import Site


def opened(card: Markup) -> Markup:
    """A card that is open, as that of a ruling whose id is asked for is. ``static/kb/offline.js`` does the same."""
    return card.replace(shared.CLOSED, shared.OPEN, 1)


def with_snippet(card: Markup, snippet: str) -> Markup:
    """A card with the sentence of the official answer that fits a query."""
    return card.replace(shared.SNIPPET_HERE, escape(snippet))


def statements(site: Site, rules: Iterable[Rule], most: int) -> list[tuple[list[str], Markup]]:
    """The first sentences of statements: the games that share each, and the item of a list with its source and the
    scenario that plays it."""
    short = lookup.short_titles(site.base.connection)
    item = Markup('<li><a class="says" href="{}">{}</a> <span class="meta">{}</span>{}</li>')
    found = []
    for says, same in grouped(rules, short, most):
        scenario = next((each.scenario for each in same if each.scenario), "")
        link = Markup(' <a href="{}">{}</a>').format(site.path(f"/scenario/{scenario}"), TEXTS["played"])
        line = item.format(site.statement(same[0].id), says, sources(same, short), link if scenario else "")
        found.append(([each.game for each in same], line))
    return found


async def card(site: Site, ruling: str) -> Markup:
    """The card of a ruling, for :meth:`kb.web.profile.Profile.applied_to`."""
    made: Markup | None = site.cards.get(ruling)
    if made is None:
        known = {
            "site": site,
            "wording": wording,
            "printings": printings,
            "compared": comparison.compared,
            "shared": shared,
        }
        values = {**known, **_card(site, ruling)}
        made = Markup(await site.datasette.render_template("kb/card.html", values))
        site.cards.put(ruling, made)
    return made


def _card(site: Site, ruling: str) -> dict[str, Any]:
    found = _shown(site, ruling)
    elsewhere = [
        {
            **each,
            "where": found["short"][each["game"]],
            "links": [(other, site.ruling(other)) for other in each["rulings"]],
        }
        for each in found["ruling"]["elsewhere"]
    ]
    page, whole = site.ruling(ruling), found["ruling"]
    rest = {
        "more sections": whole["sections"][2:],
        "errata": whole["amendments"],
        "supersedes": whole["supersedes"],
        "printings": whole["printings"],
        "our readings": whole["readings"],
    }
    return {
        **found,
        "elsewhere": elsewhere,
        "compared_all": comparison.summary,
        "rest": [name for name, rows in rest.items() if rows],
        "its_page": page + PROFILE_IN_LINK,
    }


def _shown(site: Site, ruling: str) -> dict[str, Any]:
    """The ruling and what a card tells beside it."""
    found, choices = site.base.ruling(ruling), site.choices
    rows = site.base.connection
    new = {
        field: [each["text"] for each in found["new_words"] if each["field"] == field]
        for field in ("question", "answer")
    }
    return {
        "ruling": found,
        "question": official_line(found["question"], new["question"]),
        "answer": official(found["answer"], new["answer"]),
        "year": lookup.row(rows, "games", found["game"])["year"],
        "document": lookup.row(rows, "documents", found["document"]),
        "games": choices.games,
        "short": lookup.short_titles(rows),
        "options": choices.options,
    }
