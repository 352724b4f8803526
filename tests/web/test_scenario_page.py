"""A scenario's own page, and the tap that flips its decisive fact."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.store.scenarios import cases, scenario
from tests.web.apart import Get
from tests.web.reading import Page, loads_only_its_own

#: one that belongs to a section alone, with a contrast that changes the position
SECTION = "revised/only-cargo-goes-ashore"
BASE = "https://rulings.test"


@pytest.fixture(scope="module")
def pages(get: Get, base: KnowledgeBase) -> dict[str, Page]:
    """Every scenario's page."""
    names = [row[0] for row in base.connection.execute("select id from scenarios order by rowid")]
    answers = {name: get(f"/scenario/{name}") for name in names}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {name: Page(answer.text) for name, answer in answers.items()}


def test_every_scenario_has_a_page_that_says_what_came_of_it(pages: dict[str, Page], base: KnowledgeBase) -> None:
    for name, page in pages.items():
        told = scenario(base.connection, name)
        assert told
        assert page.texts("h1") == [told["title"]]
        came = f"✓ as {'ruled' if told['rulings'] else 'printed'}. {name}"
        assert page.texts("p", "came") == [came]
        loads_only_its_own(page)


def test_it_leads_to_what_it_proves(pages: dict[str, Page], base: KnowledgeBase, get: Get) -> None:
    for name, page in pages.items():
        told = scenario(base.connection, name)
        assert told
        links = page.links()
        assert {f"/r/{ruling}" for ruling in told["rulings"]} <= set(links), name
        titles = [
            base.connection.execute("select title from sections where id = ?", [s]).fetchone()[0]
            for s in told["sections"]
        ]
        assert set(titles) <= set(page.texts("a")), name
    row = next(link for link in pages[SECTION].links() if "/sections/" in link)
    assert get(row).status_code == 200


def test_every_step_is_told_with_what_its_rule_rests_on(pages: dict[str, Page], base: KnowledgeBase) -> None:
    for name, page in pages.items():
        links = set(page.texts("a"))
        steps = [e.text for e in page.all("li") if "ol" in e.around]
        for case in cases(base.connection, name):
            for step in case["trace"]:
                assert any(told.startswith(step["says"]) for told in steps), (name, step)
                assert {step["rule"], *step["cites"]} - {""} <= links, (name, step)


def test_what_a_rule_rests_on_is_a_section_or_a_ruling(pages: dict[str, Page], base: KnowledgeBase, get: Get) -> None:
    rulings, led = set(base.ids()), {}
    for page in pages.values():
        for link in (e for e in page.all("a") if "span" in e.around and "/rules/" not in e.attributes["href"]):
            led[link.text] = link.attributes["href"]
    sections = {text: link for text, link in led.items() if text not in rulings}
    assert {led[text] for text in rulings & set(led)} == {f"/r/{text}" for text in rulings & set(led)}
    assert sections and all("/sections/" in link for link in sections.values())
    assert get(sections["rev/p4-s2-opening-fire"]).status_code == 200


def test_steps_below_a_step_are_nested_in_it(pages: dict[str, Page], base: KnowledgeBase) -> None:
    for name, page in pages.items():
        depths = [e.around.count("ol") - 1 for e in page.all("li") if "ol" in e.around]
        written = [step["depth"] for case in cases(base.connection, name) for step in case["trace"]]
        assert sorted(depths) == sorted(written), name


def test_a_rule_of_a_trace_leads_to_its_row(pages: dict[str, Page], get: Get) -> None:
    links = [link for link in pages["revised/destroyer-hit-shoots-back"].links() if "/rules/" in link]
    assert links
    assert {get(link).status_code for link in links} == {200}


def test_a_position_that_does_not_change_is_drawn_once(pages: dict[str, Page], base: KnowledgeBase) -> None:
    for name, page in pages.items():
        drawn = [1 + (c["before"] != c["after"]) for c in cases(base.connection, name) if c["before"]]
        assert len(page.all("ul", "board")) == sum(drawn), name


