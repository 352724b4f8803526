"""A copy of the data in which a change is tried, and entries of YAML files as text."""

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
from kb.base.written import YamlList
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


def with_entry(text: str, name: str, under: str, id: str, entry: str) -> str:
    """Return a YAML file with an entry in the list below a key: in place of the entry with the same ``id``, or behind
    the last one. All other lines stay as they are.

    Raises :class:`BadInput` for text that is no YAML, or has no such list.
    """
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    try:
        root = yamlfile.parse(text, name)
        rows = root[under] or YamlList(0)
        starts = [*(line - 1 for line in rows.lines), len(lines)]
        places = {row["id"]: (start, end) for row, start, end in zip(rows, starts, starts[1:], strict=False)}
    except (KeyError, TypeError):
        what, hint = f"'{under}' cannot be read", "run 'kb build', and mend what it tells"
        raise BadInput(Finding(what, name, 0, hint)) from None
    if not places:
        at = root.lines[under] - 1
        return "".join([*lines[:at], f"{under}:\n", entry, *lines[at + 1 :]])
    start, end = places.get(id, (starts[-2], len(lines)))
    end = next((at for at in range(start + 1, end) if re.match(r"[^\s#-]", lines[at])), end)
    while re.match(r"\s*(#|$)", lines[end - 1]):  # remarks above the next entry or key
        end -= 1
    return "".join([*lines[: start if id in places else end], entry, *lines[end:]])
