"""The index of the last build, used again if nothing that it is made of has changed.

It is a folder beside the builds: the tables of the index in a database, the Whoosh folder, and a file with the digest
of both and of everything that they were made of. A damaged folder counts as missing.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from sqlite_utils import Database

from kb.base.packing import packed
from kb.model.corpus import Corpus
from kb.pipeline.kept import digest_of, program
from kb.store.publish import checksums, files_of
from kb.words.lexicon import Lexicon

#: the folder beside the builds, and its parts
FOLDER = ".index"
_TABLES, _WHOOSH, _MARK = "tables.db", "whoosh", "mark"


def key_of(corpus: Corpus, lexicon: Lexicon) -> str:
    """Return the digest of everything that the index is made of."""
    rules = [(each.game, each.rule, each.cites) for each in corpus.rules]
    catalogues = corpus.catalogues.sections, corpus.catalogues.games, corpus.catalogues.phases
    words = replace(lexicon, _terms={})
    made_of = (corpus.rulings, corpus.statements, rules, corpus.documents, catalogues, words)
    return digest_of(program(), json.dumps(packed(made_of)))


def use(db: Database, built: str, key: str, whoosh: str) -> bool:
    """Add the tables kept in the folder ``built`` to a base, and copy the Whoosh folder to ``whoosh``, if they were
    kept under this key and are undamaged. Return whether they were."""
    folder = os.path.join(built, FOLDER)
    if _read(os.path.join(folder, _MARK)) != _mark(folder, key):
        return False
    with _attached(db, os.path.join(folder, _TABLES)):
        _copy(db, "kept", "main")
    shutil.copytree(os.path.join(folder, _WHOOSH), whoosh)
    return True


def keep(db: Database, tables: set[str], built: str, key: str, whoosh: str) -> None:
    """Keep tables of a base and the folder ``whoosh`` under a key, in the folder ``built``. If it cannot be written,
    nothing is kept."""
    folder = os.path.join(built, FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        os.mkdir(folder)
        with _attached(db, os.path.join(folder, _TABLES)):
            _copy(db, "main", "kept", tables)
        shutil.copytree(whoosh, os.path.join(folder, _WHOOSH))
        with open(os.path.join(folder, _MARK), "w", encoding="utf-8") as file:
            file.write(_mark(folder, key))


def _copy(db: Database, source: str, target: str, tables: Container[str] | None = None) -> None:
    """Copy tables, by default all, with their rows in order and their indexes, from the attached database ``source`` to
    ``target``."""
    made = f"select type, name, tbl_name, sql from {source}.sqlite_master where sql is not null order by rowid"
    for kind, name, table, sql in db.execute(made).fetchall():
        if tables is None or table in tables:
            begins = f"create {kind} "
            db.execute(f"{begins}{target}.{sql[len(begins) :]}")
        if kind == "table" and (tables is None or name in tables):
            in_order = "" if "without rowid" in sql.lower() else " order by rowid"
            with db.conn:
                db.execute(f"insert into {target}.[{name}] select * from {source}.[{name}]{in_order}")


@contextmanager
def _attached(db: Database, path: str) -> Iterator[None]:
    """Attach a database file as ``kept``."""
    db.execute("attach ? as kept", [path])
    try:
        yield
    finally:
        db.execute("detach kept")


def _mark(folder: str, key: str) -> str:
    """Return the content of the file ``mark``: a digest of the key and of all other files in the folder."""
    sums = (f"{name} {checksums(os.path.join(folder, name))[2]}" for name in files_of(folder) if name != _MARK)
    return digest_of(key, *sums)


def _read(path: str) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""
