"""Checksums of the tables of a base, with which :mod:`kb.store.checked` compares what a statement reads.

The sums are a text file beside the base. Each line has a CRC-32, the ranges of bytes it is of (``start-end``, without
the byte at the end), and the table whose rows and indexes are in these bytes::

    2913518371 4096-8192,454656-458752 games

Together the ranges cover the whole file. What belongs to no table of ours (the header, the schema, SQLite's
statistics) is listed as ``sqlite_schema``.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby

from kb.store.checked import SCHEMA, crc_of

_PAGES = """
    select (p.pageno - 1) * p.pgsize, p.pageno * p.pgsize, m.tbl_name
    from dbstat p join sqlite_master m on m.name = p.name
    where m.tbl_name not like 'sqlite@_%' escape '@' order by p.pageno"""


def table_sums(base: str) -> str:
    """The sums of the SQLite file ``base``, which nobody writes to any more.

    SQLite's ``dbstat`` tells which pages a table has. Where SQLite was compiled without it, which is rare, the whole
    file is listed as ``sqlite_schema``, which is checked whenever the base is opened.
    """
    connection = sqlite3.connect(base)
    try:
        pages = connection.execute(_PAGES).fetchall()
    except sqlite3.DatabaseError:
        pages = []
    finally:
        connection.close()
    ranges: dict[str, list[str]] = {SCHEMA: []}
    for table, run in groupby(_covering(pages, os.path.getsize(base)), key=lambda part: part[2]):
        parts = list(run)
        ranges.setdefault(table, []).append(f"{parts[0][0]}-{parts[-1][1]}")
    joined = {table: ",".join(each) for table, each in ranges.items()}
    with open(base, "rb", buffering=0) as file:
        return "".join(f"{crc_of(file, each)} {each} {table}\n" for table, each in joined.items())


def _covering(pages: Iterable[tuple[int, int, str]], size: int) -> Iterator[tuple[int, int, str]]:
    """The pages, and what is between and behind them as parts of ``SCHEMA``."""
    at = 0
    for start, end, table in pages:
        if at < start:
            yield at, start, SCHEMA
        yield start, end, table
        at = end
    if at < size:
        yield at, size, SCHEMA
