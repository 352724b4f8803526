"""The judge's page without network: it finds the same, and says so."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from tests.web.at_judge import Open, ask, choose, edition, ids, notes, ready, unfold


def test_without_network_it_finds_the_same(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    ready(page, live)
    questions = ("can a sub hit a plane", "destryer", "fighter land on new carrier")
    online = [ask(page, words) for words in questions]
    assert all(online)
    page.context.set_offline(True)
    page.locator("#network", has_text=f"Offline: build {base.build.digest[:12]}, answers as of this build.").wait_for()
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
