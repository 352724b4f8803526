"""Reads ways to ask for a ruling or a rule, as the data files of phrasings have them."""

from __future__ import annotations

from kb.errors import Finding
from kb.statement import WORDS, Phrasing

_CONDITION = "condition"


def read(rows: object) -> tuple[Phrasing, ...] | None:
    """The phrasings in the rows of a data file: texts, or tables of a word with the text, and perhaps a condition.

    ``None`` if there is anything else.
    """
    found = [_one(row) for row in rows] if isinstance(rows, list) else [None]
    return None if None in found else tuple(each for each in found if each)


def unreadable(owner: str, file: str, line: int) -> Finding:
    """That a phrasing of a ruling or rule cannot be read."""
    hint = 'write a text, or its word before it: {no: "may I ...", condition: "..."}'
    return Finding(f"a phrasing of '{owner}' cannot be read", file, line, hint)


def _one(row: object) -> Phrasing | None:
    if isinstance(row, str):
        return Phrasing(row)
    if not isinstance(row, dict) or not all(isinstance(value, str) for value in row.values()):
        return None
    words = [key for key in row if key in WORDS]
    if len(words) != 1 or row.keys() - {_CONDITION, *words}:
        return None
    return Phrasing(row[words[0]], words[0], row.get(_CONDITION, ""))
