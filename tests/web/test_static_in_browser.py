"""A site of files in a browser, below a folder of a plain file server: what the served site says, without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.web.at_judge import Open, ids, ready
from tests.web.phone import call
from tests.web.test_judge_for_everybody import complaints

pytestmark = pytest.mark.slow

#: what only a server can show, on the pages that are compared
SERVED_ONLY = ("Browse the data", "In the tables", "More on this document,")
#: milliseconds that a busy machine may take to start the engine
STARTING = 120_000
QUESTIONS = (
    "does a destroyer that a sub hit shoot back",
    "rev-sub-2",
    "can a sub hit a plane",
    "may i keep one guy on the boat while the other one lands",
    "G40 can fighters in the uk skramble",
    "does a kamikaze attack hit a submarine in anniversary",
    "what does a cruiser cost",
    "recipe for apple pie",
    "who controls neutral territories",
    "tanks blitz",
    "section:rev/up-submarines",
    "can aa guns fire at fighters that fly over",
    "europe 1999 convoy boxes",
    "industrial complex captured this turn",
    "how many units fit on a transport",
    "may a carrier land enemy fighters",
    "strategic bombing raid damage limit",
    "wolf packs",
    "is there an erratum on heavy bombers",
    "submerge",
)


class Quiet(SimpleHTTPRequestHandler):
    """Python's file server, which here says nothing on standard error."""

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture
def hosted(static_site: Path) -> Iterator[str]:
    """The address of the site on a file server that knows nothing of it, below a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(static_site.parent)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/rulings"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def page(opened: Open, hosted: str) -> Iterator[Any]:
    """A page of which no request may fail."""
    page, failed = opened(), []
    page.context.on("response", lambda said: failed.append((said.status, said.url)) if said.status >= 400 else None)
    page.context.on("requestfailed", lambda asked: failed.append((asked.failure, asked.url)))
    yield page
    left = "net::ERR_ABORTED"  # by somebody who goes on before everything has come
    assert [each for each in failed if each[0] != left] == []


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/judge",
        "/r/rev-sub-2",
        "/r/e40-scr-1",
        "/r/rev-sub-2/slip",
        "/scenario/revised/a-bank-taken-this-turn-opens-no-canal",
        "/compare",
        "/compare/lone-transport",
        "/ledger",
        "/ledger/revised-faq",
        "/coverage",
    ],
)
def test_a_page_says_what_the_served_one_says(page: Any, opened: Open, live: str, hosted: str, path: str) -> None:
    served = opened()
    served.goto(live + path)
    page.goto(f"{hosted}{path.rstrip('/')}/")
    for each in (page, served):
        each.wait_for_load_state("networkidle")
    assert words(page) == words(served) != ""


def words(page: Any) -> str:
    """What the main part of a page says, without what only a server has and whether it is kept yet."""
    text = page.evaluate("document.querySelector('#ready')?.remove(), document.querySelector('main').innerText")
    for each in SERVED_ONLY:
        text = text.replace(each, "")
    return " ".join(re.sub(r"https?://\S+|/\S*/r/\S+", "", text).split())


def test_a_question_finds_what_the_server_finds(page: Any, opened: Open, live: str, hosted: str) -> None:
    served = opened()
    found = 0
    for question in QUESTIONS:
        for each, address in ((page, f"{hosted}/judge/"), (served, f"{live}/judge")):
            each.goto(f"{address}?{urlencoded(question)}")
            each.locator("#status:not(:empty)").wait_for(state="attached")  # it is told last
        told = [seen(each) for each in (page, served)]
        assert told[0] == told[1], question
        assert page.locator("#network").inner_text() == ""
        found += len(told[0]["ids"])
    assert found > 80


def urlencoded(question: str) -> str:
    from urllib.parse import urlencode

    return urlencode({"q": question})


def seen(page: Any) -> dict[str, Any]:
    """What a search shows: rulings, their words, the answer state, what is said of it."""
    return {
        "ids": ids(page),
        "words": page.locator(".card .word").all_inner_texts(),
        "state": page.locator("#found").get_attribute("class"),
        "told": page.locator("#status").inner_text(),
        "hints": page.locator("#found > p").all_inner_texts(),
        "rules": page.locator("#found .rules li").all_inner_texts(),
    }


@pytest.mark.parametrize(
    "link",
    [
        "r/e40-scr-1?game=europe-1940&printing=2012&event=Spring+Open",
        "r/e40-scr-1?game=europe-1940&printing=2010&off=global&on=never-heard-of",
        "r/rev-sbr-1?game=revised&off=technology&phase=no-such",
        "r/rev-sub-2?game=nowhere",
        "r/e40-scr-1/slip?game=europe-1940&printing=2012&event=Spring+Open",
        "r/e40-scr-1/slip?on=technology&off=global",
    ],
)
def test_an_event_in_the_address_is_told_as_by_a_server(
    page: Any, opened: Open, live: str, hosted: str, link: str
) -> None:
    served = opened()
    served.goto(f"{live}/{link}")
    page.goto(f"{hosted}/{link.replace('?', '/?')}")
    page.wait_for_load_state("networkidle")
    for part in ("h1", ".event", ".slip"):
        texts = [" ".join(" ".join(each.locator(part).all_inner_texts()).split()) for each in (page, served)]
        assert without_links(texts[0]) == without_links(texts[1])
    if "slip" not in link:
        assert page.locator(".event").count() == 1


def without_links(text: str) -> str:
    return re.sub(r"https?://\S+", "", text)


def test_links_of_a_search_lead_on_with_the_event(page: Any, hosted: str) -> None:
    page.goto(f"{hosted}/judge/?q=scramble&game=europe-1940&printing=2012&event=Spring+Open")
    page.locator(".card summary").first.click()
    page.locator(".card").get_by_role("link", name="Page of").first.click()
    page.locator(".event", has_text="Your event: Spring Open").wait_for()
    page.get_by_text("Link, slip and data").click()
    page.get_by_role("link", name="Slip to print").click()
    page.locator(".slip .profile", has_text="Spring Open").wait_for()
    page.get_by_role("link", name="Back to the search").click()
    page.locator("#chosen", has_text="Spring Open").wait_for()
    page.goto(f"{hosted}/?")
    page.locator("#q").fill("tanks blitz")
    page.keyboard.press("Enter")
    page.locator(".card").first.wait_for()
    assert page.url.startswith(f"{hosted}/judge/?q=tanks+blitz")


def test_the_engine_answers_as_the_server_does(page: Any, opened: Open, live: str, hosted: str) -> None:
    served = opened()
    served.goto(f"{live}/ask")
    cases = [
        "revised/a-bank-taken-this-turn-opens-no-canal",
        "revised/an-express-destroyer-fights-with-troops-aboard",
        "anniversary/a-fighter-sweeps-a-lone-transport",
        "europe-1940/mechanized-infantry-moves-two",
        "europe-1999/infantry-fires-at-attacking-planes",
        "flames-and-steel/far-enough-to-come-back",
    ]
    for case in cases:
        page.goto(f"{hosted}/ask/case/{case}/")
        page.locator("#answer .authority").wait_for(timeout=STARTING)
        request = page.evaluate("location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/')")
        code = "return JSON.stringify(await engine.ask(JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(given), (c) => c.codePointAt(0))))))"
        own, theirs = (json.loads(call(each, code, request)) for each in (page, served))
        assert own["actions"] == theirs["actions"] and own["outcome"] == theirs["outcome"] != {}
    assert "Our engine" in page.locator("#answer").inner_text()


def test_it_works_without_network_after_the_first_visit(opened: Open, hosted: str) -> None:
    page = opened()
    ready(page, hosted)
    page.context.set_offline(True)
    page.goto(f"{hosted}/judge/?q=can+a+sub+hit+a+plane")
    page.locator(".card").first.wait_for()
    page.locator("#network", has_text="Offline: answers as build").wait_for()
    page.goto(f"{hosted}/r/rev-sub-2/")
    page.locator(".card[data-id=rev-sub-2] details[open]").first.wait_for()
    page.locator(".card").get_by_role("link", name="Slip").click()
    page.locator(".slip[data-id=rev-sub-2]").wait_for()
    page.goto(f"{hosted}/coverage/")
    page.locator("#network", has_text="/rulings/coverage/ needs the network; here is what is kept.").wait_for()
    names = page.evaluate("caches.keys()")
    assert all(name.startswith("kb /rulings/ ") for name in names), "another site on this host keeps its own"


@pytest.mark.parametrize(
    "path", ["/judge/?q=can+a+sub+hit+a+plane", "/r/rev-sub-2/?event=Spring", "/compare/lone-transport/"]
)
def test_nobody_is_left_out_without_a_server(page: Any, hosted: str, path: str) -> None:
    page.goto(hosted + path)
    page.wait_for_load_state("networkidle")
    assert complaints(page) == []
