"""The strict notation: a text has one reading, or is told what is wrong with it; every request can be written in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from kb.asking.notation.cursor import tokens
from kb.asking.notation.line import from_line, read_change
from kb.asking.notation.render import to_line
from kb.asking.question import Question, from_tree, of_scenario, to_tree
from kb.base.errors import BadInput, NotFound
from kb.cases.language.scenario import position_table
from tests.conftest import Sample
from tests.read_once import RULES_OF, scenarios


def read(line: str, game: str = "") -> tuple[dict[str, Any], tuple[str, ...]]:
    """The plain question of a line without its game, and what was assumed."""
    question = from_line(line, RULES_OF, game)
    return {key: each for key, each in to_tree(question).items() if key != "game"}, question.assumed


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
        "revised; germany combat move; sz5: germany 1 transport; germany: 1 inf; loads 1 inf from germany to sz5; "
        "1 transport 5-6; may germany unload 1 inf to norway?",
        {
            "position": stands(
                "germany",
                "combat-move",
                {"sz5": {"germany": {"transport": 1}}, "germany": {"germany": {"infantry": 1}}},
            ),
            "do": [
                {"load": {"infantry": 1}, "from": "germany", "to": "sz5"},
                {"move": {"transport": 1}, "route": ["sz5", "sz6"]},
            ],
            "may": {"offload": {"infantry": 1}, "from": "sz6", "to": "norway"},
        },
        ("the units are in sea zone 6", "the infantry is Germany's"),
    ),
    (
        "revised; germany conduct combat; western europe: uk 1 inf 1 arm, germany 1 inf; attacks western europe losing uk 1 inf 1 arm",
        {
            "position": stands(
                "germany",
                "conduct-combat",
                {"western-europe": {UK: {"infantry": 1, "tank": 1}, "germany": {"infantry": 1}}},
            ),
            "do": [{"battle": "western-europe", "outcome": {"lost": {UK: {"infantry": 1, "tank": 1}}}}],
        },
        (),
    ),
    (
        "revised; germany combat move; ukraine: germany 1 tank; may germany blitz 1 tank ukraine - caucasus - russia?",
        {
            "position": stands("germany", "combat-move", {"ukraine-ssr": {"germany": {"tank": 1}}}),
            "may": {"move": {"tank": 1}, "route": ["ukraine-ssr", "caucasus", "russia"]},
        },
        (),
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
                {"germany": {"held_by": UK, UK: {"antiaircraft-gun": [{"is": ["captured"]}]}}},
                round=3,
                notes={"captured": ["germany"], "held": {"germany": "germany"}},
            ),
            "may": {"land": {"fighter": 1}, "at": "germany"},
        },
        (
            "the antiaircraft gun is the United Kingdom's",
            "Germany was Germany's when the turn began",
            "the antiaircraft gun in Germany was captured with it",
        ),
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
        "revised; karelia: germany 3 inf, ussr 3 inf; germany attacks karelia",
        {
            "position": stands(
                "germany", "conduct-combat", {"karelia-ssr": {"germany": {"infantry": 3}, SU: {"infantry": 3}}}
            ),
            "do": [{"battle": "karelia-ssr"}],
        },
        ("it is Germany's turn", "the phase is Conduct Combat"),
    ),
    (
        "revised; uk mobilize; made: uk 2, india 3; jumped: sz2 3; uk ends phase; may uk collect income",
        {
            "position": {
                "turn": UK,
                "phase": "mobilize-units",
                "notes": {"made": {UK: 2, "india": 3}, "jumped": {"sz2": 3}},
            },
            "do": [{"end": "phase"}],
            "may": {"collect": "income"},
        },
        (),
    ),
]
#: a line in words of its own, and the same line in the words of docs/asking.md
SAME = [
    ("move 2 tanks from libya to egypt", "2 tanks libya - egypt"),
    ("germany moves 2 tanks from libya to egypt to trans jordan", "germany 2 tanks libya - egypt - trans jordan"),
    ("2 tanks go to egypt", "2 tanks libya - egypt"),
    ("can germany move 1 tank to egypt?", "may germany 1 tank libya - egypt"),
    ("germany has 20 ipcs", "treasuries: germany 20"),
    ("fight sz5 with dice: 2 6", "attacks sz5, dice 2 6"),
    ("what can germany do?", "what may germany do?"),
    (
        "ukraine held by germany; ukraine: 1 inf; inf to caucasus",
        "ukraine: held by germany, germany 1 inf; inf ukraine - caucasus",
    ),
    ("kenya: ; 2 tanks libya - egypt", "kenya: empty; 2 tanks libya - egypt"),
    (
        "germany: 2 ftr; can 1 ftr fly germany - eastern europe?",
        "germany: germany 2 ftr; may 1 ftr germany - eastern europe",
    ),
    ("fic: 1 inf", "french indochina: japan 1 inf"),
]


@pytest.mark.parametrize(("line", "meant", "assumed"), LINES, ids=[row[0][:50] for row in LINES])
def test_a_line_is_the_request_that_it_says(line: str, meant: dict[str, Any], assumed: tuple[str, ...]) -> None:
    assert read(line) == (meant, assumed)


@pytest.mark.parametrize(("line", "other"), SAME)
def test_lines_in_other_words_are_the_same_request(line: str, other: str) -> None:
    before = "revised; germany combat move; libya: germany 2 tanks; "
    assert read(before + line)[0] == read(before + other)[0]


#: what is wrong in lines of Revised that begin with Germany's combat move; columns are counted from there
WRONG = {
    "sz5: germany 1 sub; sz6: uk 2 frigates, uk 1 dd": [
        "31: expected a unit, found 'frigates'; did you mean 'fighter'?"
    ],
    "sz5: germny 1 sub, uk 1 zeppelin; foo: uk 1 dd": [
        "6: expected a power or a unit, found 'germny'; did you mean 'germany'?",
        "25: expected a unit, found 'zeppelin'; one of infantry, artillery, tank, antiaircraft gun, fighter, bomber, "
        "transport, submarine, destroyer, aircraft carrier, battleship, industrial complex",
        "35: 'foo' is no space",
    ],
    "subs 5-6": ["1: how many subs? write a number before 'subs'"],
    "tank indies - germany": ["6: 'indies' may be east-indies or west-indies"],
    "tank germania - poland": [
        "6: expected a power or a unit or a space or '-', found 'germania'; did you mean 'germany'?"
    ],
    "sz5: 1 sub": ["6: whose is the submarine? write the power before it"],
    "sz5: 1 fighter": ["6: whose is the fighter? write the power before it"],
    "turkey: 1 industrial complex": ["9: whose is the industrial complex?; name the power before it"],
    "xyzzy held by germany": ["1: 'xyzzy' is no space"],
    "sz5: germany 1 sub; sz5: uk 1 dd": ["21: sz5 is said twice; say all that is there in one statement"],
    "sz5: germany 1 sub, germany 1 sub": ["21: submarine of germany in sz5 is said twice"],
    "germany 1 sub 5-6; sz5: germany 1 sub": ["20: who stands where is said after what is done; say it before"],
    "uk combat move": ["1: whose turn it is is said twice; say it once; the end of a phase is 'end'"],
    "germany 1 tank thru poland": ["16: expected a power or a unit or a space or '-', found 'thru'"],
    "germany attacks sz5, dice 2 7": [
        "29: expected a face from 1 to 6 or a power or 'cycles' or 'losing' or 'dice', found '7'; write: "
        "attacks/fights/battles SPACE[ cycles NUMBER][ losing POWER UNITS and POWER UNITS ...]"
    ],
    "dice 2": ["1: there is no action before this; say what is done first"],
    "germany unloads 1 inf to norway": [
        "32: expected 'from', found the end; write: "
        "unloads/offloads UNITS from SPACE to/into/in SPACE[ aboard NAME or UNITS]"
    ],
    "may germany 1 sub 5-6; germany 1 sub 6-7": ["24: an action after the one that is asked about; ask last"],
    "norway held by the germans": ["16: expected a power, found 'the'; did you mean 'germany'?"],
    "sz5 germany 2 subs": [
        "5: expected 'held by' or 'belongs to', found 'germany'; write for example: sz5: germany 2 subs, uk 1 dd"
    ],
    "move 2 tanks from libya to germany": [
        "14: Libya and Germany do not touch: write each space of the route with '-' between them; write: "
        "UNITS moves/goes/sails/flies/blitzes SPACE - SPACE ...[ by air]"
    ],
    "captured: sz99": ["11: expected a space, found 'sz99'; did you mean 'sz9'?"],
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


# -- the two laws


def test_a_power_that_is_no_space_holds_no_units() -> None:
    with pytest.raises(BadInput, match="column 21: 'china' is no space"):
        read("aa50; china combat; china: 2 inf; yunnan: china 2 inf")


def told(question: Question) -> tuple[Any, ...]:
    """What a question says, without expectations, ends that a line supplies and usual facts."""
    usual = (("round", 1), ("from", "nothing"))
    position = {key: each for key, each in question.case.position.items() if (key, each) not in usual and each != {}}
    acts = [
        replace(act, line=0, refused=False, refused_by=(), power="" if act.power == question.turn else act.power)
        for place, act in enumerate(question.acts)
        if place not in question.supplied
    ]
    return question.rules, position, acts, question.judged, question.what


def questions() -> Iterator[Question]:
    """The question of every case of the base that is played."""
    for scenario in scenarios():
        for case in scenario.cases if scenario.proof == "play" else ():
            yield of_scenario(replace(scenario, case=case), RULES_OF.of(scenario))


def test_every_case_is_the_same_when_it_is_read_from_its_line_and_from_its_tree(sample: Sample) -> None:
    for question in sample(questions()):
        line = to_line(question)
        again = from_line(line, RULES_OF)
        assert told(again) == told(question), line
        assert len(again.assumed) == len(again.supplied), line
        assert told(from_tree(to_tree(question), "a tree", RULES_OF)) == told(question), line


# -- no word is skipped

#: words without which a line says the same
_IDLE = frozenset(
    ["and", "moves", "move", "dice", "die", "ipc", "ipcs", "from", "for", "at", "in", "to", "has", "may", "what", "s"]
)
CHANGED = [
    "revised; germany conduct combat, round 2; sz5: germany 2 submarines 1 battleship (damaged), united kingdom 1 destroyer 1 "
    "aircraft carrier (2 fighters); norway: held by germany; germany attacks sz5, dice 2 6, united kingdom chooses 1 destroyer",
    "revised; united kingdom combat move; treasuries: germany 30, japan 12; jumped: libya 2; sz6: united kingdom 1 transport "
    "(named A, 1 infantry, 1 united states tank, combat moved); united kingdom 1 transport sz6 - sz7 - sz8; united kingdom unloads "
    "1 infantry from sz8 to western europe aboard A; may united kingdom 1 battleship bombard western europe from sz8",
]


def bag(line: str) -> Counter[str]:
    """The words and numbers of a line that say something, without the s of a plural or a verb."""
    found = (token.text.removesuffix("s") for token in tokens(line) if token.text.isalnum())
    return Counter(word for word in found if word not in _IDLE and f"{word}s" not in _IDLE)


def changed(line: str) -> Iterator[str]:
    """The line without one of its words or marks, and with two of them exchanged."""
    places = [(token.start, token.end) for token in tokens(line)]
    for start, end in places:
        yield f"{line[:start]} {line[end:]}"
    for (first, its_end), (second, end) in pairwise(places):
        yield f"{line[:first]} {line[second:end]} {line[its_end:second]} {line[first:its_end]} {line[end:]}"


@pytest.mark.parametrize("line", CHANGED, ids=["a battle", "a landing"])
def test_a_changed_line_is_refused_or_says_all_that_it_has(line: str) -> None:
    """Whatever is left out or exchanged: no word of what is there is without a part in what is read."""
    assert bag(to_line(from_line(line, RULES_OF))) == bag(line)
    wrong = 0
    for other in changed(line):
        try:
            meant = to_line(from_line(other, RULES_OF))
        except BadInput:
            wrong += 1
            continue
        assert not bag(other) - bag(meant), (other, meant)
    assert wrong > 50


def test_land_that_was_taken_was_held_before_by_its_printed_holder() -> None:
    line = "aa50; us noncombat; france: held by us, us 1 inf 1 fighter; {}may us land 1 fighter in france"
    taken = from_line(line.format("captured: france; "), RULES_OF)
    assert taken.case.position["notes"]["held"] == {"france": "germany"}
    assert taken.assumed == ("France was Germany's when the turn began",)
    said = from_line(line.format("captured: france; held: france italy; "), RULES_OF)
    assert (said.case.position["notes"]["held"], said.assumed) == ({"france": "italy"}, ())
    assert "notes" not in from_line(line.format(""), RULES_OF).case.position
    with pytest.raises(BadInput, match="from whom was land at panama captured"):
        from_line("f&s; us ncm; panama held by japan; captured: panama; pacific: us 1 bb", RULES_OF)


@pytest.mark.parametrize(
    ("printing", "ruleset"),
    [("europe 1999, 2nd printing", "europe-1999"), ("europe 1940 2nd edition", "europe-1940-2012")],
)
def test_a_printing_is_the_rule_set_that_is_called_so(printing: str, ruleset: str) -> None:
    asked = from_line(f"{printing}; germany combat move; poland: germany 1 tank", RULES_OF)
    assert asked.rules.ruleset.id == ruleset
    with pytest.raises(NotFound, match="no rule set 'second edition'"):
        from_line("revised 2nd edition; germany combat move", RULES_OF)


# -- changes


REVISED = RULES_OF("revised")
CHANGED_POSITION = stands(
    "germany",
    "conduct-combat",
    {
        "sz5": {"germany": {"submarine": 1}, UK: {"destroyer": 1, "transport": [{"cargo": {"infantry": 2}}]}},
        "norway": {"held_by": UK},
    },
    technologies={"germany": ["rockets"]},
)
BEFORE_CHANGES = from_tree({"game": "revised", "position": CHANGED_POSITION}, "a tree", RULES_OF)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("sz5: uk 2 dd", {"spaces": {"sz5": {UK: {"destroyer": 2}}}}),
        (
            "sz5: uk 0 dd, germany 0 sub; norway: germany 2 inf",
            {
                "spaces": {
                    "sz5": {UK: {"destroyer": 0}, "germany": {"submarine": 0}},
                    "norway": {"germany": {"infantry": 2}},
                }
            },
        ),
        ("sz5: uk 1 tp (1 inf)", {"spaces": {"sz5": {UK: {"transport": [{"cargo": {"infantry": 1}}]}}}}),
        ("norway held by germany", {"spaces": {"norway": {"held_by": "germany"}}}),
        ("norway: 1 ic", {"spaces": {"norway": {UK: {"industrial-complex": 1}}}}),
        ("uk noncombat, round 3", {"turn": UK, "phase": "noncombat-move", "round": 3}),
        ("technologies: germany jet power", {"technologies": {"germany": ["jet-power"]}}),
        ("treasuries: germany 30", {"treasuries": {"germany": 30}}),
    ],
)
def test_a_change_is_what_a_contrast_would_say(text: str, change: dict[str, Any]) -> None:
    assert position_table(read_change(text, REVISED, BEFORE_CHANGES.case.position)) == change


def test_a_change_has_no_actions() -> None:
    with pytest.raises(BadInput, match="column 9: expected 'held by' or 'belongs to' or a phase, found 'attacks'"):
        read_change("germany attacks sz5", REVISED, BEFORE_CHANGES.case.position)
    with pytest.raises(BadInput, match=r"which phase is it\?; write combat move or conduct combat after the power"):
        read_change("uk combat", REVISED, BEFORE_CHANGES.case.position)


@pytest.mark.parametrize("text", ["1 transport (" * 280, "1 tank and " * 300])
def test_a_hostile_line_has_findings(text: str) -> None:
    with pytest.raises(BadInput):
        read(f"revised; germany combat; {text}")
