"""Slips on paper: A6 pages in type that can be read, with lines to write on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.web.cards import TYPES
from tests.web.apart import Get
from tests.web.at_judge import A6, pages_of

MILLIMETRE, POINT = 96 / 25.4, 96 / 72
#: of each slip: its id, its classes, its height, that in the next larger type, and its smallest type; with the longest
#: notes and the longest event that a profile can call for
MEASURE = """([rendered, types]) => {
  const main = document.querySelector("main");
  main.innerHTML = rendered.map((slip) => slip.replace(/ hidden data-note="(off:|printing:[^:"]*:")/g, ' data-note="$1')
    .replace("@profile@", "An event with quite a long name · ".repeat(5))).join("");
  const sizes = (slip) => [...slip.querySelectorAll("*")].filter((each) => each.checkVisibility() && !each.closest("svg") &&
    [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())).map((each) => parseFloat(getComputedStyle(each).fontSize));
  return [...document.querySelectorAll(".slip")].map((slip) => {
    const [height, classes, smallest] = [slip.getBoundingClientRect().height, [...slip.classList].slice(1), Math.min(...sizes(slip))];
    const larger = types[types.indexOf(classes[0]) - 1];
    slip.className = `slip ${larger}`;
    return [slip.dataset.id, classes, height, larger ? slip.getBoundingClientRect().height : Infinity, smallest];
  });
}"""


@pytest.fixture(scope="module")
def paper(browser: Any) -> Iterator[Any]:
    """A tab as wide as an A6 page between its margins, shown as it is printed."""
    page = browser.new_page(viewport={"width": int(97 * MILLIMETRE), "height": int(140 * MILLIMETRE)})
    page.emulate_media(media="print")
    yield page
    page.close()


@pytest.fixture(scope="module")
def measured(paper: Any, live: str, get: Get) -> dict[str, Any]:
    kept = re.search(r'data-cards="([^"]+)"', get("/judge").text)
    assert kept
    slips = [slip for _, slip in get(kept[1]).json()["rendered"].values()]
    paper.goto(f"{live}/r/rev-sub-2/slip")
    return {ruling: each for ruling, *each in paper.evaluate(MEASURE, [slips, TYPES])}


def test_every_slip_fits_its_pages(measured: dict[str, Any], base: KnowledgeBase) -> None:
    assert list(measured) == base.ids()
    room = {each: (280 if "two" in classes else 140) * MILLIMETRE for each, (classes, *_) in measured.items()}
    assert [each for each, (_, height, *_) in measured.items() if height > room[each]] == []


def test_no_word_of_any_slip_is_smaller_than_seven_points(measured: dict[str, Any]) -> None:
    assert [each for each, (*_, smallest) in measured.items() if round(smallest / POINT, 2) < 7] == []


def test_few_slips_are_two_pages_and_few_could_be_in_larger_type(measured: dict[str, Any]) -> None:
    two = [each for each, (classes, *_) in measured.items() if "two" in classes]
    assert 0 < len(two) <= 3
    larger = [each for each, (_, _, larger, _) in measured.items() if larger <= 140 * MILLIMETRE]
    assert len(larger) <= len(measured) / 10
    readable = [each for each, (classes, *_) in measured.items() if classes[0] in ("roomy", "plain")]
    assert len(readable) >= 0.85 * len(measured)


def test_the_longest_slips_print_on_a6(browser: Any, live: str, base: KnowledgeBase, measured: dict[str, Any]) -> None:
    page = browser.new_page()
    for ruling in sorted(measured, key=lambda each: -measured[each][1])[:6]:
        page.goto(f"{live}/r/{ruling}/slip?event=Fall+Open&off=technology")
        assert page.get_by_role("button", name="Print").is_visible()
        pages = 2 if "two" in measured[ruling][0] else 1
        assert pages_of(page.pdf(prefer_css_page_size=True)) == [A6] * pages, ruling
    page.close()


def test_there_are_lines_to_write_on(paper: Any, live: str) -> None:
    paper.goto(f"{live}/r/rev-sub-2/slip?event=Fall+Open")
    lines = {each.locator("dt").inner_text(): each for each in paper.locator(".fill div").all()}
    assert list(lines) == ["Event", "Table", "Time", "Judge", "Decision"]
    assert lines["Event"].locator("dd").inner_text() == "Fall Open"
    for name in ("Table", "Time", "Judge", "Decision"):
        assert lines[name].locator("dd").inner_text() == ""
        box = lines[name].bounding_box()
        assert box["height"] >= 6 * MILLIMETRE and box["width"] >= 15 * MILLIMETRE, name
        assert lines[name].evaluate("(each) => getComputedStyle(each).borderBottomStyle") == "solid"


def test_in_print_a_slip_says_what_each_printing_says(paper: Any, live: str) -> None:
    paper.goto(f"{live}/r/e40-scr-1/slip")
    head = paper.locator(".slip h2")
    assert re.match(
        r"2010: Planes may scramble only from an island .*\n2012: different\. There any territory", head.inner_text()
    )
    paper.goto(f"{live}/r/e40-scr-1/slip?game=europe-1940&printing=2012")
    assert head.inner_text().startswith("2012: different.") and "2010" not in head.inner_text()
