"""Every claim of a ruling that is proved by play has an expectation of its own that needs the rules."""

from __future__ import annotations

import pytest

from kb.cli.claims import told, try_claims
from kb.games import catalogue
from kb.knowledge import KnowledgeBase
from kb.scenarios.reading import library
from tests.conftest import ROOT

GAMES = [game.id for game in catalogue.games(str(ROOT / "data"))]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_change_of_the_rules_leaves_a_claim_as_it_is(base: KnowledgeBase, data: str, game: str) -> None:
    """A cited rule is switched off, or one of its numbers or of the units' figures moved by one: what carries the claim
    does not hold any more."""
    rules_of = library.RulesLoader(data)
    tried = try_claims(base, rules_of, lambda each: library.load(data, each, rules_of), game=game)
    assert list(map(str, tried.findings)) == []
    assert [told(each) for each in tried.survivors] == []
