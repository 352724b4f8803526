"""A copy of the data in which a change is tried, and the change written into the data: whole or not at all."""

from __future__ import annotations

import difflib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from kb.errors import BadInput, Finding, raise_if
from kb.pipeline import inputs


@dataclass(frozen=True)
class Change:
    """What becomes of a file: its path below the data, its bytes before (nothing where it is new) and after."""

    path: str
    before: bytes | None
    after: bytes

    @property
    def counts(self) -> tuple[int, int]:
        """How many lines are added and removed."""
        was, now = ((raw or b"").decode("utf-8", "replace").splitlines() for raw in (self.before, self.after))
        lines = list(difflib.unified_diff(was, now, n=0, lineterm=""))[2:]
        return sum(line[0] == "+" for line in lines), sum(line[0] == "-" for line in lines)


class Copy:
    """A copy of the ``data``, in the folder ``at``."""

    def __init__(self, data: str, at: str) -> None:
        self.data, self.at = data, at
        self._before = inputs.checksums(data)

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
        """Write the changes into the data: all of them, or, if one cannot be written, none.

        Raises :class:`BadInput` also where the data was changed since it was copied.
        """
        changed = [path for path, sum_ in inputs.checksums(self.data).items() if self._before.get(path) != sum_]
        raise_if(Finding("was changed meanwhile", f"data/{path}", 0, "run it again") for path in changed)
        _replace_all(self.data, self.changes())


@contextmanager
def copy_of(data: str) -> Iterator[Copy]:
    """A copy of the data, which is removed at the end."""
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


def _replace_all(data: str, changes: list[Change]) -> None:
    """Replace the files: each is written beside its place first, then all are renamed; what fails is undone."""
    done: list[Change] = []
    staged = {change.path: os.path.join(data, f"{change.path}.adding") for change in changes}
    try:
        for change in changes:
            os.makedirs(os.path.dirname(staged[change.path]), exist_ok=True)
            with open(staged[change.path], "wb") as file:
                file.write(change.after)
                file.flush()
                os.fsync(file.fileno())
        for change in changes:
            os.replace(staged[change.path], os.path.join(data, change.path))
            done.append(change)
    except BaseException as error:
        for change in done:
            _put_back(os.path.join(data, change.path), change.before)
        if isinstance(error, OSError):
            what = f"the data cannot be written ({error.strerror}); nothing was changed"
            raise BadInput(Finding(what, hint="make room, or get the right to write there; then again")) from None
        raise
    finally:
        for path in staged.values():
            if os.path.exists(path):
                os.remove(path)


def _put_back(path: str, before: bytes | None) -> None:
    if before is None:
        os.remove(path)
        return
    with open(path, "wb") as file:
        file.write(before)
