"""The folder of a site of files: written beside its place, then put there. Nothing else that is there is touched.

The mark in the folder lists the files of the site. While they are put in place it lists those of the site before as
well, so that whatever is interrupted leaves only files that the next site may replace.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from kb.base.errors import BadInput, Finding, missing_resource, raise_if
from kb.base.files import beside, locked, write_whole
from kb.base.paths import shown
from kb.base.written import parse_json

#: the file by which a folder is known as a site of ours; its key with the paths of the files
MARK, FILES = "kb-site.json", "files"
#: obstacles that are told one by one
_MOST_TOLD = 20


class Folder:
    """A folder that files are written into. ``files`` and ``bytes`` count them, ``names`` are their paths below it."""

    def __init__(self, path: str) -> None:
        self.path, self.bytes = path, 0
        self.names: set[str] = set()

    @property
    def files(self) -> int:
        """How many files were written."""
        return len(self.names)

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file, and the folders it is in."""
        path = os.path.join(self.path, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        body = content.encode() if isinstance(content, str) else content
        with open(path, "wb") as file:
            file.write(body)
        self.names.add(name)
        self.bytes += len(body)


def check(place: str) -> None:
    """Raise :class:`BadInput` where a site cannot be put: what is there is something else."""
    if os.path.isdir(place) and os.listdir(place):
        _listed(place)
    elif os.path.lexists(place) and not os.path.isdir(place):
        raise BadInput(_other("no folder", place))


def _other(what: str, place: str) -> Finding:
    return Finding(f"that is {what}, not a site that kb site wrote", shown(place), 0, "name another folder")


def _listed(place: str) -> set[str]:
    """The files of the site that is in a folder. Raises :class:`BadInput` where it is none, or they are not known."""
    try:
        with open(os.path.join(place, MARK), encoding="utf-8") as file:
            mark = parse_json(file.read())
    except (OSError, ValueError):
        mark = None
    if not isinstance(mark, dict) or "kb_site" not in mark:
        raise BadInput(_other("a folder with other files", place))
    names = mark.get(FILES)
    if not isinstance(names, list) or not all(isinstance(each, str) and _is_below(place, each) for each in names):
        what = f"{MARK} does not list the files of the site, so they cannot be told from yours"
        cure = "name another folder, or remove what an earlier kb site wrote here"
        raise BadInput(Finding(what, shown(place), 0, cure))
    return {*names, MARK}


def _is_below(place: str, name: str) -> bool:
    """Whether a path is written as that of a file below a folder, and no link leads out of it."""
    parts = name.split("/")
    if not all(parts) or {".", ".."} & {*parts} or "\\" in name or "\0" in name or os.path.splitdrive(name)[0]:
        return False
    return os.path.realpath(os.path.join(place, *parts[:-1])) == os.path.join(os.path.realpath(place), *parts[:-1])


@contextmanager
def written(out: str) -> Iterator[Folder]:
    """A folder whose files are put into ``out`` when the block ends well; else everything is as before.

    Raises :class:`BadInput` for a place that is taken, is being written or cannot be written.
    """
    place = os.path.realpath(out)
    check(place)
    parent, name = os.path.split(place)
    aside = os.path.join(parent, f".{name}.new-{secrets.token_hex(8)}")
    try:
        os.makedirs(parent, exist_ok=True)
        with locked(beside(place), place):
            for each in os.listdir(parent):  # what a process that was killed never put there
                if re.fullmatch(re.escape(f".{name}.new-") + "[0-9a-f]{16}", each):
                    shutil.rmtree(os.path.join(parent, each), ignore_errors=True)
            try:
                os.mkdir(aside)
                folder = Folder(aside)
                yield folder
                _put(folder, place)
            finally:
                shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        why = f"it cannot be written ({error.strerror or error})"
        refused = Finding(why, shown(out), 0, "name a folder that you may write")
        raise BadInput(missing_resource(error, shown(out)) or refused) from None


def _put(new: Folder, place: str) -> None:
    """Put the files in place: those that others need before those that need them, the mark first and last."""
    with open(os.path.join(new.path, MARK), encoding="utf-8") as file:
        mark: dict[str, Any] = parse_json(file.read())
    before = _listed(place) if os.path.isdir(place) and os.listdir(place) else set()
    raise_if(_in_the_way(new.names, before, place))
    if not before:
        write_whole(os.path.join(new.path, MARK), _marked(mark, new.names))
        with suppress(FileNotFoundError):
            os.rmdir(place)
        os.rename(new.path, place)
        return
    gone = before - new.names
    write_whole(os.path.join(place, MARK), _marked(mark, new.names | gone))
    folders = {folder for name in new.names for folder in _folders(name)}
    _remove(place, {each for each in gone if each in folders or not new.names.isdisjoint(_folders(each))})
    for name in sorted(new.names - {MARK}, key=_order):
        path = os.path.join(place, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.replace(os.path.join(new.path, *name.split("/")), path)
    _remove(place, gone)
    write_whole(os.path.join(place, MARK), _marked(mark, new.names))


def _marked(mark: dict[str, Any], names: Iterable[str]) -> str:
    return json.dumps(mark | {FILES: sorted({*names} - {MARK})}) + "\n"


def _order(name: str) -> tuple[bool, bool, str]:
    """What is in a folder named by a hash of its content, then pages and the rest, service workers last."""
    hashed = any(re.fullmatch("[0-9a-f]{12}[0-9a-f-]*", part) for part in name.split("/")[:-1])
    return name.endswith("worker.js") and not hashed, not hashed, name


def _folders(name: str) -> Iterator[str]:
    """The folders that a file is in, as paths."""
    parts = name.split("/")[:-1]
    return ("/".join(parts[:many]) for many in range(1, len(parts) + 1))


def _in_the_way(names: set[str], own: set[str], place: str) -> list[Finding]:
    """What stands where a file of the site, or a folder of its files, has to be, and is not of the site before."""
    found = set()
    for name in names:
        path = os.path.join(place, *name.split("/"))
        if os.path.isdir(path) and not os.path.islink(path):
            if not _is_of(own, path, name):
                found.add(name)
        elif os.path.lexists(path) and name not in own:
            found.add(name)
    for folder in {each for name in names for each in _folders(name)} - own:
        path = os.path.join(place, *folder.split("/"))
        if os.path.lexists(path) and (os.path.islink(path) or not os.path.isdir(path)):
            found.add(folder)
    cure = "nothing was written; move it away, or name another folder"
    what = "stands where the site has a file, and kb site did not write it"
    return [Finding(what, shown(os.path.join(place, each)), 0, cure) for each in sorted(found)[:_MOST_TOLD]]


def _is_of(own: set[str], path: str, name: str) -> bool:
    """Whether a folder has files of the site, and nothing else."""
    below = [os.path.relpath(os.path.join(at, each), path) for at, _, files in os.walk(path) for each in files]
    return bool(below) and all("/".join([name, *each.split(os.sep)]) in own for each in below)


def _remove(place: str, names: Iterable[str]) -> None:
    """Remove files of the site, and the folders that are empty then."""
    for name in names:
        path = os.path.join(place, *name.split("/"))
        with suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
            os.remove(path)
    for folder in sorted({each for name in names for each in _folders(name)}, reverse=True):
        with suppress(OSError):
            os.rmdir(os.path.join(place, *folder.split("/")))
