"""An answer says what was not said and is taken to be so, where a player may have meant otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from kb.asking.ask import ask
from kb.asking.request import read
from kb.asking.unsaid import unsaid
from tests.read_once import RULES_OF

LANDING: dict[str, Any] = {
    "norway": {"germany": {"infantry": 2}},
    "sz6": {"united-kingdom": {"transport": [{"cargo": {"infantry": 1}}]}},
}
Acts = list[dict[str, Any]]
LAND: Acts = [{"offload": {"infantry": 1}, "from": "sz6", "to": "norway"}]
FIGHT: Acts = [{"end": "combat-move"}, {"battle": "norway", "dice": [6, 6, 6]}]


def taken(game: str, phase: str, spaces: dict[str, Any], do: Acts) -> list[str]:
    """What the engine takes to be so of a question of the United Kingdom."""
    position = {"turn": "united-kingdom", "phase": phase, "spaces": spaces}
    return list(unsaid(ask(read({"game": game, "position": position, "do": do}, "a question", RULES_OF))))


def landing(ships: dict[str, int]) -> dict[str, Any]:
    return {**LANDING, "sz6": {"united-kingdom": {**LANDING["sz6"]["united-kingdom"], **ships}}}


@pytest.mark.parametrize(
    ("ships", "told"),
    [
        ({"battleship": 2, "cruiser": 1}, ["no ship bombards Norway, though a battleship or a cruiser could"]),
        ({"destroyer": 1}, []),
    ],
)
def test_a_ship_that_could_bombard_is_told(ships: dict[str, int], told: list[str]) -> None:
    assert sorted(taken("anniversary", "combat-move", landing(ships), [*LAND, *FIGHT])) == told


def test_one_that_bombards_is_not() -> None:
    bombard: dict[str, Any] = {"bombard": {"battleship": 1}, "from": "sz6", "at": "norway"}
    fight: Acts = [{"end": "combat-move"}, {"battle": "norway", "dice": [6, 6, 6, 6]}]
    assert not taken("anniversary", "combat-move", landing({"battleship": 1}), [*LAND, bombard, *fight])


def test_attackers_that_came_from_nowhere_are_told_as_long_as_the_battle_waits() -> None:
    stand = {"sz5": {"united-kingdom": {"destroyer": 1}, "germany": {"destroyer": 1}}}
    battle: dict[str, Any] = {"battle": "sz5", "dice": [6, 6]}
    unknown = "one destroyer of the United Kingdom in sea zone 5 came from no other space, so no retreat is open"
    assert taken("revised", "conduct-combat", stand, [battle]) == [unknown]
    assert not taken("revised", "conduct-combat", stand, [{**battle, "dice": [3, 6]}])
    assert not taken("revised", "conduct-combat", stand, [{**battle, "dice": [6]}]), "dice are waited for first"
    came = {"sz6": {"united-kingdom": {"destroyer": 1}}, "sz5": {"germany": {"destroyer": 1}}}
    moves: Acts = [{"move": {"destroyer": 1}, "route": ["sz6", "sz5"]}, {"end": "combat-move"}]
    assert not taken("revised", "combat-move", came, [*moves, battle])
