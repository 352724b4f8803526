"""The judge's page for every reader: with a keyboard, with a screen reader, in the dark, without motion."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from kb.knowledge import KnowledgeBase
from kb.search.state import ANSWERED
from kb.web.shared import found
from tests.web.at_judge import DESK, PHONE, Open, ask, unfold

WORDS = "can a sub hit a plane"
TYPES_WITHIN = """(head) => [head, ...head.querySelectorAll("*")].map((each) => getComputedStyle(each).fontSize)"""
FOCUS = """() => {
  const at = document.activeElement;
  return at.id || at.closest(".card")?.dataset.id || at.tagName;
}"""


def test_a_verdict_is_in_one_type(opened: Open, live: str) -> None:
    page = opened()
    for path, head in (("/judge?q=rev-sub-2", "h3"), ("/r/rev-sub-2", "h1"), ("/r/rev-sub-2/slip", "article h2")):
        page.goto(f"{live}{path}")
        verdict = page.locator(head).first
        assert verdict.inner_text().startswith("A destroyer hit by a submarine"), "not in capitals"
        assert len(set(verdict.evaluate(TYPES_WITHIN))) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    "path",
    [
        "/judge",
        "/judge?q=can+a+sub+hit+a+plane",
        "/judge?q=technology&game=europe-1940&printing=2012&off=technology",
        "/judge?q=who+controls+neutral+territories&game=revised",
        "/judge?q=recipe+for+apple+pie",
        "/r/rev-sub-2",
        "/r/rev-sub-2/slip",
        "/ledger/revised-faq",
        "/coverage",
        "/changes",
    ],
)
def test_nobody_is_left_out(opened: Open, live: str, path: str, scheme: str, size: Any) -> None:
    page = opened(color_scheme=scheme, viewport=size)
    page.goto(live + path)
    page.wait_for_timeout(100)
    assert complaints(page) == []
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.wait_for_timeout(100)
    assert complaints(page) == []


def complaints(page: Any) -> list[tuple[Any, ...]]:
    told = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["target"], each["nodes"][0]["failureSummary"]) for each in told]


def test_keys_lead_from_the_box_through_the_results_and_back(opened: Open, live: str) -> None:
    page = opened(viewport=DESK)
    page.goto(f"{live}/judge")
    page.keyboard.press("/")
    assert page.evaluate(FOCUS) == "q"
    first, second, *_ = ask(page, WORDS)
    walked = []
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
        walked.append(page.evaluate(FOCUS))
    assert walked == [first, second, first, "q"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".card").first.locator(".official").is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUS) == "q" and page.locator("#q").input_value() == WORDS
    page.keyboard.press("Escape")
    assert page.locator("#q").input_value() == ""
    page.locator(".card").first.wait_for(state="detached")


def test_a_slash_in_a_question_is_a_slash_and_escape_folds_the_filters(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    page.locator("#q").press_sequentially("a/b")
    assert page.locator("#q").input_value() == "a/b"
    unfold(page)
    page.locator("input[name=game]").first.focus()
    page.keyboard.press("Escape")
    assert not page.locator(".sheet").is_visible()
    assert page.evaluate("document.activeElement.matches('#filters > summary')")


def test_what_has_the_focus_is_not_below_the_box(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    many = len(ask(page, WORDS))
    page.locator("#q").focus()
    for _ in range(many):
        page.keyboard.press("ArrowDown")
        focused = page.locator(":focus").bounding_box()
        assert focused["y"] >= 0 and focused["y"] + focused["height"] <= page.locator("#ask").bounding_box()["y"]


def test_state_and_count_are_announced(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    status = page.get_by_role("status").and_(page.locator("#status"))
    assert status.inner_text() == ""
    many = len(ask(page, WORDS))
    assert status.inner_text() == f"Answered: {many} rulings"
    for words in ("when may the United States declare war in revised", "who controls neutral territories in revised"):
        state = base.search(words).state
        many = len(ask(page, words))
        assert state != ANSWERED and status.inner_text() == found(many, state)
    ask(page, "recipe for apple pie")
    assert status.inner_text() == "Nothing found"


def test_nothing_moves_for_those_who_do_not_want_it(opened: Open, live: str) -> None:
    def moving(page: Any) -> list[str]:
        page.goto(f"{live}/judge?q=sub")
        times = page.evaluate("""() => [...document.querySelectorAll("*")].flatMap((each) => ["", "::before", "::after"]
          .map((part) => getComputedStyle(each, part)).map((style) => style.transitionDuration + style.animationName))""")
        return [each for each in times if each != "0snone"]

    assert moving(opened(reduced_motion="no-preference"))
    assert moving(opened(reduced_motion="reduce")) == []
