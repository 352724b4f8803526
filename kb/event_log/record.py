"""What a log consists of: revisions, read from a file. An entry is a decision; a revision is what somebody wrote of it.

The first revision of an entry says what was decided; each later one corrects or strikes it, and names the revisions
that it follows. Nothing is ever changed or taken away. ``static/kb/log_record.js`` checks by the same bounds. A file
has JSON lines, the first of which tells the version and how many revisions follow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from kb.base.errors import BadInput, Finding
from kb.base.files import read_bounded
from kb.base.written import RepeatedKey, parse_json

#: the version of the file's format, and the key of its first line that tells it
VERSION, MARK = 2, "kb-event-log"
#: the last fields of a revision, by the version that added them; of a log of before they are read as empty
ADDED = {2: ("state", "rules", "house", "near")}

#: how an id, a time (UTC) and the ids of rulings, of the statements of rules and printed values, and of house rulings
#: are written: regular expressions for Python and JavaScript alike
ID = "[0-9a-f]{32}"
_DAY = "(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31"
_LEAP_DAY = "20(?:[02468][048]|[13579][26])-02-29"
TIME = f"(?:20[0-9]{{2}}-(?:{_DAY})|{_LEAP_DAY})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{{3}}Z"
RULING = "[a-z0-9][a-z0-9-]{0,59}"
RULE = "(?:value:)?[a-z0-9][a-z0-9-]{0,39}/[a-z0-9][a-z0-9/._-]{0,119}"
HOUSE = "house-[1-9][0-9]{0,3}"
#: the inside of a class of characters that no text may have: control characters, halves of surrogate pairs, line and
#: paragraph separators, and those that turn the direction of what follows
UNWRITTEN = "\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069"

#: the texts of a revision, and how many characters each may have
TEXTS = {
    "writer": 60,
    "why": 300,
    "event": 60,
    "table": 20,
    "round": 20,
    "game": 40,
    "question": 2_000,
    "decision": 2_000,
    "position": 40_000,
    "judge": 60,
    "build": 64,
}
#: the lists of a revision: how each of their ids is written, and how many there may be
LISTS = {
    "after": (ID, 50),
    "rulings": (RULING, 20),
    "rules": (RULE, 20),
    "house": (HOUSE, 20),
    "near": (f"{RULING}|{RULE}", 20),
}
#: what a page may say of a question, besides nothing: the answer states of a search
STATES = ("answered", "other-game", "rule", "nearest", "none")
#: how large a file and a line of it may be, in bytes, and of how many revisions a file
MOST_BYTES, LONGEST_LINE, MOST_REVISIONS = 32_000_000, 300_000, 50_000


class Revision(NamedTuple):
    """What somebody wrote of an entry.

    ``entry`` and ``revision`` are ids; ``after`` those of the revisions it follows, ``written`` and ``writer`` say when
    and by whom it was written, ``why`` for what reason, ``struck`` that the decision no longer stands. The others say
    what was decided: ``position`` is the address of a position that was asked, behind its ``#``; ``ruled`` the time,
    ``build`` the build of the knowledge base that was looked at.

    ``rulings`` are the official rulings it was decided by, ``rules`` the statements of rules and printed values, which
    are the engine's, and ``house`` the house rulings of the event. ``state`` is what the page said of the question,
    and ``near`` what it showed that did not answer it: by that nothing was decided.
    """

    entry: str
    revision: str
    after: tuple[str, ...]
    written: str
    writer: str
    why: str
    struck: bool
    event: str
    table: str
    round: str
    game: str
    question: str
    decision: str
    rulings: tuple[str, ...]
    position: str
    judge: str
    ruled: str
    build: str
    state: str = ""
    rules: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    def decided(self) -> tuple[Any, ...]:
        """What it says was decided, and whether that stands; not who wrote it, when and why."""
        return self[Revision._fields.index("struck") :]

    def text(self) -> str:
        """It as one line of JSON, in ASCII: the same for equal revisions, here and on every phone."""
        return json.dumps(self._asdict(), separators=(",", ":"))

    def digest(self) -> str:
        """What names it among all that anybody wrote."""
        return sha256(self.text().encode()).hexdigest()[:32]


FIELDS = Revision._fields


def fields(version: int) -> tuple[str, ...]:
    """The fields that a revision has in a log of a version."""
    later = {name for since, names in ADDED.items() if since > version for name in names}
    return tuple(name for name in Revision._fields if name not in later)


def mistakes_in(plain: Any, version: int = VERSION) -> list[str]:
    """All that is wrong with a plain value that should be a revision in a log of a version; nothing where it is one."""
    if not isinstance(plain, dict):
        return ["is no table of keys"]
    known = fields(version)
    found = [f"'{name}' is missing" for name in known if name not in plain]
    found += [f"unknown key '{name[:40]}'" for name in plain if name not in known]
    found += [f"'{name}' {what}" for name in known if name in plain and (what := _WRONG[name](plain[name]))]
    if plain.get("struck") is True and isinstance(plain.get("why"), str) and not plain["why"].strip():
        found.append("'why' is empty: what is struck needs a reason")
    if isinstance(plain.get("after"), list) and plain.get("revision") in plain["after"]:
        found.append("'after' names the revision itself")
    return found


def _text_of(longest: int) -> Callable[[Any], str]:
    def wrong(value: Any) -> str:
        if not isinstance(value, str):
            return "must be text"
        if len(value) > longest:
            return f"is longer than {longest:,} characters"
        unwritten = re.search(f"[{UNWRITTEN}]", value)
        return "has a character that no text may have, such as a control character" if unwritten else ""

    return wrong


def _list_of(pattern: str, most: int) -> Callable[[Any], str]:
    def wrong(value: Any) -> str:
        good = isinstance(value, list) and len(value) <= most and all(_is(pattern, each) for each in value)
        return "" if good and len({*value}) == len(value) else f"must be a list of at most {most} different ids"

    return wrong


def _is(pattern: str, value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _like(pattern: str, what: str) -> Callable[[Any], str]:
    return lambda value: "" if _is(pattern, value) else f"must be {what}"


#: by field, what says how a value is wrong; empty where it is not
_WRONG: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(("entry", "revision"), _like(ID, "an id of 32 digits 0-9 and a-f")),
    **dict.fromkeys(("written", "ruled"), _like(TIME, "a time such as 2026-11-22T18:35:24.123Z")),
    "struck": lambda value: "" if isinstance(value, bool) else "must be true or false",
    "state": _like("|".join(("", *STATES)), f"empty or one of {', '.join(STATES)}"),
    **{name: _text_of(longest) for name, longest in TEXTS.items()},
    **{name: _list_of(*ids) for name, ids in LISTS.items()},
}


def revision(plain: dict[str, Any]) -> Revision:
    """The revision of a plain value with which nothing is :func:`wrong`; what its version does not have is empty."""
    values: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in plain.items()}
    return Revision(**values)


def bounds() -> dict[str, Any]:
    """What the scripts of the phone are told of all this, by the same names."""
    names = "VERSION MARK FIELDS ID TIME UNWRITTEN TEXTS LISTS STATES ADDED MOST_BYTES LONGEST_LINE MOST_REVISIONS"
    return {name: globals()[name] for name in names.split()}


#: findings of one file that are told one by one
MOST_FINDINGS = 100
_EXPORT = "export the log again from the phone's page /log"


class LogFile(NamedTuple):
    """A file that was read: the SHA-256 of its bytes, its name without folder, how many revisions it has."""

    sha256: str
    name: str
    revisions: int


class Log(NamedTuple):
    """The revisions of a log, and the files they come from."""

    revisions: frozenset[Revision]
    sources: frozenset[LogFile]


def read(path: str) -> Log:
    """The log of a file. Raises :class:`BadInput` with every finding, with its line."""
    content = read_bounded(path, MOST_BYTES, "name a log that exists", _EXPORT)
    findings: list[Finding] = []
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    version, promised = _promised(lines[0], path)
    numbered = [(number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]
    if len(numbered) > MOST_REVISIONS:
        raise BadInput(Finding(f"has more than {MOST_REVISIONS:,} revisions", path, 0, _EXPORT))
    parsed = (_revision(line, version, path, number, findings) for number, line in numbered)
    found = [each for each in parsed if each is not None]
    if len(numbered) != promised:
        told = f"has {len(numbered)} revisions and its first line says {promised}"
        findings.append(Finding(told, path, 1, f"a part of it is lost or added; {_EXPORT}"))
    if findings:
        left = len(findings) - MOST_FINDINGS
        more = [Finding(f"{left} more findings like these", path)] if left > 0 else []
        raise BadInput(*findings[:MOST_FINDINGS], *more)
    revisions = frozenset(found)
    name = "".join(each if each.isprintable() else "?" for each in Path(path).name)[:200]
    return Log(revisions, frozenset([LogFile(sha256(content).hexdigest(), name, len(revisions))]))


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
        first = json.dumps({MARK: VERSION, "revisions": 2})
        raise BadInput(Finding(f"is no log: its first line must be {first} or the like", path, 1, _EXPORT))
    return version, many


def unreadable(version: int) -> str:
    """What is told of a log of a version that this program does not read."""
    return f"is of version {version}, and this program reads 1 to {VERSION}"


def _revision(line: bytes, version: int, path: str, number: int, findings: list[Finding]) -> Revision | None:
    try:
        told = _plain(line)
    except ValueError as error:
        other = f"is not JSON in UTF-8 of at most {LONGEST_LINE:,} bytes"
        findings.append(Finding(str(error) if isinstance(error, RepeatedKey) else other, path, number, _EXPORT))
        return None
    problems = mistakes_in(told, version)
    findings += [Finding(each, path, number, _EXPORT) for each in problems]
    return None if problems else revision(told)


def _plain(line: bytes) -> Any:
    """The value of a line. Raises :class:`ValueError` for one that is not JSON, or too long for a revision."""
    if len(line) > LONGEST_LINE:
        raise ValueError("too long")
    return parse_json(line.decode())
