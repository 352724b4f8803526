"""The scenarios of the data: each comes out as it says, in either order, says nothing needless, and is tied to what is
there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from kb.cases.language.scenario import Case, Scenario
from kb.cases.language.units import Row
from kb.cases.play.playing import check
from kb.cases.reading import library
from kb.cases.reading.files import read_file
from kb.engine.core.rulebook import Rulebook
from kb.knowledge import KnowledgeBase
from kb.service.checking import needless
from kb.text import cases as reporting
from tests.conftest import ROOT, Sample
from tests.read_once import GAMES, RULES_OF, played, scenarios
from tests.read_once import RULES_OF as RULES


def wrong(rules: Rulebook, scenario: Scenario) -> Iterable[str]:
    """The lines of a scenario that fails, or its findings about what it does not need."""
    report = check(rules, scenario)
    if not (report.passed and report.contrast_passed):
        return reporting.lines(report, rules)
    return map(str, needless(rules, scenario))


@pytest.mark.parametrize("game", GAMES)
def test_it_comes_out_as_it_says_and_says_nothing_needless(game: str) -> None:
    own = [each for each in scenarios() if each.game == game]
    lines = [line for each in own for line in wrong(RULES_OF.of(each), each)]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


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
    assert not otherwise(read_file(str(path), path.name, RULES, own=True))


def test_the_other_order_is_another_order() -> None:
    scenario = next(each for each in played() if len(each.case.position.get("spaces", {})) > 1)
    assert list(turned(scenario.case).position["spaces"]) == list(reversed(scenario.case.position["spaces"]))
