"""The source documents, and the ledger of each: what every character was taken for."""

from __future__ import annotations

import sqlite3

_DOCUMENTS = """
    select d.id, d.title, d.published, d.publisher, d.approved_by, d.characters, g.title as game,
      (select count(*) from rulings r where r.document = d.id) as rulings
    from documents d join games g on g.id = d.game"""


def documents(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Every document, with the title of its ``game`` and the number of its ``rulings``."""
    return connection.execute(f"{_DOCUMENTS} order by d.rowid").fetchall()


def document(connection: sqlite3.Connection, name: str) -> sqlite3.Row | None:
    """The document of an id, as :func:`documents` has it, or ``None``."""
    found: sqlite3.Row | None = connection.execute(f"{_DOCUMENTS} where d.id = ?", [name]).fetchone()
    return found


def spans(connection: sqlite3.Connection, name: str) -> list[sqlite3.Row]:
    """The ledger of a document: its spans from the first character to the last."""
    return connection.execute("select * from ledger where document = ? order by start", [name]).fetchall()


def totals(connection: sqlite3.Connection, name: str) -> list[sqlite3.Row]:
    """How many ``characters`` of a document became the same: by ``taken_for`` and ``name``, most first."""
    sql = "select taken_for, name, characters from ledger_totals where document = ?"
    return connection.execute(sql, [name]).fetchall()
