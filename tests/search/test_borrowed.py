"""Rulings for which few ways to ask are written are asked for by their own sentences, too, and by ways of what is like
them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.drafts import drafted, opened, plain
from kb.base.model import Corpus
from kb.base.values import Phrasing
from kb.pipeline import run
from kb.pipeline.sources import Sources
from kb.search import answer
from kb.search.borrowed import ENOUGH, borrowed_ways, sentences
from kb.search.state import ANSWERED, OTHER_GAME, RULE
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


def test_a_draft_answers_its_own_question(built: tuple[Corpus, Sources], monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a rule of the engine, or other games, have nearer words; and only there."""
    corpus, sources = built
    asked = {
        each.id: plain(" ".join(each.question_text.split()[:-1]))
        for each in corpus.rulings
        if each.game == "revised" and len(each.question_text.split()) > 8
    }
    with opened(drafted(corpus, "revised", 0, engine=True), sources) as base:
        found = {id: base.search(query, all_games=True) for id, query in asked.items()}
        wrong = {id: own.state for id, own in found.items() if own[0].id == id and own.state != ANSWERED}
        monkeypatch.setattr(answer, "OWN_QUESTION", 2.0)
        without = {base.search(query, all_games=True).state for query in asked.values()}
    assert len(wrong) * 20 < len(found), wrong
    assert RULE in without


def test_only_what_is_sure_says_that_a_draft_does_not_answer(
    built: tuple[Corpus, Sources], monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, sources = built
    asked = {
        "europe-1999": "gibraltar needed to get my fleet out of the med? the 1999 one",
        "revised": "do canals in enemy hands stop my planes",
    }
    for game, question in asked.items():
        with opened(drafted(corpus, game, 0), sources) as base:
            found = base.search(question, game=game)
            assert (found.state == OTHER_GAME, found[0].game) == (False, game)
            monkeypatch.setattr(answer, "SURE_OF_DRAFTS", 0.0)
            assert base.search(question, game=game).state == OTHER_GAME
            monkeypatch.undo()


def test_a_game_without_rules_of_its_own_says_so(built: tuple[Corpus, Sources]) -> None:
    corpus, sources = built
    with opened(drafted(corpus, "revised", 0), sources) as base:
        for game, played in (("revised", False), ("anniversary", True)):
            found = base.search("does a submarine pay a toll to the neutral harbour", game=game)
            assert (found.state, "are not played here" in found.why) == ("nearest", not played), found.why
