"""A copy of the data in which a change is tried, and the files of it that people edit, as lines.

In a file entries are added and changed; everything else stays as it is.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kb.base import yamlfile
from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import write_all
from kb.base.written import YamlList, YamlMapping
from kb.corpus.documents import MANIFEST
from kb.corpus.ids import REGISTER
from kb.pipeline import sources


class FileChange(NamedTuple):
    """A change of a file: its path below the data, its bytes before (none where it is new) and after."""

    path: str
    before: bytes | None
    after: bytes


def counts(change: FileChange) -> tuple[int, int]:
    """Return how many lines a change adds and removes."""
    was, now = ((raw or b"").decode("utf-8", "replace").splitlines() for raw in (change.before, change.after))
    lines = list(difflib.unified_diff(was, now, n=0, lineterm=""))[2:]
    return sum(line[0] == "+" for line in lines), sum(line[0] == "-" for line in lines)


class Copy:
    """A copy of the ``data``, in the folder ``at``."""

    def __init__(self, data: str, at: str) -> None:
        self.data, self.at = data, at
        self._before = sources.checksums(at)

    def read(self, path: str) -> str:
        """Return the text of a file of the copy; ``path`` is below the data. Raises :class:`BadInput`."""
        try:
            with open(os.path.join(self.at, path), encoding="utf-8", newline="") as file:
                return file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(Finding(f"cannot be read ({error})", f"data/{path}", 0, "restore the file")) from None

    def write(self, path: str, text: str) -> None:
        """Write a file of the copy."""
        place = os.path.join(self.at, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def changes(self) -> list[FileChange]:
        """Return the files that differ from the data, in the order of their paths; the manifest and the register come
        last.

        A document counts when the manifest names it, and its rulings when the register has their ids.
        """
        changed = [path for path, sum_ in sources.checksums(self.at).items() if self._before.get(path) != sum_]
        last = (MANIFEST, REGISTER)
        paths = sorted(changed, key=lambda path: last.index(path) if path in last else -1)
        return [FileChange(path, _bytes(self.data, path), _bytes(self.at, path) or b"") for path in paths]

    def install(self) -> None:
        """Write the changes into the data, which is locked (:func:`kb.base.files.writing`).

        Raises :class:`BadInput` also where the data was changed since it was copied.
        """
        changed = [path for path, sum_ in sources.checksums(self.data).items() if self._before.get(path) != sum_]
        raise_if(Finding("was changed meanwhile", f"data/{path}", 0, "run it again") for path in changed)
        write_all(self.data, {each.path: each.after for each in self.changes()})


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


_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ./&()_-]*[A-Za-z0-9.)])?")
_LIKE_OTHER_VALUES = re.compile(r"[\d.-]+|true|false|yes|no|null", re.I)


def scalar(text: str) -> str:
    """``text`` as a YAML value in one line, in quotes where it needs them or could be taken for a number.

    >>> scalar("Transports"), scalar("It's 10: go"), scalar("005"), scalar("One\\u2028Two")
    ('Transports', '"It\\'s 10: go"', '"005"', '"One\\\\u2028Two"')
    """
    bare = _PLAIN.fullmatch(text) and not _LIKE_OTHER_VALUES.fullmatch(text)
    # YAML takes U+2028, U+2029 and U+0085 for the end of a line, and refuses U+007F
    return text if bare else json.dumps(text, ensure_ascii=not text.isprintable()).replace("\x7f", "\\u007f")


class EditedFile:
    """The entries of the list below one key of a YAML file, by their ids.

    Changes are gathered and done by :meth:`text`. Raises :class:`BadInput` for text that is no YAML.
    """

    def __init__(self, text: str, name: str, under: str) -> None:
        self.name, self.under = name, under
        self.lines = text.splitlines(keepends=True)
        if self.lines and not self.lines[-1].endswith("\n"):
            self.lines[-1] += "\n"
        try:
            rows = yamlfile.parse(text, name)[under]
            self.entries = {row["id"]: row for row in rows} if isinstance(rows, YamlList) else {}
        except (KeyError, TypeError):
            what, hint = f"'{under}' cannot be read", "run 'kb build', and mend what it tells"
            raise BadInput(Finding(what, name, 0, hint)) from None
        self._last = max(rows.lines) - 1 if self.entries else -1
        self._before: dict[int, list[str]] = {}
        self._gone: set[int] = set()

    def add(self, rows: str) -> None:
        """Add lines after the last entry."""
        self._before.setdefault(self._end() if self.entries else self._opened(), []).append(rows)

    def _end(self) -> int:
        """Return where the last entry ends: before the next key of the file and the remarks above it, or at its end."""
        after = (at for at in range(self._last + 1, len(self.lines)) if re.match(r"[^\s#-]", self.lines[at]))
        end = next(after, len(self.lines))
        while end < len(self.lines) and re.match(r"\s*(#|$)", self.lines[end - 1]):
            end -= 1
        return end

    def _opened(self) -> int:
        """Return the line below the key, where there is no entry yet; ``key: []`` becomes ``key:``."""
        at = next(n for n, line in enumerate(self.lines) if line.startswith(f"{self.under}:"))
        self.lines[at] = f"{self.under}:\n"
        return at + 1

    def set(self, row: YamlMapping, key: str, value: str, after: str = "") -> None:
        """Give a key of a table that is written in lines another value, which is written as it is given; a key that is
        not there is added below the key ``after``."""
        if key in row:
            at = row.lines[key] - 1
            self.lines[at] = re.sub(
                rf"^(\s*(?:- )?{key}:).*", lambda match: f"{match[1]} {value}\n", self.lines[at], flags=re.S
            )
            return
        at = row.lines[after] - 1
        indent = self.lines[at].index(after)
        self._before.setdefault(at + 1, []).append(f"{' ' * indent}{key}: {value}\n")

    def swap(self, first: int, end: int, rows: str) -> None:
        """Put lines in the place of those from ``first`` to ``end`` (from 0, the end excluded)."""
        self._gone |= set(range(first, end))
        self.insert(end, rows)

    def insert(self, at: int, rows: str) -> None:
        """Add lines before line ``at`` (from 0)."""
        self._before.setdefault(at, []).append(rows)

    def text(self) -> str:
        """Return the file with the changes."""
        out: list[str] = []
        for at in range(len(self.lines) + 1):
            if at not in self._gone:
                out += self._before.get(at, ())
            if at < len(self.lines) and at not in self._gone:
                out.append(self.lines[at])
        return "".join(out)
