"""A rule or number that nobody would miss is found: by its results, not by its name nor by a die left over."""

from __future__ import annotations

from dataclasses import replace

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.analysis.mutants import baselines, cited, unnoticed_numbers, unnoticed_rules
from tests.conftest import ROOT
from tests.scenarios.conftest import Read

HEAD = "game: revised\nscenarios:\n"
SHOT = """  - id: {id}
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        sz5: {{germany: {{submarine: 1}}, united-kingdom: {{destroyer: 1}}}}
    do:
      - {{battle: sz5, dice: [2, {face}], cycles: 1}}
    expect:
      - because: [a-destroyer-lets-casualties-of-submarines-fire]
"""
RULE = "a-destroyer-lets-casualties-of-submarines-fire"


def test_a_rule_is_noticed_by_what_is_lost(read: Read, rules: Rulebook) -> None:
    known = baselines(rules, read(HEAD + SHOT.format(id="a", face=3)))
    assert list(cited(rules, known)) == []


def test_a_die_that_is_left_over_is_no_result(read: Read, rules: Rulebook) -> None:
    """Without the rule the destroyer does not shoot; as it misses, nothing else is different."""
    known = baselines(rules, read(HEAD + SHOT.format(id="a", face=6)))
    assert [(each.what, each.scenario) for each in cited(rules, known)] == [(RULE, "revised/a")]


def test_a_case_is_the_same_under_the_same_rules(read: Read, rules: Rulebook) -> None:
    text = (ROOT / "tests" / "scenarios" / "every_act.yaml").read_text()
    for base in baselines(rules, read(text)):
        assert not base.changes(rules) and not base.fails(rules), base.scenario.name


def test_rules_and_numbers_that_no_case_needs_are_found(read: Read, rules: Rulebook) -> None:
    needed = {RULE, "submarines-fire-in-opening-fire", "one-shot-a-cycle", "casualties-fire-before-they-leave"}
    few = tuple(line for line in rules.ruleset.rules if line.rule in {*needed, "tanks-blitz", "rocket-range"})
    small = Rulebook(rules.board, replace(rules.ruleset, rules=few))
    lost = SHOT.format(id="a", face=3) + "      - lost: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}\n"
    known = baselines(small, read(HEAD + lost))
    assert {"tanks-blitz", "rocket-range"} <= {each.what for each in unnoticed_rules((small, known))}
    assert RULE not in {each.what for each in unnoticed_rules((small, known))}
    numbers = [each.what for each in unnoticed_numbers((small, known))]
    assert "submarine attack 2: 1" not in numbers and "submarine attack 2: 3" in numbers
    assert "rocket-range spaces 3: 4" in numbers and "tank cost 5: 6" in numbers
