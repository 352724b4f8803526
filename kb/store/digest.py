"""The digest of a base's content, and its end: the same rows give the same digest, whatever the file's bytes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from json.encoder import encode_basestring as _text

from sqlite_utils import Database

from kb.store import create
from kb.store.read import BASE, VERSION
from kb.store.tables.documents import BUILD

#: suffixes of the tables in which FTS5 keeps its index; the digest covers the rows that are indexed
_SHADOWS = ("_data", "_idx", "_docsize", "_config", "_content")


def content_digest(db: Database) -> str:
    """SHA-256 (hex) over every row of every table, in the order of the tables' names and rows, and over the views."""
    virtual = {name for name in db.table_names() if _is_virtual(db, name)}
    total = hashlib.sha256()
    for table in sorted(db.table_names()):
        if table in virtual or any(table == v + s for v in virtual for s in _SHADOWS) or table.startswith("sqlite_"):
            continue
        total.update(f"table {table}\n".encode())
        rows = sorted(map(_json, db.execute(f"select * from [{table}]").fetchall()))
        total.update("".join(f"{row}\n" for row in rows).encode())
    for view, sql in db.execute("select name, sql from sqlite_master where type = 'view' order by name").fetchall():
        total.update(f"view {view}\n{sql}\n".encode())
    return total.hexdigest()


def _json(row: Sequence[str | int | None]) -> str:
    """A row as JSON, as ``json.dumps`` writes it, which takes several times as long."""
    values = [_text(each) if isinstance(each, str) else "null" if each is None else str(each) for each in row]
    return f"[{', '.join(values)}]"


def _is_virtual(db: Database, table: str) -> bool:
    found = db.execute("select sql from sqlite_master where name = ?", [table]).fetchone()
    return bool(found and str(found[0]).upper().startswith("CREATE VIRTUAL"))


def seal(db: Database, directory: str) -> str:
    """Write the digest of the content into the base, and the base compact into its file. Returns the digest."""
    digest = content_digest(db)
    create.create_table(db, BUILD)
    db.table(BUILD.name).insert({"digest": digest, "schema_version": VERSION})
    db.execute("insert into rulings_fts(rulings_fts) values ('integrity-check')")
    dangling = db.execute("pragma foreign_key_check").fetchall()
    assert not dangling, f"foreign keys without a row: {dangling[:3]}"
    db.analyze()
    db.execute(f"pragma user_version = {VERSION}")
    db.conn.commit()
    db.execute("vacuum into ?", [os.path.join(directory, BASE)])
    db.close()
    return digest
