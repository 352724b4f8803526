"""Journeys in a real browser: a judge searches, with and without network; a player asks with the board."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.store import read
from kb.text.search import NOTHING, headline
from kb.web.serve import site
from tests.conftest import ROOT
from tests.questions import fought
from tests.web.at_judge import A4, DESK, PHONE, Open, ask, choose, complaints, ids, pages_of, ready, unfold
from tests.web.conftest import PUBLIC, listening
from tests.web.other_builds import another_build
from tests.web.reading import cards_of

WORDS = "can a sub hit a fighter"
OFFLINE = "Offline."
FOCUS = """() => {
  const at = document.activeElement;
  return at.id || at.closest(".card")?.dataset.id || at.tagName;
}"""


def best(base: KnowledgeBase, words: str, **how: Any) -> list[str]:
    """Return the cards that are shown at first."""
    return cards_of(base.search(words, **how))


# -- a judge with a phone, and at a desk


def test_what_is_played_is_set_told_remembered_shared_and_forgotten(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=sub")
    unfold(page)
    assert page.locator(".choose:visible legend").all_inner_texts() == ["Which game is on the table?"]
    assert choose(page, "Revised") == best(base, "sub", game="revised")
    technology = page.locator("fieldset:visible", has_text="Technology")
    technology.locator(".chip", has_text="not in force").click()
    told = page.locator(".scope", has_text="Only Revised · not in force: Technology · All editions")
    told.wait_for()
    assert page.url.endswith("?game=revised&option.technology=off&q=sub")
    targets = page.locator(".chip:visible, button:visible, .button:visible, summary:visible, #q")
    assert min(targets.evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")) >= 40
    other = opened()
    other.goto(page.url)
    assert ids(other) == ids(page)
    page.goto(f"{live}/judge?q=sub")
    told.wait_for()
    chip = page.locator("#filters summary").bounding_box()
    assert page.locator("#chosen").inner_text() == "Revised" and chip["x"] >= 0, "the chip is in view"
    unfold(page)
    page.locator("#forget").click()
    page.locator("#chosen", has_text="All editions").wait_for()
    assert page.locator("input[name=game]:checked").get_attribute("value") == ""
    page.locator(".tries a").first.click()
    page.locator(".card[data-id=rev-sub-2]").wait_for()


def test_a_judge_searches_as_he_types_and_keys_lead_through_the_results(
    opened: Open, live: str, base: KnowledgeBase
) -> None:
    page = opened(viewport=DESK)
    page.goto(f"{live}/judge")
    page.keyboard.press("/")
    assert page.evaluate(FOCUS) == "q"
    page.keyboard.type("can a sub hit")
    page.locator(".card").first.wait_for()
    first, second, *_ = found = ask(page, WORDS)
    assert found == best(base, WORDS) and page.locator("#status").inner_text() == "6 results"
    walked = []
    for key in ("ArrowDown", "Control+ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
        walked.append(page.evaluate(FOCUS))
    assert walked == [first, first, second, first, "q"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".card").first.locator(".official").is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert page.evaluate(FOCUS) == "q" and page.locator("#q").input_value() == WORDS
    page.keyboard.press("Escape")
    assert page.locator("#q").input_value() == ""
    page.locator(".card").first.wait_for(state="detached")


def test_the_first_screen_of_a_phone_has_the_answer_whose_word_it_is_and_the_words(opened: Open, live: str) -> None:
    page = opened(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(f"{live}/judge")
    last = page.locator(".tries a").last.bounding_box()
    for words, parts in (
        ("does a destroyer that a sub hit shoot back", ("h3", ".labels", ".asks", ".snippet", ".card + .card h3")),
        ("how much does a cruiser cost in europe 1940", ("h3.number", ".sentence", ".labels")),
    ):
        ask(page, words)
        end = page.locator("#ask").bounding_box()
        assert end["height"] <= 0.12 * PHONE["height"] and last["y"] + last["height"] < end["y"]
        first = page.locator(".result").first
        for part in parts:
            seen = first.locator(part).first.bounding_box()
            assert seen["y"] >= 0 and seen["y"] + min(18, seen["height"]) <= end["y"], (words, part)
        largest = (
            "e => Math.max(...[...e.querySelectorAll('*')].map(each => parseFloat(getComputedStyle(each).fontSize)))"
        )
        size = first.locator("h3").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
        assert size == page.locator("#results").evaluate(largest), "nothing is larger than the answer"
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.set_viewport_size({"width": 740, "height": 360})
    assert page.locator("#ask").bounding_box()["height"] <= 0.3 * 360
    ask(page, WORDS)
    line = page.locator(".result ~ .result summary").first
    line.scroll_into_view_if_needed()
    before = line.bounding_box()["y"]
    line.tap()
    assert page.locator(".card details[open] .official").first.is_visible()
    assert line.bounding_box()["y"] == before, "the line that is tapped stays"


def test_a_ruling_is_flipped_copied_and_printed(opened: Open, live: str) -> None:
    page = opened()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{live}/r/rev-sub-2")
    change = page.get_by_text("the United Kingdom has no destroyer and one transport")
    page.get_by_role("heading", name="Played: 1 case, 1 contrast").click()
    as_ruled = page.get_by_role("tab", name="As ruled")
    assert not change.is_visible()
    page.get_by_role("tab", name="But: A transport alone is gone before it can fire.").click()
    assert change.is_visible() and as_ruled.get_attribute("aria-selected") == "false"
    page.keyboard.press("ArrowLeft")
    assert not change.is_visible() and as_ruled.evaluate("each => each === document.activeElement")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="Copy as text").click()
    page.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("### rev-sub-2 · ") and f"{PUBLIC}/r/rev-sub-2" in copied
    assert pages_of(page.pdf(format="A4")) == [A4]
    page.emulate_media(media="print")
    main = " ".join(page.locator("main").inner_text().split())
    assert main.endswith("Event Table Judge Decision") and not page.locator("form").first.is_visible()
    page.emulate_media(media="screen")
    page.locator("#q").fill("rockets")
    page.keyboard.press("Enter")
    page.locator(".card").first.wait_for()
    assert page.url.endswith("/judge?q=rockets")


#: one page of each kind
PAGES = (
    "/judge",
    "/judge?q=technology&game=europe-1940&printing=2012&off=technology",
    "/r/rev-sub-2",
    "/g/flames-and-steel",
    "/kb/rulings/rev-sub-2",
    "/ledger/flames-and-steel-combat-move",
    "/ask/case/revised/destroyer-hit-shoots-back",
)


def test_nobody_is_left_out(opened: Open, live: str) -> None:
    page = opened(color_scheme="light", reduced_motion="reduce")
    for path in PAGES:
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE)
        page.goto(live + path)
        page.locator("#asking[aria-busy=false], main:not(:has(#asking)), [role=main]").first.wait_for()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert complaints(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size(DESK)
        assert complaints(page) == [], path


# -- without network


async def portal(send: Any) -> None:
    """Answer every request with a page of one's own, as the gate of a wireless network does."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
    await send({"type": "http.response.body", "body": b"<main><p>Welcome to our hall: log in</p></main>"})


