"""A site: a knowledge base with the addresses of its pages and files, and the values that are read once."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections import Counter
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote
from weakref import WeakKeyDictionary

from datasette.utils import tilde_encode

from kb.base import caches, yamlfile
from kb.base.errors import BadInput, DamagedBuild, Finding, NoBuild
from kb.knowledge import DEFAULT_LIMIT, KnowledgeBase
from kb.store import lookup, pages, read, scenarios
from kb.text.search import NO_RULINGS, NOTHING, READ_AS, WEAK
from kb.web import drawing
from kb.web.phone import runtime

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasette.app import Datasette

    from kb.web.engine import EngineQueue
    from kb.web.phone.offer import Bundle, PhoneEngine


@cache
def load(name: str) -> Any:
    """Return the content of the YAML file ``name`` beside this module. The caller annotates its type."""
    return yamlfile.parse(files("kb.web").joinpath(name).read_text(encoding="utf-8"), name)


#: the texts of the judge's page, and of the board
TEXTS: dict[str, str] = load("texts.yaml")["pages"]
ASKING: dict[str, object] = load("texts.yaml")["asking"]
#: the header of every answer: the digest of its build
BUILD_HEADER = "x-kb-build"
#: the number of results that are shown at first
SHOWN = DEFAULT_LIMIT
#: the values that scripts share with this program; among them the name under which a browser keeps the choices, and
#: milliseconds to wait for an answer and, after a failure, until the network is tried again
SHARED = {"TEXTS": TEXTS, "ASKING": ASKING, "BUILD_HEADER": BUILD_HEADER, "SHOWN": SHOWN}
SHARED |= {"WEAK": WEAK, "NOTHING": NOTHING, "NO_RULINGS": NO_RULINGS, "READ_AS": READ_AS}
SHARED |= {"KEPT_CHOICES": "kb-judge-profile", "TIMEOUT": 2_000, "RETRY_AFTER": 10_000}
#: does the same in scripts as ``str.format``
_FILL = 'export const fill = (text, ...parts) => parts.reduce((told, each) => told.replace("{}", () => each), text);\n'
#: tables whose rows have a page of this project, and its path
PAGES = {
    "games": "/g/{}",
    "rulings": "/r/{}",
    "statements": "/rule/{}",
    "documents": "/ledger/{}",
    "scenarios": "/scenario/{}",
    "topics": "/compare/{}",
}
#: the pages that a site of files has in place of Datasette's page of a row, by table
IN_PLACE_OF_ROWS = {**PAGES, "sections": "/judge?q=section:{}"}
#: in place of the folder of the interpreter for phones: none is offered
OFF = "off"


class Site:
    """A knowledge base and the addresses of its pages.

    ``root`` is the path below which all pages are, ``database`` the name of Datasette's database. ``public_url`` is the
    address by which others reach the site, ``phone_engine`` the folder of the interpreter for phones, ``report_url``
    the address for mistakes; all may be empty. ``static`` is whether the pages are written as files
    (:mod:`kb.files.site`).
    """

    def __init__(
        self,
        base: KnowledgeBase,
        root: str = "/",
        database: str = "kb",
        public_url: str = "",
        phone_engine: str = "",
        static: bool = False,
        report_url: str = "",
    ) -> None:
        self.report_url = report_url
        self.base, self.root, self.database, self.static = base, root, database, static
        self.public_url, self._phone_engine = public_url.rstrip("/"), phone_engine
        self.digest = base.build.digest
        #: the part of the digest that readers see, and that addresses contain
        self.short_digest = self.digest[:12]
        self.answers = caches.Cache[tuple[str, str]](caches.ANSWERS)
        self.rendered = caches.Cache[Any](caches.RENDERED)  # each kind of value has a type of its own
        self.phone: PhoneEngine | None = None
        rows = base.connection
        self.games, self.options = lookup.titles(rows, "games"), lookup.titles(rows, "options")
        self.game_of = pages.games_of_rulings(rows)
        #: how many rulings each game has
        self.rulings_of = Counter(self.game_of.values())
        printings = {game: pages.printings(rows, game) for game in self.games}
        #: the printings of each game that has several
        self.printings = {game: each for game, each in printings.items() if len(each) > 1}
        #: the games that have an option
        self.games_of_options = pages.games_of_options(rows)
        # a site of files is the same whenever the build was made here, so it names the build instead of the day
        which = f"Build {self.short_digest}" if static else f"Built {base.build.built_on}"
        self.of_build = f"{which}, documents up to {pages.newest_document(rows)}"

    @cached_property
    def metadata(self) -> dict[str, object]:
        """Datasette's metadata of the base."""
        from kb.web.browsing import describe

        return describe(self)

    @cached_property
    def engine(self) -> EngineQueue:
        """The queue of questions to the engine."""
        from kb.web.engine import EngineQueue

        return EngineQueue(self)

    @cached_property
    def bundle(self) -> Bundle:
        """The files that a browser keeps to work without network."""
        from kb.web.phone.offer import bundle_of

        return bundle_of(self)

    @cached_property
    def phone_folder(self) -> str:
        """The folder of the interpreter for phones: the named one, or that beside the builds; empty without one. Raises
        :class:`BadInput` if one is named that does not hold it."""
        named = self._phone_engine
        beside = os.path.join(os.path.dirname(self.base.build.directory), runtime.FOLDER)
        if named == OFF or (not named and not runtime.is_there(beside)):
            return ""
        if named and not runtime.is_there(named):
            what = "this folder does not contain the engine for phones"
            raise BadInput(Finding(what, named, 0, f"fetch the engine with: kb phone-engine {named}"))
        return named or beside

    @cached_property
    def played(self) -> list[str]:
        """The games whose rules the engine plays."""
        return scenarios.games_with_rules(self.base.connection)

    @property
    def asks(self) -> bool:
        """Whether the engine can be asked here: always if a server answers, else if phones are offered one."""
        return not self.static or bool(self.phone_folder)

    # -- addresses

    def path(self, path: str) -> str:
        """Return the link to a page: ``/r/rev-sub-3``."""
        return self.root + path.lstrip("/")

    def asset(self, name: str) -> str:
        """Return the link to a style sheet, script or image. Raises :class:`KeyError` for an unknown name."""
        if name not in assets():
            raise KeyError(name)
        return self.path(f"/-/kb/assets/{release_hash()}/{name}")

    def ruling(self, ruling: str) -> str:
        """Return the permalink of a ruling."""
        return self.path(f"/r/{ruling}")

    def statement(self, name: str) -> str:
        """Return the link to the page of a statement."""
        return self.path(f"/rule/{quote(name, safe='/:')}")

    def report(self, name: str) -> str:
        """Return the address at which to report a mistake in a ruling or statement; empty if the site has none."""
        filled = self.report_url.replace("{id}", quote(name, safe=""))
        return filled.replace("{build}", self.short_digest)

    def row(self, table: str, key: str) -> str:
        """Return the link to Datasette's page of the row ``key`` of a table. In a site of files return a link to its
        substitute, or an empty text."""
        if self.static:
            return self.path(IN_PLACE_OF_ROWS[table].format(key)) if table in IN_PLACE_OF_ROWS else ""
        return self.path(f"/{self.database}/{table}/{tilde_encode(key)}")

    def public(self, path: str) -> str:
        """Return the absolute URL of a page; empty without a public address. In a site of files a page is a folder."""
        if not self.public_url:
            return ""
        return f"{self.public_url}{path.replace(':', '-').rstrip('/')}/" if self.static else f"{self.public_url}{path}"


