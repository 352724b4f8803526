"""Reads the entries of a data file: the items of a list or the keys of a table, each with the line it stands on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from kb.base import yamlfile
from kb.base.errors import Finding, raise_if
from kb.base.shape import Shape, check
from kb.base.written import YamlMapping


class DataEntry(NamedTuple):
    """An entry as it is written: its key, which is empty in a list, its value, and where it stands."""

    key: str
    value: Any
    file: str
    line: int

    def wrong(self, message: str, hint: str, key: str = "") -> Finding:
        """A finding about it, or about one of its keys."""
        return Finding(message, self.file, self.value.lines.get(key, self.line) if key else self.line, hint)

    def check(self, shape: Shape, what: str) -> list[Finding]:
        """The findings about its keys."""
        return check(self.value, shape, self.file, what, self.line)


def read(data: str, file: str, under: Mapping[str, str], what: str) -> YamlMapping:
    """The table of a file below ``data`` with the keys ``under``, whose kinds are as :class:`Shape` has them.

    Raises :class:`BadInput` for a file that cannot be read or has other keys; ``what`` is how messages call the file.
    """
    name = f"data/{file}"
    root = yamlfile.load(os.path.join(data, file), name)
    raise_if(check(root, Shape(required=under), name, what))
    table: YamlMapping = root
    return table


def entries(rows: Any, file: str) -> Iterator[DataEntry]:
    """The entries of a list or table of a file; ``file`` is how messages call it."""
    if isinstance(rows, YamlMapping):
        return (DataEntry(key, value, file, rows.lines[key]) for key, value in rows.items())
    return (DataEntry("", value, file, line) for value, line in zip(rows, rows.lines, strict=True))


def sound(
    rows: Any, file: str, wrong: Callable[[DataEntry], Iterable[Finding]], findings: list[Finding]
) -> Iterator[DataEntry]:
    """The entries with which nothing is ``wrong``; what is wrong with others is added to ``findings``."""
    for each in entries(rows, file):
        bad = list(wrong(each))
        findings += bad
        if not bad:
            yield each
