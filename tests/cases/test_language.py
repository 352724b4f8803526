"""Scenario files are read strictly: each error is one line with file, line and hint."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kb.base.errors import BadInput
from kb.base.yamlfile import load, parse
from kb.cases.acts import VERBS
from kb.cases.language.scenario import overlaid, plain_table
from kb.cases.language.units import rows
from kb.cases.play.playing import check
from tests.cases.conftest import Read
from tests.conftest import ROOT, Run
from tests.questions import children_seconds
from tests.read_once import RULES_OF, scenarios_in

BAD = sorted((ROOT / "tests" / "fixtures" / "bad-scenarios").glob("*.yaml"))
CASE = """
game: revised
scenarios:
  - id: a-case
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        sz5: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}
    do:
      - {battle: sz5, dice: [2, 3]}
    expect:
      - battle: over
"""


def findings(path: Path) -> list[str]:
    """Return the findings about a user's file, as ``kb check`` prints them."""
    try:
        scenarios = scenarios_in(load(str(path), path.name), path.name)
    except BadInput as error:
        return [str(finding) for finding in error.findings]
    found = []
    for each in scenarios:
        report = check(RULES_OF.of(each), each)
        found += report.findings or report.warnings
    return [str(finding) for finding in found]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_has_its_message(path: Path) -> None:
    start = time.process_time()
    assert "".join(f"{line}\n" for line in findings(path)) == path.with_suffix(".message").read_text()
    assert time.process_time() - start < 2


def test_names_of_spaces_may_be_any(read: Read) -> None:
    one = read(CASE)[0]
    other = read(CASE.replace("        sz5:", "        Sea Zone 5:").replace("battle: sz5", "battle: 5 sea zone"))[0]
    assert one == other


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", "needs 'ruling' or 'section'"),
        ("", "", "needs 'contrast'"),
        ("    expect:\n      - battle: over\n", "", "x.yaml:4: a scenario needs 'expect'; state the result"),
        ("dice: [2, 3]", "refused: yes", r"a scenario of the knowledge base must name .*; write refused_by: \[rule\]"),
        (
            "id: a-case",
            "id: a-case\n    ruling: [rev-sub-1, rev-sub-2]\n    fingerprint: 1a2b3c4d",
            "1 fingerprint for 2 rulings",
        ),
    ],
)
def test_a_file_of_the_base_needs_ties_fingerprints_and_contrasts(old: str, new: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        scenarios_in(parse(CASE.replace(old, new), "x.yaml"), "x.yaml", own=False)


def test_a_change_is_laid_over_a_position() -> None:
    position = {
        "turn": "a",
        "spaces": {"x": {"a": rows({"tank": 1, "fighter": 2})}, "y": {"b": rows({"tank": 1})}},
        "treasuries": {"a": 3},
    }
    there = {"x": {"a": rows({"tank": 0}), "c": rows({"tank": 4})}, "y": {}}
    change = {"turn": "b", "spaces": there, "treasuries": {"a": 0}}
    assert plain_table(overlaid(position, change)) == {
        "turn": "b",
        "spaces": {"x": {"a": {"fighter": 2}, "c": {"tank": 4}}},
        "treasuries": {"a": 0},
    }


SHORT = (
    CASE
    + """
    contrast:
      change: {spaces: {sz5: {united-kingdom: {destroyer: 0, transport: 1}}}}
      dice: [2]
      expect:
        - lost: {united-kingdom: {transport: 1}}
"""
)


def test_a_contrast_may_give_the_dice_alone_beside_a_change(read: Read) -> None:
    twice = SHORT.replace("      - {battle: sz5, dice: [2, 3]}\n", "      - {battle: sz5, dice: [2, 3]}\n" * 2)
    with pytest.raises(BadInput, match="'dice' of a contrast changes one action, and 2 of the scenario have it"):
        read(twice)
    (scenario,) = read(SHORT)
    assert scenario.contrasts[0].do[0].dice == (2,)
    assert plain_table(scenario.contrasts[0].position["spaces"]) == {
        "sz5": {"germany": {"submarine": 1}, "united-kingdom": {"transport": 1}}
    }


def test_a_contrast_that_is_refused_needs_no_dice(read: Read) -> None:
    text = CASE + "    contrast:\n      change: {phase: combat-move}\n      refused_by: [actions-in-their-phase]\n"
    (scenario,) = read(text)
    assert scenario.contrasts[0].do[0].dice == () and check(RULES_OF.of(scenario), scenario).contrast_passed


def test_the_permission_of_an_action_is_expected(read: Read) -> None:
    fights = CASE.replace("- battle: over", "- {battle: over, permitted_by: [rev/p4-conduct-combat]}")
    right, wrong = read(fights), read(fights.replace("rev/p4-conduct-combat", "rev/p5-noncombat"))
    told = [check(RULES_OF.of(each), each).cases[0].failures for each in (*right, *wrong)]
    assert told[0] == () and [(each.key, each.got) for each in told[1]] == [("permitted_by", ["rev/p4-conduct-combat"])]
    with pytest.raises(BadInput, match=r"unknown section or ruling 'rev/p5-noncmbat'; did you mean 'rev/p5-noncombat'"):
        read(fights.replace("rev/p4-conduct-combat", "rev/p5-noncmbat"))


HOSTILE = {
    "brackets-inside": "game: revised\nscenarios: " + "[" * 100_000,
    "a-long-number": CASE.replace("submarine: 1", "submarine: " + "9" * 900_000),
    "many-unknown-words": CASE.replace("submarine: 1", ", ".join(f"zz{i}: 1" for i in range(199))),
    "many-unknown-keys": CASE + "".join(f"    key{i}: 1\n" for i in range(20_000)),
    "many-scenarios": CASE + "".join(f"  - id: a{i}\n" for i in range(20_000)),
    "armies": CASE.replace(
        "{germany: {submarine: 1}, united-kingdom: {destroyer: 1}}",
        "{"
        + ", ".join(
            f"{power}: {{submarine: 100, destroyer: 100, battleship: 100, aircraft-carrier: 100, fighter: 100, transport: 100}}"
            for power in ("germany", "japan", "united-kingdom", "united-states", "soviet-union")
        )
        + "}",
    ).replace("[2, 3]", "[" + ", ".join(["1"] * 200) + "]"),
    "years": CASE.replace("      - {battle: sz5, dice: [2, 3]}\n", "      - end: turn\n" * 100).replace(
        "turn: germany", "from: setup\n      turn: germany"
    )
    + "".join(
        f"  - {{id: b{i}, position: {{from: setup, turn: germany, phase: combat-move}}, do: [{', '.join(['{end: turn}'] * 100)}], expect: [clock: {{round: 21}}]}}\n"
        for i in range(250)
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_with_one_line_each(kb_command: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "x.yaml").write_text(HOSTILE[name])
    before = children_seconds()
    done = kb_command("check", "x.yaml")
    took = children_seconds() - before
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert all(line.startswith("kb: x.yaml:") and len(line) < 300 for line in done.stderr.splitlines()), done.stderr[
        :500
    ]
    assert took < 6, f"{took:.1f} CPU seconds; two on a quiet machine"


@pytest.mark.parametrize("wrong", [{"fields": {"what": "moon"}}, {"typed": "ends {moon}"}])
def test_a_verb_names_only_what_its_action_has(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="the verb 'end' names moon, which it does not have"):
        replace(VERBS["end"], **wrong)
