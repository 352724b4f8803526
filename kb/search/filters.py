"""Which rulings the filters of a query let through: ``kind:erratum section:submarines``."""

from __future__ import annotations

import sqlite3

from kb.search.lookup import rows_of
from kb.search.tokens import tokens

_LINKED = "select r.position from ruling_{0}s l join rulings r on r.id = l.ruling where l.{0} in ({{}})"
#: the positions of the rulings that have one of some values in a field
_BY_VALUE = {
    "game": "select position from rulings where game in ({})",
    "kind": "select position from rulings where kind in ({})",
    "document": "select position from rulings where document in ({})",
    "verdict": "select position from rulings where verdict_kind in ({})",
    "depends": _LINKED.format("option"),
    "section": _LINKED.format("section"),
}


def passing(connection: sqlite3.Connection, filters: dict[str, list[str]]) -> set[int]:
    """The positions of the rulings that have, in every field, one of its values. There is at least one field."""
    return set.intersection(*(_having(connection, field, values) for field, values in filters.items()))


def _having(connection: sqlite3.Connection, field: str, values: list[str]) -> set[int]:
    whole = [value for value in values if field != "section" or "/" in value]
    found = _positions(connection, field, whole)
    if len(whole) < len(values):
        titles = [(row[0], tokens(row[1])) for row in connection.execute("select id, title from sections")]
        found.update(*(_of_titles(connection, titles, value) for value in values if value not in whole))
    return found


def _positions(connection: sqlite3.Connection, field: str, values: list[str]) -> set[int]:
    return {row[0] for row in rows_of(connection, _BY_VALUE[field], values)}


def _of_titles(connection: sqlite3.Connection, titles: list[tuple[str, list[str]]], words: str) -> set[int]:
    """The rulings whose sections have all of some words in their titles, together."""
    having = [[section for section, title in titles if word in title] for word in tokens(words)]
    return set.intersection(*(_positions(connection, "section", sections) for sections in having)) if having else set()
