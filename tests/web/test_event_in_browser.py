"""The judge's page of a site for an event, in a browser: house rulings apart, without network too, and removable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kb.store import read
from kb.web.serve import site
from tests.web.at_judge import A6, PHONE, ask, pages_of, ready
from tests.web.conftest import PUBLIC, listening
from tests.web.test_event_site import EVENT, HOSTILE, MARK, WHOSE

#: questions, with the house rulings that are shown for them
ASKED = {
    "does a destroyer hit by a sub still fire": ["house-3"],
    "u-boat hits tin can, shoot back": ["house-3"],
    "hourglass": ["house-1"],
    "how long can a turn last": ["house-1"],
    "House 1": ["house-1"],
    "house rulings": ["house-3", "house-1"],
    "rev-sub-2": ["house-3"],
    "rockets": [],
    "tank blitz": [],
}


def houses(page: Any) -> list[str]:
    return [each.get_attribute("data-house") for each in page.locator(".houses .house").all()]


def test_house_rulings_stand_apart_with_and_without_network(browser: Any, built: str, tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text(EVENT)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    app = site(read.find(built), public_url=PUBLIC, event=str(tmp_path / "e.yaml")).app()
    with listening(app) as address:
        ready(page, address)
        assert page.locator("#chosen").inner_text() == "Revised · Any phase · Spring Open · Technology not in force"
        online = {}
        for words in ASKED:
            ask(page, words)
            online[words] = (houses(page), page.locator("#status").inner_text())
        assert {words: shown for words, (shown, _) in online.items()} == ASKED
    page.goto(f"{address}/judge?q=rockets")  # nobody answers any more: what is kept does, at the event
    page.locator("#network", has_text="Offline: answers as built 20").wait_for()
    assert page.locator("#at-event").is_visible()
    for words, told in online.items():
        ask(page, words)
        assert (houses(page), page.locator("#status").inner_text()) == told, words
    ask(page, "does a destroyer hit by a sub still fire")
    first = page.locator(".houses .house").first
    assert WHOSE in first.inner_text() and page.locator(".houses h2").inner_text() == (
        "House rulings of Spring Open: not official"
    )
    assert page.locator(".houses .card").count() == 0 and page.locator(".card .house").count() == 0
    marked = page.locator(".card[data-id=rev-sub-2]")
    assert (
        marked.get_by_text(MARK).is_visible() and not page.locator(".card[data-id=rev-sub-3]").get_by_text(MARK).count()
    )
    colours = page.evaluate(
        "[...document.querySelectorAll('.house .whose, .card h3')].map((each) => getComputedStyle(each).color)"
    )
    assert colours[0] not in colours[1:]
    page.goto(f"{address}/r/rev-sub-2/slip")
    page.locator(".slip[data-id=rev-sub-2]").wait_for()
    assert f"{MARK}: No. At this event it does not. ({WHOSE})" in page.locator(".slip").inner_text()
    assert pages_of(page.pdf(prefer_css_page_size=True)) == [A6]
    page.goto(f"{address}/judge?q=sub")
    page.locator(".card").first.wait_for()
    page.get_by_role("link", name="Look without the event").click()
    page.locator("#at-event").wait_for(state="hidden")
    ask(page, "does a destroyer hit by a sub still fire")
    assert houses(page) == [] and "event=-" in page.url
    assert not page.get_by_text(MARK).first.is_visible()
    page.goto(f"{address}/judge")  # it stays away
    page.locator("#chosen", has_text="Revised").wait_for()
    assert "Spring Open" not in page.locator("#chosen").inner_text()
    page.goto(f"{address}/judge?event=Spring+Open&q=hourglass")  # until its link is opened
    page.locator(".houses .house").wait_for()
    assert alerts == []
    context.close()


def test_the_texts_of_strangers_do_nothing_in_a_page(browser: Any, built: str, tmp_path: Path) -> None:
    text = EVENT.replace("name: Spring Open", f'name: "{HOSTILE[:60]}"')
    text = text.replace("No. At this event it does not.", f'"{HOSTILE}"').replace("by: Ann", f'by: "{HOSTILE[:50]}"')
    (tmp_path / "e.yaml").write_text(text)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    with listening(site(read.find(built), event=str(tmp_path / "e.yaml")).app()) as address:
        ready(page, address)
        ask(page, "house-3")
        assert HOSTILE[:40] in page.locator(".houses").inner_text()
    page.goto(f"{address}/judge?q=house-3")
    page.locator("#network", has_text="Offline").wait_for()
    page.locator(".houses .house").wait_for()
    assert HOSTILE[:40] in page.locator(".houses").inner_text() and page.locator(".houses img").count() == 0
    page.goto(f"{address}/r/rev-sub-2/slip")
    page.locator(".slip").wait_for()
    assert HOSTILE[:40] in page.locator(".slip").inner_text() and alerts == []
    context.close()
