"""Every situation in this folder has the results that it states; a failure reports the situation in full."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from kb.base.yamlfile import load
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import check
from kb.text import cases as reporting
from tests.read_once import RULES_OF, scenarios_in

FILES = sorted(Path(__file__).parent.glob("*.yaml"))


@cache
def situations(path: Path) -> tuple[Scenario, ...]:
    return scenarios_in(load(str(path), path.name), f"{path.parent.name}/{path.name}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_comes_out_as_it_is_told(path: Path) -> None:
    lines: list[str] = []
    for situation in situations(path):
        rules = RULES_OF.of(situation)
        report = check(rules, situation)
        if not (report.passed and report.contrast_passed):
            lines += reporting.lines(report, rules)
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


def test_each_has_a_name_of_its_own_and_a_title() -> None:
    known = [each for path in FILES for each in situations(path)]
    names = Counter(each.name for each in known)
    assert known and not [name for name, number in names.items() if number > 1]
    assert not [each.name for each in known if not each.title]
