"""A question may suppose how a battle comes out; what proves a ruling may not."""

from __future__ import annotations

from typing import Any

import pytest

from kb.asking.ask import ask
from kb.asking.plain import plain
from kb.asking.request import read
from tests.read_once import RULES_OF


def asked(lost: dict[str, dict[str, int]], **more: Any) -> dict[str, Any]:
    """What the engine answers where two tanks and a fighter attack two infantry and a gun, and this is lost."""
    spaces = {
        "germany": {
            "united-kingdom": {"tank": 2, "fighter": 1},
            "germany": {"infantry": 2, "antiaircraft-gun": 1, "industrial-complex": 1},
        }
    }
    written = {
        "game": "revised",
        "position": {"turn": "united-kingdom", "phase": "conduct-combat", "spaces": spaces},
        "do": [{"battle": "germany", "outcome": {"lost": lost}}, {"end": "phase"}],
        **more,
    }
    return plain(ask(read(written, "a question", RULES_OF)))


def test_the_battle_is_over_with_these_losses_and_without_dice() -> None:
    lost = {"germany": {"infantry": 2}, "united-kingdom": {"tank": 1}}
    answer = asked(lost, may={"land": {"fighter": 1}, "at": "germany"})
    assert answer["outcome"]["lost"] == lost and not answer["findings"]
    assert [act["legal"] for act in answer["actions"]] == [True, True, False]
    leaned_on = {each["rule"] for each in answer["actions"][2]["leaned_on"]}
    assert "no-landing-in-land-captured-this-turn" in leaned_on


def test_the_attacker_may_have_lost() -> None:
    answer = asked({"united-kingdom": {"tank": 2, "fighter": 1}}, may={"end": "noncombat-move"})
    assert [act["legal"] for act in answer["actions"]] == [True, True, True] and not answer["battles"]


@pytest.mark.parametrize("lost", [{}, {"germany": {"infantry": 1}, "united-kingdom": {"tank": 2}}])
def test_one_side_is_lost(lost: dict[str, dict[str, int]]) -> None:
    act = asked(lost)["actions"][0]
    assert act["legal"] is None and "both sides are still in Germany" in act["wrong"]
