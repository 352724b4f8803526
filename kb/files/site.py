"""Writes the site as files for any file server: crawls the real site in this process and makes its links relative.

The base URL of the crawled site is a marker that no text can hold. Each address that begins with it is requested, too,
and becomes relative to the file that it is in.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import shutil
from collections.abc import AsyncIterator
from functools import lru_cache
from hashlib import sha256
from posixpath import dirname, relpath
from typing import TYPE_CHECKING, NamedTuple, cast
from urllib.parse import quote, unquote

from datasette.app import Datasette

import kb
from kb.base.errors import BadInput, Finding, KBError, missing_resource
from kb.base.files import beside, locked
from kb.base.paths import shown
from kb.base.written import parse_json
from kb.store.pages import ids
from kb.store.read import Build

if TYPE_CHECKING:
    from kb.web.headers import App, Message

#: the file that marks a folder as a site of ours and lists its files
MARK = "kb-site.json"
#: pages from which all others are reached, and addresses that only scripts know
SEEDS = (
    "/",
    "/judge",
    "/r",
    "/compare",
    "/ledger",
    "/judge/worker.js",
    "/judge/manifest.webmanifest",
    "/-/kb/engine.json",
)
#: pages to which some page may not lead, by table
_UNLINKED = {"retired": "/r/{}", "statements": "/rule/{}", "scenarios": "/scenario/{}"}
#: the service worker answers only for files beside or below it
_MOVED = {"/judge/worker.js": "worker.js"}
#: the cards are inserted into the judge's page, so that their links are relative to it
_CARDS = re.compile(r"/judge/[^/]+/cards\.json\Z")
_IS_FILE = re.compile(r"\.[a-z]+\Z")
_INDEX = "index.html"
_CHARSET = '<meta charset="utf-8">'
#: broken links that are reported one by one
_MOST_REPORTED = 20


class Written(NamedTuple):
    """The number of files, their bytes, and whether the engine for phones is among them."""

    files: int
    bytes: int
    engine: bool


def write(build: Build, out: str, public_url: str = "", phone_engine: str = "", report_url: str = "") -> Written:
    """Write a build as files into the folder ``out``, whole or not at all.

    A folder that has other files than those of an earlier site is left as it is. ``public_url``, ``phone_engine`` and
    ``report_url`` are as ``kb serve`` has them. Raises :class:`KBError` for a build that cannot be served, a folder
    with other files, a place that cannot be written, and links that lead nowhere.
    """
    place = os.path.realpath(out)
    check(place)
    datasette = opened(build, public_url, phone_engine, report_url)
    parent, name = os.path.split(place)
    new = os.path.join(parent, f".{name}.new-{secrets.token_hex(8)}")
    sizes: dict[str, int] = {}

    async def fill() -> None:
        """Write every file of the site into the new folder, and note its size."""
        async for file, content in crawl(datasette):
            path = os.path.join(new, *file.split("/"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as written:
                sizes[file] = written.write(content)

    try:
        os.makedirs(parent, exist_ok=True)
        with locked(beside(place), place):
            _remove_left(parent, name)
            try:
                asyncio.run(fill())
                with open(os.path.join(new, MARK), "w", encoding="utf-8") as mark:
                    json.dump({"kb_site": 1, "build": build.digest, "files": sorted(sizes)}, mark)
                _replace(new, place)
            finally:
                shutil.rmtree(new, ignore_errors=True)
    except OSError as error:
        why = f"cannot be written ({error.strerror or error})"
        refused = Finding(why, shown(out), 0, "name a folder that you may write")
        raise BadInput(missing_resource(error, shown(out)) or refused) from None
    return Written(len(sizes), sum(sizes.values()), any(each.startswith("-/kb/engine/") for each in sizes))


def check(place: str) -> None:
    """Raise :class:`BadInput` if an existing path is not a folder, or has files that ``kb site`` did not write."""
    if not os.path.lexists(place):
        return
    cure = "name another folder, or move them away"
    if not os.path.isdir(place):
        raise BadInput(Finding("is not a folder", shown(place), 0, "name another folder"))
    there = {
        os.path.relpath(os.path.join(folder, name), place).replace(os.sep, "/")
        for folder, folders, names in os.walk(place)
        for name in (*names, *(each for each in folders if os.path.islink(os.path.join(folder, each))))
    }
    try:
        with open(os.path.join(place, MARK), encoding="utf-8") as file:
            listed = {MARK, *cast("dict[str, list[str]]", parse_json(file.read()))["files"]}
    except (OSError, ValueError, TypeError, KeyError):
        listed = set()
    others = sorted(there - listed)
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        raise BadInput(Finding(f"has files that kb site did not write: {others[0]}{more}", shown(place), 0, cure))


def _remove_left(parent: str, name: str) -> None:
    """Remove the temporary folders of killed processes from ``parent``, for the site in its folder ``name``. If that
    folder is missing, restore the old site from one of them."""
    place = os.path.join(parent, name)
    for each in os.listdir(parent):
        if re.fullmatch(re.escape(f".{name}.") + "(new|old)-[0-9a-f]{16}", each):
            if ".old-" in each and not os.path.lexists(place):
                os.rename(os.path.join(parent, each), place)
            shutil.rmtree(os.path.join(parent, each), ignore_errors=True)


def _replace(new: str, place: str) -> None:
    """Move the folder ``new`` to its place, and remove the old site. Raises :class:`BadInput` for other files there."""
    check(place)  # another process may have put a file there meanwhile
    old = new.replace(".new-", ".old-")
    if os.path.lexists(place):
        os.rename(place, old)
    os.rename(new, place)
    shutil.rmtree(old, ignore_errors=True)


def opened(build: Build, public_url: str = "", phone_engine: str = "", report_url: str = "") -> Datasette:
    """Return the application whose pages are crawled. Its base URL is a marker that no text contains, by which links
    are found. Raises :class:`kb.base.errors.KBError` for a build that cannot be served."""
    from kb.web.serve import site

    # names of files contain a hash of their text with the marker, so it changes with the release that rewrites them
    marker = f"/site-{sha256(f'{build.digest} {kb.__version__}'.encode()).hexdigest()}/"
    return site(build, public_url, phone_engine, report_url, static=True, base_url=marker)


async def crawl(datasette: Datasette) -> AsyncIterator[tuple[str, bytes]]:
    """Yield the path and the bytes of each file of the site. Raises :class:`KBError` at the end if links are broken."""
    from kb.web.drawing import TEMPLATES
    from kb.web.site import site_of

    await datasette.invoke_startup()
    site, bare = site_of(datasette), TEMPLATES.get_template("bare.html")
    assert site is not None
    seeds = [path.format(each) for of, path in _UNLINKED.items() for each in ids(site.base.connection, of)]
    links = _Links(site.root, [*SEEDS, *seeds])
    app = datasette.app()
    for address in links.waiting:  # it grows
        status, headers, body = await _get(app, site.root + address[1:])
        kind, file = headers.get("content-type", ""), file_of(address)
        relative_to = file_of("/judge") if _CARDS.match(address) else file
        if status in (301, 302):
            yield file, links.rewritten(_with_policy(bare.render(moved=headers["location"])), relative_to)
        elif status not in (200, 410):
            links.broken.append(address)
        elif kind.startswith("text/html"):
            yield file, links.rewritten(_with_policy(body.decode()), relative_to)
        elif any(each in kind for each in ("text/", "json", "xml")):
            yield file, links.rewritten(body.decode(), relative_to)
        else:
            yield file, body
    yield "404.html", _with_policy(bare.render(site=site)).encode()
    if links.broken:
        some = links.broken[:_MOST_REPORTED]
        raise KBError(*(Finding(f"{links.found_in.get(each, 'a page')} has a broken link to {each}") for each in some))


async def _get(app: App, path: str) -> tuple[int, dict[str, str], bytes]:
    """Request a path from an application; return the status, the headers and the body of the response. The client of
    Datasette does the same in twice the time."""
    sent: list[Message] = []

    async def receive() -> Message:
        return await asyncio.Future()  # the request has no body, and the connection stays open

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "headers": []}
    raw = quote(path, safe="/:~%").encode()
    await app({**scope, "path": unquote(path), "raw_path": raw, "query_string": b""}, receive, send)
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(each.get("body", b"") for each in sent[1:])


def file_of(path: str) -> str:
    """Return the file of an address, relative to the folder of the site: a page is a folder's index.

    >>> file_of("/r/rev-sub-2"), file_of("/r/rev-sub-2.json"), file_of("/rule/value:revised/units/tank.cost")
    ('r/rev-sub-2/index.html', 'r/rev-sub-2.json', 'rule/value-revised/units/tank.cost/index.html')
    """
    if path in _MOVED:
        return _MOVED[path]
    own = path.strip("/")
    if own.startswith("rule/"):  # some file systems do not allow a colon
        return f"{own.replace(':', '-')}/{_INDEX}"
    return own if _IS_FILE.search(own) else f"{own}/{_INDEX}".lstrip("/")


@lru_cache(10_000)
def _way(address: str, folder: str) -> str:
    """Return the relative link from a file in ``folder`` to an address of the site."""
    is_page = address == "/" or not address.endswith("/")
    place = file_of(address).removesuffix(_INDEX) if is_page else address[1:]
    way = relpath(f"/{place}", f"/{folder}")
    return f"{way}/" if place.endswith("/") or not place else way


class _Links:
    """The addresses that are requested in turn (``waiting``), and those that fail (``broken``).

    ``found_in`` has the file that led to an address first. An address that ends with ``/`` is the beginning of others
    and is not requested.
    """

    def __init__(self, marker: str, seeds: list[str]) -> None:
        self._address = re.compile(re.escape(marker[:-1]) + r"(/[^\s\"'<>?#&\\]*)?")
        self.waiting, self._known = [*seeds], {*seeds}
        self.found_in: dict[str, str] = {}
        self.broken: list[str] = []

    def rewritten(self, text: str, file: str) -> bytes:
        """Return the text of a file with each address relative to it; add new addresses to ``waiting``."""

        def relative(found: re.Match[str]) -> str:
            """Return the relative link to an address, which is requested later unless it is known."""
            address = found[1] or "/"
            if address not in self._known and not address.endswith("/"):
                self._known.add(address)
                self.waiting.append(address)
                self.found_in[address] = file
            return _way(address, dirname(file))

        return self._address.sub(relative, text).encode()


def _with_policy(page: str) -> str:
    """Return a page that states the content security policy, as no host sends it."""
    from kb.web.headers import PAGE_POLICY

    return page.replace(_CHARSET, f'{_CHARSET}\n<meta http-equiv="content-security-policy" content="{PAGE_POLICY}">', 1)
