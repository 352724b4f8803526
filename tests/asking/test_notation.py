"""The strict notation: a text has one reading, or is told what is wrong with it; every request can be written in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.asking import request
from kb.asking.notation.asked import read_typed
from kb.asking.notation.cursor import tokens
from kb.asking.notation.forms import plain_kind
from kb.asking.notation.line import read_change, read_line
from kb.asking.notation.render import render
from kb.asking.request import EngineRequest, of_scenario
from kb.base.errors import BadInput, NotFound
from kb.base.shape import ByShape, ListOf, Name, Number, OneOf, Record, TableOf, ValueKind
from kb.base.written import from_plain
from kb.cases.acts import VERBS
from kb.cases.acts.verb import Verb
from kb.cases.language import grammar
from kb.cases.language.vocabulary import Vocabulary, spoken
from kb.engine.core.rulebook import Rulebook
from tests.conftest import Sample
from tests.read_once import DATA, RULES_OF, scenarios

SPOKEN = spoken(DATA)


def read(line: str, game: str = "") -> tuple[dict[str, Any], tuple[str, ...]]:
    """The plain request of a line without its game, and what was assumed."""
    _, found, assumed = read_line(line, RULES_OF, SPOKEN, game)
    return {key: each for key, each in found.items() if key != "game"}, assumed


def parsed(line: str) -> EngineRequest:
    return request.parse(from_plain(read_line(line, RULES_OF, SPOKEN)[1]), "the line", RULES_OF)


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
        "revised; germany; karelia: germany 3 inf, ussr 3 inf; germany attacks karelia",
        {
            "position": stands(
                "germany", "conduct-combat", {"karelia-ssr": {"germany": {"infantry": 3}, SU: {"infantry": 3}}}
            ),
            "do": [{"battle": "karelia-ssr"}],
        },
        ("the phase is Conduct Combat",),
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


@pytest.mark.parametrize("line", ["usa buys 4 tanks", "usa buy 4 tanks", "usa purchase 4 tanks", "can usa buy 4 tanks"])
def test_a_verb_has_an_ending_or_none(line: str) -> None:
    found, _ = read(f"revised; usa purchase units; round 3; {line}")
    act = found["may"] if line.startswith("can") else found["do"][0]
    assert (act, found["position"]["round"]) == ({"purchase": {"tank": 4}}, 3)


def test_the_power_of_the_first_action_is_on_turn() -> None:
    found, assumed = read("revised; sz5: germany 2 subs, uk 1 dd; germany attacks sz5")
    assert (found["position"]["turn"], found["position"]["phase"]) == ("germany", "conduct-combat")
    assert assumed == ("it is Germany's turn", "the phase is Conduct Combat")


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
    "sz5: 1 sub": ["6: whose is the submarine? the power must stand before it"],
    "sz5: 1 fighter": ["6: whose is the fighter? the power must stand before it"],
    "turkey: 1 industrial complex": ["9: whose is the industrial complex?; name the power before it"],
    "xyzzy held by germany": ["1: 'xyzzy' is no space"],
    "sz5: germany 1 sub; sz5: uk 1 dd": ["21: sz5 is said twice; say all that is there in one statement"],
    "sz5: germany 1 sub, germany 1 sub": ["21: submarine of germany in sz5 is said twice"],
    "germany 1 sub 5-6; sz5: germany 1 sub": ["20: who stands where is said after what is done; say it before"],
    "uk combat move": ["1: whose turn it is is said twice; say it once; the end of a phase is 'end'"],
    "germany 1 tank thru poland": ["16: 'thru' where a power or a unit or a space or '-' must stand"],
    "germany attacks sz5, dice 2 7": [
        "29: '7' where a face from 1 to 6 or a power or 'cycles' or 'losing' or 'dice' or 'which' must stand; write: "
        "attacks/fights/battles SPACE[ cycles NUMBER][ losing POWER UNITS and POWER UNITS ...]"
    ],
    "dice 2": ["1: there is no action before this; say what is done first"],
    "germany unloads 1 inf to norway": [
        "32: the end where 'from' must stand; write: "
        "unloads/offloads UNITS from SPACE to/into/in SPACE[ aboard NAME or UNITS]"
    ],
    "may germany 1 sub 5-6; germany 1 sub 6-7": ["24: an action after the one that is asked about; ask last"],
    "norway held by the germans": ["16: 'the' where a power must stand; did you mean 'germany'?"],
    "sz5 germany 2 subs": [
        "5: 'germany' where 'held by' or 'belongs to' must stand; write for example: sz5: germany 2 subs, uk 1 dd"
    ],
    "move 2 tanks from libya to germany": [
        "14: Libya and Germany do not touch: write each space of the route with '-' between them; write: "
        "UNITS moves/goes/sails/flies/blitzes SPACE - SPACE ...[ by air]"
    ],
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


def test_every_case_of_the_base_can_be_written(sample: Sample) -> None:
    for scenario in sample([each for each in scenarios() if each.proof == "play"]):
        for case in scenario.cases:
            asked = of_scenario(replace(scenario, case=case), RULES_OF.of(scenario))
            line = render(asked)
            assert (line, same(parsed(line)), read(line)[1]) == (line, same(asked), ()), scenario.name


BOOKS = [book for game in ("revised", "europe-1940", "flames-and-steel") for book in RULES_OF.every(game)]
#: names of units, given in each position
NAMES = ("A", "B2", "Prinz Eugen")


class Written:
    """Strategies of values as a request writes them, by kind."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.words = book, Vocabulary(book.board, book.ruleset)

    def of(self, kind: ValueKind, key: str = "") -> st.SearchStrategy[Any]:
        """A value of a kind, under a key."""
        kind = plain_kind(kind)
        if isinstance(kind, grammar.ByPower):
            units = self.units(kind.word, kind.units)
            return units | st.dictionaries(self.name("power"), units, min_size=1, max_size=1)
        if isinstance(kind, TableOf) and kind.key is grammar.UNIT:
            return self.units("unit", kind.value)
        if isinstance(kind, TableOf):
            keys = self.of(kind.key)
            if keys.is_empty or self.of(kind.value).is_empty:
                return st.nothing()
            return st.dictionaries(keys, self.of(kind.value), min_size=1, max_size=1 if kind.single else 2)
        if isinstance(kind, ListOf):
            each = self.name("mark") if key == "is" else self.of(kind.each)
            if each.is_empty:
                return st.nothing()
            return st.lists(each, min_size=max(kind.least, 1), max_size=max(kind.least, 3), unique_by=repr)
        if isinstance(kind, Name):
            return self.name(kind.of, kind.also)
        if isinstance(kind, OneOf):
            return st.sampled_from(kind.words)
        if isinstance(kind, Number):
            return st.integers(kind.low, min(kind.high, 30))
        if isinstance(kind, Record):
            return self.record(kind)
        if isinstance(kind, ByShape):
            return st.one_of([self.of(each) for each in (kind.word, kind.rows, kind.table) if each])
        return st.sampled_from(NAMES)

    def name(self, kind: str, also: Iterable[str] = ()) -> st.SearchStrategy[str]:
        spaces = [space.id for space in self.book.board.spaces]
        known = [*(spaces if kind == "space" else self.words.words(kind)), *also]
        return st.sampled_from(known) if known else st.nothing()

    def record(self, kind: Record, without: Iterable[str] = ()) -> st.SearchStrategy[dict[str, Any]]:
        kinds = {key: each for key, each in kind.optional.items() if key not in without and self.can(each)}
        required = {key: self.of(each, key) for key, each in kind.required.items()}
        return st.fixed_dictionaries(required, optional={key: self.of(each, key) for key, each in kinds.items()})

    def can(self, kind: ValueKind) -> bool:
        """Whether there is a name for such a value: some games have no technologies."""
        return not self.of(kind).is_empty

    def units(self, word: str, some: ValueKind) -> st.SearchStrategy[dict[str, Any]]:
        """Units of a power by type: how many, or rows of which one at most says nothing more than that."""
        row = some.rows.each if isinstance(some, ByShape) and isinstance(some.rows, ListOf) else None
        each: st.SearchStrategy[Any] = st.integers(1, 30)
        if row is not None:
            told = self.record(plain_kind(row), ("name",))  # type: ignore[arg-type]
            each |= st.lists(told.filter(lambda row: row.keys() - {"count"}), min_size=1, max_size=2)
        return st.dictionaries(self.name(word), each, min_size=1, max_size=2)

    def act(self, verb: Verb[Any]) -> st.SearchStrategy[dict[str, Any]]:
        more = {key: grammar.EVERY_ACT[key] for key in ("power", "dice", "choices")}
        return self.record(Record(verb.key, {verb.key: verb.main, **verb.required}, {**verb.optional, **more}))

    def position(self) -> st.SearchStrategy[dict[str, Any]]:
        shape = grammar.POSITION
        kept = Record("", shape.required, {key: each for key, each in shape.optional.items() if key != "scenery"})
        notes = {"notes": self.record(grammar.NOTES), "game_notes": self.record(grammar.GAME_NOTES)}
        return st.builds(
            lambda position, notes, spaces: position | notes | {"spaces": spaces | self.named()},
            self.record(kept, ("spaces", "notes", "game_notes")),
            st.fixed_dictionaries(notes),
            st.dictionaries(self.name("space"), self.contents(), max_size=2),
        )

    def contents(self) -> st.SearchStrategy[dict[str, Any]]:
        held: st.SearchStrategy[dict[str, Any]] = st.just({})
        held |= st.fixed_dictionaries({"held_by": self.of(grammar.HOLDER)})
        units = self.of(grammar.UNITS_OF_A_POWER)
        return st.builds(dict.__or__, held, st.dictionaries(self.name("power"), units, max_size=2))

    def named(self) -> dict[str, Any]:
        """A space with a unit of each name."""
        power, unit = next(iter(self.words.words("power"))), next(iter(self.words.words("unit")))
        return {self.book.board.spaces[0].id: {power: {unit: [{"name": name} for name in NAMES]}}}


