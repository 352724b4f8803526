"""The odds of a battle as they are shown."""

from __future__ import annotations

import json

import pytest

from benchmarks.odds import battle
from kb.asking.odds import MOST, plain_odds
from kb.engine.odds import odds
from tests.read_once import RULES_OF

RULES = RULES_OF("revised")


def test_who_wins_what_is_left_and_what_is_assumed() -> None:
    """Tank against infantry: the attacker hits alone with 1/3, the defender with 1/6, both with 1/6; else again."""
    told = plain_odds(RULES, odds(RULES, battle("karelia-ssr", {"tank": 1}, {"infantry": 1}), "karelia-ssr"))
    assert json.loads(json.dumps(told)) == told
    assert (told["space"], told["both_left"]) == ("karelia-ssr", 0)
    assert [told[who] for who in ("attacker", "defender", "both_gone")] == pytest.approx([1 / 2, 1 / 4, 1 / 4])
    assert told["endings"][0]["left"] == {"germany": {"tank": 1}}
    assert told["endings"][0]["result"] == "attacker wins"
    assert told["average_left"]["soviet-union"]["infantry"] == pytest.approx(1 / 4)
    assert told["assumed"][0] == "The battle is fought to its end: nobody retreats or submerges."


def test_the_most_likely_endings_come_first() -> None:
    found = odds(RULES, battle("karelia-ssr", {"infantry": 15}, {"infantry": 15}), "karelia-ssr")
    shares = [ending["probability"] for ending in plain_odds(RULES, found)["endings"]]
    assert len(found.endings) > MOST == len(shares)
    assert shares == sorted(shares, reverse=True)


def test_assumptions_are_told() -> None:
    fleet = battle("sz5", {"submarine": 1, "battleship": 1}, {"destroyer": 1, "battleship": 1})
    found = odds(RULES, fleet, "sz5", rounds=2, losses={"attacker": ["battleship"]})
    assert plain_odds(RULES, found)["assumed"] == [
        "The battle is fought for 2 cycles of combat at most; until then nobody retreats or submerges.",
        "Nobody joins the battle or fires into it, but ships that were told to bombard.",
        "The attacker first takes the hits that only damage battleships.",
        "The attacker loses battleships, then submarines, as you said.",
        "The defender first takes the hits that only damage battleships.",
        "The defender loses destroyers, then battleships, what costs least first.",
    ]
