"""Creates the tables and views of a base from their descriptions, through sqlite-utils, and fills them.

A base is built whole and never edited: strict tables, foreign keys, no triggers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter

from sqlite_utils import Database

from kb.model import Corpus
from kb.store.rows import ROWS, rows
from kb.store.tables.all_tables import TABLES
from kb.store.tables.description import A_COLUMN_A_GAME, FLAG, INTEGER, Table, View
from kb.store.tables.views import VIEWS


def fill(db: Database, corpus: Corpus) -> None:
    """Create every table and view, and fill the tables from ``corpus``."""
    for table in by_references(each for each in TABLES if each.name in ROWS):
        create_table(db, table)
        marks = ", ".join("?" * len(table.columns))
        with db.conn:
            db.conn.executemany(
                f"insert into [{table.name}] values ({marks})", (tuple(row.values()) for row in rows(table, corpus))
            )
        create_search(db, table)
    for view in VIEWS:
        create_view(db, view, [game.id for game in corpus.catalogues.games])


def by_references(tables: Iterable[Table]) -> Iterator[Table]:
    """The tables, each after those to which its foreign keys refer."""
    known = {table.name: table for table in tables}
    referred = {
        table.name: {column.references for column in table.columns.values() if column.foreign_key} - {table.name}
        for table in known.values()
    }
    return (known[name] for name in TopologicalSorter(referred).static_order())


def create_table(db: Database, table: Table) -> None:
    """Create an empty table with its keys and indexes."""
    columns = table.columns.values()
    created = db.table(table.name).create(
        {column.name: int if column.kind in (INTEGER, FLAG) else str for column in columns},
        pk=table.key if len(table.key) > 1 else table.key[0],
        foreign_keys=[(column.name, column.references, "id") for column in columns if column.foreign_key],
        strict=True,
    )
    for index in table.indexes:
        created.create_index(index)


def create_search(db: Database, table: Table) -> None:
    """Create the full-text table of a filled table, if it is to have one."""
    if table.full_text:
        db.table(table.name).enable_fts(table.full_text, tokenize="porter unicode61", create_triggers=False)


def create_view(db: Database, view: View, games: Iterable[str]) -> None:
    """Create a view; ``games`` are the ids of those that may be columns of it."""
    columns = ",\n".join(f"""max(case when t.game = '{game}' then t.says end) as "{game}" """ for game in games)
    db.create_view(view.name, view.sql.replace(A_COLUMN_A_GAME, columns))
