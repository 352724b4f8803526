"""Every verdict names the rules that decided it, and the rulings and sections they rest on."""

from __future__ import annotations

import re

import pytest

from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import play
from kb.engine.core.rules import RULES
from kb.knowledge import KnowledgeBase
from kb.text import stories
from kb.text import traces as tracing
from tests.conftest import Sample
from tests.read_once import RULES_OF, played, scenarios


@pytest.fixture(scope="module")
def runs() -> list[tuple[Scenario, PlayedCase]]:
    return [(each, play(RULES_OF.of(each), case)) for each in played() for case in each.cases]


def test_every_rule_that_fired_is_cited_by_its_rule_set(runs: list[tuple[Scenario, PlayedCase]]) -> None:
    fired = 0
    for scenario, ran in runs:
        for rule in (*ran.fired, *(reason.rule for act in ran.acts for reason in act.reasons)):
            fired += 1
            assert ran.rules.cites(rule), f"{scenario.name}: {rule}"
    assert fired > 1000


def test_everything_that_happened_is_told_in_words(runs: list[tuple[Scenario, PlayedCase]]) -> None:
    """No hole of a template is left open, and no id of a unit shows through."""
    for scenario, ran in runs:
        judged = [reason for act in ran.acts for reason in act.reasons]
        for line in (*tracing.trace_text(ran.rules, ran.traces), *tracing.reasons(ran.rules, judged)):
            assert not re.search(r"[{}<]|Unit\(|None\b", line), f"{scenario.name}: {line}"


def test_every_story_is_told_in_words(sample: Sample) -> None:
    for each in sample(scenarios()):
        for line in stories.story(each, RULES_OF.of(each)):
            assert not re.search(r"[{}<]", line), f"{each.name}: {line}"


def test_from_a_ruling_one_reaches_its_rules_and_back(base: KnowledgeBase) -> None:
    """What is proved by play is linked with rules, by the rule set or by what its scenarios cite."""
    rows = base.connection.execute("""
        select id from rulings where proof = 'play' and id not in (select value from rules, json_each(rulings))
          and id not in (select value from scenarios, json_each(rulings) where rules != '[]')""").fetchall()
    assert [row["id"] for row in rows] == []
    bare = base.connection.execute("select id from rules where rulings = '[]' and sections = '[]'").fetchall()
    assert [row["id"] for row in bare] == []


def test_every_rule_has_a_sentence_and_a_source() -> None:
    for name, rule in RULES.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert rule.says.endswith(".") and rule.about.rstrip("]").endswith("."), name
