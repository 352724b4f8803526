"""The front page: a search box, the games with what each holds, and what is new."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from kb.knowledge import KnowledgeBase
from kb.store import read
from kb.web.serve import site
from tests.web.apart import Get, run
from tests.web.judge_html import hrefs, shown
from tests.web.other_builds import plain_datasette


@pytest.fixture(scope="module")
def front(get: Get) -> str:
    return str(get("/").text)


def entries(front: str, name: str) -> list[str]:
    """The HTML of each entry of one of the lists."""
    found = re.search(rf'<ul class="{name}">(.*?)</ul>', front, re.DOTALL)
    assert found
    return re.findall(r"<li>(.*?)</li>", found[1], re.DOTALL)


def test_what_is_typed_goes_to_the_judge_s_page(get: Get, front: str) -> None:
    form = re.search(r'<form class="ask large" role="search" action="([^"]*)">(.*?)</form>', front, re.DOTALL)
    assert form and form[1] == "/judge" and 'name="q"' in form[2]
    assert front.index("<form") < front.index("<h2>")


def test_every_example_is_answered(base: KnowledgeBase, front: str) -> None:
    asked = [html.unescape(each) for each in re.findall(r'<a href="/judge\?q=[^"]*">([^<]*)</a>', front)]
    assert len(asked) >= 2
    assert [base.search(each).match for each in asked] == ["close"] * len(asked)


def test_every_game_tells_what_it_holds_and_leads_to_it(get: Get, base: KnowledgeBase, front: str) -> None:
    rulings = list(base.rulings())
    games = base.connection.execute("select id, title from games order by rowid").fetchall()
    for game, entry in zip(games, entries(front, "games"), strict=True):
        own = [each for each in rulings if each["game"] == game["id"]]
        open_ones = sum(each["proof"] == "none" for each in own)
        text = shown(entry)
        assert game["title"] in text and f"{len(own)} rulings" in text
        assert ("all proved" in text) == (not open_ones)
        assert open_ones == 0 or f"{len(own) - open_ones} proved" in text
        to_ask, to_list = hrefs(entry)
        assert to_ask == f"/judge?game={game['id']}"
        assert get(to_list.replace("?", ".json?") + "&_size=1").json()["filtered_table_rows_count"] == len(own)


def test_two_printings_are_told(front: str) -> None:
    told = [entry for entry in entries(front, "games") if "printings of" in entry]
    assert len(told) == 1 and "printings of 2010 and 2012" in told[0]


def test_the_documents_stand_newest_first_with_their_dates(base: KnowledgeBase, front: str) -> None:
    documents = base.connection.execute("select title, published from documents").fetchall()
    dated = sorted((each["published"], each["title"]) for each in documents if each["published"])[::-1]
    told = [shown(entry) for entry in entries(front, "new")]
    assert [each.split(" ")[0] for each in told] == [*(date for date, _ in dated), "undated", "undated"]
    for (_, title), line in zip(dated, told, strict=False):
        assert title in line


def test_errata_are_counted_and_lead_to_what_they_change(get: Get, base: KnowledgeBase, front: str) -> None:
    by_game: dict[str, int] = {}
    for each in base.rulings():
        by_game[each["game"]] = by_game.get(each["game"], 0) + (each["kind"] == "erratum")
    lines = [entry for entry in entries(front, "new") if "errata" in entry]
    assert len(lines) == sum(many > 0 for many in by_game.values())
    for line in lines:
        (link,) = [href for href in hrefs(line) if "errata" in href]
        game = link.rpartition("=")[2]
        assert f"{by_game[game]} errata" in shown(line) and get(link).status_code == 200


def test_nobody_has_to_know_what_a_table_is(front: str) -> None:
    """The tables are one link below everything else; none of them is named."""
    main = front[front.index("<main") : front.index("</main>")]
    assert main.rstrip().endswith("Browse the data</a></p>") and quote("/kb") in hrefs(main)[-1]
    assert "table" not in shown(main).lower() and "row" not in shown(main).lower().split()


def test_a_user_s_own_words_win(built: str) -> None:
    own = site(read.find(built))
    own._metadata_local["title"] = "Our club"
    page = run(own.client.get("/")).text
    assert "<h1>Our club</h1>" in page and "/judge" in hrefs(page)


def test_beside_other_databases_the_first_page_is_not_ours(built: str, tmp_path: Path) -> None:
    both = plain_datasette(built, tmp_path / "other.db")
    ask: Any = both.client.get
    assert "<h1>Datasette</h1>" in run(ask("/")).text and "browse.css" not in run(ask("/other/t")).text
    assert "<h1>The knowledge base" in run(ask("/kb")).text and "browse.css" in run(ask("/kb")).text
