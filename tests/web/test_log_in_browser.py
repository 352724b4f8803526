"""The judge's log on a phone: one tap keeps a decision, corrections and strikes add to it, nothing leaves the phone."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from kb.event_log import reading
from kb.event_log.merging import merged
from kb.event_log.record import Revision
from tests.conftest import Run
from tests.event_log.logs import FIRST, decided, revised, text
from tests.web.apart import Get
from tests.web.at_judge import PHONE, Open, ready

QUESTION = "does a destroyer that a sub hit shoot back"


def tap(page: Any, said: str = "Logged") -> None:
    """Tap Log on the first card, open or not, and wait until it is kept."""
    if not page.locator(".card button[data-log]").first.is_visible():
        page.locator(".card summary").first.click()
    page.locator(".card button[data-log]").first.click()
    page.locator("#logged .said", has_text=said).wait_for()


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
    return sorted(reading.read(str(exported(page).path())).revisions, key=lambda each: each.written)


def give(page: Any, tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    page.locator("#import").set_input_files(tmp_path / name)


def test_one_tap_keeps_who_ruled_what_where(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q={QUESTION.replace(' ', '+')}&game=revised&event=Fall+Open")
    tap(page, "Logged: table not said, round not said.")
    for name, value in (("table", "4"), ("round", "2"), ("judge", "Anna")):
        say(page, name, value)
    page.locator("#q").press("End")
    page.locator("#q").press(" ")
    page.locator("#logged").wait_for(state="hidden")  # the next round is not that of the decision before
    page.locator("#q").press("Backspace")
    page.locator(".card").first.wait_for()
    first = page.locator(".card").first.get_attribute("data-id")
    verdict = page.locator(".card h3").first.inner_text()
    page.wait_for_timeout(900)  # a second tap at once is no second decision
    tap(page, "Logged: table 4, round 2.")
    page.locator(".card button[data-log]").first.click()
    page.locator("#logged").get_by_role("button", name="Round 3").click()
    page.locator("#logged .said", has_text="Corrected: table 4, round 3.").wait_for()
    page.locator("#logged").get_by_role("link", name="The log").click()
    page.locator(".entry").nth(1).wait_for()
    *_, before, last = kept(page)
    told = (last.event, last.table, last.round, last.judge, last.writer, last.game, last.question, last.rulings)
    assert told == ("Fall Open", "4", "3", "Anna", "Anna", "revised", QUESTION, (first,))
    assert (last.decision.lower(), last.after, last.struck, last.build) == (
        verdict.lower(),
        (before.revision,),
        False,
        page.locator(".built").get_attribute("data-build"),
    )
    assert page.locator("#count").inner_text() == "Decisions: 2; struck: 0; corrections: 4"


def test_from_the_page_of_a_ruling_it_keeps_what_was_searched_before(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/judge?q=sub+shoots+back&game=revised")
    page.locator(".card summary").first.click()
    page.locator(".card .go a").first.click()
    page.locator("h1.verdict").wait_for()
    page.locator("button[data-log]").click()
    page.locator("#logged .said", has_text="Logged").wait_for()
    page.goto(f"{live}/r/rev-sub-3")
    page.locator("button[data-log]").click()
    page.locator("#logged .said", has_text="Logged").wait_for()
    own = page.locator(".question").inner_text()
    page.goto(f"{live}/log")
    page.locator(".entry").nth(1).wait_for()
    one, other = kept(page)
    assert one.question == "sub shoots back" and one.rulings != ("rev-sub-3",)
    assert (other.question, other.rulings) == (own, ("rev-sub-3",))


def test_an_asked_position_is_kept_with_its_verdict_and_can_be_opened_again(opened: Open, live: str) -> None:
    page = opened()
    page.goto(f"{live}/ask/case/revised/destroyer-hit-shoots-back")
    page.locator("#do").get_by_role("button", name="Log").click()
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
    assert merged(revisions).conflicts == ()
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
    assert merged(kept(page)).conflicts == () and len(kept(page)) == 4


def test_a_broken_file_is_told_line_by_line_and_nothing_of_it_is_read(opened: Open, live: str, tmp_path: Path) -> None:
    page = opened()
    page.goto(f"{live}/log")
    broken = text([FIRST, decided(7)]).replace("Anna", "An\\u0000na", 1) + "{\n"
    give(page, tmp_path, "broken.jsonl", broken)
    page.locator("#told", has_text="Nothing was read:").wait_for()
    assert page.locator("#findings li").all_inner_texts() == [
        "broken.jsonl:2: 'writer' has a character that no text may have, such as a control character",
        "broken.jsonl:4: is not JSON, or too long",
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
  window.room = false;
  IDBObjectStore.prototype.add = function (...given) {
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
    assert {each.question for each in reading.read(str(download.value.path())).revisions} == {QUESTION}
    page.get_by_role("button", name="Try again").click()
    page.wait_for_timeout(100)
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
