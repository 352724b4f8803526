"""The strict notation: a text has one reading, or is told what is wrong with it; every request can be written in it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from kb.asking import request
from kb.asking.answer import ask
from kb.asking.notation.render import render
from kb.asking.notation.strict import read_strictly
from kb.asking.request import EngineRequest, of_scenario
from kb.base.errors import BadInput
from kb.base.written import from_plain
from kb.cases.language.vocabulary import spoken
from kb.text.answers import render_answer
from tests.conftest import ROOT, Sample
from tests.read_once import DATA, RULES_OF, scenarios

PAGE = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
SPOKEN = spoken(DATA)


def read(line: str, game: str = "") -> tuple[dict[str, Any], tuple[str, ...]]:
    """The plain request of a line without its game, and what was assumed."""
    found = read_strictly(line, RULES_OF, SPOKEN, game)
    return {key: each for key, each in found.request.items() if key != "game"}, found.assumed


def parsed(line: str) -> EngineRequest:
    return request.parse(from_plain(read_strictly(line, RULES_OF, SPOKEN).request), "the line", RULES_OF)


def stands(power: str, phase: str, spaces: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"turn": power, "phase": phase, "spaces": spaces, **more}


UK, US, SU = "united-kingdom", "united-states", "soviet-union"
TANK = {"egypt": "anglo-egypt"}
#: a line, its request without the game, what was assumed
LINES: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    (
        "revised; uk combat; egypt: uk 1 arm; libya held by germany; tank egypt - libya - algeria",
        {
            "position": stands(UK, "combat-move", {"anglo-egypt": {UK: {"tank": 1}}, "libya": {"held_by": "germany"}}),
            "do": [{"move": {"tank": 1}, "route": ["anglo-egypt", "libya", "algeria"]}],
        },
        ("it is one tank", "the phase is Combat Move"),
    ),
    (
        "revised; germany combat; sz5: germany 2 subs, uk 1 dd 1 carrier (2 ftr); attacks sz5, dice 2 6",
        {
            "position": stands(
                "germany",
                "conduct-combat",
                {
                    "sz5": {
                        "germany": {"submarine": 2},
                        UK: {"destroyer": 1, "aircraft-carrier": [{"cargo": {"fighter": 2}}]},
                    }
                },
            ),
            "do": [{"battle": "sz5", "dice": [2, 6]}],
        },
        ("the phase is Conduct Combat",),
    ),
    (
        "revised; usa mobilize; eastern us: 1 ic; sz10: usa 1 ac; bought: usa 1 ftr; may usa place 1 ftr in sz10?",
        {
            "position": stands(
                US,
                "mobilize-units",
                {"eastern-united-states": {US: {"industrial-complex": 1}}, "sz10": {US: {"aircraft-carrier": 1}}},
                bought={US: {"fighter": 1}},
            ),
            "may": {"mobilize": {"fighter": 1}, "at": "sz10"},
        },
        ("the industrial complex is the United States's",),
    ),
    (
        "revised\nuk ncm, round 3\nberlin held by uk\ngermany: 1 aa gun\ncaptured: germany\nmay uk land 1 ftr in berlin?",
        {
            "position": stands(
                UK,
                "noncombat-move",
                {"germany": {"held_by": UK, UK: {"antiaircraft-gun": 1}}},
                round=3,
                notes={"captured": ["germany"]},
            ),
            "may": {"land": {"fighter": 1}, "at": "germany"},
        },
        ("the antiaircraft gun is the United Kingdom's",),
    ),
    (
        "aa50; japan cm; sz61: japan 1 transport (named A, 1 inf, 1 tank) 1 transport (named B); sz61: empty",
        {},
        (),
    ),
    (
        "aa50; japan cm; sz61: japan 1 tp (named A, 1 inf) 1 tp; tp (empty) 61-62; unloads inf from sz61 to buryatia aboard A",
        {
            "position": stands(
                "japan",
                "combat-move",
                {"sz61": {"japan": {"transport": [{"name": "A", "cargo": {"infantry": 1}}, {}]}}},
            ),
            "do": [
                {"move": {"transport": [{"cargo": "none"}]}, "route": ["sz61", "sz62"]},
                {"offload": {"infantry": 1}, "from": "sz61", "to": "buryatia-ssr", "transport": "A"},
            ],
        },
        ("it is one transport", "it is one infantry"),
    ),
    (
        "e40; germany conduct combat; wars: germany ussr unprovoked and france old; poland: germany 1 fighter (has fought, "
        "spent 2, came from germany - poland) 2 damaged battleships",
        {},
        (),
    ),
    (
        "g40 2012; uk purchase; treasuries: united-kingdom/pacific 20 IPCs, united-kingdom/europe 7; options: technology; "
        "technologies: uk radar and war bonds; uk buys 2 inf 1 tank economy pacific",
        {
            "board": "global-1940-2012",
            "ruleset": "europe-1940-2012",
            "position": {
                "turn": UK,
                "phase": "purchase-units",
                "treasuries": {"united-kingdom/pacific": 20, "united-kingdom/europe": 7},
                "options": ["technology"],
                "technologies": {UK: ["radar", "war-bonds"]},
            },
            "do": [{"purchase": {"infantry": 2, "tank": 1}, "economy": "pacific"}],
        },
        (),
    ),
    (
        "revised; uk conduct combat; sz5: uk 2 dd, germany 1 bb 1 sub; attacks sz5, dice 3 1 4 6; germany loses damaged bb and "
        "sub; germany chooses none; retreats to sz6; what may germany sub at sz5 do?",
        {
            "position": stands(
                UK, "conduct-combat", {"sz5": {UK: {"destroyer": 2}, "germany": {"battleship": 1, "submarine": 1}}}
            ),
            "do": [
                {
                    "battle": "sz5",
                    "dice": [3, 1, 4, 6],
                    "choices": [{"germany": {"damaged battleship": 1, "submarine": 1}}, {"germany": "none"}],
                },
                {"retreat": "all", "to": "sz6"},
            ],
            "what": {"power": "germany", "units": {"submarine": 1}, "at": "sz5"},
        },
        ("it is one battleship", "it is one submarine", "'retreats' without more means all"),
    ),
    (
        "revised; germany; karelia: germany 3 inf, ussr 3 inf; germany attacks karelia; odds rounds 2 attacker infantry; flips; record",
        {
            "position": stands(
                "germany", "conduct-combat", {"karelia-ssr": {"germany": {"infantry": 3}, SU: {"infantry": 3}}}
            ),
            "do": [{"battle": "karelia-ssr"}],
            "odds": {"rounds": 2, "attacker": ["infantry"]},
            "flips": "yes",
            "record": "yes",
        },
        ("the phase is Conduct Combat",),
    ),
    (
        "revised; germany develop; germany researches 2 dice for rockets, dice 1 6; us 1 inf 1 uk ftr sz10 - sz11",
        {
            "position": {"turn": "germany", "phase": "develop-weapons"},
            "do": [
                {"research": {"technology": "rockets", "dice": 2}, "dice": [1, 6]},
                {"move": {"infantry": 1, UK: {"fighter": 1}}, "route": ["sz10", "sz11"], "power": US},
            ],
        },
        (),
    ),
]
LINES = [row for row in LINES if row[1]]


@pytest.mark.parametrize(("line", "meant", "assumed"), LINES, ids=[row[0][:50] for row in LINES])
def test_a_line_is_the_request_that_it_says(line: str, meant: dict[str, Any], assumed: tuple[str, ...]) -> None:
    assert read(line) == (meant, assumed)


#: what is wrong in lines of Revised that begin with Germany's combat move; columns are counted from there
WRONG = {
    "sz5: germany 1 sub; sz6: uk 2 frigates, uk 1 dd": [
        "31: 'frigates' where a unit must stand; did you mean 'fighter'?"
    ],
    "sz5: germny 1 sub, uk 1 zeppelin; foo: uk 1 dd": [
        "6: 'germny' where a power or a unit must stand; did you mean 'germany'?",
        "25: 'zeppelin' where a unit must stand; one of infantry, artillery, tank, antiaircraft gun, fighter, bomber, "
        "transport, submarine, destroyer, aircraft carrier, battleship, industrial complex",
        "35: 'foo' is no space",
    ],
    "subs 5-6": ["1: how many subs? a number must stand before 'subs'"],
    "tank indies - germany": ["6: 'indies' may be east-indies or west-indies"],
    "tank germania - poland": [
        "6: 'germania' where a power or a unit or a space or '-' must stand; did you mean 'germany'?"
    ],
    "sz5: 1 sub": ["11: whose is the submarine? the power must stand before it"],
    "sz5: 1 industrial complex": ["6: whose is the industrial complex?; name the power before it"],
    "sz5: germany 1 sub; sz5: uk 1 dd": ["21: sz5 is said twice; say all that is there in one statement"],
    "sz5: germany 1 sub, germany 1 sub": ["21: submarine of germany in sz5 is said twice"],
    "germany 1 sub 5-6; sz5: germany 1 sub": ["20: who stands where is said after what is done; say it before"],
    "uk combat move": ["1: whose turn it is is said twice; say it once; the end of a phase is 'end'"],
    "germany 1 tank thru poland": ["16: 'thru' where a power or a unit or a space or '-' must stand"],
    "germany attacks sz5, dice 2 7": [
        "29: '7' where a face from 1 to 6 or a power or 'cycles' or 'losing' or 'dice' or 'which' must stand"
    ],
    "dice 2": ["1: there is no action before this; say what is done first"],
    "germany unloads 1 inf to norway": ["32: the end where 'from' must stand"],
    "may germany 1 sub 5-6; germany 1 sub 6-7": ["24: an action after the one that is asked about; ask last"],
    "norway held by the germans": ["16: 'the' where a power must stand; did you mean 'germany'?"],
    "captured: sz99": ["11: 'sz99' where a space must stand; did you mean 'sz9'?"],
    "captured: norway; captured: norway": ["19: captured is said twice; say it once"],
}


BEFORE = "germany combat move; "


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_told_with_its_column(line: str) -> None:
    with pytest.raises(BadInput) as error:
        read(f"{BEFORE}{line}", "revised")
    found = [
        re.sub(r"^column (\d+)", lambda at: str(int(at[1]) - len(BEFORE)), str(each)) for each in error.value.findings
    ]
    assert found == WRONG[line]


# -- the page


EXAMPLES = PAGE.partition("## Examples")[2].partition("```\n")[2].partition("```")[0].splitlines()


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_of_the_page_are_played(line: str) -> None:
    told = render_answer(ask(parsed(line)))
    assert not [act["wrong"] for act in told["actions"] if act["wrong"]]
    assert read(render(parsed(line)))[1] == ()


def test_the_page_has_ten_examples_and_every_fact() -> None:
    assert len(EXAMPLES) == 10
    assert len({*EXAMPLES}) == 10


# -- what can be written


def same(asked: EngineRequest) -> list[Any]:
    """A request as it is compared: without titles and what is expected, and what is empty or one left out."""
    case, turn = asked.case, asked.turn
    acts = [
        [
            each.kind,
            each.what,
            each.given,
            "" if each.power == turn else each.power,
            each.dice,
            each.choices,
            each.which,
        ]
        for each in case.do
    ]
    position = {key: each for key, each in case.position.items() if key != "scenery"}
    rules = asked.rules
    whole = [
        rules.board.id,
        rules.ruleset.id,
        position,
        acts,
        asked.judged,
        asked.what,
        asked.odds,
        asked.flips,
        asked.record,
    ]
    found = _plainly(whole)
    return list(found)


def _plainly(value: Any, key: str = "") -> Any:
    if isinstance(value, dict) or hasattr(value, "items"):
        usual = (("from", "nothing"), ("round", 1), ("count", 1))
        made = {name: _plainly(each, name) for name, each in value.items() if (name, each) not in usual}
        return {name: each for name, each in made.items() if each != {} or key in ("spaces", "lost") or name == "lost"}
    if isinstance(value, (list, tuple)):
        rows = [_plainly(each) for each in value]
        alone = len(rows) == 1 and isinstance(rows[0], dict) and rows[0].keys() <= {"count"}
        return rows[0].get("count", 1) if alone else rows
    return value


#: cases that cannot be written, with the reason: none
UNSAID: dict[str, str] = {}


def test_every_case_of_the_base_can_be_written(sample: Sample) -> None:
    lost = []
    for scenario in sample([each for each in scenarios() if each.proof == "play"]):
        for case in scenario.cases:
            asked = of_scenario(replace(scenario, case=case), RULES_OF.of(scenario))
            line = render(asked)
            if same(parsed(line)) != same(asked) or read(line)[1]:
                lost.append(f"{scenario.name}: {line}")
    assert lost == list(UNSAID)
