"""``kb ask``: a position in a line, a file, or from a ruling's case; legal actions with reasons; its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.questions import LINE

CASE = """game: revised
position:
  turn: germany
  phase: combat-move
  spaces: {germany: {germany: {tank: 1}}}
may: {move: {tank: 1}, route: [germany, %s]}
"""

SCRAMBLE = (
    "Global 2012: My German BB and 2 subs attack a UK destroyer and cruiser in sz110. UK airbase has 4 fighters. "
    "How many can scramble?"
)


def test_a_line_is_played_as_far_as_it_is_said(kb_command: Run) -> None:
    done = kb_command("ask", f"{LINE}, dice 2")
    assert done.returncode == 0 and done.stderr == ""
    assert "Allowed  Germany fights in sea zone 5 (dice 2)." in done.stdout
    assert "Waits for one die of the United Kingdom for the defenders' fire" in done.stdout
    assert "  rev-sub-2  A destroyer that an attacking submarine hits" in done.stdout


def test_what_is_allowed_is_told_with_the_section_that_permits_it(kb_command: Run) -> None:
    done = kb_command(
        "ask", "revised; germany noncombat move; germany: 1 inf; may germany 1 inf germany - eastern europe"
    )
    assert "\n    The rules of this game allow it. [rev/p5-noncombat]\n" in done.stdout


def test_what_is_refused_is_told_with_its_reasons_and_status_1(kb_command: Run) -> None:
    done = kb_command("ask", "aa50; uk cm; sz8: uk 1 cruiser; sz7: germany 1 dd; may cruiser 8-7-6")
    assert done.returncode == 1
    assert "Not allowed  The United Kingdom moves one cruiser" in done.stdout
    first, why = [line for line in done.stdout.splitlines() if "must stop" in line]
    assert first == "No: The United Kingdom's cruiser must stop in sea zone 7, which is hostile."
    assert done.stdout.startswith(first)
    assert why.startswith("    ") and why.endswith("]") and "ann/" in why


def test_what_is_refused_is_told_with_the_rules_on_which_its_reasons_depend(kb_command: Run) -> None:
    done = kb_command(
        "ask",
        "revised; germany combat; ukraine: germany 1 tank; caucasus: ussr 1 aa gun; may tank ukraine - caucasus - russia?",
    )
    assert "\n    Germany's tank cannot blitz through Caucasus: a gun or facility is there. [" in done.stdout


@pytest.mark.parametrize("to, status", [("eastern-europe", 0), ("sz5", 1)])
def test_a_case_from_a_file_and_from_standard_input(kb_command: Run, tmp_path: Path, to: str, status: int) -> None:
    (tmp_path / "case.yaml").write_text(CASE % to)
    from_file = kb_command("ask", "--json", str(tmp_path / "case.yaml"))
    piped = kb_command("ask", "--json", "-", stdin=CASE % to)
    assert from_file.returncode == piped.returncode == status
    told = json.loads(from_file.stdout)
    assert told == json.loads(piped.stdout) and told["legal"] is (status == 0)
    assert {"game", "ruleset", "actions", "outcome", "waiting", "rulings"} <= told.keys()


def test_the_case_of_a_ruling_may_be_changed(kb_command: Run) -> None:
    own = json.loads(kb_command("ask", "--id", "rev-sub-2", "--json").stdout)
    changed = kb_command("ask", "--id", "rev-sub-2", "--set", "sz5: uk 0 dd, uk 1 tp", "--json")
    assert own["outcome"]["lost"] == {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}
    told = json.loads(changed.stdout)
    assert told["outcome"]["lost"] == {"united-kingdom": {"transport": 1}}
    assert (told["answer"], changed.stderr) == ("The United Kingdom loses one transport.", "")
    assert told["assumed"] == ["one die is not rolled and is left out: 2"] and not own["assumed"]


@pytest.mark.parametrize(
    "asked, says",
    [
        ((), "nothing is asked"),
        (
            ("revised; germany combat; sz5: germany 1 sbumarine",),
            "expected a unit, found 'sbumarine'; did you mean 'submarine'",
        ),
        (("--id", "rev-sub-2", "what", "now"), "leave the question out; --set changes the case"),
        (("--id", "rev-nothing-9"), "there is no ruling 'rev-nothing-9'"),
        (("--id", "rev-sub-2", "--set", "sz5: uk 1 ironclad"), "ironclad"),
        (("nothing.yaml",), "cannot be read"),
        (("revised; " + "q " * 2_001,), "characters); write at most 4000"),
    ],
)
def test_what_cannot_be_understood_is_one_line_each_and_status_2(
    kb_command: Run, asked: tuple[str, ...], says: str
) -> None:
    done = kb_command("ask", *asked)
    assert done.stdout == "" and says in done.stderr
    assert done.returncode == 2
    assert all(line.startswith("kb: ") for line in done.stderr.splitlines()) and "Traceback" not in done.stderr


def test_a_question_that_needs_no_board_is_led_to_its_ruling(kb_command: Run) -> None:
    done = kb_command("ask", "can i fly over turkey in revised")
    assert done.returncode == 2 and done.stdout == ""
    in_words, missing = done.stderr.splitlines()
    assert "found 'over'" in missing
    assert in_words.startswith("kb: the ruling rev-mov-9 may answer this line without a position: Planes may never fly")
    assert "may answer this line" not in kb_command("ask", "revised; germany combat; zorp").stderr
    statement = kb_command("ask", "revised; do escorts fly along with my bombers on a raid").stderr
    assert "the statement revised/raids-need-no-escort may answer this line" in statement
    story = "f&s: a sub sank my us transport west of western europe, an infantry and 4 pus were on it. what is lost?"
    assert "fas-cm-13 is the nearest to this line: If a transport" in kb_command("ask", story).stderr.splitlines()[0]
    scramble = kb_command("ask", SCRAMBLE).stderr
    assert "may answer this line without a position: 2012 printing: Up to three planes" in scramble
    straits = "may answer this line without a position: With the Dardanelles Closed option"
    assert straits not in kb_command("ask", "aa50, my ship wants to sail into the black sea. is that allowed?").stderr
    assert straits in kb_command("ask", "aa50, dardanelles closed: may my ship go to the black sea there?").stderr
    fleet = ", before the us is at war where can its ships not go"
    assert "europe-1940/neutral-fleets-keep-off-coasts is the nearest" in kb_command("ask", f"e40{fleet}").stderr
    assert "neutral-fleets-stay-near-home may answer" in kb_command("ask", f"e40 2012{fleet}").stderr


def test_rulings_about_units_that_are_absent_are_not_cited(kb_command: Run) -> None:
    line = "revised; uk conduct combat; sz5: uk 1 bb, germany 1 dd; attacks sz5, dice 3 5"
    told = json.loads(kb_command("ask", line, "--json").stdout)
    rules = told["actions"][0]["decided_by"]
    assert "rev-sub-2" in {each for rule in rules for each in rule["rulings"]}  # about submarines and destroyers
    assert told["rulings"] and not any(each["id"].startswith("rev-sub-") for each in told["rulings"])