@st.composite
def requests(draw: st.DrawFn) -> EngineRequest:
    book = draw(st.sampled_from(BOOKS))
    written = Written(book)
    verbs = [each for each in VERBS.values() if written.can(each.main)]
    acts = [draw(written.act(draw(st.sampled_from(verbs)))) for _ in range(draw(st.integers(1, 2)))]
    more = draw(written.record(Record("", optional={"what": request.WHAT})))
    plain = {"position": draw(written.position()), "may": acts[0], "do": acts[1:], **more}
    names = {"game": book.ruleset.game, "board": book.board.id, "ruleset": book.ruleset.id}
    return request.parse(from_plain({**names, **plain}), "what is made", RULES_OF)


@given(requests())
def test_any_request_can_be_written(asked: EngineRequest) -> None:
    line = render(asked)
    assert (line, same(parsed(line))) == (line, same(asked))


# -- no word is skipped

#: words without which a line says the same
_IDLE = frozenset(
    ["and", "moves", "move", "dice", "die", "ipc", "ipcs", "from", "for", "at", "in", "to", "has", "may", "what", "s"]
)
CHANGED = [
    "revised; germany conduct combat, round 2; sz5: germany 2 submarines 1 battleship (damaged), united kingdom 1 destroyer 1 "
    "aircraft carrier (2 fighters); norway: held by germany; germany attacks sz5, dice 2 6, united kingdom chooses 1 destroyer",
    "revised; united kingdom combat move; treasuries: germany 30, japan 12; captured: norway; sz6: united kingdom 1 transport "
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
    assert bag(render(parsed(line))) == bag(line)
    wrong = 0
    for other in changed(line):
        try:
            found = read_line(other, RULES_OF, SPOKEN)[1]
        except BadInput:
            wrong += 1
            continue
        meant = render(request.parse(from_plain(found), "the line", RULES_OF))
        assert not bag(other) - bag(meant), (other, meant)
    assert wrong > 50


def test_land_that_was_taken_was_held_before_by_its_printed_holder() -> None:
    line = "aa50; us noncombat; france: held by us, us 1 inf 1 fighter; {}may us land 1 fighter in france"
    taken = read_typed(line.format("captured: france; "), "the line", RULES_OF)
    assert taken.case.position["notes"]["held"] == {"france": "germany"}
    assert taken.assumed == ("France was Germany's when the turn began",)
    said = read_typed(line.format("captured: france; held: france italy; "), "the line", RULES_OF)
    assert (said.case.position["notes"]["held"], said.assumed) == ({"france": "italy"}, ())
    assert "notes" not in read_typed(line.format(""), "the line", RULES_OF).case.position


@pytest.mark.parametrize(
    ("printing", "ruleset"),
    [
        ("europe 1999, 2nd printing", "europe-1999"),
        ("europe 1999 second edition", "europe-1999"),
        ("europe 1940 2nd edition", "europe-1940-2012"),
        ("europe 1940 second printing", "europe-1940-2012"),
    ],
)
def test_a_printing_is_the_rule_set_that_is_called_so(printing: str, ruleset: str) -> None:
    asked = read_typed(f"{printing}; germany combat move; poland: germany 1 tank", "the line", RULES_OF)
    assert asked.rules.ruleset.id == ruleset
    with pytest.raises(NotFound, match="no rule set 'second edition'"):
        read_typed("revised 2nd edition; germany combat move", "the line", RULES_OF)


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
    assert read_change(text, REVISED, SPOKEN, CHANGED_POSITION) == change


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("sz5: uk 1 battelship", "column 11: 'battelship' where a unit must stand; did you mean 'battleship'?"),
        ("uk combat", "column 1: which phase is it?; write combat move or conduct combat after the power"),
        ("germany attacks sz5", "column 9: 'attacks' where 'held by' or 'belongs to' or a phase must stand"),
    ],
)
def test_what_is_no_change_is_told_with_its_column(text: str, finding: str) -> None:
    with pytest.raises(BadInput) as error:
        read_change(text, REVISED, SPOKEN, CHANGED_POSITION)
    assert [str(each).partition("; one of")[0] for each in error.value.findings] == [finding]


def test_a_change_is_laid_over_the_position() -> None:
    asked = parsed("revised; germany conduct combat; sz5: germany 2 subs, uk 1 dd; germany attacks sz5")
    changed = asked.changed(read_change("sz5: germany 1 sub, uk 0 dd, uk 1 tp", REVISED, SPOKEN, asked.case.position))
    assert changed.case.position["spaces"] == {"sz5": {"germany": {"submarine": 1}, UK: {"transport": 1}}}


@pytest.mark.parametrize(
    "text", ["1 transport (" * 280, "germany " * 400, "dice 1 " * 500, "1 tank and " * 300, "((" * 900]
)
def test_a_hostile_line_has_findings(text: str) -> None:
    with pytest.raises(BadInput):
        read(f"revised; germany combat; {text}")
