"""Asking with the board by taps: a position is set up from an empty board, somebody acts, and the verdict is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from kb.asking.request import parse
from kb.base import paths, yamlfile
from kb.cases.reading.files import read_text
from kb.cases.reading.library import RulesLoader
from kb.store import read
from kb.web.pages.ask import in_address
from kb.web.serve import site
from tests.conftest import ROOT
from tests.web.at_judge import PHONE, Open, complaints
from tests.web.conftest import listening

SITUATIONS = [json.loads(line) for line in (ROOT / "tests/web/ask_situations.jsonl").read_text("utf-8").splitlines()]


class Thumb:
    """Somebody who asks with one thumb: every control is tapped by its key, or by what it says."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.page.locator(f"[data-key={json.dumps(key)}]").tap()

    def say(self, words: str) -> None:
        """Tap the button that says just that; open what is folded before."""
        self.settled()
        self.page.evaluate("for (const each of document.querySelectorAll('#offers details')) each.open = true")
        self.page.locator("#waiting button, #offers button").filter(has_text=words).first.tap()

    def settled(self) -> str:
        """The verdict, when the engine has answered."""
        self.page.locator("#asking[aria-busy=false]").wait_for()
        return str(self.page.locator("#verdict").inner_text())

    def empty(self, game: str, board: str, ruleset: str) -> None:
        """An empty question on a board."""
        self.page.goto(f"{self.address}/ask")
        self.tap(f"game {game}")
        self.page.locator(f"[data-key='game {game}'][aria-pressed=true]").wait_for()
        if board and self.page.locator(f"[data-key='board {board} {ruleset or game}']").count():
            self.tap(f"board {board} {ruleset or game}")

    def position(self, position: dict[str, Any]) -> None:
        """Whose turn, which phase, what else is said, and who stands where."""
        self.tap(f"turn {position['turn']}", f"phase {position['phase']}")
        self._said(position)
        for space, contents in position["spaces"].items():
            self._space(space, contents)

    def _said(self, position: dict[str, Any]) -> None:
        self.page.evaluate("for (const each of document.querySelectorAll('#setting, #rest')) each.open = true")
        unfold = "for (const each of document.querySelectorAll('#more details')) each.open = true"
        taps = [f"round {position['round']}"] if "round" in position else []
        taps += [f"option {each}" for each in position.get("options", ())]
        for kind in ("technologies", "advantages"):
            taps += [f"{kind} {power} {each}" for power, all_ in position.get(kind, {}).items() for each in all_]
        for bought in position.get("bought", {}).values():
            taps += [f"buy {unit}" for unit, number in bought.items() for _ in range(number)]
        for key in taps:
            self.page.evaluate(unfold)
            self.tap(key)
        for by, wars in position.get("wars", {}).items():
            for on, how in wars.items():
                self.page.evaluate(unfold)
                for field, value in (("by", by), ("on", on), ("how", how)):
                    self.page.locator(f"[data-key='war {field}']").select_option(value)
                self.tap("war")

    def _space(self, space: str, contents: dict[str, Any]) -> None:
        self.page.locator("#find").fill(space.replace("-", " "))
        self.tap(f"found {space}")
        for power, units in contents.items():
            if power == "held_by":
                self.page.locator(f"[data-key='holder {space}']").select_option(units)
                continue
            self.tap(f"power {power}")
            for unit, number in units.items():
                rows = number if isinstance(number, list) else [{"count": number}]
                self.tap(*[f"add {unit}"] * sum(row.get("count", 1) for row in rows))
                for mark in (mark for row in rows for mark in row.get("is", ())):
                    self.page.evaluate(
                        "for (const each of document.querySelectorAll('.editor details')) each.open = true"
                    )
                    self.tap(f"mark {unit} {mark}")
        self.tap(f"close {space}")

    def act(self, act: dict[str, Any], turn: str) -> None:
        """Do what is written, up to where it is judged; what was judged before is done first."""
        self.settled()
        if self.page.locator("[data-key=do]").count():
            self.tap("do")
            self.settled()
        if "tap" in act:
            self.say(act["tap"])
        elif "dice" in act:
            self.tap(*(f"die {face}" for face in act["dice"]))
        else:
            kind = next(iter(act))
            route = act.get("route") or [act.get("from") or act["choose"]]
            self._choose(route[0], act["units"] if kind == "choose" else act[kind], turn)
            self.tap(*(f"to {space}" for space in route[1:]))
            if kind in ("load", "offload"):
                self.tap(f"{kind} {act['to']}")
        self.settled()

    def _choose(self, at: str, units: dict[str, Any], turn: str) -> None:
        by_power = units if isinstance(next(iter(units.values())), dict) else {turn: units}
        for power, own in by_power.items():
            for unit, number in own.items():
                self.tap(*[f"act {at} {power} {unit}"] * number)


