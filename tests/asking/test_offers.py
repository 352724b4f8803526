"""What units and powers may do now, and what they may not: complete, with reasons, as acts that can be sent back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import kb
from kb.asking.offers import MOST, offers_of
from kb.asking.question import plain_act
from kb.base.shape import FileReader
from kb.base.written import from_plain
from kb.cases.acts import VERBS
from kb.cases.acts.verb import context_of
from kb.cases.language.scenario import Scenario
from kb.cases.language.units import Row
from kb.cases.language.vocabulary import vocabulary
from kb.cases.play.playing import before
from kb.cases.reading.files import read_act
from kb.engine import game
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.game import moves
from kb.text.answers import answer_text
from tests.read_once import RULES_OF as RULES
from tests.read_once import scenarios

Plain = dict[str, Any]


def asked(game: str, turn: str, phase: str, spaces: Plain, what: Plain, **more: Any) -> Plain:
    """The answer about some spaces; ``do`` is done before, all else is said of the position."""
    do = more.pop("do", [])
    position = {"turn": turn, "phase": phase, "spaces": spaces, **more}
    answer = answer_text(json.dumps({"game": game, "position": position, "do": do, "what": what}), RULES)
    assert "errors" not in answer, answer
    return answer


def told(answer: Plain, kind: str, to: str) -> Plain:
    """The one offer of a kind that leads to a space."""
    found: Plain
    (found,) = [each for each in answer["offers"] if (each["kind"], end(each)) == (kind, to)]
    return found


def end(offer: Plain) -> str:
    """The space to which an offer leads."""
    act: Plain = offer["written"]
    return str(act["route"][-1] if "route" in act else act.get("to") or act.get("at"))


def positions(step: int) -> Iterator[tuple[Scenario, Rulebook, Position]]:
    """The positions of some scenarios, with the rules that they are played by."""
    for scenario in scenarios()[::step]:
        if scenario.proof == "play":
            rules = RULES.of(scenario)
            yield scenario, rules, before(rules, scenario.case).position


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
    # of two ways that are equally long the peaceful one is offered
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
    # what waits in the battle is told as acts
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


def test_a_tank_that_fought_stays_in_the_noncombat_move_and_a_fighter_lands() -> None:
    fought = {"tank": [{"is": ["combat-moved", "fought"], "came": ["germany"]}], "fighter": 1}
    spaces = {"norway": {"germany": fought}}
    answer = asked("anniversary", "germany", "noncombat-move", spaces, {"at": "norway"})
    by_unit = [each for each in answer["offers"] if each["written"].get("move") == {"tank": 1}]
    assert by_unit and not any(each["legal"] for each in by_unit)
    assert {"moved-units-are-done"} <= {reason["rule"] for each in by_unit for reason in each["reasons"]}
    (land,) = [each for each in answer["offers"] if each["kind"] == "land"]
    assert land["legal"] and land["written"] == {"land": {"fighter": 1}, "at": "norway"}


def test_bought_units_are_placed_at_a_complex_and_not_elsewhere() -> None:
    spaces = {"germany": {"germany": {"industrial-complex": 1}}}
    bought = {"germany": {"infantry": 3, "submarine": 1}}
    places = asked("europe-1999", "germany", "mobilize-units", spaces, {"at": "germany"}, bought=bought)
    legal = [each for each in places["offers"] if each["kind"] == "mobilize" and each["legal"]]
    (infantry,) = [each for each in legal if end(each) == "germany"]
    assert (infantry["count"], infantry["all"]["mobilize"]) == (3, {"infantry": 3})
    elsewhere = asked("europe-1999", "germany", "mobilize-units", spaces, {"at": "austria"}, bought=bought)
    assert not any(each["legal"] for each in elsewhere["offers"]) and elsewhere["offers"]


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


def test_units_that_differ_are_told_apart() -> None:
    fighters = [{"spent": 3, "is": ["combat-moved"], "came": ["germany"]}, {"count": 1}]
    answer = asked(
        "revised", "germany", "noncombat-move", {"norway": {"germany": {"fighter": fighters}}}, {"at": "norway"}
    )
    moves_ = [each["written"]["move"]["fighter"] for each in answer["offers"] if each["kind"] == "move"]
    assert [{"left": 1}] in moves_ and 1 in moves_


def test_as_many_as_there_is_room_for_go_aboard() -> None:
    spaces = {"norway": {"germany": {"infantry": 3}}, "sz5": {"germany": {"transport": 1}}}
    for what in ({"at": "norway", "units": {"infantry": 1}}, {"at": "sz5"}):
        load = told(asked("revised", "germany", "combat-move", spaces, what), "load", "sz5")
        assert (load["count"], load["all"]["load"]) == (2, {"infantry": 2})


def test_transports_without_names_are_told_apart_by_what_is_aboard() -> None:
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


def test_units_that_are_not_there_are_told_unless_they_were_lost() -> None:
    what = {"at": "sz5", "units": {"submarine": 1}}
    spaces = {"sz5": {"germany": {"destroyer": 1}, "united-kingdom": {"destroyer": 1}}}
    answer = asked("revised", "germany", "conduct-combat", spaces, what)
    assert "no submarine of Germany in sea zone 5" in answer["findings"][0] and not answer["offers"]
    spaces = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
    lost = asked("revised", "germany", "conduct-combat", spaces, what, do=[{"battle": "sz5", "dice": [6, 1]}])
    assert lost["legal"] and not lost["offers"] and not lost["findings"]


def test_the_library_answers_what_the_power_on_turn_may_do() -> None:
    position = {"turn": "germany", "phase": "purchase-units", "treasuries": {"germany": 12}}
    found = kb.ask(position, what={}, game="revised").offers
    most = [each.most for each in found if each.act.what == (Row("", "infantry"),)]
    assert most == [4]


def test_while_dice_are_waited_for_nothing_else_is_offered() -> None:
    spaces = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"transport": 1}}}
    answer = asked("revised", "germany", "conduct-combat", spaces, {}, do=[{"battle": "sz5", "dice": [6]}])
    assert answer["waiting"][0]["dice"] == 1 and not answer["offers"]


def test_all_that_is_offered_is_judged_alike_when_it_is_sent_back() -> None:
    tried = 0
    for scenario, rules, position in positions(31):
        context = context_of(rules, position)
        for space in dict.fromkeys(unit.at for unit in position.units.values()):
            for offer in offers_of(rules, position, {"at": space})[:40]:
                for act in filter(None, (offer.act, offer.with_most)):
                    reader = FileReader(vocabulary(rules), scenario.name)
                    read = read_act(reader, from_plain(plain_act(act)), 1)
                    assert read and not reader.findings, (scenario.name, reader.findings)
                    action = VERBS[read.kind].action(read, context, read.power or position.clock.turn)
                    judged = game.verdict(rules, position, action)
                    rules_of_both = [[each.rule for each in reasons] for reasons in (judged.reasons, offer.reasons)]
                    assert rules_of_both[0] == rules_of_both[1], (scenario.name, plain_act(act))
                    tried += 1
    assert tried > 500


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


def test_every_legal_move_of_the_engine_is_offered() -> None:
    for scenario, rules, position in positions(29):
        players = rules.sharing(position.clock.turn)
        for space in dict.fromkeys(unit.at for unit in position.units.values() if unit.power in players):
            found = offers_of(rules, position, {"at": space})
            if len(found) < MOST:
                offered = {each.act.given["route"][-1] for each in found if each.legal and each.act.kind == "move"}
                own = [unit for unit in position.at(space) if unit.power in players]
                ends = {move.route[-1] for unit in own for move in moves(rules, position, unit)}
                assert ends - {space} <= offered, scenario.name
