"""``kb show``: a ruling on one screen, and its proof and the other games on demand."""

from __future__ import annotations

import json
import re
from statistics import median

import pytest

from kb.cli import show, terminal
from kb.knowledge import KnowledgeBase
from tests.cli.terminals import on_a_terminal
from tests.conftest import Run, Sample


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch, built: str) -> None:
    """Show everything at 100 columns, without colours."""
    made = terminal.Screen.__init__

    def of_100_columns(screen: terminal.Screen) -> None:
        made(screen)
        screen.width = terminal.WIDEST

    monkeypatch.setenv("KB_BUILT", built)
    monkeypatch.setattr(terminal.Screen, "__init__", of_100_columns)


@pytest.mark.usefixtures("wide")
def test_a_ruling_is_one_screen(base: KnowledgeBase, capsys: pytest.CaptureFixture[str], sample: Sample) -> None:
    """A screen has 40 lines; longer output is long because of official words, not of ours."""
    lengths = {}
    for ruling in sample(base.ids()):
        show.run([ruling])
        lines = capsys.readouterr().out.splitlines()
        lengths[ruling] = len(lines)
        assert max(map(len, lines)) <= terminal.WIDEST
        official = next(at for at, line in enumerate(lines) if line.startswith("Source "))
        assert len(lines) <= max(40, official + 30) and len(lines) - official <= 30, ruling
    assert median(lengths.values()) <= 20


def test_show_is_what_a_judge_reads_out_first(kb_command: Run, base: KnowledgeBase) -> None:
    ruling = base.ruling("rev-sub-2")
    lines = kb_command("show", "REV-sub-2").stdout.splitlines()
    first, last = ruling["line_start"], ruling["line_end"]
    assert lines[:7] == [
        "rev-sub-2  Axis & Allies Revised  Submarines",
        "",
        f"Q  {ruling['question']}",
        f"   {ruling['verdict']}",
        "A  Yes.",
        "",
        "Source      official answer, 2010-04-21: Axis & Allies Revised FAQ, approved by Larry Harris,"
        f" lines {first}-{last}",
    ]
    assert lines[7] == "Sections    Combat step 3: remove Opening Fire casualties, page 15 (estimated)"
    one, contrast = ruling["scenarios"], ruling["scenarios"][0]["contrasts"]
    assert f"Proof       played: {len(one)} case, {contrast} contrast (kb show rev-sub-2 --proof)" in lines
    assert lines[-1].startswith("Other games ") and lines[-1].endswith(" (kb show rev-sub-2 --games)")


def test_its_proof_tells_claims_rules_and_cases_and_no_sources(kb_command: Run, base: KnowledgeBase) -> None:
    ruling = base.ruling("rev-sub-2")
    lines = kb_command("show", "rev-sub-2", "--proof").stdout.splitlines()
    assert lines[1] == f"   {ruling['verdict']}" and "  “Yes.” played: case 1" in lines
    assert {f"  {line}" for line in ruling["scenarios"][0]["story"]} <= set(lines)
    assert {f"  {rule['about']}" for rule in ruling["rules"]} <= set(lines)
    assert "Case 1, as ruled  (kb check revised/destroyer-hit-shoots-back --trace)" in lines
    assert not any(line.startswith(("Source", "Sections", "Other games")) for line in lines)


def test_the_other_games_stand_under_the_question_they_answer(kb_command: Run, base: KnowledgeBase) -> None:
    lines = kb_command("show", "ann-sub-4", "--games").stdout.splitlines()
    heading = "Whether defending submarines strike before the others  (kb compare defending-sub-strike)"
    at = lines.index(heading)
    told = {each["game"]: each for each in base.ruling("ann-sub-4")["elsewhere"] if each["topic"] in heading}
    assert told["europe-1999"]["comparison"] == "different" and told["revised"]["comparison"] == "same"
    assert lines[at + 1].startswith("  Anniversary: ")
    assert lines[at + 2].startswith("  Revised, the same: ") and lines[at + 2].endswith(" (rev-sub-1)")
    assert lines[at + 3].startswith("  Europe 1999, different: ")
    assert lines[at + 5] == "" and lines[at + 6].endswith("(kb compare destroyer-against-sub-strike)")
    last = kb_command("show", "ann-sub-4").stdout.splitlines()[-1]
    assert last.startswith("Other games different in Europe 1999; not compared with Revised; the same in Europe 1940")


def test_all_is_everything(kb_command: Run) -> None:
    every = kb_command("show", "rev-sub-2", "--all").stdout
    for flag in ("--proof", "--games"):
        assert kb_command("show", "rev-sub-2", flag).stdout.partition("\n\n")[2] in every
    assert "A  Yes.\n" in every and "[rev/p4-s3-remove-opening; interprets; " in every and "--proof" not in every


