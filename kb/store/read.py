"""Opens the built knowledge base for reading, and only for reading.

Every command comes through here, so little is imported. What is read is verified, and nothing else: a table of the base
when a statement first reads it, any other file by :meth:`Build.read` or, for what opens files by itself,
:meth:`Build.verified`.

When SQLite prepares a statement it names the tables that the statement reads to the connection's authorizer. The first
time that a table is named its bytes are compared with the sums that :mod:`kb.store.publish` wrote, so the cost of an
answer does not depend on the size of tables that it does not need. What is listed as ``sqlite_schema`` every statement
needs; it is checked first.
"""

from __future__ import annotations

import os
import sqlite3
from zlib import crc32

from kb.base import paths
from kb.base.errors import DamagedBuild, Finding, NoBuild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from io import FileIO
    from typing import Any

#: the name in the sums for what is in no table of ours: the header, the schema, SQLite's statistics
SCHEMA = "sqlite_schema"
#: bytes read at once; the memory of larger pieces is returned to the system each time, which takes longer
_PIECE = 1 << 16


def crc_of(file: FileIO, ranges: str) -> int:
    """Return the CRC-32 of ranges of bytes of a file (``start-end,start-end``). Raises :class:`OSError`."""
    crc = 0
    for each in filter(None, ranges.split(",")):
        start, _, end = each.partition("-")
        left = int(end) - file.seek(int(start))
        while left > 0 and (piece := file.read(min(left, _PIECE))):
            crc = crc32(piece, crc)
            left -= len(piece)
    return crc


def matches(file: FileIO, ranges: str, crc: int) -> bool:
    """Return whether ranges of bytes can be read and have this CRC-32."""
    try:
        return crc_of(file, ranges) == crc
    except OSError:
        return False


class Tables:
    """The tables of a base file, and which of them were found to be as they were published."""

    __slots__ = ("_file", "_intact", "_sums", "damaged")

    def __init__(self, file: FileIO, sums: str) -> None:
        """``file`` is the base, ``sums`` the text of its sums. Raises :class:`ValueError` if that is none."""
        lines = [line.split(" ", 2) for line in sums.splitlines()]
        self._sums = {table: (int(crc), ranges) for crc, ranges, table in lines}
        self._file = file
        self._intact: set[str] = set()
        #: the table that was found damaged last
        self.damaged = ""

    def intact(self, name: str) -> bool:
        """Return whether a table is as it was published; its bytes are compared once."""
        if name not in self._intact:
            for table in self._tables(name):
                crc, ranges = self._sums[table]
                if not matches(self._file, ranges, crc):
                    self.damaged = table
                    return False
            self._intact.add(name)
        return True

    def _tables(self, name: str) -> list[str]:
        """Return the tables that have bytes: ``name``, or else those named after it, as of a virtual table."""
        return [name] if name in self._sums else [each for each in self._sums if each.startswith(f"{name}_")]

    def authorize(self, action: int, name: str | None, *_: str | None) -> int:
        """Return the answer to SQLite when it prepares a statement: a damaged table may not be read."""
        refused = action == sqlite3.SQLITE_READ and name and not self.intact(name)
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __del__(self) -> None:
        """Close the file of a connection that nobody closed, silently, as sqlite3 does with its own."""
        self.close()


