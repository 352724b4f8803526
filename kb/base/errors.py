"""The errors that a user can cause or meet. Each has a message, a place and a hint."""

from __future__ import annotations

from errno import errorcode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    T = TypeVar("T")


#: the exit status of a command for an intact knowledge base in which some proofs fail
UNSOUND = 3
#: the hint at the list of all topics or sections; the terminal names the command that prints it
ALL_LISTED = "see the list of all {}"


class Finding:
    """One error, reported in one line.

    ``message`` describes the error, ``file`` and ``line`` its place (line 0: the whole file), ``hint`` the correction.
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
    """The base of these errors. ``exit_status`` is the exit status of a command that raises it."""

    exit_status = 2

    def __init__(self, *findings: Finding | str) -> None:
        self.findings = [f if isinstance(f, Finding) else Finding(f) for f in findings]
        super().__init__("\n".join(str(f) for f in self.findings))

    def __reduce__(self) -> tuple[type[KBError], tuple[Finding, ...]]:
        return type(self), tuple(self.findings)


class BadInput(KBError):
    """Invalid input, with all its findings."""


class TooLong(BadInput):
    """A request or a file takes longer than the time limit."""


class NoBuild(KBError):
    """A built knowledge base was not found."""


class DamagedBuild(KBError):
    """The built knowledge base differs from the one that was published."""


class QueryError(KBError):
    """A query that cannot be parsed."""


class NotFound(KBError):
    """A name is unknown; the hint of the finding suggests similar ones."""

    exit_status = 1


class NotPlayed(NotFound):
    """The game can be searched, but cannot be played, because its rules are not in the data."""

    def __init__(self, game: str) -> None:
        super().__init__(Finding(rules_not_played(game)))

    def __reduce__(self) -> tuple[type[KBError], tuple[Finding, ...]]:
        return NotFound, tuple(self.findings)


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a hint with up to three known words of at least ``cutoff`` (0 to 1) similarity to a word; or empty."""
    import difflib

    near = difflib.get_close_matches(word, list(known), cutoff=cutoff)
    return f"did you mean {', '.join(near)}?" if near else ""


def rules_not_played(game: str) -> str:
    """Return the message for a game, given by its short title, that cannot be played."""
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
        """Return the result of ``read(*arguments)``; if that raises :class:`BadInput`, keep its findings and return
        None.

        If an argument is None, because it could not be read itself, return None without calling ``read``, so that one
        error does not lead to further findings.
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
        """Raise :class:`BadInput` with the distinct findings, if there are any."""
        raise_if(dict.fromkeys(self.findings))


#: error codes of SQLite (their last byte) and of the operating system for lack of disk space
_SQLITE_ROOM, _ROOM = (10, 13), ("ENOSPC", "EDQUOT", "EFBIG")


def _errno(error: BaseException) -> str:
    """Return the name of the error code of the operating system, such as ``ENOSPC``; empty for other errors."""
    return errorcode.get(error.errno or 0, "") if isinstance(error, OSError) else ""


def unwritable_stream(error: BaseException, stream: str) -> Finding | None:
    """Return a finding if an error without a file name reports that ``stream`` is closed or full, else None."""
    if isinstance(error, OSError) and error.filename is None and _errno(error) in ("EBADF", "EIO", *_ROOM):
        return Finding(f"{stream} cannot be written ({error.strerror})")
    return None


def missing_resource(error: BaseException, file: str = "") -> Finding | None:
    """Return a finding about ``file`` if an error reports that memory or disk space ran out, else None."""
    if isinstance(error, MemoryError):
        return Finding("there is not enough memory", file, 0, "end other programs, or raise the limit (ulimit -v)")
    if _errno(error) in _ROOM or getattr(error, "sqlite_errorcode", 0) & 0xFF in _SQLITE_ROOM:
        what = f"the disk is full, or the file exceeds the size limit ({getattr(error, 'strerror', '') or error})"
        return Finding(what, file, 0, "free disk space, or raise the limit (ulimit -f)")
    return None
