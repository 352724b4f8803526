"""What players say and what rules and printed values say: phrasings, the words of questions, statements."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def is_form(connection: sqlite3.Connection, word: str) -> bool:
    """Whether a word, in small letters, is one of the rulings or of how players ask."""
    return connection.execute("select 1 from forms where form = ?", [word]).fetchone() is not None


def phrasings(connection: sqlite3.Connection, ruling: str) -> list[dict[str, Any]]:
    """How players would ask for a ruling: ``text``, and the ``word`` that answers it under a ``condition``."""
    sql = "select text, word, condition from phrasings where ruling = ? order by id"
    return [dict(row) for row in connection.execute(sql, [ruling])]


def statements(connection: sqlite3.Connection, game: str) -> list[dict[str, Any]]:
    """What rules and printed values of a game say; ``scenario`` shows it, empty where none does."""
    sql = """
        select 'statement' as type, id, game, subject, says, confidence, coalesce(played, '') as scenario
        from statements where game = ? order by rowid"""
    return [dict(row) for row in connection.execute(sql, [game])]
