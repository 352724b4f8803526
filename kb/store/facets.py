"""What a list of rulings can be narrowed by beside the game: the options and phases of each ruling."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Plain = dict[str, Any]


def of_rulings(connection: sqlite3.Connection) -> list[Plain]:
    """Every ruling in reading order: ``id``, ``game``, the ``options`` it depends on, the ``phases`` it is about."""
    told = connection.execute("select id, game from rulings order by position").fetchall()
    tied = {f"{tie}s": _tied(connection, tie) for tie in ("option", "phase")}
    return [{**row, **{kind: ties.get(row["id"], ()) for kind, ties in tied.items()}} for row in told]


def _tied(connection: sqlite3.Connection, tie: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for ruling, each in connection.execute(f"select ruling, {tie} from ruling_{tie}s order by rowid"):
        found[ruling] = (*found.get(ruling, ()), each)
    return found
