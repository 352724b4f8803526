"""A connection that checks each table before a statement reads it, against the sums of :mod:`kb.store.sums`.

When SQLite prepares a statement it names the tables that the statement reads to the connection's authorizer. The first
time that a table is named its bytes are read and compared, so the cost of an answer does not depend on the size of the
tables that it does not need. What is listed as ``sqlite_schema`` every statement needs; it is checked first.
"""

from __future__ import annotations

import sqlite3
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from io import FileIO
    from typing import Any

#: the name in the sums for what is in no table of ours: the header, the schema, SQLite's statistics
SCHEMA = "sqlite_schema"
#: bytes read at once; the memory of larger pieces is returned to the system each time, which takes longer
_PIECE = 1 << 16


def crc_of(file: FileIO, ranges: str) -> int:
    """The CRC-32 of ranges of bytes of a file (``start-end,start-end``). Raises :class:`OSError`."""
    crc = 0
    for each in filter(None, ranges.split(",")):
        start, _, end = each.partition("-")
        left = int(end) - file.seek(int(start))
        while left > 0 and (piece := file.read(min(left, _PIECE))):
            crc = crc32(piece, crc)
            left -= len(piece)
    return crc


def matches(file: FileIO, ranges: str, crc: int) -> bool:
    """Whether ranges of bytes can be read and have this CRC-32."""
    try:
        return crc_of(file, ranges) == crc
    except OSError:
        return False


class Tables:
    """The tables of a base file, and which of them were found to be as they were published."""

    __slots__ = ("_file", "_intact", "_sums", "damaged")

    def __init__(self, file: FileIO, sums: str) -> None:
        """``file`` is the base, ``sums`` the text of its sums. Raises :class:`ValueError` if that is none."""
        lines = [line.split(" ", 2) for line in sums.splitlines()]
        self._sums = {table: (int(crc), ranges) for crc, ranges, table in lines}
        self._file = file
        self._intact: set[str] = set()
        #: the table that was found damaged last
        self.damaged = ""

    def intact(self, name: str) -> bool:
        """Whether a table is as it was published; its bytes are compared once."""
        if name not in self._intact:
            for table in self._tables(name):
                crc, ranges = self._sums[table]
                if not matches(self._file, ranges, crc):
                    self.damaged = table
                    return False
            self._intact.add(name)
        return True

    def _tables(self, name: str) -> list[str]:
        """The tables that have bytes: ``name``, or else those named after it, as of a virtual table."""
        return [name] if name in self._sums else [each for each in self._sums if each.startswith(f"{name}_")]

    def authorize(self, action: int, name: str | None, *_: str | None) -> int:
        """The answer to SQLite when it prepares a statement: a damaged table may not be read."""
        refused = action == sqlite3.SQLITE_READ and name and not self.intact(name)
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __del__(self) -> None:
        """Close the file of a connection that nobody closed, silently, as sqlite3 does with its own."""
        self.close()


class CheckedConnection(sqlite3.Connection):
    """A read-only connection to a base with some :class:`Tables`, which are closed with it."""

    def __init__(self, uri: str, tables: Tables, refusal: Callable[[str], Exception]) -> None:
        """``refusal`` makes what a statement raises that reads a damaged table, of the name of the table."""
        super().__init__(uri, uri=True, check_same_thread=False)
        self._tables, self._refusal = tables, refusal
        self.set_authorizer(tables.authorize)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement, as any connection does."""
        try:
            return super().execute(sql, parameters)
        except sqlite3.DatabaseError as error:
            if self._tables.damaged:
                raise self._refusal(self._tables.damaged) from None
            if error.sqlite_errorcode == sqlite3.SQLITE_AUTH:  # there was not enough memory to compare a table
                raise MemoryError from None
            raise

    def close(self) -> None:
        """Close the connection and its tables."""
        super().close()
        self._tables.close()
