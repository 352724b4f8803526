"""Opens the built knowledge base for reading only.

Every command uses this module, so it imports little. A file of the build is compared with its checksum before it is
read: the database when it is opened, any other file by :meth:`Build.read` or, for libraries that open files themselves,
:meth:`Build.verified`.
"""

from __future__ import annotations

import os
import sqlite3
from zlib import crc32

from kb.base import paths
from kb.base.errors import DamagedBuild, Finding, NoBuild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: bytes read at once; larger pieces are slower, because their memory is returned to the system each time
_PIECE = 1 << 16
#: the version of the database, increased when a table or column changes its meaning; other versions are refused
VERSION = 9
BASE = "kb.db"
CURRENT = "current"
#: the list of files in the build itself, as in ``current``
CONTENTS = "contents"
INDEX = "whoosh"
_REBUILD = "run 'kb build'"


class Build:
    """A published build: its ``directory``, ``digest``, and the checksum of each file."""

    __slots__ = ("built", "digest", "directory", "files")

    def __init__(self, built: str, directory: str, digest: str, files: dict[str, tuple[int, int, str]]) -> None:
        self.built, self.directory, self.digest, self.files = built, directory, digest, files

    @property
    def built_on(self) -> str:
        """The date of this build on this machine (UTC): ``2026-11-22``."""
        import time

        return time.strftime("%Y-%m-%d", time.gmtime(os.path.getmtime(self.path(CONTENTS))))

    def path(self, name: str) -> str:
        """Return the path of one file of the build, without verification; see :meth:`verified`."""
        return os.path.join(self.directory, name)

    def damaged(self, name: str) -> DamagedBuild:
        """Return the error for a file that differs from the published one."""
        what = f"{name} is damaged: it differs from the file that was built"
        return DamagedBuild(Finding(what, paths.shown(self.built), 0, _REBUILD))

    def read(self, name: str) -> bytes:
        """Return the bytes of a file. Raises :class:`DamagedBuild` if they differ from the build."""
        pieces: list[bytes] = []
        self._compare(name, pieces)
        return b"".join(pieces)

    def verified(self, name: str) -> str:
        """Verify a file or folder and return its path, for a library that opens it. Raises :class:`DamagedBuild`."""
        self.verify(each for each in self.files if each == name or each.startswith(f"{name}/"))
        return self.path(name)

    def verify(self, names: Iterable[str] | None = None) -> None:
        """Check size and CRC-32 of the named files (default: all). Raises :class:`DamagedBuild`."""
        for name in self.files if names is None else names:
            self._compare(name)

    def _compare(self, name: str, pieces: list[bytes] | None = None) -> None:
        """Compare size and CRC-32 of a file, and add its bytes to ``pieces``. Raises :class:`DamagedBuild`."""
        try:
            file = open(self.path(name), "rb", buffering=0)
        except OSError:
            what = f"{name} of the build is missing"
            raise DamagedBuild(Finding(what, paths.shown(self.built), 0, _REBUILD)) from None
        size, crc, _ = self.files.get(name, (-1, 0, ""))
        found = 0
        with file:
            if os.fstat(file.fileno()).st_size != size:
                raise self.damaged(name)
            try:
                while piece := file.read(_PIECE):
                    found = crc32(piece, found)
                    if pieces is not None:
                        pieces.append(piece)
            except OSError:
                raise self.damaged(name) from None
        if found != crc:
            raise self.damaged(name)


def find(built: str | None = None) -> Build:
    """Return the current build in the folder ``built`` (default: see :mod:`kb.base.paths`). Raises :class:`NoBuild` or
    :class:`DamagedBuild`."""
    built = built or paths.built()
    return _read(built, os.path.join(built, CURRENT))


def in_directory(directory: str) -> Build:
    """Return the build in a directory of its own, current or not. Raises :class:`NoBuild` or :class:`DamagedBuild`."""
    build = _read(os.path.dirname(directory), os.path.join(directory, CONTENTS))
    return Build(build.built, directory, build.digest, build.files)


def _read(built: str, listed: str) -> Build:
    """Return the build that the list of files at the path ``listed`` describes; ``built`` is the folder of the builds.
    Raises :class:`NoBuild` if there is no list, or :class:`DamagedBuild` if it cannot be used."""
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


def connect(build: Build) -> sqlite3.Connection:
    """Verify the database of a build and return a read-only connection. Raises :class:`DamagedBuild`."""
    path = build.verified(BASE).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    connection.execute("pragma query_only = on")
    connection.row_factory = sqlite3.Row
    return connection


def check_contents(build: Build) -> None:
    """Compare the build's own list of files with ``current``. Raises :class:`DamagedBuild` unless they are equal."""
    where = paths.shown(build.built)
    try:
        own = in_directory(build.directory)
    except NoBuild:
        raise DamagedBuild(Finding(f"the file '{CONTENTS}' of the build is missing", where, 0, _REBUILD)) from None
    if (own.digest, own.files) != (build.digest, build.files):
        raise DamagedBuild(Finding(f"the lists of files in '{CONTENTS}' and '{CURRENT}' differ", where, 0, _REBUILD))
