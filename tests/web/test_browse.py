"""Datasette's own pages read well: described, searched, linked both ways, and what is stored stays text."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from typing import Any

import pytest

from kb.store.tables import all_tables, common
from kb.web.shared import load_words
from kb.web.site import Site
from tests.web.apart import Get
from tests.web.conftest import PUBLIC
from tests.web.judge_html import hrefs


def names(base: sqlite3.Connection) -> set[str]:
    sql = "select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%'"
    return {row[0] for row in base.execute(sql)}


# -- words ---------------------------------------------------------------------------------------


def test_every_table_and_view_is_described_or_hidden(here: Site, told: dict[str, Any]) -> None:
    there = names(here.base.connection)
    assert there == set(told["tables"])
    full_text = tuple(f"{table}_fts" for table in ("rulings", "statements"))
    undescribed = {name for name in there - set(all_tables.BY_NAME) if not name.startswith(full_text)}
    lexicon = {"forms", "runs", "words"}
    scores = {"asked", "differing", "kin", "postings", "searched_terms", "state_model", "state_words"}
    scores |= {"statement_postings", "term_weights"}
    assert undescribed == lexicon | scores, "tables of the search, see kb/search/index.py"
    for name, table in told["tables"].items():
        assert table.get("hidden") or (
            table["title"] and table["description"] and table["license"] and table["source"]
        ), name


def test_every_column_of_what_is_shown_is_described(here: Site, told: dict[str, Any]) -> None:
    for name, table in told["tables"].items():
        if not table.get("hidden"):
            columns = [row["name"] for row in here.base.connection.execute(f"pragma table_info({name})")]
            assert list(table["columns"]) == columns, name


def test_no_word_is_left_over(here: Site) -> None:
    """What is described is there, and what is said of a column everywhere is used somewhere."""
    found: set[str] = set()
    for name, relation in all_tables.BY_NAME.items():
        columns = {row["name"] for row in here.base.connection.execute(f"pragma table_info({name})")}
        assert set(relation.columns) <= columns, name
        found |= {each for each in columns if all_tables.column(relation, each) is common.COLUMNS.get(each)}
    found |= {
        each for each in common.COLUMNS for query in load_words("queries.yaml").values() if f"as {each}" in query["sql"]
    }
    assert set(common.COLUMNS) <= found


def test_no_word_names_a_game(here: Site) -> None:
    said = [json.dumps(load_words(name)) for name in ("metadata.yaml", "queries.yaml")]
    for relation in all_tables.BY_NAME.values():
        said += [relation.title, relation.means, *(column.means for column in relation.columns.values())]
    assert not [game for game in here.base.games() for each in said if game in each]


def test_machinery_is_hidden_and_the_rest_is_offered(get: Get, here: Site) -> None:
    shown = {table["name"]: table["hidden"] for table in get(f"/{here.database}.json").json()["tables"]}
    offered = {name for name, relation in all_tables.BY_NAME.items() if relation.shown}
    assert {name for name, hidden in shown.items() if not hidden} == offered & set(shown)
    assert {"postings", "words", "rulings_fts", "scenario_cases"} <= {name for name, hidden in shown.items() if hidden}


# -- pages ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_table_and_view_opens(get: Get, here: Site) -> None:
    for name in sorted(names(here.base.connection)):
        for path in (f"/{here.database}/{name}", f"/{here.database}/{name}.json?_size=5"):
            response = get(path)
            assert response.status_code == 200 and "message-error" not in response.text, path


def test_each_offers_its_facets(get: Get, here: Site) -> None:
    for name, relation in all_tables.BY_NAME.items():
        if relation.shown:
            found = get(f"/{here.database}/{name}.json?_size=1").json()["facet_results"]
            assert [each["name"] for each in found.values()] == list(relation.shown.facets), name


def test_rulings_can_be_kept_to_a_section(get: Get, here: Site) -> None:
    found = get(f"/{here.database}/rulings.json?_size=1&_facet_size=max").json()["facet_results"]["sections"]["results"]
    section, count = here.base.connection.execute(
        "select section, count(*) as n from ruling_sections group by 1 order by n desc, 1"
    ).fetchone()
    assert {each["value"]: each["count"] for each in found}[section] == count


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/kb",
        "/kb/rulings",
        "/kb/rulings/rev-sub-2",
        "/kb/search",
        "/-/versions",
        "/ledger",
        "/ledger/revised-faq",
        "/coverage",
        "/scenario/revised/destroyer-hit-shoots-back",
        "/kb/nothing",
    ],
)
def test_every_page_has_the_ways_and_a_search_box(get: Get, path: str) -> None:
    page = get(path).text
    header = page[page.index("<header") : page.index("</header>")]
    assert {"/", "/judge", "/kb", "/ledger", "/coverage"} <= set(hrefs(header))
    assert page.count('href="/changes"') >= 1, "the line about the build leads to what changed"
    assert page.count('role="search" action="/judge"') == 1


def test_a_list_tells_what_it_is_before_anything_else(get: Get, here: Site) -> None:
    for name, relation in all_tables.BY_NAME.items():
        if relation.shown:
            main = get(f"/{here.database}/{name}").text.partition("<main")[2]
            told = main.index(html.escape(relation.means).replace("&#x27;", "&#39;"))
            assert main.index("<h1>") < told < main.index("<form")


def test_a_column_is_headed_in_words(get: Get) -> None:
    heads = re.findall(r"<th [^>]*>(?:<a [^>]*>)?([^<]*)", get("/kb/rulings").text)
    assert heads[:4] == ["Id", "Verdict", "Game", "Document"] and "Authority date" in heads
    assert not [each for each in heads if "_" in each]
    side_by_side = get("/kb/topics_side_by_side").text
    assert "Europe 1940" in re.findall(r"<th [^>]*>(?:<a [^>]*>)?([^<]*)", side_by_side)


def test_an_id_is_told_by_its_title(get: Get, here: Site) -> None:
    row = here.base.connection.execute("select * from section_links").fetchone()
    section = here.base.connection.execute("select title from sections where id = ?", [row["section"]]).fetchone()[0]
    link = f'title="{row["section"]}">{html.escape(section)}</a>'
    assert link in get(f"/{here.database}/section_links?ruling={row['ruling']}").text


def test_a_row_whose_key_is_several_columns_has_a_short_link(get: Get) -> None:
    links = re.findall(r'<td class="col-Link[^>]*>(.*?)</td>', get("/kb/ruling_sections").text)
    assert len(links) == 25 and get(hrefs(links[0])[0]).status_code == 200
    assert {re.sub("<[^>]*>", "", each) for each in links} == {"row"}


def test_a_long_text_opens_and_nothing_of_it_is_lost(get: Get, here: Site) -> None:
    longest = here.base.connection.execute(
        "select id, answer_text from rulings order by length(answer_text) desc"
    ).fetchone()
    page = get(f"/{here.database}/rulings?id={longest['id']}").text
    cell_html = re.search(r'<td class="col-answer_text[^>]*>(.*?)</td>', page, re.DOTALL)
    assert cell_html and "<details" in cell_html[1]
    whole = html.unescape(re.sub(r"<[^>]+>", "", cell_html[1].replace("… more", "")))
    assert whole == longest["answer_text"]


def test_a_list_has_a_screenful_of_rows_and_more_on_the_next(get: Get) -> None:
    page = get("/kb/rulings").text
    assert page.count("<tr>") == 26 and "Next page" in page
    (onward,) = [href for href in hrefs(page) if "_next=" in href]
    assert get(onward.removeprefix(PUBLIC)).status_code == 200
