"""Opens the built knowledge base for reading, and only for reading.

Light on purpose: this is on the path of every command. The checksum of the base is verified at
every open; that of the index when the index is needed.
"""

from __future__ import annotations

import os
import sqlite3
from zlib import crc32

from kb import paths
from kb.errors import DamagedBuild, Finding, NoBuild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: raised when a table or column changes meaning; a base of another version is refused
VERSION = 1
BASE = "kb.db"
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

    def path(self, name: str) -> str:
        """The path of one file of the build."""
        return os.path.join(self.directory, name)

    def verify(self, names: Iterable[str] | None = None) -> None:
        """Check size and CRC-32 of the named files (default: all). Raises :class:`DamagedBuild`."""
        for name in self.files if names is None else names:
            size, crc, _ = self.files.get(name, (-1, 0, ""))
            try:
                with open(self.path(name), "rb") as file:
                    content = file.read()
            except OSError:
                raise DamagedBuild(
                    Finding(f"{name} of the build is missing", paths.shown(self.built), 0, _REBUILD)
                ) from None
            if len(content) != size or crc32(content) != crc:
                raise DamagedBuild(
                    Finding(f"{name} is damaged: it is not what was built", paths.shown(self.built), 0, _REBUILD)
                )

    def below(self, folder: str) -> list[str]:
        """The files of one folder of the build."""
        return [name for name in self.files if name.startswith(folder + "/")]


def find(built: str | None = None) -> Build:
    """Read ``current``. Raises :class:`NoBuild` or :class:`DamagedBuild`."""
    built = built or paths.built()
    return _read(built, os.path.join(built, CURRENT))


def at(directory: str) -> Build:
    """The build in a directory of its own, current or not. Raises :class:`NoBuild` or :class:`DamagedBuild`."""
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


def connect(build: Build) -> sqlite3.Connection:
    """A read-only connection to the base of a verified build."""
    build.verify([BASE])
    path = build.path(BASE).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    connection.execute("pragma query_only = on")
    connection.row_factory = sqlite3.Row
    return connection
