"""Results of earlier builds, kept by the digest of everything that they were made from.

They are in one file beside the builds, never in a build, which is immutable. Its first line is the SHA-256 of the rest;
a damaged file counts as missing, and its results are computed again. Nothing in it is ever
executed: each further line is a key and a result, which is JSON.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module

from kb.base import paths
from kb.base.files import write_whole

#: the file beside the builds
FILE = ".kept"
#: rooms of the program on which no kept result depends
_ABOVE = ("asking", "cli", "files", "mcp", "service", "web")


def digest_of(*parts: str) -> str:
    """Return the SHA-256 (hex) of some texts. It also depends on the boundaries between them."""
    total = hashlib.sha256()
    for part in parts:
        content = part.encode()
        total.update(b"%d\n" % len(content))
        total.update(content)
    return total.hexdigest()


@cache
def program() -> str:
    """Return the digest of the program that makes the results: its source text, Python, and its libraries."""
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
    """Yield the paths of the Python files below a folder, without the rooms in :data:`_ABOVE`."""
    for entry in os.scandir(folder):
        name = entry.name.removesuffix(".py")
        if folder == paths.PACKAGE and name in _ABOVE:
            continue
        if entry.is_dir():
            yield from _sources(entry.path)
        elif name != entry.name:
            yield entry.path


def load(built: str) -> dict[str, str]:
    """Return the results that are kept in the folder ``built``, by key (:func:`digest_of`); empty if they are missing
    or damaged."""
    try:
        with open(os.path.join(built, FILE), encoding="utf-8", newline="") as file:
            mark, text = file.readline(), file.read()
    except (OSError, UnicodeDecodeError):
        return {}
    return dict(line.split(" ", 1) for line in text.split("\n")[:-1]) if mark == f"{digest_of(text)}\n" else {}


def save(built: str, results: Mapping[str, str]) -> None:
    """Replace the results that are kept in the folder ``built``. If it cannot be written, nothing is kept."""
    text = "".join(f"{key} {result}\n" for key, result in results.items())
    with suppress(OSError):
        write_whole(os.path.join(built, FILE), f"{digest_of(text)}\n{text}")
