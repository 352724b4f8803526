"""The source documents, the ledger of each (what every character was taken for), and what a base holds in figures."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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


#: queries for pairs of a name and a figure, or of a ruling and what proves it or why nothing does
_COUNTS = {
    "rulings": "select game, count(*) from rulings group by game order by min(position)",
    "kinds": "select kind, count(*) from rulings group by kind order by 2 desc",
    "proof": "select proof, count(*) from rulings group by proof",
    "proofs": "select id, proof from rulings order by position",
    "unproved": "select id, proof_reason from rulings where proof = 'none' order by position",
    "scenarios": "select game, count(*) from scenarios group by game",
    "printings": "select printing || ' ' || holds || case basis when 'play' then ' by play' when 'reading' then ' by our reading' else '' end, count(*) from printings group by 1",
    "characters": "select id, characters from documents",
}


def statistics(connection: sqlite3.Connection) -> dict[str, Any]:
    """Figures of a base.

    How many ``rulings`` each game has, how many are of which ``kinds``, ``proof`` and other ``printings``; what
    proves each of them (``proofs``), and why nothing does (``unproved``); how many ``scenarios`` each game has, how
    many sections are unverified; the ``characters`` of each document, and in the ``ledger`` what became of them.
    """
    counts = {name: dict(connection.execute(sql).fetchall()) for name, sql in _COUNTS.items()}
    unverified = connection.execute("select count(*) from sections where confidence = 'unverified'").fetchone()[0]
    return {**counts, "unverified_sections": unverified, "ledger": _ledger(connection)}


def _ledger(connection: sqlite3.Connection) -> dict[str, dict[str, int]]:
    """For each document, how many characters were taken for what; noise is counted by its name."""
    found: dict[str, dict[str, int]] = {}
    for row in connection.execute("select document, taken_for, name, characters from ledger_totals"):
        what = f"{row['taken_for']} {row['name']}" if row["taken_for"] == "noise" else row["taken_for"]
        totals = found.setdefault(row["document"], {})
        totals[what] = totals.get(what, 0) + row["characters"]
    return found
