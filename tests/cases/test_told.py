"""The story of a case, or the reason of a case that does not pass, for each row of ``told.yaml``."""

from __future__ import annotations

from typing import Any

import pytest

from kb.base.errors import BadInput
from kb.base.yamlfile import load
from kb.cases.expectations.played import PlayedCase
from kb.cases.play.playing import check
from kb.text import cases as reporting
from kb.text.stories import Teller, story
from tests.cases.conftest import Read
from tests.conftest import ROOT
from tests.read_once import RULES_OF

ROWS = load(str(ROOT / "tests" / "cases" / "told.yaml"), "told.yaml")


KEYS = {
    "name",
    "case",
    "game",
    "board",
    "ruleset",
    "told",
    "some",
    "never",
    "reason",
    "warns",
    "story",
    "report",
    "mistake",
}


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_the_story_or_the_reason(read: Read, row: dict[str, Any]) -> None:
    assert row.keys() <= KEYS
    head = "".join(f"{key}: {row[key]}\n" for key in ("board", "ruleset") if key in row)
    case = row["case"].replace("\n", "\n    ").rstrip()
    text = f"game: {row.get('game', 'revised')}\n{head}scenarios:\n  - id: a\n    {case}\n"
    if "mistake" in row:
        with pytest.raises(BadInput) as error:
            read(text)
        assert str(error.value).startswith(row["mistake"])
        return
    (scenario,) = read(text)
    rules = RULES_OF.of(scenario)
    report = check(rules, scenario)
    (result,) = report.cases
    assert isinstance(result, PlayedCase)
    assert reporting.reason(report) == row.get("reason", "")
    warnings = "".join(map(str, result.warnings))
    assert warnings.startswith(row["warns"]) if "warns" in row else not warnings
    assert "story" not in row or story(scenario, rules) == row["story"]
    report_text = "\n".join(reporting.lines(report, rules))
    assert not [each for each in row.get("report", ()) if each not in report_text]
    lines = [*story(scenario, rules), *(line.says for line in reporting.happened(result, Teller(rules)))]
    assert not set(row.get("told", ())) - set(lines)
    assert "some" not in row or any(row["some"] in line for line in lines)
    assert "never" not in row or not any(row["never"] in line for line in lines)