def test_when_the_server_is_gone_what_is_kept_answers(browser: Any, datasette: Any) -> None:
    """First another server answers in its place, then none."""
    context, broken, app = browser.new_context(viewport=PHONE), [], datasette.app()

    async def served(scope: Any, receive: Any, send: Any) -> None:
        await (portal(send) if broken and scope["type"] == "http" else app(scope, receive, send))

    page = context.new_page()
    with listening(served) as address:
        ready(page, address)
        page.goto(f"{address}/judge?game=revised&off=technology&q=sub")
        page.locator(".card").first.wait_for()
        broken.append(True)
        assert ask(page, "rockets")
        assert page.locator("#network").inner_text() == OFFLINE
        page.goto(f"{address}/r/e99-sub-1")
        page.locator(".card[data-id=e99-sub-1] details[open]").first.wait_for()
    page.goto(f"{address}/judge?q=rockets")
    page.locator("#network", has_text=OFFLINE).wait_for()
    assert {*page.locator(".card .labels b").all_inner_texts()} == {"Revised"}
    assert page.locator("#results .result").count() == 6
    assert page.locator(".scope").inner_text() == "Only Revised · All editions"
    assert len(choose(page, "All editions")) > 6
    assert ask(page, "LHTR submarines") == []
    assert page.locator("#results .why").inner_text() == "Nothing here is about Larry Harris Tournament Rules."
    assert ask(page, "whats for dinner") == [] and page.locator("#results .why").inner_text() == NOTHING
    assert page.locator("#results .tries a").count() == 3, "no dead end"
    for path in ("/r/rev-sub-2.json", "/ledger", "/kb/rulings/rev-sub-2"):
        page.goto(f"{address}{path}")
        page.locator("#network", has_text=f"{path} needs the network; here is what is kept.").wait_for()
    page.goto(f"{address}/compare/submerge-when")
    page.locator("#submerge-when", has_text="Before either side rolls in a round").wait_for(state="attached")
    context.close()


