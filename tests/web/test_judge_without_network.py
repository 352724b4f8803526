"""The judge's page when the site is gone, is not what answers, or has another build than the page."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.pipeline.run import build
from kb.store import read
from kb.web.serve import site
from tests.conftest import ROOT, Once, edit, keep_results
from tests.web.at_judge import DAMAGE, PHONE, Open, ask, choose, ids, ready, unfold
from tests.web.conftest import PUBLIC, listening

OFFLINE = "Offline: simple ranking."
Behind = Callable[[Callable[[str], Any]], AbstractContextManager[str]]


@pytest.fixture
def behind(built: str, lightly: Callable[[Any], Any]) -> Behind:
    """A site on the build behind something: ``spoilt`` says for a path what answers instead, if anything does."""

    def stand(spoilt: Callable[[str], Any]) -> AbstractContextManager[str]:
        app = lightly(site(read.find(built), public_url=PUBLIC)).app()

        async def served(scope: Any, receive: Any, send: Any) -> None:
            instead = spoilt(scope["path"]) if scope["type"] == "http" else None
            await (instead(send) if instead else app(scope, receive, send))

        return listening(served)

    return stand


def test_when_the_server_is_gone_pages_and_rulings_are_still_there(browser: Any, behind: Behind) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    with behind(lambda path: None) as address:
        ready(page, address)
        page.goto(f"{address}/judge?game=revised&off=technology&q=sub")
        page.locator(".card").first.wait_for()
    page.goto(f"{address}/judge?q=rockets")
    page.locator("#chosen", has_text="Any phase · Technology not in force").wait_for()
    page.locator("#network", has_text=OFFLINE).wait_for()
    page.goto(f"{address}/r/%zz")
    assert page.locator("#q").input_value() == "%zz"
    for path in (
        "/r/rev-sub-2.json",
        "/ledger",
        "/kb/rulings/rev-sub-2",
        "/scenario/revised/destroyer-hit-in-opening-fire",
    ):
        page.goto(f"{address}{path}")
        page.locator("#network", has_text=f"{path} needs the network; here is what is kept.").wait_for()
    page.goto(f"{address}/r/e99-sub-1")
    page.locator(".card[data-id=e99-sub-1] details[open]").first.wait_for()
    context.close()


def gateway(send: Any) -> Any:
    return said(send, 502, b"Bad gateway")


def out_of_order(send: Any) -> Any:
    return said(send, 500, b"That did not work", (b"x-kb-build", b"0" * 12))


def portal(send: Any) -> Any:
    return said(send, 200, b"<main><p>Welcome to our hall: log in</p></main>")


def stalled(send: Any) -> Any:
    return asyncio.sleep(20)


async def said(send: Any, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    headers = ((b"content-type", b"text/html"), *headers)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.mark.parametrize("between", [gateway, out_of_order, portal, stalled])
def test_what_stands_between_is_not_taken_for_the_site(
    browser: Any, behind: Behind, base: KnowledgeBase, between: Any
) -> None:
    context, broken, asked = browser.new_context(viewport=PHONE), [], []

    def spoilt(path: str) -> Any:
        asked.extend([path] * (bool(broken) and not path.endswith("worker.js")))
        return broken[-1] if broken else None

    page = context.new_page()
    with behind(spoilt) as address:
        ready(page, address)
        broken.append(between)
        assert ask(page, "rockets")
        assert page.locator("#network").inner_text() == OFFLINE
        page.goto(f"{address}/r/e99-sub-1")
        page.locator(".card[data-id=e99-sub-1]").wait_for()
        assert page.locator("#network").inner_text() == OFFLINE
        # once each by the page and by the worker: a loss is remembered
        assert asked == ["/judge", "/r/e99-sub-1"]
        context.close()


INTACT = """async () => {
  const sumOf = async (text) => {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  try {
    const [own, sum] = await (await caches.match("/kept-sums.json")).json();
    return (await sumOf(own)) === sum;
  } catch {
    return false;
  }
}"""


def test_what_is_damaged_on_the_phone_is_fetched_anew_or_refused_in_one_line(
    browser: Any, behind: Behind, base: KnowledgeBase
) -> None:
    context, lost = browser.new_context(viewport=PHONE), []
    page = context.new_page()
    parts = ("cards.json", "index.json", "judge.js", "judge.css", "/judge?build=", "kept-sums.json")
    with behind(lambda path: gateway if lost else None) as address:
        ready(page, address)
        lost.append(True)
        for part in parts:
            lost.clear()
            page.goto(f"{address}/judge?q=rev-sub-2")
            page.locator(".card").wait_for()
            assert page.evaluate(DAMAGE, part) >= 1, part
            lost.append(True)
            page.goto(f"{address}/judge?q=rockets")
            told = page.locator("body").inner_text().strip()
            assert told.startswith("What is kept here for use without network is damaged") and "\n" not in told, part
            lost.clear()
            page.goto(f"{address}/judge?q=rockets")
            assert ask(page, "rockets")
            page.evaluate(
                "async (files) => { for (const each of files) await fetch(each); }",
                [each for each in page.evaluate(KEPT) if part in each],
            )
            page.wait_for_function(INTACT)
            lost.append(True)
            page.goto(f"{address}/judge?q=rev-sub-2")
            page.locator("#network", has_text=OFFLINE).wait_for()
            assert ask(page, "rockets")
        context.close()


def test_what_cannot_be_kept_is_told(browser: Any, behind: Behind) -> None:
    page = browser.new_page()
    with behind(lambda path: gateway if path.endswith("/index.json") else None) as address:
        page.goto(f"{address}/judge")
        told = "Offline use could not be made ready; load the page again to try."
        page.locator("#kept", has_text=told).wait_for()
        assert page.locator("#ready").inner_text() == "Not ready offline"
        page.close()


OLD, NEW = "before the destroyer is removed", "before the destroyer leaves the board"


@pytest.fixture(scope="session")
def rolled(once: Once, data: str, built: str) -> str:
    """The build after the next change of the data."""

    def make(where: Path) -> None:
        shutil.copytree(data, where / "data")
        edit(where / "data" / "verdicts" / "revised.yaml", f"still fires back {OLD}", f"still fires back {NEW}")
        keep_results(where / "built", built)
        build(str(where / "data"), str(where / "built"))

    return str(once("rolled", make) / "built")


KEPT = """async () => {
  const files = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) files.push(request.url);
  }
  return files;
}"""


def test_a_new_build_replaces_the_kept_one_whole_in_every_tab(browser: Any, built: str, rolled: str) -> None:
    serving = [site(read.find(built)).app()]
    after = read.find(rolled).digest[:12]

    async def served(scope: Any, receive: Any, send: Any) -> None:
        await serving[-1](scope, receive, send)

    context = browser.new_context(viewport=PHONE)
    one, other = context.new_page(), context.new_page()
    with listening(served) as address:
        ready(one, address)
        one.goto(f"{address}/judge?q=rev-sub-2")
        assert OLD in one.locator(".card h3").inner_text()
        one.evaluate("navigator.serviceWorker.addEventListener('message', () => { window.told = true; })")
        serving.append(site(read.find(rolled)).app())
        ready(other, address)
        one.wait_for_function("() => window.told")
        one.wait_for_timeout(500)
        assert one.evaluate("window.told")  # what a judge reads stays in his hand
        assert OLD in one.locator(".card h3").inner_text()
        one.locator("#q").fill("rev-sub-3")
        one.locator(f"form[data-build='{after}']").wait_for(state="attached")
        assert one.locator("#q").input_value() == "rev-sub-3"
        of_builds = [url for url in one.evaluate(KEPT) if "/assets/" not in url and not url.endswith("/kept-sums.json")]
        assert len(of_builds) == 4
        assert [url for url in of_builds if after not in url] == []
    for page in (one, other):
        page.goto(f"{address}/judge?q=rev-sub-2")
        page.locator("#network", has_text=OFFLINE).wait_for()
        assert page.locator("#ask").get_attribute("data-build") == after
        assert NEW in page.locator(".card h3").inner_text()
    context.close()


def test_a_page_of_an_older_build_loads_itself_again(browser: Any, live: str, base: KnowledgeBase) -> None:
    context = browser.new_context(service_workers="block")
    page, own, served = context.new_page(), base.build.digest[:12], []

    def older_at_first(route: Any) -> None:
        response = route.fetch()
        served.append(route.request.url)
        body = response.text() if len(served) > 1 else response.text().replace(own, "0" * 12)
        route.fulfill(response=response, body=body)

    page.route(re.compile(r"/judge(\?(?!.*part=).*)?$"), older_at_first)
    page.goto(f"{live}/judge")
    assert page.locator("#ask").get_attribute("data-build") == "0" * 12
    page.locator("#q").fill("sub")
    page.locator(f"form[data-build='{own}']").wait_for()
    page.locator(".card").first.wait_for()
    assert page.locator("#q").input_value() == "sub"
    assert len(served) == 2
    context.close()


AGREEMENT = """async ([script, index, questions]) => {
  const { Index } = await import(script);
  const own = new Index(await (await fetch(index)).json());
  return questions.map((each) => {
    const { games, weights } = own.read(each);
    return [games, own.ranked("rulings", weights).map((position) => own.ids[position])];
  });
}"""


def test_without_network_the_first_ruling_mostly_is_that_of_the_server(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    """Of judged questions without misspellings: 103 of 117 agree, and all 114 have a right one among three."""
    lines = (ROOT / "benchmarks" / "judged_queries.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [each for each in map(json.loads, lines) if each["style"] != "typo"]
    page = opened()
    page.goto(f"{live}/judge")
    script = page.locator("script[src*='judge.js']").get_attribute("src").replace("judge.js", "offline.js")
    index = page.locator("#ask").get_attribute("data-index")
    ranked = page.evaluate(AGREEMENT, [script, index, [each["query"] for each in asked]])
    game_of = {row["id"]: row["game"] for row in base.connection.execute("select id, game from rulings")}
    agree, right = [], []
    for each, (named, every) in zip(asked, ranked, strict=True):
        games = [each["game"]] if each.get("game") else named
        own = [ruling for ruling in every if not games or game_of[ruling] in games][:3]
        server = [hit.id for hit in base.search(each["query"], each.get("game")).rulings[:3]]
        relevant = {ruling for ruling, grade in each["rel"].items() if grade > 1}
        agree += [own[:1] == server[:1]] * bool(server)
        right += [bool(relevant & {*own})] * bool(relevant & {*server})
    assert sum(agree) / len(agree) >= 0.85 and sum(right) / len(right) >= 0.95


def test_without_network_rulings_and_statements_of_the_game_are_shown(opened: Open, live: str) -> None:
    page = opened()
    ready(page, live)
    page.context.set_offline(True)
    page.locator("#network", has_text=OFFLINE).wait_for()
    found = ask(page, "can a sub that is hit submerge in revised")
    assert len(found) == 3 and {ruling[:4] for ruling in found} == {"rev-"}
    rules = page.locator("#results h2", has_text="Rule book").locator("~ .rules li")
    assert rules.count() == 3 and all("Revised" in each for each in rules.locator(".says").all_inner_texts())
    assert not page.locator("#board").is_visible(), "the engine is not kept here"
    assert ask(page, "LHTR submarines") == [] and page.locator("#results").inner_text() == "Nothing found"
    ask(page, "rockets")
    assert {ruling[:4] for ruling in choose(page, "Anniversary")} == {"ann-"}
    page.context.set_offline(False)
    page.locator("#network", has_text="Offline").wait_for(state="detached")
    assert len(ids(page)) == 3 and page.locator("#board").is_visible()


def test_without_network_the_games_are_compared(opened: Open, live: str) -> None:
    page = opened()
    ready(page, live)
    page.context.set_offline(True)
    page.goto(f"{live}/judge?q=rockets")
    page.get_by_role("link", name="Compare editions").click()
    page.locator("h1", has_text="The games compared").wait_for()
    topics = page.locator("#topics > details")
    every = topics.count()
    page.locator("#word").fill("submerge first volley")
    assert topics.filter(visible=True).count() < every // 10
    topics.filter(visible=True, has_text="before it has been shot at").locator("summary").click()
    assert page.get_by_text("Yes: subs may dive before any dice are rolled.").is_visible()
    page.goto(f"{live}/compare/submerge-when")
    page.locator("#submerge-when", has_text="Before either side rolls in a round").wait_for()
    assert page.url.endswith("/compare#submerge-when")


def test_where_nothing_can_be_kept_the_page_says_so(opened: Open, live: str) -> None:
    page = opened()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto(f"{live}/judge")
    page.locator("#kept", has_text="Offline use needs https; ask for the address that begins with https.").wait_for()


LINKS = """() => [...document.querySelectorAll("main a[href], .foot a[href]")].filter((link) => link.checkVisibility())
  .map((link) => [link.href, link.classList.contains("online"), link.title, getComputedStyle(link, "::after").content])"""


def test_without_network_every_link_is_kept_or_says_that_it_needs_it(opened: Open, live: str) -> None:
    page = opened()
    ready(page, live)
    page.context.set_offline(True)
    page.locator("#network", has_text=OFFLINE).wait_for()
    assert ask(page, "can planes hit subs in revised")
    page.evaluate("for (const each of document.querySelectorAll('.card details')) each.open = true")
    unfold(page)
    links = {href: (marked, title, after) for href, marked, title, after in page.evaluate(LINKS)}
    kept = [href for href in links if re.search(r"/judge(\?|$)|/compare$|/r/[^/.]+(\?|$)", href)]
    away = [href for href in links if href not in kept]
    assert any("/scenario/" in href for href in away) and any(href.endswith("/kb") for href in away)
    assert any("/r/ann-" in href for href in kept), "a ruling of another game"
    for href in away:
        assert links[href] == (True, "Needs the network", '"online" / "(needs the network)"'), href
    for href in kept:
        assert links[href] == (False, "", "none"), href
    follow(page, kept[:12], OFFLINE)
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
    for path in ("/judge", "/r/rev-sub-2", "/ledger"):
        page.goto(live + path)
        told = page.locator(".built")
        assert re.match(r"^Built 20\d\d-\d\d-\d\d, documents up to 2014-09-03$", told.inner_text())
        assert told.get_attribute("title") == f"Build {base.build.digest[:12]}"
        assert base.build.digest[:12] not in page.locator("body").inner_text()
    ready(page, live)
    assert base.build.digest[:12] not in page.locator("body").inner_text()
