"""The folder of a site of files: written beside its place and put there whole, or not at all."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from kb.errors import BadInput, Finding, missing_resource
from kb.paths import shown

#: the file by which a folder is known as a site of ours
MARK = "kb-site.json"


class Folder:
    """A folder that files are written into. ``files`` and ``bytes`` count them."""

    def __init__(self, path: str) -> None:
        self.path, self.files, self.bytes = path, 0, 0

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file, and the folders it is in."""
        path = os.path.join(self.path, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        body = content.encode() if isinstance(content, str) else content
        with open(path, "wb") as file:
            file.write(body)
        self.files += 1
        self.bytes += len(body)


def check(place: str) -> None:
    """Raise :class:`BadInput` where a site cannot be put: what is there is something else."""
    if not os.path.lexists(place) or (os.path.isdir(place) and (_is_site(place) or not os.listdir(place))):
        return
    what = "a folder with other files" if os.path.isdir(place) else "no folder"
    raise BadInput(Finding(f"that is {what}, not a site that kb site wrote", shown(place), 0, "name another folder"))


def _is_site(place: str) -> bool:
    try:
        with open(os.path.join(place, MARK), encoding="utf-8") as file:
            return "kb_site" in json.load(file)
    except (OSError, ValueError):
        return False


@contextmanager
def written(out: str) -> Iterator[Folder]:
    """A folder that takes the place of ``out`` when the block ends well; else everything is as before.

    Raises :class:`BadInput` for a place that is taken or cannot be written.
    """
    place = os.path.realpath(out)
    check(place)
    parent, name = os.path.split(place)
    mark = secrets.token_hex(8)
    aside, old = (os.path.join(parent, f".{name}.{what}-{mark}") for what in ("new", "old"))
    try:
        os.makedirs(aside)
        yield Folder(aside)
        _put(aside, place, old)
    except OSError as error:
        raise BadInput(_refused(error, out)) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _put(new: str, place: str, old: str) -> None:
    """Rename the new folder to its place, and remove what was there."""
    there = os.path.isdir(place)
    if there:
        os.rename(place, old)
    try:
        os.rename(new, place)
    except OSError:
        if there:
            os.rename(old, place)
        raise
    if there:
        shutil.rmtree(old)


def _refused(error: OSError, out: str) -> Finding:
    return missing_resource(error, shown(out)) or Finding(
        f"it cannot be written ({error.strerror or error})", shown(out), 0, "name a folder that you may write"
    )
