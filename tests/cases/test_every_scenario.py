"""Every scenario of the data has the expected result, in either order of its position, and refers to known rulings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.cases.language.scenario import Case
from kb.cases.language.units import Row
from kb.cases.play.playing import check
from kb.cases.reading import library
from kb.knowledge import KnowledgeBase
from kb.text import cases as reporting
from tests.conftest import Sample
from tests.read_once import GAMES, RULES_OF, played, scenarios


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_has_the_expected_result(game: str) -> None:
    for each in scenarios():
        if each.game == game:
            report = check(RULES_OF.of(each), each)
            assert report.all_passed, "\n".join(reporting.lines(report, RULES_OF.of(each)))


def test_rulings_of_scenarios_exist_and_are_unchanged(base: KnowledgeBase) -> None:
    rows = base.connection.execute("select id, question_text, answer_text from rulings").fetchall()
    sections = [row[0] for row in base.connection.execute("select id from sections")]
    texts = {row[0]: (row[1], row[2]) for row in rows}
    assert not [str(each) for each in library.unknown_references(scenarios(), texts, sections)]
    assert not [str(each) for each in library.suspects(scenarios(), texts.get)]


#: lists whose order matters: the way that a unit came
ORDERED = ("came",)


def backwards(value: object, key: object = "") -> object:
    """Return a position with every mapping and list in the opposite order."""
    if isinstance(value, dict):
        return {name: backwards(each, name) for name, each in reversed(list(value.items()))}
    if isinstance(value, Row):
        return value._replace(state=backwards(value.state))
    if isinstance(value, (list, tuple)) and key not in ORDERED:
        return type(value)(backwards(each) for each in reversed(value))
    return value


def turned(case: Case) -> Case:
    return replace(case, position=backwards(case.position))


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_a_position_does_not_matter(game: str, sample: Sample) -> None:
    for scenario in sample(each for each in played() if each.game == game):
        others = replace(scenario, case=turned(scenario.case), contrasts=tuple(map(turned, scenario.contrasts)))
        spaces = scenario.case.position.get("spaces", {})
        assert list(others.case.position.get("spaces", {})) == list(reversed(spaces))
        results = check(RULES_OF.of(scenario), others).cases
        assert [(*each.findings, *each.failures) for each in results if not each.passed] == [], scenario.name
