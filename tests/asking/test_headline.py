"""The first line of an answer is what was asked; or, where that was not earned, what is missing to know it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.base.errors import BadInput
from kb.service.asking import ask
from kb.text.answers import answer_text
from kb.text.asked import first_line
from tests.questions import FIGHT
from tests.read_once import RULES_OF

Plain = dict[str, Any]
SUB = "revised; germany conduct combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
FLEET = "revised; germany conduct combat; sz5: germany 2 subs, uk 1 dd 1 carrier; germany attacks sz5"
GUN = "revised; uk conduct combat; germany: uk 2 ftr 1 bmr, germany"
RAID = "revised; uk conduct combat; germany: 1 ic, uk 2 bmr"
GUNS = "revised; germany ncm; caucasus held by germany; captured: caucasus; caucasus: 1 aa gun"
TAKEN = "revised; us combat move; persia: us 1 inf; india: held by japan"
SHIPS = "aa50; us combat move; sz7: us 2 ca 1 bb 1 tp (2 inf); france: germany 1 inf; unloads 2 inf to france"
DEFENDED = "e99; uk conduct combat; baltic sea: uk 1 dd, germany 1 sub"


def told(line: str, **more: Any) -> Plain:
    return ask(None, line, rules_of=RULES_OF, **more)


@pytest.mark.parametrize(
    ("line", "first"),
    [
        # what came of it
        (f"{SUB}, dice 2 6", "The United Kingdom loses one destroyer."),
        (f"{SUB}, dice 6 6", "Nothing is lost."),
        (
            "e40; germany conduct combat; sz110: germany 2 sub, uk 1 ac; germany attacks sz110, dice 2 6 6",
            "Damaged: one aircraft carrier of the United Kingdom.",
        ),
        # what is forced may be said, what is not lost may not
        (
            f"{SUB}, dice 2 1, germany loses 1 sub, uk loses 1 dd",
            "Germany loses one submarine. The United Kingdom loses",
        ),
        (
            f"{SUB}, dice 2 6, uk loses 1 dd, germany loses 1 sub",
            "No: Nobody is asked for that choice here. The United ",
        ),
        (f"{FLEET}, dice 2 6 3 1, uk loses 1 dd, germany loses 2 subs", "Germany loses two submarines. The United K"),
        (
            f"{FLEET}, dice 2 6 3 1, germany loses 2 subs",
            "The United Kingdom chooses casualties from one destroyer or ",
        ),
        (f"{FLEET} losing uk 1 carrier, dice 2 6 6 6", "The United Kingdom loses one aircraft carrier."),
        # what the battle shows
        (f"{SUB}, dice 2; whether fires united kingdom 1 destroyer", "Yes."),
        (f"{SUB}, dice 6 6; whether lost united kingdom 1 destroyer", "No."),
        (f"{SUB}, dice 2 6; whether lost united kingdom 1 destroyer", "Yes. The United Kingdom loses one destroyer."),
        (
            "aa50; germany conduct combat; sz8: us 1 ca, germany 1 sub; attacks sz8, dice 1; whether fires us 1 ca",
            "No. The United States loses one cruiser.",
        ),
        # numbers and names
        (f"{GUN} 4 inf 1 aa gun; attacks germany; show dice germany 1 aa gun", "3 dice, which hit at 1 or less."),
        (f"{GUN} 4 inf; attacks germany; show dice uk 1 ftr", "2 dice, which hit at 3 or less."),
        (f"{GUN} 4 inf; attacks germany; show dice germany 1 sub", "I do not know: no dice are rolled for such units."),
        (
            "e40: 2 german tacs and a ftr attack a uk ca, at what does the tac hit",
            "2 dice, which hit 1 at 3 or less and 1 at 4",
        ),
        ("aa50; japan combat; sz53: japan 1 ftr, us 2 tp; attacks sz53; show dice japan 1 ftr", "0 dice."),
        (
            f"{RAID}; treasuries: germany 8; 2 bmr raid germany, dice 5 6; show treasury germany",
            "8 less than before, 0 in all.",
        ),
        (
            f"{RAID}; 2 bmr raid germany, dice 5 6; show treasury germany",
            "I do not know: it is not said what that power has",
        ),
        ("revised; germany collect income; collects income; show treasury germany", "40 more than before."),
        ("aa50; us conduct combat; italy: 1 ic, us 3 bombers; 3 bmr raid italy, dice 6 6 5; show damage italy", "12."),
        (f"{TAKEN}; inf persia - india; show holder india", "The United Kingdom."),
        (f"{TAKEN}; inf persia - india; whether holds uk india", "Yes."),
        (f"{TAKEN}; inf persia - india; whether holds us india", "No."),
        (f"{TAKEN}, japan 1 inf; inf persia - india; whether holds uk india", "I do not know: "),
        (
            f"{TAKEN}, japan 1 inf; inf persia - india; show holder india",
            "I do not know: the battle there is to be foug",
        ),
        ("revised; us combat move; setup; show holder india", "The United Kingdom."),
        (
            "aa50; japan mobilize; manchuria: 1 ic (damaged 2); bought: japan 3 inf; may japan places 3 inf at manchuria; "
            "show most units",
            "1. Manchuria makes 1 unit in a turn, not 3.",
        ),
        (
            f"{SHIPS}; may us 2 ca 1 bb bombards france; show most units",
            "2. 3 ships cannot bombard for 2 landed units.",
        ),
        (f"{SHIPS}; may us 1 ca bombards france; show most units", "1, all of them."),
        (
            "e40 2012; germany combat; sz112: germany 1 ca; sz110: uk 1 dd; uk: 1 air base, uk 4 ftr; ca 112-110; end; "
            "show most units",
            "3.",
        ),
        (
            "rev; germany conduct combat; caucasus: germany 1 inf 1 art, ussr 2 inf; odds rounds 1 lost ussr 2 inf",
            "11.11%.",
        ),
        (
            "rev; germany conduct combat; caucasus: germany 1 inf, ussr 1 inf; odds lost ussr 1 tank",
            "I do not know: no t",
        ),
        # a verdict
        ("revised; germany combat move; sz5: germany 1 sub; sz6: uk 1 tp; sub 5-6", "Yes."),
        (
            "revised; germany combat move; germany: germany 1 aa; eastern europe held by germany; aa germany - eastern europe",
            "No: ",
        ),
        # what may be done, who chooses what, how likely it is
        (
            "revised; germany conduct combat; sz5: germany 1 sub, uk 1 tp; what may germany sub do",
            "Germany fights in sea zone 5.",
        ),
        (f"{DEFENDED}; attacks baltic sea, dice 6; what may germany do?", "Germany submerges one submarine."),
        # what is decided in a battle is asked once it has begun
        ("e99; germany conduct combat; north sea: uk 1 dd, germany 1 sub; may submerge 1 sub at north sea?", "Yes."),
        (
            "e99; germany combat; bay of biscay: germany 1 sub; english channel: uk 1 dd; 1 sub bay of biscay - english channel; "
            "end; may germany submerges 1 sub at english channel?",
            "Yes.",
        ),
        # a gun in land that was taken was taken with it
        (
            f"{GUNS}; may 1 aa gun caucasus - ukraine?",
            "No: Germany's antiaircraft gun was captured this turn and stays.",
        ),
        (
            "aa50; italy conduct combat; sz14: italy 1 bb 1 ca, uk 1 dd; italy attacks sz14, dice 3 4 2",
            "Italy chooses casualties from one cruiser or one battleship.",
        ),
        # it depends on what was assumed
        (
            "revised; sz5: germany 1 sub; sz6: uk 1 dd; sub 5-6-7",
            "No: Germany's submarine must stop in sea zone 6, which is hostile.",
        ),
        (
            "revised; uk places 1 tank in uk",
            "Yes, if the United Kingdom has bought what it places and United Kingdom has the industrial complex",
        ),
        (
            "revised; germany: germany 1 aa; eastern europe held by germany; aa germany - eastern europe",
            "Yes, if the phase is ",
        ),
        (
            "revised: 2 us bombers sbr the german ic, rolls 5 and 6, aa misses both. how much does germany lose",
            "11 less than before, 0 in all.",
        ),
        # not earned: dice are short, a choice was not reached, words were left out, a phase was ended unasked
        (SUB, "I do not know: it waits for one die of Germany for submarines in sea zone 5"),
        (f"{SUB}, dice 2; may sub submerge", "I do not know: it waits for one die of the United Kingdom"),
        (f"{SUB}, dice 2 6 6", "I do not know: 1 die too many"),
        (
            "revised; germany conduct combat; eastern europe: germany 1 inf; inf eastern europe - karelia ssr",
            "I do not know: it does not belong to the phase that you name: Conduct Combat would have to be ended first",
        ),
    ],
)
def test_the_first_line(line: str, first: str) -> None:
    assert first_line(told(line)).startswith(first)


def test_odds_that_are_asked_for_are_the_answer() -> None:
    assert told(SUB, odds=True)["answer"].startswith("Attacker wins ")
    wrong = told("revised; germany combat move; sz5: germany 1 sub; sub 5-6", odds=True)
    assert (wrong["answer"], wrong["missing"]) == ("", ["no battle waits, so there are none"])


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


SPACES = {"sz8": {"united-states": {"destroyer": [{"came": ["sz9"]}]}, "germany": {"submarine": 1}}}
AT_SEA = {"turn": "united-states", "phase": "conduct-combat", "spaces": SPACES}


def asked(**what: Any) -> Plain:
    return answer_text(json.dumps({"game": "revised", **what}), RULES_OF, {})


def test_what_is_judged_while_dice_are_waited_for_is_answered_where_these_dice_do_not_matter() -> None:
    """A destroyer keeps the submarine up whatever the dice say; whether the destroyer may retreat depends on them."""
    dive, retreat = {"submerge": {"submarine": 1}, "power": "germany"}, {"retreat": "all", "to": "sz9"}
    kept = asked(game="anniversary", position=AT_SEA, do=[{"battle": "sz8"}], may=dive)
    assert kept["answer"].startswith("No, not this: ") and "destroyer" in kept["answer"]
    early = asked(game="anniversary", position=AT_SEA, do=[{"battle": "sz8"}], may=retreat)
    assert early["answer"] == "" and "waits for" in early["missing"][0]
    begun = told(f"{DEFENDED}; may germany submerge 1 sub at baltic sea?")
    assert begun["answer"] == "" and "waits for one die" in begun["missing"][0]


def test_what_was_not_reached_has_no_answer() -> None:
    sub = {"move": {"submarine": 1}, "route": ["sz5", "sz6", "sz7"]}
    spaces = {"sz5": {"germany": {"submarine": 1}}, "sz6": {"united-kingdom": {"destroyer": 1}}}
    position = {**FIGHT, "phase": "combat-move", "spaces": spaces}
    answer = asked(position=position, do=[sub], may={"end": "phase"})
    assert answer["answer"] == "" and answer["missing"][0].startswith("what comes before it is not allowed")
    assert asked(position=position, do=[sub, {"end": "phase"}])["answer"].startswith("No, not this: ")
    assert asked(position=position)["answer"] == "" == "".join(asked(position=position)["missing"])


def test_what_an_action_will_ask_for_is_said_before_it_is_done() -> None:
    position = {**FIGHT, "spaces": {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}}
    (once,) = [line for line in asked(position=position, may={"battle": "sz5"})["outcome"]["told"] if "Once" in line]
    assert once == (
        "Once that is done, it waits for one die of Germany for submarines in sea zone 5, which hit at 2 or less."
    )
    base = {"united-kingdom": {"united-kingdom": {"air-base": 1, "fighter": 2}}, "sz110": {"germany": {"cruiser": 1}}}
    sea = {**base, "sz110": {"germany": {"cruiser": [{"is": ["combat-moved"]}]}, "united-kingdom": {"destroyer": 1}}}
    moves = {"turn": "germany", "phase": "combat-move", "spaces": sea}
    ends = asked(game="europe-1940", ruleset="europe-1940-2012", position=moves, may={"end": "combat-move"})
    assert any("Once that is done, it waits: the United Kingdom chooses" in line for line in ends["outcome"]["told"])


def test_land_that_nobody_else_held_needs_the_power_from_which_it_was_captured() -> None:
    """It would be no captured land at all, and a canal through it open."""
    with pytest.raises(BadInput, match="from whom was land at panama captured"):
        told("f&s; us ncm; panama held by japan; captured: panama; pacific: us 1 bb; may bb pacific - atlantic?")
