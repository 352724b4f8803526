"""Writes several files of the data: all or none, also where the process is killed in between.

The new files are written aside first, then a journal that names all of them with what they replace. Then each is
renamed into its place, and the journal is removed. Where a journal is left, the next :func:`writing` or
:func:`recover` finishes it; nobody else reads such data (:func:`check`).
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from typing import NamedTuple

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import flush, inside, locked, write_flushed
from kb.base.paths import shown
from kb.base.written import parse_json

#: the journal, and how the folders of files that wait for their places begin: all in the folder of the data
JOURNAL, WAITING = ".journal.json", ".writing-"


class FileChange(NamedTuple):
    """What becomes of a file: its path below the data, its bytes before (nothing where it is new) and after."""

    path: str
    before: bytes | None
    after: bytes


class _Step(NamedTuple):
    """A change in the journal, with SHA-256 (nothing where there is no file), and where the new file waits."""

    path: str
    before: str | None
    after: str
    waits: str


def check(data: str) -> None:
    """Raise :class:`BadInput` where somebody was interrupted who wrote the data."""
    path = os.path.join(data, JOURNAL)
    if os.path.lexists(path):
        what = "the data is half written: a command was interrupted"
        raise BadInput(Finding(what, shown(path), 0, "run 'kb doctor' or 'kb build', which finishes it"))


@contextmanager
def writing(data: str, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hold the lock of the data, and finish what was interrupted. ``waiting`` is as ``locked`` has it.

    Raises :class:`BadInput` where the data cannot be written, or another process writes it.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(inside(data), data, waiting))
            _finish(data)
        except OSError as error:
            raise _unwritable(error, "nothing was changed") from None
        yield


def recover(data: str) -> list[str] | None:
    """Finish what was interrupted: the paths of the files that are written with that; ``None`` where nothing was.

    Raises :class:`BadInput` where it cannot be finished.
    """
    if not os.path.lexists(os.path.join(data, JOURNAL)):
        return None
    try:
        with locked(inside(data), data, lambda _: None):
            return _finish(data)
    except OSError as error:
        raise _unwritable(error, "it is still half written") from None


def write(data: str, changes: Sequence[FileChange]) -> None:
    """Write files while the data is locked (:func:`writing`): all of them, or, if one cannot be written, none.

    Raises :class:`BadInput`.
    """
    if not changes:
        return
    raise_if(
        Finding("leads to a file outside the data by a link", shown(os.path.join(data, each.path)), 0, "put it there")
        for each in changes
        if not _is_inside(data, each.path)
    )
    folder = f"{WAITING}{secrets.token_hex(8)}"
    steps = [
        _Step(each.path, _sum(each.before), sha256(each.after).hexdigest(), f"{folder}/{number}")
        for number, each in enumerate(changes)
    ]
    try:
        os.mkdir(os.path.join(data, folder))
        for step, each in zip(steps, changes, strict=True):
            write_flushed(os.path.join(data, step.waits), each.after)
        aside = os.path.join(data, folder, JOURNAL)
        write_flushed(aside, json.dumps(steps))
        flush(os.path.join(data, folder))
        os.replace(aside, os.path.join(data, JOURNAL))
        flush(data)
        _finish(data)
    except BaseException as error:
        try:
            _undo(data, steps, changes)
        except OSError as second:
            raise _unwritable(second, "it is half written; 'kb doctor' finishes it") from None
        if isinstance(error, OSError):
            raise _unwritable(error, "nothing was changed") from None
        raise


def _unwritable(error: OSError, what: str) -> BadInput:
    hint = "make room, or get the right to write there; then again"
    return BadInput(Finding(f"the data cannot be written ({error.strerror or error}); {what}", hint=hint))


def _finish(data: str) -> list[str] | None:
    """Rename every file of the journal that still waits; without a journal remove files that wait for nothing."""
    steps = _read(data)
    if steps is None:
        _clear(data)
        return None
    now = {step: _sum_of(os.path.join(data, step.path)) for step in steps}
    left = [step for step in steps if now[step] != step.after]
    ready = {step for step in left if _sum_of(os.path.join(data, step.waits)) == step.after}
    if len(left) == len(steps) > len(ready) and all(now[step] == step.before for step in steps):
        left = []  # undone, but for the journal
    raise_if(_wrong(data, step, step in ready) for step in left if step not in ready or now[step] != step.before)
    for step in left:
        place = os.path.join(data, step.path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.replace(os.path.join(data, step.waits), place)
    _end(data, steps)
    return [step.path for step in left]


def _wrong(data: str, step: _Step, ready: bool) -> Finding:
    """Why a file of the journal cannot be renamed into its place."""
    what = (
        "was changed after a command that was to write it was interrupted"
        if ready
        else "its new text is lost: the command that was to write it was interrupted"
    )
    journal = shown(os.path.join(data, JOURNAL))
    cure = f"restore the files that {journal} names, from version control; then remove {journal}"
    return Finding(what, shown(os.path.join(data, step.path)), 0, cure)


def _read(data: str) -> list[_Step] | None:
    """The steps of the journal. Raises :class:`BadInput` where the file is not one that was written here."""
    path = os.path.join(data, JOURNAL)
    try:
        with open(path, encoding="utf-8") as file:
            steps = [_Step(*each) for each in parse_json(file.read())]
        if all(_is_inside(data, each.path) and _is_waiting(each.waits) for each in steps):
            return steps
    except FileNotFoundError:
        return None
    except (AttributeError, ValueError, TypeError):
        pass
    cure = "restore the data from version control, and remove this file"
    raise BadInput(Finding("is no journal of what was interrupted", shown(path), 0, cure))


def _is_inside(data: str, path: str) -> bool:
    """Whether a path leads to a place below the data, links included."""
    whole, place = os.path.realpath(data), os.path.realpath(os.path.join(data, path))
    return place != whole and os.path.commonpath([whole, place]) == whole


def _is_waiting(path: str) -> bool:
    folder, _, name = path.partition("/")
    return folder.startswith(WAITING) and name.isdigit()


def _undo(data: str, steps: Sequence[_Step], changes: Sequence[FileChange]) -> None:
    """Put back what was there before. At each moment the journal can still be finished."""
    for step, change in zip(steps, changes, strict=True):
        place, waits = os.path.join(data, step.path), os.path.join(data, step.waits)
        if _sum_of(place) == step.after != step.before:
            write_flushed(waits, change.after)
            if change.before is None:
                os.remove(place)
            else:
                write_flushed(f"{waits}.before", change.before)
                os.replace(f"{waits}.before", place)
    _end(data, steps)


def _end(data: str, steps: Sequence[_Step]) -> None:
    """Have the names on the disk, then remove the journal and what is left beside it."""
    for folder in {os.path.dirname(os.path.join(data, step.path)) for step in steps}:
        with suppress(FileNotFoundError):
            flush(folder)
    with suppress(FileNotFoundError):
        os.remove(os.path.join(data, JOURNAL))
    flush(data)
    _clear(data)


def _clear(data: str) -> None:
    for name in os.listdir(data):
        if name.startswith(WAITING):
            shutil.rmtree(os.path.join(data, name), ignore_errors=True)


def _sum(content: bytes | None) -> str | None:
    return None if content is None else sha256(content).hexdigest()


def _sum_of(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return _sum(file.read())
    except (FileNotFoundError, NotADirectoryError):
        return None
