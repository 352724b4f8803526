"""The judge's page in a real browser: as one types, with one thumb, without network, on paper, for every reader."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from kb.build.run import build
from kb.knowledge import KnowledgeBase
from kb.store import read
from kb.web.serve import site
from tests.conftest import edit
from tests.web.apart import Get
from tests.web.conftest import listening

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Open pages, each in a browser of its own; at the end none may have had anything to complain of."""
    contexts, complaints = [], []

    def open_page(**how: Any) -> Any:
        context = browser.new_context(**{"viewport": PHONE, **how})
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        contexts.append(context)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def ids(page: Any) -> list[str]:
    return [card.get_attribute("data-id") for card in page.locator(".card").all()]


def ask(page: Any, words: str) -> list[str]:
    """Type something, and wait for what it finds."""
    page.evaluate(
        "document.querySelector('#results').dataset.old = 'yes'; document.querySelector('#results').replaceChildren()"
    )
    page.locator("#q").fill(words)
    page.locator("#results > *").first.wait_for(state="attached")
    return ids(page)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_judge_searches_as_he_types_and_opens_a_result(
    opened: Open, live: str, base: KnowledgeBase, size: Any
) -> None:
    page = opened(viewport=size)
    page.goto(f"{live}/judge")
    page.keyboard.press("/")
    page.keyboard.type("does a destroyer that a sub hit")
    page.locator(".card").first.wait_for()
    found = ask(page, "does a destroyer that a sub hit shoot back")
    assert found == [hit.id for hit in base.search("does a destroyer that a sub hit shoot back")]
    assert page.locator("#status").inner_text() == f"{len(found)} rulings"
    first = page.locator(".card").first
    first.locator("summary").click()
    assert first.get_by_text("Proof", exact=True).is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.locator("#q").press("Escape")
    page.locator(".card").first.wait_for(state="detached")
    assert page.locator("#q").input_value() == ""


