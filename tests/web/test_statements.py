"""What a statement may cost where an operator allows statements of one's own, and that they are off by default."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from kb.store import read
from kb.web.browsing import LONGEST_VALUE
from kb.web.serve import site
from tests.web.hostile import Client, encoded


@pytest.fixture(scope="module")
def statement(built: str) -> Iterator[Any]:
    """Run SQL on a site that allows it."""
    with Client(site(read.find(built), default_allow_sql=True, sql_time_limit_ms=400).app()) as client:
        yield lambda sql: client("/kb.json", f"sql={encoded(sql)}&_shape=array")


@pytest.mark.parametrize(
    "path", ["/kb?sql=select+1", "/kb.json?sql=select+1", "/kb/games?_where=1", "/kb/games.json?_where=1=1"]
)
def test_statements_are_off_by_default(get: Any, path: str) -> None:
    assert get(path).status_code == 403


def test_statements_are_answered_where_they_are_allowed(statement: Any) -> None:
    answer = statement("select count(*) as many from games")
    assert answer.status == 200 and '"many"' in answer.text


COSTLY = [
    "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n",
    "select count(*) from words a, words b, words c, words d",
    "select length(randomblob(500000000)) as size",
    "select length(printf('%*c', 50000000, 'x')) as size",
    "with recursive n(i) as (select 1 union all select i + 1 from n) select length(group_concat(hex(zeroblob(5000)))) from n",
    "select replace(hex(zeroblob(100000)), '0', hex(zeroblob(1000)))",
    "select 1 where hex(zeroblob(900)) like '" + "%0" * 800 + "'",
    "select 1 where " + " or ".join(["1"] * 900),
    "select " + "(" * 900 + "1" + ")" * 900,
    " union all ".join(["select 1"] * 100),
    "select json('" + "[" * 1500 + "')",
]
FORBIDDEN = [
    f"select zeroblob({LONGEST_VALUE + 1}) as size",
    "attach 'x.db' as x",
    "select load_extension('x')",
    "select writefile('x', 'y')",
    "select readfile('/etc/passwd')",
    "vacuum into 'x.db'",
    "create temp table t (a)",
    "insert into games (id) values ('x')",
    "pragma query_only = off",
    "select 1; drop table games",
    "with a as (select 1) delete from games",
]


@pytest.mark.parametrize("sql", COSTLY)
def test_a_statement_costs_no_more_than_its_limits(statement: Any, sql: str) -> None:
    before = _peak()
    answer = statement(sql)
    assert answer.status in (200, 400) and len(answer.text) < 10_000
    assert _peak() - before < 100_000


@pytest.mark.parametrize("sql", FORBIDDEN)
def test_a_statement_only_reads_the_base(statement: Any, sql: str) -> None:
    assert statement(sql).status == 400


def test_what_is_refused_is_refused_by_sqlite_itself(datasette: Any) -> None:
    connection = datasette.get_database("kb").connect()
    datasette._prepare_connection(connection, "kb")
    for sql in ("attach ':memory:' as x", "create temp table t (a)", "delete from games"):
        with pytest.raises(sqlite3.OperationalError):
            connection.execute(sql)
    with pytest.raises(sqlite3.DataError):
        connection.execute(f"select zeroblob({LONGEST_VALUE + 1})")
    connection.close()


def _peak() -> int:
    """The most memory this process has had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
