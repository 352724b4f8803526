"""A copy of the data in which a change is tried, and the change written into the data: whole or not at all."""

from __future__ import annotations

import difflib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from kb import journal
from kb.errors import BadInput, Finding, raise_if
from kb.journal import Change
from kb.pipeline import inputs


def counts(change: Change) -> tuple[int, int]:
    """How many lines a change adds and removes."""
    was, now = ((raw or b"").decode("utf-8", "replace").splitlines() for raw in (change.before, change.after))
    lines = list(difflib.unified_diff(was, now, n=0, lineterm=""))[2:]
    return sum(line[0] == "+" for line in lines), sum(line[0] == "-" for line in lines)


class Copy:
    """A copy of the ``data``, in the folder ``at``."""

    def __init__(self, data: str, at: str) -> None:
        self.data, self.at = data, at
        self._before = inputs.checksums(at)

    def read(self, path: str) -> str:
        """The text of a file of the copy; ``path`` is below the data. Raises :class:`BadInput`."""
        try:
            with open(os.path.join(self.at, path), encoding="utf-8", newline="") as file:
                return file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(Finding(f"cannot be read ({error})", f"data/{path}", 0, "restore the file")) from None

    def has(self, path: str) -> bool:
        """Whether the copy has a file."""
        return os.path.exists(os.path.join(self.at, path))

    def write(self, path: str, text: str) -> None:
        """Write a file of the copy."""
        place = os.path.join(self.at, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def changes(self) -> list[Change]:
        """The files that differ from the data, in the order of their paths."""
        paths = (path for path, sum_ in inputs.checksums(self.at).items() if self._before.get(path) != sum_)
        return [Change(path, _bytes(self.data, path), _bytes(self.at, path) or b"") for path in paths]

    def install(self) -> None:
        """Write the changes into the data, which is locked (:func:`kb.journal.writing`): all of them or none.

        Raises :class:`BadInput` also where the data was changed since it was copied.
        """
        changed = [path for path, sum_ in inputs.checksums(self.data).items() if self._before.get(path) != sum_]
        raise_if(Finding("was changed meanwhile", f"data/{path}", 0, "run it again") for path in changed)
        journal.write(self.data, self.changes())


@contextmanager
def copy_of(data: str) -> Iterator[Copy]:
    """A copy of the data, which is removed at the end. Raises :class:`BadInput` where the data is half written."""
    journal.check(data)
    with tempfile.TemporaryDirectory(prefix="kb-adding-") as folder:
        at = os.path.join(folder, "data")
        shutil.copytree(data, at, ignore=shutil.ignore_patterns(".*"))
        yield Copy(data, at)


def _bytes(folder: str, path: str) -> bytes | None:
    try:
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
