"""What is asked with the board is answered: legal or not and why, what came of it, what waits, which rulings bear."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kb
from kb import asked as kb_asked
from kb.asking import request
from kb.asking.reply import LONGEST, answered
from kb.errors import BadInput
from kb.knowledge import KnowledgeBase
from tests.read_once import RULES_OF as RULES

SEA = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}}
FIGHT = {"turn": "germany", "phase": "conduct-combat", "spaces": SEA}
MOVE = {"turn": "germany", "phase": "combat-move", "spaces": SEA}


def asked(**what: Any) -> dict[str, Any]:
    return answered(json.dumps({"game": "revised", **what}), RULES, {})


def test_an_illegal_action_is_refused_with_rule_sentence_and_citations() -> None:
    answer = asked(position={**MOVE, "spaces": {"germany": {"germany": {"tank": 1}}}}, may=_tank("sz5"))
    (act,) = answer["actions"]
    assert act["legal"] is False and answer["legal"] is False and not act["done"]
    refused = {each["rule"]: each for each in act["reasons"]}
    assert refused["land-units-stay-on-land"]["says"] == "Germany's tank cannot enter sea zone 5 but on a transport."
    assert all(each["sections"] or each["rulings"] for each in act["reasons"])


def _tank(to: str) -> dict[str, Any]:
    return {"move": {"tank": 1}, "route": ["germany", to]}


def test_what_is_only_judged_is_not_done() -> None:
    spaces = {"germany": {"germany": {"tank": 1}}}
    judged = asked(position={**MOVE, "spaces": spaces}, may=_tank("eastern-europe"))
    done = asked(position={**MOVE, "spaces": spaces}, do=[_tank("eastern-europe")])
    assert judged["legal"] is done["legal"] is True
    assert judged["outcome"]["before"] == judged["outcome"]["after"]
    assert done["outcome"]["before"] != done["outcome"]["after"]


def test_dice_that_are_not_said_are_waited_for() -> None:
    answer = asked(position=FIGHT, do=[{"battle": "sz5", "dice": [2]}])
    (wait,) = answer["waiting"]
    assert (wait["power"], wait["what"], wait["dice"], wait["needs"]) == ("united-kingdom", "defenders-fire", 1, [3])
    assert answer["legal"] is True and answer["findings"] == []


def test_what_is_only_judged_is_judged_while_dice_are_waited_for() -> None:
    spaces = {"sz8": {"united-states": {"destroyer": 1}, "germany": {"submarine": 1}}}
    position = {"turn": "united-states", "phase": "conduct-combat", "spaces": spaces}
    asks = {"game": "anniversary", "position": position, "do": [{"battle": "sz8"}]}
    dives = {"submerge": {"germany": {"submarine": 1}}}
    answer = asked(**asks, may=dives)
    assert answer["waiting"][0]["dice"] == 1
    assert [act["legal"] for act in answer["actions"]] == [True, False]
    assert "destroyers-keep-submarines-up" in [each["rule"] for each in answer["actions"][1]["reasons"]]


def test_dice_that_are_not_needed_are_told_and_change_nothing() -> None:
    spaces = {"sz5": {"germany": {"submarine": 1}, "united-kingdom": {"transport": 1}}}
    acts = [{"battle": "sz5", "dice": [2, 6]}, {"end": "phase"}]
    answer = asked(position={**FIGHT, "spaces": spaces}, do=acts)
    assert [act["legal"] for act in answer["actions"]] == [True, True] and answer["legal"] is True
    assert answer["findings"] == ["1 die too many: 6; submarines took 1"]


def test_a_choice_that_is_not_said_is_waited_for_with_options_that_can_be_sent_back() -> None:
    spaces = {"sz5": {"germany": {"submarine": 2}, "united-kingdom": {"destroyer": 1, "transport": 1}}}
    position, dice = {**FIGHT, "spaces": spaces}, [2, 6, 6]
    (wait,) = asked(position=position, do=[{"battle": "sz5", "dice": dice}])["waiting"]
    assert [each["text"] for each in wait["options"]] == ["one transport", "one destroyer"]
    chosen = [each["written"] for each in wait["options"] if each["text"] == "one destroyer"]
    after = asked(position=position, do=[{"battle": "sz5", "dice": [*dice, 6], "choices": chosen}])
    assert after["outcome"]["lost"] == {"united-kingdom": {"destroyer": 1}}


def test_what_has_happened_before_it_waits_is_told() -> None:
    spaces = {"sz5": {"germany": {"submarine": 2}, "united-kingdom": {"transport": 2}}}
    answer = asked(position={**FIGHT, "spaces": spaces}, do=[{"battle": "sz5", "dice": [2, 6]}])
    assert answer["waiting"][0]["dice"] == 1  # of the transport that is left
    assert answer["outcome"]["lost"] == {"united-kingdom": {"transport": 1}}
    (zone,) = answer["outcome"]["after"]["spaces"]
    assert {"power": "united-kingdom", "unit": "transport", "count": 1, "is": []} in zone["units"]


def test_a_casualty_that_is_none_of_the_options_is_not_legal_and_the_options_are_told() -> None:
    spaces = {"sz5": {"germany": {"submarine": 2}, "united-kingdom": {"destroyer": 1, "transport": 1}}}
    wrong = [{"united-kingdom": {"battleship": 1}}]
    answer = asked(position={**FIGHT, "spaces": spaces}, do=[{"battle": "sz5", "dice": [2, 6, 6], "choices": wrong}])
    (act,) = answer["actions"]
    assert act["legal"] is False and act["wrong"] == "It is none of the options."
    assert act["text"] == "The United Kingdom chooses one battleship (casualties)."
    assert len(answer["waiting"][0]["options"]) == 2


def test_powers_that_defend_together_are_asked_together_and_the_attacker_settles_it() -> None:
    both = {"soviet-union": {"infantry": 1}, "united-kingdom": {"infantry": 2}}
    position = {**FIGHT, "spaces": {"karelia-ssr": {"germany": {"tank": 2}, **both}}}
    battle = {"battle": "karelia-ssr", "dice": [3, 6, 6, 6, 6]}
    (wait,) = asked(position=position, do=[battle])["waiting"]
    assert wait["power"] == "allies"
    lost = {"soviet-union": {"infantry": 1}}
    (agreed,) = (each["written"] for each in wait["options"] if each["text"] == "one infantry of the Soviet Union")
    said, settled = lost, {"germany": lost}
    for choice in (agreed, said, settled):
        assert asked(position=position, do=[{**battle, "choices": [choice]}])["outcome"]["lost"] == lost
    (wrong,) = asked(position=position, do=[{**battle, "choices": [{"united-states": lost}]}])["findings"]
    assert "the choice of united-states comes when allies chooses casualties" in wrong


def test_an_action_of_units_that_are_not_there_is_neither_legal_nor_illegal() -> None:
    answer = asked(position=MOVE, may=_tank("eastern-europe"))
    assert answer["legal"] is None and "no tank of Germany in Germany" in answer["actions"][0]["wrong"]


def test_a_battle_is_told_with_those_who_fight_and_what_is_owed() -> None:
    spaces = {
        "germany": {"germany": {"tank": 1}},
        "eastern-europe": {"held_by": "soviet-union", "soviet-union": {"infantry": 1}},
    }
    acts = [_tank("eastern-europe"), {"end": "combat-move"}]
    answer = asked(position={**MOVE, "spaces": spaces}, do=acts)
    assert answer["battles"] == [
        {
            "space": "eastern-europe",
            "attackers": {"germany": {"tank": 1}},
            "defenders": {"soviet-union": {"infantry": 1}},
        }
    ]
    assert [each["rule"] for each in answer["owed"]] == ["battles-are-fought"]


def test_rulings_that_the_deciding_rules_rest_on_bear_on_it() -> None:
    answer = asked(position=FIGHT, do=[{"battle": "sz5", "dice": [2, 6]}])
    assert "rev-sub-2" in [each["id"] for each in answer["rulings"]]
    assert all(each["rules"] for each in answer["rulings"])


def test_with_a_base_rulings_have_verdicts_and_those_with_like_words_come_first(base: KnowledgeBase) -> None:
    written = {"game": "revised", "position": FIGHT, "do": [{"battle": "sz5", "dice": [2, 6]}]}
    found = kb_asked.answer(base, request.read(written, "a request", RULES))["rulings"]
    assert {"rev-sub-1", "rev-sub-2"} <= {each["id"] for each in found[:5]}
    assert all(each["verdict"] for each in found)


@pytest.mark.parametrize(
    "text, says",
    [
        ("{", "not valid JSON"),
        ("[1]", "a file of scenarios is a table of keys"),
        ('{"game": "risk"}', "there is no game 'risk'"),
        ("[" * 10_000, "not valid JSON"),
        (" " * (LONGEST + 1), "longer than"),
        (json.dumps({"game": "revised", "position": {**MOVE, "phase": "combat-mve"}}), "unknown phase 'combat-mve'"),
        (json.dumps({"game": "revised", "position": MOVE, "want": 1}), "unknown key 'want'"),
        (json.dumps({"game": "revised", "scenarios": [{}, {}]}), "one case is asked at a time"),
    ],
)
def test_what_cannot_be_understood_is_told_and_never_raised(text: str, says: str) -> None:
    told = answered(text, RULES, {})["errors"]
    assert any(says in each["message"] for each in told)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(BadInput) as error:
        kb.ask({**MOVE, "phase": "combat-mve"}, may={"move": {"submarin": 1}, "route": ["sz5", "sz6"]}, game="revised")
    assert len(error.value.findings) == 2


def test_a_scenario_file_is_asked_without_its_expectations() -> None:
    row = {"id": "mine", "position": FIGHT, "do": [{"battle": "sz5", "dice": [6, 6]}], "expect": [{"lost": {}}]}
    found = request.read({"game": "revised", "scenarios": [row]}, "a file", RULES)
    assert found.case.asks and not found.judged


def test_a_choice_that_nobody_is_asked_for_is_not_legal() -> None:
    missed = {"battle": "sz5", "dice": [6, 6]}
    lost = asked(position=FIGHT, do=[{**missed, "choices": [{"united-kingdom": {"destroyer": 1}}]}])
    assert lost["legal"] is False
    assert lost["actions"][0]["wrong"] == "Nobody is asked for that choice here."
    assert not lost["findings"]
    assert asked(position=FIGHT, do=[missed])["legal"] is True
