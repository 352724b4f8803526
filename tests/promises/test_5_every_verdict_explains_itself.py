"""Every verdict names the rules that decided it, and the rulings and sections they rest on."""

from __future__ import annotations

import re

import pytest

from kb.engine.core.registry import RULES
from kb.knowledge import KnowledgeBase
from kb.scenarios import library, telling, tracing
from kb.scenarios.language import REFERENCE, Scenario
from kb.scenarios.playing import Ran, play


@pytest.fixture(scope="module")
def books(data: str) -> library.Rulebooks:
    return library.Rulebooks(data)


@pytest.fixture(scope="module")
def runs(data: str, books: library.Rulebooks) -> list[tuple[Scenario, Ran]]:
    known = library.load(data, rulebooks=books)
    return [(each, play(books.of(each), case)) for each in known if each.proof != REFERENCE for case in each.cases]


@pytest.mark.slow
def test_every_rule_that_fired_is_cited_by_its_rule_set(runs: list[tuple[Scenario, Ran]]) -> None:
    fired = 0
    for scenario, ran in runs:
        for rule in (*ran.fired, *(reason.rule for deed in ran.deeds for reason in deed.reasons)):
            fired += 1
            assert ran.rules.cites(rule), f"{scenario.name}: {rule}"
    assert fired > 1000


@pytest.mark.slow
def test_everything_that_happened_is_told_in_words(runs: list[tuple[Scenario, Ran]]) -> None:
    """No hole of a template is left open, and no id of a unit shows through."""
    for scenario, ran in runs:
        judged = [reason for deed in ran.deeds for reason in deed.reasons]
        for line in (*tracing.told(ran.rules, ran.traces), *tracing.reasons(ran.rules, judged)):
            assert not re.search(r"[{}<]|Unit\(|None\b", line), f"{scenario.name}: {line}"


def test_every_story_is_told_in_words(data: str, books: library.Rulebooks) -> None:
    for each in library.load(data, rulebooks=books):
        for line in telling.story(each, books.of(each)):
            assert not re.search(r"[{}<]", line), f"{each.name}: {line}"


def test_from_a_ruling_one_reaches_its_rules_and_back(base: KnowledgeBase) -> None:
    """What is proved by play is linked with rules, by the rule set or by what its scenarios cite."""
    rows = base.connection.execute("""
        select id from rulings where proof = 'play' and id not in (select ruling from rule_rulings) and id not in (
          select l.ruling from scenario_rulings l join scenario_rules r on r.scenario = l.scenario)""").fetchall()
    assert [row["id"] for row in rows] == []
    for rule in base.connection.execute("select id from rules").fetchall():
        links = base.connection.execute("""
            select (select count(*) from rule_rulings where rule = :id) + (select count(*) from rule_sections where rule = :id)""",
            {"id": rule["id"]}).fetchone()  # fmt: skip
        assert links[0] > 0


def test_every_rule_has_a_sentence_and_a_source() -> None:
    for name, rule in RULES.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
        assert rule.says.endswith(".") and rule.about.rstrip("]").endswith("."), name
