"""Who holds a place is read in every way it is told, and taken from who stands there where it is not."""

from __future__ import annotations

from typing import Any

import pytest

from kb.asking.notation.lines import read_line
from tests.read_once import RULES_OF as RULES

_LANDS = "us lands 2 inf philippines"


def position(text: str) -> dict[str, Any]:
    return dict(read_line(text, RULES).request["position"])


@pytest.mark.parametrize(
    "told",
    [
        "germany is held by japan",
        "germany is japanese",
        "germany: empty japanese",
        "germany: japan",
        "japan holds germany",
        "japan owns germany",
        "germany: held by japan",
        "germany is controlled by japan",
    ],
)
def test_a_space_called_as_a_power_has_a_holder(told: str) -> None:
    line = f"f&s; germany cm; western europe: germany 1 tank; {told}; tank western europe-germany-soviet territory"
    assert position(line)["spaces"]["germany"] == {"held_by": "japan"}


@pytest.mark.parametrize("told", ["(japan holds it)", "(japanese)", "(held by japan)"])
def test_who_holds_a_place_on_the_way_is_told_in_brackets(told: str) -> None:
    line = f"f&s; germany cm; western europe: germany 1 tank; tank western europe-germany {told}-soviet territory"
    read = read_line(line, RULES).request
    assert read["position"]["spaces"]["germany"] == {"held_by": "japan"}
    assert read["do"] == [{"move": {"tank": 1}, "route": ["western-europe", "germany", "soviet-land"]}]


@pytest.mark.parametrize(
    "told",
    [
        "philippines: held by japan, japan 1 inf",
        "japan owns philippines; philippines: japan 1 inf",
        "japan owns philippines with 1 inf",
        "japan holds philippines: japan 1 inf",
        "philippines: japan 1 inf",
    ],
)
def test_units_stand_in_the_land_that_their_power_holds(told: str) -> None:
    spaces = position(f"aa50; us cm; sz50: us tp with 2 inf; {told}; {_LANDS}")["spaces"]
    assert spaces["philippine-islands"] == {"japan": {"infantry": 1}, "held_by": "japan"}
    assert spaces.keys() == {"sz50", "philippine-islands"}


def test_a_holder_that_is_taken_is_told() -> None:
    line = read_line(f"aa50; us cm; sz50: us tp with 2 inf; philippines: japan 1 inf; {_LANDS}", RULES)
    assert "Philippine Islands is Japan's" in line.assumed


def test_land_where_its_holder_stands_too_or_that_is_attacked_keeps_it() -> None:
    both = "revised; russia cm; ukraine: russia 1 inf, germany 1 inf; russia ends the phase"
    assert "held_by" not in position(both)["spaces"]["ukraine-ssr"]
    attacked = "revised; uk combat; norway: uk 1 tank; uk attacks norway"
    assert "held_by" not in position(attacked)["spaces"]["norway"]


def test_a_power_alone_behind_a_place_holds_it() -> None:
    line = "e99; uk noncombat; norwegian sea: uk 1 tp with 2 inf; norway: uk; transport unloads 1 inf in norway"
    assert position(line)["spaces"]["norway"] == {"held_by": "united-kingdom"}


@pytest.mark.parametrize(
    "told",
    [
        "ukraine: russia ic taken this turn",
        "ukraine: russia ic, captured this turn",
        "ukraine captured this turn; ukraine: russia ic",
        "russia captured ukraine this turn; ukraine: russia ic",
    ],
)
def test_what_was_captured_this_turn_is_no_fight(told: str) -> None:
    read = read_line(f"revised; russia mobilize; {told}; russia bought 1 tank; russia places 1 tank in ukraine", RULES)
    assert read.request["do"] == [{"mobilize": {"tank": 1}, "at": "ukraine-ssr"}]
    position = read.request["position"]
    assert position["notes"] == {"captured": ["ukraine-ssr"], "held": {"ukraine-ssr": "germany"}}
    assert position["spaces"]["ukraine-ssr"]["held_by"] == "soviet-union"


def test_what_was_captured_in_an_earlier_turn_is_only_held() -> None:
    told = position(
        "revised; russia mobilize; ukraine: russia 1 ic captured last turn; russia places 1 tank in ukraine"
    )
    assert told["spaces"]["ukraine-ssr"]["held_by"] == "soviet-union"
    assert "notes" not in told


def test_a_holder_behind_a_place_of_a_move_is_read() -> None:
    spaces = position("revised, japanese transport in sz60 with 1 inf, can it unload to buryatia which is german")[
        "spaces"
    ]
    assert spaces["buryatia-ssr"] == {"held_by": "germany"}


def test_a_holder_that_is_the_printed_one_is_understood() -> None:
    spaces = position("revised; uk ncm; london: 1 ftr; germany captured norway last turn; ftr to norway")["spaces"]
    assert spaces == {"united-kingdom": {"united-kingdom": {"fighter": 1}}}
