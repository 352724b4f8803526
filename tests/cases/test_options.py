"""The written options of a choice: each can be copied into a case, and matches only that option."""

from __future__ import annotations

import pytest

from kb.base.shape import FileReader
from kb.base.yamlfile import parse
from kb.cases.language.grammar import OPTION
from kb.cases.language.units import Row, option_texts, resolve_options
from kb.cases.language.vocabulary import Vocabulary, vocabulary
from kb.cases.play.playing import play
from kb.cases.play.script import Replayed, Scripted
from kb.engine.core.picks import Kind, Picks
from kb.engine.core.position import Clock, Position
from kb.engine.core.table import Choice
from tests.conftest import Sample
from tests.read_once import GAMES, played
from tests.read_once import RULES_OF as RULES

NEAR, FAR = Kind("fighter", (("left", 3),)), Kind("fighter", (("left", 1),))


def read(text: str, words: Vocabulary) -> object:
    """Parse an option of a file; fail on a finding."""
    reader = FileReader(words, "a case")
    value = OPTION.read(reader, parse(f"option: {text}\n", "a case")["option"], 1)
    assert not reader.findings
    return value


def of_kinds(*kinds: Kind, most: int = 1) -> Choice:
    """Return a choice of one unit of some kinds, or of up to ``most``; the option of the last kind is the first."""
    return Choice("germany", "casualties", "sz5", Picks([(("germany", kind), 1) for kind in kinds], most, 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_option_that_is_offered_can_be_written(game: str, sample: Sample) -> None:
    offered = 0
    for scenario in sample(each for each in played() if each.game == game):
        rules = RULES.of(scenario)
        words = vocabulary(rules)
        for case in scenario.cases:
            for each in play(rules, case).offered:
                texts = option_texts(each.choice)
                assert len(set(texts)) == len(texts)
                for text, option in zip(texts, each.choice.options, strict=True):
                    assert resolve_options(each.choice, read(text, words)) == [option]
                    offered += 1
    assert offered or game == "flames-and-steel"


def test_a_type_alone_matches_every_option_with_that_number() -> None:
    choice = of_kinds(NEAR, FAR, most=2)
    both, far, near = choice.options
    assert near == (("germany", NEAR, 1),)
    for written, meant in (
        ([Row("", "fighter")], [far, near]),
        ([Row("", "fighter", 2)], [both]),
        ([Row("", "fighter", 1, {"left": 1})], [far]),
        ([Row("", "fighter", 1, {"left": 1}), Row("", "fighter")], [both]),
        ([Row("", "fighter", 1, {"left": 2})], []),
        ([Row("", "fighter", 2, {"left": 1})], []),
    ):
        assert resolve_options(choice, tuple(written)) == meant


def test_rows_that_the_same_units_fit_are_met_together() -> None:
    named, plain = (Kind("fighter", (("left", 3), ("name", name))) for name in ("A", "B"))
    choice = of_kinds(named, plain, FAR, most=2)
    near, of_a = (Row("", "fighter", 1, state) for state in ({"left": 3}, {"name": "A"}))
    (meant,) = resolve_options(choice, (near, of_a))
    assert meant == (("germany", named, 1), ("germany", plain, 1))
    assert not resolve_options(choice, (of_a, of_a))


def test_the_text_of_an_option_has_the_state_that_distinguishes_it() -> None:
    named = Kind("fighter", (("left", 3), ("name", "A")))
    choice = of_kinds(named, NEAR)
    assert option_texts(choice) == ["{fighter: [{name: none}]}", "{fighter: [{name: A}]}"]
    assert resolve_options(choice, (Row("", "fighter", 1, {"name": "none"}),)) == [choice.options[0]]
    full = Kind("transport", (("cargo", (("germany", Kind("tank"), 1),)), ("bound", "norway")))
    choice = of_kinds(Kind("transport"), full)
    assert option_texts(choice) == ["{transport: [{cargo: {tank: 1}}]}", "{transport: [{cargo: none}]}"]


@pytest.mark.parametrize("left", [1, 3])
def test_under_other_rules_a_similar_option_is_chosen(left: int) -> None:
    nowhere = Position(Clock(1, "germany", "conduct-combat"))
    written = Scripted()
    written.begin((), [("germany", (Row("", "fighter", 1, {"left": left}),))])
    written.choose(of_kinds(FAR, NEAR), nowhere)
    further = of_kinds(*(Kind("fighter", (("left", points),)) for points in (2, 4)))
    taken = Replayed(written.record).choose(further, nowhere)
    assert taken == further.options[0 if left == 3 else 1]
