"""The word that answers a question as it was asked, and that none is shown where it is not sure."""

from __future__ import annotations

import pytest

from kb.knowledge import KnowledgeBase
from kb.search import answer
from kb.search.results import Hit

KEEP = "can one guy stay aboard while the others get off"
MUST = "must i unload everybody from the transport at the same time"
NO_DESTROYER = "my fighter hits a lone sub, no destroyer"


def first(base: KnowledgeBase, asked: str) -> Hit:
    return base.search(asked, "revised", limit=1)[0]


def test_the_same_ruling_answers_the_turned_question_with_the_other_word(base: KnowledgeBase) -> None:
    keep, must = first(base, KEEP), first(base, MUST)
    assert keep.id == must.id == "rev-trn-6"
    assert (keep.word, must.word) == ("yes", "no")


def test_a_word_has_its_condition(base: KnowledgeBase) -> None:
    rows = base.connection.execute(
        "select ruling, rulings.game, text, word, condition from phrasings join rulings on rulings.id = ruling"
        " where condition != '' order by phrasings.id"
    ).fetchall()
    told = 0
    for row in rows[::20]:
        hit = base.search(row["text"], row["game"], limit=1)[0]
        if hit.id == row["ruling"] and hit.word:
            assert (hit.word, hit.condition) == (row["word"], row["condition"]), row["text"]
            told += 1
    assert told > 5


def test_what_is_not_sure_has_no_word(base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "SHOWN", 1.01)
    assert (first(base, KEEP).word, first(base, KEEP).condition) == ("", "")


@pytest.mark.parametrize("asked", ["rockets", "wolf packs", "antiaircraft guns", "partial retreat ok??"])
def test_a_question_of_a_word_or_two_has_no_word(base: KnowledgeBase, asked: str) -> None:
    assert first(base, asked).word == ""


def test_a_question_in_another_sense_has_no_word(base: KnowledgeBase) -> None:
    assert first(base, KEEP.replace("can one guy stay", "must one guy stay")).word == ""


def test_where_games_differ_and_none_is_asked_there_is_no_word(base: KnowledgeBase) -> None:
    assert base.search(NO_DESTROYER)[0].id == "ann-err-9" == base.search(NO_DESTROYER, "anniversary")[0].id
    assert base.search(NO_DESTROYER)[0].word == ""
    assert base.search(NO_DESTROYER, "anniversary")[0].word == "no"


def test_only_an_answer_has_a_word(base: KnowledgeBase) -> None:
    for asked in ("revised: can i scramble fighters", "chance that a bomber survives", "rev-sub-2"):
        assert {hit.word for hit in base.search(asked)} == {""}
