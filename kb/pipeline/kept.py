"""Results of earlier builds, kept by the digest of everything that they were made from.

They lie beside the builds in a folder of their own, never in a build, which is immutable. An entry is a text file named
by its key; its first line is the SHA-256 of the key with the rest. An entry that is damaged, or that lies under
another's name, is taken to be missing, and what it would have answered is computed again. An entry is written under
another name and renamed, so that a process can be killed at any moment, and several can use the same folder. Nothing
in an entry is ever executed: it is text, by convention JSON.
"""

from __future__ import annotations

import hashlib
import os
import platform
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module

from kb.base import paths

#: the folder beside the builds
FOLDER = ".kept"
#: rooms of the program on which no result depends that is kept here: they stand above the pipeline
_ABOVE = ("asking", "cli", "events", "files", "mcp", "service", "web")


def digest_of(*parts: str) -> str:
    """SHA-256 (hex) of some texts; where one ends and the next begins counts."""
    total = hashlib.sha256()
    for part in parts:
        content = part.encode()
        total.update(b"%d\n" % len(content))
        total.update(content)
    return total.hexdigest()


@cache
def program() -> str:
    """Return the digest of the program that makes the results: its source text, Python, and the libraries it computes
    with."""
    libraries = (str(vars(import_module(name))["__version__"]) for name in ("yaml", "whoosh"))
    versions = (platform.python_version(), *libraries)
    total = hashlib.sha256(" ".join(versions).encode())
    for path in sorted(_sources(paths.PACKAGE)):
        with open(path, "rb") as file:
            content = file.read()
        total.update(f"{os.path.relpath(path, paths.PACKAGE)} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def _sources(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        name = entry.name.removesuffix(".py")
        if folder == paths.PACKAGE and name in _ABOVE:
            continue
        if entry.is_dir():
            yield from _sources(entry.path)
        elif name != entry.name:
            yield entry.path


class Kept:
    """The results that are kept in a folder of builds, as a context that removes old ones at its end.

    If ``fresh``, none is used, and each is written anew. Where there is no such folder, nothing is kept.
    """

    def __init__(self, built: str, fresh: bool = False) -> None:
        self._folder = os.path.join(built, FOLDER)
        self._fresh = fresh
        self._used: set[str] = set()

    def get(self, key: str) -> str | None:
        """Return what was kept under a key that :func:`digest_of` made; ``None`` where nothing sound was."""
        if self._fresh:
            return None
        try:
            with open(self._path(key), encoding="utf-8", newline="") as file:
                mark, text = file.readline(), file.read()
        except (OSError, UnicodeDecodeError):
            return None
        if mark != digest_of(key, text) + "\n":
            return None
        self._used.add(key)
        return text

    def put(self, key: str, text: str) -> None:
        """Keep a result. Where nothing can be written, nothing is kept."""
        path = self._path(key)
        aside = f"{path}.{secrets.token_hex(4)}"
        try:
            if not os.path.isdir(self._folder):
                os.mkdir(self._folder)
            with open(aside, "w", encoding="utf-8", newline="") as file:
                file.write(f"{digest_of(key, text)}\n{text}")
            os.replace(aside, path)
        except OSError:
            _remove([aside])
        self._used.add(key)

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        """Remove the entries that were not used, unless the work failed."""
        with suppress(OSError):
            used = {self._path(key) for key in self._used}
            _remove(entry.path for entry in os.scandir(self._folder) if failure is None and entry.path not in used)

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, key)


def _remove(paths: Iterable[str]) -> None:
    for path in paths:
        with suppress(OSError):
            os.remove(path)
