"""Rulings for which few ways to ask are written are asked for by their own sentences, too, and by ways of what is like
them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.drafts import drafted, opened
from kb.base.model import Corpus
from kb.base.values import Phrasing
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
    own = {ask.text for each in corpus.rulings if each.game == "europe-1999" for ask in each.phrasings}
    assert own.isdisjoint(way.text for ways in found.values() for way in ways)
    assert all(not way.word for ways in found.values() for way in ways)


def test_the_ways_are_those_of_what_is_most_like_it(built: tuple[Corpus, Sources]) -> None:
    corpus, sources = built
    like = next(each for each in corpus.rulings if each.id == "rev-sub-2")
    copy = replace(like, position=len(corpus.rulings), phrasings=())
    ways = borrowed_ways(replace(corpus, rulings=(*corpus.rulings, copy)), sources.lexicon)[copy.position]
    assert {ask.text for ask in like.phrasings[:8]} <= {way.text for way in ways}
    assert {*map(Phrasing, sentences(copy.answer_text))} <= {*ways}


def test_sentences_of_few_words_are_no_ways_to_ask() -> None:
    assert sentences("Yes. A submarine may always submerge there! No, never.") == [
        "A submarine may always submerge there!"
    ]


def test_a_draft_has_weights_of_its_own(built: tuple[Corpus, Sources]) -> None:
    corpus, sources = built
    with opened(drafted(corpus, "revised", 0), sources) as base:
        of_draft = base.search("can a submarine hit a fighter", game="revised").answer.features
        of_others = base.search("can a submarine hit a fighter", game="anniversary").answer.features
        stored = {row[0] for row in base.connection.execute("select feature from state_model")}
    assert of_draft["unasked.own.had"] == of_draft["own.had"]
    assert "unasked.own.had" not in of_others
    assert {name for name in stored if name.startswith("unasked.")}
