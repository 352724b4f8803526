"""The digest of a base is that of its rows as JSON."""

from __future__ import annotations

import hashlib
import json

from sqlite_utils import Database

from kb.store.rows import content_digest


def test_the_digest_is_that_of_the_rows_as_json_in_order() -> None:
    db = Database(memory=True)
    odd = ["", 'a "quote"', "back\\slash\n\t\r", "\x00\x1f\x7f", "“é” 漢 \u2028 \U0001f600", "'", "/"]
    rows = [(each, number, None) for number, each in enumerate(odd)] + [("", -7, "x")]
    db.execute("create table toys (name text, number integer, note text) strict")
    db.conn.executemany("insert into toys values (?, ?, ?)", rows)
    lines = sorted(json.dumps(list(row), ensure_ascii=False) for row in rows)
    assert content_digest(db) == hashlib.sha256("\n".join(["table toys", *lines, ""]).encode()).hexdigest()
