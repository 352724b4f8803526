"""A line of which something known is left over, or that says two things at once, is not answered but told."""

from __future__ import annotations

import pytest

from kb.asking.notation.lines import read_line
from kb.base.errors import BadInput
from tests.read_once import RULES_OF as RULES

_SUB = "revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"


def findings(text: str) -> list[str]:
    with pytest.raises(BadInput) as caught:
        read_line(text, RULES)
    return [finding.message for finding in caught.value.findings]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("revised; germany cm; ukraine: germany 1 tank; the tank does not attack caucasus", ["not understood: 'not'"]),
        (
            "revised; germany cm; ukraine: germany 1 tank; the tank doesn't enter caucasus",
            ["not understood: 'doesn't'"],
        ),
        (_SUB.replace("attacks sz5", "attacks japanese sz5"), ["not understood: 'japanese'"]),
    ],
)
def test_a_known_name_or_a_not_that_says_nothing_is_an_error(text: str, told: list[str]) -> None:
    assert findings(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{_SUB}, dice 7", ["no die shows 7"]),
        (f"{_SUB}, dice 9 0", ["no die shows 9", "no die shows 0"]),
        (_SUB.replace("germany 1 sub", "germany 1.5 sub"), ["'1.5' is no number here"]),
        (_SUB.replace("germany 1 sub", "germany -3 sub"), ["'-3 sub' is no number of units"]),
        (_SUB.replace("germany 1 sub", "germany 100000 sub"), ["'100000 sub' is too many"]),
    ],
)
def test_a_number_that_cannot_be_one_is_named(text: str, told: list[str]) -> None:
    assert findings(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (_SUB.replace("revised;", "revised; anniversary;"), ["two games are named: revised and anniversary"]),
        (
            _SUB.replace("germany combat;", "germany combat; japan combat;"),
            ["it is told to be Germany's and Japan's turn"],
        ),
        (
            "revised; germany cm; belorussia: germany 1 inf; ukraine is german; ukraine is soviet; inf to ukraine",
            ["Ukraine S.S.R. is said to be held by Germany and by the Soviet Union"],
        ),
        (
            "e40; italy combat; sz97: italy 1 cv 1 ftr, uk 1 cruiser; uk attacks",
            ["the United Kingdom attacks, but it is Italy's turn"],
        ),
    ],
)
def test_two_things_that_contradict_are_an_error(text: str, told: list[str]) -> None:
    assert findings(text) == told


@pytest.mark.parametrize(
    ("text", "told", "hint"),
    [
        ("revised; germany combat; sz999: germany 1 sub; germany attacks sz999", "999", "it has 64 numbered ones"),
        ("f&s; germany cm; sz5: germany 1 sub; sub to pacific", "5", "its sea zones are Atlantic, Baltic Sea, Black"),
    ],
)
def test_a_sea_zone_that_the_board_does_not_have_is_an_error(text: str, told: str, hint: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_line(text, RULES)
    finding = caught.value.findings[0]
    assert finding.message == f"this board has no sea zone {told}"
    assert finding.hint.startswith(hint)


@pytest.mark.parametrize(
    ("text", "told", "hint"),
    [
        (_SUB.replace("1 dd", "1 cruiser"), "this game has no 'cruiser'", "its units are infantry, artillery, tank"),
        (_SUB.replace("1 sub", "1 mech"), "this game has no 'mech'", "its units are infantry, artillery, tank"),
        ("f&s; uk cm; soviet territory: uk 1 fighter; fighter to germany", "this game has no 'fighter'", "its units"),
        (
            "revised; italy cm; libya: italy 1 inf; inf to egypt",
            "this game has no power 'italy'",
            "its powers are the Soviet Union, Germany",
        ),
    ],
)
def test_a_power_or_unit_of_other_games_is_an_error(text: str, told: str, hint: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_line(text, RULES)
    finding = caught.value.findings[0]
    assert finding.message == told
    assert finding.hint.startswith(hint)


def test_an_advantage_that_is_called_as_a_unit_of_another_game_is_still_one() -> None:
    line = read_line(f"{_SUB}; germany has mechanized infantry", RULES)
    assert line.request["position"]["advantages"] == {"germany": ["mechanized-infantry"]}


@pytest.mark.parametrize(
    "text",
    [
        "g40; japan cm turn 1; is japan at war with the us",
        "g40; japan cm turn 1; japan attacks hong kong; at war with us?",
        "g40; us cm; are the us and japan at war",
    ],
)
def test_a_question_about_a_war_is_no_fact(text: str) -> None:
    assert findings(text) == ["who is at war is not answered here"]


@pytest.mark.parametrize("text", ["can germany move into spain in flames and steel", "revised; may germany do that"])
def test_a_question_of_which_nothing_can_be_judged_asks_for_what_is_missing(text: str) -> None:
    assert findings(text) == ["what is asked is not understood: which unit, from where to where?"]


def test_units_that_a_power_has_are_no_money() -> None:
    line = read_line("aar - germany attacks russia with 3 inf 2 tanks, russia has 1 inf and 2 uk fighters", RULES)
    position = line.request["position"]
    assert "treasuries" not in position
    assert position["spaces"]["russia"]["united-kingdom"] == {"fighter": 2}


@pytest.mark.parametrize("carrier", ["carrier", "the carrier"])
def test_a_carrier_that_is_attacked_does_not_carry_the_attackers(carrier: str) -> None:
    line = read_line(f"revised; germany combat; sz5: uk 1 cv; germany attacks {carrier} with 2 subs", RULES)
    assert line.request["position"]["spaces"] == {
        "sz5": {"united-kingdom": {"aircraft-carrier": 1}, "germany": {"submarine": 2}}
    }
