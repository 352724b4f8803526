"""Expectations have names, and the one that carries a claim has to fail when the rules are changed."""

from __future__ import annotations

from typing import Any

import pytest

from kb.errors import BadInput
from kb.pipeline.claims import wrong_proofs
from kb.proof import Claim
from kb.scenarios.analysis.mutants import NoticedBy, Trials
from kb.scenarios.expectations.key import names
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.playing import play
from tests.read_once import RULES_OF
from tests.scenarios.conftest import Read

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
      - {lost: {united-kingdom: {destroyer: 1}}, in: defenders-fire, name: hit}
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
    (found,) = read(TEXT.replace("in: defenders-fire", "in: submarines"))
    return found


def claim(**changes: Any) -> Claim:
    row: dict[str, Any] = {"proof": "play", "scenario": "revised/a", "expectation": "lost", **changes}
    return Claim("rev-x-1", 1, "answer", 0, 4, "Yes.", file="f", line=3, **row)


def test_expectations_are_named_by_their_key_by_act_and_by_contrast(scenario: Scenario) -> None:
    own = ["act-1", "act-2", "lost", "lost-2", "hit", "dice", "battle"]
    first = [f"contrast/{each}" for each in ("act-1", "act-2", "battle")]
    second = [f"contrast-2/{each}" for each in ("act-1", "act-2", "lost")]
    assert list(names(scenario)) == [*own, *first, *second]
    assert names(scenario)["hit"].item == names(scenario)["lost-2"].item == 1


@pytest.mark.parametrize("name", ["lost", "act-1", "lost-2", "contrast/x"])
def test_a_name_is_no_other_expectations(read: Read, name: str) -> None:
    with pytest.raises(BadInput, match="is another expectation's"):
        read(TEXT.replace("name: hit", f"name: {name}"))


def test_a_name_stands_once_in_a_case(read: Read) -> None:
    with pytest.raises(BadInput, match="the name 'hit' is another expectation's"):
        read(TEXT.replace("battle: over}", "battle: over, name: hit}"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scenario": "revised/b"}, "unknown scenario 'revised/b'; did you mean 'revised/a'?"),
        ({"expectation": "because"}, "revised/a has no expectation 'because'; it has act-1, act-2, lost,"),
        ({"expectation": "lost-3"}, "revised/a has no expectation 'lost-3'"),
        ({"proof": "reference"}, "revised/a is no reference case; name it under 'case'"),
        ({"limit": "act-3"}, "revised/a has no expectation 'act-3'; it has act-1, act-2, lost,"),
        ({"limit": "lost"}, "'lost' is the claim's own expectation; name as limit where what it allows ends"),
        ({"rule": "tanks-blitz"}, "revised/a does not cite the rule 'tanks-blitz'; it cites a-destroyer-lets"),
    ],
)
def test_a_proof_that_is_not_there_is_told(scenario: Scenario, changes: dict[str, str], message: str) -> None:
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
    """And it comes out alike where the cases have been played already, as in a build."""
    (trial,) = Trials(RULES_OF.of).of([claim(**changes)], {"revised/a": scenario})
    assert trial.noticed is noticed
    played = [play(RULES_OF.of(scenario), case) for case in scenario.cases]
    assert Trials(RULES_OF.of).of_scenario(scenario, played).of(claim(**changes)) == trial
