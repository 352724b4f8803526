"""The booklet: every ruling once, in the order of the rule books, complete and in the official words."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from kb.files.booklet import books, numbered
from kb.files.html import colophon, in_css
from kb.knowledge import KnowledgeBase
from tests.files.conftest import Export
from tests.web.at_judge import pages_of

A5 = (420, 594)


def plain(html: str) -> str:
    """The words of some HTML, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def entries(html: str) -> dict[str, str]:
    """Each entry's HTML, by id."""
    return dict(re.findall(r'<article id="([^"]+)">\n(.*?)</article>', html, re.DOTALL))


@pytest.mark.slow
def test_every_ruling_stands_once_with_all_that_is_told_of_it(export: Export, base: KnowledgeBase) -> None:
    html = export("booklet")
    found = entries(html)
    assert len(re.findall("<article", html)) == len(found) == 285
    assert sorted(found) == sorted(base.ids())
    for ruling in base.rulings():
        words = plain(found[ruling["id"]])
        row = base.by_id(ruling["id"])
        assert row is not None
        official = plain(re.search(r'<div class="official">(.*?)</div>', found[ruling["id"]], re.DOTALL)[1])  # type: ignore[index]
        for text in (row["answer_text"], row["question_text"] * (ruling["question"] != ruling["heading"])):
            assert "".join(re.findall(r"[^\W_]+", text)) in "".join(re.findall(r"[^\W_]+", official)), ruling["id"]
        assert f"Our verdict: {ruling['verdict']}" in words or f": {ruling['verdict']}" in words
        assert f"line{'s' * (ruling['line_start'] != ruling['line_end'])} {ruling['line_start']}" in words
        assert all(" ".join(section["title"].split()) in words for section in ruling["sections"])
        assert all(f"the {each['printing']} printing" in words for each in ruling["printings"])
        assert ruling["verdict"] not in official


def test_entries_stand_in_the_order_of_the_sections(export: Export, base: KnowledgeBase) -> None:
    found = [*entries(export("booklet", game="revised"))]
    order = [row[0] for row in base.connection.execute("select id from sections where game = 'revised' order by rowid")]
    first = {ruling: base.ruling(ruling)["sections"][0]["section"] for ruling in found}
    places = [order.index(first[ruling]) for ruling in found]
    assert places == sorted(places)
    assert found != [ruling for ruling in base.ids() if ruling in first], "not the order of the document"


@pytest.mark.slow
def test_a_later_section_names_the_number_of_the_entry(export: Export, base: KnowledgeBase) -> None:
    html = export("booklet")
    told = colophon(base, base.games())
    numbers = numbered(books(base, told["games"]))
    assert sorted(numbers.values()) == [*range(1, 286)]
    for ruling in base.rulings():
        for section in ruling["sections"][1:]:
            part = html.split(f'id="{section["section"]}"')[1].split("<article")[0].split("<h3")[0]
            assert f'<a href="#{ruling["id"]}">{numbers[ruling["id"]]}</a>' in part, (ruling["id"], section["section"])


@pytest.mark.slow
def test_every_link_leads_to_a_part_of_the_booklet(export: Export) -> None:
    for game in (None, "europe-1999"):
        html = export("booklet", game=game)
        assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', html))
        assert "<script" not in html and "src=" not in html and "url(" not in html and "@import" not in html


def test_the_index_finds_an_entry_by_what_players_call_it(export: Export) -> None:
    html = export("booklet")
    index = dict(re.findall(r"<li><b>([^<]+)</b>(.*?)</li>", html.split('id="words"')[1], re.DOTALL))
    assert "e40-scr-1" in index["scramble"] and "rev-sub-2" in index["destroyer"]  # asked for as "skramble", "tin can"
    assert "rev-jpn-2" in index["kamikaze"] and "fas-nm-1" in index["suez"]
    assert not {"with", "do not", "can not", "five"} & index.keys()


def test_a_booklet_of_one_game_has_no_other(export: Export, base: KnowledgeBase) -> None:
    html = export("booklet", game="flames-and-steel")
    assert [*entries(html)] and {each.partition("-")[0] for each in entries(html)} == {"fas"}
    assert len(entries(html)) == 24 and "Larry Harris" not in html


def test_another_printing_stands_above_the_verdict(export: Export) -> None:
    entry = plain(entries(export("booklet"))["e40-scr-1"])
    assert entry.index("DIFFERENT in the 2012 printing") < entry.index("Our verdict: 2010: Planes may scramble only")


def test_text_in_a_style_sheet_cannot_end_its_string() -> None:
    assert in_css('a" & </style>') == '"a\\22  \\26  \\3c \\2f style\\3e "'


def test_it_prints_on_pages_of_a5_and_nothing_is_cut_off(
    export: Export, printed: Callable[[str], Any], base: KnowledgeBase
) -> None:
    page = printed(export("booklet"))
    page.set_viewport_size({"width": int(120 * 96 / 25.4), "height": 700})  # what the margins leave of a page
    too_wide = """() => [...document.querySelectorAll("body *")].filter((each) => each.scrollWidth > each.clientWidth + 1
      && getComputedStyle(each).display !== "inline").map((each) => each.outerHTML.slice(0, 80))"""
    assert page.evaluate(too_wide) == []
    pages = pages_of(page.pdf(prefer_css_page_size=True))
    assert set(pages) == {A5} and 140 <= len(pages) <= 180
