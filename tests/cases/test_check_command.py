"""``kb check``: its output, its errors and its exit status."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kb.cli.check import check_claims, run
from kb.cli.front import guarded
from tests.cases.test_language import CASE, SHORT
from tests.read_once import tables

PASSING = SHORT.replace(
    "      - battle: over\n", "      - lost: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}\n", 1
)


@pytest.fixture
def own(tmp_path: Path, built: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KB_BUILT", built)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "own.yaml"


FAILING = PASSING.replace("lost: {united-kingdom: {transport: 1}}", "lost: {germany: {submarine: 1}}")
TOO_FEW = CASE.replace("[2, 3]", "[2]")
OTHER = CASE.partition("scenarios:\n")[2].replace("a-case", "b").replace("germany\n", "germani\n", 1)
CITES = PASSING.replace("      - lost: {germany", "      - because: [RULE]\n      - lost: {germany", 1)
TIED = PASSING.replace("id: a-case", "id: a-case\n    ruling: rev-sub-2\n    fingerprint: 00000000a")
#: the texts of the files that checked.yaml names
TEXTS = {
    "passing": PASSING,
    "failing": FAILING,
    "too few": TOO_FEW,
    "tied": TIED,
    "bad input": CASE.replace("germany\n", "germani\n", 1),
    "one mistake does not keep others from being played": CASE + OTHER,
    "without expectations a case is played and its trace shown": CASE.replace(
        "    expect:\n      - battle: over\n", ""
    ),
    "an expectation that holds from the beginning is a warning": CASE.replace(
        "- battle: over", "- treasury: {germany: 0}"
    ),
    "a rule that is needed": CITES.replace("RULE", "a-destroyer-lets-casualties-of-submarines-fire"),
    "a rule that is not": CITES.replace("RULE", "one-shot-a-cycle"),
}
CHECKED = tables("cases/checked.yaml")


@pytest.mark.parametrize("case", CHECKED.values(), ids=CHECKED)
def test_what_is_printed_of_a_file_of_ones_own(
    own: Path, capsys: pytest.CaptureFixture[str], case: tuple[str, dict[str, bool], int, list[str], str]
) -> None:
    text, options, status, printed, wrong = case
    own.write_text(TEXTS[text])
    assert guarded(lambda: run(["own.yaml"], **options)) == status
    out, err = capsys.readouterr()
    assert not [each for each in printed if each not in out]
    assert printed or status != 2 or not out
    assert out.startswith(tuple(each for each in printed[:1] if each.startswith(("passed", "played", "FAILED"))) or "")
    assert err.startswith(wrong) and (wrong or not err)
    assert "Traceback" not in out and "So:" not in (out if status == 1 else "")


def test_standard_input_is_a_file(
    own: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PASSING.encode())))
    assert run(["-"]) == 0
    assert capsys.readouterr().out.startswith("passed  revised/a-case")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"game: \xff")))
    assert guarded(lambda: run(["-"])) == 2
    assert capsys.readouterr().err == "kb: standard input: not UTF-8 text; byte 6 is invalid; save it as UTF-8\n"


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

    own.write_text(FAILING)
    assert run(["own.yaml"], json=True) == 1 and '"reason": "contrast 1: lost: expected' in capsys.readouterr().out


CLAIMS = """claims:
  rev-sub-2:
    - {words: "Yes.", case: destroyer-hit-shoots-back, by: lost, rule: a-destroyer-lets-casualties-of-submarines-fire}
"""


@pytest.fixture
def claims(own: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of claims in a copy of the data, with one claim."""
    monkeypatch.setenv("KB_DATA", str(own_data))
    path = own_data / "claims" / "revised.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(CLAIMS)
    return path


def test_a_claim_that_needs_its_rule_and_one_that_holds_whatever_is_changed(
    claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of = "data/claims/revised.yaml:3: rev-sub-2 claim 1: revised/destroyer-hit-shoots-back"
    assert check_claims(["REV-sub-2"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.splitlines() == [
        f"{of} lost fails; rule switched off: a-destroyer-lets-casualties-of-submarines-fire",
        "1 claim: 1 played, 0 checked, 0 not proved",
        "shown by rule switched off: 1",
    ]
    claims.write_text(CLAIMS.replace("by: lost", "by: contrast/lost"))
    assert check_claims([], game="revised") == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{of} contrast/lost holds whatever") and " rulings without claims: rev-err-1, " in out


def test_a_claim_that_is_written_wrongly_is_told(claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claims.write_text(CLAIMS.replace("by: lost", "by: loss").replace('"Yes."', '"No."'))
    assert check_claims([], game="revised") == 2
    assert capsys.readouterr().err.startswith("kb: data/claims/revised.yaml:3: “No.” is not in the words of rev-sub-2;")
    claims.write_text(CLAIMS.replace("by: lost", "by: loss"))
    assert check_claims(["rev-sub-2"], json=True) == 2
    out, err = capsys.readouterr()
    assert json.loads(out) == [] and "has no expectation 'loss'; it has act-1, lost, contrast/act-1" in err


def test_names_that_lead_nowhere(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: run(["no-such-thing"])) == 1
    assert "no scenario of 'no-such-thing'" in capsys.readouterr().err
    assert guarded(lambda: run(["missing.yaml"])) == 2
    assert "missing.yaml: cannot be read" in capsys.readouterr().err
