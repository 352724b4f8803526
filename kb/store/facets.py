"""What a list of rulings can be narrowed by beside the game: the options and phases of each ruling."""

from __future__ import annotations

import sqlite3

from kb.store.tables.facets import FACETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.store.tables.facets import Facet

    Plain = dict[str, Any]


def of_rulings(connection: sqlite3.Connection) -> list[Plain]:
    """Every ruling in reading order: ``id``, ``game``, and its values of each facet (``options``, ``phases``)."""
    rulings = connection.execute("select id, game from rulings order by position").fetchall()
    values = {facet.values.name: _values(connection, facet) for facet in FACETS}
    return [{**row, **{name: found.get(row["id"], ()) for name, found in values.items()}} for row in rulings]


def _values(connection: sqlite3.Connection, facet: Facet) -> dict[str, tuple[str, ...]]:
    """The values of a facet that each ruling has, if it has any."""
    found: dict[str, tuple[str, ...]] = {}
    for ruling, value in connection.execute(f"select ruling, {facet.name} from {facet.links.name} order by rowid"):
        found[ruling] = (*found.get(ruling, ()), value)
    return found
