"""Answers to questions with the board: legality and reasons, results, missing dice and choices, relevant rulings."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import Any
from unittest.mock import Mock

import pytest

from kb.asking import request_changes
from kb.asking.answer import ask as answer_to
from kb.asking.question import LONGEST, from_text, from_tree
from kb.cases.play.playing import play
from kb.knowledge import KnowledgeBase
from kb.service.asking import answer as answer_with
from kb.service.asking import ask
from kb.text.answers import answer_text, render_answer
from tests.questions import FIGHT
from tests.read_once import RULES_OF as RULES

Plain = dict[str, Any]
MOVE = {**FIGHT, "phase": "combat-move"}
TANK = {"germany": {"germany": {"tank": 1}}}
DESTROYER = {"united-kingdom": {"destroyer": 1}}


def asked(**what: Any) -> Plain:
    return answer_text(json.dumps({"game": "revised", **what}), RULES)


def fought(germany: Plain, kingdom: Plain, *dice: int, **more: Any) -> Plain:
    """Return the answer about a battle in sea zone 5."""
    position = {**FIGHT, "spaces": {"sz5": {"germany": germany, "united-kingdom": kingdom}}}
    return asked(position=position, do=[{"battle": "sz5", "dice": dice, **more}])


EAST = {"move": {"tank": 1}, "route": ["germany", "eastern-europe"]}


# -- judgements


def test_an_illegal_action_is_refused_with_rule_sentence_and_citations() -> None:
    answer = asked(position={**MOVE, "spaces": TANK}, may={**EAST, "route": ["germany", "sz5"]})
    (act,) = answer["actions"]
    assert act["legal"] is False and answer["legal"] is False and not act["done"]
    refused = {each["rule"]: each for each in act["reasons"]}
    assert refused["land-units-stay-on-land"]["says"] == "Germany's tank can enter sea zone 5 only on a transport."
    assert all(each["sections"] or each["rulings"] for each in act["reasons"])
    judged, done = (asked(position={**MOVE, "spaces": TANK}, **how) for how in ({"may": EAST}, {"do": [EAST]}))
    assert judged["legal"] is done["legal"] is True
    assert [each["outcome"]["before"] == each["outcome"]["after"] for each in (judged, done)] == [True, False]


# -- dice and choices


@pytest.mark.parametrize("hits", [1, 18, 31])
def test_the_casualties_of_a_large_battle_are_counted(hits: int) -> None:
    fleet = dict.fromkeys(("destroyer", "transport", "battleship", "aircraft-carrier"), 8)
    spaces = {"sz5": {"germany": {"bomber": 41}, "united-kingdom": fleet}}
    answer = asked(position={**FIGHT, "spaces": spaces}, do=[{"battle": "sz5", "dice": [1] * hits + [6] * (41 - hits)}])
    # a battleship takes two hits: at most as many are hit again as are hit once
    ways = sum(
        sum(others) + once + again == hits and again <= once for *others, once, again in product(range(9), repeat=5)
    )
    (wait,) = answer["waiting"]
    assert wait["what"] == "casualties" and len(wait["options"]) == min(ways, 200)
    assert len(wait["options"]) + wait["more"] == ways


def test_only_some_orders_of_many_complexes_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Mock(side_effect=play)
    monkeypatch.setattr(request_changes, "play", counted)
    lands = ("germany", "norway", "finland", "poland", "baltic states", "northwestern europe", "karelia ssr")
    complexes = "; ".join(f"{land}: germany 1 complex" for land in lands)
    line = f"anniversary: germany; {complexes}; germany bought 30 submarines; germany places 30 submarines in sz5"
    assert ask(None, line, rules_of=RULES)["legal"] is False
    assert 1 < counted.call_count < 100  # there are 5,040 orders of seven


def test_of_many_planes_as_many_as_the_base_allows_may_scramble() -> None:
    planes = {"fighter": 8, "tactical-bomber": 8}
    spaces = {
        "sz112": {"germany": {"cruiser": 8}},
        "sz110": {"united-kingdom": {"destroyer": 1}},
        "united-kingdom": {"united-kingdom": {"air-base": 1, **planes}, "france": planes},
    }
    position = {"turn": "germany", "phase": "combat-move", "spaces": spaces}
    acts = [{"move": {"cruiser": 8}, "route": ["sz112", "sz110"]}, {"end": "combat-move"}]
    rules = {"game": "europe-1940", "ruleset": "europe-1940-2012", "board": "europe-1940-2012"}
    (wait,) = asked(**rules, position=position, do=acts)["waiting"]
    # at most three of one power's planes
    assert wait["what"] == "scramble" and len(wait["options"]) == 10 and wait["more"] == 0


def test_dice_that_are_missing_are_waited_for_and_dice_too_many_are_told() -> None:
    answer = fought({"submarine": 2}, {"transport": 2}, 2, 6)
    (wait,) = answer["waiting"]
    assert (wait["power"], wait["what"], wait["dice"], wait["needs"]) == ("united-kingdom", "defenders-fire", 1, [1])
    assert answer["legal"] is True and answer["outcome"]["lost"] == {"united-kingdom": {"transport": 1}}
    (zone,) = answer["outcome"]["after"]["spaces"]
    assert {"power": "united-kingdom", "unit": "transport", "count": 1, "is": []} in zone["units"]
    answer = fought({"submarine": 1}, {"transport": 1}, 2, 6)
    assert answer["legal"] is None and answer["findings"] == ["1 die too many: 6; submarines took 1"]


def test_casualties_that_are_not_said_are_waited_for_and_others_than_the_options_are_not_legal() -> None:
    sides = {"submarine": 2}, {"destroyer": 1, "transport": 1}
    (wait,) = fought(*sides, 2, 6, 6)["waiting"]
    assert [each["text"] for each in wait["options"]] == ["one transport", "one destroyer"]
    chosen = [each["written"] for each in wait["options"] if each["text"] == "one destroyer"]
    assert fought(*sides, 2, 6, 6, 6, choices=chosen)["outcome"]["lost"] == DESTROYER
    wrong = fought(*sides, 2, 6, 6, choices=[{"united-kingdom": {"battleship": 1}}])
    (act,) = wrong["actions"]
    assert act["legal"] is False and act["wrong"] == "The options are one transport or one destroyer."
    assert act["text"] == "The United Kingdom chooses one battleship (casualties)."
    assert len(wrong["waiting"][0]["options"]) == 2


def test_powers_that_defend_together_are_asked_together_and_the_attacker_settles_it() -> None:
    both = {"soviet-union": {"infantry": 1}, "united-kingdom": {"infantry": 2}}
    position = {**FIGHT, "spaces": {"karelia-ssr": {"germany": {"tank": 2}, **both}}}
    battle = {"battle": "karelia-ssr", "dice": [3, 6, 6, 6, 6]}
    (wait,) = asked(position=position, do=[battle])["waiting"]
    assert wait["power"] == "allies"
    lost = {"soviet-union": {"infantry": 1}}
    (agreed,) = (each["written"] for each in wait["options"] if each["text"] == "one infantry of the Soviet Union")
    for choice in (agreed, lost, {"germany": lost}):
        assert asked(position=position, do=[{**battle, "choices": [choice]}])["outcome"]["lost"] == lost
    (wrong,) = asked(position=position, do=[{**battle, "choices": [{"united-states": lost}]}])["findings"]
    assert "the next choice is of united-states, but allies chooses casualties" in wrong


# -- suppositions and assumptions


@pytest.mark.parametrize(
    ("lost", "may", "legal"),
    [
        ({"germany": {"infantry": 2}, "united-kingdom": {"tank": 1}}, {"land": {"fighter": 1}, "at": "germany"}, False),
        ({"united-kingdom": {"tank": 2, "fighter": 1}}, {"end": "noncombat-move"}, True),
        ({}, None, None),
        ({"germany": {"infantry": 1}, "united-kingdom": {"tank": 2}}, None, None),
    ],
)
def test_a_question_may_suppose_how_a_battle_comes_out(lost: Plain, may: Plain | None, legal: bool | None) -> None:
    """Two tanks and a fighter attack two infantry and a gun, with these losses: all units of one side."""
    spaces = {
        "germany": {
            "united-kingdom": {"tank": 2, "fighter": 1},
            "germany": {"infantry": 2, "antiaircraft-gun": 1, "industrial-complex": 1},
        }
    }
    position = {"turn": "united-kingdom", "phase": "conduct-combat", "spaces": spaces}
    acts = [{"battle": "germany", "outcome": {"lost": lost}}, {"end": "phase"}]
    answer = asked(position=position, do=acts, **({"may": may} if may else {}))
    if legal is None:
        assert answer["actions"][0]["legal"] is None
        assert "both sides are still in Germany" in answer["actions"][0]["wrong"]
        return
    assert [act["legal"] for act in answer["actions"]] == [True, True, legal]
    assert answer["outcome"]["lost"] == lost and not answer["findings"] and not answer["battles"]
    decided_by = {each["rule"] for each in answer["actions"][2]["decided_by"]}
    assert legal or "no-landing-in-land-captured-this-turn" in decided_by


def test_land_noted_as_captured_alone_takes_no_fighter() -> None:
    spaces = {"karelia-ssr": {"held_by": "germany"}, "norway": {"germany": {"fighter": [{"spent": 3}]}}}
    flight = {"move": {"fighter": 1}, "route": ["norway", "karelia-ssr"]}
    legal = []
    for captured in (["karelia-ssr"], []):
        position = {"turn": "germany", "phase": "noncombat-move", "notes": {"captured": captured}, "spaces": spaces}
        legal.append(asked(game="revised", position=position, may=flight)["actions"][0]["legal"])
    assert legal == [False, True]


LANDING = "aa50; uk combat; norway: germany 2 inf; sz6: uk 1 transport (1 inf) {}; unloads 1 inf from sz6 to norway; "
CAME = "one destroyer of the United Kingdom in sea zone 5 came from no other space, so no retreat is open"


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        (f"{LANDING.format('2 battleships 1 cruiser')}end combat move; attacks norway, dice 6 6 6", True),
        (f"{LANDING.format('1 destroyer')}end combat move; attacks norway, dice 6 6 6", False),
        (f"{LANDING.format('1 battleship')}1 battleship bombards norway; end combat move; attacks norway", False),
    ],
)
def test_a_ship_that_could_bombard_and_does_not_is_assumed_not_to(line: str, listed: bool) -> None:
    assumed = "no ship bombards Norway, though a battleship or a cruiser could"
    assert (assumed in ask(None, line, rules_of=RULES)["assumed"]) is listed


@pytest.mark.parametrize(
    ("line", "listed"),
    [
        ("revised; uk conduct combat; sz5: uk 1 dd, germany 1 dd; attacks sz5, dice 6 6", True),
        ("revised; uk conduct combat; sz5: uk 1 dd, germany 1 dd; attacks sz5, dice 3 6", False),
        ("revised; uk conduct combat; sz5: uk 1 dd, germany 1 dd; attacks sz5, dice 6", False),  # dice are missing
        ("revised; uk combat; sz6: uk 1 dd; sz5: germany 1 dd; dd 6-5; end; attacks sz5, dice 6 6", False),
    ],
)
def test_attackers_that_came_from_nowhere_are_listed_as_long_as_the_battle_waits(line: str, listed: bool) -> None:
    assert (CAME in ask(None, line, rules_of=RULES)["assumed"]) is listed


@pytest.mark.parametrize(
    ("ships", "listed"),
    [
        ("1 transport 1 strategic bomber", True),
        ("1 transport (came from sz110) 1 strategic bomber", False),
        ("1 strategic bomber", False),
    ],
)
def test_ships_that_are_lost_because_they_came_from_nowhere_are_listed(ships: str, listed: bool) -> None:
    line = f"e40 2012; uk conduct combat; sz112: germany 1 sub, uk {ships}; uk attacks sz112"
    assumed = "one transport of the United Kingdom in sea zone 112 came from no other space, so no retreat is open"
    assert (assumed in ask(None, line, rules_of=RULES)["assumed"]) is listed


@pytest.mark.parametrize(
    ("china", "listed"),
    [
        ("china: held by japan", True),
        ("china: held by japan; held: china japan", False),
        ("china: held by united states", False),
        ("china: held by japan; captured: china; held: china united states", False),
    ],
)
def test_land_that_another_power_is_printed_to_hold_is_assumed_not_to_be_captured(china: str, listed: bool) -> None:
    line = f"revised; japan mobilize; {china}; bought: japan 1 ic; may japan place 1 ic in china?"
    assumed = ask(None, line, rules_of=RULES)["assumed"]
    assert ("China was Japan's when the turn began" in assumed) is listed


@pytest.mark.parametrize(
    ("rolls", "order"),
    [
        ("germany rolls infantry 1 2 5, artillery 6; russia rolls 6 6 6", "Germany's infantry hit on 2, 1 and 1"),
        ("germany rolls infantry 1 1 5, artillery 6; russia rolls 6 6 6", ""),  # as many hits in each order
        ("germany rolls 1 2 5 6; russia rolls 6 6 6", "Germany hit on 2, 1, 1 and 2"),
        ("dice 1 6 6 6 6 6 6", ""),
    ],
)
def test_an_order_of_dice_that_matters_is_assumed(rolls: str, order: str) -> None:
    line = (
        f"revised; germany combat; ukraine: russia 3 inf, germany 3 inf 1 artillery; germany attacks ukraine; {rolls}"
    )
    orders = [each for each in ask(None, line, rules_of=RULES)["assumed"] if "in this order" in each]
    assert orders == ([f"the dice of {order}, in this order"] if order else [])


SCRAMBLE = "; italy has a fighter and an air base in southern italy; sz95: italy 1 dd; sz96: uk 1 cruiser; 1 cruiser sz96 - sz95; end"


@pytest.mark.parametrize(
    ("line", "printing"),
    [
        (f"e40; uk combat move{SCRAMBLE}; may italy scramble 1 fighter from southern italy to sz95?", ["Yes."]),
        (f"e40 2012; uk combat move{SCRAMBLE}; may italy scramble 1 fighter from southern italy to sz95?", []),
        ("e40; uk combat move; sz96: uk 1 cruiser; may 1 cruiser sz96 - sz95?", []),  # not allowed in either
        ("revised; uk combat move; sz5: uk 1 dd; may 1 dd 5-6?", []),
    ],
)
def test_an_answer_that_differs_in_another_printing_is_told(line: str, printing: list[str]) -> None:
    says = "the printing is that of 2010; in the printing of 2012 the answer is: "
    assumed = ask(None, line, rules_of=RULES)["assumed"]
    assert [each.removeprefix(says) for each in assumed if each.startswith("the printing")] == printing


# -- relevant rulings


def test_a_battle_is_told_with_those_who_fight_and_what_is_owed() -> None:
    defenders = {"soviet-union": {"infantry": 1}}
    spaces = {**TANK, "eastern-europe": {"held_by": "soviet-union", **defenders}}
    answer = asked(position={**MOVE, "spaces": spaces}, do=[EAST, {"end": "combat-move"}])
    assert answer["battles"] == [
        {"space": "eastern-europe", "due": True, "attackers": {"germany": {"tank": 1}}, "defenders": defenders}
    ]
    assert [each["rule"] for each in answer["owed"]] == ["battles-are-fought"]
    together = ask(None, "revised; uk combat move; sz6: uk 1 dd, germany 1 sub; uk ends", rules_of=RULES)
    assert [each["due"] for each in together["battles"]] == [False]
    assert "A battle may be fought in sea zone 6" in str(together["outcome"]["told"])


def test_the_rulings_are_those_that_the_deciding_rules_cite(base: KnowledgeBase) -> None:
    request = {"game": "revised", "position": FIGHT, "do": [{"battle": "sz5", "dice": [2, 6]}]}
    rulings = asked(**request)["rulings"]
    assert "rev-sub-2" in [each["id"] for each in rulings] and all(each["rules"] for each in rulings)
    found = answer_with(base, from_tree(request, "a request", RULES), RULES)["rulings"]
    assert {"rev-sub-1", "rev-sub-2"} <= {each["id"] for each in found[:5]}  # most rules cite these
    assert all(each["verdict"] for each in found)
    land = "revised; germany conduct combat; libya: germany 2 inf, uk 1 inf; attacks libya, dice 1 6 6"
    assert [each["id"] for each in ask(base, land, rules_of=RULES)["rulings"]] == ["rev-com-4"]  # no rev-sub-1


def test_cited_rulings_have_the_words_of_the_printing_and_are_about_the_position(base: KnowledgeBase) -> None:
    fleet = "sz112: germany 1 cruiser; sz110: uk 1 dd; united kingdom: 1 air base, uk 1 ftr; cruiser 112-110"
    (ruling,) = ask(base, f"e40 2012; germany combat; {fleet}; uk scrambles 1 ftr", rules_of=RULES)["rulings"][:1]
    assert (ruling["id"], ruling["verdict"][:14]) == ("e40-scr-1", "2012 printing:")
    raid = "united kingdom: germany 1 strategic bomber, uk 1 major ic; 1 strategic bomber raids united kingdom, dice 1"
    by_radar = {
        technologies: {
            each["id"] for each in ask(base, f"e40; germany conduct combat; {technologies}{raid}")["rulings"]
        }
        for technologies in ("", "technologies: uk radar; ")
    }
    assert "e40-glo-12" not in by_radar[""] and "e40-glo-12" in by_radar["technologies: uk radar; "]
    priced = ask(base, "aa50; usa purchase; usa has 30 IPCs; may usa buy 1 carrier 2 ftr?", claim="yes", rules_of=RULES)
    assert (priced["rulings"], priced["claim"]["official"]) == ([], "")  # ann-err-2 is about the money of Germany
    canal = "revised; usa noncombat; panama: held by japan; sz19: usa 1 {0}; may usa 1 {0} sz19 - sz20?"
    ids = [[each["id"] for each in ask(base, canal.format(unit))["rulings"]] for unit in ("dd", "carrier (1 ftr)")]
    assert ["rev-misc-7" in each for each in ids] == [False, True]  # it is about air units


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("e40; germany combat move; germany: 1 tank; may germany 1 tank germany - poland", []),
        (
            "revised; uk combat move; egypt: uk 1 tank; libya held by germany; may 1 tank egypt - libya - algeria",
            ["tanks-blitz"],
        ),
        (
            "e40; germany conduct combat; sz112: germany 1 sub, uk 1 dd; germany attacks sz112, dice 6 6",
            ["destroyers-keep-submarines-up", "destroyers-cancel-the-surprise-strike"],
        ),
    ],
)
def test_only_rules_that_decide_are_named(line: str, rules: list[str]) -> None:
    """Rules that are asked but change nothing, such as who the enemies of a power are, are not among them."""
    (act,) = ask(None, line, rules_of=RULES)["actions"]
    assert act["legal"] and [each["rule"] for each in act["decided_by"]] == rules


@pytest.mark.parametrize(
    ("line", "sections"),
    [
        ("revised; germany noncombat move; germany: 1 inf; may germany 1 inf germany - eastern europe", ["rev/p5-noncombat"]),
        ("revised; germany combat move; germany: 1 inf; may germany 1 inf germany - eastern europe", ["rev/p3-combat-move"]),
        ("aa50; germany combat move; germany: 1 inf; may germany end", ["ann/p3-combat-move"]),
        ("e40; germany conduct combat; sz112: germany 1 sub, uk 1 dd; germany attacks sz112, dice 6 6", ["e40/p3-conduct-combat"]),
        ("revised; germany noncombat move; germany: 1 inf; may germany 1 inf germany - karelia", None),
    ],
)  # fmt: skip
def test_an_allowed_action_cites_the_sections_that_permit_it(line: str, sections: list[str] | None) -> None:
    act = ask(None, line, rules_of=RULES)["actions"][-1]
    assert act["legal"] is (sections is not None)
    assert (act["permission"] and act["permission"]["sections"]) == sections
    assert not sections or act["permission"]["says"] == "The rules of this game allow it."


def test_an_advantage_cites_its_own_section() -> None:
    position = {"turn": "japan", "phase": "combat-move", "spaces": {}, "advantages": {"japan": ["lightning-assaults"]}}
    told = asked(position=position, do=[{"invoke": "lightning-assaults"}])
    assert told["actions"][0]["permission"]["sections"] == ["rev/na-jpn-lightning-assaults"]


def test_an_action_that_no_section_permits_is_not_forbidden() -> None:
    """A rule set without limits to the phases of actions lacks a section for a move in the purchase of units."""
    position = {**MOVE, "phase": "purchase-units", "spaces": TANK}
    question = from_text(json.dumps({"game": "revised", "position": position, "may": EAST}), RULES)
    refused, allowed = (
        render_answer(answer_to(replace(question, rules=rules)))["actions"][0]
        for rules in (question.rules, question.rules.without("actions-in-their-phase"))
    )
    assert [each["rule"] for each in refused["reasons"]] == ["actions-in-their-phase"] and refused["permission"] is None
    assert allowed["permission"] == {"says": "No rule of this game forbids it.", "rulings": [], "sections": []}


# -- requests that cannot be parsed


@pytest.mark.parametrize(
    "text, says",
    [
        ("{", "not valid JSON"),
        ("[1]", "a file of scenarios must be a mapping of keys"),
        ('{"game": "risk"}', "there is no game 'risk'"),
        ("[" * 10_000, "not valid JSON"),
        (" " * (LONGEST + 1), "longer than"),
        (json.dumps({"game": "revised", "position": {**MOVE, "phase": "combat-mve"}}), "unknown phase 'combat-mve'"),
        (json.dumps({"game": "revised", "position": MOVE, "want": 1}), "unknown key 'want'"),
        (json.dumps({"game": "revised", "scenarios": [{}, {}]}), "a question has exactly one scenario"),
    ],
)
def test_what_cannot_be_understood_is_told_and_never_raised(text: str, says: str) -> None:
    assert any(says in each["message"] for each in answer_text(text, RULES)["errors"])


# -- claims


def test_a_die_that_a_change_leaves_out_is_one_of_its_roller(base: KnowledgeBase) -> None:
    line = "revised; germany conduct combat; sz5: germany 2 sub, uk 1 dd; attacks sz5; uk rolls 3; germany rolls 2 6"
    changed = ask(base, line, changes=["sz5: germany 1 sub"], rules_of=RULES)
    assert changed["answer"] == "Germany loses one submarine. The United Kingdom loses one destroyer."
    assert "one die is not rolled and is left out: 6" in changed["assumed"]


@pytest.mark.parametrize(
    ("question", "claim", "result", "rule"),
    [
        ("combat move; {}; may sub sz5 - sz6 - sz7?", "no", "contradicted", ""),
        ("combat move; {}; may sub sz5 - germany?", "no", "supported", "ships-stay-at-sea"),
        ("conduct combat; {}; may germany end?", "yes", "contradicted", "battles-are-fought"),
        ("conduct combat; {}; germany attacks sz5", "no", "open", ""),
        ("conduct combat; {}; germany attacks sz5, dice 1 6", "yes", "open", ""),
    ],
)
def test_a_claim_is_judged(base: KnowledgeBase, question: str, claim: str, result: str, rule: str) -> None:
    fleets = "sz5: germany 1 sub (moved), uk 1 dd"
    told = ask(base, f"revised; germany {question.format(fleets)}", claim=claim)["claim"]
    assert (told["claimed"], told["result"], told["rule"]) == (claim, result, rule)
    assert told["official"] == (base.ruling(told["rulings"][0])["answer"] if told["rulings"] else "")


def test_more_damage_than_a_complex_makes_units_leaves_none() -> None:
    line = "aa50; germany mobilize; germany: germany 1 ic (damaged 12); may germany place 1 inf in germany?"
    (act,) = ask(None, line, rules_of=RULES)["actions"]
    assert "Damage lowers the production of Germany from 10 units to 0." in [each["says"] for each in act["decided_by"]]
