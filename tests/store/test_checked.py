"""A table is compared with its sum before a statement reads it, however that is done; other tables are not."""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import kb
from kb.base.errors import DamagedBuild
from kb.store import publish, read

SEARCHED = "my fighter hits a lone sub, no destroyer"
SCHEMA = "sqlite_schema"


def listed(built: Path) -> dict[str, list[range]]:
    """The bytes of each table, as the sums have them."""
    lines = [line.split(" ", 2) for line in Path(read.find(str(built)).path(read.SUMS)).read_text().splitlines()]
    return {table: [range(*map(int, each.split("-"))) for each in ranges.split(",")] for _, ranges, table in lines}


Damage = Callable[[str], contextlib.AbstractContextManager[None]]


@pytest.fixture
def damage(own_built: Path) -> Damage:
    """Has one bit of a table of the base turned for as long as a block lasts."""
    spans, rng = listed(own_built), random.Random(6)

    def turned(at: int, bit: int) -> None:
        with Path(read.find(str(own_built)).path(read.BASE)).open("r+b", buffering=0) as file:
            byte = os.pread(file.fileno(), 1, at)[0]
            os.pwrite(file.fileno(), bytes([byte ^ bit]), at)

    @contextlib.contextmanager
    def damaged(table: str) -> Iterator[None]:
        at, bit = rng.choice(rng.choice(spans[table])), 1 << rng.randrange(8)
        turned(at, bit)
        yield
        turned(at, bit)

    return damaged


#: what is read when a base is opened: its schema, and the digest that it records
AT_ONCE = (SCHEMA, "build")


def test_the_sums_have_every_byte_once_and_every_table(own_built: Path) -> None:
    found = listed(own_built)
    spans = sorted((span for each in found.values() for span in each), key=lambda span: span.start)
    assert [span.start for span in spans] == [0, *(span.stop for span in spans[:-1])]
    assert spans[-1].stop == read.find(str(own_built)).files[read.BASE][0]
    with kb.open(str(own_built)) as base:
        rows = base.connection.execute("select name from sqlite_master where type = 'table' and rootpage > 0")
        assert {row[0] for row in rows if not row[0].startswith("sqlite_")} == set(found) - {SCHEMA}


def test_a_damaged_table_is_told_when_it_is_read_and_not_before(own_built: Path, damage: Damage) -> None:
    build = read.find(str(own_built))
    tables = [table for table in listed(own_built) if table not in AT_ONCE]
    assert len(tables) > 30
    for table, other in zip(tables, [*tables[1:], tables[0]], strict=True):
        with damage(table), closing(read.connect(build)) as connection:
            connection.execute(f'select * from "{other}"').fetchall()
            for _ in range(2):
                with pytest.raises(DamagedBuild, match=rf"kb\.db \(table {table}\) is damaged.*run 'kb build'"):
                    connection.execute(f'select * from "{table}"').fetchall()
            connection.execute(f'select * from "{other}"').fetchall()


@pytest.mark.parametrize("table", AT_ONCE)
def test_a_damaged_schema_or_digest_is_told_at_once(own_built: Path, damage: Damage, table: str) -> None:
    for _ in range(20):
        with damage(table), pytest.raises(DamagedBuild, match=r"kb\.db .*is damaged"):
            read.connect(read.find(str(own_built)))


@pytest.mark.parametrize(
    ("table", "sql"),
    [
        ("words", "select count(*) from words"),
        ("retired", "select 1 from retired"),
        ("phrasings", "select max(rowid) from phrasings"),
        ("rulings", "select position from rulings where game = 'revised'"),
        ("ledger", "select * from ledger_totals"),
        ("sections", "select 1 where exists (select 1 from rulings r, sections s where s.id = r.id)"),
        ("rulings_fts_data", "select rowid from rulings_fts where rulings_fts match 'destroyer'"),
        ("rulings_fts_docsize", "select bm25(rulings_fts) from rulings_fts where rulings_fts match 'destroyer'"),
        (
            "rulings",
            "select snippet(rulings_fts, 0, '', '', '', 5) from rulings_fts where rulings_fts match 'destroyer'",
        ),
    ],
)
def test_it_is_told_however_the_table_is_read(own_built: Path, damage: Damage, table: str, sql: str) -> None:
    with closing(read.connect(read.find(str(own_built)))) as whole:
        whole.execute(sql).fetchall()
    with damage(table), closing(read.connect(read.find(str(own_built)))) as connection, pytest.raises(DamagedBuild):
        connection.execute(sql).fetchall()


def test_a_search_reads_nothing_of_cases_traces_and_pictures(own_built: Path, damage: Damage) -> None:
    with kb.open(str(own_built)) as base:
        found = base.search(SEARCHED).plain()
    for table in ("scenario_cases", "scenarios", "scenario_rules", "rules", "ledger", "phrasings"):
        with damage(table), kb.open(str(own_built)) as base:
            assert base.search(SEARCHED).plain() == found


def test_a_mistake_in_a_statement_is_no_damage(own_built: Path) -> None:
    with (
        closing(read.connect(read.find(str(own_built)))) as connection,
        pytest.raises(sqlite3.OperationalError, match="no such table: absent"),
    ):
        connection.execute("select * from absent")


def test_a_base_that_is_read_by_others_is_verified_whole(own_built: Path, damage: Damage) -> None:
    for table in ("scenario_cases", "rulings", SCHEMA):
        with damage(table), pytest.raises(DamagedBuild, match=r"kb\.db is damaged"):
            read.connect(read.find(str(own_built)), whole=True)


def test_without_dbstat_the_whole_file_is_one_part(own_built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = read.find(str(own_built)).path(read.BASE)
    monkeypatch.setattr(publish, "_PAGES", publish._PAGES.replace("dbstat", "no_dbstat"))
    _, ranges, table = publish.table_sums(base).rstrip("\n").split(" ", 2)
    assert (ranges, table) == (f"0-{os.path.getsize(base)}", SCHEMA)


@pytest.mark.parametrize("content", [b"", b"not a base\n" * 400])
def test_what_is_no_base_has_sums_too(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "base").write_bytes(content)
    assert publish.table_sums(str(tmp_path / "base")).endswith(f" {SCHEMA}\n")
