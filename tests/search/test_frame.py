"""What stands around a question counts neither for nor against an answer."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.knowledge import KnowledgeBase
from kb.search.frame import Frames
from kb.search.lexicon import load
from tests.conftest import ROOT, edit

FRAMES = Frames(
    {"show me the rule": "anywhere", "somebodi sai": "anywhere", "tabl 0": "anywhere", "hi": "edge", "rule": "begin"}
    | {"two": "number", "thank": "edge", "so": "edge"}
)
STEMS = {word: word for word in "show me the rule sub hit hi so thank tabl sai two".split()}  # noqa: SIM905
JUDGED = ROOT / "benchmarks"
#: what a modal verb of a question is turned into
MODALS = ("can", "may", "do", "should")


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ("sub hit show me the rule", "sub hit"),
        ("bob sai sub hit", "sub hit"),  # nobody knows bob
        ("sub sai hit", "sub sai hit"),
        ("tabl two sub hit", "sub hit"),
        ("tabl 17 sub hit", "sub hit"),
        ("tabl sub hit", "tabl sub hit"),
        ("show me the rule", "show me the rule"),  # or nothing would be left
        ("two sub", "two sub"),
    ],
)
def test_some_wordings_are_taken_off_wherever_they_stand(asked: str, left: str) -> None:
    assert FRAMES.without(asked.split(), {**STEMS, "17": "17"}) == left.split()


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ("hi so sub hit thank", "sub hit"),
        ("sub so hit", "sub so hit"),
        ("rule sub", "sub"),
        ("sub rule", "sub rule"),  # this one only where a question begins
        ("hi thank", "hi thank"),
    ],
)
def test_others_only_at_the_ends(asked: str, left: str) -> None:
    assert FRAMES.inside(asked.split()) == left.split()


@pytest.mark.parametrize(
    ("typed", "like"),
    [
        ("pete and marcus are arguing: can subs hit planes", "can subs hit planes"),
        ("can subs hit planes, says my aunt", "can subs hit planes"),
        ("it is late. my wife waits. can subs hit planes?", "can subs hit planes"),
        ("convoy scenario: can subs hit planes", "convoy scenario can subs hit planes"),
        ("trasnports: can subs hit planes", "transports can subs hit planes"),
        ("aa50: can subs hit planes", "aa50 can subs hit planes"),
        ("pete and marcus", "pete and marcus"),
        ("d-day edition, how do the cards work, mate", "d-day edition how do the cards work mate"),
    ],
)
def test_parts_without_a_word_of_the_rules_are_left_out_at_the_ends(base: KnowledgeBase, typed: str, like: str) -> None:
    one, other = (base.search(each).query for each in (typed, like))
    assert (one.terms, one.games) == (other.terms, other.games)


def questions() -> Iterator[tuple[str, str | None]]:
    """The judged questions and the games that they are asked of."""
    for path in (JUDGED / "answer_states" / "held_out.jsonl", JUDGED / "judged_queries.jsonl"):
        yield from (
            (row["query"], row.get("game"))
            for row in map(json.loads, path.read_text("utf-8").splitlines())
            if row["query"][0].isalnum()
        )


def changes(base: KnowledgeBase, pairs: Iterator[tuple[str, str, str | None]]) -> tuple[float, float]:
    """For pairs of a question and the same otherwise: the part of which the state, and the first ruling, is another."""
    counted: Counter[str] = Counter()
    search = cache(partial(base.search, limit=1))
    for question, other, game in pairs:
        one, two = search(question, game), base.search(other, game, limit=1)
        counted["all"] += 1
        counted["state"] += one.state != two.state
        counted["first"] += [hit.id for hit in one] != [hit.id for hit in two]
    return counted["state"] / counted["all"], counted["first"] / counted["all"]


def lines(name: str) -> list[str]:
    return (JUDGED / "answer_states" / name).read_text("utf-8").splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("where", ["beginnings", "endings"])
def test_what_stands_around_a_question_changes_next_to_nothing(base: KnowledgeBase, where: str) -> None:
    around = lines(f"{where}.txt")
    pairs = (
        (question, f"{each} {question}" if where == "beginnings" else f"{question} {each}", game)
        for number, (question, game) in enumerate(questions())
        for each in around[number % 4 :: 4]
    )
    state, first = changes(base, pairs)
    assert state <= 0.03 and first <= 0.03, (state, first)


@pytest.mark.slow
def test_it_makes_no_difference_which_modal_verb_asks(base: KnowledgeBase) -> None:
    asking = re.compile(rf"\b({'|'.join(MODALS)})\b", re.IGNORECASE)
    pairs = (
        (question, asking.sub(modal, question, count=1), game)
        for question, game in questions()
        for modal in MODALS
        if (found := asking.search(question)) and found[0].lower() != modal
    )
    state, first = changes(base, pairs)
    assert state <= 0.03 and first <= 0.03, (state, first)


def test_nothing_is_wanted_by_a_word_of_the_rules(base: KnowledgeBase, data: str) -> None:
    wants = load(data, base.games()).wants
    rules = {row[0] for row in base.connection.execute("select run from runs where kind = 'rule'")}
    assert not {run for run, want in wants.items() if run in rules and want != "elsewhere"}


def test_a_place_that_there_is_not_is_told_with_its_line(own_data: Path) -> None:
    edit(own_data / "words.yaml", "- where: begin", "- where: beginn")
    with pytest.raises(BadInput) as error:
        load(str(own_data), [])
    (finding,) = [each for each in error.value.findings if "beginn" in each.message]
    assert (finding.message, finding.hint) == ("unknown place 'beginn'", "did you mean 'begin'?") and finding.line > 1
