"""The sheet: a page of A4 for a game, filled with the rulings that are needed most."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kb.files.sheet import HEIGHT, SIZES, by_need, lines, need
from kb.knowledge import KnowledgeBase
from tests.files.conftest import Export
from tests.web.at_judge import pages_of

A4 = (594, 841)
POINT = 96 / 72
MEASURE = """() => [...document.querySelectorAll(".sheet")].map((sheet) => {
  const cut = (part) => part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
  const texts = [...sheet.querySelectorAll("p, h1, h2, i, b")];
  return {
    cut: [sheet, sheet.querySelector("header"), ...sheet.querySelectorAll(".column, .column p")].filter(cut).length,
    filled: [...sheet.querySelectorAll(".column")].map((column) =>
      [...column.children].reduce((sum, each) => sum + each.getBoundingClientRect().height, 0)),
    smallest: Math.min(...texts.map((each) => parseFloat(getComputedStyle(each).fontSize))),
  };
})"""


def shown(html: str, prefix: str) -> list[str]:
    """The ids on the sheet of a game."""
    return re.findall(rf"<i>({prefix}-[a-z0-9-]+),?</i>", html)


def test_the_most_needed_stand_there_and_no_other(export: Export, base: KnowledgeBase) -> None:
    html = export("sheet")
    for game in base.games():
        rulings = [*base.rulings(game)]
        found = shown(html, rulings[0]["id"].partition("-")[0])
        assert len(set(found)) == len(found) and set(found) == set(by_need(base.connection, rulings)[: len(found)])
        assert len(found) >= 24 and f"<b>{len(found)} of the {len(rulings)} rulings</b>" in html


def test_what_is_needed_most_is_what_misleads_players(base: KnowledgeBase) -> None:
    revised = [*base.rulings("revised")]
    ranked = by_need(base.connection, revised)
    by_id = {each["id"]: each for each in revised}
    # corrects the book, and three editions answer otherwise; an optional rule that as much speaks for comes later
    assert ranked.index("rev-sub-7") < ranked.index("rev-err-5") and need(by_id["rev-sub-7"]) >= 3
    assert [bool(by_id[each]["depends_on"]) for each in ranked] == sorted(bool(each["depends_on"]) for each in revised)
    needs = [need(by_id[each]) for each in ranked if not by_id[each]["depends_on"]]
    assert needs == sorted(needs, reverse=True) and needs[0] > needs[-1] == 0


def test_each_reason_to_look_a_ruling_up_counts_once() -> None:
    none: dict[str, Any] = {
        "kind": "answer",
        "elsewhere": [],
        "restates": [],
        "extended_by": [],
        "basis_of": [],
        "tension": [],
    }
    differs = {"game": "chess", "comparison": "different", "said": ""}
    said = {"game": "chess", "comparison": "said", "said": "different"}
    alike = {"game": "go", "comparison": "same", "said": ""}
    assert need(none) == 0 and need({**none, "kind": "erratum"}) == need({**none, "kind": "rule-change"}) == 1
    assert need({**none, "elsewhere": [differs, said, alike]}) == 1
    assert need({**none, "restates": [{"id": "a"}], "tension": [{"id": "a"}, {"id": "b"}]}) == 2


def test_every_sheet_says_how_it_was_chosen_and_whose_words_these_are(export: Export, base: KnowledgeBase) -> None:
    sheets = export("sheet").split("<section")[1:]
    assert len(sheets) == 5
    for sheet in sheets:
        assert "our verdict" in sheet and base.build.digest[:12] in sheet
        assert ("Chosen by us" in sheet) != ("24 of the 24" in sheet)
    assert "e40-scr-1,</i> <i>p. 16?,</i> <i>2012: differs" in sheets[3].replace("\u00a0", " ")


def test_a_ruling_stands_under_the_phase_of_its_first_section(export: Export) -> None:
    sheet = export("sheet", game="revised").replace("</div>\n<div", "")
    combat = sheet.split("<h2>Combat</h2>")[-1].split("<h2>")[0]
    assert "rev-com-5" in combat and "rev-trn-1" not in combat
    titles = re.findall("<h2>(.*?)</h2>", sheet)
    assert list(dict.fromkeys(titles))[-3:] == ["Noncombat move", "Placing new units", "Winning"]


@pytest.mark.parametrize(
    ("text", "room", "many"), [("a", 100, 1), ("a a", 1578, 1), ("a a", 1577, 2), ("a\u00a0a", 700, 1)]
)
def test_lines_are_counted_by_the_widths_of_the_type(text: str, room: int, many: int) -> None:
    assert lines(text, room) == many


def test_each_sheet_is_one_page_that_is_full_and_nothing_is_cut_off(
    export: Export, printed: Callable[[str], Any]
) -> None:
    page = printed(export("sheet"))
    measured = page.evaluate(MEASURE)
    assert len(measured) == 5
    for sheet in measured:
        assert sheet["cut"] == 0
        assert all(0.9 * HEIGHT * POINT < filled <= HEIGHT * POINT for filled in sheet["filled"])
        assert sheet["smallest"] / POINT >= 7.5
    assert min(SIZES) >= 7.5
    assert pages_of(page.pdf(prefer_css_page_size=True)) == [A4] * 5
