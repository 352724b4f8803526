"""Which of several units an act means that gives only their type and number."""

from __future__ import annotations

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.play.run import ScenarioResult, check, run
from tests.scenarios.conftest import RULES_OF, Read

CASE = """
game: revised
scenarios:
  - id: a
    position: {turn: %s, phase: %s, treasuries: {germany: 30}, spaces: {%s}}
    do: [%s]
    expect:
      - %s
"""

MEANT = {
    "the ship that has sailed here with the infantry, not the empty one that lies here": (
        "japan",
        "noncombat-move",
        "sz61: {japan: {transport: [{cargo: {infantry: 2}}]}}, sz60: {japan: {transport: [{name: A}]}}",
        "{move: {transport: 1, infantry: 2}, route: [sz61, sz60]}, {move: {transport: 1, infantry: 2}, route: [sz60, sz59]}",
        "{stands: {sz59: {japan: {transport: 1, infantry: 2}}}, where: {A: sz60}}",
    ),
    "of two that lie here the one with the tank": (
        "japan",
        "noncombat-move",
        "sz61: {japan: {transport: [{name: A, cargo: {infantry: 1}}, {name: B, cargo: {tank: 1}}]}}",
        "{move: {transport: 1, tank: 1}, route: [sz61, sz60]}",
        "where: {A: sz61, B: sz60}",
    ),
    "an empty ship beside the one with the tank": (
        "japan",
        "noncombat-move",
        "sz61: {japan: {transport: [{name: A}, {name: B, cargo: {tank: 1}}]}}",
        "{move: {transport: 2, tank: 1}, route: [sz61, sz60]}",
        "where: {A: sz60, B: sz60}",
    ),
    "the bomber that has not raided yet": (
        "united-kingdom",
        "conduct-combat",
        "germany: {germany: {industrial-complex: 1}, united-kingdom: {bomber: 2}}",
        "{raid: {bomber: 1}, at: germany, dice: [3]}, {raid: {bomber: 1}, at: germany, dice: [4]}",
        "treasury: {germany: 23}",
    ),
    "the fighter that has not landed yet": (
        "united-kingdom",
        "noncombat-move",
        "norway: {held_by: united-kingdom, united-kingdom: {fighter: [{name: A}, {name: B}]}}",
        "{land: {fighter: 1}, at: norway, which: A}, {land: {fighter: 1}, at: norway}, {end: noncombat-move}",
        "{stands: {norway: {united-kingdom: {fighter: 2}}}, clock: {phase: mobilize-units}}",
    ),
}


@pytest.mark.parametrize("case", MEANT.values(), ids=MEANT)
def test_it_is_meant(read: Read, rules: Rulebook, case: tuple[str, ...]) -> None:
    (scenario,) = read(CASE % case)
    played = run(rules, scenario.case)
    assert played.passed, (played.failures, played.findings)


LOST = """
game: flames-and-steel
scenarios:
  - id: a
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        west-of-western-europe:
          germany: {submarine: 1}
          united-kingdom: {transport: [{name: A, cargo: {infantry: 1}}, {name: B}]}
    do: [{battle: west-of-western-europe, outcome: {lost: %s}}]
    expect: [{lost: {united-kingdom: %s}}]
"""


def test_what_is_lost_says_which_as_the_message_proposes(read: Read) -> None:
    def played(lost: str, expected: str) -> ScenarioResult:
        (scenario,) = read(LOST % (lost, expected))
        return check(RULES_OF.of(scenario), scenario)

    (finding,) = played("{united-kingdom: {transport: 1}}", "{transport: 1}").findings
    empty, full = finding.hint.removeprefix("write ").split(" or ")
    assert (empty, full) == tuple(f"{{united-kingdom: {{transport: [{{name: {each}}}]}}}}" for each in "BA")
    assert played(empty, "{transport: 1}").all_passed and played(full, "{transport: 1, infantry: 1}").all_passed
    assert not played(empty, "{transport: 1, infantry: 1}").all_passed
