"""Reads a file of a log: JSON lines, the first of which tells the version and how many revisions follow."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from kb.errors import BadInput, Finding
from kb.event_log.record import LONGEST_LINE, MARK, MOST_BYTES, MOST_REVISIONS, VERSION, Revision, revision, wrong
from kb.files import read_bounded
from kb.written import RepeatedKey, parse_json

#: findings of one file that are told one by one
MOST_FINDINGS = 100
_EXPORT = "export the log again from the phone's page /log"


class Source(NamedTuple):
    """A file that was read: the SHA-256 of its bytes, its name without folder, how many revisions it has."""

    sha256: str
    name: str
    revisions: int


class Log(NamedTuple):
    """The revisions of a log, and the files they come from."""

    revisions: frozenset[Revision]
    sources: frozenset[Source]


def read(path: str) -> Log:
    """The log of a file. Raises :class:`BadInput` with every finding, with its line."""
    return Log(*_read(read_bounded(path, MOST_BYTES, "name a log that exists", _EXPORT), path))


def _read(content: bytes, path: str) -> tuple[frozenset[Revision], frozenset[Source]]:
    findings: list[Finding] = []
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    version, promised = _promised(lines[0], path)
    numbered = [(number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]
    if len(numbered) > MOST_REVISIONS:
        raise BadInput(Finding(f"has more than {MOST_REVISIONS:,} revisions", path, 0, _EXPORT))
    read = (_revision(line, version, path, number, findings) for number, line in numbered)
    found = [each for each in read if each is not None]
    if len(numbered) != promised:
        told = f"has {len(numbered)} revisions and its first line says {promised}"
        findings.append(Finding(told, path, 1, f"a part of it is lost or added; {_EXPORT}"))
    if findings:
        left = len(findings) - MOST_FINDINGS
        more = [Finding(f"{left} more findings like these", path)] if left > 0 else []
        raise BadInput(*findings[:MOST_FINDINGS], *more)
    revisions = frozenset(found)
    source = Source(sha256(content).hexdigest(), _name(path), len(revisions))
    return revisions, frozenset([source])


def _promised(line: bytes, path: str) -> tuple[int, int]:
    """The version and how many revisions the first line says. Raises :class:`BadInput` where it is none of a log."""
    try:
        told = _plain(line)
    except ValueError:
        told = None
    version = told.get(MARK) if isinstance(told, dict) else None
    many = told.get("revisions") if isinstance(told, dict) else None
    if type(version) is int and not 1 <= version <= VERSION:
        raise BadInput(Finding(unreadable(version), path, 1, "get a newer kb"))
    if type(version) is not int or type(many) is not int:
        raise BadInput(Finding(f"is no log: its first line must be {_first(2)} or the like", path, 1, _EXPORT))
    return version, many


def unreadable(version: int) -> str:
    """What is told of a log of a version that this program does not read."""
    return f"is of version {version}, and this program reads 1 to {VERSION}"


def _first(revisions: int) -> str:
    return json.dumps({MARK: VERSION, "revisions": revisions})


def _revision(line: bytes, version: int, path: str, number: int, findings: list[Finding]) -> Revision | None:
    try:
        told = _plain(line)
    except ValueError as error:
        other = f"is not JSON in UTF-8 of at most {LONGEST_LINE:,} bytes"
        findings.append(Finding(str(error) if isinstance(error, RepeatedKey) else other, path, number, _EXPORT))
        return None
    problems = wrong(told, version)
    findings += [Finding(each, path, number, _EXPORT) for each in problems]
    return None if problems else revision(told)


def _plain(line: bytes) -> Any:
    """The value of a line. Raises :class:`ValueError` for one that is not JSON, or too long for a revision."""
    if len(line) > LONGEST_LINE:
        raise ValueError("too long")
    return parse_json(line.decode())


def _name(path: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in Path(path).name)[:200]
