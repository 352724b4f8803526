"""The order in which a case lists equal things (spaces, powers, types, units) never changes what comes out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb import paths
from kb.scenarios.language.scenario import REFERENCE, Case, Scenario
from kb.scenarios.play.run import check
from kb.scenarios.reading import library

RULES = library.RulesLoader(paths.data())
PLAYED = [each for each in library.load(paths.data(), None, RULES) if each.proof != REFERENCE]
GAMES = sorted({each.game for each in PLAYED})
#: lists whose order tells something: the way that a unit came
ORDERED = ("came",)


def backwards(value: object, key: object = "") -> object:
    """A position with every table and list in the opposite order."""
    if isinstance(value, dict):
        return {name: backwards(each, name) for name, each in reversed(list(value.items()))}
    if isinstance(value, (list, tuple)) and key not in ORDERED:
        return type(value)(backwards(each) for each in reversed(value))
    return value


def turned(case: Case) -> Case:
    return replace(case, position={**case.position, "spaces": backwards(case.position.get("spaces", {}))})


def in_the_other_order(scenario: Scenario) -> Scenario:
    return replace(scenario, case=turned(scenario.case), contrasts=tuple(map(turned, scenario.contrasts)))


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_a_position_does_not_matter(game: str) -> None:
    wrong = []
    for scenario in (each for each in PLAYED if each.game == game):
        for number, result in enumerate(check(RULES.of(scenario), in_the_other_order(scenario)).cases):
            if not result.passed:
                wrong.append((scenario.name, number, [str(each) for each in (*result.findings, *result.failures)]))
    assert not wrong


def test_the_other_order_is_another_order() -> None:
    scenario = next(each for each in PLAYED if len(each.case.position.get("spaces", {})) > 1)
    assert list(turned(scenario.case).position["spaces"]) == list(reversed(scenario.case.position["spaces"]))
