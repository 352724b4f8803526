"""Reads a file that somebody names, whole and up to a size; writes a file whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from kb.errors import BadInput, Finding


def read_bounded(path: str, most: int, hint: str, shorten: str) -> bytes:
    """The content of a file, at most ``most`` bytes.

    Raises :class:`BadInput` for a file that cannot be read, with ``hint``, and for a larger one, with ``shorten``: what
    to do then.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "that is no name of a file"
        raise BadInput(Finding(f"cannot be read ({reason})", path, 0, hint)) from None
    if len(content) > most:
        raise BadInput(Finding(f"larger than {most:,} bytes", path, 0, shorten))
    return content


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file, or write it anew: beside its place first, then it is renamed. Raises :class:`OSError`.

    Whoever may write the same file at the same time has to hold a lock (:mod:`kb.lock`).
    """
    path = os.path.realpath(path)
    folder, name = os.path.split(path)
    aside = os.path.join(folder, f".{name}.new")
    try:
        write_flushed(aside, content)
        with suppress(FileNotFoundError):
            os.chmod(aside, os.stat(path).st_mode & 0o777)
        os.replace(aside, path)
    except BaseException:
        with suppress(OSError):
            os.remove(aside)
        raise
    flush(folder)


def append_whole(path: str, lines: str) -> None:
    """Add lines to the end of a text file, all or none. Raises :class:`OSError`."""
    with open(path, "rb") as file:
        before = file.read()
    between = b"\n" if before and not before.endswith(b"\n") else b""
    write_whole(path, before + between + lines.encode())


def write_flushed(path: str, content: str | bytes) -> None:
    """Write a file where nobody reads it yet, and have it on the disk. Raises :class:`OSError`."""
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


def flush(path: str) -> None:
    """Have a file, or the names in a folder, on the disk. Windows cannot open folders, and needs not."""
    if sys.platform == "win32" and os.path.isdir(path):
        return
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