AGREEMENT = """async ([script, cards, index, questions]) => {
  const { kept } = await import(script);
  const own = await kept({ cards, index });
  return questions.map(([q, game]) => {
    const { nodes, told } = own.found(new URLSearchParams({ q, ...(game && { game }) }));
    return [[...nodes[0].querySelectorAll(".result > .card:first-child")].map((card) => card.dataset.id), told];
  });
}"""


def test_without_network_the_list_is_that_of_the_server(opened: Open, live: str, base: KnowledgeBase) -> None:
    """Of judged queries and of questions with and without an answer, misspelt ones among them, 19 of 20 agree."""
    files = (ROOT / "benchmarks" / name for name in ("judged_queries.jsonl", "match/held_out.jsonl"))
    asked = [each for file in files for each in map(json.loads, file.read_text(encoding="utf-8").splitlines())]
    plain = [(each["query"], each.get("game")) for each in asked if re.fullmatch(r"[\w ,.?']+", each["query"])]
    page = opened()
    page.goto(f"{live}/judge")
    script = page.locator("script[src*='judge.js']").get_attribute("src").replace("judge.js", "offline.js")
    kept = [page.locator("#ask").get_attribute(f"data-{name}") for name in ("cards", "index")]
    first, whole, told = [], [], []
    for (query, game), (own, remark) in zip(plain, page.evaluate(AGREEMENT, [script, *kept, plain]), strict=True):
        found = base.search(query, game)
        if any(each.score is None for each in found):
            continue  # values of spaces are looked up on the server alone
        first.append(own[:1] == [each.id for each in found][:1])
        whole.append(own == [each.id for each in found])
        told.append(remark == headline(found))
    assert len(first) > 200
    assert sum(whole) / len(whole) >= 0.9
    assert sum(first) / len(first) >= 0.95 and sum(told) / len(told) >= 0.95


KEPT = """async () => {
  const files = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) files.push(request.url);
  }
  return files;
}"""


def test_a_new_build_replaces_the_kept_one_whole_in_every_tab(browser: Any, own_built: Path) -> None:
    first = read.find(str(own_built))
    serving = [site(first).app()]

    async def served(scope: Any, receive: Any, send: Any) -> None:
        await serving[-1](scope, receive, send)

    context = browser.new_context(viewport=PHONE)
    one, other = context.new_page(), context.new_page()
    with listening(served) as address:
        ready(one, address)
        one.goto(f"{address}/judge?q=rev-sub-2")
        after = another_build(str(own_built), "aa")[:12]
        serving.append(site(read.find(str(own_built))).app())
        ready(other, address)
        gone = f"({KEPT})().then((files) => files.every((each) => !each.includes('{first.digest[:12]}')))"
        other.wait_for_function(gone)
        assert "(aa)" not in one.locator(".card").inner_text(), "what a judge reads stays in his hand"
        one.locator("#q").fill("rev-sub-3")
        one.locator(f"form[data-build='{after}']").wait_for(state="attached")
        assert one.locator("#q").input_value() == "rev-sub-3"
    for page in (one, other):
        page.goto(f"{address}/judge?q=rev-sub-2")
        page.locator("#network", has_text=OFFLINE).wait_for()
        assert page.locator("#ask").get_attribute("data-build") == after
        assert "(aa)" in page.locator(".card").inner_text()
    context.close()


# -- the board


SITUATIONS = [json.loads(line) for line in (ROOT / "tests/web/ask_situations.jsonl").read_text("utf-8").splitlines()]


class Thumb:
    """Somebody who asks with one thumb: every control is tapped by its key, or by its words."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address

    def open(self, request: dict[str, Any]) -> None:
        """Open the board with a request, as a link has it."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/ask#{urlsafe_b64encode(json.dumps(request).encode()).decode()}")

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.page.locator(f"[data-key={json.dumps(key)}]").tap()

    def say(self, words: str) -> None:
        """Tap the button with exactly these words, after opening folded parts."""
        self.settled()
        self.page.evaluate("for (const each of document.querySelectorAll('#offers details')) each.open = true")
        self.page.locator("#waiting button, #offers button").filter(has_text=words).first.tap()

    def settled(self) -> str:
        """Wait until the engine has answered, and return the verdict."""
        self.page.locator("#asking[aria-busy=false]").wait_for()
        return str(self.page.locator("#verdict").inner_text())

    def act(self, act: dict[str, Any], turn: str) -> None:
        """Enter one act until it is judged; the act that was judged before is done first."""
        self.settled()
        if self.page.locator("[data-key=do]").count():
            self.tap("do")
            self.settled()
        if "tap" in act:
            return self.say(act["tap"])
        self.tap(*(f"die {face}" for face in act.get("dice", ())))
        kind = next(iter(act))
        at, *further = act.get("route") or [act.get("from", "")]
        for unit, number in act[kind].items() if at else ():
            self.tap(*[f"act {at} {turn} {unit}"] * number)
        self.tap(*(f"to {space}" for space in further), *([f"{kind} {act['to']}"] if "to" in act else []))


