"""The scenarios of the data as a whole; each of them is an item of its own beside these (see conftest.py)."""

from __future__ import annotations

from kb.knowledge import KnowledgeBase
from kb.scenarios.reading import library
from tests.scenarios.conftest import DATA, RULES_OF


def test_what_scenarios_are_tied_to_is_there_and_reads_as_it_did(base: KnowledgeBase) -> None:
    scenarios = library.load(DATA, rules_of=RULES_OF)
    rows = base.connection.execute("select id, question_text, answer_text from rulings").fetchall()
    sections = [row[0] for row in base.connection.execute("select id from sections")]
    texts = {row[0]: (row[1], row[2]) for row in rows}
    assert not [str(each) for each in library.unknown_references(scenarios, texts, sections)]
    assert not [str(each) for each in library.suspects(scenarios, texts.get)]


def test_parsed_scenarios_are_the_scenarios() -> None:
    scenarios = library.load(DATA, rules_of=RULES_OF)
    kept = library.dump(map(library.as_json, scenarios), "1")
    assert library.restore(kept, "1") == scenarios
    assert library.restore(kept, "2") is None
