"""The judge's page in a real browser, as one types: what is found, for which edition, phase and event."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.search.query_limits import LONGEST_QUERY
from kb.web.judge_query import MOST
from kb.web.shared import LONGEST_EVENT, found
from tests.web.at_judge import DESK, PHONE, Open, ask, choose, edition, ids, unfold


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_judge_searches_as_he_types_and_opens_a_result(
    opened: Open, live: str, base: KnowledgeBase, size: Any
) -> None:
    page = opened(viewport=size)
    page.goto(f"{live}/judge")
    page.keyboard.press("/")
    page.keyboard.type("does a destroyer that a sub hit")
    page.locator(".card").first.wait_for()
    expected = base.search("does a destroyer that a sub hit shoot back")
    assert ask(page, "does a destroyer that a sub hit shoot back") == [hit.id for hit in expected] != []
    assert page.locator("#status").inner_text() == found(len(expected), expected.state)
    first = page.locator(".card").first
    assert not first.locator(".official").is_visible()
    first.locator("summary").first.click()
    assert first.locator(".official").is_visible() and first.locator(".fold summary").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.locator("#q").press("Escape")
    page.locator(".card").first.wait_for(state="detached")
    assert page.locator("#q").input_value() == ""


def test_edition_and_phase_are_large_and_stay_set(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=sub")
    assert choose(page, "Revised") == [hit.id for hit in base.search("sub", game="revised")]
    found = choose(page, "Noncombat")
    noncombat = {r[0] for r in base.connection.execute("select ruling from ruling_phases where phase = 'noncombat'")}
    assert set(found) <= noncombat != set() != set(found)
    assert page.url.endswith("?q=sub&game=revised&phase=noncombat")
    page.goto(f"{live}/judge")
    page.locator("#chosen", has_text="Revised · Noncombat").wait_for()
    unfold(page)
    assert page.locator("input[name=game]:checked").get_attribute("value") == "revised"
    for target in page.locator(".chip:visible, button:visible, .button:visible, summary:visible, #q").all():
        assert target.bounding_box()["height"] >= 44


def test_an_event_is_set_told_shared_and_forgotten(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=technology&game=revised")
    unfold(page)
    page.locator("#event > summary").click()
    page.locator("#name").fill("Fall Open")
    page.locator("fieldset", has_text="Technology").locator(".chip", has_text="not in force").click()
    page.locator("#chosen", has_text="Revised · Any phase · Fall Open · Technology not in force").wait_for()
    page.get_by_text("Not in force at this event: Technology is off.").first.wait_for()
    assert page.locator("fieldset", has_text="Global game").count() == 1
    assert not page.locator("fieldset", has_text="Global game").is_visible()
    shared = page.locator("#link").get_attribute("href")
    assert shared.endswith("/judge?event=Fall+Open&game=revised&off=technology")
    other = opened()
    other.goto(shared if shared.startswith("http") else live + shared)
    other.locator("#chosen", has_text="Technology not in force").wait_for()
    page.locator("#forget").click()
    page.locator("#chosen", has_text=re.compile("^Revised · Any phase$")).wait_for()
    assert page.locator("#name").input_value() == ""


def test_each_question_is_asked_once_and_an_older_one_is_given_up(opened: Open, live: str) -> None:
    page, answered = opened(), []
    page.goto(f"{live}/judge")
    page.on("requestfinished", lambda asked: answered.append(asked.url) if "part=results" in asked.url else None)
    page.evaluate("""for (const words of ["sub", "rockets"]) {
      const form = document.querySelector("#ask");
      form.elements.q.value = words;
      form.elements.q.dispatchEvent(new Event("input", {bubbles: true}));
      form.requestSubmit();
    }""")
    page.locator(".card").first.wait_for()
    page.wait_for_timeout(400)  # longer than the page waits for more letters
    assert [re.findall(r"q=(\w+)", url) for url in answered] == [["rockets"]]


def test_a_refused_question_is_told_and_not_kept(browser: Any, live: str) -> None:
    page = browser.new_page()
    page.goto(f"{live}/judge?game=revised")
    page.locator(".card").first.wait_for()
    page.locator(".chip", has_text="Europe 1940").evaluate("chip => chip.querySelector('input').checked = true")
    ask(page, "ü" * LONGEST_QUERY)
    assert page.locator("#results .hint").inner_text() == "That address is too long."
    assert page.locator("#status").inner_text() == "That did not work"
    assert page.evaluate("localStorage.getItem('kb-judge-profile')") == "game=revised"
    assert ask(page, "sub\x01\x02")
    assert page.evaluate("localStorage.getItem('kb-judge-profile')") == "game=europe-1940"
    page.close()


def test_the_page_knows_the_bounds_of_the_server(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    bounds = [page.locator(f"#{name}").get_attribute("maxlength") for name in ("q", "name")]
    assert [*map(int, bounds)] == [LONGEST_QUERY, LONGEST_EVENT]
    assert page.locator("#ask").get_attribute("data-most") == str(MOST)


NAMES = [
    "Fall\u200b Open",
    "  a\x85b\xa0c ",
    "x\u00ad\u202ey\x00z",
    "\ufeffZürich 🏳️\u200d🌈 2026",
    "a\u2028b \ud7ff\ue000",
    "\x1c",
]


def test_an_events_name_is_read_as_python_reads_it(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    url = page.locator("script[src*='judge.js']").get_attribute("src").replace("judge.js", "profile.js")
    read_there = """async ([url, names]) => {
      const { read } = await import(url);
      return names.map((event) => read(new URLSearchParams({event})).event);
    }"""
    printed = ["".join(c for c in " ".join(name.split()) if c.isprintable()) for name in NAMES]
    assert page.evaluate(read_there, [url, NAMES]) == printed


def test_without_a_script_the_page_is_a_form(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened(java_script_enabled=False)
    page.goto(f"{live}/judge")
    page.locator("#q").fill("sub")
    page.locator(".chip", has_text="Revised").click()
    page.get_by_role("button", name="Find").click()
    assert ids(page) == [hit.id for hit in base.search("sub", game="revised")]


def test_the_edition_that_is_typed_sets_its_button_until_it_is_taken_away(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=aa50+submarines")
    assert edition(page) == "anniversary"
    assert ask(page, "aa50 submarines submerge") == [hit.id for hit in base.search("aa50 submarines submerge")]
    assert edition(page) == "anniversary"
    assert "game=" not in page.url, "nobody chose it"
    assert ask(page, "submarines submerge") == [hit.id for hit in base.search("submarines submerge")]
    assert edition(page) == ""
    ask(page, "aa50 submarines submerge")
    choose(page, "All editions")
    page.locator(".hint.all").wait_for()
    assert ids(page) == [hit.id for hit in base.search("aa50 submarines submerge", all_games=True)]
    assert edition(page) == "" and page.url.endswith("&all=1")
    page.reload()
    assert edition(page) == "" and page.locator(".hint.all").is_visible()
    page.locator(".hint.all a").click()
    page.locator(".hint.only").wait_for()
    assert edition(page) == "anniversary"
    choose(page, "Revised")
    page.locator(".hint.chosen").wait_for()
    assert {ruling[:4] for ruling in ids(page)} == {"rev-"} and page.url.endswith("&game=revised")
    page.locator(".hint.chosen a").click()
    page.locator(".hint.only").wait_for()
    assert edition(page) == "anniversary", "although the edition that was chosen is remembered"
