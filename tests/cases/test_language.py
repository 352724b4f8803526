"""Scenario files are read strictly: each mistake is one line with file, line and what to do."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from kb.base.errors import BadInput
from kb.cases.language.scenario import leaves, overlaid, position_of, position_table, without
from kb.cases.play.playing import check
from kb.cases.reading.files import read_file
from kb.service.checking import needless
from tests.cases.conftest import Read
from tests.conftest import ROOT, Run
from tests.questions import children_seconds
from tests.read_once import RULES_OF

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
    """What is wrong with a file of one's own, as ``kb check`` tells it."""
    try:
        scenarios = read_file(str(path), path.name, RULES_OF, own=True)
    except BadInput as error:
        return [str(finding) for finding in error.findings]
    found = []
    for each in scenarios:
        report = check(RULES_OF.of(each), each)
        warnings = [warning for case in report.cases for warning in case.warnings]
        found += report.findings or [*warnings, *needless(RULES_OF.of(each), each)]
    return [str(finding) for finding in found]


def test_there_are_bad_files() -> None:
    assert len(BAD) >= 50


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_has_its_message(path: Path) -> None:
    start = time.process_time()
    assert "".join(f"{line}\n" for line in findings(path)) == path.with_suffix(".message").read_text()
    assert time.process_time() - start < 2


def test_names_of_spaces_may_be_any(read: Read) -> None:
    one = read(CASE)[0]
    other = read(CASE.replace("        sz5:", "        Sea Zone 5:").replace("battle: sz5", "battle: 5 sea zone"))[0]
    assert one == other


def test_a_library_file_needs_ties_fingerprints_and_contrasts(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(CASE)
    with pytest.raises(BadInput) as error:
        read_file(str(tmp_path / "x.yaml"), "x.yaml", RULES_OF)
    told = str(error.value)
    assert "needs 'ruling' or 'section'" in told and "needs 'contrast'" in told
    (tmp_path / "x.yaml").write_text(CASE.replace("    expect:\n      - battle: over\n", ""))
    with pytest.raises(BadInput, match=r"x.yaml:4: a scenario needs 'expect'; say what comes of it"):
        read_file(str(tmp_path / "x.yaml"), "x.yaml", RULES_OF)
    (tmp_path / "x.yaml").write_text(CASE.replace("dice: [2, 3]", "refused: yes"))
    with pytest.raises(BadInput, match=r"a case of the base says why .*; write refused_by: \[rule\]"):
        read_file(str(tmp_path / "x.yaml"), "x.yaml", RULES_OF)
    (tmp_path / "x.yaml").write_text(
        CASE.replace("id: a-case", "id: a-case\n    ruling: [rev-sub-1, rev-sub-2]\n    fingerprint: 1a2b3c4d")
    )
    with pytest.raises(BadInput, match="1 fingerprint for 2 rulings"):
        read_file(str(tmp_path / "x.yaml"), "x.yaml", RULES_OF)


def test_a_change_is_laid_over_a_position() -> None:
    position = {
        "turn": "a",
        "spaces": {"x": {"a": {"tank": 1, "fighter": 2}}, "y": {"b": {"tank": 1}}},
        "treasuries": {"a": 3},
    }
    change = {"turn": "b", "spaces": {"x": {"a": {"tank": 0}, "c": {"tank": 4}}, "y": {}}, "treasuries": {"a": 0}}
    assert position_table(overlaid(position_of(position), position_of(change))) == {
        "turn": "b",
        "spaces": {"x": {"a": {"fighter": 2}, "c": {"tank": 4}}},
        "treasuries": {"a": 0},
    }


def test_leaves_of_a_position_and_a_position_without_one() -> None:
    position = {
        "spaces": {"x": {"held_by": "a", "a": {"tank": [{"name": "A", "is": ["fought"]}, {"count": 2}]}}},
        "treasuries": {"a": 3},
    }
    paths = list(leaves(position))
    assert paths == [
        ("spaces", "x", "held_by"),
        ("spaces", "x", "a", "tank", 0, "is", 0),
        ("spaces", "x", "a", "tank", 1),
        ("treasuries", "a"),
    ]
    assert without({"spaces": {"x": {"a": {"tank": 1}}}}, ("spaces", "x", "a", "tank")) == {"spaces": {"x": {}}}
    assert without({"spaces": {"x": {"a": {"tank": 1}}}}, ("spaces", "x", "a", "tank"), keep=0) == {}


@pytest.mark.parametrize("attribute", [{"spent": 2}, {"damage": 1}, {"cargo": {"": {"infantry": 1}}}])
def test_a_unit_stays_when_its_only_attribute_is_removed(attribute: dict[str, Any]) -> None:
    position = {"spaces": {"x": {"a": {"transport": [attribute]}}}}
    (path,) = leaves(position)
    assert without(position, path) == {"spaces": {"x": {"a": {"transport": [{}]}}}}


BASE_WITH_DAMAGE = """
game: europe-1940
scenarios:
  - id: a-damaged-base
    position:
      turn: germany
      phase: noncombat-move
      spaces:
        western-germany: {germany: {air-base: [{damage: 2}], fighter: 1}}
        baltic-states: {held_by: germany}
    do:
      - {move: {fighter: 1}, route: [western-germany, sz113, sz114, sz115, baltic-states, poland]}
    expect:
      - stands: {poland: {germany: {fighter: 1}}}
"""


def test_the_largest_number_that_makes_no_difference_is_not_needless(read: Read) -> None:
    """Three damage markers put an air base out of action, two do not; one marker would prove nothing."""
    (two,) = read(BASE_WITH_DAMAGE)
    (one,) = read(BASE_WITH_DAMAGE.replace("damage: 2", "damage: 1"))
    assert [str(finding) for finding in needless(RULES_OF("europe-1940"), two)] == []
    (finding,) = needless(RULES_OF("europe-1940"), one)
    assert "air-base.0.damage' changes nothing" in str(finding)


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
    (scenario,) = read(SHORT)
    assert scenario.contrasts[0].do[0].dice == (2,)
    assert position_table(scenario.contrasts[0].position["spaces"]) == {
        "sz5": {"germany": {"submarine": 1}, "united-kingdom": {"transport": 1}}
    }


def test_a_contrast_that_is_refused_needs_no_dice(read: Read) -> None:
    text = CASE + "    contrast:\n      change: {phase: combat-move}\n      refused_by: [actions-in-their-phase]\n"
    (scenario,) = read(text)
    assert scenario.contrasts[0].do[0].dice == () and check(RULES_OF.of(scenario), scenario).contrast_passed


def test_dice_of_several_actions_are_written_out(read: Read) -> None:
    twice = SHORT.replace("      - {battle: sz5, dice: [2, 3]}\n", "      - {battle: sz5, dice: [2, 3]}\n" * 2)
    with pytest.raises(BadInput, match="2 actions have dice; write out 'do'"):
        read(twice)


HOSTILE = {
    "brackets": "[" * 100_000,
    "brackets-inside": "game: revised\nscenarios: " + "[" * 100_000,
    "braces": "game: revised\nscenarios: " + "{a: " * 100_000,
    "a-long-word": CASE.replace("germany\n", "g" * 900_000 + "\n", 1),
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
