"""Each rule of the ranking does something: switched off, one of these fails."""

from __future__ import annotations

import random

import pytest

from kb.knowledge import KnowledgeBase
from kb.search import rank


def test_a_word_that_only_the_lexicon_knows_finds_what_it_is_near_to(base: KnowledgeBase) -> None:
    assert base.search("chennault")[0].id == "ann-china-6"
    assert list(base.search("chennault", synonyms=False)) == []


@pytest.mark.slow
def test_a_ruling_is_found_by_the_ways_of_asking_for_it(base: KnowledgeBase) -> None:
    rows = base.connection.execute("select ruling, text from phrasings order by id").fetchall()
    chosen = random.Random(4).sample(rows, 200)
    first = sum(base.search(row["text"], limit=1)[0].id == row["ruling"] for row in chosen)
    assert first >= 180


def test_a_ruling_follows_a_better_related_one_and_never_passes_it() -> None:
    kin = {1: [2], 2: [1], 3: [4], 4: [3]}
    assert rank.lifted_by_related({1: 90.0, 2: 100.0, 3: 10.0, 4: 100.0}, kin, [1, 2, 3, 4]) == {1: 95.0, 3: 35.0}
    assert rank.lifted_by_related({2: 100.0}, kin, [2]) == {}, "what was not found is not found by its relations"


@pytest.mark.parametrize(
    ("constant", "typed", "ruling"),
    [
        (
            "PAIR",
            "anniversary: two subs attacked, he defends with one sub and I brought no dd. He rolls it before my other ships.",
            "ann-sub-4",
        ),
        ("BREADTH", "russian factory on wheels onto a boat", "rev-ussr-7"),
        ("SECOND", "V2 path across turkey", "ann-tech-1"),
    ],
)
def test_pairs_of_words_more_of_the_question_and_a_second_way_of_asking_count(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, constant: str, typed: str, ruling: str
) -> None:
    assert base.search(typed)[0].id == ruling
    monkeypatch.setattr(rank, constant, 0.0)
    assert base.search(typed)[0].id != ruling
