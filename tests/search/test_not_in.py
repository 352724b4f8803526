"""The answer about a unit, rule or phase that a game lacks states that, unless the game has it under another name."""

from __future__ import annotations

import pytest

from kb.knowledge import KnowledgeBase
from tests.read_once import tables

LACKED, HAD = (tables("search/queries.yaml")[name] for name in ("lacked", "had"))


@pytest.mark.parametrize("asked", LACKED)
def test_the_first_answer_states_what_a_game_lacks(base: KnowledgeBase, asked: str) -> None:
    first = base.search(asked).results[0]
    assert first.id == LACKED[asked]
    assert f"{base.short_titles[first.game]} has no " in first.says


def test_what_a_game_has_is_never_denied(base: KnowledgeBase) -> None:
    denied = {asked: each.id for asked in HAD for each in base.search(asked).every if each.id.startswith("not-in:")}
    assert denied == {}


def test_only_the_game_in_question_is_said_to_lack_it(base: KnowledgeBase) -> None:
    for asked in LACKED:
        bare = asked.partition(": ")[2] or asked.replace(" in revised", "")
        assert not any(each.id.startswith("not-in:") for each in base.search(bare).every), bare
