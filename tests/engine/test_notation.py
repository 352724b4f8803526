"""Positions as text: exact both ways, readable, and strict about nonsense."""

from __future__ import annotations

import doctest
import time
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.engine import notation
from kb.engine.core.position import Battle, Clock, Mark, Position, Unit
from kb.engine.setup import printed
from kb.errors import BadInput
from tests.read_once import RULES_OF

RULES = RULES_OF("revised")
HEAD = "round 1\nturn germany\nphase combat-move\n"


def test_the_printed_set_up_is_as_on_the_charts() -> None:
    start = printed(RULES)
    assert start.clock == Clock(1, "soviet-union", "develop-weapons")
    assert len(start.units) == sum(row.count for row in RULES.board.setup) == 205
    assert start.treasuries == {
        "soviet-union": 24,
        "germany": 40,
        "united-kingdom": 30,
        "japan": 30,
        "united-states": 42,
    }
    assert start.holders["norway"] == "germany" and "spain" not in start.holders and "sz5" not in start.holders
    assert not any(unit.aboard or unit.marks for unit in start.units.values())


def test_a_position_reads_like_a_chart() -> None:
    lines = notation.write(printed(RULES)).splitlines()
    assert lines[:4] == ["round 1", "turn soviet-union", "phase develop-weapons", "treasury soviet-union 24"]
    assert "norway: germany infantry 62-64" in lines
    assert (
        "holds japan: borneo caroline-islands east-indies french-indochina japan kwangtung manchuria new-guinea okinawa philippine-islands solomon-islands wake-island"
        in lines
    )


def test_everything_of_a_unit_and_a_battle_is_written() -> None:
    unit = Unit(
        50,
        "infantry",
        "germany",
        "sz5",
        1,
        2,
        49,
        ("germany", "sz5"),
        "norway",
        frozenset({Mark.LOADED, Mark.FOUGHT}),
        "A",
    )
    ship = Unit(49, "transport", "germany", "sz5")
    battle = Battle(
        "sz5",
        "germany",
        (49,),
        (50,),
        3,
        "press-or-retreat",
        frozenset({50}),
        frozenset({49, 50}),
        ((49, 2),),
        (("infantry", 1), ("tank", 2)),
        ("germany",),
        True,
    )
    position = Position(Clock(2, "germany", "conduct-combat"), {49: ship, 50: unit}, battle=battle)
    text = notation.write(position)
    assert (
        "sz5: germany infantry 50 damage=1 spent=2 aboard=49 came=germany>sz5 bound=norway is=fought+loaded name=A"
        in text
    )
    for value, kind in ((unit, Unit), (battle, Battle)):
        plain = [field.name for field in fields(kind) if getattr(value, field.name) == field.default]
        assert not plain, f"this test has to tell of {plain}, too"
    assert notation.read(text) == position


NAMES = st.from_regex(r"[a-z]{1,6}(-[a-z0-9]{1,4})?", fullmatch=True)
SMALL = st.integers(0, 9)
NOTE = st.recursive(
    st.booleans() | st.integers(-99, 99) | NAMES, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5
)
NOTES = st.dictionaries(st.lists(NAMES, min_size=1, max_size=3).map(tuple), NOTE, max_size=3)
SETS = st.dictionaries(NAMES, st.frozensets(NAMES, max_size=3), max_size=3)


@st.composite
def units(draw: st.DrawFn) -> dict[int, Unit]:
    ids = sorted(draw(st.sets(st.integers(1, 60), max_size=8)))
    found = {}
    for number in ids:
        found[number] = Unit(
            number,
            draw(NAMES),
            draw(NAMES),
            draw(NAMES),
            draw(SMALL),
            draw(SMALL),
            draw(st.sampled_from([0, *ids])),
            tuple(draw(st.lists(NAMES, max_size=3))),
            draw(st.just("") | NAMES),
            draw(st.frozensets(st.sampled_from(list(Mark)), max_size=3)),
        )
    return found


@st.composite
def anything(draw: st.DrawFn) -> Position:
    standing = draw(units())
    some = st.lists(st.sampled_from(sorted(standing) or [0]), max_size=3 if standing else 0)
    battle = Battle(
        draw(NAMES),
        draw(NAMES),
        tuple(draw(some)),
        tuple(draw(some)),
        draw(SMALL),
        draw(st.just("") | NAMES),
        frozenset(draw(some)),
        frozenset(draw(some)),
        tuple(draw(st.lists(st.tuples(SMALL, SMALL), max_size=2))),
        tuple(draw(st.lists(st.tuples(NAMES, SMALL), max_size=2))),
        tuple(draw(st.lists(NAMES, max_size=2))),
        draw(st.booleans()),
    )
    return Position(
        Clock(draw(SMALL), draw(NAMES), draw(NAMES)),
        standing,
        draw(st.dictionaries(NAMES, NAMES, max_size=4)),
        draw(st.dictionaries(NAMES, st.integers(-9, 999), max_size=4)),
        draw(SETS),
        draw(SETS),
        draw(st.dictionaries(NAMES, SMALL, max_size=3)),
        draw(st.dictionaries(st.tuples(NAMES, NAMES), SMALL, max_size=3)),
        draw(NOTES),
        draw(NOTES),
        draw(st.none() | st.just(battle)),
        draw(st.frozensets(NAMES, max_size=3)),
        draw(st.dictionaries(st.tuples(NAMES, NAMES), NAMES, max_size=3)),
    )


