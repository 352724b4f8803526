"""The strict notation: a text has one parse, or its errors are reported; every request can be written in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import yaml

from kb.asking.answer import ask, without_unrolled_dice
from kb.asking.notation.line import from_line, read_change
from kb.asking.notation.line_tokens import tokens
from kb.asking.notation.prose import FORMS, NAMED_FORMS, tagged
from kb.asking.notation.render import to_line
from kb.asking.question import Question, from_tree, of_scenario, to_tree
from kb.base.errors import BadInput, NotFound
from kb.cases.language.scenario import plain_table
from kb.cases.language.vocabulary import vocabulary
from tests.conftest import ROOT, Sample
from tests.read_once import RULES_OF, scenarios

#: lines and their meaning
ROWS = yaml.safe_load((ROOT / "tests" / "asking" / "lines.yaml").read_text(encoding="utf-8"))


def read(line: str, game: str = "") -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the plain question of a line without its game, and the assumptions."""
    question = from_line(line, RULES_OF, game)
    return {key: each for key, each in to_tree(question).items() if key != "game"}, question.assumed


def stands(power: str, phase: str, spaces: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"turn": power, "phase": phase, "spaces": spaces, **more}


UK, US, SU = "united-kingdom", "united-states", "soviet-union"
TANK = {"egypt": "anglo-egypt"}


@pytest.mark.parametrize("row", ROWS["lines"], ids=lambda row: row["line"][:50])
def test_a_line_is_the_request_that_it_says(row: dict[str, Any]) -> None:
    assert read(row["line"]) == (row["request"], tuple(row["assumed"]))


@pytest.mark.parametrize("row", ROWS["same"], ids=lambda row: row["line"])
def test_lines_in_other_words_are_the_same_request(row: dict[str, str]) -> None:
    before = "revised; germany combat move; libya: germany 2 tanks; "
    assert read(before + row["line"])[0] == read(before + row["as"])[0]


@pytest.mark.parametrize("row", ROWS["prose"], ids=lambda row: row["line"][:50])
def test_lines_in_the_words_of_players_are_read(row: dict[str, Any]) -> None:
    request, assumed = read(row["line"])
    assert request == read(row["as"])[0]
    assert [each for each in assumed if each[0] == "'" and "means" not in each] == row["assumed"]


def proposed(line: str) -> str:
    """Return the finding that proposes a line in place of one that cannot be read; an empty string if there is none."""
    with pytest.raises(BadInput) as error:
        read(line)
    last = str(error.value.findings[-1])
    return last if last.startswith("a similar line is valid") else ""


@pytest.mark.parametrize("row", ROWS["proposed"], ids=lambda row: row["line"][:50])
def test_a_line_that_can_be_read_is_proposed(row: dict[str, Any]) -> None:
    left = "', '".join(row["left"])
    said = f"a similar line is valid; it omits or rewords '{left}'; write: {row['proposal']}"
    assert proposed(row["line"]) == said
    assert read(row["proposal"])


@pytest.mark.parametrize(
    "said",
    [
        "anniversary; can my sub in sz 8 move past a british destroyer in sz 7 to get to sz 6?",
        "global: the italian fleet sits in sz95, can i sail my british fleet through to sz97?",
        "revised: can 2 german fighters hit a uk sub in sz5?",
        "revised: sz6 had a uk destroyer but it was sunk. can a german sub in sz5 go through sz6 to sz7?",
        "revised; uk conduct combat; france: 2 german inf vs 2 uk inf from sz7 & 1 bb bombarding; dice 4 1 2 3 3",
        "aa50; us noncombat; can a us inf walk from fukien into kwangtung, which japan holds but nobody is home?",
        "revised; germany combat; egypt: uk 1 inf; 2 tanks libya - egypt; after the battle may the tanks stay in egypt?",
    ],
)
def test_no_line_is_proposed_without_a_unit_a_fact_or_a_question_of_the_text_or_with_another(said: str) -> None:
    assert proposed(said) == ""


def test_the_pattern_of_each_form_of_sentences_matches_its_example() -> None:
    assert [example for example, pattern, _ in FORMS if not re.search(pattern, example)] == []
    names = vocabulary(RULES_OF("europe-1940"))
    assert [each for each, pattern, _ in NAMED_FORMS if not re.search(pattern, tagged(each, names))] == []


