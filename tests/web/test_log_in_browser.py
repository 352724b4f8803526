"""The judge's log on a phone: one tap keeps a decision, corrections and strikes add to it, nothing leaves the phone."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from kb.event_log import record
from kb.event_log.merging import merge
from kb.event_log.record import Revision
from kb.store import read
from kb.web.serve import site
from tests.conftest import Run
from tests.event_log.logs import FIRST, before, decided, revised, text
from tests.web.apart import Get
from tests.web.at_judge import PHONE, Open, ready
from tests.web.conftest import PUBLIC, listening
from tests.web.test_event_site import EVENT

QUESTION = "does a destroyer that a sub hit shoot back"


def press(page: Any, button: str) -> None:
    """Tap the first of some buttons, in a card that is open or not."""
    found = page.locator(button).first
    if not found.is_visible():
        found.evaluate("(each) => { each.closest('details').open = true; }")
    found.click()


def tap(page: Any, said: str = "Logged", button: str = ".card button[data-log]") -> None:
    """Tap Log, and wait until it is kept; where table and round are asked for, leave them open."""
    press(page, button)
    skip = page.get_by_role("button", name="Log without")
    page.locator("#logged .said", has_text=said).or_(skip).wait_for()
    if skip.is_visible():
        skip.click()
    page.locator("#logged .said", has_text=said).wait_for()


def later(page: Any) -> None:
    """Let a page believe that a second has passed."""
    page.evaluate("const now = performance.now.bind(performance); performance.now = () => now() + 1000;")


def say(page: Any, name: str, value: str) -> None:
    """Write into a field of the sheet, and wait until it is kept."""
    field = page.locator(f"#logged input[name={name}]")
    if not field.is_visible():
        page.locator("#logged summary").click()
    field.fill(value)
    field.press("Enter")
    page.locator("#logged .said", has_text="Corrected").wait_for()


def exported(page: Any) -> Any:
    """The file that the phone exports."""
    with page.expect_download() as download:
        page.locator("#export").click()
    return download.value


def kept(page: Any) -> list[Revision]:
    """What the phone keeps, as its file says it."""
    return sorted(record.read(str(exported(page).path())).revisions, key=lambda each: each.written)


def give(page: Any, tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    page.locator("#import").set_input_files(tmp_path / name)


def test_one_tap_keeps_who_ruled_what_where(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q={QUESTION.replace(' ', '+')}&game=revised&event=Fall+Open")
    press(page, ".card button[data-log]")
    page.get_by_label("Table", exact=True).fill("4")
    page.get_by_label("Round", exact=True).fill("2")
    page.locator("#logged").get_by_role("button", name="Log", exact=True).click()
    page.locator("#logged .said", has_text="Logged: table 4, round 2.").wait_for()
    say(page, "judge", "Anna")
    page.locator("#q").press("End")
    page.locator("#q").press(" ")
    page.locator("#logged").wait_for(state="hidden")  # the next round is not that of the decision before
    with page.expect_response(lambda each: "part=results" in each.url):
        page.evaluate("document.querySelector('#results').replaceChildren()")
        page.locator("#q").press("Backspace")
    page.locator(".card").first.wait_for()
    first = page.locator(".card").first.get_attribute("data-id")
    verdict = page.locator(".card h3").first.inner_text()
    later(page)  # a second tap at once is no second decision
    tap(page, "Logged: table 4, round 2.")
    press(page, ".card button[data-log]")
    page.locator("#logged").get_by_role("button", name="Round 3").click()
    page.locator("#logged .said", has_text="Corrected: table 4, round 3.").wait_for()
    page.locator("#logged").get_by_role("link", name="The log").click()
    page.locator(".entry").nth(1).wait_for()
    *_, before, last = kept(page)
    told = (last.event, last.table, last.round, last.judge, last.writer, last.game, last.question, last.rulings)
    assert told == ("Fall Open", "4", "3", "Anna", "Anna", "revised", QUESTION, (first,))
    assert (last.state, last.rules, last.house, last.near) == ("answered", (), (), ())
    assert (last.decision.lower(), last.after, last.struck, last.build) == (
        verdict.lower(),
        (before.revision,),
        False,
        page.locator(".built").get_attribute("data-build"),
    )
    assert page.locator("#count").inner_text() == "Decisions: 2; struck: 0; corrections: 2"


#: the question of rev-sub-2 in its document
OWN = "My sub attacks an enemy destroyer and hits it in the Opening Fire step. Does the destroyer get to shoot back?"
#: a question, its game and answer state; what is tapped; and what of it decides the question, or is only near it
CRUISER = ("value:anniversary/units/cruiser.cost", "value:europe-1940/units/cruiser.cost")
SAID = [
    (QUESTION, "revised", "answered", ".card[data-id=rev-sub-2]", {"rulings": ("rev-sub-2",)}),
    ("what does a cruiser cost", "", "rule", ".rules li", {"rules": CRUISER}),
    ("what does a cruiser cost", "anniversary", "rule", ".card", {"near": ...}),
    ("does a kamikaze attack hit a submarine", "anniversary", "other-game", ".card", {"near": ("rev-jpn-2",)}),
    ("what is the best opening for germany", "", "nearest", ".card", {"near": ...}),
    ("what is the best opening for germany", "", "nearest", "p:has(> [data-log=near])", {}),
    ("how do i cook rice", "revised", "none", "p:has(> [data-log=near])", {}),
]


def test_it_keeps_what_the_page_says_and_never_the_nearest_as_if_it_decided(opened: Open, live: str) -> None:
    page, expected = opened(), []
    ready(page, live)
    for offline in (True, False):
        page.context.set_offline(offline)
        for question, game, state, what, ids in SAID:
            page.goto(f"{live}/judge?q={question.replace(' ', '+')}&game={game}&event=Fall+Open")
            page.locator(f"#found[data-state={state}]").wait_for()
            own = page.locator(f"#found {what}:has(button[data-log])").first
            card = own.get_attribute("data-id")
            decides = {"rulings": "h3", "rules": ".says"}.get(next(iter(ids), ""))
            decision = " ".join(own.locator(decides).inner_text().split()) if decides else ""
            tap(page, button=f"#found {what} button[data-log]")
            assert page.locator("#logged .said", has_text="write the decision").is_visible() == (not decision)
            assert page.locator("#logged").get_by_label("Decision").input_value().lower() == decision.lower()
            kinds = {"rulings": (), "rules": (), "house": (), "near": ()} | ids
            expected.append(
                (
                    question,
                    game,
                    state,
                    decision.lower(),
                    *((card,) if each is ... else each for each in kinds.values()),
                )
            )
    page.locator("#logged").get_by_label("Decision").fill("Not a matter of rules.")
    page.keyboard.press("Enter")
    page.locator("#logged .said", has_text="Corrected").wait_for()
    page.goto(f"{live}/log")
    page.locator(".entry").nth(len(expected) - 1).wait_for()
    *first, corrected = kept(page)
    assert [
        (each.question, each.game, each.state, each.decision.lower(), each.rulings, each.rules, each.house, each.near)
        for each in first
    ] == expected
    assert (corrected.decision, corrected.state, corrected.near) == ("Not a matter of rules.", "none", ())
    shown = page.locator(".entry").all_inner_texts()[::-1][: len(SAID)]
    assert f"By the engine's rule, not official: {', '.join(CRUISER)}" in shown[1]
    assert "Near it, but not decided by: rev-jpn-2" in shown[3] and "No decision is written." in shown[3]
    assert ["The page said" in each for each in shown] == [False, *[True] * 6]
    page.locator("#as-report").click()
    assert "By the engine's rule, not official" in page.locator("#report").inner_text()
    with page.expect_download() as download:
        page.locator("#csv").click()
    header, _, rule, *_ = Path(download.value.path()).read_text().splitlines()
    assert header.endswith('"state","rules","house","near"')
    assert rule.endswith(f'"rule","{" ".join(CRUISER)}","",""')


def test_a_house_ruling_is_kept_as_one_and_what_it_overrides_does_not_decide(
    opened: Open, built: str, tmp_path: Path
) -> None:
    (tmp_path / "e.yaml").write_text(EVENT)
    ruled, other = ("No. At this event it does not.", (), ("house-3",), ()), "A quarter of an hour, by the hourglass."
    note, overridden = ".house-note button", ".card[data-id=rev-sub-2] .go button"
    taps = [
        ("/judge?q=hourglass", ".houses button", ("hourglass", other, (), ("house-1",), ())),
        ("/judge?q=house-1", ".houses button", ("How long may a turn take?", other, (), ("house-1",), ())),
        (f"/judge?q={QUESTION.replace(' ', '+')}", f".card {note}", (QUESTION, *ruled)),
        (f"/judge?q={QUESTION.replace(' ', '+')}", overridden, (QUESTION, "", (), (), ("rev-sub-2",))),
        ("/r/rev-sub-2", note, ("Does a destroyer that a submarine hits still fire?", *ruled)),
        ("/r/rev-sub-2", ".dock button[data-log]", (OWN, "", (), (), ("rev-sub-2",))),
    ]
    with listening(site(read.find(built), public_url=PUBLIC, event=str(tmp_path / "e.yaml")).app()) as address:
        for offline, some in ((False, taps), (True, taps[:4])):
            page = opened()
            if offline:
                ready(page, address)
            page.context.set_offline(offline)
            for path, button, _ in some:
                page.goto(f"{address}{path}")
                page.locator(button).first.wait_for(state="attached")
                tap(page, button=button)
            page.goto(f"{address}/log")
            page.locator(".entry").nth(len(some) - 1).wait_for()
            revisions = kept(page)
            assert page.get_by_text("By a house ruling, not official: house-3").first.is_visible()
            assert {(each.event, each.game) for each in revisions} == {("Spring Open", "revised")}
            told = [(each.question, each.decision, each.rulings, each.house, each.near) for each in revisions]
            assert told == [each for _, _, each in some]


def test_table_and_round_are_asked_once_before_the_first_entry_of_an_event(opened: Open, live: str) -> None:
    page = opened()
    asked = page.get_by_role("form", name="Which table, and which round?")
    search = f"{live}/judge?q={QUESTION.replace(' ', '+')}&game=revised"
    page.goto(f"{search}&event=Fall+Open")
    press(page, ".card button[data-log]")
    page.locator(".card button[data-log]").first.click()  # a thumb that taps twice answers nothing
    assert asked.is_visible()
    assert page.evaluate("document.activeElement.name") == "table"
    assert Axe().run(page).response["violations"] == []
    for each in asked.locator("input, button").all():
        box = each.bounding_box()
        assert min(box["width"], box["height"]) >= 44 and box["x"] + box["width"] <= PHONE["width"]
    page.keyboard.type("4")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.locator("#logged .said", has_text="Logged: table 4, round 2.").wait_for()
    assert page.evaluate("'log' in document.activeElement.dataset"), "the focus is where it was"
    page.reload()
    press(page, ".card button[data-log]")
    page.locator("#logged .said", has_text="Logged: table 4, round 2.").wait_for()
    page.goto(f"{search}&event=Spring+Open")
    press(page, ".card button[data-log]")
    asked.wait_for()
    page.keyboard.press("Escape")
    page.locator("#logged .said", has_text="Logged: table not said, round not said.").wait_for()
    page.goto(f"{search}&event=Spring+Open&phase=combat")
    press(page, ".card button[data-log]")
    page.locator("#logged .said", has_text="Logged: table not said, round not said.").wait_for()
    page.goto(f"{search}&event=Summer+Open")
    press(page, ".card button[data-log]")
    asked.get_by_label("Table").fill("9")
    later(page)  # no second tap any more
    page.locator("#q").press("x")  # who goes on elsewhere leaves what he wrote
    page.goto(f"{live}/log")
    page.locator(".entry").nth(4).wait_for()
    told = [(each.event, each.table, each.round, each.after) for each in kept(page)]
    assert told == [
        *[("Fall Open", "4", "2", ())] * 2,
        *[("Spring Open", "", "", ())] * 2,
        ("Summer Open", "9", "", ()),
    ]


def test_a_log_of_an_older_version_of_the_site_goes_on(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/log")
    old = json.loads(before(1, [FIRST]).split("\n")[1])
    page.evaluate(
        """async (old) => {
          const { add } = await import(document.querySelector("script[src*=log]").src.replace("log.js", "log_store.js"));
          await add([old]);
        }""",
        old,
    )
    page.reload()
    page.locator(".entry", has_text=FIRST.decision).wait_for()
    assert kept(page) == [FIRST]


def test_from_the_page_of_a_ruling_it_keeps_what_was_searched_before(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=sub+shoots+back&game=revised")
    page.locator(".card summary").first.click()
    page.locator(".card .go a").first.click()
    page.locator("h1.verdict").wait_for()
    page.locator("button[data-log]").click()
    page.keyboard.press("Escape")
    page.locator("#logged .said", has_text="Logged").wait_for()
    page.goto(f"{live}/r/rev-sub-3")
    page.locator("button[data-log]").click()
    page.locator("#logged .said", has_text="Logged").wait_for()
    own = page.locator(".question").inner_text()
    page.goto(f"{live}/judge?q=what+is+the+best+opening+for+germany")
    page.locator(".card .go a[href*='game=revised']").first.wait_for(state="attached")  # found anew for what was chosen
    page.locator(".card summary").first.click()
    page.locator(".card .go a").first.click()
    near = page.locator(".which code").inner_text()
    page.locator("button[data-log]").click()
    page.locator("#logged .said", has_text="write the decision").wait_for()
    page.goto(f"{live}/log")
    page.locator(".entry").nth(2).wait_for()
    one, other, last = kept(page)
    assert (last.question, last.state) == ("what is the best opening for germany", "nearest")
    assert (last.decision, last.rulings, last.near) == ("", (), (near,))
    assert (one.question, one.state) == ("sub shoots back", "answered") and one.rulings not in ((), ("rev-sub-3",))
    assert (other.question, other.rulings) == (own, ("rev-sub-3",))


def test_an_asked_position_is_kept_with_its_verdict_and_can_be_opened_again(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/ask/case/revised/destroyer-hit-shoots-back")
    page.locator("#do").get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Log without").click()
    page.locator("#logged .said", has_text="Logged").wait_for()
    verdict = page.locator("#verdict").inner_text()
    asked = page.evaluate("location.hash")
    page.goto(f"{live}/log")
    page.locator(".entry").wait_for()
    (told,) = kept(page)
    assert (told.game, told.decision, f"#{told.position}") == ("revised", verdict, asked)
    assert told.question and "rev-sub-2" in told.rulings
    page.get_by_role("link", name="The position").click()
    page.locator("#verdict", has_text=verdict).wait_for()


def test_a_correction_and_a_strike_add_to_what_was_written(opened: Open, live: str, tmp_path: Path) -> None:
    page = opened()
    page.goto(f"{live}/log")
    give(page, tmp_path, "anna.jsonl", text([FIRST, decided(7)]))
    page.locator(".entry").nth(1).wait_for()
    page.get_by_role("button", name="Correct").first.click()
    page.locator("form [name=decision]").fill("It is removed.")
    page.locator("form [name=writer]").fill("Cleo")
    page.locator("form [name=why]").fill("misread")
    page.get_by_role("button", name="Keep the correction").click()
    page.locator(".entry .decision", has_text="It is removed.").wait_for()
    page.locator(".entry summary").click()
    assert "Anna: Table 4, Round 2: It fires back." in page.locator(".earlier li").inner_text()
    page.get_by_role("button", name="Strike").last.click()
    page.get_by_role("button", name="Strike it").click()
    assert page.locator(".entry.struck").count() == 0, "a strike needs a reason"
    page.locator("form [name=why]").fill("asked twice")
    page.keyboard.press("Enter")
    page.locator(".entry.struck", has_text="Struck: asked twice").wait_for()
    page.reload()
    page.locator(".entry.struck").wait_for()
    revisions = kept(page)
    assert {FIRST, decided(7)} < set(revisions) and len(revisions) == 4
    assert [(each.writer, each.why, each.struck, each.judge) for each in revisions[2:]] == [
        ("Cleo", "misread", False, "Anna"),
        ("Cleo", "asked twice", True, "Anna"),
    ]
    assert merge(revisions).conflicts == ()
    page.locator(".entry.struck").get_by_role("button", name="Correct").click()
    page.locator("form [name=table]").fill("5")
    page.get_by_role("button", name="Keep the correction").click()
    assert page.locator("form.edit").is_visible(), "what stays struck needs a reason again"
    page.locator("form [name=why]").fill("\u202e")
    page.get_by_role("button", name="Keep the correction").click()
    page.locator("#told", has_text="Not kept: 'why' is empty").wait_for()
    page.locator("form [name=why]").fill("asked twice, at table 5")
    page.get_by_role("button", name="Keep the correction").click()
    page.locator(".entry.struck", has_text="Struck: asked twice, at table 5").wait_for()
    assert len(kept(page)) == 5, "the file is read, so each revision is as it has to be"


def test_two_logs_are_put_together_and_what_contradicts_is_told(opened: Open, live: str, tmp_path: Path) -> None:
    page = opened()
    page.goto(f"{live}/log")
    ours, theirs = revised(2, FIRST, decision="one"), revised(3, FIRST, decision="other", writer="Bert")
    give(page, tmp_path, "anna.jsonl", text([FIRST, ours]))
    page.locator("#told", has_text="Read anna.jsonl: 2 revisions, 2 of them new.").wait_for()
    assert not page.locator("#conflicts").is_visible()
    give(page, tmp_path, "bert.jsonl", text([FIRST, theirs]))
    page.locator("#told", has_text="Read bert.jsonl: 2 revisions, 1 of them new.").wait_for()
    told = page.locator("#conflicts li").all_inner_texts()
    assert told == [
        "For somebody to decide: Table 4, Round 2, sub hit by destroyer: corrected differently by people who did not "
        "know of each other (Anna: one; Bert: other)"
    ]
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="Keep the correction").click()
    page.locator("#conflicts").wait_for(state="hidden")
    assert merge(kept(page)).conflicts == () and len(kept(page)) == 4


def test_a_broken_file_is_told_line_by_line_and_nothing_of_it_is_read(opened: Open, live: str, tmp_path: Path) -> None:
    page = opened()
    page.goto(f"{live}/log")
    broken = text([FIRST, decided(7)]).replace("Anna", "An\\u0000na", 1) + "{\n"
    give(page, tmp_path, "broken.jsonl", broken)
    page.locator("#told", has_text="Nothing was read:").wait_for()
    assert page.locator("#findings li").all_inner_texts() == [
        "broken.jsonl:2: 'writer' has a character that no text may have, such as a control character",
        "broken.jsonl:4: is not JSON, or too long, or has a key twice",
        "broken.jsonl:1: has 3 revisions and its first line says 2: a part of it is lost or added",
    ]
    assert page.locator("#count").inner_text().startswith("Nothing is logged")


HOSTILE = decided(7, decision="<img src=x onerror=alert(1)>", judge="=cmd|' /C calc'!A0", table='"><b>', round="@1")


def test_what_others_wrote_is_shown_as_text_and_no_spreadsheet_runs_it(opened: Open, live: str, tmp_path: Path) -> None:
    page = opened()
    page.goto(f"{live}/log")
    give(page, tmp_path, "hostile.jsonl", text([HOSTILE]))
    assert page.locator(".entry .decision").inner_text() == HOSTILE.decision
    assert page.locator("main img, main b").count() == 0
    with page.expect_download() as download:
        page.locator("#csv").click()
    row = Path(download.value.path()).read_bytes().decode().split("\r\n")[1]
    assert """"'=cmd|' /C calc'!A0\"""" in row and '"\'@1"' in row and '"""><b>"' in row


