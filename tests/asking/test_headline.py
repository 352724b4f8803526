"""The first line of an answer is what was asked; or, where that was not earned, what is missing to know it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.service.asking import ask
from kb.text.answers import answer_text
from kb.text.asked import first_line
from tests.questions import FIGHT
from tests.read_once import RULES_OF

Plain = dict[str, Any]
SUB = "revised; germany conduct combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
FLEET = "revised; germany conduct combat; sz5: germany 2 subs, uk 1 dd 1 carrier; germany attacks sz5"
GUNS = "revised; germany ncm; caucasus held by germany; captured: caucasus; caucasus: 1 aa gun"
DEFENDED = "e99; uk conduct combat; baltic sea: uk 1 dd, germany 1 sub"


def told(line: str, **more: Any) -> Plain:
    return ask(None, line, rules_of=RULES_OF, **more)


@pytest.mark.parametrize(
    ("line", "first"),
    [
        # what came of it
        (f"{SUB}, dice 2 6", "The United Kingdom loses one destroyer."),
        (f"{SUB}, dice 6 6", "Nothing is lost."),
        # what is forced may be said, what is not lost may not
        (
            f"{SUB}, dice 2 1, germany loses 1 sub, uk loses 1 dd",
            "Germany loses one submarine. The United Kingdom loses",
        ),
        (
            f"{SUB}, dice 2 6, uk loses 1 dd, germany loses 1 sub",
            "No: Nobody is asked for that choice here. The United ",
        ),
        (
            f"{FLEET}, dice 2 6 3 1, germany loses 2 subs",
            "The United Kingdom chooses casualties from one destroyer or ",
        ),
        (f"{FLEET} losing uk 1 carrier, dice 2 6 6 6", "The United Kingdom loses one aircraft carrier."),
        # a verdict
        (
            "revised; germany combat move; germany: germany 1 aa; eastern europe held by germany; aa germany - eastern europe",
            "No: ",
        ),
        # what may be done, who chooses what
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
        # the phase is the one of the first action
        (
            "revised; germany combat; sz5: germany 1 sub; sz6: uk 1 dd; sub 5-6-7",
            "No: Germany's submarine must stop in sea zone 6, which is hostile.",
        ),
        # not earned: dice are short, a choice was not reached, a phase was ended unasked
        (SUB, "Needs dice: one die of Germany for submarines in sea zone 5"),
        (f"{SUB}, dice 2; may retreat to sz6", "Needs dice: one die of the United Kingdom"),
        (f"{SUB}, dice 2 6 6", "Not possible: 1 die too many"),
        (
            "revised; germany conduct combat; eastern europe: germany 1 inf; inf eastern europe - karelia ssr",
            "Not possible: it does not belong to the phase that you name: Conduct Combat would have to be ended first",
        ),
    ],
)
def test_the_first_line(line: str, first: str) -> None:
    assert first_line(told(line)).startswith(first)


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


PARATROOPERS = (
    "anniversary; germany combat move; technologies: germany paratroopers; poland: germany 1 bomber 1 inf; "
    "east poland: ussr 1 inf; germany 1 bomber 1 inf poland - east poland"
)


def test_infantry_walks_beside_a_bomber_unless_it_is_said_to_fly() -> None:
    walks, flies = told(PARATROOPERS), told(f"{PARATROOPERS} by air")
    assert walks["assumed"] == ["on foot, not by air, to East Poland: one infantry of Germany"]
    assert walks["battles"][0]["attackers"] == {"germany": {"bomber": 1, "infantry": 1}}
    assert not flies["assumed"] and flies["battles"][0]["attackers"] == {"germany": {"bomber": 1}}
    untold = told(f"{PARATROOPERS} by air".replace("technologies: germany paratroopers; ", ""))
    assert first_line(untold) == "Not possible: infantry of germany in poland cannot fly; leave out 'by: air'."


SPACES = {"sz8": {"united-states": {"destroyer": [{"came": ["sz9"]}]}, "germany": {"submarine": 1}}}
AT_SEA = {"turn": "united-states", "phase": "conduct-combat", "spaces": SPACES}


def asked(**what: Any) -> Plain:
    return answer_text(json.dumps({"game": "revised", **what}), RULES_OF)


def test_what_is_judged_while_dice_are_waited_for_is_answered_where_these_dice_do_not_matter() -> None:
    """A destroyer keeps the submarine up whatever the dice say; whether the destroyer may retreat depends on them."""
    dive, retreat = {"submerge": {"submarine": 1}, "power": "germany"}, {"retreat": "all", "to": "sz9"}
    kept = asked(game="anniversary", position=AT_SEA, do=[{"battle": "sz8"}], may=dive)
    assert kept["answer"].startswith("No, not this: ") and "destroyer" in kept["answer"]
    early = asked(game="anniversary", position=AT_SEA, do=[{"battle": "sz8"}], may=retreat)
    assert early["answer"] == "" and early["missing"][0].startswith("Needs dice: ")
    begun = told(f"{DEFENDED}; may germany submerge 1 sub at baltic sea?")
    assert begun["answer"] == "" and begun["missing"][0].startswith("Needs dice: one die")


def test_what_was_not_reached_has_no_answer() -> None:
    sub = {"move": {"submarine": 1}, "route": ["sz5", "sz6", "sz7"]}
    spaces = {"sz5": {"germany": {"submarine": 1}}, "sz6": {"united-kingdom": {"destroyer": 1}}}
    position = {**FIGHT, "phase": "combat-move", "spaces": spaces}
    answer = asked(position=position, do=[sub], may={"end": "phase"})
    assert answer["answer"] == "" and answer["missing"][0].startswith(
        "Not possible: what comes before it is not allowed"
    )
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