@pytest.fixture(scope="module")
def thumb(browser: Any, live: str) -> Iterator[Thumb]:
    """One phone for all situations."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(30_000)
    yield Thumb(context.new_page(), live)
    context.close()


@pytest.mark.parametrize("situation", SITUATIONS, ids=[each["id"] for each in SITUATIONS])
def test_a_situation_is_asked_by_taps(thumb: Thumb, situation: dict[str, Any]) -> None:
    asked = situation["request"]
    thumb.empty(asked["game"], asked.get("board", ""), asked.get("ruleset", ""))
    thumb.position(asked["position"])
    for act in situation["acts"]:
        thumb.act(act, asked["position"]["turn"])
    verdict = thumb.settled()
    if "rule" in situation:
        why = [
            each.rpartition(f" {situation['rule']}")[0] for each in thumb.page.locator(".reasons li").all_inner_texts()
        ]
        assert verdict.startswith("No") and any(each and verdict.endswith(each) for each in why), (verdict, why)
    else:
        assert verdict == situation["verdict"]
    shown = thumb.page.locator(".came li, .wait h3").all_inner_texts()
    assert not set(situation.get("shows", ())) - set(shown)


def test_the_situations_are_twenty_of_four_games() -> None:
    assert len(SITUATIONS) == len({each["id"] for each in SITUATIONS}) == 20
    assert len({each["request"]["game"] for each in SITUATIONS}) == 4
    assert 7 <= sum("rule" not in each for each in SITUATIONS) <= 13


def test_the_address_has_it_all_and_back_takes_a_step_back(opened: Open, live: str) -> None:
    page = opened(has_touch=True)
    page.goto(f"{live}/ask/case/revised/destroyer-hit-shoots-back")
    thumb = Thumb(page, live)
    assert thumb.settled() == "Germany loses one submarine. The United Kingdom loses one destroyer."
    thumb.tap("undo")
    assert thumb.settled() == "Choose what somebody wants to do."
    thumb.say("Germany fights in sea zone 5.")
    verdict, address = thumb.settled(), page.url
    page.go_back()
    page.locator("#verdict", has_text="Choose").wait_for()
    page.go_forward()
    page.locator("#verdict", has_text="Yes. Germany").wait_for()
    other = opened()
    other.goto(address)
    assert Thumb(other, live).settled() == verdict


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_left_out(opened: Open, live: str, scheme: str) -> None:
    page = opened(color_scheme=scheme, has_touch=True)
    page.goto(f"{live}/ask/case/revised/destroyer-hit-shoots-back")
    thumb = Thumb(page, live)
    thumb.settled()
    thumb.tap("undo", "space sz5")
    thumb.settled()
    page.evaluate("for (const each of document.querySelectorAll('details:not([hidden])')) each.open = true")
    assert complaints(page) == []
    thumb.tap("close sz5")
    thumb.say("Germany fights in sea zone 5.")
    thumb.settled()
    thumb.tap("do")
    page.locator(".die").first.wait_for()
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


CASE = """async ([script, request]) => (await import(script.replace("ask.js", "ask_case.js"))).caseOf(request, { legal: false })"""


@pytest.mark.parametrize("situation", SITUATIONS[::3], ids=[each["id"] for each in SITUATIONS[::3]])
def test_what_is_downloaded_is_the_case(thumb: Thumb, situation: dict[str, Any]) -> None:
    somewhere = next(iter(situation["request"]["position"]["spaces"]), "sz5")
    asked = situation["request"] | {
        "title": 'Is it: "so"?',
        "do": [{"end": "phase"}],
        "may": {"battle": somewhere, "dice": [1]},
    }
    thumb.page.goto(f"{thumb.address}/ask")
    script = thumb.page.locator("script[src*='ask.js']").get_attribute("src")
    root = yamlfile.parse(thumb.page.evaluate(CASE, [script, asked]), "my-case.yaml")
    (scenario,) = read_text(root, "my-case.yaml", RulesLoader(paths.data()), own=True)
    read = parse(asked, "a request", RulesLoader(paths.data()))
    assert scenario.case.position == read.case.position and scenario.title == asked["title"]
    assert [(act.kind, act.what, act.dice, act.refused) for act in scenario.case.do] == [
        ("end", "phase", (), False),
        ("battle", scenario.case.do[1].what, (1,), True),
    ]


CHANGES = """async (script) => {
  const { added, marked, aboard } = await import(script.replace("ask.js", "ask_state.js"));
  const loaded = { germany: { transport: [{ cargo: { infantry: 2 } }] } };
  const request = { game: "revised", may: { end: "phase" }, position: { spaces: { sz5: loaded } } };
  const more = added(request, "sz5", "germany", "transport", 1);
  const less = added(added(more, "sz5", "germany", "transport", -1), "sz5", "germany", "transport", -1);
  const hit = marked(added(request, "sz6", "italy", "battleship", 2), "sz6", "italy", "battleship", "damaged", true);
  return { more, less, hit, mended: marked(hit, "sz6", "italy", "battleship", "damaged", false),
    aboard: aboard(loaded.germany.transport, "germany"), request };
}"""


def test_a_change_of_the_position_leaves_what_it_does_not_mean(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/ask")
    told = page.evaluate(CHANGES, page.locator("script[src*='ask.js']").get_attribute("src"))
    cargo = {"cargo": {"infantry": 2}}
    assert told["more"]["position"]["spaces"] == {"sz5": {"germany": {"transport": [cargo, {"count": 1}]}}}
    assert told["less"]["position"]["spaces"] == {"sz5": {}} and "may" not in told["more"]
    assert told["hit"]["position"]["spaces"]["sz6"] == {"italy": {"battleship": [{"count": 2, "damage": 1}]}}
    assert told["mended"]["position"]["spaces"]["sz6"] == {"italy": {"battleship": 2}}
    assert told["aboard"] == [{"power": "germany", "unit": "infantry", "count": 2}]
    assert told["request"]["position"]["spaces"] == {"sz5": {"germany": {"transport": [cargo]}}}


def test_keys_alone_set_up_a_position(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/ask")
    Thumb(page, live).settled()
    page.locator("#find").focus()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.key").startswith("add ")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert Thumb(page, live).settled() == "Choose what somebody wants to do."
    assert page.locator(":focus").get_attribute("aria-label").endswith("(2 now)")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.key") == "space sz5"


LINE = "japan combat move; sz59: japan 1 sub; sz60: us 1 dd; may sub 59-60-62"


def test_a_line_that_is_typed_fills_the_board(opened: Open, live: str) -> None:
    """From the judge's page, which hands over what was typed there; then in the line of the page itself."""
    page = opened(has_touch=True)
    page.goto(f"{live}/judge?game=revised&q={LINE}")
    page.locator("#board").tap()
    thumb = Thumb(page, live)
    page.locator("#verdict", has_text="No: Japan's submarine must stop in sea zone 60, which is hostile.").wait_for()
    assert thumb.settled() and page.locator("#line").input_value() == LINE
    assert page.locator("#read").inner_text().startswith("I read: revised; japan combat move; sz59: japan 1 submarine")
    assert not page.locator("#choices").is_visible() and page.locator("#spaces > li").count() == 2
    # the bar has two lines of text and one of buttons at most, and what is on turn comes first
    bar = page.locator(".dock").bounding_box()
    assert bar and bar["height"] < 0.16 * PHONE["height"]
    thumb.tap("space sz59")
    assert page.locator(".editor [data-key^='power ']").first.inner_text() == "Japan"
    assert page.locator(".editor [data-key^='add ']").first.get_attribute("data-key") == "add transport"


