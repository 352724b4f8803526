"""The judge's page in a real browser, as one types: what is found, for which edition, phase and options."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.web.shared import SHOWN
from tests.web.at_judge import DESK, PHONE, Open, ask, choose, complaints, edition, ids, unfold


def best(base: KnowledgeBase, words: str, **how: Any) -> list[str]:
    """The rulings that are shown at first."""
    return [hit.id for hit in base.search(words, **how).rulings[:SHOWN]]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_judge_searches_as_he_types_and_opens_a_result(
    opened: Open, live: str, base: KnowledgeBase, size: Any
) -> None:
    page = opened(viewport=size)
    page.goto(f"{live}/judge")
    page.keyboard.press("/")
    page.keyboard.type("does a destroyer that a sub hit")
    page.locator(".card").first.wait_for()
    words = "does a destroyer that a sub hit shoot back"
    assert ask(page, words) == best(base, words) != []
    assert page.locator("#status").inner_text() == "Close match"
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
    assert choose(page, "Revised") == best(base, "sub", game="revised")
    found = choose(page, "Noncombat")
    noncombat = {r[0] for r in base.connection.execute("select ruling from ruling_phases where phase = 'noncombat'")}
    assert set(found) <= noncombat != set() != set(found)
    assert page.url.endswith("?q=sub&game=revised&phase=noncombat")
    page.goto(f"{live}/judge")
    page.locator("#chosen", has_text="Noncombat").wait_for()
    unfold(page)
    assert page.locator("input[name=game]:checked").get_attribute("value") == "revised"
    for target in page.locator(".chip:visible, button:visible, .button:visible, summary:visible, #q").all():
        assert target.bounding_box()["height"] >= 44


def test_an_option_is_set_told_shared_and_forgotten(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=rev-err-5&game=revised")
    unfold(page)
    page.locator("#options > summary").click()
    page.locator("fieldset", has_text="Technology").locator(".chip", has_text="not in force").click()
    page.locator("#chosen", has_text="Any phase · Technology not in force").wait_for()
    page.get_by_text("Not in force here: Technology is off.").first.wait_for()
    assert page.locator("fieldset", has_text="Global game").count() == 1
    assert not page.locator("fieldset", has_text="Global game").is_visible()
    shared = page.locator("#link").get_attribute("href")
    assert shared.endswith("/judge?game=revised&off=technology")
    other = opened()
    other.goto(shared if shared.startswith("http") else live + shared)
    other.locator("#chosen", has_text="Technology not in force").wait_for()
    page.locator("#forget").click()
    page.locator("#chosen", has_text=re.compile("^Any phase$")).wait_for()


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


def test_without_a_script_the_page_is_a_form(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened(java_script_enabled=False)
    page.goto(f"{live}/judge")
    page.locator("#q").fill("sub")
    page.locator(".chip", has_text="Revised").click()
    page.get_by_role("button", name="Find").click()
    assert ids(page) == best(base, "sub", game="revised")


def test_the_edition_that_is_typed_sets_its_button_until_it_is_taken_away(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    page, words = opened(), "aa50 submarines submerge"
    page.goto(f"{live}/judge?q=aa50+submarines")
    assert edition(page) == "anniversary"
    assert ask(page, words) == best(base, words)
    assert edition(page) == "anniversary" and "game=" not in page.url, "nobody chose it"
    assert ask(page, "submarines submerge") == best(base, "submarines submerge")
    assert edition(page) == ""
    ask(page, words)
    choose(page, "All editions")
    follow(page, "As the question says")
    assert edition(page) == "anniversary"
    choose(page, "Revised")
    page.locator(".hint", has_text="Only Revised, which was chosen").wait_for()
    assert {ruling[:4] for ruling in ids(page)} == {"rev-"} and page.url.endswith("&chosen=1&game=revised")
    follow(page, "As the question says")
    assert {ruling[:4] for ruling in ids(page)} == {"ann-"} and edition(page) == "revised"
    follow(page, "Ask of Revised")
    assert {ruling[:4] for ruling in ids(page)} == {"rev-"}
    ask(page, f"{words} dice")
    page.locator(".hint a", has_text="Ask of Revised").wait_for()
    assert {ruling[:4] for ruling in ids(page)} == {"ann-"}, "typed last"


def follow(page: Any, link: str) -> None:
    """Follow a link about the games of the question."""
    with page.expect_navigation():
        page.locator(".hint a", has_text=link).click()


WORDS = "can a sub hit a plane"
TYPES_WITHIN = """(head) => [head, ...head.querySelectorAll("*")].map((each) => getComputedStyle(each).fontSize)"""
FOCUS = """() => {
  const at = document.activeElement;
  return at.id || at.closest(".card")?.dataset.id || at.tagName;
}"""


def test_a_verdict_is_in_one_type(opened: Open, live: str) -> None:
    page = opened()
    for path, head in (("/judge?q=rev-sub-2", "h3"), ("/r/rev-sub-2", "h1")):
        page.goto(f"{live}{path}")
        verdict = page.locator(head).first
        assert verdict.inner_text().startswith("A destroyer that"), "not in capitals"
        assert len(set(verdict.evaluate(TYPES_WITHIN))) == 1


OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
#: a page of each kind; of the documents the one with most kinds of text
KINDS = (
    "/judge",
    "/judge?q=can+a+sub+hit+a+plane",
    "/judge?q=technology&game=europe-1940&printing=2012&off=technology",
    "/judge?q=who+controls+neutral+territories&game=revised",
    "/judge?q=recipe+for+apple+pie",
    "/r/rev-sub-2",
    "/ledger/anniversary-faq",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nobody_is_left_out(opened: Open, live: str, scheme: str, size: Any) -> None:
    page = opened(color_scheme=scheme, viewport=size, reduced_motion="reduce")
    for path in KINDS:
        page.goto(live + path)
        if page.locator(".sheet").count():  # which covers what is below it once it is opened
            assert complaints(page) == [], path
        page.evaluate(OPEN_ALL)
        assert complaints(page) == [], path


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
    page.locator("input[name=phase]").first.focus()
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


def test_the_match_is_announced(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    status = page.get_by_role("status").and_(page.locator("#status"))
    assert status.inner_text() == ""
    for words, told in ((WORDS, "Close match"), ("LHTR submarines", "Nothing here is about Larry Harris")):
        ask(page, words)
        assert status.inner_text().startswith(told)


def test_nothing_moves_for_those_who_do_not_want_it(opened: Open, live: str) -> None:
    def moving(page: Any) -> list[str]:
        page.goto(f"{live}/judge?q=sub")
        times = page.evaluate("""() => [...document.querySelectorAll("*")].flatMap((each) => ["", "::before", "::after"]
          .map((part) => getComputedStyle(each, part)).map((style) => style.transitionDuration + style.animationName))""")
        return [each for each in times if each != "0snone"]

    assert moving(opened(reduced_motion="no-preference"))
    assert moving(opened(reduced_motion="reduce")) == []


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


@pytest.fixture
def page(opened: Open, live: str) -> Any:
    shown = opened(has_touch=True, is_mobile=True)
    shown.goto(f"{live}/judge")
    return shown


def test_the_best_ruling_is_whole_on_the_first_screen(page: Any) -> None:
    for words in QUESTIONS:
        ask(page, words)
        end = page.locator("#ask").bounding_box()["y"]
        for part in ("h3", ".snippet", ".meta"):
            seen = page.locator(f".card summary {part}").first.bounding_box()
            assert seen["y"] >= 0 and seen["y"] + seen["height"] <= end, (words, part)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_one_tap_opens_a_ruling_and_the_tapped_line_stays(page: Any) -> None:
    for words in QUESTIONS[:4]:
        ask(page, words)
        for number in (2, 0, 1):
            card = page.locator(".card").nth(number)
            line = card.locator("summary").first
            line.focus()  # a line at the very edge is moved off it
            before = (line.bounding_box(), page.evaluate("scrollY"))
            line.tap()
            assert card.locator(".official").is_visible()
            assert line.bounding_box()["y"] == before[0]["y"] and page.evaluate("scrollY") == before[1]
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
    assert folded["height"] <= 48 and not page.locator(".sheet .chip").first.is_visible()
    assert page.locator(".editions").bounding_box()["height"] <= 52, "one row, which scrolls"
    where = page.locator(".card h3").first.bounding_box()
    unfold(page)
    assert page.locator(".card h3").first.bounding_box() == where, "what was found does not move"
    for chip in page.locator(".sheet .row .chip").all():
        box = chip.bounding_box()
        assert box["height"] >= 44 and box["width"] >= 44
        assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"], "without swiping"
        assert box["y"] >= 0 and box["y"] + box["height"] <= page.locator("#q").bounding_box()["y"]
    phases = page.locator("fieldset", has_text="Any phase").locator(".chip").all_inner_texts()
    assert phases[:3] == ["Any phase", "Combat", "Combat move"]
    choose(page, "Revised")
    choose(page, "Combat")
    assert page.locator("#chosen").inner_text() == "Combat"
    page.locator("#q").press_sequentially(" a")
    assert not page.locator(".sheet .chip").first.is_visible(), "who types wants to see what is found"


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
