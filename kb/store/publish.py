"""Publishes a build atomically.

A build is written into a temporary folder, flushed to disk and checksummed; then one small file, ``current``, is
replaced atomically. A reader sees the build before or the build after, never a part of either.

``current`` is plain text, so that the quickest reader needs no parser::

    kb 1
    build 3f2a…                      the directory of the build
    digest <sha256 of the content>
    file <size> <crc32> <sha256> <path in the build>

The build itself has the same text (``contents``), for programs that get only its directory.

A server marks the build that it reads, so that publishing later ones does not remove its files. The mark is a lock of
the operating system: it is released when the process ends, in whatever way, and nothing is written.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from zlib import crc32

from kb.base.errors import BadInput, Finding, missing_resource
from kb.base.files import flush, inside, locked, try_lock, write_flushed, write_whole
from kb.base.paths import shown
from kb.store.read import BASE, CONTENTS, CURRENT, VERSION


def hold(directory: str) -> int:
    """Mark the build in ``directory`` as in use, until the returned descriptor is closed. Raises :class:`OSError` if
    there is no build."""
    descriptor = os.open(os.path.join(directory, CONTENTS), os.O_RDONLY)
    with suppress(OSError):  # a file system without locks: the build before the current one is kept anyway
        try_lock(descriptor, shared=True)
    return descriptor


def is_held(directory: str) -> bool:
    """Return whether a process has marked the build in ``directory`` as in use (:func:`hold`)."""
    try:
        descriptor = os.open(os.path.join(directory, CONTENTS), os.O_RDWR)
    except OSError:
        return False
    try:
        return not try_lock(descriptor)
    except OSError:
        return False
    finally:
        os.close(descriptor)


#: prefix of the folder of an unfinished build; the rest of the name is random, so that a process left over from a
#: killed build cannot write into the folder of another one
ASIDE = ".building"


def files_of(directory: str) -> list[str]:
    """Return every file below a directory, as sorted relative paths."""
    found = [
        os.path.relpath(os.path.join(folder, name), directory)
        for folder, _, names in os.walk(directory)
        for name in names
    ]
    return sorted(found)


def checksums(path: str) -> tuple[int, int, str]:
    """Return the size in bytes, the CRC-32 and the SHA-256 of a file."""
    with open(path, "rb") as file:
        content = file.read()
    return len(content), crc32(content), hashlib.sha256(content).hexdigest()


def make_place(built: str) -> None:
    """Create ``built``, the folder of the builds, unless it exists. Raises :class:`BadInput` if that fails."""
    try:
        os.makedirs(built, exist_ok=True)
    except OSError as error:
        raise _unwritable(error, built) from None


def _unwritable(error: OSError, built: str) -> BadInput:
    """Return the error that a build cannot be written into the folder ``built``, with the cause in ``error``."""
    what = f"cannot write the build ({error.strerror or error})"
    unwritable = Finding(what, shown(built), 0, "free disk space, or name another folder with KB_BUILT")
    return BadInput(missing_resource(error, shown(built)) or unwritable)


def publish(built: str, make: Callable[[str], str]) -> str:
    """Publish a build in the folder ``built``, and return the digest of its content.

    ``make(directory)`` writes the build and returns that digest. If anything fails, the previous build remains. Raises
    :class:`BadInput` if the folder cannot be written, or another process is writing a build there.
    """
    make_place(built)
    try:
        with locked(inside(built), built):
            for stray in strays(built):
                shutil.rmtree(os.path.join(built, stray), ignore_errors=True)
            aside = os.path.join(built, f"{ASIDE}-{os.getpid()}-{secrets.token_hex(4)}")
            os.mkdir(aside)
            try:
                digest = make(aside)
                name = _install(built, aside, digest)
            except BaseException:
                shutil.rmtree(aside, ignore_errors=True)
                raise
            _forget(built, name)
            return digest
    except OSError as error:
        raise _unwritable(error, built) from None
    except sqlite3.OperationalError as error:
        lack = missing_resource(error, shown(built))
        if lack is None:
            raise
        raise BadInput(lack) from None


def _install(built: str, aside: str, digest: str) -> str:
    """List the files of the build in the folder ``aside``, move it to its place in ``built``, make it the current one,
    and return its name, which begins with the digest of its content."""
    number = next(each for each in count() if not os.path.exists(os.path.join(built, f"{digest[:16]}-{each}")))
    name = f"{digest[:16]}-{number}"
    lines = [f"kb {VERSION}", f"build {name}", f"digest {digest}"]
    for path in files_of(aside):
        size, crc, sha = checksums(os.path.join(aside, path))
        lines.append(f"file {size} {crc} {sha} {path}")
        flush(os.path.join(aside, path))
    contents = "\n".join(lines) + "\n"
    write_flushed(os.path.join(aside, CONTENTS), contents)
    for folder, _, _ in os.walk(aside):
        flush(folder)
    os.rename(aside, os.path.join(built, name))
    write_whole(os.path.join(built, CURRENT), contents)
    return name


def strays(built: str) -> list[str]:
    """Return the names of the folders in ``built`` that are left over from interrupted builds."""
    if not os.path.isdir(built):
        return []
    return [name for name in sorted(os.listdir(built)) if name == ASIDE or name.startswith(f"{ASIDE}-")]


def _is_build(built: str, name: str) -> bool:
    """Return whether the directory ``name`` in ``built`` is a build of this project, by its name and its content."""
    stem, _, number = name.partition("-")
    ours = len(stem) == 16 and set(stem) <= set("0123456789abcdef") and number.isdigit()
    return ours and os.path.isfile(os.path.join(built, name, BASE))


def _forget(built: str, current: str) -> None:
    """Remove the builds in ``built``, except the ``current`` one, the newest of the others, and those that a server
    reads."""
    builds = [name for name in os.listdir(built) if name != current and _is_build(built, name)]
    builds.sort(key=lambda name: os.stat(os.path.join(built, name)).st_mtime_ns)
    for name in builds[:-1]:
        if not is_held(os.path.join(built, name)):
            shutil.rmtree(os.path.join(built, name), ignore_errors=True)
