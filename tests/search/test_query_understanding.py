"""What was typed and how it is read: words, games, filters, phrases, corrections."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.base.errors import QueryError
from kb.knowledge import KnowledgeBase, Results
from kb.search import lexicon
from kb.search.tokens import LONGEST_RUN, pairs, tokens


def ids(found: Results) -> list[str]:
    return [hit.id for hit in found]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("can't", ["can", "not"]),
        ("cannot don't isn't won't", ["can", "not", "do", "not", "is", "not", "will", "not"]),
        ("U.S. and S.S.R.", ["us", "and", "ssr"]),
        ("the enemy's sub.Next", ["the", "enemy", "sub", "next"]),
        ("sz5 or SZ 110", ["sz", "5", "or", "sz", "110"]),
        ("non-combat B-29s", ["non", "combat", "b", "29s"]),
        ("“curly” ‘quotes’ don’t matter", ["curly", "quotes", "do", "not", "matter"]),
        ("\x00\u202e!?", []),
    ],
)
def test_words(typed: str, words: list[str]) -> None:
    assert tokens(typed) == words


def test_pairs_keep_what_a_word_turns() -> None:
    assert pairs(["my", "sub", "no", "destroyer"], {"no"}, {"my"}) == ["sub_no", "no_destroyer"]
    assert pairs(["no"], {"no"}, set()) == []


@pytest.mark.parametrize(
    "typed", ["rev-sub-2", "REV-SUB-2", "  Rev-Sub-2 ", "rev sub 2", "REV  sub-2", "rev_sub_2", "Rev-sub2", "revsub2"]
)
def test_an_id_goes_straight_to_its_ruling(base: KnowledgeBase, typed: str) -> None:
    assert ids(base.search(typed)) == ["rev-sub-2"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bb takes a hit from an ss", "battleship takes a hit from a submarine"),
        ("sbr on an ic", "strategic bombing raid on an industrial complex"),
        ("ncm through a captured tt", "noncombat move through a captured tt"),
        ("cv with ftrs", "carrier with fighters"),
        ("u-boats", "submarines"),
        ("aaa", "antiaircraft"),
        ("armour blitz", "armor blitz"),
        ("sub submerges", "subs submerging"),
        ("harbour", "harbor"),
        ("hit", "hitting"),
        ("hit the beach", "hit his beach"),
        ("hit the beach", "hit a beach"),
        ("hit the beach", "hit beach"),
    ],
)
def test_names_spellings_forms_and_articles_give_the_same_answers(base: KnowledgeBase, one: str, other: str) -> None:
    found = base.search(one), base.search(other)
    assert ids(found[0]) == ids(found[1]) != []
    assert found[0].query.near == found[1].query.near and ("beach" not in one or found[0].query.near)


@pytest.mark.parametrize(
    ("one", "other"),
    [("may not fire", "may fire"), ("retreat before combat", "retreat after combat"), ("can land", "can not land")],
)
def test_small_words_carry_meaning(base: KnowledgeBase, one: str, other: str) -> None:
    assert ids(base.search(one)) != ids(base.search(other))


def test_a_game_that_is_asked_for_is_kept_to(base: KnowledgeBase) -> None:
    for name in ("revised", "rev", "REVISED", "aar"):
        assert {hit.game for hit in base.search("submarine", game=name, limit=100)} == {"revised"}
    assert {hit.game for hit in base.search("submarine game:anniversary", limit=100)} == {"anniversary"}


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("tranport cary tank", "transport carry tank"),
        ("freindly nuetral", "friendly neutral"),
        ("lightining assults", "lightning assaults"),
        ("dardenelles", "dardanelles"),
    ],
)
def test_a_misspelling_is_corrected_and_told(base: KnowledgeBase, typed: str, read: str) -> None:
    found = base.search(typed)
    assert found.searched_for == read
    assert ids(found) == ids(base.search(read))


def test_what_was_typed_right_is_not_corrected(base: KnowledgeBase) -> None:
    assert base.search("submarine submerges").searched_for == ""
    assert base.search("xyzzyplugh submarine").searched_for == "", "a word like no other is left alone"


def test_good_english_is_not_corrected(base: KnowledgeBase) -> None:
    found = base.search("flattops with a hole")
    assert found.searched_for == ""
    assert ids(found)[0] == "e40-sub-3", "the planes on a damaged carrier"


@pytest.mark.parametrize(
    ("typed", "ruling"),
    [
        ("may chinese walk into burma", "e40-err-7"),
        ("bomber land in a spot I just conquered", "ann-china-7"),
        ("tin can beside wounded u-boat dive", "ann-err-8"),
    ],
)
def test_words_of_the_table_find_the_ruling(base: KnowledgeBase, typed: str, ruling: str) -> None:
    assert ruling in ids(base.search(typed, limit=3))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("submarien -destroyer", "submarine -destroyer"),
        ("game:revised kind:erratum rokcets", "game:revised kind:erratum rockets"),
    ],
)
def test_a_correction_leaves_the_operators_as_they_were_typed(base: KnowledgeBase, typed: str, read: str) -> None:
    assert base.search(typed).searched_for == read


def test_two_games_asked_for_at_once_leave_nothing(base: KnowledgeBase) -> None:
    assert ids(base.search("sub game:anniversary", game="revised")) == []
    assert ids(base.search("rev-sub-2", game="anniversary")) == []


@pytest.mark.parametrize("typed", ["kind:foo", "verdict:maybe sub", "document:revised sub", "depends:weather"])
def test_a_filter_that_nothing_has_is_told(base: KnowledgeBase, typed: str) -> None:
    with pytest.raises(QueryError, match="one of: "):
        base.search(typed)


def test_a_section_may_be_named_by_its_words(base: KnowledgeBase) -> None:
    assert "rev-sub-2" in ids(base.search('section:"opening fire"', limit=50))


def test_synonyms_are_told_and_can_be_turned_off(base: KnowledgeBase) -> None:
    assert "guys, also: infantry, land unit" in base.search("when may my guys retreat").query.expanded
    assert base.search("when may my guys retreat", synonyms=False).query.expanded == []


def test_filters(base: KnowledgeBase) -> None:
    found = base.search("kind:erratum game:revised", limit=50)
    assert {*ids(found)} == {each for each in base.ids() if each.startswith("rev-err-")} != set()
    assert {hit.kind for hit in base.search("kind:erratum rockets", limit=50)} == {"erratum"}
    assert "rev-sub-5" in ids(base.search("section:rev/p4-s2-opening-fire", limit=50))
    assert all(hit.verdict_kind == "no" for hit in base.search("verdict:no transport", limit=50))


def test_a_phrase_needs_its_words_together(base: KnowledgeBase) -> None:
    together = ids(base.search('"opening fire step"', limit=100))
    assert "rev-sub-2" in together and "ann-sub-4" not in together
    assert set(together) < set(ids(base.search("opening fire step", limit=len(base.ids()))))


def test_quoted_words_that_no_ruling_has_are_searched_one_by_one_and_told(base: KnowledgeBase) -> None:
    found = base.search('he said "no way buddy" can my sub submerge')
    assert found and found.searched_for == "he said no way buddy can my sub submerge"


def test_proximity_wildcard_fuzzy_and_exclusion(base: KnowledgeBase) -> None:
    near = set(ids(base.search('"destroyer submarine"~5', limit=len(base.ids()))))
    assert near > set(ids(base.search('"destroyer submarine"', limit=len(base.ids()))))
    assert "rev-jpn-3" in ids(base.search("torped*", limit=50))
    assert "rev-jpn-2" in ids(base.search("kamikazi~", limit=50))
    without = ids(base.search("rockets -neutral", limit=len(base.ids())))
    assert "ann-tech-1" not in without and "rev-sbr-1" in without


def test_similar_rulings(base: KnowledgeBase) -> None:
    assert "e40-com-2" in ids(base.similar("ann-com-1"))
    assert "ann-com-1" not in ids(base.similar("ann-com-1"))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "an empty query"),
        ("   ", "an empty query"),
        ("?!…", "no words to search for"),
        ("to*", "too short"),
        ("game:chess sub", "there is no game 'chess'"),
        ("sub " * 600, "longer than 2,000 characters"),
    ],
)
def test_what_is_not_understood_is_said(base: KnowledgeBase, typed: str, told: str) -> None:
    with pytest.raises(QueryError, match=told.replace("*", r"\*")):
        base.search(typed)


OPERATORS = st.text(
    alphabet=string.ascii_lowercase[:8] + ' "*~-:()[]{}^?!+&|\\/\x00\x1b\n\t\u202eAND OR NOT é漢🙂', max_size=60
)


@given(OPERATORS | st.text(max_size=80))
@settings(max_examples=7 * settings.default.max_examples)
@example('"')
@example('""')
@example('"~9 "a b"~99999')
@example("[" * 1999)
@example("game: section: kind:")
@example("*" * 50)
@example("-sub -dive")
@example('-"a b"')
@example("section:%27 verdict:*")
@example("revised s sub")
@example("\ud800-1")
def test_any_characters_give_results_or_a_query_error(base: KnowledgeBase, typed: str) -> None:
    try:
        found = base.search(typed, limit=3)
    except QueryError as error:
        assert len(error.findings) == 1
    else:
        assert len(found) <= 3
        assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
        assert all(hit.snippet for hit in found)


@given(st.text(alphabet=string.ascii_letters + " ", min_size=3, max_size=40))
def test_the_same_query_gives_the_same_order(base: KnowledgeBase, built: str, typed: str) -> None:
    import kb

    try:
        first = ids(base.search(typed))
    except QueryError:
        return
    with kb.open(built) as again:
        assert ids(again.search(typed)) == first


def test_no_entry_of_the_lexicon_is_longer_than_what_is_looked_for(data: str, base: KnowledgeBase) -> None:
    games = [row["id"] for row in base.connection.execute("select id from games")]
    words = lexicon.load(data, games)
    entries = (*words.same, *words.near, *words.editions, *words.absent)
    assert [run for run in entries if run.count(" ") + 1 > LONGEST_RUN] == []
