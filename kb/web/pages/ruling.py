"""A ruling's own page, the same as JSON, and its slip: one A6 page for the table, with a QR code of its permalink.
Other spellings and old ids lead to where it is now."""

from __future__ import annotations

import re
import sqlite3
from typing import Any, NamedTuple
from urllib.parse import unquote

from datasette import Request, Response
from markupsafe import Markup

from kb.base import caches
from kb.base.errors import KBError
from kb.search.query_limits import LONGEST_QUERY
from kb.store import lookup, topics
from kb.text import claims as claiming
from kb.text import comparison, forum, printings
from kb.text import events as told
from kb.text import ruling as wording
from kb.web import at_event, cards, shared
from kb.web.at_event import read_profile
from kb.web.markdown import official, official_line
from kb.web.pages.files import cards_of
from kb.web.pages.scenario import scene
from kb.web.profile import Profile, parse_known
from kb.web.respond import arguments, cached, error_response, json_response, moved_permanently, page
from kb.web.site import Site

JSON = ".json"
#: so much of the official words stands in the preview of a link
_PREVIEW = 200


class EventNotes(NamedTuple):
    """An event in words, its profile, and a line for each choice of its link that is not known."""

    said: str
    profile: Profile
    left_out: list[str]


async def ruling(site: Site, request: Request) -> Response:
    """The page of one ruling; for an event of the query with what goes for that event."""
    profile, left_out = read_profile(site, request)
    if profile == at_event.default_of(site) and not left_out:
        return await _for_all(site, request)
    return await _for_event(site, request, profile, left_out)


@cached(caches.RULING_PAGES)
async def _for_all(site: Site, request: Request) -> Response:
    """The page for the event of the site, if it has one, or for none."""
    return await _for_event(site, request, at_event.default_of(site), [])


async def _for_event(site: Site, request: Request, profile: Profile, left_out: list[str]) -> Response:
    name = unquote(request.url_vars["id"])
    known = site.base.by_id(name)
    if known is None or known["id"] != name:
        return await _not_here(site, request, name, known)
    shown = await _shown(site, known)
    event = EventNotes(profile.words(site.choices), profile, left_out)
    notes = await _notes(site, shown, profile) if event.said else ""
    return await page(
        site,
        request,
        "ruling.html",
        about=wording.report_facts(shown["ruling"], shown["game"], shown["document"]),
        wording=wording,
        shared=shared,
        printings=printings,
        said=event.profile.printing_of(shown["ruling"]["game"]),
        claiming=claiming,
        relations=wording.RELATIONS,
        comparison=comparison,
        longest_query=LONGEST_QUERY,
        event=event,
        event_notes=notes,
        cards=await cards_of(site),
        query=event.profile.query(),
        **shown,
    )


async def _notes(site: Site, shown: dict[str, Any], profile: Profile) -> Markup:
    """The warnings that the ruling's card has for an event; that it is superseded, the page says anyway."""
    choices = site.choices
    html = await site.datasette.render_template(
        "kb/ruling_event.html",
        {
            "ruling": {**shown["ruling"], "superseded_by": []},
            "options": choices.options,
            "year": shown["game"]["year"],
            "wording": wording,
            "shared": shared,
            "site": site,
            "events": told,
        },
    )
    return profile.applied_to(html, choices)


async def record(site: Site, request: Request) -> Response:
    """What ``kb show --json`` prints, with its ``permalink`` and the ``digest`` of the build; for a reader at the
    event of the site with ``event``."""
    name = unquote(request.url_vars["id"])
    known = site.base.by_id(name)
    if known is None or known["id"] != name:
        return await _not_here(site, request, name, known, JSON)
    permalink = site.public(f"/r/{name}") or site.ruling(name)
    event = {}
    if site.event:
        profile, _ = parse_known(arguments(request), site.choices)
        event = at_event.plain(site, profile, site.event.bearing_on(name))
    plain = {**site.base.ruling(name), **event, "permalink": permalink, "digest": site.digest}
    return json_response(site, request, plain)


async def _not_here(site: Site, request: Request, name: str, known: sqlite3.Row | None, ending: str = "") -> Response:
    """An id in another spelling or with a successor: 301; one that is gone: 410; any other: 404, with near misses."""
    asked = f"?{request.query_string}" if request.query_string else ""
    if known is not None:
        return moved_permanently(site.ruling(known["id"]) + ending + asked)
    gone = lookup.retired(site.base.connection, name)
    if gone is not None and gone["successor"]:
        return moved_permanently(site.ruling(gone["successor"]) + ending + asked)
    finding, status = site.base.missing(name), 410 if gone else 404
    if ending:
        return await error_response(site, request, status, KBError(finding))
    near = lookup.summaries(site.base.connection, re.findall(r"[\w-]+", finding.hint))
    return await page(
        site,
        request,
        "ruling_missing.html",
        status,
        finding=finding,
        gone=gone,
        near=near.values(),
    )


async def _shown(site: Site, row: sqlite3.Row) -> dict[str, Any]:
    """The record, and what stands around it on the page."""
    rows, found = site.base.connection, site.base.ruling(row["id"])
    new = [each["text"] for each in found["new_words"]]
    asked, answered = (claiming.of_field(found, field) for field in ("question", "answer"))

    game, document = lookup.row(rows, "games", found["game"]), lookup.row(rows, "documents", found["document"])
    permalink = site.public(f"/r/{found['id']}")

    def case(scenario: str) -> str:
        return site.path(f"/scenario/{scenario}")

    text = row["answer_text"]
    # the kinds of rulings that it is related to
    kinds = [("Part of", "parent"), ("Parts", "children"), *((name, key) for key, name in wording.RELATIONS.items())]
    others = [each["id"] for kind in wording.RELATIONS for each in found[kind]] + [found["parent"], *found["children"]]
    return {
        "ruling": found,
        "game": game,
        "document": document,
        "options": [lookup.row(rows, "options", option) for option in found["depends_on"]],
        "question": official_line(found["question"], new, asked, case),
        "answer": official(found["answer"], new, answered, case),
        "preview": text if len(text) <= _PREVIEW else text[:_PREVIEW].rsplit(" ", 1)[0] + " …",
        "permalink": permalink,
        "as_text": forum.whole(found, game, document, lookup.titles(rows, "options"), permalink),
        "beside": topics.side_by_side(rows, found),
        "related": [name for name, key in kinds if found[key]],
        "others": lookup.summaries(rows, others),
        "scenes": [await scene(site, each["id"], 4) for each in found["scenarios"]],
    }


async def slip(site: Site, request: Request) -> Response:
    """The slip of a ruling for the event of the query."""
    choices = site.choices
    profile, _ = read_profile(site, request)
    found = site.base.ruling(unquote(request.url_vars["id"]))
    ruling, rows = found["id"], site.base.connection
    html = profile.applied_to(await cards.slip(site, ruling), choices)
    back = f"{site.path('/judge')}?{profile.query(q=ruling)}"
    game, document = lookup.row(rows, "games", found["game"]), lookup.row(rows, "documents", found["document"])
    return await page(
        site,
        request,
        "slip.html",
        about=wording.report_facts(found, game, document),
        slip=html,
        ruling=ruling,
        verdict=printings.headline(found, game["year"]),
        back=back,
        cards=await cards_of(site),
    )


ROUTES = [(r"/r/(?P<id>[^/]+)\.json", record), (r"/r/(?P<id>[^/]+)", ruling), (r"/r/(?P<id>[^/]+)/slip", slip)]
