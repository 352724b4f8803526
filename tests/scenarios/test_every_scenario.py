"""The scenarios of the data: each comes out as it says, needs all that it says, and is tied to what is there."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.knowledge import KnowledgeBase
from kb.scenarios.analysis.own_files import needless
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.run import check
from kb.scenarios.reading import library
from kb.scenarios.telling import reporting
from tests.read_once import DATA, RULES_OF, scenarios


def wrong(rules: Rulebook, scenario: Scenario) -> Iterable[str]:
    """The lines of a scenario that fails, or its findings about what it does not need."""
    report = check(rules, scenario)
    if not (report.passed and report.contrast_passed):
        return reporting.lines(report, rules)
    return map(str, needless(rules, scenario))


@pytest.mark.parametrize("game", sorted(library.sizes(DATA)))
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


def test_parsed_scenarios_are_the_scenarios() -> None:
    kept = library.dump(map(library.as_json, scenarios()), "1")
    assert library.restore(kept, "1") == scenarios()
    assert library.restore(kept, "2") is None
