"""What a judge sees on a phone of 360 x 740 without scrolling, and that nothing moves from under his thumb."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.at_judge import PHONE, Open, ask, choose, unfold

QUESTIONS = [
    "can a sub hit a plane",
    "does a destroyer that a sub hit shoot back",
    "may I unload troops from a transport that retreated",
    "can rockets hit the same complex twice",
    "bombard after a sea battle",
    "what does china get in anniversary",
    "g40 when may the us declare war",
    "can fighters scramble from an air base in revised",
    "may a tank blitz through an empty territory",
    "who controls neutral territories in revised",
    "kamikaze",
    "industrial technology",
]
#: the state, the verdicts and the games that are wholly above the search box, and how many lines the closed ones have
SEEN = """() => {
  const end = document.querySelector("#ask").getBoundingClientRect().top;
  const whole = (node) => {
    const { top, bottom, height } = node.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= end;
  };
  const status = document.querySelector("#status");
  const lines = (node) => Math.round(node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight));
  const cards = [...document.querySelectorAll(".card")].filter((card) =>
    whole(card.querySelector("h3")) && whole(card.querySelector("summary .meta")));
  return {
    status: whole(status) && lines(status),
    rules: [...document.querySelectorAll(".rules li")].filter(whole).length,
    games: cards.map((card) => card.querySelector("summary .meta").innerText.split(" · ")[0]),
    lines: cards.map((card) => lines(card.querySelector("h3"))),
    wide: document.documentElement.scrollWidth,
  };
}"""


@pytest.fixture
def page(opened: Open, live: str) -> Any:
    shown = opened(has_touch=True, is_mobile=True)
    shown.goto(f"{live}/judge")
    return shown


def test_the_state_and_three_verdicts_with_their_games_are_on_the_first_screen(page: Any, short: list[str]) -> None:
    for words in QUESTIONS:
        ask(page, words)
        seen = page.evaluate(SEEN)
        assert (seen["status"], seen["wide"]) == (1, PHONE["width"]), (words, seen)
        assert len(seen["games"]) + seen["rules"] >= 3, (words, seen)
        assert set(seen["games"]) <= set(short), (words, seen)
        assert max([0, *seen["lines"][1:]]) <= 2, (words, seen)


@pytest.fixture
def short(base: Any) -> list[str]:
    """What the games are called in short."""
    return [row[0] for row in base.connection.execute("select short from games")]


def test_one_tap_opens_a_ruling_and_the_tapped_line_stays(page: Any) -> None:
    for words in QUESTIONS[:4]:
        ask(page, words)
        for number in (2, 0, 1):
            card = page.locator(".card").nth(number)
            line = card.locator("summary").first
            line.focus()  # a line at the very edge is moved off it
            before = (line.bounding_box(), page.evaluate("scrollY"))
            top = page.locator("#status").bounding_box()
            line.tap()
            assert card.locator(".official").is_visible()
            assert line.bounding_box()["y"] == before[0]["y"] and page.evaluate("scrollY") == before[1]
            assert page.locator("#status").bounding_box() == top
            line.tap()
            assert not card.locator(".official").is_visible()


def test_the_official_words_begin_on_the_screen_where_their_ruling_is_opened(page: Any) -> None:
    for words in QUESTIONS[:4]:
        ask(page, words)
        first = page.locator(".card").first
        first.locator("summary").first.tap()
        assert first.locator(".official").bounding_box()["y"] < page.locator("#ask").bounding_box()["y"]


def test_the_box_is_at_the_thumb_and_stays_there(page: Any) -> None:
    ask(page, QUESTIONS[0])
    at = page.locator("#q").bounding_box()
    assert at["y"] > PHONE["height"] * 0.75 and at["y"] + at["height"] <= PHONE["height"]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    assert page.locator("#q").bounding_box() == at
    last = page.locator(".foot > *").last.bounding_box()
    assert last["y"] + last["height"] <= page.locator("#ask").bounding_box()["y"], "the end of the page is not covered"


def test_on_a_wide_screen_the_box_is_at_the_top_and_stays_there(opened: Open, live: str) -> None:
    page = opened(viewport={"width": 1280, "height": 800})
    page.goto(f"{live}/judge?q=sub")
    page.evaluate("scrollTo(0, 300)")
    assert 0 <= page.locator("#q").bounding_box()["y"] < 40


def test_a_keyboard_that_lies_over_the_page_does_not_cover_the_box(page: Any) -> None:
    page.evaluate("""() => {
      Object.defineProperty(visualViewport, "height", { get: () => innerHeight - 300 });
      visualViewport.dispatchEvent(new Event("resize"));
    }""")
    box = page.locator("#q").bounding_box()
    assert PHONE["height"] - 400 < box["y"] and box["y"] + box["height"] <= PHONE["height"] - 300
    assert "interactive-widget=resizes-content" in page.locator("meta[name=viewport]").get_attribute("content")


def test_what_is_chosen_is_one_line_and_every_button_is_within_reach(page: Any) -> None:
    ask(page, QUESTIONS[0])
    folded = page.locator("#filters").bounding_box()
    assert folded["height"] <= 48 and not page.locator(".chip").first.is_visible()
    where = page.locator(".card h3").first.bounding_box()
    unfold(page)
    assert page.locator(".card h3").first.bounding_box() == where, "what was found does not move"
    for chip in page.locator(".row .chip").all():
        box = chip.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"], "without swiping"
        assert box["y"] >= 0 and box["y"] + box["height"] <= page.locator("#q").bounding_box()["y"]
    phases = page.locator("fieldset", has_text="Any phase").locator(".chip").all_inner_texts()
    assert phases[:3] == ["Any phase", "Combat", "Combat move"]
    choose(page, "Revised")
    choose(page, "Combat")
    assert page.locator("#chosen").inner_text() == "Revised · Combat"
    page.locator("#q").press_sequentially(" a")
    assert not page.locator(".chip").first.is_visible(), "who types wants to see what is found"


def test_long_official_words_end_with_a_line_and_go_on_when_asked(page: Any) -> None:
    ask(page, "e40-glo-4")
    card = page.locator(".card").first
    words, more = card.locator(".answer"), card.locator(".more")
    cut = words.bounding_box()["height"]
    line = words.evaluate("(each) => parseFloat(getComputedStyle(each).lineHeight)")
    assert more.is_visible() and abs(cut / line - round(cut / line)) < 0.1
    more.tap()
    assert words.bounding_box()["height"] > cut
    assert words.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")
    assert more.get_attribute("aria-expanded") == "true"
    more.tap()
    assert words.bounding_box()["height"] == cut
    ask(page, "rev-sub-2")
    assert card.locator(".official").is_visible() and not card.locator(".more").is_visible()
