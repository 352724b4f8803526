"""The address of a ruling is for life: as a page and as JSON, in other spellings, withdrawn, below a base URL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from datasette.app import Datasette

from kb.knowledge import KnowledgeBase
from kb.store import lookup, read
from kb.web.serve import site
from tests.web.apart import Get, asking
from tests.web.conftest import PUBLIC
from tests.web.reading import Page, loads_only_its_own

# -- as JSON ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_json_is_the_record_of_the_library(get: Get, base: KnowledgeBase) -> None:
    for ruling in base.ids():
        response = get(f"/r/{ruling}.json")
        told = response.json()
        assert (told.pop("permalink"), told.pop("digest")) == (f"{PUBLIC}/r/{ruling}", base.build.digest)
        assert told == base.ruling(ruling)
        assert response.headers["access-control-allow-origin"] == "*"


def test_without_a_public_address_the_permalink_is_a_path(built: str) -> None:
    assert asking(site(read.find(built), base_url="/x/"))("/r/rev-sub-2.json").json()["permalink"] == "/x/r/rev-sub-2"


# -- other ids -------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["", ".json"])
@pytest.mark.parametrize("told", ["REV-Sub-2", "%20rev-sub-2", "rev%2DSUB-2", "rev-sub2", "REV_SUB_2"])
def test_another_spelling_leads_to_the_one_address(get: Get, told: str, ending: str) -> None:
    response = get(f"/r/{told}{ending}")
    assert (response.status_code, response.headers["location"]) == (301, f"/r/rev-sub-2{ending}")


@pytest.mark.parametrize("path", ["/rev-sub-2", "/rev-sub2", "/REV_SUB_2"])
def test_an_id_alone_leads_to_its_page(get: Get, path: str) -> None:
    response = get(path)
    assert (response.status_code, response.headers["location"]) == (301, "/r/rev-sub-2")
    assert get("/rev-sub-99").status_code == get("/kb/rev-sub-2").status_code == 404


def test_two_ids_of_the_same_letters_are_not_guessed_between(edited: Callable[..., Get]) -> None:
    get = edited("update rulings set id = 'rev-s-ub-2' where id = 'rev-sub-3'")
    assert get("/r/revsub2").status_code == 404
    assert get("/r/rev_s_ub_2").headers["location"] == "/r/rev-s-ub-2"


def test_an_id_that_never_was_is_answered_with_near_misses(get: Get) -> None:
    response = get("/r/rev-sub-99")
    page = Page(response.text)
    assert response.status_code == 404
    assert "There is no ruling 'rev-sub-99'." in page.texts("p")
    assert {"/r/rev-sub-9", "/judge"} <= set(page.links())
    told = get("/r/rev-sub-99.json")
    assert told.status_code == 404
    assert "there is no ruling 'rev-sub-99'" in told.json()["error"]


def test_rulings_in_a_line_come_in_the_order_asked_for(base: KnowledgeBase) -> None:
    found = lookup.summaries(base.connection, ["rev-sub-2", "rev-sub-99", "rev-sub-1"])
    assert list(found) == ["rev-sub-2", "rev-sub-1"]
    assert found["rev-sub-2"]["verdict"] == base.ruling("rev-sub-2")["verdict"]


def test_an_id_with_nothing_near_is_a_page_too(get: Get) -> None:
    response = get("/r/zzzz")
    assert response.status_code == 404
    assert not [link for link in Page(response.text).links() if link.startswith("/r/")]


@pytest.mark.parametrize(
    "hostile", ["%3Cscript%3Ealert(1)%3C%2Fscript%3E", "%22%3E%3Cb%3E", "%00", "%FF", "'--", "a" * 3000]
)
def test_nothing_of_a_hostile_id_comes_back_as_a_tag(get: Get, hostile: str) -> None:
    response = get(f"/r/{hostile}")
    assert response.status_code in (400, 404)
    page = Page(response.text)
    loads_only_its_own(page)
    assert not page.all("b")


WITHDRAWN = """insert into retired values ('rev-sub-99', '2030-01-02', 'it repeated <b>another</b>', null),
                                          ('rev-sub-98', '2030-01-02', 'it was split', 'rev-sub-2')"""


def test_a_withdrawn_id_says_when_and_why(edited: Callable[..., Get]) -> None:
    get = edited(WITHDRAWN)
    response = get("/r/REV-SUB-99")
    assert response.status_code == 410
    told = "Rev-sub-99 was withdrawn on 2030-01-02 because it repeated <b>another</b>; it has no successor."
    assert told in Page(response.text).texts("p")
    as_json = get("/r/rev-sub-99.json")
    assert as_json.status_code == 410
    assert "2030-01-02" in as_json.json()["error"]


@pytest.mark.parametrize("ending", ["", ".json"])
def test_an_old_id_leads_to_its_successor(edited: Callable[..., Get], ending: str) -> None:
    response = edited(WITHDRAWN)(f"/r/rev-sub-98{ending}")
    assert (response.status_code, response.headers["location"]) == (301, f"/r/rev-sub-2{ending}")


# -- where it stands -------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_link_respects_the_base_url(edited: Callable[..., Get]) -> None:
    get = edited(WITHDRAWN, base_url="/x/")
    for path in ("/r/rev-sub-2", "/r/rev-err-7", "/r/rev-sub-99", "/r/rev-sub-97"):
        page = Page(get(path).text)
        links = [
            *page.links(),
            *(e.attributes["href"] for e in page.all("link")),
            *(e.attributes["src"] for e in page.all("script")),
        ]
        assert [link for link in links if not link.startswith(("/x/", "#", PUBLIC))] == []
    assert get("/r/REV-SUB-2").headers["location"] == get("/rev-sub2").headers["location"] == "/x/r/rev-sub-2"
    assert get("/r/rev-sub-98").headers["location"] == "/x/r/rev-sub-2"


def test_a_database_of_that_name_is_not_shadowed(built: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "r.db")) as other:
        other.execute("create table hulls (id text)")
    get = asking(Datasette([str(tmp_path / "r.db")], immutables=[read.find(built).path(read.BASE)]))
    assert "hulls" in get("/r").text
    assert get("/r/hulls").status_code == 200
    assert "Table not found" in get("/r/rev-sub-2").text
    assert "/-/kb/r/rev-sub-2.json" in get("/-/kb/r/rev-sub-2").text
    assert get("/-/kb/r/REV-SUB-2").headers["location"] == "/-/kb/r/rev-sub-2"
