"""``kb check``: what is printed where, and the exit status."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kb.cli.commands.check import run
from kb.cli.front import guarded
from tests.scenarios.test_language import CASE, SHORT

PASSING = SHORT.replace(
    "      - battle: over\n", "      - lost: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}\n", 1
)


@pytest.fixture
def own(tmp_path: Path, built: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KB_BUILT", built)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "own.yaml"


def test_a_file_of_ones_own_passes(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(PASSING)
    assert run(["own.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith("passed  revised/a-case")
    assert out.splitlines()[-1].startswith("1 scenario with 1 contrast: all passed") and err == ""


def test_a_trace_tells_story_and_steps(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(PASSING)
    assert run(["own.yaml"], trace=True) == 0
    out = capsys.readouterr().out
    assert "    Sea zone 5: Germany has one submarine; the United Kingdom has one destroyer.\n" in out
    assert "  trace\n" in out and "  contrast 1\n" in out and "[one-shot-a-cycle: " in out


def test_a_failure_prints_the_case_and_no_stack(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(PASSING.replace("lost: {united-kingdom: {transport: 1}}", "lost: {germany: {submarine: 1}}"))
    assert run(["own.yaml"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("FAILED\nrevised/a-case  own.yaml:4\n") and err == "" and "Traceback" not in out
    assert (
        "    expected   lost: germany: submarine: 1 (line 19)\n    got        lost: united-kingdom: transport: 1\n"
        in out
    )
    assert "1 scenario with 1 contrast: 1 failed" in out


def test_a_case_before_a_second_document_is_not_forgotten(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failing = PASSING.replace("lost: {united-kingdom: {transport: 1}}", "lost: {germany: {submarine: 1}}")
    own.write_text(f"{failing}---\n{PASSING}")
    assert guarded(lambda: run(["own.yaml"])) == 2
    line = failing.count("\n") + 1
    assert capsys.readouterr().err.startswith(f"kb: own.yaml:{line}: a second YAML document begins here; ")


def test_bad_input_is_told_on_standard_error(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(CASE.replace("[2, 3]", "[2]"))
    assert run(["own.yaml"]) == 2
    assert capsys.readouterr().err.startswith(
        "kb: own.yaml:11: too few dice: defenders-fire of united-kingdom in sz5 wants 1 die and none is left"
    )
    own.write_text(CASE.replace("germany\n", "germani\n", 1))
    assert guarded(lambda: run(["own.yaml"])) == 2
    assert capsys.readouterr() == ("", "kb: own.yaml:6: unknown power 'germani'; did you mean 'germany'?\n")


def test_one_mistake_does_not_keep_other_scenarios_from_being_played(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own.write_text(CASE + CASE.partition("scenarios:\n")[2].replace("a-case", "b").replace("germany\n", "germani\n", 1))
    assert run(["own.yaml"]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("passed  revised/a-case") and "1 scenario with 0 contrasts: all passed" in out
    assert err == "kb: own.yaml:16: unknown power 'germani'; did you mean 'germany'?\n"


def test_without_expectations_a_case_is_played_and_its_trace_shown(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own.write_text(CASE.replace("    expect:\n      - battle: over\n", ""))
    assert run(["own.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("played  revised/a-case") and "United Kingdom rolls 3 for defenders fire: one hit" in out
    assert err == ""


def test_a_line_that_changes_nothing_is_a_warning(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = "destroyer: 1}}\n        norway: {germany: {infantry: 1}}"
    own.write_text(CASE.replace("destroyer: 1}}", other))
    assert run(["own.yaml"]) == 0
    line = "kb: warning: own.yaml:10: 'spaces.norway.germany.infantry' changes nothing in a-case; "
    assert capsys.readouterr().err == f"{line}take it out, or name it in 'scenery'\n"


CAPITAL = """
game: revised
scenarios:
  - id: a-case
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        united-kingdom: {germany: {infantry: 1}, united-kingdom: {infantry: 1}}
      treasuries: {united-kingdom: 10}
    do:
      - {battle: united-kingdom, dice: [1, 6]}
    expect:
      - holds: {united-kingdom: germany}
"""


def test_a_line_that_changes_what_happens_is_no_warning(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The case expects little: it passes without the treasury, which is taken."""
    own.write_text(CAPITAL)
    assert run(["own.yaml"], trace=True) == 0
    out, err = capsys.readouterr()
    assert "Germany takes 10 from the United Kingdom" in out and err == ""


def test_standard_input_is_a_file(
    own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PASSING.encode())))
    assert run(["-"]) == 0
    assert capsys.readouterr().out.startswith("passed  revised/a-case")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"game: \xff")))
    assert guarded(lambda: run(["-"])) == 2
    assert capsys.readouterr().err == "kb: standard input: not UTF-8 text; byte 6 is invalid; save it as UTF-8\n"


