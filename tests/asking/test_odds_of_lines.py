"""The odds of battles: computed as they are asked for, or told why there are none; and as they are shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.odds import battle
from kb.engine import odds as engine_odds
from kb.text.answers import answer_text
from kb.text.odds import MOST, plain_odds
from tests.questions import SEA
from tests.read_once import RULES_OF

RULES = RULES_OF("revised")
MOVED = [{"move": {"submarine": 1}, "route": ["sz6", "sz5"]}]
FROM_SZ6 = {"sz6": {"germany": {"submarine": 1}}, "sz5": {"united-kingdom": {"destroyer": 1}}}
LAND = {
    "germany": {"germany": {"infantry": 1, "tank": 1}},
    "eastern-europe": {"held_by": "soviet-union", "soviet-union": {"infantry": 1}},
}


def answered(spaces: dict[str, Any] = SEA, phase: str = "conduct-combat", **what: Any) -> dict[str, Any]:
    position = {"turn": "germany", "phase": phase, "spaces": spaces}
    told = answer_text(json.dumps({"game": "revised", "position": position, **what}), RULES_OF, {})
    assert "errors" not in told, told
    return told


@pytest.mark.parametrize(
    ("what", "shares"),
    [  # each cycle the submarine hits with a third, the destroyer, which fires even if hit, with a half
        ({"odds": True}, (1 / 4, 1 / 2, 1 / 4, 0)),
        ({"odds": True, "do": [{"battle": "sz5"}]}, (1 / 4, 1 / 2, 1 / 4, 0)),
        ({"odds": {"rounds": 1}}, (1 / 6, 1 / 3, 1 / 6, 1 / 3)),
        # a battle that is only declared has odds before its phase
        ({"odds": True, "spaces": FROM_SZ6, "phase": "combat-move", "do": MOVED}, (1 / 4, 1 / 2, 1 / 4, 0)),
    ],
)
def test_a_submarine_against_a_destroyer(what: dict[str, Any], shares: tuple[float, ...]) -> None:
    (told,) = answered(**what)["odds"]
    found = [told[key] for key in ("attacker", "defender", "both_gone", "both_left")]
    assert told["space"] == "sz5" and found == pytest.approx(shares, abs=1e-9)
    assert "nobody retreats or submerges" in " ".join(told["assumed"])


def test_the_order_of_losses_can_be_said() -> None:
    moved = [{"move": {"infantry": 1, "tank": 1}, "route": ["germany", "eastern-europe"]}]
    usual, other = (
        answered(LAND, "combat-move", do=moved, odds=odds)["odds"][0]["average_left"]["germany"]
        for odds in (True, {"attacker": ["tank", "infantry"]})
    )
    assert usual["tank"] > usual["infantry"] and other["tank"] < other["infantry"]


def test_nobody_asks_for_odds() -> None:
    assert "odds" not in answered() and "odds" not in answered(odds=False)


def test_who_wins_what_is_left_and_what_is_assumed() -> None:
    """Tank against infantry: the attacker hits alone with 1/3, the defender with 1/6, both with 1/6; else again."""
    told = plain_odds(
        RULES, engine_odds.odds(RULES, battle("karelia-ssr", {"tank": 1}, {"infantry": 1}), "karelia-ssr")
    )
    assert json.loads(json.dumps(told)) == told
    assert (told["space"], told["both_left"]) == ("karelia-ssr", 0)
    assert [told[who] for who in ("attacker", "defender", "both_gone")] == pytest.approx([1 / 2, 1 / 4, 1 / 4])
    first = told["endings"][0]
    assert first["left"] == {"germany": {"tank": 1}} and first["result"] == "attacker wins"
    assert told["average_left"]["soviet-union"]["infantry"] == pytest.approx(1 / 4)
    assert told["assumed"][0] == "The battle is fought to its end: nobody retreats or submerges."


def test_the_most_likely_endings_come_first() -> None:
    found = engine_odds.odds(RULES, battle("karelia-ssr", {"infantry": 15}, {"infantry": 15}), "karelia-ssr")
    shares = [ending["probability"] for ending in plain_odds(RULES, found)["endings"]]
    assert len(found.endings) > MOST == len(shares) and shares == sorted(shares, reverse=True)


def test_assumptions_are_told() -> None:
    fleet = battle("sz5", {"submarine": 1, "battleship": 1}, {"destroyer": 1, "battleship": 1})
    found = engine_odds.odds(RULES, fleet, "sz5", rounds=2, losses={"attacker": ["battleship"]})
    assert plain_odds(RULES, found)["assumed"] == [
        "The battle is fought for 2 cycles of combat at most; until then nobody retreats or submerges.",
        "Nobody joins the battle or fires into it, but ships that were told to bombard.",
        "The attacker first takes the hits that only damage battleships.",
        "The attacker loses battleships, then submarines, as you said.",
        "The defender first takes the hits that only damage battleships.",
        "The defender loses destroyers, then battleships, what costs least first.",
    ]
