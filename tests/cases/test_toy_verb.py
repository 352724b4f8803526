"""A verb and an expectation are added by declaring them: one file for the engine, one for the language, none in kb/."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from kb.asking.notation.line import from_line
from kb.asking.notation.render import to_line
from kb.asking.question import to_tree
from kb.base.errors import BadInput
from kb.base.yamlfile import load, parse
from kb.cases.acts import VERBS
from kb.cases.expectations.keys import PLAYED
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import check, start
from kb.cases.reading.files import schema
from kb.engine import game
from kb.engine.core.actions import ACTIONS
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import CANDIDATES, EFFECTS, RULES
from kb.games.board_model import Confidence
from kb.games.rulesets import RuleLine
from kb.text import cases as reporting
from kb.text.stories import story
from tests.conftest import ROOT
from tests.read_once import RULES_OF, scenarios_in

TOY = ROOT / "tests" / "fixtures" / "toy_verb"
CASE = (TOY / "case.yaml").read_text(encoding="utf-8")
#: where declarations are kept
REGISTRIES: tuple[dict[Any, Any], ...] = (RULES, EFFECTS, CANDIDATES, ACTIONS, VERBS, PLAYED)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The declarations of the toy verb, for one test."""
    before = [dict(each) for each in REGISTRIES]
    monkeypatch.syspath_prepend(str(TOY.parent))
    importlib.import_module("toy_verb.language")
    yield
    for each, was in zip(REGISTRIES, before, strict=True):
        each.clear()
        each.update(was)
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy_verb"]:
        del sys.modules[name]


def with_toy_rules(rules: Rulebook) -> Rulebook:
    """The rules of a game, and the line of the toy rule."""
    rows = load(str(TOY / "rules.yaml"), "rules.yaml")
    lines = tuple(RuleLine(row["rule"], tuple(row["cites"]), Confidence(row["confidence"])) for row in rows)
    return rules.altered(lambda board, ruleset: (board, replace(ruleset, rules=(*ruleset.rules, *lines))))


def read(text: str, rules: Rulebook) -> Scenario:
    (scenario,) = scenarios_in(parse(text, "case.yaml"), "case.yaml", lambda *_: rules)
    return scenario


def test_without_its_declaration_the_verb_is_unknown(rules: Rulebook) -> None:
    with pytest.raises(BadInput, match="no action among 'donate', 'to'"):
        read(CASE, rules)


@pytest.mark.usefixtures("toy")
def test_a_case_with_it_is_read_played_and_kept(rules: Rulebook) -> None:
    own = with_toy_rules(rules)
    scenario = read(CASE, own)
    result = check(own, scenario)
    assert result.passed and result.contrast_passed, "\n".join(reporting.lines(result, own))
    wrong = check(own, read(CASE.replace("donated: {germany: 3}", "donated: {germany: 4}"), own))
    assert reporting.reason(wrong) == "donated: expected germany: 4, got germany: 3"
    with pytest.raises(BadInput, match="'donate' needs 'to'"):
        read(CASE.replace(", to: japan", ""), own)


@pytest.mark.usefixtures("toy")
def test_it_is_typed_and_written_by_its_row() -> None:
    line = "revised; germany purchase units; treasuries: germany 10; may germany give 3 ipcs to japan?"
    asked = from_line(line, RULES_OF)
    assert to_tree(asked)["may"] == {"donate": 3, "to": "japan"}
    assert to_line(asked).endswith("treasuries: germany 10; may germany gives 3 to japan")


@pytest.mark.usefixtures("toy")
def test_it_is_told_documented_and_offered(rules: Rulebook) -> None:
    own = with_toy_rules(rules)
    scenario = read(CASE, own)
    told = story(scenario, own)
    assert "Germany gives 3 IPCs to Japan." in told
    assert any("Germany has given away 3 IPCs" in line for line in told)
    assert any(act["required"] == ["donate", "to"] for act in schema()["$defs"]["act"]["oneOf"])
    assert "donated" in schema()["$defs"]["played"]["properties"]
    described = [act["description"] for act in schema()["$defs"]["act"]["oneOf"]]
    assert any("donate: 3 `to` which power" in each for each in described)
    assert "donated: {germany: 3}" in schema()["$defs"]["played"]["properties"]["donated"]["description"]
    begun = start(own.board, scenario.case.position)
    assert [each.to for each in game.actions(own, begun) if type(each).__name__ == "Donate"] == ["japan"]  # type: ignore[attr-defined]
