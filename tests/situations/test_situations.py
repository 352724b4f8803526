"""Every situation of play in this folder comes out as it is told; one that does not is told in full."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.run import check
from kb.scenarios.reading.files import read_file
from kb.scenarios.reading.library import RulesLoader
from kb.scenarios.telling import reporting
from tests.conftest import ROOT

HERE = Path(__file__).parent
RULES_OF = RulesLoader(str(ROOT / "data"))
SITUATIONS = [
    each
    for path in sorted(HERE.glob("*.yaml"))
    for each in read_file(str(path), f"{HERE.name}/{path.name}", RULES_OF, own=True)
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.name)
def test_it_comes_out_as_it_is_told(situation: Scenario) -> None:
    rules = RULES_OF.of(situation)
    report = check(rules, situation)
    if not (report.passed and report.contrast_passed):
        pytest.fail("\n".join(reporting.lines(report, rules)), pytrace=False)


def test_each_has_a_name_of_its_own_and_a_title() -> None:
    names = Counter(each.name for each in SITUATIONS)
    assert not [name for name, number in names.items() if number > 1]
    assert not [each.name for each in SITUATIONS if not each.title]
