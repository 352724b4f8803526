"""What a link to a page shows where it is put: each kind of page says what it is, and a whole address only if known."""

from __future__ import annotations

import pytest

from tests.web.apart import Get
from tests.web.conftest import PUBLIC
from tests.web.reading import Page

SITE = "Rulings for Axis & Allies games"
#: one page of each kind: its address, what its title begins with, and words of its description
PAGES = [
    ("/judge", "Judge", "Type a question"),
    ("/judge?q=does+the+destroyer+get+to+shoot+back", "does the destroyer", "Revised: A destroyer that an attacking"),
    ("/r/rev-sub-2", "A destroyer that", "Axis & Allies Revised, rev-sub-2. Official answer: Yes."),
    ("/r/e40-scr-1", "2010: Planes may scramble", "e40-scr-1. Official answer: No."),
    ("/rule/revised/only-submarines-submerge", "", "Axis & Allies Revised: "),
    ("/scenario/revised/destroyer-hit-shoots-back", "A destroyer hit in", "played to prove rev-sub-2: Round 1"),
    ("/ledger", "The documents", "Every line of every document"),
    ("/ledger/revised-faq", "Axis & Allies Revised FAQ", "Revised, 2010-04-21"),
    ("/ask", "Ask with the board", "Set up a position by taps"),
]


@pytest.mark.parametrize(("path", "title", "about"), PAGES, ids=[path for path, *_ in PAGES])
def test_each_kind_of_page_says_what_it_is(get: Get, path: str, title: str, about: str) -> None:
    page = Page(get(path).text)
    assert page.meta("og:title").startswith(title) and page.meta("og:title")
    assert about in page.meta("og:description") and 10 < len(page.meta("og:description")) <= 500
    assert page.meta("description") == page.meta("og:description")
    assert page.meta("og:site_name") == SITE and page.meta("og:type") in ("article", "website")
    address = page.meta("og:url")
    assert address == PUBLIC + (path if path.startswith("/judge") else path.partition("?")[0])


def test_what_was_typed_is_no_markup_in_a_preview(get: Get) -> None:
    page = Page(get('/judge?q="><script>alert(1)</script>').text)
    assert page.meta("og:title") == '"><script>alert(1)</script> · Judge'
    assert all(each.attributes.get("src") for each in page.all("script"))