def test_a_wide_screen_has_two_columns_and_nothing_is_shown_while_it_loads(opened: Open, live: str) -> None:
    page = opened(viewport={"width": 1280, "height": 800})
    page.route("**/*.json", lambda route: None)
    page.goto(f"{live}/ask")
    assert page.locator("#verdict[role=status]").inner_text() == "The page is loading …"
    assert not page.locator("h2").first.is_visible()
    page.unroute("**/*.json")
    page.goto(f"{live}/ask/case/revised/destroyer-hit-shoots-back")
    Thumb(page, live).settled()
    left, right = (page.locator(f"#loaded > section >> nth={each}").bounding_box() for each in (0, 1))
    assert left and right and left["y"] == right["y"] and left["x"] + left["width"] < right["x"]


def test_what_is_kept_asks_and_answers_without_network(browser: Any, built: str, phone_engine: str) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    with listening(site(read.find(built), phone_engine=phone_engine).app()) as address:
        thumb = Thumb(page, address)
        page.goto(f"{address}/ask/case/revised/destroyer-hit-shoots-back")
        verdict = thumb.settled()
        page.locator("#keep", has_text="Kept on this phone").wait_for()  # without being asked for: there is room
    page.reload()
    page.locator("#asking[aria-busy=false]").wait_for(timeout=60_000)
    assert thumb.settled() == verdict
    assert page.workers == []  # the engine is one that pages share, so that the next one need not start it
    thumb.tap("undo", "space sz5", "add destroyer", "close sz5")
    thumb.say("Germany fights in sea zone 5.")
    assert thumb.settled() == "Yes. Germany fights in sea zone 5."
    page.locator("#setting > summary").tap()
    thumb.tap("game anniversary")
    page.locator("[data-key='game anniversary'][aria-pressed=true]").wait_for()
    context.close()


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "x"},
        {"game": "revised"},
        {"game": "revised", "position": {"spaces": 5}},
        {"game": "revised", "position": {"turn": "mars", "phase": "never", "spaces": {"sz5": {"<b>": {"<i>": "x"}}}}},
    ],
)
def test_a_link_that_cannot_be_read_is_told_and_nothing_breaks(browser: Any, live: str, asked: dict[str, Any]) -> None:
    page, broken = browser.new_page(has_touch=True), []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(f"{live}/ask#{in_address(asked)}")
    page.locator("#verdict", has_text="cannot be").wait_for()
    assert page.locator("#spaces b, #spaces i").count() == 0
    page.evaluate("document.getElementById('setting').open = true")
    Thumb(page, live).tap("game europe-1999")
    page.locator("[data-key='game europe-1999'][aria-pressed=true]").wait_for()
    Thumb(page, live).settled()
    page.close()
    assert broken == []


def test_what_is_picked_of_a_war_outlives_a_page_that_is_drawn_anew(thumb: Thumb) -> None:
    thumb.empty("europe-1940", "global-1940-2012", "europe-1940-2012")
    thumb.settled()
    thumb.page.evaluate("document.querySelector('#rest').open = true")
    thumb.page.evaluate("for (const each of document.querySelectorAll('#more details')) each.open = true")
    for field, value in (("by", "japan"), ("on", "united-kingdom")):
        thumb.page.locator(f"[data-key='war {field}']").select_option(value)
    thumb.tap("turn japan")
    thumb.settled()
    assert thumb.page.locator("[data-key='war by']").input_value() == "japan"
    assert thumb.page.locator("[data-key='war on']").input_value() == "united-kingdom"
