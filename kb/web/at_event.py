"""A site that is served for an event: its choices are the profile where a reader says none, and its house rulings are
shown to readers who are at the event, apart from what is official.

``static/kb/house.js`` does the same without network.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from datasette import Request
from markupsafe import Markup

from kb.event_log.event import HouseRuling
from kb.knowledge import Results
from kb.text import events as told
from kb.web import shared
from kb.web.profile import Profile, parse_known
from kb.web.respond import arguments
from kb.web.site import Site

_SAYS = (*shared.SINGLE, *shared.STATES)


def default_of(site: Site) -> Profile:
    """The profile of a site's event; an empty one where it has no event."""
    event = site.event
    printing = event.printing if event.game else ""
    return Profile(site.event_name, event.game, printing, {}, event.on, event.off)


def with_default(site: Site, asked: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """The parameters of a request with the event's where they say nothing of one; a form that names none means none."""
    parameters = dict(asked)
    if not site.event:
        return parameters
    if not any(name in _SAYS or name.startswith(shared.OPTION_FIELD) for name in asked):
        default = default_of(site)
        said = {name: [value] for name, value in default.single().items()}
        said |= {state: list(getattr(default, state)) for state in shared.STATES}
        return {**parameters, **{name: values for name, values in said.items() if any(values)}}
    if not "".join(asked.get("event", ("",))).strip() and "event" in asked:
        parameters["event"] = [shared.NO_EVENT]
    return parameters


def read_profile(site: Site, request: Request) -> tuple[Profile, list[str]]:
    """The profile of a request, or that of the site's event, and a line for each choice that is left out of it."""
    return parse_known(with_default(site, arguments(request)), site.choices)


def house_rulings(site: Site, profile: Profile, text: str, results: Results | None) -> list[HouseRuling]:
    """The house rulings for a question, and those that override what was found; none for a reader elsewhere."""
    if not (site.event.house and profile.is_at(site.choices)):
        return []
    return site.house_search.found(text, results)


async def cards(site: Site, rulings: Iterable[HouseRuling]) -> Markup:
    """House rulings as a page shows them, below a line that says whose they are; empty without any."""
    known, shown = site.house_cards, []
    for each in rulings:
        if each.id not in known:
            context = {"site": site, "each": each, "told": told, "shared": shared}
            known[each.id] = Markup(await site.datasette.render_template("kb/house.html", context))
        shown.append(known[each.id])
    return Markup("\n").join(shown)


def plain(site: Site, profile: Profile, rulings: Iterable[HouseRuling]) -> dict[str, Any]:
    """The part ``event`` of what programs get, for a reader at the event; else nothing."""
    return {"event": site.event.plain(rulings)} if site.event and profile.is_at(site.choices) else {}


async def kept(site: Site) -> list[list[Any]]:
    """What a phone keeps of each house ruling: its id, the terms of its question and of its other words, the rulings it
    overrides, and its card."""
    terms = site.house_search.terms
    return [
        [each.id, *terms[each.id], list(each.overrides), str(await cards(site, [each]))] for each in site.event.house
    ]
