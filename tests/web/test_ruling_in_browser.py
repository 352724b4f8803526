"""A ruling's own page on a phone: two screens before what is folded, the box at the thumb, one tap to the picture."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from tests.web.at_judge import DESK, PHONE, Open

#: of so many rulings, one in so many is looked at
EACH = 7
HEIGHT = "document.documentElement.scrollHeight"


def test_nearly_every_ruling_is_two_screens_of_a_phone(opened: Open, live: str, base: KnowledgeBase) -> None:
    page, heights = opened(), {}
    for ruling in base.ids()[::EACH]:
        page.goto(f"{live}/r/{ruling}")
        heights[ruling] = page.evaluate(HEIGHT)
    longer = {ruling: height for ruling, height in heights.items() if height > 2 * PHONE["height"]}
    assert len(longer) <= len(heights) / 10, longer
    assert max(heights.values()) <= 2.5 * PHONE["height"], longer


def test_verdict_official_words_and_source_come_before_what_is_folded(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/r/rev-sub-2")
    order = [page.locator(each).first.bounding_box()["y"] for each in ("h1", ".official", ".source", ".fold")]
    assert order == sorted(order) and order[2] < PHONE["height"]
    assert page.locator("details[open]").count() == 0


def test_the_box_of_a_ruling_asks_the_judges_page(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/r/rev-sub-2")
    page.keyboard.press("/")
    page.keyboard.type("rockets")
    box = page.locator("#q").bounding_box()
    assert PHONE["height"] * 0.75 < box["y"] and box["y"] + box["height"] <= PHONE["height"]
    page.keyboard.press("Enter")
    page.locator(".card").first.wait_for()
    assert page.url.endswith("/judge?q=rockets")


def test_the_picture_is_a_tap_away_and_a_link_may_lead_to_it(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/r/rev-sub-2")
    assert not page.locator(".kb-board").first.is_visible()
    page.get_by_role("heading", name="Played: 1 case, 1 contrast").click()
    assert page.locator(".kb-board").first.is_visible()
    led = opened()
    led.goto(f"{live}/r/rev-sub-2#proof")
    led.locator(".kb-board").first.wait_for()
    wide = opened(viewport=DESK)
    wide.goto(f"{live}/r/rev-sub-2")
    wide.locator(".kb-board").first.wait_for()


def test_long_official_words_go_on_when_asked(opened: Open, live: str, base: KnowledgeBase) -> None:
    (longest,) = base.connection.execute("select id from rulings order by length(answer) desc limit 1").fetchone()
    page = opened()
    page.goto(f"{live}/r/{longest}")
    before = page.evaluate(HEIGHT)
    page.locator(".more").first.click()
    assert page.evaluate(HEIGHT) > before + 100
    assert page.locator(".answer").evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")
    assert page.locator(".more").first.inner_text() == "Less"
