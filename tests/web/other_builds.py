"""Builds that differ from the one of all tests."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from datasette.app import Datasette

from kb.store import read
from kb.store.publish import publish


def edited_build(built: str, digest: str, *statements: str) -> None:
    """Publish in ``built`` a copy of its current build, changed by SQL statements, under a digest."""
    now = read.find(built)

    def make(aside: str) -> str:
        shutil.copytree(now.directory, aside, dirs_exist_ok=True)
        (Path(aside) / read.CONTENTS).unlink()
        with closing(sqlite3.connect(Path(aside) / read.BASE)) as connection, connection:
            for statement in statements:
                connection.execute(statement)
        return digest

    publish(built, make)


def another_build(built: str, mark: str) -> str:
    """Publish a build that differs from the current one by a mark in a title; its digest."""
    digest = mark * (64 // len(mark))
    edited_build(built, digest, f"update documents set title = title || ' ({mark})'")
    return digest


def plain_datasette(built: str, other: Path | None = None, **config: str) -> Any:
    """Datasette on a build as its own command starts it, with our plugin configured; beside a database that is made at
    ``other``, with a table ``t`` of a column ``ruling``."""
    if other:
        sqlite3.connect(other).execute("create table t (ruling)").connection.close()
    own, files = read.find(built).path(read.BASE), [str(other)] if other else []
    return Datasette(immutables=[own], files=files, metadata={"plugins": {"kb": config}})
