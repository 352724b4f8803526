"""Datasette's own pages: descriptions, search, links both ways, and stored text that stays text."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import datasette as datasette_package
import pytest

from kb.store import read, tables
from kb.web.browsing import PATCHES, ids_of
from kb.web.serve import site
from kb.web.site import Site, load
from tests.web.apart import Get, run
from tests.web.reading import hrefs


def names(base: sqlite3.Connection) -> set[str]:
    sql = "select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%'"
    return {row[0] for row in base.execute(sql)}


# -- words ---------------------------------------------------------------------------------------


def test_every_table_and_view_is_described_or_hidden(get: Get, here: Site, told: dict[str, Any]) -> None:
    there = names(here.base.connection)
    assert there == set(told["tables"])
    offered = {name for name, relation in tables.BY_NAME.items() if not relation.hidden}
    assert {name for name, table in told["tables"].items() if not table.get("hidden")} == offered
    shown = {table["name"] for table in get(f"/{here.database}.json").json()["tables"] if not table["hidden"]}
    assert shown <= offered and not {"ruling_postings", "words", "rulings_fts", "records"} & shown
    for name in offered:
        table = told["tables"][name]
        assert table["title"] and table["description"] and table["license"] and table["source"], name
        columns = [row["name"] for row in here.base.connection.execute(f"pragma table_info({name})")]
        assert list(table["columns"]) == columns, name


# -- pages ---------------------------------------------------------------------------------------


def test_every_table_and_view_opens(get: Get, here: Site) -> None:
    for name in sorted(names(here.base.connection)):
        response = get(f"/{here.database}/{name}?_size=5")
        assert response.status_code == 200 and "message-error" not in response.text, name


def test_a_foreign_key_is_clicked_both_ways(get: Get, here: Site) -> None:
    section = here.base.connection.execute("select section from ruling_sections").fetchone()[0]
    row = here.row("sections", section)
    there = get(f"/{here.database}/ruling_sections?section={quote(section)}")
    assert row in hrefs(there.text)
    back = [href for href in hrefs(get(row).text) if "/ruling_sections?" in href]
    assert back and section in get(back[0]).text


def test_every_id_in_a_linked_column_leads_to_a_row(here: Site, told: dict[str, Any]) -> None:
    """The values of a column are those that its description names, in every table, view and list."""
    base = here.base.connection
    for table in told["tables"]:
        for column in [row["name"] for row in base.execute(f"pragma table_info({table})")]:
            held = ids_of(table, column)
            if held:
                every = f"""select distinct coalesce(j.value, t."{column}") from {table} t left join
                    json_each(case when t."{column}" like '[%' then t."{column}" end) j
                    where t."{column}" is not null and t."{column}" <> '[]'"""
                lost = base.execute(f"select * from ({every}) except select id from {held}").fetchall()
                assert not lost, (table, column, lost[:3])


def test_stored_html_stays_text(own_built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "<script>alert(1)</script> destroyer ⟦<img src=x>⟧"
    build = read.find(str(own_built))
    with sqlite3.connect(build.path(read.BASE)) as base:
        first = base.execute("select id from rulings").fetchone()[0]
        everything = {"evil": evil, "ids": json.dumps([evil])}
        base.execute(
            "update rulings set answer = :evil, answer_text = :evil, verdict = :evil, sections = :ids", everything
        )
        base.execute("update games set title = :evil", everything)
        base.execute("insert into rulings_fts(rulings_fts) values ('rebuild')")
    base.close()
    monkeypatch.setattr(read.Build, "verify", lambda *_: None)
    changed = site(build)
    for path in (
        "/kb/rulings",
        f"/kb/rulings/{first}",
        "/kb/ruling_list",
        "/kb/search?q=destroyer",
    ):
        page = run(changed.client.get(path))
        assert page.status_code == 200 and "&lt;script&gt;alert(1)" in page.text, path
        assert "<script>alert" not in page.text and "<img" not in page.text, path


def ask(get: Get, here: Site, query: str, **parameters: str) -> list[dict[str, Any]]:
    asked = "&".join(f"{name}={quote(value)}" for name, value in parameters.items())
    response = get(f"/{here.database}/{query}.json?_shape=array&{asked}")
    assert response.status_code == 200, response.text
    return response.json()  # type: ignore[no-any-return]


def test_every_query_has_a_form_and_an_answer(get: Get, here: Site) -> None:
    for name, query in load("queries.yaml").items():
        page = get(f"/{here.database}/{name}")
        assert page.status_code == 200 and "message-error" not in page.text, name
        assert [f'name="{each}"' in page.text for each in query["params"]] == [True] * len(query["params"])
        assert "error" not in ask(get, here, name)


def test_search_marks_the_words_and_keeps_to_a_game(get: Get, here: Site) -> None:
    found = ask(get, here, "search", q="destroyer", game="rev")
    assert found and {row["game"] for row in found} == {here.base.game_named("rev")}
    page = get(f"/{here.database}/search?q=destroyer").text
    assert re.search(r"<mark>[Dd]estroyers?</mark>", page) and "⟦" not in page.split("<tbody>")[1]


@pytest.mark.parametrize(("table", "column"), [("rulings", "id"), ("ruling_list", "ruling")])
def test_a_list_of_rulings_is_searched_by_words(get: Get, table: str, column: str) -> None:
    rows = get(f"/kb/{table}.json?_shape=array&_size=max&_search=destroyer").json()
    every = get(f"/kb/{table}.json?_shape=array&_size=max").json()
    assert 0 < len(rows) < len(every) and {row[column] for row in rows} <= {row[column] for row in every}


def test_datasette_shows_its_own_pages_with_our_menu(get: Get, here: Site) -> None:
    for path in ("/kb", "/kb/rulings", "/kb/rulings/rev-sub-2", "/kb/search?q=sub"):
        page = get(path).text
        assert "Powered by" in page and '<a href="/judge">' in page, path
        assert re.search(r'<link rel="stylesheet" href="/-/kb/assets/\w+/datasette.css">', page), path
    assert get("/").headers["location"] == "/judge"


def test_each_listed_table_is_taken_away_whole_by_its_normal_links(get: Get, here: Site, told: dict[str, Any]) -> None:
    for name in (each for each, table in told["tables"].items() if not table.get("hidden")):
        many = here.base.connection.execute(f"select count(*) from {name}").fetchone()[0]
        rows = get(f"/kb/{name}.json").json()["rows"]
        lines = get(f"/kb/{name}.json?_shape=array&_nl=on").text.splitlines()
        written = [*csv.reader(io.StringIO(get(f"/kb/{name}.csv").text))]
        assert (len(rows), len([*filter(None, lines)]), len(written) - 1) == (many, many, many), name
        assert not any("Binary" in cell or "b'" in cell for cell in written[1]), name
    assert len(get("/kb/rulings.json?_size=5").json()["rows"]) == 5


def test_pages_of_tables_are_for_readers(get: Get) -> None:
    page = get("/kb/rulings?_facet=verdict_kind").text
    assert 'data-column="question"' in page and 'data-column="question_text"' not in page
    assert re.search(r">[A-Z][^<]*</a> \d+</li>", page.split('id="facet-sections"')[1]), "titles, not ids"
    assert get("/kb/rulings?" + "_facet=kind&" * 9).status_code == 400
    row = get("/kb/rulings/rev-sub-2").text
    assert '<a href="/r/rev-sub-2">Open the ruling</a>' in row and "\n                    0 rows" not in row
    assert "Binary" not in get("/kb/scenarios").text
    places = Path(datasette_package.__file__).parent / "templates"
    for template, changes in PATCHES.items():
        source = (places / template).read_text("utf-8")
        assert [text for text, _ in changes if text not in source] == [], template
