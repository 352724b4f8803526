"""What is said of single actions: that they are refused, why, and what is expected when they are done."""

from __future__ import annotations

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.errors import BadInput
from kb.scenarios.play.run import ScenarioResult, check
from kb.scenarios.telling import reporting
from kb.scenarios.telling.stories import story
from tests.scenarios.conftest import Read

#: nothing moves in this phase, and the tank has spent what it has: two reasons
MOVE = """
game: revised
scenarios:
  - id: a
    position:
      turn: germany
      phase: purchase-units
      spaces:
        germany: {germany: {tank: [{spent: 2}]}}
        eastern-europe: {held_by: germany}
    do:
      - {move: {tank: 1}, route: [germany, balkans], REFUSED}
"""
BACK = """
game: revised
scenarios:
  - id: a
    position:
      turn: germany
      phase: noncombat-move
      spaces:
        germany: {germany: {tank: 1}}
        eastern-europe: {held_by: germany}
    do:
      - {move: {tank: 1}, route: [germany, eastern-europe]THEN}
      - {move: {tank: 1}, route: [eastern-europe, germany]}
    expect:
      - stands: {germany: {germany: {tank: 1}}}
"""
THERE = ", then: [stands: {eastern-europe: {germany: {tank: COUNT}}}]"


def checked(read: Read, rules: Rulebook, text: str) -> ScenarioResult:
    (scenario,) = read(text)
    return check(rules, scenario)


@pytest.mark.parametrize(
    "refused",
    ["refused: yes", "refused_by: [movement-allowance]", "refused_by: [movement-allowance, actions-in-their-phase]"],
)
def test_a_refusal_in_ones_own_file_needs_no_reason_or_some(read: Read, rules: Rulebook, refused: str) -> None:
    report = checked(read, rules, MOVE.replace("REFUSED", refused))
    assert report.all_passed, reporting.reason(report)


def test_a_refusal_must_be_one_and_for_the_rules_that_are_named(read: Read, rules: Rulebook) -> None:
    other = checked(read, rules, MOVE.replace("REFUSED", "refused_by: [movement-allowance, battles-are-fought]"))
    assert not other.passed
    legal = MOVE.replace("spent: 2", "spent: 1").replace("purchase-units", "combat-move")
    legal = legal.replace("[germany, balkans]", "[germany, eastern-europe]")
    report = checked(read, rules, legal.replace("REFUSED", "refused: yes"))
    assert reporting.reason(report) == "move: expected refused by any rule, got legal"
    told = "\n".join(reporting.lines(report, rules))
    assert "Allowed; it is not done, because it should be refused." in told


def test_what_is_expected_after_an_action_is_compared_with_that_position(read: Read, rules: Rulebook) -> None:
    right = checked(read, rules, BACK.replace("THEN", THERE.replace("COUNT", "1")))
    assert right.all_passed and not right.cases[0].warnings, reporting.reason(right)
    wrong = checked(read, rules, BACK.replace("THEN", THERE.replace("COUNT", "2")))
    assert reporting.reason(wrong).startswith("stands: expected eastern-europe: germany: tank: 2, got eastern-europe")
    assert "Then: in Eastern Europe: one tank of Germany." in story(right.scenario, rules)


def test_units_that_go_and_come_back_have_not_stayed(read: Read, rules: Rulebook) -> None:
    report = checked(read, rules, BACK.replace("THEN", ""))
    assert report.all_passed and not report.cases[0].warnings
    stays = BACK.replace("THEN", "").replace("- stands: {germany: {germany: {tank: 1}}}", "- holds: {germany: germany}")
    (warning,) = checked(read, rules, stays).cases[0].warnings
    assert str(warning).startswith("own.yaml:15: 'holds' held before anything happened, and ever since; ")


def test_names_and_words_after_an_action_are_read_strictly(read: Read, rules: Rulebook) -> None:
    with pytest.raises(BadInput, match=r"unknown key .stand. in an expectation; did you mean .stands."):
        read(BACK.replace("THEN", THERE.replace("stands", "stand")))


def test_named_units_are_followed(read: Read, rules: Rulebook) -> None:
    named = BACK.replace("{tank: 1}}\n", "{tank: [{name: A}]}}\n", 1).replace("THEN", "")
    there = named.replace("- stands: {germany: {germany: {tank: 1}}}", "- where: {A: eastern-europe}")
    assert reporting.reason(checked(read, rules, there)) == "where: expected A: eastern-europe, got A: germany"
    with pytest.raises(BadInput, match="no unit is named 'B'"):
        read(there.replace("{A: e", "{B: e"))


LOST = """
game: revised
scenarios:
  - id: a
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        sz5: {germany: {submarine: [{name: A}]}, united-kingdom: {destroyer: [{name: B, count: 2}]}}
    do:
      - {battle: sz5, dice: [1, 3, 3]}
    expect:
      - where: {A: lost, B: PLACE}
"""


def test_named_units_are_lost_all_or_some(read: Read, rules: Rulebook) -> None:
    some = checked(read, rules, LOST.replace("PLACE", "lost"))
    assert reporting.reason(some) == "where: expected A: lost, B: lost, got A: lost, B: lost and sz5"
    assert "A is lost and B is in sea zone 5" in " ".join(
        story(checked(read, rules, LOST.replace("PLACE", "sz5")).scenario, rules)
    )
