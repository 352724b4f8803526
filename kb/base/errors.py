"""The errors that a user can cause or meet. Each has a message, a place and a cure."""

from __future__ import annotations

from errno import errorcode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    T = TypeVar("T")


#: the exit status of a command for an intact knowledge base in which some proofs fail
UNSOUND = 3
#: the hint at the list of all topics or sections, which each face has in its own place
ALL_LISTED = "the list of {} has them all"


class Finding:
    """One thing that is wrong, in one line.

    ``message`` describes the mistake, ``file`` and ``line`` its place (line 0: the whole file), ``hint`` the cure.
    """

    __slots__ = ("file", "hint", "line", "message")

    def __init__(self, message: str, file: str = "", line: int = 0, hint: str = "") -> None:
        self.message, self.file, self.line, self.hint = message, file, line, hint

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return " ".join(f"{place}{self.message}{'; ' + self.hint if self.hint else ''}".split())

    def __repr__(self) -> str:
        return f"Finding({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class KBError(Exception):
    """Base of every error a user can cause or meet. ``exit_status`` is the exit status of a command that raises it."""

    exit_status = 2

    def __init__(self, *findings: Finding | str) -> None:
        self.findings = [f if isinstance(f, Finding) else Finding(f) for f in findings]
        super().__init__("\n".join(str(f) for f in self.findings))

    def __reduce__(self) -> tuple[type[KBError], tuple[Finding, ...]]:
        return type(self), tuple(self.findings)


class BadInput(KBError):
    """The data cannot be built: every finding at once, nothing written."""


class TooLong(BadInput):
    """The answer to a request takes longer than the limit."""


class NoBuild(KBError):
    """There is no built knowledge base where one was looked for."""


class DamagedBuild(KBError):
    """The built knowledge base differs from the one that was published."""


class QueryError(KBError):
    """A query that cannot be understood."""


class NotFound(KBError):
    """Something was named that does not exist; the finding's hint suggests near misses."""

    exit_status = 1


class NotPlayed(NotFound):
    """A game is here and searched, but has no rules by which anything could be played, checked or compared."""

    def __init__(self, game: str) -> None:
        super().__init__(Finding(rules_not_played(game)))

    def __reduce__(self) -> tuple[type[KBError], tuple[Finding, ...]]:
        return NotFound, tuple(self.findings)


def rules_not_played(game: str) -> str:
    """Return the message for a game, given by its short title, whose rules are not played here."""
    return f"the rules of {game} are not played here"


def raise_if(findings: Iterable[Finding]) -> None:
    """Raise :class:`BadInput` with all findings, if there are any."""
    found = list(findings)
    if found:
        raise BadInput(*found)


class Collector:
    """Collects the findings of several functions, to raise them all at once."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def __call__(self, read: Callable[..., T], *arguments: object) -> T | None:
        """Return the result of ``read(*arguments)``; if that raises :class:`BadInput`, keep the findings and return
        ``None``.

        An argument that is ``None`` could not be read itself: then ``read`` is not called, so that one mistake does
        not lead to further findings.
        """
        if any(each is None for each in arguments):
            return None
        try:
            return read(*arguments)
        except BadInput as error:
            self.findings += error.findings
            return None

    def add(self, findings: Iterable[Finding]) -> None:
        """Keep findings."""
        self.findings += findings

    def close(self) -> None:
        """Raise :class:`BadInput` with every finding, each once, if there are any."""
        raise_if(dict.fromkeys(self.findings))


#: error codes of SQLite (their last byte) and of the operating system for lack of disk space
_SQLITE_ROOM, _ROOM = (10, 13), ("ENOSPC", "EDQUOT", "EFBIG")


def _errno(error: BaseException) -> str:
    return errorcode.get(error.errno or 0, "") if isinstance(error, OSError) else ""


def unwritable_stream(error: BaseException, stream: str) -> Finding | None:
    """Return a finding if an error says that ``stream`` is closed or full: such an error names no file; else
    ``None``."""
    if isinstance(error, OSError) and error.filename is None and _errno(error) in ("EBADF", "EIO", *_ROOM):
        return Finding(f"{stream} cannot be written ({error.strerror})")
    return None


def missing_resource(error: BaseException, file: str = "") -> Finding | None:
    """Return a finding if an error says that memory or disk space ran out; else ``None``."""
    if isinstance(error, MemoryError):
        return Finding("there is not enough memory", file, 0, "end other programs, or raise the limit (ulimit -v)")
    if _errno(error) in _ROOM or getattr(error, "sqlite_errorcode", 0) & 0xFF in _SQLITE_ROOM:
        what = f"the disk is full, or files may not be as large as this ({getattr(error, 'strerror', '') or error})"
        return Finding(what, file, 0, "make room, or raise the limit (ulimit -f)")
    return None