def test_a_contrast_without_a_change_marks_what_is_done_instead(pages: dict[str, Page], base: KnowledgeBase) -> None:
    seen = 0
    for name, page in pages.items():
        first, *contrasts = cases(base.connection, name)
        marked = page.texts("mark")
        for contrast in contrasts:
            if contrast["before"] and not contrast["change"]:
                seen += 1
                assert [
                    line for line in contrast["story"] if line not in first["story"] and line not in marked
                ] == [], name
                assert marked, name
    assert seen


# -- in a browser ----------------------------------------------------------------------------------


class Tab:
    """A page in Chromium that is answered by our site; what its console says is kept."""

    def __init__(self, page: Any, get: Get) -> None:
        self.page, self.said = page, list[str]()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.route("**/*", lambda route: route.fulfill(**_answer(get, route.request.url)))

    def open(self, path: str) -> Any:
        self.page.goto(BASE + path)
        return self.page


def _answer(get: Get, url: str) -> dict[str, Any]:
    response = get(url.removeprefix(BASE))
    return {"status": response.status_code, "headers": dict(response.headers), "body": response.content}


@pytest.fixture
def tab(browser: Any, get: Get) -> Iterator[Tab]:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    opened = Tab(page, get)
    yield opened
    page.close()
    assert opened.said == []


def test_one_tap_flips_the_decisive_fact(tab: Tab) -> None:
    page = tab.open("/r/rev-sub-2")
    change = page.get_by_text("the United Kingdom has no destroyer and one transport")
    page.get_by_role("heading", name="Played: 1 case, 1 contrast").click()
    as_ruled = page.get_by_role("tab", name="As ruled")
    but = page.get_by_role("tab", name="But: A transport alone is gone before it can fire.")
    assert not change.is_visible()
    but.click()
    assert change.is_visible()
    assert (but.get_attribute("aria-selected"), as_ruled.get_attribute("aria-selected")) == ("true", "false")
    panel = page.get_by_role("tabpanel")
    assert panel.count() == 1
    assert "Before, with what is different marked" in panel.inner_text()
    panel.get_by_text("Every step, with its rules").click()
    assert panel.get_by_text("Lost in sea zone 5: one transport of the United Kingdom (battle).").is_visible()
    as_ruled.click()
    assert not change.is_visible()


def test_the_keyboard_walks_the_tabs(tab: Tab, base: KnowledgeBase) -> None:
    (name,) = base.connection.execute("select scenario from scenario_cases where number = 3 limit 1").fetchone()
    page = tab.open(f"/scenario/{name}")
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    count = tabs.count()
    for key, place in (
        ("ArrowRight", 1),
        ("ArrowDown", 2),
        ("Home", 0),
        ("ArrowLeft", count - 1),
        ("ArrowRight", 0),
        ("End", count - 1),
    ):
        page.keyboard.press(key)
        chosen = page.locator("[role=tab][aria-selected=true]")
        assert chosen.count() == 1
        assert chosen.evaluate("each => [...each.parentElement.children].indexOf(each)") == place, key
        assert chosen.evaluate("each => each === document.activeElement"), key
        assert page.locator("[role=tab][tabindex='0']").count() == 1


def test_a_phone_shows_it_without_scrolling_sideways(tab: Tab, base: KnowledgeBase) -> None:
    widest = "select ruling from topic_rulings group by ruling order by count(*) desc, ruling limit 2"
    most = "select ruling from scenario_rulings group by ruling order by count(*) desc, ruling limit 2"
    for (ruling,) in [*base.connection.execute(widest), *base.connection.execute(most)]:
        page = tab.open(f"/r/{ruling}")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") == 360, ruling


# -- reading ---------------------------------------------------------------------------------------


def test_a_scenario_is_read_as_plain_values(base: KnowledgeBase) -> None:
    told = scenario(base.connection, SECTION)
    assert told
    assert json.loads(json.dumps(told)) == told
    assert (told["passed"], told["contrast_passed"], told["suspect"], told["rulings"]) == (True, True, False, [])
    assert told["sections"]
    case, contrast = told["cases"]
    assert (case["change"], case["number"], contrast["number"]) == ([], 0, 1)
    assert contrast["change"] == ["Sea zone 6: the United Kingdom has one transport (with one infantry aboard)."]
    assert [set(step) for step in case["trace"]] == [{"depth", "says", "rule", "cites"}] * len(case["trace"])
    assert scenario(base.connection, "no/such") is None
