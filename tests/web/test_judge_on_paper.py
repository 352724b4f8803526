"""Slips on paper: one A6 page each, in the largest type that fits, with every warning."""

from __future__ import annotations

import re

from kb.knowledge import KnowledgeBase
from kb.web.cards import TYPES
from tests.web.apart import Get
from tests.web.at_judge import A6, Open, pages_of

MILLIMETRE = 96 / 25.4
#: the heights of slips at their own size and at the next larger one, each with the longest notes that one event can
#: call for
MEASURE = """([rendered, types]) => {
  const main = document.querySelector("main");
  main.innerHTML = rendered.map((slip) => slip.replace(/ hidden data-note="(off|printing):/g, ' data-note="$1:')
    .replace("@profile@", "An event with quite a long name · ".repeat(8))).join("");
  return [...document.querySelectorAll(".slip")].map((slip) => {
    const height = slip.getBoundingClientRect().height;
    const larger = types[types.findIndex((type) => slip.classList.contains(type)) - 1];
    slip.className = `slip ${larger}`;
    return [slip.dataset.id, height, larger ? slip.getBoundingClientRect().height : Infinity];
  });
}"""


def longest(base: KnowledgeBase) -> list[str]:
    return [row[0] for row in base.connection.execute("select id from rulings order by length(answer) desc limit 3")]


def test_in_print_a_slip_says_that_its_ruling_may_not_hold_in_another_printing(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    rows = base.connection.execute("select ruling, holds from printings where holds != 'same'").fetchall()
    page = opened()
    page.emulate_media(media="print")
    for row in {row["holds"]: row for row in rows}.values():
        page.goto(f"{live}/r/{row['ruling']}/slip")
        assert page.locator(f".slip .note.{row['holds']}").is_visible()


def test_the_longest_slips_are_one_a6_page(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    for ruling in longest(base):
        page.goto(f"{live}/r/{ruling}/slip?event=Fall+Open&off=technology")
        assert page.get_by_role("button", name="Print").is_visible()
        assert pages_of(page.pdf(prefer_css_page_size=True)) == [A6], ruling


def test_every_slip_fits_a6_in_the_largest_type_that_does(
    opened: Open, live: str, get: Get, base: KnowledgeBase
) -> None:
    cards = re.search(r'data-cards="([^"]+)"', get("/judge").text)
    assert cards
    slips = [slip for _, slip in get(cards[1]).json()["rendered"].values()]
    page = opened(viewport={"width": int(97 * MILLIMETRE), "height": int(140 * MILLIMETRE)})
    page.goto(f"{live}/r/rev-sub-2/slip")
    page.emulate_media(media="print")
    heights = {ruling: sizes for ruling, *sizes in page.evaluate(MEASURE, [slips, TYPES])}
    assert len(heights) == len(slips)
    assert [each for each, (height, _) in heights.items() if height > 140 * MILLIMETRE] == []
    in_smaller_type = [each for each, (_, larger) in heights.items() if larger <= 140 * MILLIMETRE]
    assert not {*longest(base), "rev-sub-2", "e40-glo-4", "rev-sbr-1"} & {*in_smaller_type}
    assert len(in_smaller_type) <= len(slips) / 10
