"""A table is described once: what is made from the description fits it, and a new column needs one line of it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlite_utils import Database

from kb.base.errors import BadInput
from kb.store import rows
from kb.store.rows import ROWS, TableRow
from kb.store.tables.all_tables import BUILD, BY_NAME, RECORDS, TABLES, column, referenced_table
from kb.store.tables.description import LIST, TEXT, Column, Shown, Table, View
from kb.store.tables.facets import FACETS
from kb.store.tables.rulings import RULINGS
from kb.web.browsing import meanings
from tests.conftest import ROOT

MOOD = Column("mood", "How the ruling was received.")


def test_a_new_column_needs_one_line_of_the_description() -> None:
    told = Table("rulings", RULINGS.title, RULINGS.means, (*RULINGS.columns.values(), MOOD), shown=RULINGS.shown)
    db = Database(memory=True)
    for table in rows.by_references(told if each is RULINGS else each for each in TABLES):
        rows.create_table(db, table)
    empty = {each.name: () if each.kind == LIST else "" if each.kind == TEXT else 0 for each in told.columns.values()}
    db.table("rulings").insert(TableRow(**{**empty, "id": "toy-1", "mood": "relief"}).stored(told))
    assert list(db.query("select id, mood, parent, sections from rulings")) == [
        {"id": "toy-1", "mood": "relief", "parent": None, "sections": "[]"}
    ]
    assert meanings(told, db.table("rulings").columns_dict, {})["mood"] == MOOD.means
    assert told.exported("json")[-1] == told.exported("csv")[-1] == "mood"


def test_a_column_without_a_value_is_an_error() -> None:
    with pytest.raises(BadInput) as error:
        TableRow(object()).stored(Table("toys", "Toys", "One toy a row.", (MOOD, Column("size", "How large it is."))))
    cure = "has no value; give it to TableRow(...) in kb/store/rows.py, or a field in kb/base/model.py"
    assert [str(each) for each in error.value.findings] == [
        f"column '{name}' of 'toys' {cure}" for name in ("mood", "size")
    ]


def test_every_table_has_rows_but_the_records_and_the_one_that_seals_the_base() -> None:
    assert set(ROWS) == {table.name for table in TABLES} - {BUILD.name, RECORDS.name}


def test_a_table_is_created_after_those_it_refers_to() -> None:
    there: set[str] = set()
    for table in rows.by_references(TABLES):
        there.add(table.name)
        assert {each.references for each in table.columns.values() if each.foreign_key} <= there, table.name
    assert there == {table.name for table in TABLES}


@pytest.mark.parametrize("relation", BY_NAME.values(), ids=BY_NAME)
def test_a_description_names_what_is_there(relation: Table | View) -> None:
    shown = relation.shown or Shown()
    named = {*shown.facets, shown.label, shown.sort} - {""}
    if isinstance(relation, Table):
        named |= {*relation.key, *relation.full_text, *(each for index in relation.indexes for each in index)}
    assert all(column(relation, name) for name in named)
    told = [relation.title, relation.means, *(each.means for each in relation.columns.values())]
    assert all(told) and all(each.endswith((".", "?")) for each in told[1:])
    assert all(each.references in {"", *BY_NAME} for each in relation.columns.values())


def test_descriptions_load_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import kb.store.tables.all_tables; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {name for name in done.stdout.split() if not name.startswith("kb.store.tables")}
    assert loaded <= {"__future__", "kb", "kb.store"}


def test_every_facet_links_rulings_with_its_values() -> None:
    for facet in FACETS:
        assert BY_NAME[facet.values.name] is facet.values and "title" in facet.values.columns
        assert BY_NAME[facet.links.name] is facet.links
        assert facet.links.key == ("ruling", facet.name) == tuple(facet.links.columns)
        assert referenced_table(facet.links.name, facet.name) == facet.values.name


def test_ids_in_the_results_of_a_query_are_known_by_the_name_of_the_column() -> None:
    assert referenced_table(None, "ruling") == "rulings" and referenced_table(None, "depends_on") == "options"
    assert referenced_table(None, "parent") == referenced_table(None, "id") == referenced_table(None, "nothing") == ""
    assert referenced_table("postings", "rulings") == referenced_table("rules", "rule") == ""
