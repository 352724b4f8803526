"""A Datasette that serves a build: the knowledge base opened on it, and links to its pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from kb.base import caches
from kb.base.errors import DamagedBuild, Finding, KBError, NoBuild
from kb.knowledge import KnowledgeBase
from kb.store import pages, read
from kb.web.serve import checked_report
from kb.web.shared import TEXTS

if TYPE_CHECKING:
    from datasette.app import Datasette

    from kb.web.asking import EngineQueue
    from kb.web.pages.files import Bundle
    from kb.web.phone.offer import PhoneEngine
    from kb.web.profile import ProfileChoices

#: the prefix of a page's path if a database has the name of its first part
PREFIX = "/-/kb"
#: the first parts of the paths of this project's pages
ROOTS = (
    "r",
    "rule",
    "judge",
    "ledger",
    "compare",
    "scenario",
    "ask",
    "api",
)
#: what a site of files has in place of Datasette's page of a row, by table
IN_PLACE_OF_ROWS = {
    "rulings": "/r/{}",
    "games": "/judge?game={}",
    "sections": "/judge?q=section:{}",
    "documents": "/ledger/{}",
    "topics": "/compare/{}",
    "scenarios": "/scenario/{}",
}


@dataclass(eq=False)
class Site:
    """A Datasette with the name of the database that is a build, and the knowledge base opened on it.

    ``static``: the pages are written as files for a host that answers nothing (:mod:`kb.files.site`).

    Only the event loop uses the base.

    What is made of the base once is kept here: the ``bundle`` (:func:`kb.web.pages.files.bundle_of`), the
    ``phone_engine`` (:func:`kb.web.phone.offer.engine_of`),
    rendered ``cards`` and ``scenes``, the ``responses`` of each page, and what is read when first
    used.
    """

    datasette: Datasette
    database: str
    base: KnowledgeBase
    static: bool = False
    bundle: Bundle | None = None
    phone_engine: PhoneEngine | None = None
    cards: caches.Cache = field(default_factory=lambda: caches.Cache(caches.CARDS))
    scenes: caches.Cache = field(default_factory=lambda: caches.Cache(caches.SCENES))
    responses: dict[Callable[..., Any], caches.Cache] = field(default_factory=dict)
    _labels: dict[str, Mapping[str, str]] = field(default_factory=dict)

    @cached_property
    def choices(self) -> ProfileChoices:
        """What can be chosen on the judge's page."""
        from kb.web.profile import read_choices

        return read_choices(self.base)

    @cached_property
    def metadata(self) -> dict[str, Any]:
        """What Datasette is told of the base."""
        from kb.web.browsing import describe

        return describe(self)

    @cached_property
    def engine(self) -> EngineQueue:
        """What answers questions to the engine."""
        from kb.web.asking import EngineQueue

        return EngineQueue(self)

    def labels(self, table: str) -> Mapping[str, str]:
        """What each row of a table is called, by its id; empty for a table whose rows have no titles."""
        if table not in self._labels:
            self._labels[table] = pages.labels(self.base.connection, table)
        return self._labels[table]

    @property
    def digest(self) -> str:
        """The digest of the build."""
        return self.base.build.digest

    @property
    def short_digest(self) -> str:
        """The part of the digest that readers see, and that addresses contain."""
        return self.digest[:12]

    @property
    def built_on(self) -> str:
        """The day on which this build was made here (UTC): ``2026-11-22``."""
        return self.base.build.built_on

    @property
    def newest_document(self) -> str:
        """The date of the newest document that tells its date."""
        return pages.newest_document(self.base.connection)

    @property
    def of_build(self) -> str:
        """What a reader is told of the build: ``built 2026-11-22, documents up to 2014-09-03``.

        A site of files is the same whenever the build was made here, so it names the build instead of the day.
        """
        if self.static:
            return TEXTS["build"].format(self.short_digest, self.newest_document)
        return TEXTS["built"].format(self.built_on, self.newest_document)

    def _configured(self, name: str) -> str:
        return str((self.datasette.plugin_config("kb") or {}).get(name) or "")

    @property
    def public_url(self) -> str:
        """The public address of this site, without a slash at its end; empty if none is configured."""
        return self._configured("public_url").rstrip("/")

    @property
    def report_to(self) -> str:
        """Where readers tell that something is wrong, for :func:`kb.web.respond.report_address`; empty if unsaid.

        Raises :class:`kb.base.errors.BadInput` for what may not be one.
        """
        return checked_report(self._configured("report_to"))

    @property
    def asks(self) -> bool:
        """Whether the engine can be asked here: always where a server answers, else if phones are offered one."""
        from kb.web.phone.offer import folder_of

        return not self.static or bool(folder_of(self))

    def path(self, path: str) -> str:
        """The link to a page (``/r/rev-sub-3``), with Datasette's base URL and the prefix it may need."""
        return str(self.datasette.urls.path(root(self.datasette, path) + path))

    def ruling(self, ruling: str) -> str:
        """The permalink of a ruling."""
        return self.path(f"/r/{ruling}")

    def statement(self, name: str) -> str:
        """The page of a statement."""
        return self.path(f"/rule/{quote(name, safe='/:')}")

    def row(self, table: str, key: str) -> str:
        """The link to Datasette's page of a row. A site of files has none: what it has instead, or an empty text."""
        if self.static:
            return self.path(IN_PLACE_OF_ROWS[table].format(key)) if table in IN_PLACE_OF_ROWS else ""
        from datasette.utils import tilde_encode

        return str(self.datasette.urls.row(self.database, table, tilde_encode(key)))

    def asked_at(self, path: str) -> str:
        """The absolute URL of what was asked for at a path of this site; empty without a public address.

        In a site of files a page is a folder, whose name has no colon.
        """
        whole = f"{path.replace(':', '-').removesuffix('/')}/" if self.static else path
        return f"{self.public_url}{whole}" if self.public_url else ""

    def public(self, path: str) -> str:
        """The absolute URL of a page; empty without a public address."""
        return f"{self.public_url}{root(self.datasette, path)}{path}" if self.public_url else ""


