"""The possible actions of units and powers, legal and refused: complete, with reasons, as acts that can be sent
back."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import kb
from kb.asking.offers import MOST, offers_of
from kb.asking.question import plain_act
from kb.base.errors import BadInput
from kb.base.shape import FileReader
from kb.base.written import from_plain
from kb.cases.acts import VERBS
from kb.cases.acts.verb import context_of
from kb.cases.language.units import Row
from kb.cases.language.vocabulary import vocabulary
from kb.cases.play.playing import before
from kb.cases.reading.scenario_files import read_act
from kb.engine import game
from kb.engine.game import moves
from kb.service.asking import ask
from kb.text.answers import answer_text
from tests.read_once import RULES_OF as RULES
from tests.read_once import scenarios

Plain = dict[str, Any]


def asked(game: str, turn: str, phase: str, spaces: Plain, what: Plain, **more: Any) -> Plain:
    """Return the answer about some spaces, after the actions ``do``; other keywords are facts of the position."""
    do = more.pop("do", [])
    position = {"turn": turn, "phase": phase, "spaces": spaces, **more}
    answer = answer_text(json.dumps({"game": game, "position": position, "do": do, "what": what}), RULES)
    assert "errors" not in answer, answer
    return answer


def told(answer: Plain, kind: str, to: str) -> Plain:
    """Return the only offer of a kind that leads to a space."""
    found: Plain
    (found,) = [each for each in answer["offers"] if (each["kind"], end(each)) == (kind, to)]
    return found


def end(offer: Plain) -> str:
    """Return the space to which an offer leads."""
    act: Plain = offer["written"]
    return str(act["route"][-1] if "route" in act else act.get("to") or act.get("at"))


def test_a_tank_may_blitz_and_may_not_swim() -> None:
    spaces = {"germany": {"germany": {"tank": 3}}, "eastern-europe": {"held_by": "soviet-union"}}
    answer = asked("revised", "germany", "combat-move", spaces, {"at": "germany", "units": {"tank": 1}})
    beyond = told(answer, "move", "belorussia")
    assert beyond["legal"] and beyond["written"]["route"] == ["germany", "eastern-europe", "belorussia"]
    assert (beyond["count"], beyond["all"]["move"]) == (3, {"tank": 3})
    sea = told(answer, "move", "sz5")
    assert not sea["legal"] and (sea["count"], sea["all"]) == (0, None)
    assert [each["rule"] for each in sea["reasons"]] == ["land-units-stay-on-land"]
    assert sea["reasons"][0]["sections"] and sea["text"] == "Germany moves one tank from Germany to sea zone 5."
    assert [each["legal"] for each in answer["offers"]] == sorted((e["legal"] for e in answer["offers"]), reverse=True)
    # the peaceful one of two equally long ways is offered
    spaces = {"germany": {"germany": {"tank": 1}}, "balkans": {"held_by": "soviet-union"}}
    answer = asked("revised", "germany", "combat-move", spaces, {"at": "germany", "units": {"tank": 1}})
    assert told(answer, "move", "ukraine-ssr")["written"]["route"] == ["germany", "eastern-europe", "ukraine-ssr"]


@pytest.mark.parametrize("what", [{"power": "germany"}, {"at": "sz109"}, {"units": {"germany": {"submarine": 1}}}, {}])
def test_submarines_in_a_battle_that_waits_may_submerge(what: Plain) -> None:
    spaces = {"sz109": {"united-kingdom": {"cruiser": 1}, "germany": {"submarine": 2}}}
    where, battle = ("europe-1940", "united-kingdom", "conduct-combat", spaces), [{"battle": "sz109"}]
    answer = asked(*where, what, do=battle)
    (dive,) = [each for each in answer["offers"] if each["kind"] == "submerge" and each["legal"]]
    assert (dive["power"], dive["count"]) == ("germany", 2)
    after = asked(*where, {}, do=[*battle, dive["all"]])
    assert after["legal"] and not after["battles"]
    # the decisions in the battle are returned as acts
    acts = {power["power"]: [each["written"] for each in power["options"]] for power in answer["waiting"]}
    assert acts == {"united-kingdom": battle, "germany": [{"submerge": {"submarine": 1}, "power": "germany"}]}


def test_a_retreat_goes_to_where_the_attack_came_from_and_nowhere_else() -> None:
    spaces = {
        "eastern-europe": {"held_by": "soviet-union", "soviet-union": {"infantry": 2}},
        "germany": {"germany": {"infantry": 1}},
        "balkans": {"germany": {"infantry": 1}},
    }
    move = {"move": {"infantry": 1}, "route": ["germany", "eastern-europe"]}
    do = [move, {"end": "phase"}, {"battle": "eastern-europe", "cycles": 1, "dice": [6, 6, 6]}]
    answer = asked("revised", "germany", "combat-move", spaces, {"power": "germany"}, do=do)
    home = told(answer, "retreat", "germany")
    assert home["legal"] and home["written"] == {"retreat": "all", "to": "germany"}
    away = [each for each in answer["offers"] if each["kind"] == "retreat" and not each["legal"]]
    assert away and all(each["reasons"][0]["rule"] == "retreat-to-where-they-came-from" for each in away)


def test_units_that_are_named_together_move_together() -> None:
    spaces = {
        "western-germany": {"germany": {"mechanized-infantry": 1, "tank": 1}},
        "france": {"held_by": "france"},
        "holland-belgium": {"held_by": "france"},
    }
    both = {"at": "western-germany", "units": {"mechanized-infantry": 1, "tank": 1}}
    alone = {"at": "western-germany", "units": {"mechanized-infantry": 1}}
    blitz = told(asked("europe-1940", "germany", "combat-move", spaces, both), "move", "normandy-bordeaux")
    assert blitz["legal"] and blitz["written"]["move"] == {"mechanized-infantry": 1, "tank": 1}
    assert not told(asked("europe-1940", "germany", "combat-move", spaces, alone), "move", "normandy-bordeaux")["legal"]


def test_transports_without_names_are_distinguished_by_their_cargo() -> None:
    ships = [{"cargo": {"infantry": 1, "tank": 1}}, {"cargo": {"infantry": 1}}, {}]
    spaces = {"sz5": {"germany": {"transport": ships}}, "norway": {"germany": {"infantry": 2}}}
    loads = asked("revised", "germany", "noncombat-move", spaces, {"at": "norway"})
    onto = [each["written"].get("transport") for each in loads["offers"] if each["kind"] == "load" and each["legal"]]
    assert onto == [
        {"transport": [{"cargo": {"infantry": 1}}]},
        {"transport": [{"cargo": "none"}]},
    ]
    ashore = asked("revised", "germany", "noncombat-move", spaces, {"at": "sz5", "units": {"infantry": 1}})
    off = [each["written"] for each in ashore["offers"] if (each["kind"], end(each)) == ("offload", "norway")]
    assert len(off) == 2 and off[0]["transport"] != off[1]["transport"]
    for act in off:
        assert asked("revised", "germany", "noncombat-move", spaces, {}, do=[act])["legal"]


def test_a_facility_is_offered_moves_where_a_rule_lets_it_move() -> None:
    spaces, mobile = {"russia": {"soviet-union": {"industrial-complex": 1}}}, {"soviet-union": ["mobile-industry"]}
    for phase, advantages, moves_there in (
        ("noncombat-move", mobile, True),
        ("combat-move", mobile, False),
        ("noncombat-move", {}, False),
    ):
        answer = asked("revised", "soviet-union", phase, spaces, {"at": "russia"}, advantages=advantages)
        ends = {end(each) for each in answer["offers"] if each["kind"] == "move" and each["legal"]}
        assert ("kazakh-ssr" in ends) is moves_there, (phase, advantages)


def test_the_largest_number_is_offered_too() -> None:
    spaces = {"norway": {"germany": {"infantry": 3}}, "sz5": {"germany": {"transport": 1}}}
    load = told(asked("revised", "germany", "combat-move", spaces, {"at": "norway"}), "load", "sz5")
    assert (load["count"], load["all"]["load"]) == (2, {"infantry": 2})
    home = {"germany": {"germany": {"industrial-complex": 1}}}
    bought = {"germany": {"infantry": 3, "submarine": 1}}
    places = asked("europe-1999", "germany", "mobilize-units", home, {"at": "germany"}, bought=bought)
    (infantry,) = [each for each in places["offers"] if each["legal"] and end(each) == "germany"]
    assert (infantry["count"], infantry["all"]["mobilize"]) == (3, {"infantry": 3})
    elsewhere = asked("europe-1999", "germany", "mobilize-units", home, {"at": "austria"}, bought=bought)
    assert not any(each["legal"] for each in elsewhere["offers"]) and elsewhere["offers"]
    found = kb.ask(
        {"turn": "germany", "phase": "purchase-units", "treasuries": {"germany": 12}}, what={}, game="revised"
    )
    assert [each.most for each in found.offers if each.act.what == (Row("", "infantry"),)] == [4]


def test_nothing_is_offered_of_units_that_are_lost_or_while_dice_are_waited_for() -> None:
    spaces = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
    for dice, waits in (([6, 1], False), ([6], True)):
        what = {"at": "sz5", "units": {"submarine": 1}}
        answer = asked("revised", "germany", "conduct-combat", spaces, what, do=[{"battle": "sz5", "dice": dice}])
        assert answer["legal"] and not answer["offers"] and not answer["findings"]
        assert bool(answer["waiting"]) is waits
    gone = asked("revised", "germany", "conduct-combat", {"sz5": spaces["sz5"]}, {"at": "sz5", "units": {"tank": 1}})
    assert "no tank of Germany in sea zone 5" in gone["findings"][0] and not gone["offers"]


def test_offers_are_complete_and_judged_alike_when_they_are_sent_back() -> None:
    tried = 0
    for scenario in [each for each in scenarios() if each.proof == "play"][::30]:
        rules = RULES.of(scenario)
        position = before(rules, scenario.case).position
        context, players = context_of(rules, position), rules.sharing(position.clock.turn)
        for space in dict.fromkeys(unit.at for unit in position.units.values()):
            found = offers_of(rules, position, {"at": space})
            for offer in found[:40]:
                for act in filter(None, (offer.act, offer.with_most)):
                    reader = FileReader(vocabulary(rules), scenario.name)
                    read = read_act(reader, from_plain(plain_act(act)), 1)
                    assert read and not reader.findings, (scenario.name, reader.findings)
                    action = VERBS[read.kind].action(read, context, read.power or position.clock.turn)
                    judged = game.verdict(rules, position, action)
                    rules_of_both = [[each.rule for each in reasons] for reasons in (judged.reasons, offer.reasons)]
                    assert rules_of_both[0] == rules_of_both[1], (scenario.name, plain_act(act))
                    tried += 1
            if len(found) < MOST:
                offered = {each.act.given["route"][-1] for each in found if each.legal and each.act.kind == "move"}
                own = [unit for unit in position.at(space) if unit.power in players]
                ends = {move.route[-1] for unit in own for move in moves(rules, position, unit)}
                assert ends - {space} <= offered, scenario.name
    assert tried > 500


def test_the_offers_that_the_answer_leaves_out_are_counted() -> None:
    answer = ask(None, "revised; germany combat move; setup; what may germany do?", rules_of=RULES)
    shown, _, others = answer["answer"].rpartition(" And ")
    allowed = [each for each in answer["offers"] if each["legal"]]
    assert len(re.findall(r"\.(?= |$)", shown)) + int(others.removesuffix(" more.")) == len(allowed)


def test_aircraft_are_offered_first_the_spaces_in_which_they_can_land() -> None:
    line = "aa50; uk noncombat; sz12: uk 1 fighter; sz9: uk 1 carrier; what may uk 1 fighter at sz12 do?"
    offers = ask(None, line, rules_of=RULES)["offers"]
    lands = {each["written"]["route"][-1]: each["lands"] for each in offers if each["legal"]}
    assert [*lands.values()] == sorted(lands.values(), reverse=True)
    # the carrier may still sail two zones; France is Germany's
    assert lands["sz9"] and lands["gibraltar"] is not lands["france"] is False
    closed = next(each for each in offers if each["written"].get("route", [""])[-1] == "france")
    assert closed["says"].endswith(" France. Landing is not possible there.")
    line = "aa50; uk noncombat; uk: uk 1 bomber; sz9: uk 1 carrier; what may 1 bomber do?"
    moves = [each for each in ask(None, line, rules_of=RULES)["offers"] if "route" in each["written"]]
    lands = {each["written"]["route"][-1]: each["lands"] for each in moves if each["legal"]}
    assert lands["gibraltar"] and not lands["sz9"]  # no carrier takes in a bomber


@pytest.mark.parametrize("asked", ["germany combat move; sz5: germany 1 sub", {"position": {}}])
def test_an_unknown_game_is_bad_input_of_a_line_and_of_a_case(asked: str | dict[str, object]) -> None:
    with pytest.raises(BadInput, match="xyz"):
        kb.ask(asked, game="xyz")
