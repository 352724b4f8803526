"""``kb event merge``: several logs in one SQLite file, whole or not at all."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kb.event_log.record import VERSION, Revision
from kb.store.event_log import COLUMNS, VIEWS, metadata
from tests.conftest import Run
from tests.event_log.logs import FIRST, decided, revised, text

SECOND = revised(2, FIRST, decision="It is removed.")
OTHER = decided(7, judge="Bert", writer="Bert", table="9", rulings=("rev-sub-2", "rev-sub-3"))


@pytest.fixture
def log(tmp_path: Path) -> Any:
    def write(name: str, *revisions: Revision) -> str:
        (tmp_path / name).write_text(text(revisions))
        return name

    return write


def asked(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def test_two_logs_are_merged_into_one_file(kb_command: Run, log: Any, tmp_path: Path) -> None:
    done = kb_command("event", "merge", log("a", FIRST, SECOND), log("b", FIRST, OTHER), "--out", "event.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "event.db: 2 entries, 3 revisions, 0 conflicts, from 2 logs\n"
    made = tmp_path / "event.db"
    assert asked(made, "select decision, revisions from entries") == [("It fires back.", 1), ("It is removed.", 2)]
    assert asked(made, 'select "table", entries, struck from tables_and_rounds') == [("4", 1, 0), ("9", 1, 0)]
    assert asked(made, "select * from rulings_used") == [("rev-sub-2", 2, 2), ("rev-sub-3", 1, 1)]
    assert asked(made, "select name, revisions from sources order by name") == [("a", 2), ("b", 2)]
    assert asked(made, "pragma foreign_key_check") == [] and asked(made, "pragma integrity_check") == [("ok",)]


def test_order_repetition_and_steps_give_the_same_file(kb_command: Run, log: Any, tmp_path: Path) -> None:
    one, two, three = log("a", FIRST, SECOND), log("b", FIRST, OTHER), log("c", revised(3, FIRST))
    calls = [
        (one, two, three, "--out", "all.db"),
        (three, one, two, one, "--out", "order.db"),
        (one, "--out", "steps.db"),
        (three, "--out", "steps.db"),
        (two, one, "--out", "steps.db"),
    ]
    told = [kb_command("event", "merge", *each) for each in calls]
    assert {each.returncode for each in told} == {0, 3}
    made = {(tmp_path / name).read_bytes() for name in ("all.db", "order.db", "steps.db")}
    assert len(made) == 1


def test_conflicts_are_told_and_kept(kb_command: Run, log: Any, tmp_path: Path) -> None:
    hers, his = log("a", FIRST, SECOND), log("b", FIRST, revised(3, FIRST, writer="Bert", struck=True, why="=HYPER()"))
    done = kb_command("event", "merge", hers, his, "--out", "event.db")
    assert done.returncode == 3
    assert done.stderr == (
        "table 4, round 2, “sub hit by destroyer”: was corrected differently, by people who did not know of each other: "
        "Anna at 2026-11-22T10:02:00.000Z: “It is removed.”; Bert at 2026-11-22T10:03:00.000Z: struck (=HYPER())\n"
    )
    assert done.stdout == "event.db: 1 entries, 3 revisions, 1 conflicts, from 2 logs\n"
    ((kind, says),) = asked(tmp_path / "event.db", "select kind, says from conflicts")
    assert kind == "corrected" and says + "\n" == done.stderr
    assert len(asked(tmp_path / "event.db", "select * from conflict_revisions")) == 2


def test_broken_logs_leave_everything_as_it_was(kb_command: Run, log: Any, tmp_path: Path) -> None:
    good = log("a", FIRST)
    kb_command("event", "merge", good, "--out", "event.db")
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    (tmp_path / "b").write_text(text([SECOND]).replace("Anna", "An\\u0000na"))
    (tmp_path / "c").write_text("hello")
    done = kb_command("event", "merge", good, "b", "c", "gone", "--out", "event.db")
    assert done.returncode == 2 and done.stdout == ""
    lines = done.stderr.splitlines()
    assert [line.split(" ")[1] for line in lines] == ["b:2:", "b:2:", "c:1:", "gone:"]
    after = {each.name: each.read_bytes() for each in tmp_path.iterdir() if each.name not in ("b", "c")}
    assert after == before


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\x00" + b"x" * 4096])
def test_another_file_is_not_written_over(kb_command: Run, log: Any, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine").write_bytes(content)
    done = kb_command("event", "merge", log("a", FIRST), "--out", "mine")
    assert done.returncode == 2
    assert done.stderr.startswith("kb: mine: is there, and is no merged log; name another file")
    assert (tmp_path / "mine").read_bytes() == content
    assert kb_command("event", "merge", "a", "--out", "a").returncode == 2


def test_a_folder_that_is_not_there_is_told(kb_command: Run, log: Any) -> None:
    done = kb_command("event", "merge", log("a", FIRST), "--out", "nowhere/event.db")
    assert (done.returncode, done.stderr) == (
        2,
        "kb: nowhere/event.db: cannot be written (No such file or directory); name a file in a folder that you may write\n",
    )


def test_a_merged_file_that_was_edited_is_not_added_to(kb_command: Run, log: Any, tmp_path: Path) -> None:
    kb_command("event", "merge", log("a", FIRST), "--out", "event.db")
    with closing(sqlite3.connect(tmp_path / "event.db")) as connection:
        connection.execute("update revisions set written = 'yesterday'")
        connection.commit()
    done = kb_command("event", "merge", "a", "--out", "event.db")
    assert done.returncode == 2 and "'written' must be a time" in done.stderr


def test_a_merged_file_of_before_is_added_to(kb_command: Run, log: Any, tmp_path: Path) -> None:
    kb_command("event", "merge", log("a", FIRST), "--out", "event.db")
    with closing(sqlite3.connect(tmp_path / "event.db")) as connection:
        for name in ("state", "rules", "house", "near"):
            connection.execute(f"alter table revisions drop column {name}")
        connection.execute("pragma user_version = 1")
    asked_now = decided(7, decision="", rulings=(), state="rule", near=("rev-sub-2", "revised/tanks-blitz"))
    done = kb_command("event", "merge", log("b", asked_now), "--out", "event.db")
    assert (done.returncode, done.stderr) == (0, "")
    made = tmp_path / "event.db"
    rows = asked(made, "select decision, state, rules, house, near from entries order by state")
    assert rows == [
        ("It fires back.", "", "[]", "[]", "[]"),
        ("", "rule", "[]", "[]", '["rev-sub-2", "revised/tanks-blitz"]'),
    ]
    assert asked(made, "pragma user_version") == [(VERSION,)]
    assert asked(made, "select ruling from rulings_used") == [("rev-sub-2",)], "by what is near nothing was decided"
    with closing(sqlite3.connect(made)) as connection:
        connection.execute(f"pragma user_version = {VERSION + 1}")
    done = kb_command("event", "merge", "b", "--out", "event.db")
    assert done.returncode == 2 and f"is of version {VERSION + 1}, and this program reads 1 to {VERSION}" in done.stderr


def test_every_column_is_described_and_datasette_is_told(kb_command: Run, log: Any, tmp_path: Path) -> None:
    kb_command("event", "merge", log("a", FIRST), "--out", "event.db")
    made = tmp_path / "event.db"
    for table, columns in COLUMNS.items():
        assert [name for _, name, *_ in asked(made, f"pragma table_info({table})")] == list(columns)
    views = asked(made, "select name from sqlite_master where type = 'view'")
    assert {name for (name,) in views} == set(VIEWS)
    beside = tmp_path / "event.metadata.json"
    assert json.loads(beside.read_text()) == metadata("event")
    assert set(metadata("event")["databases"]["event"]["tables"]) == {*COLUMNS, *VIEWS}
    beside.write_text("my own")
    kb_command("event", "merge", "a", "--out", "event.db")
    assert beside.read_text() == "my own"
