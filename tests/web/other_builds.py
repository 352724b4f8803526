"""Builds that differ from the one of all tests."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

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
