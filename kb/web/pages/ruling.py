"""A ruling's own page, and the same as JSON. Other spellings and old ids lead to where it is now."""

from __future__ import annotations

import re
import sqlite3
from typing import Any
from urllib.parse import unquote

from datasette import Request, Response
from markupsafe import Markup

from kb.base import caches
from kb.base.errors import KBError
from kb.search.query_limits import LONGEST_QUERY
from kb.store import lookup, topics
from kb.text import claims as claiming
from kb.text import comparison, forum, printings
from kb.text import ruling as wording
from kb.web import shared
from kb.web.markdown import official, official_line
from kb.web.pages.files import cards_of
from kb.web.pages.scenario import scene
from kb.web.profile import Profile, parse_known
from kb.web.respond import arguments, cached, error_response, json_response, moved_permanently, page
from kb.web.site import Site

JSON = ".json"
#: so much of the official words stands in the preview of a link
_PREVIEW = 200


async def ruling(site: Site, request: Request) -> Response:
    """The page of one ruling; with what the choices of the query mean for it."""
    profile, left_out = parse_known(arguments(request), site.choices)
    if profile == Profile() and not left_out:
        return await _for_all(site, request)
    return await _for_choices(site, request, profile, left_out)


@cached(caches.RULING_PAGES)
async def _for_all(site: Site, request: Request) -> Response:
    """The page where nothing is chosen."""
    return await _for_choices(site, request, Profile(), [])


async def _for_choices(site: Site, request: Request, profile: Profile, left_out: list[str]) -> Response:
    name = unquote(request.url_vars["id"])
    known = site.base.by_id(name)
    if known is None or known["id"] != name:
        return await _not_here(site, request, name, known)
    shown = await _shown(site, known)
    chosen = profile.words(site.choices)
    notes = await _notes(site, shown, profile) if chosen else ""
    return await page(
        site,
        request,
        "ruling.html",
        wording=wording,
        shared=shared,
        printings=printings,
        said=profile.printing_of(shown["ruling"]["game"]),
        claiming=claiming,
        relations=wording.RELATIONS,
        comparison=comparison,
        longest_query=LONGEST_QUERY,
        chosen=chosen,
        left_out=left_out,
        chosen_notes=notes,
        cards=await cards_of(site),
        **shown,
    )


async def _notes(site: Site, shown: dict[str, Any], profile: Profile) -> Markup:
    """The warnings that the ruling's card has for a profile; that it is superseded, the page says anyway."""
    choices = site.choices
    html = await site.datasette.render_template(
        "kb/ruling_choices.html",
        {
            "ruling": {**shown["ruling"], "superseded_by": []},
            "options": choices.options,
            "year": shown["game"]["year"],
            "wording": wording,
            "shared": shared,
            "site": site,
        },
    )
    return profile.applied_to(html, choices)


async def record(site: Site, request: Request) -> Response:
    """What ``kb show --json`` prints, with its ``permalink`` and the ``digest`` of the build."""
    name = unquote(request.url_vars["id"])
    known = site.base.by_id(name)
    if known is None or known["id"] != name:
        return await _not_here(site, request, name, known, JSON)
    permalink = site.public(f"/r/{name}") or site.ruling(name)
    plain = {**site.base.ruling(name), "permalink": permalink, "digest": site.digest}
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


ROUTES = [(r"/r/(?P<id>[^/]+)\.json", record), (r"/r/(?P<id>[^/]+)", ruling)]