# -- the site of a Datasette


_sites: WeakKeyDictionary[Datasette, Site | None] = WeakKeyDictionary()


def site_of(datasette: Datasette) -> Site | None:
    """Return the site of a Datasette, opened once: its first database that is a build; ``None`` without one. Raises
    :class:`KBError` for a damaged build."""
    if datasette not in _sites:
        _sites[datasette] = _site_of(datasette)
    return _sites[datasette]


def forget(datasette: Datasette) -> None:
    """Forget the site of a Datasette that serves no more."""
    _sites.pop(datasette, None)


def _site_of(datasette: Datasette) -> Site | None:
    """Return the site of the first database that belongs to a build, or None. Raises :class:`DamagedBuild`, also if the
    build's list of files is missing."""
    for name, database in datasette.databases.items():
        path = os.path.abspath(database.path or "")
        if not database.path or os.path.basename(path) != read.BASE:
            continue
        try:
            build = read.in_directory(os.path.dirname(path))
        except NoBuild:
            if pages.may_be_a_base(path):
                hint = "serve the whole build, with 'kb serve'"
                what = f"the folder of this database lacks the file '{read.CONTENTS}'"
                raise DamagedBuild(Finding(what, path, 0, hint)) from None
            continue
        base = KnowledgeBase(build, read.connect(build))
        return Site(base, str(datasette.setting("base_url")), name, **(datasette.plugin_config("kb") or {}))
    return None


# -- style sheets, scripts and images: their addresses contain one hash of all, so that browsers keep them for ever and
# files of two releases never mix


_IMPORT = re.compile(r'(?:from|import) "\./([\w-]+\.js)"')


class Asset(NamedTuple):
    """A file: its bytes, compressed with gzip, and its media type."""

    packed: bytes
    type: str

    @property
    def text(self) -> str:
        """Its text."""
        return gzip.decompress(self.packed).decode()


@cache
def assets() -> dict[str, Asset]:
    """Return every file of ``static/kb`` by name, and those that are written from values of this program."""
    letters = {power: look["letters"] for power, look in drawing.looks().items() if power}
    made = {
        "shared.js": _constants(SHARED) + _FILL,
        "counter_parts.js": _constants({"LETTERS": letters, "SYMBOLS": sorted(drawing.symbols())}),
        "powers.css": drawing.TEMPLATES.get_template("powers.css").render(looks=drawing.looks()) + "\n",
    }
    found = {name: content.encode() for name, content in made.items()}
    for file in sorted(files("kb.web").joinpath("static", "kb").iterdir(), key=lambda each: each.name):
        if file.is_file() and not file.name.startswith("."):
            found[file.name] = file.read_bytes()
    return {name: Asset(gzip.compress(content, 9, mtime=0), _media_type(name)) for name, content in found.items()}


def _constants(values: Mapping[str, object]) -> str:
    """Return the text of a script that exports values under their names."""
    return "".join(f"export const {name} = {json.dumps(each, ensure_ascii=False)};\n" for name, each in values.items())


def _media_type(name: str) -> str:
    """Return the media type of a file by the ending of its name, ``application/octet-stream`` for an unknown one; for a
    text, with its encoding."""
    kind = "text/javascript" if name.endswith(".js") else guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def with_imports(name: str) -> list[str]:
    """Return a script's name, then those of the scripts that it imports, and so on; each once."""
    names = [name]
    for each in names:
        names += [other for other in _IMPORT.findall(assets()[each].text) if other not in names]
    return names


@cache
def release_hash() -> str:
    """Return a hash of all files: scripts import each other by name, so they must all be of the same release."""
    return sha256(b"".join(name.encode() + each.packed for name, each in assets().items())).hexdigest()[:12]
