"""Ruling slips: what they say, for which event, and the links to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.text.printings import differing, headline
from kb.web.cards import TYPES
from tests.web.apart import Get
from tests.web.at_judge import A6, pages_of
from tests.web.judge_html import shown


def test_a_slip_says_all_that_a_table_needs(get: Get, base: KnowledgeBase) -> None:
    html = get("/r/REV-SUB-2/slip?event=Fall+Open&game=revised&off=technology").text
    text = shown(html)
    for part in (
        "rev-sub-2",
        "Axis & Allies Revised",
        "Does the destroyer get to shoot back? A destroyer hit by a submarine in Opening Fire still fires back",
        "Combat step 3: remove Opening Fire casualties, page 15 (estimated)",
        "Axis & Allies Revised FAQ, 2010-04-21, approved by Larry Harris, lines 64-66. Official answer.",
        "Event Fall Open · Axis & Allies Revised · not in force: Technology Table Time Judge Decision",
        "https://rulings.example/r/rev-sub-2",
        f"Build {base.build.digest[:12]}",
    ):
        assert part in text
    assert 'class="qr"' in html
    assert "QR code of https://rulings.example/r/rev-sub-2" in html


def test_a_slip_says_what_a_ruling_says_in_each_printing(get: Get, base: KnowledgeBase) -> None:
    """Both where nobody said which is played; that one where somebody did; nothing where there is only one."""
    there = [each for each in base.rulings() if differing(each)]
    assert {each["basis"] for ruling in there for each in differing(ruling)} == {"documents", "play"}
    for ruling in there:
        (other,) = differing(ruling)
        path = f"/r/{ruling['id']}/slip?game={ruling['game']}"
        for said in ("", "any", "2010", other["printing"]):
            text = shown(get(f"{path}&printing={said}").text)
            assert shown(headline(ruling, "2010", "" if said == "any" else said)) in text, (ruling["id"], said)
            assert (other["note"] in text) == (said != "2010"), (ruling["id"], said)
            assert ("These words are about the 2010 printing." in text) == (said == other["printing"])
            assert ("2010:" in text) == (said in ("", "any"))


def test_a_slip_says_that_only_our_reading_tells_or_that_nothing_is_known(get: Get, base: KnowledgeBase) -> None:
    rows = base.connection.execute("select ruling, holds, basis from printings where holds != 'differs'").fetchall()
    by_holding = {(row["holds"], row["basis"]): row["ruling"] for row in rows}
    assert set(by_holding) == {("same", "documents"), ("same", "reading"), ("unknown", "none")}
    for (_, basis), ruling in by_holding.items():
        for said in ("", "2010", "2012"):
            text = shown(get(f"/r/{ruling}/slip?game=europe-1940&printing={said}").text)
            assert ("the 2012 printing" in text) == (basis != "documents" and said != "2010"), (ruling, said)
            assert ("by our reading" in text) == (basis == "reading" and said != "2010"), (ruling, said)


def test_a_slip_of_a_game_with_one_printing_says_nothing_of_printings(get: Get) -> None:
    assert "printing" not in shown(get("/r/rev-sub-2/slip").text)


def test_a_slip_without_a_public_address_has_its_id_and_no_code(below: Get) -> None:
    html = below("/r/rev-sub-2/slip").text
    assert "--public-url" not in html and "address" not in shown(html)
    assert 'class="qr"' not in html and "rev-sub-2" in shown(html)


def test_a_slip_of_no_ruling_is_not_there(get: Get) -> None:
    assert get("/r/rev-sub-999/slip").status_code == 404


def test_a_link_to_a_slip_without_network_leads_to_the_slip_with_network(get: Get) -> None:
    response = get("/judge?slip=rev-sub-2&off=technology")
    assert (response.status_code, response.headers["location"]) == (302, "/r/rev-sub-2/slip?off=technology")


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
