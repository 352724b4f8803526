"""The page of a statement: its sentence, what it rests on, and the rulings of its rule."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from kb.service.rulings import statement
from kb.text.search import CONFIDENCE, label
from tests.web.apart import Get
from tests.web.reading import Page, loads_only_its_own


def test_it_shows_everything_that_is_known(get: Get, base: KnowledgeBase) -> None:
    ranked = base.connection.execute("select id from statements where place >= 0 order by id").fetchall()
    for (name,) in ranked[::25]:
        found, response = statement(base, name), get(f"/rule/{name}")
        assert response.status_code == 200, name
        page = Page(response.text)
        assert page.texts("h1") == [found["says"]]
        assert page.texts("p", "source") == [f"{label(name, found['section'])} · {CONFIDENCE[found['confidence']]}"]
        links = set(page.links())
        assert {f"/r/{each['id']}" for each in found["rulings"]} <= links
        assert not found["scenario"] or f"/scenario/{found['scenario']}" in links
        assert not found["scenario"] or f"kb check --trace {found['scenario']}" in page.texts("code")
        loads_only_its_own(page)


def test_a_value_has_an_address_and_a_result_leads_to_it(get: Get) -> None:
    assert Page(get("/rule/value:revised/units/infantry.cost").text).texts("h1") == ["An infantry costs 3 IPCs."]
    found = Page(get("/judge?q=what+does+an+infantry+cost&game=revised").text)
    assert "/rule/value:revised/units/infantry.cost" in found.links()


def test_another_spelling_leads_to_the_address_and_near_misses_are_named(get: Get) -> None:
    response = get("/rule/Revised/Only-Submarines-Submerge")
    assert (response.status_code, response.headers["location"]) == (301, "/rule/revised/only-submarines-submerge")
    missing = get("/rule/revised/submarines-submerge")
    assert missing.status_code == 404 and "revised/only-submarines-submerge" in missing.text
