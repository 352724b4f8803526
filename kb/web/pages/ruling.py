"""A ruling's own page, and the same as JSON; other spellings and old ids lead to where it is now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from kb import words
from kb.errors import KBError
from kb.store import around
from kb.web.markdown import official, official_line
from kb.web.respond import kept, moved, page, problem, value
from kb.web.scenes import scene

if TYPE_CHECKING:
    import sqlite3

    from datasette import Request, Response

    from kb.web.site import Site

#: the relations to other rulings, and what the page calls them
RELATIONS = {
    "supersedes": "Supersedes",
    "superseded_by": "Superseded by",
    "restates": "Restates",
    "tension": "In tension with",
    "see_also": "See also",
}
JSON = ".json"
#: so much of the official words stands in the preview of a link
_PREVIEW = 280


@kept(200)
async def ruling(site: Site, request: Request) -> Response:
    """The page of one ruling."""
    told = unquote(request.url_vars["id"])
    known = site.base.by_id(told)
    if known is None or known["id"] != told:
        return await _not_here(site, request, told, known)
    return await page(site, request, "ruling.html", words=words, relations=RELATIONS, **await _shown(site, known))


async def record(site: Site, request: Request) -> Response:
    """What ``kb show --json`` prints, with its ``permalink`` and the ``digest`` of the build."""
    told = unquote(request.url_vars["id"])
    known = site.base.by_id(told)
    if known is None or known["id"] != told:
        return await _not_here(site, request, told, known, JSON)
    permalink = site.public(f"/r/{told}") or site.ruling(told)
    return value(site, request, {**site.base.ruling(told), "permalink": permalink, "digest": site.digest})


async def _not_here(site: Site, request: Request, told: str, known: sqlite3.Row | None, ending: str = "") -> Response:
    """An id in another spelling or with a successor: 301; one that is gone: 410; one that never was: 404, with near misses."""
    if known is not None:
        return moved(site.ruling(known["id"]) + ending)
    gone = site.base.connection.execute("select * from retired where id = ?", [told.strip().lower()]).fetchone()
    if gone is not None and gone["successor"]:
        return moved(site.ruling(gone["successor"]) + ending)
    finding, status = site.base.missing(told), 410 if gone else 404
    if ending:
        return await problem(site, request, status, KBError(finding))
    near = around.briefly(site.base.connection, re.findall(r"[\w-]+", finding.hint))
    return await page(site, request, "ruling_missing.html", status, finding=finding, gone=gone, near=near.values())


async def _shown(site: Site, row: sqlite3.Row) -> dict[str, Any]:
    """The record, and what stands around it on the page."""
    rows, found = site.base.connection, site.base.ruling(row["id"])
    new = [each["text"] for each in found["new_words"]]
    others = [each["id"] for kind in RELATIONS for each in found[kind]] + [found["parent"], *found["children"]]
    return {
        "ruling": found,
        "game": around.row(rows, "games", found["game"]),
        "document": around.row(rows, "documents", found["document"]),
        "options": [around.row(rows, "options", option) for option in found["depends_on"]],
        "question": official_line(found["question"], new),
        "answer": official(found["answer"], new),
        "preview": _cut(row["answer_text"]),
        "permalink": site.public(f"/r/{found['id']}"),
        "beside": around.side_by_side(rows, found),
        "others": around.briefly(rows, others),
        "rule_ids": around.rule_ids(rows, found["id"]),
        "scenes": [await scene(site, each["id"], 4) for each in found["scenarios"]],
    }


def _cut(text: str) -> str:
    return text if len(text) <= _PREVIEW else text[:_PREVIEW].rsplit(" ", 1)[0] + " …"


ROUTES = [
    (r"/r/(?P<id>[^/]+)\.json", record),
    (r"/r/(?P<id>[^/]+)", ruling),
]
