"""The first line of an answer is the answer to the question, or else names the missing facts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml

from kb.service.asking import ask
from kb.text.answers import answer_text
from tests.conftest import ROOT
from tests.questions import FIGHT
from tests.read_once import RULES_OF

Plain = dict[str, Any]
SUB = "revised; germany conduct combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
FLEET = "revised; germany conduct combat; sz5: germany 2 subs, uk 1 dd 1 carrier; germany attacks sz5"
GUNS = "revised; germany ncm; caucasus held by germany; captured: caucasus; caucasus: 1 aa gun"
DEFENDED = "e99; uk conduct combat; baltic sea: uk 1 dd, germany 1 sub"


ROWS = yaml.safe_load((ROOT / "tests" / "asking" / "lines.yaml").read_text(encoding="utf-8"))["first"]


def told(line: str, **more: Any) -> Plain:
    return ask(None, line, rules_of=RULES_OF, **more)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["line"])
def test_the_first_line(row: dict[str, str]) -> None:
    reply = told(row["line"])
    answer = reply["answer"]
    assert answer.startswith(row["first"]) and (
        answer == row["first"] or not (row.get("whole") or row["first"] == "Yes.")
    )
    assert reply["legal"] is False or not re.match(r"No[.:,]", answer)
    assert reply["legal"] is not False or not answer.startswith("Yes.")
    assert row.get("owed", "") in ("", *(each["rule"] for each in reply["owed"]))


def test_a_phase_that_the_line_does_not_end_is_assumed_and_no_action() -> None:
    answer = told(
        "revised; germany combat move; sz5: germany 1 sub; sz6: uk 1 tp; sub 5-6; germany attacks sz6, dice 2"
    )
    assert "the phase Combat Move has been ended" in answer["assumed"]
    assert [act["text"] for act in answer["actions"]] == [
        "Germany moves one submarine from sea zone 5 to sea zone 6.",
        "Germany fights in sea zone 6 (dice 2).",
    ]
    assert answer["answer"] == "The United Kingdom loses one transport."


def test_damage_without_a_number_is_assumed_only_of_facilities() -> None:
    base = told("e40: the air base in malta is damaged. uk 1 fighter in malta; may uk 1 fighter malta - sz96 - malta?")
    ship = told("e40; germany noncombat; sz112: germany 1 battleship (damaged); may 1 battleship 112-113?")
    says = "the air base has one point of damage"
    assert says in base["assumed"] and not any("damage" in each for each in ship["assumed"])


def test_the_permission_of_a_passage_through_a_canal_names_it_and_cites_its_section() -> None:
    line = (
        "e40; uk noncombat; egypt held by uk; trans jordan held by uk; sz98: uk 1 cruiser 1 fighter; may uk {} 98-81?"
    )
    ship, plane = (told(line.format(unit))["actions"][0]["permission"] for unit in ("cruiser", "fighter"))
    assert ship["says"].startswith("Passage through Suez Canal is open to the United Kingdom. ")
    assert "e40/gb-canals" in ship["sections"] and "e40/gb-canals" not in plane["sections"]


PARATROOPERS = (
    "anniversary; germany combat move; technologies: germany paratroopers; poland: germany 1 bomber 1 inf; "
    "east poland: ussr 1 inf; germany 1 bomber 1 inf poland - east poland"
)


def test_infantry_walks_beside_a_bomber_unless_it_is_said_to_fly() -> None:
    walks, flies = told(PARATROOPERS), told(f"{PARATROOPERS} by air")
    assert walks["assumed"][1:] == ["one infantry of Germany to East Poland on foot, not by air"]
    assert walks["battles"][0]["attackers"] == {"germany": {"bomber": 1, "infantry": 1}}
    assert flies["assumed"] == ["the table plays with technology, because technologies are named"]
    assert flies["battles"][0]["attackers"] == {"germany": {"bomber": 1}}
    untold = told(f"{PARATROOPERS} by air".replace("technologies: germany paratroopers; ", ""))
    assert untold["answer"] == "No: Germany's infantry cannot go by air: no aircraft carries it."


SPACES = {"sz8": {"united-states": {"destroyer": [{"came": ["sz9"]}]}, "germany": {"submarine": 1}}}
AT_SEA = {"turn": "united-states", "phase": "conduct-combat", "spaces": SPACES}


def asked(**what: Any) -> Plain:
    return answer_text(json.dumps({"game": "revised", **what}), RULES_OF)


def test_what_is_judged_while_dice_are_waited_for_is_answered_where_these_dice_do_not_matter() -> None:
    """A destroyer keeps the submarine from submerging whatever the dice; whether the destroyer may retreat depends on
    them."""
    dive, retreat = {"submerge": {"submarine": 1}, "power": "germany"}, {"retreat": "all", "to": "sz9"}
    kept = asked(game="anniversary", position=AT_SEA, do=[{"battle": "sz8"}], may=dive)
    assert kept["answer"].startswith("No: ") and "destroyer" in kept["answer"]
    early = asked(game="anniversary", position=AT_SEA, do=[{"battle": "sz8"}], may=retreat)
    assert early["answer"] == early["missing"][0] and early["answer"].startswith("Needs dice: ")
    begun = told(f"{DEFENDED}; may germany submerge 1 sub at baltic sea?")
    assert begun["answer"] == begun["missing"][0] and begun["answer"].startswith("Needs dice: one die")


def test_what_was_not_reached_has_no_answer() -> None:
    sub = {"move": {"submarine": 1}, "route": ["sz5", "sz6", "sz7"]}
    spaces = {"sz5": {"germany": {"submarine": 1}}, "sz6": {"united-kingdom": {"destroyer": 1}}}
    position = {**FIGHT, "phase": "combat-move", "spaces": spaces}
    answer = asked(position=position, do=[sub], may={"end": "phase"})
    missing = "Not possible: Germany's submarine must stop in sea zone 6: a destroyer is there, so this was not tried: "
    assert answer["answer"] == answer["missing"][0] and answer["answer"].startswith(missing)
    assert asked(position=position, do=[sub, {"end": "phase"}])["answer"].startswith("No, not this: ")
    assert asked(position=position)["answer"] == "" == "".join(asked(position=position)["missing"])


def test_what_an_action_will_ask_for_is_said_before_it_is_done() -> None:
    position = {**FIGHT, "spaces": {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}}
    (once,) = [line for line in asked(position=position, may={"battle": "sz5"})["outcome"]["told"] if "Once" in line]
    assert once == (
        "Once that is done, it waits for one die of Germany for submarines in sea zone 5: one submarine (2 or less)."
    )
    base = {"united-kingdom": {"united-kingdom": {"air-base": 1, "fighter": 2}}, "sz110": {"germany": {"cruiser": 1}}}
    sea = {**base, "sz110": {"germany": {"cruiser": [{"is": ["combat-moved"]}]}, "united-kingdom": {"destroyer": 1}}}
    moves = {"turn": "germany", "phase": "combat-move", "spaces": sea}
    ends = asked(game="europe-1940", ruleset="europe-1940-2012", position=moves, may={"end": "combat-move"})
    assert any("Once that is done, it waits: the United Kingdom chooses" in line for line in ends["outcome"]["told"])
    neutral = told("global 2010; italy combat move; albania: italy 2 inf; may 2 inf albania - greece?")["outcome"][
        "told"
    ]
    assert neutral == ["Greece is neutral: its army of four infantry defends it."]


@pytest.mark.parametrize(
    ("line", "assumed"),
    [
        (
            "revised; germany combat move; west russia: ussr 1 inf; germany attacks west russia",
            ["West Russia is the Soviet Union's, whose units are there"],
        ),
        (
            "revised; uk conduct combat; germany: us 1 bomber, germany 1 industrial complex; uk 1 us bomber raids germany",
            [],
        ),
        (
            "revised; usa conduct combat; germany: 1 ic; usa has 9 ipcs; 1 usa bomber in germany raids germany",
            ["the industrial complex is Germany's", "the United States has one bomber in Germany"],
        ),
        ("revised; germany combat move; west russia: held by ussr, ussr 1 inf; germany attacks west russia", []),
        (
            "revised; germany combat move; west russia: ussr 1 inf, germany 1 inf; germany attacks west russia",
            ["West Russia is the Soviet Union's, whose units are there"],
        ),
        (
            "global 2012; uk purchase; uk buys 1 inf",
            ["the United Kingdom can pay the printed price, 3 IPCs", "the economy is europe"],
        ),
        ("global 2012; uk purchase; treasuries: united-kingdom/pacific 9; uk buys 1 inf economy pacific", []),
        (
            "global; uk purchase; united kingdom: 1 major ic (damaged 2); uk/pacific has 5 IPCs; uk repairs 2 at united kingdom",
            ["the major industrial complex is the United Kingdom's", "the United Kingdom (Europe) has no IPCs"],
        ),
        (
            "f&s; uk combat move; mediterranean: uk 1 battleship; 1 battleship mediterranean - indian ocean",
            ["nobody holds Land at the Suez Canal"],
        ),
        ("f&s; uk combat move; turkey held by uk; mediterranean: uk 1 sub; 1 sub mediterranean - black sea", []),
        (
            "global; usa combat move; iwo jima: held by usa",
            [
                "the United States and Japan are at war, because of Iwo Jima",
                "Iwo Jima has fallen, so kamikaze attacks may begin",
            ],
        ),
        ("global; usa combat move; philippines held by usa; iwo jima held by japan", []),
        ("global; japan combat move; french indo-china: held by japan", []),
        ("revised; germany purchase; germany has 9 IPCs; germany buys 1 inf", []),
        ("revised; germany purchase; setup; germany buys 1 inf", []),
    ],
)
def test_land_and_money_that_are_not_said_are_assumed(line: str, assumed: list[str]) -> None:
    found = [each for each in told(line)["assumed"] if "phase" not in each]
    assert found == assumed


def test_a_position_or_an_action_that_is_not_possible_is_not_legal() -> None:
    landlocked = told("revised; germany combat move; sz5: germany 3 inf, germany 1 sub; sub 5-6")
    assert landlocked["legal"] is None and landlocked["answer"].startswith("Not possible: an infantry cannot be in")
    early = told("revised; germany conduct combat; eastern europe: germany 1 inf; inf eastern europe - germany")
    assert early["legal"] is False


def test_dice_are_told_with_their_units() -> None:
    battle = "revised; germany conduct combat; karelia: germany 2 inf 1 tank, ussr 2 inf; germany attacks karelia"
    assert told(f"{battle}, dice 3 1 4, ussr loses 1 inf")["outcome"]["told"][0] == (
        "Germany rolls for the attackers' fire: infantry 3, 1 (1): one hit, tank 4 (3): miss."
    )
    assert told(battle)["outcome"]["told"] == [
        "Waits for three dice of Germany for the attackers' fire in Karelia S.S.R.: two infantry (1 or less), one tank (3 or less)."
    ]


@pytest.mark.parametrize(
    ("sea", "more", "sails"),
    [
        ("uk 1 carrier 2 ftr", "may carrier sz6 - sz5?", "two fighters"),
        ("uk 1 carrier (1 ftr)", "may carrier sz6 - sz5?", "one fighter"),
        ("uk 1 carrier 2 ftr", "may carrier sz6 - sz5 without aircraft?", ""),
        ("uk 1 carrier 1 ftr", "ftr sz6 - united kingdom; may carrier sz6 - sz5?", ""),
        ("uk 1 carrier 3 ftr", "may carrier sz6 - sz5?", ""),
        ("uk 2 carrier 1 ftr", "may 1 carrier sz6 - sz5?", ""),
        ("uk 1 carrier, usa 1 ftr", "may carrier sz6 - sz5?", ""),
    ],
)
def test_own_fighters_sail_with_their_carrier_unless_the_line_names_them(sea: str, more: str, sails: str) -> None:
    """They stay only if the line moves them, or if it is not known which of them sail."""
    answer = told(f"revised; uk combat move; sz6: {sea}; {more}")
    found = [each for each in answer["assumed"] if "aboard" in each]
    assert found == ([f"aboard the carrier from sea zone 6: {sails} of the United Kingdom"] if sails else [])
    assert (" and " in answer["actions"][-1]["text"]) is bool(sails)


def test_no_battle_waits_after_combat() -> None:
    fleet = "sz5: germany 1 dd, uk 1 sub; germany: germany 1 inf"
    later = told(f"revised; germany noncombat; {fleet}; inf germany - eastern europe")
    before = told(f"revised; germany conduct combat; {fleet}; may end")
    assert (later["battles"], [each["space"] for each in before["battles"]]) == ([], ["sz5"])


def test_an_option_is_assumed_if_the_result_depends_on_it() -> None:
    says = "the table plays {} national objectives, and the result depends on it"
    assert says.format("with") in told("e40 2012; germany collect income; germany collects income")["assumed"]
    assert says.format("without") in told("global 2012; china collect income; china collects income")["assumed"]
    assert told("e40 2012; germany noncombat; germany: germany 1 inf; inf germany - poland")["assumed"] == [
        "it is one infantry"
    ]