def test_where_printings_differ_both_verdicts_are_told_above_the_official_words(kb_command: Run) -> None:
    lines = kb_command("show", "e40-scr-1").stdout.splitlines()
    assert lines[3].startswith("   2010: Planes may scramble only from an airbase on an island") and lines[
        4
    ].startswith("   2012 (different): Up to three planes may scramble from any territory")
    assert lines[5].startswith("A  No.") and not any(line.startswith("Printings") for line in lines)
    same = kb_command("show", "e40-scr-2").stdout.splitlines()
    assert not same[3].startswith(("   2010", "   2012"))
    line = "Printings   This is the 2010 printing; the same in the 2012 printing (according to its documents)."
    assert any(each.startswith(line) for each in same)


def test_show_tells_what_a_verdict_rests_on(kb_command: Run) -> None:
    assert "Only where this is played: Dardanelles closed." in kb_command("show", "ann-dard-1").stdout
    assert "\nOur reading " in kb_command("show", "e99-ed2-1a").stdout
    assert "\n  Our reading: Fighters waiting at sea" in kb_command("search", "rev-mob-1").stdout
    of_rules = "Readings    its cases cite rules that rest on 4 readings of ours\n"
    assert of_rules in kb_command("show", "ann-err-4").stdout


def test_what_is_not_proved_or_not_verified_is_marked(kb_command: Run, base: KnowledgeBase) -> None:
    rulings = list(base.rulings())
    unproved = next(each for each in rulings if each["proof"] == "none")
    assert f"not proved: {unproved['proof_reason']}" in kb_command("show", unproved["id"]).stdout
    claiming = next(each for each in rulings if any(claim["proof"] == "none" for claim in each["claims"]))
    assert re.search(r"Claims .*\d not proved", kb_command("show", claiming["id"]).stdout)
    unsure = next(each for each in rulings if any(rule["confidence"] == "unverified" for rule in each["rules"]))
    assert re.search(r"Rules .*\d unverified", kb_command("show", unsure["id"]).stdout)


def test_a_statement_has_its_page_confidence_scenario_and_rulings(kb_command: Run, base: KnowledgeBase) -> None:
    assert kb_command("show", "REVISED/tanks-blitz").stdout.splitlines() == [
        "revised/tanks-blitz  Axis & Allies Revised",
        "",
        "   Tanks may move on through hostile land in which there are no enemy units.",
        "",
        "Source      Combat Move: tanks (blitzing), page 12 (estimated)",
        "Confidence  stated in a rule book, an FAQ or errata",
        "Played      kb check --trace revised/a-blitz-may-end-in-friendly-land",
        f"Rulings     rev-com-8  {base.ruling('rev-com-8')['verdict']}",
    ]
    value = kb_command("show", "value:revised/units/tank.cost").stdout
    assert "   A tank costs 5 IPCs.\n" in value and "Source      board and charts\n" in value and "Played" not in value
    by_ruling = kb_command("show", "flames-and-steel/tanks-blitz").stdout
    assert "\nSource      rests on fas-cm-4\n" in by_ruling
    lacked = kb_command("show", "not-in:revised/cruisers").stdout
    assert "   Revised has no cruisers, but Anniversary and Europe 1940 do.\n" in lacked
    assert "\nSource      our reading\n" in lacked


def test_a_section_is_shown_by_the_id_that_answers_cite(kb_command: Run) -> None:
    shown, listed = (kb_command(command, "ann/p5-noncombat").stdout for command in ("show", "sections"))
    assert shown == listed and shown.startswith("ann/p5-noncombat  ")
    several = kb_command("show", "--json", "rev-sub-2", "revised/tanks-blitz", "revised/tank-blitz")
    told = [json.loads(line) for line in several.stdout.splitlines()]
    assert [each["id"] for each in told] == ["rev-sub-2", "revised/tanks-blitz"] and several.returncode == 1
    assert several.stderr.startswith("kb: there is no statement 'revised/tank-blitz'; did you mean revised/tanks-blitz")


def test_nothing_is_wider_than_a_narrow_terminal(built: str) -> None:
    told = on_a_terminal(built, "show", "e40-inc-2", "--all", columns=80)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", told)
    assert max(map(len, plain.splitlines())) <= 80
    assert " ".join(plain.split()[1:10]) == "Axis & Allies Europe 1940 and Global 1940 Collecting"


PUBLIC = "https://rulings.example"


def test_a_forum_gets_all_of_a_ruling_as_markdown(kb_command: Run) -> None:
    done = kb_command("show", "REV sub 2", "--format", "markdown", "--public-url", PUBLIC)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "### rev-sub-2 · Axis & Allies Revised · Submarines"
    assert lines[lines.index("Official answer:") + 1] == "> Yes."
    assert "- Proof: played: 1 case, 1 contrast" in lines and lines[-1] == f"{PUBLIC}/r/rev-sub-2"


def test_the_environment_names_the_site_that_is_linked(kb_command: Run) -> None:
    done = kb_command("show", "rev-sub-2", "rev-sub-3", "--format", "markdown", KB_PUBLIC_URL=f"{PUBLIC}/x/")
    first, second = done.stdout.split("\n\n### rev-sub-3")
    assert first.endswith(f"{PUBLIC}/x/r/rev-sub-2") and second.endswith(f"{PUBLIC}/x/r/rev-sub-3\n")
    assert "http" not in kb_command("show", "rev-sub-2", "--format", "markdown").stdout
