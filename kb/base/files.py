"""Bounded reading of files, atomic writing, and locks of the operating system.

One process at a time writes a build, the data or a file. A lock is released when its process ends, in whatever way. The
lock file is removed with the lock.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.paths import shown

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: seconds between attempts to take a lock
_PAUSE = 0.05
#: the offset of the locked byte on Windows: beyond the end of any file, since other processes cannot read locked bytes
_BEYOND = 1 << 30


def inside(folder: str) -> str:
    """Return the path of the lock file, in ``folder``, to hold while files of that folder are written."""
    return os.path.join(folder, ".lock")


def beside(path: str) -> str:
    """Return the path of the lock file, next to ``path``, to hold while that file or whole folder is written."""
    folder, name = os.path.split(os.path.realpath(path))
    return os.path.join(folder, f".{name}.lock")


def try_lock(descriptor: int, shared: bool = False) -> bool:
    """Lock an open file, ``shared`` or exclusively, until it is closed; return whether that succeeded. On Windows locks
    are always exclusive. Raises :class:`OSError` on a file system without locks."""
    if sys.platform == "win32":
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextmanager
def locked(file: str, place: str, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hold the lock ``file`` while ``place`` is written.

    If another process holds it and ``waiting`` is given, call ``waiting`` once with a message, and wait for the lock;
    otherwise raise :class:`BadInput`. Raises :class:`OSError` if the file cannot be created or locked.
    """
    while (descriptor := _taken(file)) is None:
        what = "another kb process is writing here"
        if waiting is None:
            raise BadInput(Finding(what, shown(place), 0, "wait until that process ends, then try again"))
        waiting(f"{shown(place)}: {what}; waiting until it ends")
        waiting = _quiet
        time.sleep(_PAUSE)
    _held.add(descriptor)
    try:
        yield
    finally:
        if descriptor in _held:  # it is not in a forked child
            _held.discard(descriptor)
            _release(descriptor, file)


def _quiet(_: str) -> None:
    """Ignore a message: the caller is already waiting."""


def _taken(file: str) -> int | None:
    """Take the lock of a lock file; return its descriptor, or None if another process has it."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        mine = try_lock(descriptor) and _is_there(descriptor, file)
    except BaseException:
        os.close(descriptor)
        raise
    if mine:
        return descriptor
    os.close(descriptor)
    return None


def _is_there(descriptor: int, file: str) -> bool:
    """Return whether the open ``descriptor`` is still of the file at path ``file``, which is removed on release."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), os.stat(file))
    return False


def _release(descriptor: int, file: str) -> None:
    """Remove the file and release the lock. Windows cannot remove an open file, so there the lock is released first."""
    if sys.platform == "win32":
        os.close(descriptor)
        with suppress(OSError):
            os.remove(file)
    else:
        with suppress(OSError):
            os.remove(file)
        os.close(descriptor)


def _release_in_child() -> None:
    """Close the copies of this process's locks in a forked child; the parent keeps the locks."""
    for descriptor in _held:
        os.close(descriptor)
    _held.clear()


#: locks that this process holds; a forked child closes its copies, since otherwise a lock could outlast its process
_held: set[int] = set()
if sys.platform != "win32":
    os.register_at_fork(after_in_child=_release_in_child)


def read_bounded(path: str, most: int, hint: str, shorten: str) -> bytes:
    """Return the content of a file of at most ``most`` bytes. Raises :class:`BadInput` with ``hint`` if the file cannot
    be read, and with the hint ``shorten`` if it is larger."""
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "the file name is invalid"
        raise BadInput(Finding(f"cannot be read ({reason})", path, 0, hint)) from None
    if len(content) > most:
        raise BadInput(Finding(f"larger than {most:,} bytes", path, 0, shorten))
    return content


def write_whole(path: str, content: str | bytes) -> None:
    """Write or replace a file atomically: write it beside its place, then rename it. Raises :class:`OSError`. Processes
    that may write the same file at the same time must hold a lock."""
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
    """Append lines to a text file atomically. Raises :class:`OSError`."""
    with open(path, "rb") as file:
        before = file.read()
    between = b"\n" if before and not before.endswith(b"\n") else b""
    write_whole(path, before + between + lines.encode())


@contextmanager
def writing(data: str, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hold the lock of the folder ``data``; ``waiting`` is as in :func:`locked`. Raises :class:`BadInput` if the folder
    cannot be written, or if another process writes it."""
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(inside(data), data, waiting))
        except OSError as error:
            raise _unwritable(error, "nothing was changed") from None
        yield


def write_all(folder: str, changed: Mapping[str, bytes]) -> None:
    """Write several files below a locked folder, by their paths: each beside its place first, then rename all in their
    order.

    If the process is killed, each file is either old or new, the new ones first in the order of ``changed``; the same
    call completes them. Raises :class:`BadInput`; if a file cannot be written beside its place, nothing is changed.
    """
    places = {os.path.join(folder, path): content for path, content in changed.items()}
    raise_if(
        Finding("is a link to a file outside the data", shown(place), 0, "replace the link with the file")
        for place in places
        if not os.path.realpath(place).startswith(os.path.join(os.path.realpath(folder), ""))
    )
    asides = {place: os.path.join(os.path.dirname(place), f".{os.path.basename(place)}.new") for place in places}
    done = "nothing was changed"
    try:
        for place, content in places.items():
            os.makedirs(os.path.dirname(place), exist_ok=True)
            write_flushed(asides[place], content)
        for place, aside in asides.items():
            os.replace(aside, place)
            done = f"{shown(place)} is the last file written; run the command again"
        for parent in {os.path.dirname(place) for place in places}:
            flush(parent)
    except OSError as error:
        for aside in asides.values():
            with suppress(OSError):
                os.remove(aside)
        raise _unwritable(error, done) from None


def _unwritable(error: OSError, done: str) -> BadInput:
    """Return the error that the data cannot be written; ``done`` is a sentence about the changes already made."""
    hint = "free disk space, or get write permission there; then try again"
    return BadInput(Finding(f"the data cannot be written ({error.strerror or error}); {done}", hint=hint))


def write_flushed(path: str, content: str | bytes) -> None:
    """Write a file that has no readers yet, and flush it to disk. Raises :class:`OSError`."""
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


def flush(path: str) -> None:
    """Flush a file, or the names in a folder, to disk. Windows cannot open folders and does not need it."""
    if sys.platform == "win32" and os.path.isdir(path):
        return
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