class CheckedConnection(sqlite3.Connection):
    """A read-only connection to a base with some :class:`Tables`, which are closed with it."""

    def __init__(self, uri: str, tables: Tables, refusal: Callable[[str], Exception]) -> None:
        """``refusal`` makes what a statement raises that reads a damaged table, of the name of the table."""
        super().__init__(uri, uri=True, check_same_thread=False)
        self._tables, self._refusal = tables, refusal
        self.set_authorizer(tables.authorize)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement, as any connection does."""
        try:
            return super().execute(sql, parameters)
        except sqlite3.DatabaseError as error:
            if self._tables.damaged:
                raise self._refusal(self._tables.damaged) from None
            if error.sqlite_errorcode == sqlite3.SQLITE_AUTH:  # there was not enough memory to compare a table
                raise MemoryError from None
            raise

    def close(self) -> None:
        """Close the connection and its tables."""
        super().close()
        self._tables.close()


#: to be increased when a table or column changes its meaning; a base of another version is refused
VERSION = 8
BASE = "kb.db"
#: the sums of the tables of the base, which :mod:`kb.store.publish` makes
SUMS = "kb.db.sums"
CURRENT = "current"
#: the list of files in the build itself, as in ``current``
CONTENTS = "contents"
INDEX = "whoosh"
_REBUILD = "run 'kb build'"


class Build:
    """Where a published build is: ``directory``, ``digest``, and the checksum of each file."""

    __slots__ = ("built", "digest", "directory", "files")

    def __init__(self, built: str, directory: str, digest: str, files: dict[str, tuple[int, int, str]]) -> None:
        self.built, self.directory, self.digest, self.files = built, directory, digest, files

    @property
    def built_on(self) -> str:
        """The day on which this build was made here (UTC): ``2026-11-22``."""
        import time

        return time.strftime("%Y-%m-%d", time.gmtime(os.path.getmtime(self.path(CONTENTS))))

    def path(self, name: str) -> str:
        """Return the path of one file of the build, which nobody has compared; see :meth:`verified`."""
        return os.path.join(self.directory, name)

    def damaged(self, what: str) -> DamagedBuild:
        """Return the error for a file, or a part of one, that is not as it was published."""
        return DamagedBuild(
            Finding(f"{what} is damaged: it is not what was built", paths.shown(self.built), 0, _REBUILD)
        )

    def opened(self, name: str) -> FileIO:
        """Return a file of the build, opened to be read. Raises :class:`DamagedBuild` if it is missing or of another
        size."""
        try:
            file = open(self.path(name), "rb", buffering=0)
        except OSError:
            what = f"{name} of the build is missing"
            raise DamagedBuild(Finding(what, paths.shown(self.built), 0, _REBUILD)) from None
        if os.fstat(file.fileno()).st_size != self.files.get(name, (-1,))[0]:
            file.close()
            raise self.damaged(name)
        return file

    def read(self, name: str) -> bytes:
        """Return the bytes of a file. Raises :class:`DamagedBuild` unless they are what was built."""
        with self.opened(name) as file:
            try:
                content = file.readall()
            except OSError:
                raise self.damaged(name) from None
        if (len(content), crc32(content)) != self.files[name][:2]:
            raise self.damaged(name)
        return content

    def verified(self, name: str) -> str:
        """Return the path of a file or folder, compared first, for what opens it by itself. Raises
        :class:`DamagedBuild`."""
        self.verify(each for each in self.files if each == name or each.startswith(f"{name}/"))
        return self.path(name)

    def verify(self, names: Iterable[str] | None = None) -> None:
        """Check size and CRC-32 of the named files (default: all). Raises :class:`DamagedBuild`."""
        for name in self.files if names is None else names:
            with self.opened(name) as file:
                size, crc, _ = self.files[name]
                if not matches(file, f"0-{size}", crc):
                    raise self.damaged(name)


def find(built: str | None = None) -> Build:
    """Read ``current``. Raises :class:`NoBuild` or :class:`DamagedBuild`."""
    built = built or paths.built()
    return _read(built, os.path.join(built, CURRENT))


def in_directory(directory: str) -> Build:
    """Return the build in a directory of its own, current or not. Raises :class:`NoBuild` or :class:`DamagedBuild`."""
    build = _read(os.path.dirname(directory), os.path.join(directory, CONTENTS))
    return Build(build.built, directory, build.digest, build.files)


def _read(built: str, listed: str) -> Build:
    where = paths.shown(built)
    try:
        with open(listed, encoding="utf-8") as file:
            rows = [line.split(" ") for line in file.read().split("\n") if line]
    except FileNotFoundError:
        raise NoBuild(Finding("there is no built knowledge base", where, 0, _REBUILD)) from None
    except (OSError, UnicodeDecodeError):
        raise DamagedBuild(Finding("the build's list of files cannot be read", where, 0, _REBUILD)) from None
    try:
        if rows[0][0] != "kb" or [row[0] for row in rows[1:3]] != ["build", "digest"]:
            raise ValueError
        if rows[0][1] != str(VERSION):
            raise DamagedBuild(
                Finding(f"the build is of version {rows[0][1]}, this program reads {VERSION}", where, 0, _REBUILD)
            )
        files = {" ".join(row[4:]): (int(row[1]), int(row[2]), row[3]) for row in rows[3:]}
        name, digest = rows[1][1], rows[2][1]
        if "/" in name or BASE not in files or any(row[0] != "file" for row in rows[3:]):
            raise ValueError
    except (ValueError, IndexError):
        raise DamagedBuild(Finding("the build's list of files is damaged", where, 0, _REBUILD)) from None
    return Build(built, os.path.join(built, name), digest, files)


def connect(build: Build, whole: bool = False) -> sqlite3.Connection:
    """Return a read-only connection to the base of a build. Raises :class:`DamagedBuild`, and so do its statements.

    Each table is verified when a statement first reads it; with ``whole`` the base is verified at once, for a process
    in which others read it as well.
    """
    connection: sqlite3.Connection
    if whole:
        connection = sqlite3.connect(_uri(build.verified(BASE)), uri=True, check_same_thread=False)
    else:
        tables, uri = _tables(build), _uri(build.path(BASE))
        connection = CheckedConnection(uri, tables, lambda table: build.damaged(f"{BASE} (table {table})"))
    connection.execute("pragma query_only = on")
    connection.row_factory = sqlite3.Row
    # compare the digest in the base with the build's. If they differ, close it and raise :class:`DamagedBuild`
    try:
        recorded = digest_in(connection)
    except DamagedBuild:
        connection.close()
        raise
    if recorded != build.digest:
        connection.close()
        another = f"{BASE} is not the base of this build: its digest is another"
        what = another if recorded else "the base is not one of this program's"
        raise DamagedBuild(Finding(what, paths.shown(build.built), 0, _REBUILD))
    return connection


def _tables(build: Build) -> Tables:
    """Return the tables of the base, of which none has been verified yet but the schema."""
    sums = build.read(SUMS).decode()
    tables = Tables(build.opened(BASE), sums)
    if not tables.intact(SCHEMA):
        tables.close()
        raise build.damaged(BASE)
    return tables


def _uri(path: str) -> str:
    return f"file:{path.replace('%', '%25').replace('?', '%3f').replace('#', '%23')}?mode=ro&immutable=1"


def digest_in(connection: sqlite3.Connection) -> str:
    """Return the content digest that the base itself records; empty if it records none."""
    try:
        row = connection.execute("select digest from build").fetchone()
    except sqlite3.DatabaseError:
        return ""
    return str(row[0]) if row else ""


def check_contents(build: Build) -> None:
    """Compare the build's own list of files with ``current``. Raises :class:`DamagedBuild` unless they are equal."""
    where = paths.shown(build.built)
    try:
        own = in_directory(build.directory)
    except NoBuild:
        raise DamagedBuild(Finding(f"{CONTENTS} of the build is missing", where, 0, _REBUILD)) from None
    if (own.digest, own.files) != (build.digest, build.files):
        raise DamagedBuild(Finding(f"{CONTENTS} of the build differs from '{CURRENT}'", where, 0, _REBUILD))
