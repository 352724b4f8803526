"""The judge's page in a real browser: as one types, with one thumb, without network, on paper, for every reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from kb.knowledge import KnowledgeBase
from kb.search.query_limits import LONGEST_QUERY
from kb.web.cards import TYPES
from kb.web.judge_query import MOST
from kb.web.profile import LONGEST_EVENT
from kb.web.shared import found
from tests.web.apart import Get

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
    expected = base.search("does a destroyer that a sub hit shoot back")
    assert ask(page, "does a destroyer that a sub hit shoot back") == [hit.id for hit in expected] != []
    assert page.locator("#status").inner_text() == found(len(expected), expected.state)
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
    page.locator(".profile", has_text=re.compile("^Axis & Allies Revised$")).wait_for()
    assert page.locator("#name").input_value() == ""


def test_only_what_the_edition_has_is_offered(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    page.locator("#event > summary").click()
    printings, technology = page.get_by_label("Printing").first, page.locator("fieldset", has_text="Technology").first
    assert (printings.is_visible(), technology.is_visible()) == (False, True)
    page.locator(".chip", has_text="Europe 1940").click()
    page.locator(".profile", has_text="Europe 1940").wait_for()
    assert page.locator("select:visible").count() == 1


def test_each_question_is_asked_once_and_an_older_one_is_given_up(opened: Open, live: str) -> None:
    page, answered = opened(), []
    page.goto(f"{live}/judge")
    page.on("requestfinished", lambda asked: answered.append(asked.url) if "part=results" in asked.url else None)
    page.evaluate("""for (const words of ["sub", "rockets"]) {
      const form = document.querySelector("#ask");
      form.elements.q.value = words;
      form.elements.q.dispatchEvent(new Event("input", {bubbles: true}));
      form.requestSubmit();
    }""")
    page.locator(".card").first.wait_for()
    page.wait_for_timeout(400)  # longer than the page waits for more letters
    assert [re.findall(r"q=(\w+)", url) for url in answered] == [["rockets"]]


def test_a_refused_question_is_told_and_not_kept(browser: Any, live: str) -> None:
    page = browser.new_page()
    page.goto(f"{live}/judge?game=revised")
    page.locator(".card").first.wait_for()
    page.locator(".chip", has_text="Europe 1940").evaluate("chip => chip.querySelector('input').checked = true")
    ask(page, "ü" * LONGEST_QUERY)
    assert page.locator("#results .hint").inner_text() == "That address is too long."
    assert page.locator("#status").inner_text() == "That did not work"
    assert page.evaluate("localStorage.getItem('kb-judge-profile')") == "game=revised"
    assert ask(page, "sub\x01\x02")
    assert page.evaluate("localStorage.getItem('kb-judge-profile')") == "game=europe-1940"
    page.close()


def test_the_page_knows_the_bounds_of_the_server(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    bounds = [page.locator(f"#{name}").get_attribute("maxlength") for name in ("q", "name")]
    assert [*map(int, bounds)] == [LONGEST_QUERY, LONGEST_EVENT]
    assert page.locator("#ask").get_attribute("data-most") == str(MOST)


NAMES = [
    "Fall\u200b Open",
    "  a\x85b\xa0c ",
    "x\u00ad\u202ey\x00z",
    "\ufeffZürich 🏳️\u200d🌈 2026",
    "a\u2028b \ud7ff\ue000",
    "\x1c",
]


def test_an_events_name_is_read_as_python_reads_it(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge")
    url = page.locator("script[src*='judge.js']").get_attribute("src").replace("judge.js", "profile.js")
    read_there = """async ([url, names]) => {
      const { read } = await import(url);
      return names.map((event) => read(new URLSearchParams({event})).event);
    }"""
    printed = ["".join(c for c in " ".join(name.split()) if c.isprintable()) for name in NAMES]
    assert page.evaluate(read_there, [url, NAMES]) == printed


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


def test_where_nothing_can_be_kept_the_page_says_so(opened: Open, live: str) -> None:
    page = opened()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto(f"{live}/judge")
    page.locator("#kept", has_text="Offline use needs https; ask for the address that begins with https.").wait_for()


def edition(page: Any) -> str:
    """The edition whose button is set."""
    return str(page.locator("input[name=game]:checked").get_attribute("value"))


def notes(page: Any) -> list[str]:
    """What is told of how the question was understood, with where its links lead."""
    return [
        f"{each.inner_text()} {[link.get_attribute('href').rpartition('/')[2] for link in each.locator('a').all()]}"
        for each in page.locator("#results .hint").all()
    ]


def test_the_edition_that_is_typed_sets_its_button_until_it_is_taken_away(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=aa50+submarines")
    assert edition(page) == "anniversary"
    assert ask(page, "aa50 submarines submerge") == [hit.id for hit in base.search("aa50 submarines submerge")]
    assert edition(page) == "anniversary"
    assert "game=" not in page.url, "nobody chose it"
    assert ask(page, "submarines submerge") == [hit.id for hit in base.search("submarines submerge")]
    assert edition(page) == ""
    ask(page, "aa50 submarines submerge")
    page.locator(".chip", has_text="All editions").click()
    page.locator(".hint.all").wait_for()
    assert ids(page) == [hit.id for hit in base.search("aa50 submarines submerge", all_games=True)]
    assert edition(page) == "" and page.url.endswith("&all=1")
    page.reload()
    assert edition(page) == "" and page.locator(".hint.all").is_visible()
    page.locator(".hint.all a").click()
    page.locator(".hint.only").wait_for()
    assert edition(page) == "anniversary"
    page.locator(".chip", has_text="Revised").click()
    page.locator(".hint.chosen").wait_for()
    assert {ruling[:4] for ruling in ids(page)} == {"rev-"} and page.url.endswith("&game=revised")
    page.locator(".hint.chosen a").click()
    page.locator(".hint.only").wait_for()
    assert edition(page) == "anniversary", "although the edition that was chosen is remembered"


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
    page.locator(".chip", has_text="All editions").click()
    ask(page, "aa50 submarines")
    page.locator(".chip", has_text="All editions").click()
    page.locator(".hint.all").wait_for()
    assert edition(page) == ""


# -- paper -----------------------------------------------------------------------------------------

#: 105 x 148 mm in points, as Chromium rounds them
A6 = (298, 420)
MILLIMETRE = 96 / 25.4
#: the heights of slips at their own size and at the next larger one, each with the longest notes that one event can
#: call for
MEASURE = """([rendered, types]) => {
  const main = document.querySelector("main");
  main.innerHTML = rendered.map((slip) => slip.replace(/ hidden data-note="(off|printing):/g, ' data-note="$1:')
    .replace("@profile@", "An event with quite a long name · ".repeat(8))).join("");
  return [...document.querySelectorAll(".slip")].map((slip) => {
    const height = slip.getBoundingClientRect().height;
    const larger = types[types.findIndex((type) => slip.classList.contains(type)) - 1];
    slip.className = `slip ${larger}`;
    return [slip.dataset.id, height, larger ? slip.getBoundingClientRect().height : Infinity];
  });
}"""


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """The size of each page of a PDF, in whole points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == len(re.findall(rb"/Type\s*/Page\b", pdf))
    return [(int(float(width)), int(float(height))) for width, height in boxes]


def longest(base: KnowledgeBase) -> list[str]:
    return [row[0] for row in base.connection.execute("select id from rulings order by length(answer) desc limit 3")]


def test_in_print_a_slip_says_that_its_ruling_may_not_hold_in_another_printing(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    rows = base.connection.execute("select ruling, holds from printings where holds != 'same'").fetchall()
    page = opened()
    page.emulate_media(media="print")
    for row in {row["holds"]: row for row in rows}.values():
        page.goto(f"{live}/r/{row['ruling']}/slip")
        assert page.locator(f".slip .note.{row['holds']}").is_visible()


TYPES_WITHIN = """(head) => [...head.querySelectorAll("*")].map((each) => {
  const { font, color } = getComputedStyle(each);
  return font + color;
})"""


def test_yes_and_no_are_no_larger_than_their_sentence(opened: Open, live: str) -> None:
    """The verdict is one run of text in one type, below the question."""
    page = opened()
    for path, head in (("/judge?q=rev-sub-2", "h3"), ("/r/rev-sub-2", "h1"), ("/r/rev-sub-2/slip", "article h2")):
        page.goto(f"{live}{path}")
        verdict = page.locator(head).first
        assert verdict.inner_text().startswith("Yes: the destroyer stays"), "not in capitals"
        assert len(set(verdict.evaluate(TYPES_WITHIN))) == 1
        assert page.locator(".question").first.bounding_box()["y"] < verdict.bounding_box()["y"]


def test_the_longest_slips_are_one_a6_page(opened: Open, live: str, base: KnowledgeBase) -> None:
    page = opened()
    for ruling in longest(base):
        page.goto(f"{live}/r/{ruling}/slip?event=Fall+Open&off=technology")
        assert page.get_by_role("button", name="Print").is_visible()
        assert pages_of(page.pdf(prefer_css_page_size=True)) == [A6], ruling


def test_every_slip_fits_a6_in_the_largest_type_that_does(
    opened: Open, live: str, get: Get, base: KnowledgeBase
) -> None:
    cards = re.search(r'data-cards="([^"]+)"', get("/judge").text)
    assert cards
    slips = [slip for _, slip in get(cards[1]).json()["rendered"].values()]
    page = opened(viewport={"width": int(97 * MILLIMETRE), "height": int(140 * MILLIMETRE)})
    page.goto(f"{live}/r/rev-sub-2/slip")
    page.emulate_media(media="print")
    heights = {ruling: sizes for ruling, *sizes in page.evaluate(MEASURE, [slips, TYPES])}
    assert len(heights) == len(slips)
    assert [each for each, (height, _) in heights.items() if height > 140 * MILLIMETRE] == []
    in_smaller_type = [each for each, (_, larger) in heights.items() if larger <= 140 * MILLIMETRE]
    assert not {*longest(base), "rev-sub-2", "e40-glo-4", "rev-sbr-1"} & {*in_smaller_type}
    assert len(in_smaller_type) <= len(slips) / 10


# -- every reader ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    [
        "/judge",
        "/judge?q=can+a+sub+hit+a+plane",
        "/judge?q=technology&game=europe-1940&printing=2012&off=technology",
        "/r/rev-sub-2",
        "/r/rev-sub-2/slip",
        "/ledger/revised-faq",
        "/coverage",
    ],
)
def test_nobody_is_left_out(opened: Open, live: str, path: str, scheme: str) -> None:
    page = opened(color_scheme=scheme)
    page.goto(live + path)
    for summary in page.locator("#event > summary, .card summary").all()[:2]:
        summary.click()
    page.wait_for_timeout(100)
    found = Axe().run(page).response["violations"]
    told = [(each["id"], each["nodes"][0]["target"], each["nodes"][0]["failureSummary"]) for each in found]
    assert told == []