@pytest.fixture(scope="module")
def thumb(browser: Any, live: str) -> Iterator[Thumb]:
    """Yield one phone for all situations."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(30_000)
    yield Thumb(context.new_page(), live)
    context.close()


@pytest.mark.parametrize("situation", SITUATIONS, ids=[each["id"] for each in SITUATIONS])
def test_a_situation_is_asked_by_taps(thumb: Thumb, situation: dict[str, Any]) -> None:
    asked = situation["request"]
    thumb.open(asked)
    for act in situation["acts"]:
        thumb.act(act, asked["position"]["turn"])
    verdict = thumb.settled()
    if "rule" in situation:
        reasons = thumb.page.locator(".reasons li").all_inner_texts()
        why = [each.rpartition(f" {situation['rule']}")[0] for each in reasons]
        assert verdict.startswith("No") and any(each and verdict.endswith(each) for each in why), (verdict, why)
    else:
        assert verdict == situation["verdict"]
    shown = thumb.page.locator(".came li, .wait h3").all_inner_texts()
    assert not set(situation.get("shows", ())) - set(shown)


CHANGES = """async ([script]) => {
  const { added, marked } = await import(script);
  const asked = { position: { spaces: { sz5: { germany: { battleship: 1 } } } } };
  const hit = marked(asked, "sz5", "germany", "battleship", "damaged", true);
  return [asked, hit, marked(hit, "sz5", "germany", "battleship", "damaged", false), added(hit, "sz5", "germany", "battleship", -1)]
    .map(({ position }) => position.spaces.sz5);
}"""


def test_units_are_damaged_repaired_and_removed(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/ask")
    script = page.locator("script[src*='board.js']").get_attribute("src").replace("board.js", "board_state.js")
    whole = {"germany": {"battleship": 1}}
    assert page.evaluate(CHANGES, [script]) == [whole, {"germany": {"battleship": [{"damage": 1}]}}, whole, {}]


def test_a_round_of_a_battle_takes_nine_taps_and_the_page_follows_it(opened: Open, live: str) -> None:
    page = opened(has_touch=True)
    page.goto(f"{live}/ask#game=revised")
    thumb = Thumb(page, live)
    thumb.settled()
    thumb.tap("attacker add submarine", "defender add destroyer", "defender add transport", "fight")
    thumb.settled()
    assert "Submarine (2 or less)" in page.locator(".wait").inner_text()
    thumb.tap("die 2")
    assert thumb.settled() == "Germany chooses casualties: one transport or one destroyer."
    assert page.locator("#verdict").evaluate("(each) => each.scrollHeight <= each.clientHeight"), "all of it is shown"
    assert page.locator(".wait button").all_inner_texts() == ["one transport", "one destroyer"]
    thumb.tap("option germany 0")
    thumb.settled()
    thumb.tap("die 1", "die 5")
    assert thumb.settled() == "The Soviet Union loses one submarine. Germany loses one transport."
    assert page.locator("#when").inner_text() == "Position now"
    assert "transport" not in page.locator("#spaces").inner_text()
    cited = page.locator(".rulings a").all_inner_texts()
    assert "rev-sub-2" in cited and "rev-com-5" not in cited, "no battleship bombards here"
    thumb.say("The Soviet Union ends the phase.")
    thumb.settled()
    thumb.tap("do")
    thumb.settled()
    assert page.locator("#chosen").inner_text() == "Revised · Soviet Union · Noncombat Move"
    thumb.tap("space sz1", "add submarine")
    assert thumb.settled() == "Choose the action to ask about.", "a changed position has no dice left over"


def test_the_address_has_it_all_and_back_takes_a_step_back(opened: Open, live: str) -> None:
    page = opened(has_touch=True)
    page.goto(f"{live}/ask/case/revised/destroyer-hit-shoots-back")
    thumb = Thumb(page, live)
    assert thumb.settled() == "Germany loses one submarine. The United Kingdom loses one destroyer."
    thumb.tap("undo")
    assert thumb.settled() == "Choose the action to ask about."
    thumb.say("Germany fights in sea zone 5.")
    verdict, address = thumb.settled(), page.url
    page.go_back()
    page.locator("#verdict", has_text="Choose").wait_for()
    page.go_forward()
    page.locator("#verdict", has_text="Yes. Germany").wait_for()
    other = opened()
    other.goto(address)
    assert Thumb(other, live).settled() == verdict


LINE = "japan combat move; sz59: japan 1 sub; sz60: us 1 dd; may sub 59-60-62"


def test_a_line_that_is_typed_fills_the_board(opened: Open, live: str) -> None:
    page = opened(has_touch=True)
    page.goto(f"{live}/ask#game=revised&line={LINE}")
    thumb = Thumb(page, live)
    page.locator("#verdict", has_text="No: Japan's submarine must stop in sea zone 60: a destroyer").wait_for()
    assert thumb.settled() and page.locator("#line").input_value() == LINE
    assert page.locator("#read").inner_text().startswith("I read: revised; japan combat move; sz59: japan 1 submarine")
    assert not page.locator("#choices").is_visible() and page.locator("#spaces > li").count() == 2
    bar = page.locator(".dock").bounding_box()
    assert bar and bar["height"] < 0.25 * PHONE["height"]
    thumb.tap("space sz59")
    assert page.locator(".editor [data-key^='power ']").first.inner_text() == "Japan"
    assert page.locator(".editor [data-key^='add ']").first.get_attribute("data-key") == "add transport"


#: the answers of the engine on the phone to some requests
ASKED_THERE = """async (given) => {
  const own = document.querySelector("script[type=module]").src.replace(/[^/]+$/, "engine.js");
  const engine = await import(own);
  return Promise.all(given.map((each) => engine.ask(each)));
}"""


def test_what_is_kept_asks_and_answers_without_network(browser: Any, built: str, phone_engine: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    asked: list[dict[str, Any]] = [{"line": LINE, "game": "revised"}, {"game": "x"}, fought(2, 6)]
    with listening(site(read.find(built), phone_engine=phone_engine).app()) as address:
        thumb = Thumb(page, address)
        page.goto(f"{address}/ask/case/revised/destroyer-hit-shoots-back")
        verdict = thumb.settled()
        said = [page.request.post(f"{address}/ask.json", data=each).json() for each in asked]
        page.locator(
            "#keep", has_text="The engine is kept on this device"
        ).wait_for()  # without being asked for: there is room
        described = page.request.get(f"{address}/-/kb/engine.json").json()
        for path in (described["worker"], described["code"]):
            headers = page.request.get(f"{address}{path}").headers
            assert "immutable" in headers["cache-control"]
            assert ("wasm-unsafe-eval" in headers["content-security-policy"]) is (path == described["worker"])
    page.reload()
    page.locator("#asking[aria-busy=false]").wait_for(timeout=120_000)
    assert thumb.settled() == verdict
    assert page.workers == []  # the engine is one that pages share, so that the next one need not start it
    for own, other in zip(page.evaluate(ASKED_THERE, asked), said, strict=True):
        assert {**own, "rulings": 0, "html": 0} == {**other, "rulings": 0, "html": 0}
    thumb.tap("undo", "space sz5", "add destroyer", "close sz5")
    thumb.say("Germany fights in sea zone 5.")
    assert thumb.settled() == "Yes. Germany fights in sea zone 5."
    page.locator("#setting > summary").tap()
    thumb.tap("game anniversary")
    page.locator("[data-key='game anniversary'][aria-pressed=true]").wait_for()
    context.close()


UNREADABLE: list[dict[str, Any]] = [
    {"game": "x"},
    {"game": "revised", "position": {"spaces": 5}},
    {"game": "revised", "position": {"turn": "mars", "phase": "never", "spaces": {"sz5": {"<b>": {"<i>": "x"}}}}},
]


def test_a_link_that_cannot_be_read_is_told_and_nothing_breaks(browser: Any, live: str) -> None:
    page, broken = browser.new_page(has_touch=True), []
    page.on("pageerror", lambda error: broken.append(str(error)))
    thumb = Thumb(page, live)
    for asked in UNREADABLE:
        thumb.open(asked)
        page.locator("#verdict", has_text="cannot be").wait_for()
        assert page.locator("#spaces b, #spaces i").count() == 0
        page.evaluate("document.getElementById('setting').open = true")
        thumb.tap("game europe-1999")
        page.locator("[data-key='game europe-1999'][aria-pressed=true]").wait_for()
        thumb.settled()
    page.close()
    assert broken == []