@pytest.mark.parametrize(
    "said",
    [
        "can uk tank in egypt attack the germans in libya?",
        "germany: can 2 inf in ukraine (3) go to caucasus (4)?",
        "2 german ftr fly 1 bomber from germany to norway",
        "russia bought 9 inf and 2 tanks. can all 9 go in moscow?",
    ],
)
def test_a_sentence_with_another_meaning_is_not_read(said: str) -> None:
    with pytest.raises(BadInput):
        read(f"revised: {said}")


def test_findings_are_those_on_the_board_that_has_the_names_of_a_line() -> None:
    with pytest.raises(BadInput) as error:
        read("e40; japan combat; sz6: japan 1 dd; may 1 dd go go sz6 - sz19?")
    assert "not a power" not in str(error.value) and "expected a space" in str(error.value)


def test_an_unknown_word_is_not_a_choice() -> None:
    moved = (
        "global; italy combat; sz95: italy 1 cruiser; sz96: uk 1 transport; malta: uk 1 air base 2 ftr; cruiser 95-96"
    )
    assert read(f"{moved}; can uk scramble both?")
    with pytest.raises(BadInput, match="write the units that are chosen"):
        read(f"{moved}; can uk scramble foo?")


def test_a_unit_that_is_left_behind_is_not_skipped() -> None:
    move = "revised; germany has 2 tanks in ukraine. can 2 tanks drive from ukraine to caucasus"
    assert read(f"{move}?")
    with pytest.raises(BadInput):
        read(f"{move} and leave one behind?")


BEFORE = "germany combat move; "