def test_a_failing_case_tells_what_is_expected_as_expected(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(CASE.replace("- battle: over", "- {battle: waiting}\n      - because: [submarines-surface]"))
    assert run(["own.yaml"]) == 1
    out = capsys.readouterr().out
    assert "Expected: the battle is waiting." in out and "Expected: because: submarines surface." in out
    assert "So:" not in out


def test_the_trace_goes_up_to_what_could_not_be_done(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(CASE.replace("[2, 3]", "[2]"))
    assert run(["own.yaml"]) == 2
    told = capsys.readouterr().out.partition("    trace\n")[2]
    assert "Germany fights in sea zone 5 (dice 2).\n" in told and "Germany rolls 2 for submarines: one hit" in told
    assert "Here it stops: too few dice: defenders-fire" in told


def test_as_json(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(PASSING.replace("id: a-case", "id: a-case\n    ruling: rev-sub-2"))
    assert run(["own.yaml"], json=True) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["id"] == "revised/a-case" and row["ruling"] == "rev-sub-2" and row["passed"] and row["contrast_passed"]
    assert row["rules"] == [] and row["reason"] == ""


def test_as_json_a_scenario_that_cannot_be_read_is_a_row_that_did_not_pass(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = PASSING[PASSING.index("  - id:") :]
    wrong = scenario.replace("id: a-case", "id: other").replace("battle: sz5", "batle: sz5")
    own.write_text(f"{PASSING}{wrong}")
    assert run(["own.yaml"], json=True) == 2
    out, err = capsys.readouterr()
    passed, unread = json.loads(out)
    assert passed["passed"] and passed["reason"] == ""
    assert (unread["id"], unread["passed"], unread["contrast_passed"]) == ("revised/other", False, False)
    assert unread["reason"].startswith("not read: own.yaml:") and "no action among 'batle'" in unread["reason"]
    assert unread.keys() == passed.keys() and unread["reason"].removeprefix("not read: ") in err

    own.write_text(PASSING.replace(scenario, wrong))
    assert run(["own.yaml"], json=True) == 2
    assert [each["id"] for each in json.loads(capsys.readouterr().out)] == ["revised/other"]


def test_mutants_of_a_file_of_ones_own(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cites = PASSING.replace("      - lost: {germany", "      - because: [RULE]\n      - lost: {germany", 1)
    own.write_text(cites.replace("RULE", "a-destroyer-lets-casualties-of-submarines-fire"))
    assert run(["own.yaml"], mutants=True) == 0
    assert "every rule that is cited is needed" in capsys.readouterr().out
    own.write_text(cites.replace("RULE", "one-shot-a-cycle"))
    assert run(["own.yaml"], mutants=True) == 1
    assert "revised/a-case cites one-shot-a-cycle and is the same without it" in capsys.readouterr().out


CLAIMS = """claims:
  rev-sub-2:
    - {words: "Yes.", case: destroyer-hit-shoots-back, by: lost, rule: a-destroyer-lets-casualties-of-submarines-fire}
"""


@pytest.fixture
def claims(own: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of claims of a copy of the data, with one claim."""
    monkeypatch.setenv("KB_DATA", str(own_data))
    path = own_data / "claims" / "revised.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(CLAIMS)
    return path


def test_a_claim_that_needs_its_rule(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["REV-sub-2"], claims=True) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.splitlines() == [
        "data/claims/revised.yaml:3: rev-sub-2 claim 1: revised/destroyer-hit-shoots-back lost fails; "
        "rule switched off: a-destroyer-lets-casualties-of-submarines-fire",
        "1 claim: 1 played, 0 checked, 0 not proved",
        "shown by rule switched off: 1",
    ]


def test_a_claim_that_holds_whatever_is_changed_is_told(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claims.write_text(CLAIMS.replace("by: lost", "by: contrast/lost"))
    assert run([], game="revised", claims=True) == 1
    out = capsys.readouterr().out
    line = (
        "data/claims/revised.yaml:3: rev-sub-2 claim 1: revised/destroyer-hit-shoots-back contrast/lost holds whatever"
    )
    assert out.startswith(line) and " rulings without claims: rev-err-1, " in out


def test_a_claim_that_is_written_wrongly_is_told(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claims.write_text(CLAIMS.replace("by: lost", "by: loss").replace('"Yes."', '"No."'))
    assert run([], game="revised", claims=True) == 2
    assert capsys.readouterr().err.startswith("kb: data/claims/revised.yaml:3: “No.” is not in the words of rev-sub-2;")
    claims.write_text(CLAIMS.replace("by: lost", "by: loss"))
    assert run(["rev-sub-2"], claims=True, json=True) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == [] and "has no expectation 'loss'; it has act-1, lost, contrast/act-1" in err


def test_a_changed_ruling_makes_a_scenario_suspect(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own.write_text(PASSING.replace("id: a-case", "id: a-case\n    ruling: rev-sub-2\n    fingerprint: 00000000a"))
    assert run(["own.yaml"]) == 0
    assert (
        "suspect: the text of rev-sub-2 is not the one that a-case was written for; read the ruling, then write"
        in capsys.readouterr().err
    )


def test_names_that_lead_nowhere(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: run(["no-such-thing"])) == 1
    assert "no scenario of 'no-such-thing'" in capsys.readouterr().err
    assert guarded(lambda: run(["missing.yaml"])) == 2
    assert "missing.yaml: cannot be read" in capsys.readouterr().err
