"""Rules and numbers that no case needs are found by results; an expectation that carries a claim fails without its
rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kb.cases.analysis.mutants import NoticedBy, Trials, baselines, cited, trials, unnoticed_numbers, unnoticed_rules
from kb.cases.expectations.key import names
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import play
from kb.cases.reading.library import by_rules
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Objective, Pays
from kb.model.evidence import Claim
from kb.pipeline.claims import wrong_proofs
from tests.cases.conftest import Read
from tests.read_once import RULES_OF, scenarios

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
    """Since the destroyer misses, only the dice differ without the rule."""
    known = baselines(rules, read(HEAD + SHOT.format(id="a", face=3) + SHOT.format(id="b", face=6)))
    assert [(each.what, each.scenario) for each in cited(rules, known)] == [(RULE, "revised/b")]
    assert not any(base.changes(rules) or base.fails(rules) for base in known)


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


def test_every_objective_is_noticed() -> None:
    paid: set[Objective] = set()
    noticed: set[Objective] = set()
    for rules, own in by_rules(scenarios(), RULES_OF):
        known = baselines(rules, [each for each in own if "income" in str(each.cases)])
        told = [each for each in rules.board.objectives if each.pays is not Pays.ONCE]
        paid.update(told)
        dearer = {each: _dearer(rules, each) for each in told}
        noticed.update(each for each in told if any(base.changes(dearer[each]) for base in known))
    assert not [(each.id, each.condition) for each in paid - noticed]


def _dearer(rules: Rulebook, one: Objective) -> Rulebook:
    objectives = tuple(replace(each, ipc=each.ipc + (each is one)) for each in rules.board.objectives)
    return rules.altered(lambda board, ruleset: (replace(board, objectives=objectives), ruleset))


TEXT = """game: revised
scenarios:
  - id: a
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        sz5: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}
        germany: {germany: {infantry: 1}}
    do:
      - {battle: sz5, dice: [2, 3], cycles: 1}
      - {move: {infantry: 1}, route: [germany, eastern-europe], refused_by: [actions-in-their-phase]}
    expect:
      - {because: [a-destroyer-lets-casualties-of-submarines-fire], lost: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}}
      - {lost: {united-kingdom: {destroyer: 1}}, in: submarines}
      - {dice: {defenders-fire: 1}, battle: over}
    contrast:
      - dice: [6, 6]
        title: Nobody hits
        expect: [{battle: waiting}]
      - dice: [6, 3]
        title: The destroyer hits
        expect: [{lost: {germany: {submarine: 1}}}]
"""


@pytest.fixture
def scenario(read: Read) -> Scenario:
    (found,) = read(TEXT)
    return found


def claim(**changes: Any) -> Claim:
    row: dict[str, Any] = {"proof": "play", "scenario": "revised/a", "expectation": "lost", **changes}
    return Claim("rev-x-1", 1, "answer", 0, 4, "Yes.", file="f", line=3, **row)


def test_expectations_are_named_by_their_key_by_act_and_by_contrast(scenario: Scenario) -> None:
    own = ["act-1", "act-2", "lost", "lost-2", "dice", "battle"]
    first = [f"contrast/{each}" for each in ("act-1", "act-2", "battle")]
    second = [f"contrast-2/{each}" for each in ("act-1", "act-2", "lost")]
    assert list(names(scenario)) == [*own, *first, *second]
    assert names(scenario)["lost-2"].item == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenario": "revised/b"}, "unknown scenario 'revised/b'; did you mean 'revised/a'?"),
        ({"expectation": "because"}, "revised/a has no expectation 'because'; it has act-1, act-2, lost,"),
        ({"expectation": "lost-3"}, "revised/a has no expectation 'lost-3'"),
        ({"proof": "reference"}, "revised/a is not a reference case; name it under 'case'"),
        ({"limit": "act-3"}, "revised/a has no expectation 'act-3'; it has act-1, act-2, lost,"),
        ({"limit": "lost"}, "'lost' is the claim's own expectation; under 'limit' name another expectation"),
        ({"rule": "tanks-blitz"}, "revised/a does not cite the rule 'tanks-blitz'; it cites a-destroyer-lets"),
    ],
)
def test_an_unknown_proof_is_reported(scenario: Scenario, changes: dict[str, str], message: str) -> None:
    assert wrong_proofs([claim()], [scenario], names) == []
    (finding,) = wrong_proofs([claim(**changes)], [scenario], names)
    assert str(finding).startswith(f"f:3: {message}")


@pytest.mark.parametrize(
    ("changes", "noticed"),
    [
        ({"expectation": "lost"}, NoticedBy.RULE),
        ({"expectation": "act-2"}, NoticedBy.RULE),
        ({"expectation": "lost", "rule": "actions-in-their-phase"}, NoticedBy.NOTHING),
        ({"expectation": "contrast-2/lost"}, NoticedBy.DICE),
        ({"expectation": "contrast-2/lost", "figure": "destroyer.defense"}, NoticedBy.FIGURE),
        ({"expectation": "contrast-2/lost", "figure": "destroyer.cost"}, NoticedBy.NOTHING),
        ({"expectation": "contrast-2/lost", "figure": "defense"}, NoticedBy.NOTHING),
        ({"expectation": "contrast-2/lost", "limit": "act-2"}, NoticedBy.LIMIT),
        ({"expectation": "lost", "limit": "contrast-2/lost"}, NoticedBy.NOTHING),
        ({"expectation": "act-2", "limit": "contrast/battle"}, NoticedBy.NOTHING),
    ],
)
def test_the_very_expectation_must_fail_or_its_limit(
    scenario: Scenario, changes: dict[str, str], noticed: NoticedBy
) -> None:
    """The result is the same if the cases have been played already, as in a build."""
    (trial,) = trials([claim(**changes)], {"revised/a": scenario}, RULES_OF.of)
    assert trial.noticed is noticed
    played = [play(RULES_OF.of(scenario), case) for case in scenario.cases]
    assert Trials(scenario, RULES_OF.of(scenario), played).of(claim(**changes)) == trial
