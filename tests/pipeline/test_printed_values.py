"""The sentences of rules and printed values: each column of the boards in English, and findings about bad files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.base import yamlfile
from kb.base.errors import BadInput
from kb.knowledge import KnowledgeBase
from kb.pipeline import statements
from kb.pipeline.statements import COLUMNS
from tests.read_once import DATA, tables

TABLES = tables("pipeline/printed_values.yaml")


def says(base: KnowledgeBase, statement: str) -> str:
    told: str = base.connection.execute("select says from statements where id = ?", [statement]).fetchone()["says"]
    return told


def test_an_example_is_there_for_each_column() -> None:
    assert TABLES["columns"].keys() == {*COLUMNS}


@pytest.mark.parametrize(("value", "told"), [*TABLES["columns"].values(), *TABLES["values"].values()])
def test_values_are_told_in_english_and_boards_that_differ_each(base: KnowledgeBase, value: str, told: str) -> None:
    assert told in says(base, f"value:{value}")


def test_what_does_not_apply_is_not_told(base: KnowledgeBase) -> None:
    """An industrial complex has neither hits nor an attack: no statement says that it has none."""
    rows = base.connection.execute("select id from statements where id like 'value:europe-1940/units/%complex.%'")
    columns = {row["id"].rpartition(".")[2] for row in rows}
    assert columns == {"cost", "profile"}


def test_no_statement_has_bad_english(base: KnowledgeBase) -> None:
    texts = [row["says"] for row in base.connection.execute("select says from statements")]
    bad = re.compile(r"\b1 (spaces|IPCs|planes|hits)\b|\b[02-9] (space|IPC|plane|hit)\b|None|[{}?]|  |\.\.|of of|: \.")
    assert [text for text in texts if bad.search(text)] == []
    assert all(text[0] == text[0].upper() and text.endswith(".") for text in texts)


def test_a_rule_has_a_statement_in_each_game_that_has_it_and_a_printing_tells_what_is_its_own(
    base: KnowledgeBase,
) -> None:
    rules = base.connection.execute("select distinct game || '/' || rule as id from rules").fetchall()
    told = base.connection.execute("select id from statements where id not like '%:%'").fetchall()
    written = yamlfile.load(f"{DATA}/statements.yaml")["statements"]
    unlimited = {f"{game}/{each['id']}" for each in written for game in each["games"]}
    assert {row["id"] for row in rules} | unlimited == {row["id"] for row in told} != set()
    changed = says(base, "europe-1940/bombers-raid")
    assert changed == "Only strategic bombers raid. 2012 printing: Only strategic bombers and tactical bombers raid."
    assert says(base, "europe-1940/complexes-grow-in-war").startswith("2012 printing: ")


def test_a_subject_has_one_position_after_those_of_rulings_in_all_games(base: KnowledgeBase) -> None:
    """Values of spaces and what games lack have none: they are looked up by name."""
    rows = base.connection.execute("select distinct subject, position from statements where position > 0").fetchall()
    assert len({row["subject"] for row in rows}) == len({row["position"] for row in rows}) == len(rows)
    assert min(row["position"] for row in rows) == len(base.ids()) + 1
    unranked = base.connection.execute("select distinct subject from statements where position = 0").fetchall()
    assert unranked and all(row["subject"].startswith(("spaces/", "setup/", "not-in/")) for row in unranked)


@pytest.mark.parametrize(("old", "new", "after", "told"), TABLES["wrong"])
def test_a_bad_file_of_values_is_told_with_its_line(tmp_path: Path, old: str, new: str, after: int, told: str) -> None:
    text = Path(DATA, "values.yaml").read_text("utf-8")
    line = text.splitlines().index("  units.cost:") + 1 + after
    assert text.count(old) == 1
    (tmp_path / "values.yaml").write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BadInput) as error:
        statements.load_columns(str(tmp_path))
    found = [str(finding) for finding in error.value.findings]
    assert any(each.startswith(f"data/values.yaml:{line}: {told}") for each in found), found


def test_what_holds_only_with_an_advantage_or_option_says_so(base: KnowledgeBase) -> None:
    rows = base.connection.execute(
        "select s.id, s.says, r.advantage, r.option from statements s join rules r using (id)"
    )
    conditional = {row["id"]: row for row in rows}
    assert conditional["revised/superfortresses"]["says"].endswith(
        "Only with the national advantage of the United States “Superfortresses”."
    )
    for row in conditional.values():
        assert ("Only with the" in row["says"]) is bool(row["advantage"] or row["option"]), row["id"]
