"""Serving only reads: it writes nothing, and no text of a request becomes SQL."""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kb.store import read
from kb.web.serve import site
from kb.web.site import site_of
from tests.web.hostile import FINE, MARK, PAGES, PLACES, Client, encoded

# Datasette leaves facets that it no longer needs unawaited when one of them is refused
unawaited = pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")
pytestmark = [unawaited]


def fingerprints(directory: str) -> dict[str, str]:
    """The SHA-256 of every file, and of the list of them."""
    return {
        os.path.relpath(os.path.join(folder, name), directory): hashlib.sha256(
            (Path(folder) / name).read_bytes()
        ).hexdigest()
        for folder, _, names in os.walk(directory)
        for name in names
    }


@pytest.mark.usefixtures("swept")
def test_serving_writes_nothing_and_needs_no_right_to(own_built: Path) -> None:
    build = read.find(str(own_built))
    before = fingerprints(str(own_built))
    for folder, _, names in os.walk(own_built):
        for name in names:
            (Path(folder) / name).chmod(0o444)
        Path(folder).chmod(0o555)
    try:
        with Client(site(build).app()) as client:
            for turn in range(3):
                for path, names in PAGES.items():
                    assert client(path).status in FINE
                    assert client(path, f"{names[turn % len(names)]}=submarien").status in FINE
    finally:
        for folder, _, _ in os.walk(own_built):
            Path(folder).chmod(0o755)
    assert fingerprints(str(own_built)) == before


class Recorder(sqlite3.Connection):
    """A connection that keeps the text of every statement, as it was before its parameters were put in."""

    statements: ClassVar[list[str]] = []

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        self.statements.append(sql)
        return super().execute(sql, *parameters)

    def cursor(self, *_: Any) -> sqlite3.Cursor:  # type: ignore[override]
        return super().cursor(_Cursor)


class _Cursor(sqlite3.Cursor):
    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        Recorder.statements.append(sql)
        return super().execute(sql, *parameters)


@pytest.mark.usefixtures("swept")
def test_no_text_of_a_request_becomes_sql(built: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **named: connect(*args, **{"factory": Recorder, **named}))
    monkeypatch.setattr(Recorder, "statements", [])
    served = site(read.find(built))
    texts = (
        MARK,
        f"rev-{MARK}",
        f'"{MARK}',
        f"{MARK}:1",
        f"{MARK}*",
        f'{{"table": "{MARK}", "column": "a", "value": 1}}',
    )
    with Client(served.app()) as client:
        for path, names in PAGES.items():
            for name in names:
                for text in texts:
                    client(path, f"{encoded(name)}={encoded(text)}")
        for place in PLACES:
            client(place.format(MARK))
    found = site_of(served)
    assert found is not None
    found.base.close()
    assert len(Recorder.statements) > 500
    catalogue = [sql for sql in Recorder.statements if "PRAGMA" in sql or "sqlite_master" in sql]
    # Datasette writes the name of a column into a statement, in quotes
    bare = [re.sub(r'"[^"]*"|\[[^\]]*\]', "", sql) for sql in Recorder.statements if sql not in catalogue]
    assert [sql for sql in bare if MARK in sql] == []