FULL = """() => {
  const add = IDBObjectStore.prototype.add;
  [window.room, window.tried] = [false, 0];
  IDBObjectStore.prototype.add = function (...given) {
    window.tried += 1;
    if (!window.room) throw new DOMException("no room", "QuotaExceededError");
    return add.apply(this, given);
  };
}"""


def test_what_does_not_fit_is_offered_as_a_file_and_kept_when_there_is_room(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q={QUESTION.replace(' ', '+')}&game=revised")
    page.evaluate(FULL)
    tap(page, "NOT kept")
    offered = page.locator("#logged textarea").input_value()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert Path(download.value.path()).read_text() == offered
    assert {each.question for each in record.read(str(download.value.path())).revisions} == {QUESTION}
    page.get_by_role("button", name="Try again").click()
    page.wait_for_function("window.tried === 2")
    assert page.locator("#logged .said").inner_text().startswith("NOT kept")
    page.evaluate("window.room = true")
    page.get_by_role("button", name="Try again").click()
    page.locator("#logged .said", has_text="Logged").wait_for()
    page.goto(f"{live}/log")
    page.locator(".entry").wait_for()
    assert page.locator("#count").inner_text() == "Decisions: 1; struck: 0; corrections: 0"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_left_out_of_the_log(opened: Open, live: str, tmp_path: Path, scheme: str) -> None:
    page = opened(color_scheme=scheme)
    page.goto(f"{live}/judge?q={QUESTION.replace(' ', '+')}&game=revised")
    tap(page)
    page.locator("#logged details").evaluate("(each) => { each.open = true; }")
    assert Axe().run(page).response["violations"] == []
    assert page.locator("#logged").evaluate("(each) => each.scrollWidth") <= PHONE["width"]
    page.locator("#logged input[name=table]").focus()
    page.keyboard.press("Escape")
    assert not page.locator("#logged").is_visible()
    page.goto(f"{live}/log")
    give(page, tmp_path, "a.jsonl", text([FIRST, revised(2, FIRST), revised(3, FIRST, decision="x" * 90), HOSTILE]))
    page.locator("#conflicts").wait_for()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    page.get_by_role("button", name="Correct").first.click()
    for _ in range(2):
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.locator("#as-report").click()


def test_the_report_is_on_a4_with_the_rulings(opened: Open, live: str, tmp_path: Path) -> None:
    from tests.web.at_judge import pages_of

    page = opened()
    page.goto(f"{live}/log")
    give(page, tmp_path, "a.jsonl", text([FIRST, decided(7, table="10"), decided(8, table="9", struck=True, why="x")]))
    page.locator(".entry").nth(2).wait_for()
    assert pages_of(page.pdf(prefer_css_page_size=True)) == [(594, 841)] or pages_of(
        page.pdf(prefer_css_page_size=True)
    ) == [(595, 842)]
    page.locator("#as-report").click()
    assert page.locator("#report td:first-child").all_inner_texts() == ["4", "9", "10"]
    assert page.locator("#report li").all_inner_texts() == ["rev-sub-2: 2 times"]
    page.locator("#only-table").select_option("10")
    assert page.locator("#report td:first-child").all_inner_texts() == ["10"]
    assert page.locator("#count").inner_text().endswith("1 of 3 shown")


def test_the_page_of_another_build_and_another_path(get: Get, below: Get) -> None:
    assert get("/log?build=" + "0" * 12).status_code == 404
    told = below("/log").text
    assert 'data-rulings="/x/r/"' in told and 'data-log-page="/x/log"' in told


#: taps Log on card after card of searches until so many decisions are kept
TAPS = """async ([words, many]) => {
  const { all } = await import(document.querySelector("script[src*=log_tap]").src.replace("log_tap", "log_store"));
  const before = (await all()).length;
  const box = document.querySelector("#q");
  let done = 0;
  for (const each of words) {
    document.querySelector("#results").replaceChildren();
    box.value = each;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    while (!document.querySelector(".card")) await new Promise((later) => setTimeout(later, 10));
    for (const button of document.querySelectorAll(".card button[data-log]")) {
      if (done === many) break;
      button.click();
      done += 1;
    }
  }
  while ((await all()).length < before + done) await new Promise((later) => setTimeout(later, 20));
  return done;
}"""
WORDS = [
    f"{one} {other}"
    for one in ("sub", "bomber", "tank", "fighter", "carrier")
    for other in ("attack", "retreat", "transport", "island", "destroyer", "casualty", "submarine")
]


@pytest.mark.slow
def test_a_day_without_network_loses_nothing(opened: Open, live: str, kb_command: Run, tmp_path: Path) -> None:
    sent: list[str] = []
    for judge, many in (("Anna", 200), ("Bert", 20)):
        page = opened()
        ready(page, live)
        page.context.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
        page.context.set_offline(True)
        page.goto(f"{live}/judge?q=sub&event=Fall+Open")
        page.locator(".card").first.wait_for()
        tap(page)
        for name, value in (("table", f"{judge}s-table"), ("round", "1"), ("judge", judge)):
            say(page, name, value)
        half = page.evaluate(TAPS, [WORDS, many // 2 - 1])
        page.reload()
        page.locator(".card").first.wait_for()
        half += page.evaluate(TAPS, [WORDS[::-1], many - 1 - half])
        assert half == many - 1
        page.goto(f"{live}/log")
        page.locator("#count", has_text=f"Decisions: {many};").wait_for()
        page.get_by_role("button", name="Correct").first.click()
        page.locator("form [name=decision]").fill("corrected by hand")
        page.get_by_role("button", name="Keep the correction").click()
        page.locator(".entry .decision", has_text="corrected by hand").wait_for()
        page.get_by_role("button", name="Strike").last.click()
        page.locator("form [name=why]").fill("asked twice")
        page.get_by_role("button", name="Strike it").click()
        page.locator(".entry.struck").wait_for()
        exported(page).save_as(tmp_path / f"{judge}.jsonl")
    assert sent and not [each for each in sent if "table" in each or "Anna" in each or "Bert" in each]
    done = kb_command("event", "merge", "Anna.jsonl", "Bert.jsonl", "--out", "event.db")
    assert (done.returncode, done.stderr) == (0, "")
    with closing(sqlite3.connect(tmp_path / "event.db")) as connection:
        told = dict(connection.execute("select judge, count(*) from entries group by judge order by judge"))
        struck = connection.execute("select count(*) from entries where struck").fetchone()
        revisions = connection.execute("select count(*) from revisions").fetchone()
    assert (told, struck, revisions) == ({"Anna": 200, "Bert": 20}, (2,), (220 + 2 * 5,))
    assert json.loads((tmp_path / "event.metadata.json").read_text())["title"] == "Judges' log"
