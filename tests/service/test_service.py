"""The names that a line can use, and the list of rulings in parts."""

from __future__ import annotations

import json

import pytest

from kb.knowledge import KnowledgeBase
from kb.service import asking, look_up
from kb.service.checking import rule_books
from kb.service.names import names


@pytest.mark.parametrize("game", ["revised", "aa50 1942", "e99", "global 2012", "f&s"])
def test_the_examples_of_names_are_legal(game: str) -> None:
    rules_of = rule_books(None)
    told = names(game, "", rules_of.data, rules_of)
    assert told["examples"] and len(json.dumps(told)) < 8_000
    assert all(asking.ask(None, each, rules_of=rules_of)["legal"] for each in told["examples"])


def test_the_list_of_rulings_in_parts_is_every_ruling(base: KnowledgeBase) -> None:
    listed, after = list[str](), None
    while after is not None or not listed:
        part = look_up.rulings(base, after=after, limit=70)
        listed += [each["id"] for each in part["rulings"]]
        after = part["next"]
    assert listed == base.ids() and look_up.rulings(base, limit=len(listed))["next"] is None
