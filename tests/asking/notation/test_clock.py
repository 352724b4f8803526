"""Whose turn, which round and phase a line tells, and units told behind a power and a colon."""

from __future__ import annotations

from typing import Any

import pytest

from kb.asking.notation.lines import read_line
from tests.read_once import RULES_OF as RULES


def request(text: str) -> dict[str, Any]:
    return dict(read_line(text, RULES).request)


@pytest.mark.parametrize(
    "text",
    [
        "can usa in round 3 collect income declare war on germany, global",
        "g40; us collect income round 3; us declares war on germany",
        "g40; round 3; us income; us declares war on germany",
    ],
)
def test_collect_income_is_a_phase_where_something_else_is_done(text: str) -> None:
    read = request(text)
    position = read["position"]
    assert (position["turn"], position["phase"], position["round"]) == ("united-states", "collect-income", 3)
    assert read.get("may") == {"declare-war": "germany"} or read.get("do") == [{"declare-war": "germany"}]


@pytest.mark.parametrize("told", ["germany turn 3", "germany, round 3", "germany's turn 3", "round 3; germany"])
def test_a_round_is_told_behind_a_power_too(told: str) -> None:
    read = request(f"g40; {told}; germany collects income")
    assert read["position"] == {"turn": "germany", "phase": "collect-income", "round": 3}
    assert read["do"] == [{"collect": "income"}]


@pytest.mark.parametrize("header", ["uk", "united kingdom"])
def test_units_without_a_place_behind_a_power_are_in_its_land(header: str) -> None:
    spaces = request(f"revised; uk ncm; sz6: uk 1 tp; {header}: 2 inf; tp loads 1 inf from uk")["position"]["spaces"]
    assert spaces == {
        "sz6": {"united-kingdom": {"transport": 1}},
        "united-kingdom": {"united-kingdom": {"infantry": 2}},
    }


def test_units_with_a_place_behind_a_power_are_there() -> None:
    spaces = request("revised; germany combat; germany: 1 sub in sz5; uk: 1 dd in sz5; germany attacks")["position"][
        "spaces"
    ]
    assert spaces == {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