@pytest.mark.slow
@given(anything())
def test_any_position_comes_back(position: Position) -> None:
    text = notation.write(position)
    assert notation.read(text) == position
    assert notation.write(notation.read(text)) == text


def test_order_and_remarks_do_not_matter() -> None:
    text = notation.write(printed(RULES))
    shuffled = "# a remark\n\n" + "\n".join(sorted(text.splitlines(), reverse=True))
    assert notation.read(shuffled) == printed(RULES)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tresury germany 40", "position:4: 'tresury' begins no line; did you mean 'treasury'?"),
        ("treasury germany", "position:4: 2 words are wanted after the first, not 1"),
        ("treasury germany forty", "position:4: 'forty' is no number; write digits"),
        ("treasury germany 4\ntreasury germany 5", "position:5: 'germany' is told twice; remove one of the two"),
        ("turn japan", "position:4: 'turn' is told twice"),
        ("option technology\noption technology", "position:5: 'technology' is told twice; remove one of the two"),
        ("holds germany norway", "position:4: a colon is missing after the power; write 'holds germany: ...'"),
        ("sz5: germany submarine", "position:4: units have a power, a type and ids"),
        ("sz5: germany submarine 3-1", "position:4: '3-1' are no ids; write for example 1-3,7"),
        ("sz5: germany submarine 0", "position:4: '0' are no ids"),
        ("sz5: germany submarine 1-99999999", "position:4: '1-99999999' are no ids"),
        ("sz5: germany submarine 1,1", "position:4: '1' is told twice"),
        (
            "sz5: germany submarine 1 dammage=1",
            "position:4: 'dammage=1' is not a field with a value; did you mean 'damage'?",
        ),
        ("sz5: germany submarine 1 spent=1 spent=2", "position:4: 'spent' is told twice"),
        ("sz5: germany submarine 1 is=fougt", "position:4: unknown mark 'fougt'; did you mean 'fought'?"),
        ("sz5: germany infantry 1 aboard=7", "position:1: unit 7 is named and is nowhere; say where it stands"),
        ("battle sz5: germany attackers=3 defenders=4", "position:1: unit 3 is named and is nowhere"),
        ("battle sz5: germany amphibious=maybe", "position:4: 'maybe' is neither yes nor no; write yes or no"),
        ("turn note contested sz5", "position:4: this is no note; write for example 'turn note contested sz5 = true'"),
        ("turn note contested = __import__('os')", "position:4: '__import__('os')' is no value of a note"),
        ("turn note contested = {}", "position:4: '{}' is no value of a note"),
        (
            "turn note contested = " + "[" * 100_000,
            "position:4: '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...' is no value of a note",
        ),
        ("\x00\ufeff", "position:4: '\x00\ufeff' begins no line; see kb/engine/notation.py"),
    ],
)
def test_nonsense_is_told_with_line_and_hint(line: str, message: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadInput) as error:
        notation.read(HEAD + line)
    assert str(error.value).startswith(message)
    assert time.process_time() - begun < 1


def test_every_finding_at_once() -> None:
    with pytest.raises(BadInput) as error:
        notation.read("turn germany\nnonsense\nsz5: germany")
    assert [finding.line for finding in error.value.findings] == [2, 3, 1, 1]


@given(
    st.text(max_size=200) | st.lists(st.sampled_from(notation.write(printed(RULES)).split()), max_size=30).map(" ".join)
)
def test_whatever_is_read_there_is_a_position_or_bad_input(text: str) -> None:
    for whole in (text, HEAD + text):
        try:
            assert isinstance(notation.read(whole), Position)
        except BadInput as error:
            assert all(finding.line and finding.hint for finding in error.findings)


@pytest.mark.parametrize("name", ["two words", "a=b", "-", "x:", "a,b", "a>b"])
def test_a_name_that_could_not_be_read_is_not_written(name: str) -> None:
    start = printed(RULES)
    unit: Any = replace(start.units[1], at=name)
    with pytest.raises(ValueError, match="not a name"):
        notation.write(replace(start, units={1: unit}))


def test_the_examples_in_the_module() -> None:
    assert doctest.testmod(notation).failed == 0
