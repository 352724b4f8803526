"""Which of several units an act means that gives only their type and number."""

from __future__ import annotations

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.play.run import run
from tests.scenarios.conftest import Read

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
