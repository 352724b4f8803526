"""The log of ``kb serve`` on standard error, limited in lines a minute, whatever is asked of the server.

Of each logging statement ``MOST`` lines a minute are kept. The last of them says that more are left out, and the first
of a later minute says how many were.
"""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from time import monotonic
from typing import Any, TextIO

#: lines that one logging statement may write in ``SECONDS``
MOST, SECONDS = 10, 60
#: characters of a message, and of a traceback under it
LONGEST = 2_000


class RepeatLimit(logging.Filter):
    """Lets ``MOST`` records of each logging statement through in ``SECONDS``."""

    def __init__(self) -> None:
        super().__init__()
        self._counted: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record; what was left out before or is left out after it is added to its message."""
        now, place = monotonic(), (record.pathname, record.lineno)
        since, count = self._counted.get(place, (now, 0))
        left_out = 0
        if now - since >= SECONDS:
            left_out, since, count = max(0, count - MOST), now, 0
        self._counted[place] = since, count + 1
        if count >= MOST:
            return False
        note = f" ({left_out} lines like this were left out before)" if left_out else ""
        if count == MOST - 1:
            note += f" (more lines like this are left out for up to {SECONDS} s)"
        record.msg, record.args = record.getMessage() + note, None
        return True


class _Short(logging.Formatter):
    """Shortens records to ``LONGEST``: messages in the middle, to keep the note at the end; tracebacks at the start."""

    def formatException(self, ei: Any) -> str:
        """The end of a traceback."""
        return super().formatException(ei)[-LONGEST:]

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The message, or its begin and its end."""
        line = super().formatMessage(record)
        return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} … {line[-LONGEST // 2 :]}"


class _Written(io.TextIOBase):
    """A stream that logs what is written to it: Datasette writes some errors to standard error by itself."""

    def writable(self) -> bool:
        """Whether it can be written: yes."""
        return True

    def write(self, text: str) -> int:
        """Log the lines of a text, without the values of an SQL statement's parameters."""
        for line in text.splitlines():
            if line.strip():
                shown = line.partition(", params =")[0].encode("unicode_escape").decode()[:200]
                logging.getLogger("datasette").warning("%s", shown)
        return len(text)


@contextmanager
def bounded() -> Iterator[TextIO]:
    """Log to standard error within bounds; gives that stream, and meanwhile ``sys.stderr`` writes to the log."""
    stream = sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Short("%(levelname)s: %(message)s"))
    handler.addFilter(RepeatLimit())
    logging.raiseExceptions = False  # a log that cannot be written is no reason to write about it
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        with redirect_stderr(_Written()):
            yield stream
    finally:
        root.removeHandler(handler)
