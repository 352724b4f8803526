"""Values as written: mappings, lists and words, each with its line.

Readers of files and of requests take only these, so that a finding can name the line. JSON from outside is parsed here.
"""

from __future__ import annotations

import json
from typing import NoReturn, TypeVar

V = TypeVar("V")


class RepeatedKey(ValueError):
    """An object of a JSON text has a key twice: programs differ in which of the values they take."""


class YamlMapping(dict[str, V]):
    """A mapping that knows the line of each key (``lines``) and its own (``line``)."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


class YamlList(list[object]):
    """A list that knows the line of each item (``lines``) and its own (``line``)."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []


def with_default(root: object, key: str, value: str) -> object:
    """Return a mapping with a value for a missing key. Other values of ``root`` are returned unchanged, and so is a
    mapping if ``value`` is empty."""
    if not value or not isinstance(root, YamlMapping) or key in root:
        return root
    completed = YamlMapping[object](root.line)
    completed.update(root, **{key: value})
    completed.lines.update(root.lines, **{key: root.line})
    return completed


def from_plain(value: object) -> object:
    """Convert plain values, such as those of JSON, to the form of a file; all lines are 0.

    >>> from_plain({"dice": [2], "refused": True})
    {'dice': ['2'], 'refused': 'yes'}
    """
    if isinstance(value, dict):
        table = YamlMapping[object](0)
        for key, each in value.items():
            table[str(key)], table.lines[str(key)] = from_plain(each), 0
        return table
    if isinstance(value, (list, tuple)):
        rows = YamlList(0)
        rows += map(from_plain, value)
        rows.lines += [0] * len(rows)
        return rows
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def parse_json(text: str) -> object:
    """Return the value of a JSON text that this program did not write itself.

    Raises :class:`ValueError` for a text that is not JSON (NaN and Infinity are not) or is nested too deeply, and
    :class:`RepeatedKey` if an object has a key twice.
    """
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_table)
        return value
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refuse_constant(word: str) -> NoReturn:
    """Raise :class:`ValueError` for a word that Python reads as a number and JSON does not have, such as NaN."""
    raise ValueError(f"{word} is not a JSON number")


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the mapping of pairs of a key and its value. Raises :class:`RepeatedKey` if a key occurs twice."""
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise RepeatedKey(f"'{key[:40]}' occurs twice in an object; remove one")
        table[key] = value
    return table
