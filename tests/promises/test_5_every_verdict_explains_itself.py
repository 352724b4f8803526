"""Every verdict names the rules that decided it, and the rulings and sections they rest on."""

from __future__ import annotations

import re

from kb.engine.core.rules import RULES
from kb.knowledge import KnowledgeBase
from kb.store.scenarios import scenario


def test_every_rule_that_fired_or_refused_is_cited_by_its_rule_set(base: KnowledgeBase) -> None:
    """The stored traces of all cases are read; tests/text/test_told_sentences.py reads their sentences."""
    names = [row["id"] for row in base.connection.execute("select id from scenarios")]
    cases = [case for name in names for case in (scenario(base.connection, name) or ((), ()))[1]]
    steps = [step for case in cases for step in case["trace"] if step["rule"]]
    assert len(steps) > 10_000 and not [step for step in steps if not step["cites"]]


def test_from_a_ruling_one_reaches_its_rules_and_back(base: KnowledgeBase) -> None:
    """A ruling that is proved by play is linked with rules, by the rule set or by the rules that its scenarios cite."""
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