@pytest.mark.parametrize("row", ROWS["wrong"], ids=lambda row: row["line"])
def test_errors_are_reported_with_their_column(row: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as error:
        read(f"{BEFORE}{row['line']}", "revised")
    found = [
        re.sub(r"^column (\d+)", lambda at: str(int(at[1]) - len(BEFORE)), str(each))
        for each in error.value.findings
        if not str(each).startswith("a similar line is valid")
    ]
    assert found == row["findings"]


# -- the two laws


def test_a_power_that_is_not_a_space_has_no_units() -> None:
    with pytest.raises(BadInput, match="column 21: 'china' is not a space"):
        read("aa50; china combat; china: 2 inf; yunnan: china 2 inf")


def told(question: Question) -> tuple[Any, ...]:
    """Return the facts of a question, without expectations, ends of phases that a line supplies, and default facts."""
    usual = (("round", 1), ("from", "nothing"))
    position = {key: each for key, each in question.case.position.items() if (key, each) not in usual and each != {}}
    acts = [
        replace(
            act,
            line=0,
            refused=False,
            refused_by=(),
            power="" if act.power == question.turn else act.power,
            given={key: each for key, each in act.given.items() if (key, each) != ("cycles", 0)},
        )
        for place, act in enumerate(question.acts)
        if place not in question.supplied
    ]
    return question.rules, position, acts, question.judged, question.what


def questions() -> Iterator[Question]:
    """Yield the question of every played case, except those that leave out who held captured land, which a line
    completes."""
    for scenario in scenarios():
        for case in scenario.cases if scenario.proof == "play" else ():
            notes = case.position.get("notes", {})
            if {*notes.get("captured", ())} - {*notes.get("held", {})}:
                continue
            yield of_scenario(replace(scenario, case=case), RULES_OF.of(scenario))


def test_every_case_is_the_same_when_it_is_read_from_its_line_and_from_its_tree(sample: Sample) -> None:
    """A line completes, with an assumption, what few cases leave out, such as a step of a route or a partner's war.
    More leave out a war about land that one power holds of another."""
    completed = []
    for question in sample(questions()):
        line = to_line(question)
        again = from_line(line, RULES_OF)
        if len(again.assumed) == len(again.supplied):
            assert told(again) == told(question), line
        elif not any("are at war, because of" in each for each in again.assumed):
            completed.append(line)
        assert told(from_tree(to_tree(question), "a tree", RULES_OF)) == told(question), line
    assert len(completed) <= 10, completed


# -- no word is skipped

#: words that a line may leave out
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
    """Return the significant words and numbers of a line, without the s of a plural or a verb."""
    found = (token.text.removesuffix("s") for token in tokens(line) if token.text.isalnum())
    return Counter(word for word in found if word not in _IDLE and f"{word}s" not in _IDLE)


def changed(line: str) -> Iterator[str]:
    """Yield the line without one of its words or marks, and with two of them exchanged."""
    places = [(token.start, token.end) for token in tokens(line)]
    for start, end in places:
        yield f"{line[:start]} {line[end:]}"
    for (first, its_end), (second, end) in pairwise(places):
        yield f"{line[:first]} {line[second:end]} {line[its_end:second]} {line[first:its_end]} {line[end:]}"


@pytest.mark.parametrize("line", CHANGED, ids=["a battle", "a landing"])
def test_a_changed_line_is_refused_or_every_word_counts(line: str) -> None:
    """After an omission or exchange, every remaining word has a part in the question, or the line is refused.

    One of two changes is tried.
    """
    assert bag(to_line(from_line(line, RULES_OF))) == bag(line)
    wrong = 0
    for other in [*changed(line)][::2]:
        try:
            meant = to_line(from_line(other, RULES_OF))
        except BadInput:
            wrong += 1
            continue
        assert not bag(other) - bag(meant), (other, meant)
    assert wrong > 25


def test_land_that_was_taken_was_held_before_by_its_printed_holder() -> None:
    line = "aa50; us noncombat; france: held by us, us 1 inf 1 fighter; {}may us land 1 fighter in france"
    taken = from_line(line.format("captured: france; "), RULES_OF)
    assert taken.case.position["notes"]["held"] == {"france": "germany"}
    assert taken.assumed == ("France was Germany's when the turn began",)
    said = from_line(line.format("captured: france; held: france italy; "), RULES_OF)
    assert (said.case.position["notes"]["held"], said.assumed) == ({"france": "italy"}, ())
    assert "notes" not in from_line(line.format(""), RULES_OF).case.position
    with pytest.raises(BadInput, match="cannot have captured france from the United Kingdom"):
        from_line(line.format("captured: france; held: france uk; "), RULES_OF)
    own = from_line("aa50; uk ncm; egypt: uk 1 inf; captured: egypt; may 1 inf egypt - libya", RULES_OF)
    assert own.case.position["notes"]["held"] == {"egypt": "italy"}
    assert "Egypt was Italy's when the turn began" in own.assumed
    with pytest.raises(BadInput, match="whose is the submarine"):
        from_line("revised; sz5: 1 sub", RULES_OF)


@pytest.mark.parametrize(
    ("printing", "ruleset"),
    [("europe 1999, 2nd printing", "europe-1999"), ("europe 1940 2nd edition", "europe-1940-2012")],
)
def test_a_printing_is_the_rule_set_that_is_called_so(printing: str, ruleset: str) -> None:
    asked = from_line(f"{printing}; germany combat move; poland: germany 1 tank", RULES_OF)
    assert asked.rules.ruleset.id == ruleset
    with pytest.raises(NotFound, match="no rule set 'second edition'"):
        from_line("revised 2nd edition; germany combat move", RULES_OF)


def test_dice_that_are_not_rolled_are_left_out_with_their_names() -> None:
    line = "revised; germany combat; sz5: germany 1 sub, uk 1 dd; uk rolls destroyer 3; germany rolls sub 2 6"
    done = ask(without_unrolled_dice(from_line(line, RULES_OF)))
    assert done.request.acts[0].dice == (2, 3)


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


@pytest.mark.parametrize("row", ROWS["changes"], ids=lambda row: row["text"])
def test_a_change_is_like_that_of_a_contrast(row: dict[str, Any]) -> None:
    change = read_change(row["text"], REVISED, BEFORE_CHANGES.case.position)
    assert plain_table(change) == row["change"]


def test_a_change_has_no_actions() -> None:
    with pytest.raises(
        BadInput, match="column 9: expected a unit or 'held by' or 'belongs to' or a phase, found 'attacks'"
    ):
        read_change("germany attacks sz5", REVISED, BEFORE_CHANGES.case.position)
    with pytest.raises(BadInput, match=r"which phase is it\?; write combat move or conduct combat after the power"):
        read_change("uk combat", REVISED, BEFORE_CHANGES.case.position)


@pytest.mark.parametrize("text", ["1 transport (" * 280, "1 tank and " * 300])
def test_a_hostile_line_has_findings(text: str) -> None:
    with pytest.raises(BadInput):
        read(f"revised; germany combat; {text}")
