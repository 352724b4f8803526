"""Datasette's own pages in a browser: as dark as the reader wants, no wider than a phone, lists of a few screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.at_judge import DESK, PHONE

#: a page of each kind
PAGES = {
    "front": "/",
    "base": "/kb",
    "list": "/kb/rulings",
    "search of a list": "/kb/ruling_list?game=revised&_search=convoy+disruption",
    "narrowed list": "/kb/ruling_list?_search=destroyer&verdict_kind=no",
    "row": "/kb/rulings/rev-sub-2",
    "question with a form": "/kb/search?q=destroyer",
    "its SQL": "/kb/search?q=destroyer&_show_sql=1",
    "hidden tables": "/kb?_show_hidden=1",
    "error": "/kb/nothing",
    "versions": "/-/versions",
}


@pytest.fixture(scope="module", params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=["phone", "desk"])
def tab(browser: Any, scheme: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    page = browser.new_page(viewport=PHONE if request.param == "phone" else DESK, color_scheme=scheme)
    yield page
    page.close()


def brightness(colour: str) -> float:
    """How bright a computed colour (``rgb(...)``) is, from 0 to 255."""
    parts = [int(each) for each in re.findall(r"\d+", colour)[:3]]
    return sum(parts) / len(parts)


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_is_as_dark_as_the_reader_wants_no_wider_than_the_screen_and_accessible(
    tab: Any, live: str, scheme: str, kind: str
) -> None:
    tab.goto(live + PAGES[kind])
    style = (
        "(of) => { const is = getComputedStyle(document.querySelector(of)); return [is.backgroundColor, is.color]; }"
    )
    paper, ink = (brightness(each) for each in tab.evaluate(style, "body"))
    assert (paper < 60 and ink > 180) if scheme == "dark" else (paper > 230 and ink < 60)
    for of in tab.evaluate(
        "['input', 'select', '.rows', 'th', 'pre', 'button'].filter((of) => document.querySelector(of))"
    ):
        back = tab.evaluate(style, of)[0]
        clear = back == "rgba(0, 0, 0, 0)" or "large" in (tab.get_attribute("form:has(button)", "class") or "")
        assert clear or (brightness(back) < 80) == (scheme == "dark"), of
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= tab.viewport_size["width"]
    found = Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()
