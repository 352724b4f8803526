"""Checks the keys of mappings in data files, and suggests the key that was probably meant."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.errors import Finding

_TYPES: dict[str, type] = {"str": str, "list": list, "texts": list, "table": dict}
_SAID = {"str": "text", "list": "a list", "texts": "a list of texts", "table": "a table of keys"}


@dataclass(frozen=True)
class Shape:
    """Which keys a table must and may have; the values are ``str``, ``list``, ``texts`` (a list of
    strings) or ``table``."""

    required: Mapping[str, str] = field(default_factory=dict)
    optional: Mapping[str, str] = field(default_factory=dict)


def suggest(word: str, among: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the nearest of ``among``, or nothing."""
    near = difflib.get_close_matches(word, list(among), n=1)
    return f"did you mean '{near[0]}'?" if near else ""


def unknown(words: Iterable[str], known: Collection[str], what: str, file: str, line: int) -> list[Finding]:
    """A finding for each word that is not a known name; ``what`` says what it should name."""
    return [
        Finding(f"unknown {what} '{word}'", file, line, suggest(word, known) or f"name a {what} that exists")
        for word in words
        if word not in known
    ]


def check(value: object, shape: Shape, file: str, what: str, line: int = 0) -> list[Finding]:
    """All findings about one table: not a table, keys missing, unknown or of the wrong type."""
    if not isinstance(value, dict):
        return [Finding(f"a {what} must be a table of keys", file, line, "see docs/data.md")]
    known = {**shape.required, **shape.optional}
    lines = getattr(value, "lines", {})
    findings = [
        Finding(f"a {what} needs '{key}'", file, line or getattr(value, "line", 0), "add it")
        for key in shape.required
        if key not in value
    ]
    for key, item in value.items():
        at = lines.get(key, line)
        if key not in known:
            hint = suggest(key, known) or f"a {what} has: {', '.join(known)}"
            findings.append(Finding(f"unknown key '{key}' in a {what}", file, at, hint))
        elif not _fits(item, known[key]):
            findings.append(Finding(f"'{key}' must be {_SAID[known[key]]}", file, at, "see docs/data.md"))
    return findings


def _fits(item: object, kind: str) -> bool:
    """Whether a value is of the kind a shape names."""
    if kind == "texts":
        return isinstance(item, list) and all(isinstance(each, str) for each in item)
    return isinstance(item, _TYPES[kind])


def unique(rows: Any, key: str, file: str, what: str) -> list[Finding]:
    """A finding for each row whose ``key`` an earlier row has."""
    seen: dict[str, int] = {}
    findings = []
    for row, line in zip(rows, rows.lines, strict=True):
        value = row.get(key) if isinstance(row, dict) else None
        if isinstance(value, str) and seen.setdefault(value, line) != line:
            findings.append(Finding(f"the {what} '{value}' is there twice", file, line, f"first on line {seen[value]}"))
    return findings
