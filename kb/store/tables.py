"""The tables and views of a database, as ``tables.yaml`` declares them.

The build creates the tables from these descriptions, Datasette shows them, and ``kb export`` takes its columns from
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import cast

from kb.base import yamlfile
from kb.base.shape import Plain

#: the kinds of values of columns; lines are one text, lists and objects are JSON, packed is compressed by zlib
TEXT, NUMBER, FLAG, LINES, LIST, OBJECT, PACKED = "text", "number", "flag", "lines", "list", "object", "packed"


@dataclass(frozen=True)
class Column:
    """A column of a table or view; ``means`` is a sentence for readers.

    ``references`` is the table to whose ids the column refers, ``foreign_key`` whether SQLite checks the id, ``export``
    whether ``kb export`` prints the column of the rulings, and ``shown`` whether Datasette's pages have it.
    """

    name: str
    means: str
    kind: str = TEXT
    references: str = ""
    foreign_key: bool = False
    export: bool = True
    shown: bool = True


@dataclass(frozen=True)
class Table:
    """A table with its columns in their order, or a view, which has ``sql``.

    ``key`` are the columns of the primary key, ``indexes`` those of further indexes; FTS5 searches ``full_text``.
    Datasette names a row by ``label``, sorts by ``sort`` and filters by ``facets``. ``quotes`` is whether the text is
    from documents. A ``hidden`` table is not listed.
    """

    name: str
    title: str
    means: str
    columns: Mapping[str, Column]
    key: tuple[str, ...] = ("id",)
    indexes: tuple[tuple[str, ...], ...] = ()
    full_text: tuple[str, ...] = ()
    label: str = ""
    sort: str = ""
    facets: tuple[str, ...] = ()
    quotes: bool = False
    hidden: bool = False
    sql: str = ""

    def exported(self) -> tuple[str, ...]:
        """Return the names of the columns that ``kb export`` prints."""
        return tuple(column.name for column in self.columns.values() if column.export)


def _column(name: str, given: str | Mapping[str, str]) -> Column:
    """Return the column that the entry ``given`` of ``tables.yaml`` declares. If the entry is a text, it is the
    column's meaning; an empty text stands for the column of that name in :data:`COLUMNS`."""
    if isinstance(given, str):
        return COLUMNS[name] if not given else Column(name, given)
    kind, references = given.get("kind", TEXT), given.get("references", "")
    is_key = bool(references) and kind == TEXT and given.get("foreign_key") != "false"
    shown = kind != PACKED and given.get("shown") != "false"
    return Column(name, given["means"], kind, references, is_key, given.get("export") != "false", shown)


def _table(name: str, given: Plain) -> Table:
    """Return the table or view that the entry ``given`` of ``tables.yaml`` declares."""
    own = given | {key: tuple(value) for key, value in given.items() if isinstance(value, list)}
    own |= {key: own.get(key) == "true" for key in ("quotes", "hidden")}
    own["indexes"] = tuple(map(tuple, given.get("indexes", ())))
    own["columns"] = {key: _column(key, each) for key, each in given["columns"].items()}
    return Table(name, **own)


_TOLD = cast("Plain", yamlfile.parse(files("kb.store").joinpath("tables.yaml").read_text("utf-8"), "tables.yaml"))
#: the columns with the same meaning in every table, also in the results of queries
COLUMNS: dict[str, Column] = {}
COLUMNS |= {name: _column(name, given) for name, given in _TOLD["columns"].items()}
TABLES = tuple(_table(name, given) for name, given in _TOLD["tables"].items())
VIEWS = tuple(_table(name, given) for name, given in _TOLD["views"].items())
BY_NAME = {each.name: each for each in (*VIEWS, *TABLES)}
RULINGS = BY_NAME["rulings"]
#: the meanings of the fields of a record that are not columns of the rulings
FIELDS: dict[str, str] = _TOLD["fields"]


def referenced_table(table: str | None, column: str) -> str:
    """Return the table to whose ids a column refers, or an empty text. ``table`` is None for the results of a query;
    then all columns of this name must refer to the same table."""
    if table is not None:
        found = BY_NAME[table].columns.get(column) if table in BY_NAME else None
        return found.references if found else ""
    if column in COLUMNS:
        return COLUMNS[column].references
    every = {each.columns[column].references for each in BY_NAME.values() if column in each.columns}
    return every.pop() if len(every) == 1 else ""
