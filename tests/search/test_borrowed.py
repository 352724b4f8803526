"""Rulings with few ways to ask are also found by their own sentences, and by the ways of similar rulings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.drafts import drafted, opened, plain
from kb.model.corpus import Corpus
from kb.pipeline import run
from kb.pipeline.sources import Sources
from kb.search.borrowed import ENOUGH, borrowed_ways, sentences
from tests.read_once import DATA


@pytest.fixture(scope="module")
def built() -> tuple[Corpus, Sources]:
    return run.corpus(DATA)


def test_rulings_with_ways_enough_borrow_none(built: tuple[Corpus, Sources]) -> None:
    corpus, sources = built
    assert borrowed_ways(corpus, sources.lexicon) == {}


@pytest.mark.parametrize("ways", [0, ENOUGH - 1])
def test_only_rulings_with_few_ways_borrow_them(built: tuple[Corpus, Sources], ways: int) -> None:
    corpus, sources = built
    found = borrowed_ways(drafted(corpus, "europe-1999", ways), sources.lexicon)
    assert {*found} == {each.position for each in corpus.rulings if each.game == "europe-1999"}
    own = {ask for each in corpus.rulings if each.game == "europe-1999" for ask in each.phrasings}
    assert own.isdisjoint(way for ways in found.values() for way in ways)


def test_the_ways_are_those_of_what_is_most_like_it(built: tuple[Corpus, Sources]) -> None:
    corpus, sources = built
    like = next(each for each in corpus.rulings if each.id == "rev-sub-2")
    copy = replace(like, position=len(corpus.rulings), phrasings=())
    ways = borrowed_ways(replace(corpus, rulings=(*corpus.rulings, copy)), sources.lexicon)[copy.position]
    assert {*like.phrasings[:8]} <= {*ways}
    assert {*sentences(copy.answer_text)} <= {*ways}


def test_short_sentences_are_not_ways_to_ask() -> None:
    assert sentences("Yes. A submarine may always submerge there! No, never.") == [
        "A submarine may always submerge there!"
    ]


def test_a_draft_is_found_by_its_own_question(built: tuple[Corpus, Sources]) -> None:
    corpus, sources = built
    asked = {
        each.id: plain(" ".join(each.question_text.split()[:-1]))
        for each in corpus.rulings
        if each.game == "revised" and len(each.question_text.split()) > 8
    }
    with opened(drafted(corpus, "revised", 0), sources) as base:
        first = sum(base.search(query, all_games=True).results[0].id == id for id, query in asked.items())
    assert first >= 0.9 * len(asked)
