"""A Datasette that serves a build: the knowledge base opened on it, and links to its pages."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from kb.errors import DamagedBuild, Finding, KBError, NoBuild
from kb.events.choices import Event
from kb.events.known import read_event
from kb.knowledge import KnowledgeBase
from kb.store import read
from kb.web.reporting import checked
from kb.web.shared import LONGEST_EVENT, TEXTS

if TYPE_CHECKING:
    from datasette.app import Datasette

#: the prefix of a page's path if a database has the name of its first part
PREFIX = "/-/kb"
#: the first parts of the paths of this project's pages
ROOTS = (
    "r",
    "judge",
    "ledger",
    "coverage",
    "compare",
    "scenario",
    "ask",
    "log",
    "api",
    "changes",
    "changes.json",
    "changes.atom",
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


@dataclass(frozen=True, eq=False)
class Site:
    """A Datasette with the name of the database that is a build, and the knowledge base opened on it.

    ``static``: the pages are written as files for a host that answers nothing (:mod:`kb.static_site`).

    Only the event loop uses the base, but for its Whoosh index, which a thread uses (:mod:`kb.web.async_search`).
    """

    datasette: Datasette
    database: str
    base: KnowledgeBase
    static: bool = False

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
        return str(self.base.connection.execute("select max(published) from documents").fetchone()[0])

    @property
    def of_build(self) -> str:
        """What a reader is told of the build: ``built 2026-11-22, documents up to 2014-09-03``.

        A site of files is the same whenever the build was made here, so it names the build instead of the day.
        """
        if self.static:
            return TEXTS["build"].format(self.short_digest, self.newest_document)
        return TEXTS["built"].format(self.built_on, self.newest_document)

    @property
    def public_url(self) -> str:
        """The public address of this site, without a slash at its end; empty if none is configured."""
        config = self.datasette.plugin_config("kb") or {}
        return str(config.get("public_url") or "").rstrip("/")

    @property
    def report_to(self) -> str:
        """Where readers tell that something is wrong, an address for :func:`kb.web.reporting.report`; empty if unsaid.

        Raises :class:`kb.errors.BadInput` for what may not be one.
        """
        return checked(str((self.datasette.plugin_config("kb") or {}).get("report_to") or ""))

    @property
    def event(self) -> Event:
        """The event whose file is configured, read once; an empty one where none is.

        Raises :class:`KBError` with all that is wrong in the file, which is told before the site is served.
        """
        if self not in _events:
            config = self.datasette.plugin_config("kb") or {}
            path = str(config.get("event") or "")
            _events[self] = read_event(self.base, path) if path else Event()
        return _events[self]

    @property
    def event_name(self) -> str:
        """The name of the event as a profile has it: not longer than :data:`kb.web.shared.LONGEST_EVENT`."""
        return self.event.name[:LONGEST_EVENT].strip()

    @property
    def asks(self) -> bool:
        """Whether the engine can be asked here: always where a server answers, else if phones are offered one."""
        from kb.web.phone.offer import folder_of

        return not self.static or bool(folder_of(self))

    def shapes(self, database: str | None = None) -> bool:
        """Whether a page of Datasette's is ours to shape: of our database, or of an instance that has no other."""
        if database is not None:
            return database == self.database
        return all(name == self.database or name.startswith("_") for name in self.datasette.databases)

    def path(self, path: str) -> str:
        """The link to a page (``/r/rev-sub-3``), with Datasette's base URL and the prefix it may need."""
        return str(self.datasette.urls.path(root(self.datasette, path) + path))

    def ruling(self, ruling: str) -> str:
        """The permalink of a ruling."""
        return self.path(f"/r/{ruling}")

    def row(self, table: str, key: str) -> str:
        """The link to Datasette's page of a row. A site of files has none: what it has instead, or an empty text."""
        if self.static:
            return self.path(IN_PLACE_OF_ROWS[table].format(key)) if table in IN_PLACE_OF_ROWS else ""
        return str(self.datasette.urls.row(self.database, table, _tilde(key)))

    def asked_at(self, path: str) -> str:
        """The absolute URL of what was asked for at a path of this site; empty without a public address.

        In a site of files a page is a folder.
        """
        whole = path if not self.static or path.endswith("/") else f"{path}/"
        return f"{self.public_url}{whole}" if self.public_url else ""

    def public(self, path: str) -> str:
        """The absolute URL of a page; empty without a public address."""
        return f"{self.public_url}{root(self.datasette, path)}{path}" if self.public_url else ""


#: the event of each site; reading the configuration asks for the site, so it is read when first asked for
_events: WeakKeyDictionary[Site, Event] = WeakKeyDictionary()


def root(datasette: Datasette, path: str) -> str:
    """The prefix of a page's path: empty, unless a database has the name of its first part."""
    return PREFIX if path.split("/")[1] in datasette.databases else ""


def _tilde(key: str) -> str:
    from datasette.utils import tilde_encode

    return str(tilde_encode(key))


_sites: WeakKeyDictionary[Datasette, Site | None] = WeakKeyDictionary()
_damaged: WeakKeyDictionary[Datasette, KBError] = WeakKeyDictionary()


def site_of(datasette: Datasette) -> Site | None:
    """The site of a Datasette, opened once: the first of its databases that is a build; ``None`` without one."""
    if datasette not in _sites:
        try:
            _sites[datasette] = _found(datasette)
        except KBError as error:
            _sites[datasette], _damaged[datasette] = None, error
    return _sites[datasette]


def damage(datasette: Datasette) -> KBError | None:
    """The error of the damaged build that a Datasette was given; ``None`` if it has none, or an intact one."""
    site_of(datasette)
    return _damaged.get(datasette)


def _found(datasette: Datasette) -> Site | None:
    for name, database in datasette.databases.items():
        if database.path and os.path.basename(database.path) == read.BASE:
            path = os.path.abspath(database.path)
            try:
                build = read.in_directory(os.path.dirname(path))
                static = bool((datasette.plugin_config("kb") or {}).get("static"))
                return Site(datasette, name, KnowledgeBase(build, read.connect(build, whole=True)), static)
            except NoBuild:
                if not _has_our_tables(path):
                    continue
                raise DamagedBuild(
                    Finding(
                        f"there is no '{read.CONTENTS}' beside it", path, 0, "serve it in its build, with 'kb serve'"
                    )
                ) from None
    return None


def _has_our_tables(path: str) -> bool:
    """Whether a file holds a base of this project; true if SQLite cannot read it, as it may be damaged."""
    sql = "select count(*) from sqlite_master where type = 'table' and name in ('build', 'rulings')"
    try:
        with closing(sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute(sql).fetchone()[0] == 2)
    except sqlite3.DatabaseError:
        return True
