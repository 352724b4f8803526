"""The scenarios of the data: each comes out as it says, in either order, and is tied to what is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from kb.base.yamlfile import load
from kb.cases.language.scenario import Case, Scenario
from kb.cases.language.units import Row
from kb.cases.play.playing import check
from kb.cases.reading import library
from kb.knowledge import KnowledgeBase
from kb.text import cases as reporting
from tests.conftest import ROOT, Sample
from tests.read_once import GAMES, RULES_OF, played, scenarios, scenarios_in
from tests.read_once import RULES_OF as RULES


@pytest.mark.parametrize("game", GAMES)
def test_it_comes_out_as_it_says(game: str) -> None:
    for each in scenarios():
        if each.game == game:
            report = check(RULES_OF.of(each), each)
            assert report.all_passed, "\n".join(reporting.lines(report, RULES_OF.of(each)))


def test_what_scenarios_are_tied_to_is_there_and_reads_as_it_did(base: KnowledgeBase) -> None:
    rows = base.connection.execute("select id, question_text, answer_text from rulings").fetchall()
    sections = [row[0] for row in base.connection.execute("select id from sections")]
    texts = {row[0]: (row[1], row[2]) for row in rows}
    assert not [str(each) for each in library.unknown_references(scenarios(), texts, sections)]
    assert not [str(each) for each in library.suspects(scenarios(), texts.get)]


SITUATIONS = sorted((ROOT / "tests" / "situations").glob("*.yaml"))
#: lists whose order tells something: the way that a unit came
ORDERED = ("came",)


def backwards(value: object, key: object = "") -> object:
    """A position with every table and list in the opposite order."""
    if isinstance(value, dict):
        return {name: backwards(each, name) for name, each in reversed(list(value.items()))}
    if isinstance(value, Row):
        return value._replace(state=backwards(value.state))
    if isinstance(value, (list, tuple)) and key not in ORDERED:
        return type(value)(backwards(each) for each in reversed(value))
    return value


def turned(case: Case) -> Case:
    return replace(case, position=backwards(case.position))


def in_the_other_order(scenario: Scenario) -> Scenario:
    return replace(scenario, case=turned(scenario.case), contrasts=tuple(map(turned, scenario.contrasts)))


def otherwise(scenarios: Iterable[Scenario]) -> list[tuple[str, int, list[str]]]:
    """The cases that do not come out as they are told where their positions are in the other order."""
    return [
        (scenario.name, number, [str(each) for each in (*result.findings, *result.failures)])
        for scenario in scenarios
        for number, result in enumerate(check(RULES.of(scenario), in_the_other_order(scenario)).cases)
        if not result.passed
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_a_position_does_not_matter(game: str, sample: Sample) -> None:
    assert not otherwise(sample(each for each in played() if each.game == game))


@pytest.mark.parametrize("path", SITUATIONS, ids=lambda path: path.stem)
def test_nor_does_it_in_a_situation(path: Path) -> None:
    assert not otherwise(scenarios_in(load(str(path), path.name), path.name))


def test_the_other_order_is_another_order() -> None:
    scenario = next(each for each in played() if len(each.case.position.get("spaces", {})) > 1)
    assert list(turned(scenario.case).position["spaces"]) == list(reversed(scenario.case.position["spaces"]))
