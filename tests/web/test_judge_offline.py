"""The judge's page without network: it finds the same, and says so."""

from __future__ import annotations

import re
from typing import Any

from kb.knowledge import KnowledgeBase
from tests.web.at_judge import Open, ask, choose, edition, ids, notes, ready, unfold

#: what is told of the build, by its day and the day of its newest document, not by its hash
TOLD = re.compile(r"^Offline: answers as built 20\d\d-\d\d-\d\d, documents up to 2014-09-03\.$")


def test_without_network_it_finds_the_same(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    ready(page, live)
    questions = ("can a sub hit a plane", "destryer", "fighter land on new carrier")
    online = [ask(page, words) for words in questions]
    assert all(online)
    page.context.set_offline(True)
    page.locator("#network", has_text=TOLD).wait_for()
    assert [ask(page, words) for words in questions] == online
    assert choose(page, "Revised") == [hit.id for hit in base.search(questions[-1], game="revised")]
    page.context.set_offline(False)
    page.locator("#network", has_text="Offline").wait_for(state="detached")
    assert ids(page) == [hit.id for hit in base.search(questions[-1], game="revised")]


def test_where_nothing_can_be_kept_the_page_says_so(opened: Open, live: str) -> None:
    page = opened()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto(f"{live}/judge")
    page.locator("#kept", has_text="Offline use needs https; ask for the address that begins with https.").wait_for()


def test_without_network_the_same_is_told_of_how_a_question_was_understood(opened: Open, live: str) -> None:
    page = opened()
    ready(page, live)
    questions = (
        "aa50 submarines",
        "aa50 scramble from an air base",
        "revised and aa50 rockets",
        "blorpfest destryer",
        "1942 second edition u-boat vs tin can",
        "game:revised g40 submarines",
    )

    def told() -> list[object]:
        return [(ask(page, words), notes(page), edition(page)) for words in questions]

    online = told()
    assert all(lines for _, lines, _ in online) and any(found for found, _, _ in online)  # type: ignore[misc]
    page.context.set_offline(True)
    page.locator("#network", has_text="Offline").wait_for()
    assert told() == online
    unfold(page)
    page.locator(".chip", has_text="All editions").click()
    ask(page, "aa50 submarines")
    choose(page, "All editions")
    page.locator(".hint.all").wait_for()
    assert edition(page) == ""


LINKS = """() => [...document.querySelectorAll("main a[href], .foot a[href]")].filter((link) => link.checkVisibility())
  .map((link) => [link.href, link.classList.contains("online"), link.title, getComputedStyle(link, "::after").content])"""


def test_without_network_every_link_is_kept_or_says_that_it_needs_it(opened: Open, live: str) -> None:
    page = opened()
    ready(page, live)
    page.context.set_offline(True)
    page.locator("#network", has_text=TOLD).wait_for()
    assert ask(page, "can planes hit subs in revised")
    page.evaluate("for (const each of document.querySelectorAll('.card details')) each.open = true")
    unfold(page)
    links = {href: (marked, title, after) for href, marked, title, after in page.evaluate(LINKS)}
    kept = [href for href in links if re.search(r"/judge(\?|$)|/log$|/r/[^/.]+(/slip)?(\?|$)", href)]
    away = [href for href in links if href not in kept]
    assert any("/scenario/" in href for href in away) and any("/coverage" in href for href in away)
    assert any("/r/ann-" in href for href in kept), "a ruling of another game"
    for href in away:
        assert links[href] == (True, "Needs the network", '"online" / "(needs the network)"'), href
    for href in kept:
        assert links[href] == (False, "", "none"), href
    follow(page, kept[:12] + [href for href in kept if "/slip" in href][:1], "Offline: answers as built")
    follow(page, away[-3:], "needs the network; here is what is kept.")
    page.goto(kept[0])
    page.locator(".foot a.online").first.wait_for()
    page.context.set_offline(False)
    page.locator("a.online").first.wait_for(state="detached")


def follow(page: Any, links: list[str], told: str) -> None:
    """Each link leads to a page of the site that says so."""
    assert links
    for href in links:
        page.goto(href)
        page.locator("#network", has_text=told).wait_for()


def test_the_build_is_told_by_its_days_and_its_hash_is_a_title(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    for path in ("/judge", "/r/rev-sub-2", "/coverage"):
        page.goto(live + path)
        told = page.locator(".built")
        assert re.match(r"^Built 20\d\d-\d\d-\d\d, documents up to 2014-09-03$", told.inner_text())
        assert told.get_attribute("title") == f"Build {base.build.digest[:12]}"
        assert base.build.digest[:12] not in page.locator("body").inner_text()
    ready(page, live)
    assert base.build.digest[:12] not in page.locator("body").inner_text()


def test_without_network_nothing_leads_on_to_the_same(opened: Open, live: str) -> None:
    page = opened()
    ready(page, live)
    addresses = [f"{live}/judge?q={words}&phase=victory&game=anniversary" for words in ("canals", "blorpfest+canals")]

    def told() -> list[object]:
        found = []
        for address in addresses:
            page.goto(address)
            page.locator("#results .near, #results .rules").first.wait_for()
            links = [link.get_attribute("href") for link in page.locator("#results a").all()]
            found.append((page.locator("#results").inner_text(), [each.rpartition("/")[2] for each in links]))
        return found

    online = told()
    page.context.set_offline(True)
    page.locator("#network", has_text=TOLD).wait_for()
    assert [text.replace("online", "") for text, _ in told()] == [text for text, _ in online]  # type: ignore[misc]
    assert [links for _, links in told()] == [links for _, links in online]  # type: ignore[misc]
