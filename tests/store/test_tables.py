"""A table is described once, in ``tables.yaml``: rows and pages agree with the description."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from kb.store.rows import by_references, content_digest
from kb.store.tables import BY_NAME, TABLES, Table, referenced_table


def test_a_table_is_created_after_those_it_refers_to() -> None:
    there: set[str] = set()
    for table in by_references(TABLES):
        there.add(table.name)
        assert {each.references for each in table.columns.values() if each.foreign_key} <= there, table.name
    assert there == {table.name for table in TABLES}


@pytest.mark.parametrize("table", BY_NAME.values(), ids=BY_NAME)
def test_a_description_names_what_is_there(table: Table) -> None:
    named = {
        *table.facets,
        table.label,
        table.sort,
        *table.full_text,
        *(each for index in table.indexes for each in index),
    }
    assert named - {""} <= {*table.columns} and (table.sql or {*table.key} <= {*table.columns})
    told = [table.title, table.means, *(each.means for each in table.columns.values())]
    assert all(told) and all(each.endswith((".", "?")) for each in told[1:])
    assert all(each.references in {"", *BY_NAME} for each in table.columns.values())


def test_ids_in_the_results_of_a_query_are_known_by_the_name_of_the_column() -> None:
    assert referenced_table(None, "ruling") == "rulings" and referenced_table(None, "depends_on") == "options"
    assert referenced_table(None, "parent") == referenced_table(None, "id") == referenced_table(None, "nothing") == ""
    assert referenced_table("postings", "rulings") == referenced_table("rules", "rule") == ""


def test_the_digest_changes_with_every_row_and_every_table() -> None:
    def digest(*rows: str, table: str = "toys") -> str:
        db = Database(memory=True)
        db.execute(f"create table {table} (name text) strict")
        db.conn.executemany(f"insert into {table} values (?)", [(row,) for row in rows])
        return content_digest(db)

    digests = [digest(), digest(""), digest("a", "b"), digest("b", "a"), digest("ab"), digest("a", "b", table="dolls")]
    assert len(set(digests)) == len(digests) and digest("a", "b") == digests[2]
