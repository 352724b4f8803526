"""Greetings, table numbers and speakers change neither the match nor the first result."""

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
from kb.words.lexicon import load
from tests.conftest import ROOT, edit

JUDGED = ROOT / "benchmarks"
#: the replacements for a modal verb of a question
MODALS = ("can", "may", "do", "should")


def questions() -> Iterator[tuple[str, str | None]]:
    """Return the judged questions and the games that they concern."""
    for path in (JUDGED / "match" / "held_out.jsonl", JUDGED / "judged_queries.jsonl"):
        yield from (
            (row["query"], row.get("game"))
            for row in map(json.loads, path.read_text("utf-8").splitlines())
            if row["query"][0].isalnum()
        )


def changes(base: KnowledgeBase, pairs: Iterator[tuple[str, str, str | None]]) -> tuple[float, float]:
    """Return the shares of pairs of queries whose match, and whose first result, differ."""
    counted: Counter[str] = Counter()
    search = cache(partial(base.search, limit=1))
    for question, other, game in pairs:
        one, two = search(question, game), base.search(other, game, limit=1)
        counted["all"] += 1
        counted["match"] += one.match != two.match
        counted["first"] += [each.id for each in one] != [each.id for each in two]
    return counted["match"] / counted["all"], counted["first"] / counted["all"]


def lines(name: str) -> list[str]:
    return (JUDGED / "match" / name).read_text("utf-8").splitlines()


@pytest.mark.parametrize("where", ["beginnings", "endings"])
def test_what_stands_around_a_question_changes_next_to_nothing(base: KnowledgeBase, where: str) -> None:
    around = lines(f"{where}.txt")
    pairs = (
        (question, f"{each} {question}" if where == "beginnings" else f"{question} {each}", game)
        for number, (question, game) in enumerate(questions())
        for each in around[number % 16 :: 16]
    )
    match, first = changes(base, pairs)
    assert match <= 0.1 and first <= 0.03, (match, first)


def test_it_makes_no_difference_which_modal_verb_asks(base: KnowledgeBase) -> None:
    asking = re.compile(rf"\b({'|'.join(MODALS)})\b", re.IGNORECASE)
    pairs = (
        (question, asking.sub(modal, question, count=1), game)
        for question, game in questions()
        for modal in MODALS
        if (found := asking.search(question)) and found[0].lower() != modal
    )
    match, first = changes(base, pairs)
    assert match <= 0.1 and first <= 0.03, (match, first)


def test_nothing_is_wanted_by_a_word_of_the_rules(base: KnowledgeBase, data: str) -> None:
    wants = load(data, base.games()).wants
    rules = {row[0] for row in base.connection.execute("select run from runs where kind = 'rule'")}
    assert not {run for run, want in wants.items() if run in rules and want != "elsewhere"}


def test_an_unknown_place_is_reported_with_its_line(own_data: Path) -> None:
    edit(own_data / "words.yaml", "- where: begin", "- where: beginn")
    with pytest.raises(BadInput) as error:
        load(str(own_data), [])
    (finding,) = [each for each in error.value.findings if "beginn" in each.message]
    assert (finding.message, finding.hint) == ("unknown place 'beginn'", "did you mean 'begin'?") and finding.line > 1
