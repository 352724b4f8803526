"""What changed: the recorded editions as a page, as JSON, and as an Atom feed (RFC 4287).

An entry of the feed is an edition, not a ruling: an edition is what is recorded on a day, and a document that is issued
again may change a hundred rulings at once. Ids are made of what is recorded alone, so they stay wherever the site
stands.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as xml

from datasette import Request, Response

from kb.base import caches
from kb.base.errors import Finding, NotFound
from kb.service.changes import editions as editions_of
from kb.store import lookup
from kb.text import changes as wording
from kb.web.respond import cached, json_response, page, with_etag
from kb.web.site import Site

TYPE = "application/atom+xml; charset=utf-8"
_ATOM = "http://www.w3.org/2005/Atom"
TITLE = "What changed in the rulings for Axis & Allies games"
#: characters that XML does not allow
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: the namespace of our ids, made once
_IDS = uuid.UUID("5b0d3a52-7c3e-4f0e-9d0b-2a2f6f7a1c11")


def document(editions: Sequence[Mapping[str, Any]], content: Mapping[str, str], link: Callable[[str], str]) -> str:
    """The feed of some editions, the newest first; ``content`` is the HTML of each by its id.

    ``link`` makes the address of a page. Where the site knows its public address it is whole. Else it is a path, which
    readers complete with the address that they asked; then the feed has no link to itself, which has to be whole.
    """
    feed = xml.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _text(feed, "id", _id("feed", editions[-1]["mark"]))
    _text(feed, "title", TITLE)
    _text(feed, "updated", _moment(editions[0]))
    _text(xml.SubElement(feed, "author"), "name", "Rulings for Axis & Allies games")
    if "://" in link("/changes.atom"):
        _link(feed, "self", TYPE.partition(";")[0], link("/changes.atom"))
    _link(feed, "alternate", "text/html", link("/changes"))
    for each in editions:
        entry = xml.SubElement(feed, "entry")
        _text(entry, "id", _id(each["id"], each["mark"]))
        _text(entry, "title", each["title"])
        _text(entry, "updated", _moment(each))
        _text(entry, "published", _moment(each))
        _link(entry, "alternate", "text/html", f"{link('/changes')}#{each['id']}")
        _text(entry, "summary", wording.summary(each["things"]))
        _text(entry, "content", content[each["id"]], type="html")
    xml.indent(feed, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{xml.tostring(feed, encoding="unicode")}\n'


def _id(name: str, mark: str) -> str:
    """An id for life: of the same edition everywhere the same, of another one another."""
    return f"urn:uuid:{uuid.uuid5(_IDS, f'{name} {mark}')}"


def _moment(edition: Mapping[str, Any]) -> str:
    """The day of an edition; a further one of that day is a second later, so that their order shows."""
    seconds = min(int(edition["id"][11:] or 1) - 1, 86_399)
    minutes, second = divmod(seconds, 60)
    return f"{edition['on']}T{minutes // 60:02}:{minutes % 60:02}:{second:02}Z"


def _text(parent: xml.Element, name: str, text: str, **attributes: str) -> None:
    xml.SubElement(parent, name, attributes).text = _NOT_XML.sub("", text)


def _link(parent: xml.Element, rel: str, type: str, href: str) -> None:
    xml.SubElement(parent, "link", {"rel": rel, "type": type, "href": href})


@cached(caches.CHANGES_PAGES)
async def changes(site: Site, request: Request) -> Response:
    """``/changes``."""
    return await page(
        site,
        request,
        "changes.html",
        editions=editions_of(site.base)["editions"],
        changing=wording,
        games=lookup.short_titles(site.base.connection),
        link=site.path,
        row=site.row,
    )


@cached(caches.CHANGES_PAGES)
async def as_json(site: Site, request: Request) -> Response:
    """``/changes.json``: the editions, the newest first, each with the things that changed."""
    return json_response(site, request, editions_of(site.base))


@cached(caches.CHANGES_PAGES)
async def as_feed(site: Site, request: Request) -> Response:
    """``/changes.atom``: an entry for each recorded edition, the newest first."""
    recorded = [each for each in editions_of(site.base)["editions"] if each["on"]]
    if not recorded:
        raise NotFound(Finding("there is no feed yet, as no edition is recorded", hint="'kb changes --record' records"))

    def path(to: str) -> str:
        return site.public(to) or site.path(to)

    words = {each["id"]: await _content(site, each, path) for each in recorded}
    return with_etag(site, request, document(recorded, words, path), TYPE)


async def _content(site: Site, edition: dict[str, Any], path: Callable[[str], str]) -> str:
    """The changes of an edition as HTML for other programs, in which addresses are whole where they can be."""
    html: str = await site.datasette.render_template(
        "kb/changes_entry.html",
        {
            "edition": edition,
            "changing": wording,
            "games": lookup.short_titles(site.base.connection),
            "link": path,
            "row": None,
        },
    )
    return html.strip()


ROUTES = [(r"/changes", changes), (r"/changes\.json", as_json), (r"/changes\.atom", as_feed)]
