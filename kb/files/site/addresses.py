"""What a site of files consists of: every address that it has, and the file of each. The one list of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.resources import files as package_files
from posixpath import dirname, relpath

from kb.store import topics
from kb.store.pages import ids
from kb.web.api.addresses import ADDRESSES
from kb.web.api.addresses import ROOT as PROGRAMS
from kb.web.asking import board_links
from kb.web.assets import assets, link
from kb.web.pages.files import bundle_of
from kb.web.phone.offer import ROOT, engine_of
from kb.web.routes import routes
from kb.web.site import Site

#: pages of which there is one each, for readers; one that this build has not is left out
PAGES = ("/", "/judge", "/ask", "/ledger", "/compare")
#: other files of which there is one each, likewise
FILES = (
    "/judge/worker.js",
    "/judge/manifest.webmanifest",
    f"{ROOT}.json",
    f"{PROGRAMS}/openapi.json",
    *(f"{PROGRAMS}{each.path}.json" for each in ADDRESSES if each.operation.is_file and not each.parts),
)
#: of what there are ids, and the addresses of each
_OF_IDS = {
    "rulings": ("/r/{}", "/r/{}.json", "/api/v1/rulings/{}.json"),
    "retired": ("/r/{}", "/r/{}.json", "/api/v1/rulings/{}.json"),
    "statements": ("/rule/{}",),
    "scenarios": ("/scenario/{}",),
    "sections": ("/api/v1/sections/{}.json",),
    "documents": ("/ledger/{}",),
}
#: files whose place is not that of their address; a service worker answers only for what is beside or below it
_MOVED = {"/judge/worker.js": "worker.js"}
#: cards are pieces of the judge's page
_CARDS = re.compile(r"/judge/[^/]+/cards\.json\Z")
_IS_FILE = re.compile(r"\.[a-z]+\Z")


def file_of(path: str) -> str:
    """The file of an address (without base URL), relative to the folder of the site: a page is a folder's index.

    >>> file_of("/r/rev-sub-2"), file_of("/r/rev-sub-2.json")
    ('r/rev-sub-2/index.html', 'r/rev-sub-2.json')
    """
    own = path.strip("/")
    if path in _MOVED:
        return _MOVED[path]
    if path.startswith("/rule/"):  # ids of values have a colon, which some file systems do not take, and a full stop
        return f"{own.replace(':', '-')}/index.html"
    return own if _IS_FILE.search(own) else f"{own}/index.html".lstrip("/")


def read_in(path: str) -> str:
    """The file that addresses in the answer are relative to: its own, or that of the page into which it is put."""
    return file_of("/judge" if _CARDS.match(path) else path)


async def files(site: Site) -> dict[str, str]:
    """The file of each address, in the order in which they are asked for. Raises :class:`kb.base.errors.KBError`."""
    patterns = [re.compile(pattern) for pattern, _ in routes(site.datasette)]
    single = [each for each in (*PAGES, *FILES) if (await site.datasette.client.get(each)).status_code == 200]
    wanted = [*single, *(each for each in _of_rows(site) if any(pattern.match(each) for pattern in patterns))]
    base, path = len(str(site.datasette.setting("base_url"))) - 1, site.datasette.urls.path
    # addresses that contain a mark of their content, with the base URL
    linked = [
        *(link(site, name) for name in assets()),
        *(await bundle_of(site)).links.values(),
        *(board_links(site).values() if site.asks else ()),
        *(str(path(f"{ROOT}/{mark}/{name}")) for mark, name in (await engine_of(site)).files),
    ]
    return {each: file_of(each) for each in (*wanted, *(address[base:] for address in linked))}


def pages(site: Site) -> list[str]:
    """The addresses that readers may come to from elsewhere."""
    rows = site.base.connection
    own = {of: path for of, (path, *_) in _OF_IDS.items() if of != "retired" and not path.endswith(".json")}
    return [
        *PAGES,
        *(path.format(key) for of, path in own.items() for key in ids(rows, of)),
        *(f"/compare/{each}" for each in topics.titles(rows)),
    ]


def _of_rows(site: Site) -> Iterator[str]:
    """The addresses of which there is one for each row of a table, whether this version of the site has them or not."""
    rows = site.base.connection
    for of, paths in _OF_IDS.items():
        yield from (path.format(key) for key in ids(rows, of) for path in paths)
    for topic in topics.titles(rows):
        yield from (f"/compare/{topic}", f"/api/v1/compare/{topic}.json")
    if site.asks:
        yield from (f"/ask/case/{key}" for key in ids(rows, "played"))


# -- addresses in the text of a file: each becomes relative to that file


_INDEX = "index.html"


def marker(digest: str) -> str:
    """A base URL for a build that no text of it can hold.

    It changes with this room's code, too: names of files contain a hash of their text with the marker, and what is made
    of the text here is kept by browsers under that name.
    """
    own = sorted(package_files("kb.files.site").iterdir(), key=lambda each: each.name)
    code = b"".join(each.read_bytes() for each in own if each.name.endswith(".py"))
    return f"/site-{sha256(digest.encode() + code).hexdigest()}/"


class Links:
    """The addresses of a site with the file of each.

    ``missing`` collects those that some file leads to and that are not there, as pairs of file and address.
    """

    def __init__(self, marker: str, files: Mapping[str, str]) -> None:
        self._address = re.compile(re.escape(marker[:-1]) + r"(/[^\s\"'<>?#&\\]*)?")
        self._files = files
        # the service worker is told how addresses of the engine begin, also where there is none
        self._folders = {f"{folder}/" for file in files.values() for folder in _above(file)} | {"/", f"{ROOT}/"}
        self.missing: list[tuple[str, str]] = []

    def rewritten(self, text: str, file: str) -> str:
        """The text of a file, with each address relative to it."""
        return self._address.sub(lambda found: self._relative(found[1] or "/", file), text)

    def absolute(self, text: str, file: str, folder: str) -> str:
        """The same with addresses from the root of the host, for a site in ``folder`` there (``/rulings`` or empty)."""
        return self._address.sub(lambda found: f"{folder}/{self._place(found[1] or '/', file)}", text)

    def _relative(self, address: str, file: str) -> str:
        place = self._place(address, file)
        way = relpath(f"/{place}", f"/{dirname(file)}")
        return f"{way}/" if place.endswith("/") or not place else way

    def _place(self, address: str, file: str) -> str:
        """Where an address is, from the root of the site; a page, and what addresses only begin with, ends in ``/``."""
        target = self._files.get(address)
        if target is not None:
            return target.removesuffix(_INDEX)
        if address not in self._folders:
            self.missing.append((file, address))
        return address[1:]


def _above(file: str) -> list[str]:
    """The folders that a file is in, with a slash before: ``/r``, ``/r/rev-sub-2``."""
    parts = dirname(file).split("/")
    return ["/" + "/".join(parts[: number + 1]) for number in range(len(parts)) if parts[number]]
