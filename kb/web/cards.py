"""The card of each ruling, rendered once: the same for every profile, online and offline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from kb.store import lookup
from kb.text import comparison, printings
from kb.text import ruling as wording
from kb.web import shared
from kb.web.markdown import official, official_line
from kb.web.shared import PROFILE_IN_LINK
from kb.web.site import Site


async def cards(site: Site, answers: Mapping[str, tuple[str, str]]) -> list[Markup]:
    """The cards of some rulings, each with the word that it answers and what that depends on."""
    return [answering(await card(site, ruling), *answer) for ruling, answer in answers.items()]


def opened(card: Markup) -> Markup:
    """A card that is open, as that of a ruling whose id is asked for is. ``static/kb/offline.js`` does the same."""
    return card.replace(shared.CLOSED, shared.OPEN, 1)


def answering(card: Markup, word: str, condition: str) -> Markup:
    """A card with the ``word`` that it answers (of :data:`kb.web.shared.WORDS`) and the ``condition``, if any.

    ``static/kb/offline.js`` does the same without network.
    """
    filled = card.replace(shared.WORD_HERE, Markup(shared.WORD).format(word, shared.WORDS[word]) if word else "")
    return filled.replace(shared.CONDITION_HERE, Markup(shared.CONDITION).format(condition) if condition else "")


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
    titles = {each["topic"]: each["title"] for each in elsewhere}
    different = [
        (topic, title, comparison.in_two_lines((each for each in elsewhere if each["topic"] == topic), found["short"]))
        for topic, title in titles.items()
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
        "different": [each for each in different if each[-1]],
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