def root(datasette: Datasette, path: str) -> str:
    """The prefix of a page's path: empty, unless a database has the name of its first part."""
    return PREFIX if path.split("/")[1] in datasette.databases else ""


_sites: WeakKeyDictionary[Datasette, Site | KBError | None] = WeakKeyDictionary()


def _known(datasette: Datasette) -> Site | KBError | None:
    if datasette not in _sites:
        try:
            _sites[datasette] = _opened(datasette)
        except KBError as error:
            _sites[datasette] = error
    return _sites[datasette]


def site_of(datasette: Datasette) -> Site | None:
    """The site of a Datasette, opened once: the first of its databases that is a build; ``None`` without one."""
    known = _known(datasette)
    return known if isinstance(known, Site) else None


def forget(datasette: Datasette) -> None:
    """Let go of the site of a Datasette that serves no more."""
    _sites.pop(datasette, None)


def damage(datasette: Datasette) -> KBError | None:
    """The error of the damaged build that a Datasette was given; ``None`` if it has none, or an intact one."""
    known = _known(datasette)
    return known if isinstance(known, KBError) else None


def _opened(datasette: Datasette) -> Site | None:
    for name, database in datasette.databases.items():
        path = os.path.abspath(database.path or "")
        if not database.path or os.path.basename(path) != read.BASE:
            continue
        try:
            build = read.in_directory(os.path.dirname(path))
        except NoBuild:
            if pages.has_tables_of_a_base(path):
                cure = "serve it in its build, with 'kb serve'"
                raise DamagedBuild(Finding(f"there is no '{read.CONTENTS}' beside it", path, 0, cure)) from None
            continue
        static = bool((datasette.plugin_config("kb") or {}).get("static"))
        return Site(datasette, name, KnowledgeBase(build, read.connect(build, whole=True)), static)
    return None
