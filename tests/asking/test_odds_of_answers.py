"""The odds of the battles of an answer: computed as it is asked, or told why there are none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.asking.reply import answered
from tests.read_once import RULES_OF as RULES

SEA = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}


def odds(**what: Any) -> list[dict[str, Any]]:
    position = {"turn": "germany", "phase": "conduct-combat", "spaces": SEA, **what.pop("position", {})}
    told = answered(json.dumps({"game": "revised", "position": position, **what}), RULES, {})
    assert "errors" not in told, told
    found: list[dict[str, Any]] = told["odds"]
    return found


@pytest.mark.parametrize("do", [[], [{"battle": "sz5"}]])
def test_a_submarine_against_a_destroyer(do: list[dict[str, Any]]) -> None:
    """Each cycle the submarine hits with a third, the destroyer, which fires even if hit, with a half."""
    (told,) = odds(do=do, odds=True)
    both, sub, dd = 1 / 3 * 1 / 2, 1 / 3 * 1 / 2, 2 / 3 * 1 / 2
    total = both + sub + dd
    assert told["attacker"] == pytest.approx(sub / total, abs=1e-9)
    assert told["defender"] == pytest.approx(dd / total, abs=1e-9)
    assert told["both_gone"] == pytest.approx(both / total, abs=1e-9)
    assert "nobody retreats or submerges" in " ".join(told["assumed"])


def test_for_one_cycle_both_may_be_left() -> None:
    (told,) = odds(odds={"rounds": 1})
    assert told["both_left"] == pytest.approx(2 / 3 * 1 / 2, abs=1e-9)


def test_a_battle_that_is_only_declared_has_odds_before_its_phase() -> None:
    spaces = {"sz6": {"germany": {"submarine": 1}}, "sz5": {"united-kingdom": {"destroyer": 1}}}
    moved = [{"move": {"submarine": 1}, "route": ["sz6", "sz5"]}]
    (told,) = odds(position={"phase": "combat-move", "spaces": spaces}, do=moved, odds=True)
    assert told["space"] == "sz5" and told["attacker"] == pytest.approx(1 / 4, abs=1e-9)


def test_the_order_of_losses_can_be_said() -> None:
    spaces = {
        "germany": {"germany": {"infantry": 1, "tank": 1}},
        "eastern-europe": {"held_by": "soviet-union", "soviet-union": {"infantry": 1}},
    }
    moved = [{"move": {"infantry": 1, "tank": 1}, "route": ["germany", "eastern-europe"]}]
    position = {"phase": "combat-move", "spaces": spaces}
    usual = odds(position=position, do=moved, odds=True)[0]["average_left"]["germany"]
    other = odds(position=position, do=moved, odds={"attacker": ["tank", "infantry"]})[0]["average_left"]["germany"]
    assert usual["tank"] > usual["infantry"] and other["tank"] < other["infantry"]


def test_nobody_asks_for_odds() -> None:
    request = {"game": "revised", "position": {"turn": "germany", "phase": "conduct-combat", "spaces": SEA}}
    assert "odds" not in answered(json.dumps(request), RULES, {})
    assert "odds" not in answered(json.dumps({**request, "odds": False}), RULES, {})
