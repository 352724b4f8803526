"""The card and the slip of each ruling, rendered once: the same for every profile, online and offline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import ceil
from typing import Any

import segno
from markupsafe import Markup

from kb.store import lookup
from kb.text import comparison, printings
from kb.text import events as told
from kb.text import ruling as wording
from kb.web import shared
from kb.web.markdown import official, official_line
from kb.web.shared import PROFILE_IN_LINK, PROFILE_IN_WORDS
from kb.web.site import Site

#: sizes of type for a slip, largest first: CSS class, characters in a line, lines on its page, and on a second one
_SIZES = (("roomy", 46, 15.5, 27.5), ("plain", 48, 23.9, 38), ("close", 44, 34.4, 51.4), ("small", 44, 43, 62))
TYPES = tuple(name for name, *_ in _SIZES)
#: the space between two paragraphs, in lines
_BETWEEN = 0.1
#: how much wider the type of the verdict is, and that of source and sections
_HEAD, _FOOT = 1.15, 0.9


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
    return await _once(site, "card.html", ruling, _card)


async def slip(site: Site, ruling: str) -> Markup:
    """The slip of a ruling, for :meth:`kb.web.profile.Profile.applied_to`."""
    return await _once(site, "slip_body.html", ruling, _slip)


async def _once(site: Site, template: str, ruling: str, context: Callable[[Site, str], dict[str, Any]]) -> Markup:
    made: Markup | None = site.cards.get((template, ruling))
    if made is None:
        known = {
            "site": site,
            "wording": wording,
            "printings": printings,
            "compared": comparison.compared,
            "shared": shared,
            "events": told,
        }
        values = {**known, **context(site, ruling)}
        made = Markup(await site.datasette.render_template(f"kb/{template}", values))
        site.cards.put((template, ruling), made)
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
        "slip": f"{page}/slip{PROFILE_IN_LINK}",
    }


def _slip(site: Site, ruling: str) -> dict[str, Any]:
    found = _shown(site, ruling)
    link = site.public(f"/r/{ruling}")
    return {
        **found,
        "permalink": link,
        "qr": _qr(link, site.public("/r/")) if link else "",
        "in_words": PROFILE_IN_WORDS,
        "size": _size([*_paragraphs(found), *told.marked(site.event, ruling)]),
    }


def _shown(site: Site, ruling: str) -> dict[str, Any]:
    """What a card and a slip have in common."""
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


def _qr(link: str, common: str) -> Markup:
    """The QR code of a link as SVG; its mask is chosen once, for what all links have in ``common``: that is slow."""
    code = segno.make(link, error="m", micro=False, mask=_pattern(common))
    return Markup(code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, title=f"QR code of {link}"))


@cache
def _pattern(common: str) -> int:
    return int(segno.make(common, error="m", micro=False).mask)


def _size(paragraphs: list[str]) -> str:
    """The largest type in which a slip fits one page or, where none does, two."""

    def lines(width: int) -> float:
        return sum(ceil(len(each) / width) + _BETWEEN for each in paragraphs)

    rooms = [(name, width, room) for name, width, room, _ in _SIZES]
    rooms += [(f"{name} two", width, room + second) for name, width, room, second in _SIZES]
    return next((name for name, width, room in rooms if lines(width) <= room), rooms[-1][0])


def _paragraphs(found: dict[str, Any]) -> list[str]:
    """What the slip of one ruling says and that of another does not, with the notes of the most telling profile."""
    ruling = found["ruling"]
    verdict = printings.headline(ruling, found["year"])
    source = f"{wording.source(ruling, found['document'])}. {wording.whose(ruling)}."
    sections = " · ".join(section["title"] + wording.page(section) for section in ruling["sections"])
    return [
        *(line for line in ruling["answer"].split("\n") if line.strip()),
        *([ruling["question"]] if ruling["question"] != ruling["heading"] else []),
        verdict.ljust(int(len(verdict) * _HEAD)),
        *(each[: int(len(each) * _FOOT)] for each in (source, sections)),
        *(
            wording.printing(found["year"], each)
            for each in ruling["printings"]
            if each["holds"] != "differs" and each["basis"] != "documents"
        ),
        *(wording.option_note(found["options"][each], "off") for each in ruling["depends_on"]),
    ]
