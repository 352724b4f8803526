"""Datasette's lists of rulings are searched as the judge's page is, and say what is known of the question."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest

from kb.knowledge import KnowledgeBase
from kb.store.tables import all_tables
from tests.web.apart import Get
from tests.web.judge_html import shown

#: what lists rulings, and the column that has them
LISTS = {
    "rulings": "id",
    **dict.fromkeys(("ruling_list", "errata_before_after", "section_links", "relations_in_words"), "ruling"),
}
#: a question in a player's words, none of which its ruling has
ASKED = "can tin cans shoot back at subs"


def found(get: Get, view: str, **asked: str) -> list[str]:
    """The rulings that a list has for a search, as JSON gives them."""
    said = "&".join(f"{name}={quote(value)}" for name, value in asked.items())
    response = get(f"/kb/{view}.json?_shape=array&_size=max&{said}")
    assert response.status_code == 200, response.text
    return [row[LISTS[view]] for row in response.json()]


def state_line(html: str) -> str:
    line = re.search(r'<p class="why">.*?</p>', html, re.DOTALL)
    return shown(line[0]) if line else ""


@pytest.mark.parametrize("view", LISTS)
@pytest.mark.parametrize("text", ["destroyer", ASKED])
def test_a_list_has_what_the_search_finds(get: Get, base: KnowledgeBase, view: str, text: str) -> None:
    there = {row[0] for row in base.connection.execute(f"select {LISTS[view]} from {view}")}
    assert set(found(get, view, _search=text)) == {hit.id for hit in base.search(text, limit=25)} & there != set()


def test_the_words_of_a_player_are_understood(get: Get) -> None:
    assert "rev-sub-2" in found(get, "rulings", _search=ASKED)
    assert found(get, "rulings", _search=ASKED, _searchmode="raw") == []


def test_the_best_stands_first(get: Get, base: KnowledgeBase) -> None:
    for view in ("rulings", "ruling_list"):
        page = get(f"/kb/{view}?_search={quote(ASKED)}").text
        assert re.findall(r'<tr><td [^>]*><a href="/r/([^"]+)"', page) == [
            hit.id for hit in base.search(ASKED, limit=25)
        ]


def test_a_list_of_one_game_says_that_this_game_has_no_ruling(get: Get, base: KnowledgeBase) -> None:
    page = get("/kb/ruling_list?game=revised&_search=convoy+disruption").text
    found = base.search("convoy disruption", game="revised")
    assert found.state == "other-game" and state_line(page).startswith(found.why)
    assert 'href="/judge?q=convoy+disruption&amp;game=revised"' in page and "No rows" in page


def test_a_list_that_answers_leads_to_the_judge_s_page(get: Get) -> None:
    line = state_line(get("/kb/ruling_list?_search=scramble").text)
    assert line == "Kept to the rulings that fit best. Ask on the judge's page"
    assert not state_line(get("/kb/ruling_list").text)


def test_other_searches_are_those_of_datasette(get: Get, base: KnowledgeBase) -> None:
    by_column = get("/kb/rulings.json?_shape=array&_size=max&_search_verdict=destroyer").json()
    assert by_column and all("destroy" in row["verdict"].lower() for row in by_column)
    rules: Any = get("/kb/statements.json?_shape=array&_search=destroyer").json()
    assert rules and all("destroyer" in row["says"].lower() for row in rules)


def test_what_cannot_be_understood_is_refused_in_a_line(get: Get) -> None:
    response = get("/kb/rulings.json?_search=game%3Anowhere")
    assert response.status_code == 400 and "nowhere" in response.text


def test_every_list_with_rulings_found_by_words_is_tested_here() -> None:
    found = {name for name, each in all_tables.BY_NAME.items() if "as rowid" in getattr(each, "sql", "")}
    assert found | {"rulings"} == set(LISTS)
