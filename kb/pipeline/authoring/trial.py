"""A copy of the data in which a change is tried, and the change of the data by it, whole or not at all."""

from __future__ import annotations

import difflib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from kb.base.errors import Finding, raise_if
from kb.base.files import write_all
from kb.corpus import ids
from kb.corpus.documents import MANIFEST
from kb.pipeline import sources

_PREFIX = "kb-adding-"
#: a copy that is older than this was left by a process that was killed (seconds)
_STALE = 3600


class FileChange(NamedTuple):
    """A change of a file: its path below the data, its bytes before and after; ``None`` for a missing file."""

    path: str
    before: bytes | None
    after: bytes | None

    def lines(self) -> tuple[int, int]:
        """Return how many lines the change adds and removes."""
        was, now = ((raw or b"").decode("utf-8", "replace").splitlines() for raw in self[1:])
        marks = [line[0] for line in difflib.unified_diff(was, now, n=0, lineterm="")][2:]
        return marks.count("+"), marks.count("-")


class Copy:
    """A copy of the ``data``, in the folder ``at``, in which a change is tried. Paths of files are below the data."""

    def __init__(self, data: str, at: str) -> None:
        self.data, self.at = data, at
        self._before = _files(at)

    def read(self, path: str) -> str:
        """Return the text of a file of the copy."""
        return Path(self.at, path).read_bytes().decode("utf-8", "replace")

    def write(self, path: str, content: str | bytes) -> None:
        """Write a file of the copy."""
        place = Path(self.at, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)

    def remove(self, path: str) -> None:
        """Remove a file of the copy, if it is there."""
        Path(self.at, path).unlink(missing_ok=True)

    def changes(self) -> list[FileChange]:
        """Return the files that differ from the data, in the order of their paths; the manifest and the register come
        last. A document counts when the manifest names it, and its rulings when the register has their ids."""
        last, now = (MANIFEST, ids.REGISTER), _files(self.at)
        paths = dict.fromkeys((*now, *self._before))
        changed = [FileChange(path, self._before.get(path), now.get(path)) for path in paths]
        found = [each for each in changed if each.before != each.after]
        return sorted(found, key=lambda each: last.index(each.path) if each.path in last else -1)

    def install(self) -> None:
        """Write the changes into the data, which the caller has locked (:func:`kb.base.files.writing`). Raises
        :class:`BadInput` also if the data was changed since it was copied."""
        changed = [path for path, content in _files(self.data).items() if self._before.get(path) != content]
        for left in Path(self.data).rglob(".*.new"):  # of a process that was killed while it wrote
            left.unlink(missing_ok=True)
        raise_if(Finding("was changed meanwhile", f"data/{path}", 0, "run the command again") for path in changed)
        changes = self.changes()
        write_all(self.data, {each.path: each.after for each in changes if each.after is not None})
        for each in changes:  # the manifest names none of them any more
            if each.after is None:
                path = Path(self.data, each.path)
                path.unlink(missing_ok=True)
                with suppress(OSError):  # a folder that is not empty stays
                    path.parent.rmdir()


@contextmanager
def copy_of(data: str) -> Iterator[Copy]:
    """Make a copy of the data for the block, and remove copies that killed processes left."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE:
                shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder:
        at = os.path.join(folder, "data")
        shutil.copytree(data, at, ignore=shutil.ignore_patterns(".*"))
        yield Copy(data, at)


def _files(folder: str) -> dict[str, bytes]:
    """Return the contents of the files in a folder of data, by path: those that a build reads, and received ones."""
    kept = Path(folder, "received")
    received = [each.relative_to(folder).as_posix() for each in sorted(kept.iterdir())] if kept.is_dir() else []
    paths = [*sources.checksums(folder), *(each for each in received if not Path(each).name.startswith("."))]
    return {path: Path(folder, path).read_bytes() for path in dict.fromkeys(paths)}