def test_edition_and_phase_are_large_and_stay_set(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=sub")
    page.locator(".chip", has_text="Revised").click()
    page.locator(".profile", has_text="Axis & Allies Revised").wait_for()
    assert ids(page) == [hit.id for hit in base.search("sub", game="revised")]
    page.locator(".chip", has_text="Noncombat move").click()
    page.locator(".profile", has_text="Noncombat move").wait_for()
    noncombat = {r[0] for r in base.connection.execute("select ruling from ruling_phases where phase = 'noncombat'")}
    assert set(ids(page)) <= noncombat
    assert page.url.endswith("?q=sub&game=revised&phase=noncombat")
    page.goto(f"{live}/judge")
    page.locator(".profile", has_text="Axis & Allies Revised · Noncombat move").wait_for()
    assert page.locator("input[name=game]:checked").get_attribute("value") == "revised"
    for target in page.locator(".chip:visible, button:visible, .button:visible, summary:visible, #q").all():
        assert target.bounding_box()["height"] >= 44


def test_an_event_is_set_told_shared_and_forgotten(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=technology&game=revised")
    page.locator("#event > summary").click()
    page.locator("#name").fill("Fall Open")
    page.locator("fieldset", has_text="Technology").locator(".chip", has_text="not in force").click()
    page.locator(".profile", has_text="Fall Open · Axis & Allies Revised · not in force: Technology").wait_for()
    assert page.get_by_text("Not in force at this event: Technology is off.").first.is_visible()
    assert page.locator("fieldset", has_text="Global game").count() == 1
    assert not page.locator("fieldset", has_text="Global game").is_visible()
    shared = page.locator("#link").get_attribute("href")
    assert shared.endswith("/judge?event=Fall+Open&game=revised&off=technology")
    other = opened()
    other.goto(shared if shared.startswith("http") else live + shared)
    other.locator(".profile", has_text="not in force: Technology").wait_for()
    page.locator("#forget").click()
    page.locator(".profile", has_text=re.compile("^Playing: Axis & Allies Revised$")).wait_for()
    assert page.locator("#name").input_value() == ""


def test_without_a_script_the_page_is_a_form(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened(java_script_enabled=False)
    page.goto(f"{live}/judge")
    page.locator("#q").fill("sub")
    page.locator(".chip", has_text="Revised").click()
    page.get_by_role("button", name="Find").click()
    assert ids(page) == [hit.id for hit in base.search("sub", game="revised")]


# -- without network -------------------------------------------------------------------------------


def ready(page: Any, address: str) -> None:
    page.goto(f"{address}/judge")
    page.locator("#kept", has_text="Ready for use without network").wait_for()


def test_without_network_it_finds_the_same(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    ready(page, live)
    questions = ("can a sub hit a plane", "destryer", "fighter land on new carrier")
    online = [ask(page, words) for words in questions]
    assert all(online)
    page.context.set_offline(True)
    page.locator("#network", has_text=f"Offline: build {base.build.digest[:12]}, answers as of this build.").wait_for()
    assert [ask(page, words) for words in questions] == online
    page.locator(".chip", has_text="Revised").click()
    page.locator(".profile", has_text="Axis & Allies Revised").wait_for()
    assert ids(page) == [hit.id for hit in base.search(questions[-1], game="revised")]
    page.context.set_offline(False)
    page.locator("#network", has_text="Offline").wait_for(state="detached")
    assert ids(page) == [hit.id for hit in base.search(questions[-1], game="revised")]


def test_when_the_server_is_gone_pages_rulings_and_slips_are_still_there(browser: Any, built: str) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    with listening(site(read.find(built), public_url="https://rulings.example").app()) as address:
        ready(page, address)
        page.goto(f"{address}/judge?event=Fall+Open&game=revised&off=technology&q=sub")
        page.locator(".card").first.wait_for()
    page.goto(f"{address}/judge?q=rockets")
    page.locator(".profile", has_text="Fall Open · Axis & Allies Revised · not in force: Technology").wait_for()
    assert page.locator("#network").inner_text().startswith("Offline: build ")
    page.goto(f"{address}/r/e99-sub-1")
    page.get_by_role("link", name="Search all editions").click()
    page.locator(".card[data-id=e99-sub-1]").wait_for()
    page.locator(".card").get_by_role("link", name="Slip").click()
    page.locator(".slip[data-id=e99-sub-1]").wait_for()
    assert "Event: Fall Open · not in force: Technology" in page.locator(".slip").inner_text()
    assert page.locator(".slip .qr").is_visible()
    assert pages_of(page.pdf(prefer_css_page_size=True)) == [A6]
    context.close()


OLD, NEW = "before it is removed", "before it leaves the board"


@pytest.fixture(scope="session")
def rolled(tmp_path_factory: pytest.TempPathFactory, data: str) -> str:
    """The build after the next change of the data."""
    where = tmp_path_factory.mktemp("rolled")
    shutil.copytree(data, where / "data")
    edit(where / "data" / "verdicts" / "revised.yaml", f"returns fire {OLD}", f"returns fire {NEW}")
    build(str(where / "data"), str(where / "built"))
    return str(where / "built")


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
        serving.append(site(read.find(rolled)).app())
        ready(other, address)
        one.locator(f"form[data-build='{after}']").wait_for(state="attached")
        of_builds = [url for url in one.evaluate(KEPT) if "/assets/" not in url]
        assert len(of_builds) == 3
        assert [url for url in of_builds if after not in url] == []
    for page in (one, other):
        page.goto(f"{address}/judge?q=rev-sub-2")
        page.locator("#network", has_text=f"Offline: build {after}").wait_for()
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


def test_where_nothing_can_be_kept_the_page_says_so(opened: Open, live: str) -> None:
    page = opened()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto(f"{live}/judge")
    page.locator("#kept", has_text="Offline use needs https; ask for the address that begins with https.").wait_for()


# -- paper -----------------------------------------------------------------------------------------

#: 105 x 148 mm in points, as Chromium rounds them
A6 = (298, 420)
MEASURE = """(rendered) => {
  const main = document.querySelector("main");
  main.innerHTML = rendered.map((slip) => slip.replaceAll(" hidden data-note", " data-note")
    .replace("@date@", "2026-05-01").replace("@profile@", "An event with quite a long name · ".repeat(8))).join("");
  return [...document.querySelectorAll(".slip")].map((slip) => [slip.dataset.id, slip.getBoundingClientRect().height]);
}"""


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """The size of each page of a PDF, in whole points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == len(re.findall(rb"/Type\s*/Page\b", pdf))
    return [(int(float(width)), int(float(height))) for width, height in boxes]


def longest(base: KnowledgeBase) -> list[str]:
    return [row[0] for row in base.connection.execute("select id from rulings order by length(answer) desc limit 3")]


def test_the_longest_slips_are_one_a6_page(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    for ruling in longest(base):
        page.goto(f"{live}/r/{ruling}/slip?event=Fall+Open&off=technology&date=2026-05-01")
        assert page.get_by_role("button", name="Print").is_visible()
        assert pages_of(page.pdf(prefer_css_page_size=True)) == [A6], ruling


def test_every_slip_fits_a6_whatever_the_event_says(opened: Open, live: str, get: Get) -> None:
    """All slips at the size of the printed area, each with every note that any profile can call for."""
    cards = re.search(r'data-cards="([^"]+)"', get("/judge").text)
    assert cards
    slips = [slip for _, slip in get(cards[1]).json()["rendered"].values()]
    a_millimetre = 96 / 25.4
    page = opened(viewport={"width": int(97 * a_millimetre), "height": int(140 * a_millimetre)})
    page.goto(f"{live}/r/rev-sub-2/slip")
    page.emulate_media(media="print")
    heights = page.evaluate(MEASURE, slips)
    assert len(heights) == len(slips)
    assert [each for each in heights if each[1] > 140 * a_millimetre] == []


# -- every reader ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/judge", "/judge?q=can+a+sub+hit+a+plane", "/judge?q=technology&game=europe-1940&printing=2012&off=technology",
                                  "/r/rev-sub-2", "/r/rev-sub-2/slip", "/ledger/revised-faq", "/coverage"])  # fmt: skip
def test_nobody_is_left_out(opened: Open, live: str, path: str, scheme: str) -> None:
    page = opened(color_scheme=scheme)
    page.goto(live + path)
    for summary in page.locator("#event > summary, .card summary").all()[:2]:
        summary.click()
    page.wait_for_timeout(100)
    found = Axe().run(page).response["violations"]
    told = [(each["id"], each["nodes"][0]["target"], each["nodes"][0]["failureSummary"]) for each in found]
    assert told == []
