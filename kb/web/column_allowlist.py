"""Checks that parameters of Datasette's pages name only tables and columns that the base has.

Datasette quotes column names from an address in its SQL, but does not check that there is such a column.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kb.written import parse_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.web.site import Site

#: parameters of Datasette's whose value is a name
_NAMING = {"_sort", "_sort_desc", "_col", "_nocol", "_label", "_json", "_fts_table", "_fts_pk"}
_FACET = re.compile(r"_facet(?!_size$)")
_SEARCH = re.compile(r"_search_(?P<column>.+)")
_ALWAYS = {"rowid"}


async def names(site: Site) -> frozenset[str]:
    """The names of all tables, views and columns of the base."""
    sql = "select tables.name, columns.name from sqlite_master tables join pragma_table_info(tables.name) columns"
    rows = await site.datasette.get_database(site.database).execute(f"{sql} where tables.type in ('table', 'view')")
    return frozenset(_ALWAYS.union(*(tuple(row) for row in rows.rows)))


def unknown(known: frozenset[str], parameters: Iterable[tuple[str, str]]) -> bool:
    """Whether a parameter of a table's page names a table or column that the base does not have."""
    return any(name not in known for key, value in parameters for name in _named(key, value))


def _named(key: str, value: str) -> list[str]:
    """The names of columns and tables that Datasette takes from one parameter."""
    if key in _NAMING or _FACET.match(key):
        return [value] if value else []
    if key == "_through":
        return _through(value)
    search = _SEARCH.match(key)
    if search is not None:
        return [search["column"]]
    return [] if key.startswith("_") else [key.partition("__")[0]]


def _through(value: str) -> list[str]:
    try:
        parameter = parse_json(value)
        return [str(parameter["table"]), str(parameter["column"])]
    except (ValueError, LookupError, TypeError):
        return [value]
