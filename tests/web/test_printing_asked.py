"""The judge's page asks once which printing is on the table, and tells verdicts for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.apart import Get
from tests.web.judge_html import cards, shown

#: a ruling that differs in the other printing, and what each says
DIFFERENT, FIRST, SECOND = (
    "e40-scr-1",
    "Planes may scramble only from an island with an airbase",
    "There any territory with an operative air base",
)
ASKED = "/judge?q=can+I+scramble+from+the+united+kingdom"


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    """A phone that has not been here yet."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, service_workers="block")
    yield context.new_page()
    context.close()


def question(page: Any) -> Any:
    return page.locator(".printings:not([hidden])")


def test_nobody_is_asked_about_a_game_with_one_printing(phone: Any, live: str) -> None:
    for path in ("/judge", "/judge?q=sub&game=revised"):
        phone.goto(live + path)
        assert question(phone).count() == 0


def test_it_is_asked_once_and_the_answer_is_kept(phone: Any, live: str) -> None:
    phone.goto(f"{live}{ASKED}&game=europe-1940")
    assert " ".join(question(phone).inner_text().split()) == "Which printing is on the table? 2010 2012 don't know"
    question(phone).locator(".chip", has_text="2012").click()
    phone.wait_for_url("**printing=2012**")
    head = phone.locator(f".card[data-id={DIFFERENT}] h3")
    expect(head).to_have_text(re.compile(f"^\\s*2012: different. {SECOND}"), use_inner_text=True)
    assert not question(phone).is_visible()
    phone.goto(f"{live}/judge")
    phone.locator("#q").fill("can I scramble from the united kingdom")
    phone.locator(".card h3", has_text=SECOND).wait_for()
    assert not question(phone).is_visible()


def test_who_does_not_know_is_not_asked_again_and_gets_both(phone: Any, live: str) -> None:
    phone.goto(f"{live}{ASKED}&game=europe-1940")
    with phone.expect_response("**part=results*printing=any**"):
        question(phone).locator(".chip", has_text="don't know").click()
    expect(question(phone)).not_to_be_visible()
    phone.wait_for_timeout(100)  # what was answered is remembered once the answer is shown
    phone.goto(f"{live}{ASKED}")
    head = phone.locator(f".card[data-id={DIFFERENT}] h3")
    head.wait_for()
    assert not question(phone).is_visible()
    assert FIRST in head.inner_text() and SECOND in head.inner_text()


def test_it_is_asked_where_only_the_question_names_the_game(phone: Any, live: str) -> None:
    phone.goto(f"{live}/judge?q=g40+scramble")
    question(phone).wait_for()


def test_the_answer_can_be_changed(phone: Any, live: str) -> None:
    phone.goto(f"{live}{ASKED}&game=europe-1940&printing=2012")
    phone.locator("form#ask details > summary").first.click()
    question(phone).locator(".chip", has_text="2010").click()
    phone.wait_for_url("**printing=2010**")


def test_without_a_script_the_question_is_a_part_of_the_form(browser: Any, live: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live}{ASKED}&game=europe-1940")
    question(page).locator(".chip", has_text="2012").click()
    page.get_by_role("button", name="Find").click()
    assert "printing=2012" in page.url
    context.close()


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    [
        ("", (FIRST, SECOND), ()),
        ("any", (FIRST, SECOND), ()),
        ("2010", (FIRST,), (SECOND,)),
        ("2012", (SECOND,), (FIRST,)),
    ],
)
def test_card_page_and_slip_tell_the_verdict_of_the_printing(
    get: Get, said: str, told: tuple[str, ...], not_told: tuple[str, ...]
) -> None:
    event = f"game=europe-1940&printing={said}"
    heads = [
        re.search(r"<h3.*?</h3>", cards(get(f"/judge?q={DIFFERENT}&{event}").text)[DIFFERENT], re.DOTALL),
        re.search(r"<h1 class=\"verdict\".*?</h1>", get(f"/r/{DIFFERENT}?{event}").text, re.DOTALL),
        re.search(r"<h2 id.*?</h2>", get(f"/r/{DIFFERENT}/slip?{event}").text, re.DOTALL),
    ]
    for head in heads:
        assert head
        text = shown(head[0])
        assert [each for each in told if each not in text] == [] and [each for each in not_told if each in text] == []


def test_a_printing_of_another_game_says_nothing_of_this_one(get: Get) -> None:
    text = shown(cards(get(f"/judge?q={DIFFERENT}&game=revised&printing=2004&all=1").text).get(DIFFERENT, ""))
    slip = shown(get(f"/r/{DIFFERENT}/slip?game=revised&printing=2004").text)
    assert FIRST in slip and SECOND in slip and (not text or (FIRST in text and SECOND in text))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_question_is_accessible_and_fits_a_phone(browser: Any, live: str, scheme: str) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    page.goto(f"{live}{ASKED}&game=europe-1940")
    assert all(each.bounding_box()["height"] >= 44 for each in question(page).locator(".chip").all())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.close()
