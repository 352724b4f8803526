"""The card and the slip of each ruling, rendered once: the same for every profile, online and offline."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import segno
from markupsafe import Markup

from kb import words
from kb.web.choices import choices_of
from kb.web.markdown import official, official_line
from kb.web.profile import IN_A_LINK, IN_WORDS

if TYPE_CHECKING:
    from kb.web.site import Site

#: where a slip has its date
IN_DATE = "@date@"
#: a slip's type is the smaller the more it has to say: (characters, class)
_SIZES = ((420, "roomy"), (800, "plain"), (1300, "close"), (1900, "small"))
_LONGEST = "tiny"
#: what a line of its own costs, in characters
_LINE = 60

_rendered: WeakKeyDictionary[Site, dict[tuple[str, str], Markup]] = WeakKeyDictionary()


async def cards(site: Site, rulings: Iterable[str]) -> Markup:
    """The cards of some rulings, one behind the other."""
    return Markup("\n").join([await card(site, each) for each in rulings])


async def card(site: Site, ruling: str) -> Markup:
    """The card of a ruling, for :meth:`kb.web.profile.Profile.dressed`."""
    return await _once(site, "card", ruling, partial(_card, site, ruling))


async def slip(site: Site, ruling: str) -> Markup:
    """The slip of a ruling, for :meth:`kb.web.profile.Profile.dressed`; its date stands at ``IN_DATE``."""
    return await _once(site, "slip", ruling, partial(_slip, site, ruling))


async def _once(site: Site, kind: str, ruling: str, render: Callable[[], Awaitable[str]]) -> Markup:
    known = _rendered.setdefault(site, {})
    if (kind, ruling) not in known:
        known[kind, ruling] = Markup(await render())
    return known[kind, ruling]


async def _card(site: Site, ruling: str) -> str:
    found = _shown(site, ruling)
    elsewhere = [
        {
            **each,
            "where": found["games"][each["game"]],
            "links": [(other, site.ruling(other)) for other in each["rulings"]],
        }
        for each in found["ruling"]["elsewhere"]
    ]
    different = list(dict.fromkeys(each["where"] for each in elsewhere if not each["same"]))
    link = f"{site.ruling(ruling)}/slip{IN_A_LINK}"
    return await _render(site, "card.html", {**found, "elsewhere": elsewhere, "different": different, "slip": link})


async def _slip(site: Site, ruling: str) -> str:
    found = _shown(site, ruling)
    link = site.public(f"/r/{ruling}")
    return await _render(site, "slip_body.html", {
        **found, "permalink": link, "qr": _qr(link, site.public("/r/")) if link else "", "size": _size(found["ruling"]),
        "in_words": IN_WORDS, "in_date": IN_DATE,
    })  # fmt: skip


async def _render(site: Site, template: str, context: dict[str, Any]) -> str:
    return str(await site.datasette.render_template(f"kb/{template}", {"site": site, "words": words, **context}))


def _shown(site: Site, ruling: str) -> dict[str, Any]:
    """What a card and a slip have in common."""
    found, choices = site.base.ruling(ruling), choices_of(site)
    row = site.base.connection.execute
    new = {
        field: [each["text"] for each in found["new_words"] if each["field"] == field]
        for field in ("question", "answer")
    }
    return {
        "ruling": found,
        "question": official_line(found["question"], new["question"]),
        "answer": official(found["answer"], new["answer"]),
        "year": row("select year from games where id = ?", [found["game"]]).fetchone()["year"],
        "document": row("select * from documents where id = ?", [found["document"]]).fetchone(),
        "games": choices.games,
        "options": choices.options,
    }


def _qr(link: str, common: str) -> Markup:
    """The code of a link as SVG, in the pattern that suits what all links have in ``common``: choosing it is the slow part."""
    code = segno.make(link, error="m", micro=False, mask=_pattern(common))
    return Markup(code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, title=f"QR code of {link}"))


@cache
def _pattern(common: str) -> int:
    return int(segno.make(common, error="m", micro=False).mask)


def _size(ruling: dict[str, Any]) -> str:
    """How small the type of a slip has to be for its words to fit."""
    lines = ruling["answer"].count("\n") + 1 + 2 * len(ruling["sections"]) + 2 * len(ruling["printings"])
    lines += len(ruling["depends_on"])
    said = len(ruling["answer"]) + len(ruling["question"]) + len(ruling["verdict"]) + _LINE * lines
    return next((name for most, name in _SIZES if said <= most), _LONGEST)
