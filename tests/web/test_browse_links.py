"""Ids in Datasette's pages lead to what they are ids of, below any address, and what is stored stays text."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from datasette.utils import PrefixedUrlString

from kb.store import read
from kb.web.browsing import cell, ids_of
from kb.web.serve import site
from kb.web.site import Site
from tests.web.apart import Get, run
from tests.web.judge_html import hrefs


@pytest.fixture(scope="module")
def below_x(built: str) -> Get:
    """Ask a site that lives below /x/, as a proxy does that takes the prefix away."""
    moved = site(read.find(built), base_url="/x/")
    return lambda path: run(moved.client.get(PrefixedUrlString(path)))


def test_a_foreign_key_is_clicked_both_ways(get: Get, here: Site) -> None:
    section = here.base.connection.execute("select section from ruling_sections").fetchone()[0]
    row = here.row("sections", section)
    there = get(f"/{here.database}/ruling_sections?section={quote(section)}")
    assert row in hrefs(there.text)
    back = [href for href in hrefs(get(row).text) if "/ruling_sections?" in href]
    assert back and section in get(back[0]).text


def test_every_id_in_a_linked_column_leads_to_a_row(here: Site, told: dict[str, Any]) -> None:
    """What a column is said to hold is what it holds, in every table, view and list."""
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


def test_ids_lead_to_pages_and_rows_below_any_address(below_x: Get, here: Site) -> None:
    ruling, section = here.base.connection.execute("select ruling, section from section_links").fetchone()
    rows = hrefs(below_x(f"/{here.database}/section_links").text)
    assert f"/x/r/{ruling}" in rows and f"/x/{here.database}/sections/{section.replace('/', '~2F')}" in rows
    own = hrefs(below_x(f"/{here.database}/rulings/{ruling}").text)
    assert f"/x/r/{ruling}" in own and any(href.startswith("/x/ledger/") for href in own)
    assert f"/x/{here.database}/sections/{section.replace('/', '~2F')}" in own
    first = below_x("/").text
    assert {"/x/judge", "/x/coverage", "/x/ledger"} <= set(hrefs(first))
    for path in ("/", f"/{here.database}", f"/{here.database}/ruling_list", f"/{here.database}/search?q=destroyer"):
        page = below_x(path).text
        ours = [href for href in hrefs(page) if re.search(r"/(r|judge|ledger|coverage|scenario)(/|$)", href)]
        assert ours and all(href.startswith("/x/") and not href.startswith("/x/x/") for href in ours), path
        style = re.search(r'href="([^"]*browse\.css)"', page)
        assert style and style[1].startswith("/x/-/kb/") and below_x(style[1].removeprefix("/x")).status_code == 200


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
        "/",
        "/kb/topics_side_by_side",
        "/kb/rulings",
        f"/kb/rulings/{first}",
        "/kb/ruling_list",
        "/kb/section_links",
        "/kb/search?q=destroyer",
    ):
        page = run(changed.client.get(path))
        assert page.status_code == 200 and "&lt;script&gt;alert(1)" in page.text, path
        assert "<script>alert" not in page.text and "<img" not in page.text, path


def test_words_are_never_searched_for_ids(here: Site) -> None:
    some = here.base.ids()[0]
    assert cell(here, "ruling_list", "answer", f"see {some}") is None
    assert cell(here, "rule_citations", "scenario_count", 3) is None
    assert cell(here, "postings", "rulings", "1 20 2 18") is None
    assert cell(here, "rules", "rule", "power-on-turn") is None


def test_what_a_cell_holds_is_escaped(here: Site) -> None:
    evil = '"><script>alert(1)</script>'
    for told in (evil, json.dumps([evil]), {"value": evil, "label": evil}):
        shown = str(cell(here, None, "ruling", told))
        assert "<script" not in shown and '"><' not in shown.replace('"></a>', "")
    marked = str(cell(here, None, "snippet", "<b>⟦<i>⟧</b>"))
    assert marked == "&lt;b&gt;<mark>&lt;i&gt;</mark>&lt;/b&gt;"
