"""What a log consists of: revisions. An entry is a decision; a revision is what somebody wrote of it.

The first revision of an entry says what was decided; each later one corrects or strikes it, and names the revisions
that it follows. Nothing is ever changed or taken away. ``static/kb/log_record.js`` checks by the same bounds.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Any, NamedTuple

#: the version of the file's format, and the key of its first line that tells it
VERSION, MARK = 1, "kb-event-log"

#: how an id, a time (UTC) and the id of a ruling are written: regular expressions for Python and JavaScript alike
ID = "[0-9a-f]{32}"
TIME = "20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z"
RULING = "[a-z0-9][a-z0-9-]{0,59}"
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
#: how many revisions one may follow, and how many rulings one may name
MOST_AFTER, MOST_RULINGS = 50, 20
#: how large a file and a line of it may be, in bytes, and of how many revisions a file
MOST_BYTES, LONGEST_LINE, MOST_REVISIONS = 32_000_000, 300_000, 50_000


class Revision(NamedTuple):
    """What somebody wrote of an entry.

    ``entry`` and ``revision`` are ids; ``after`` those of the revisions it follows, ``written`` and ``writer`` say when
    and by whom it was written, ``why`` for what reason, ``struck`` that the decision no longer stands. The others say
    what was decided: ``position`` is the address of a position that was asked, behind its ``#``; ``ruled`` the time,
    ``build`` the build of the knowledge base that was looked at.
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

    def decided(self) -> tuple[Any, ...]:
        """What it says was decided, and whether that stands; not who wrote it, when and why."""
        return self[Revision._fields.index("struck") :]

    def text(self) -> str:
        """It as one line of JSON, in ASCII: the same for equal revisions, here and on every phone."""
        return json.dumps(self._asdict(), separators=(",", ":"))

    def digest(self) -> str:
        """What names it among all that anybody wrote."""
        return sha256(self.text().encode()).hexdigest()[:32]


_TIMES = ("written", "ruled")
_LISTS = {"after": (ID, MOST_AFTER), "rulings": (RULING, MOST_RULINGS)}
_UNWRITTEN = re.compile(f"[{UNWRITTEN}]")


def wrong(plain: Any) -> list[str]:
    """All that is wrong with a plain value that should be a revision; nothing where it is one."""
    if not isinstance(plain, dict):
        return ["is no table of keys"]
    missing = [name for name in Revision._fields if name not in plain]
    found = [f"'{name}' is missing" for name in missing]
    found += [f"unknown key '{_short(name)}'" for name in plain if name not in Revision._fields]
    for name in Revision._fields:
        if name in plain:
            found += [f"'{name}' {told}" for told in _wrong_value(name, plain[name])]
    if plain.get("struck") is True and isinstance(plain.get("why"), str) and not plain["why"].strip():
        found.append("'why' is empty: what is struck needs a reason")
    if isinstance(plain.get("after"), list) and plain.get("revision") in plain["after"]:
        found.append("'after' names the revision itself")
    return found


def _wrong_value(name: str, value: Any) -> list[str]:
    if name == "struck":
        return [] if isinstance(value, bool) else ["must be true or false"]
    if name in _LISTS:
        pattern, most = _LISTS[name]
        good = isinstance(value, list) and len(value) <= most and all(_is(pattern, each) for each in value)
        return [] if good and len({*value}) == len(value) else [f"must be a list of at most {most} different ids"]
    if name in _TIMES:
        return [] if _is(TIME, value) else ["must be a time such as 2026-11-22T18:35:24.123Z"]
    if name in TEXTS:
        return _wrong_text(value, TEXTS[name])
    return [] if _is(ID, value) else ["must be an id of 32 digits 0-9 and a-f"]


def _wrong_text(value: Any, longest: int) -> list[str]:
    if not isinstance(value, str):
        return ["must be text"]
    if len(value) > longest:
        return [f"is longer than {longest:,} characters"]
    return ["has a character that no text may have, such as a control character"] * bool(_UNWRITTEN.search(value))


def _is(pattern: str, value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _short(name: str) -> str:
    return name[:40]


def revision(plain: dict[str, Any]) -> Revision:
    """The revision of a plain value with which nothing is :func:`wrong`."""
    values: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in plain.items()}
    return Revision(**values)


def rules() -> dict[str, Any]:
    """What the scripts of the phone are told of all this."""
    return {
        "VERSION": VERSION,
        "MARK": MARK,
        "FIELDS": Revision._fields,
        "ID": ID,
        "TIME": TIME,
        "RULING": RULING,
        "UNWRITTEN": UNWRITTEN,
        "TEXTS": TEXTS,
        "MOST_AFTER": MOST_AFTER,
        "MOST_RULINGS": MOST_RULINGS,
        "MOST_BYTES": MOST_BYTES,
        "LONGEST_LINE": LONGEST_LINE,
        "MOST_REVISIONS": MOST_REVISIONS,
    }
