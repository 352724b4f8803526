"""The parsing of queries: words, games and printings, corrections, frames, values of spaces, operators."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.base.errors import BadInput, QueryError
from kb.knowledge import KnowledgeBase
from kb.search.results import Result, Results
from kb.words import lexicon
from kb.words.tokens import LONGEST_RUN, tokens
from tests.conftest import edit
from tests.read_once import tables

QUERIES = tables("search/queries.yaml")


def ids(found: Results) -> list[str]:
    """Return the ids of the rulings, in the order of the results."""
    return [each.id for each in found.every if each.kind == "ruling"]


def ruling(found: Results, id: str) -> Result:
    return next(each for each in found.every if each.id == id)


@pytest.mark.parametrize(("typed", "words"), QUERIES["words"])
def test_words(typed: str, words: list[str]) -> None:
    assert tokens(typed) == words


@pytest.mark.parametrize("typed", ["rev-sub-2", "  Rev-Sub-2 ", "REV  sub-2", "rev_sub_2", "revsub2"])
def test_an_id_leads_to_its_ruling(base: KnowledgeBase, typed: str) -> None:
    assert ids(base.search(typed)) == ["rev-sub-2"]


def test_an_id_wins_over_the_chosen_game(base: KnowledgeBase) -> None:
    assert ids(base.search("rev-sub-2", game="anniversary")) == ["rev-sub-2"]


@pytest.mark.parametrize(("one", "other"), QUERIES["equal"])
def test_names_spellings_forms_and_articles_give_the_same_results(base: KnowledgeBase, one: str, other: str) -> None:
    assert ids(base.search(one)) == ids(base.search(other)) != []


@pytest.mark.parametrize(
    ("one", "other"),
    [("may not fire", "may fire"), ("retreat before combat", "retreat after combat"), ("can land", "can not land")],
)
def test_small_words_carry_meaning(base: KnowledgeBase, one: str, other: str) -> None:
    assert ids(base.search(one)) != ids(base.search(other))


# -- games and printings


@pytest.mark.parametrize(("asked", "game"), QUERIES["named games"])
def test_a_game_that_is_named_is_kept_to(base: KnowledgeBase, asked: str, game: str) -> None:
    found = base.search(asked, limit=30)
    assert {each.game for each in found.every} == {game} == {found.game}
    assert f"Only {base.short_titles[game]}: the query names it" in found.notes
    every = base.search(asked, limit=100, all_games=True)
    assert len({each.game for each in every}) > 1 and not every.elsewhere


@pytest.mark.parametrize(("asked", "of"), QUERIES["chosen games"])
def test_the_query_wins_over_the_chosen_game(base: KnowledgeBase, asked: str, of: list[str]) -> None:
    assert {each.game for each in base.search(asked, "revised", 50).every} == {*of}


def test_a_note_names_the_chosen_game_that_was_passed_over(base: KnowledgeBase) -> None:
    notes = base.search("g40 submarines", game="revised").notes
    assert notes == ["Only Europe 1940: the query names it", "Not Revised, which was chosen"]
    assert base.search("revised submarines", game="revised").notes == []


@pytest.mark.parametrize(("asked", "chosen", "mentioned"), QUERIES["mentioned"])
def test_a_game_that_is_only_mentioned_is_not_searched(
    base: KnowledgeBase, asked: str, chosen: str | None, mentioned: str
) -> None:
    found = base.search(asked, chosen)
    assert {each.game for each in found} == {"anniversary"}
    assert f"Not searched: {mentioned}, which the query only mentions" in found.notes


@pytest.mark.parametrize(("asked", "printing"), QUERIES["named printings"])
def test_a_printing_that_is_named_is_selected(base: KnowledgeBase, asked: str, printing: str) -> None:
    found = base.search(asked)
    assert found.query.printing == printing
    assert (found.game == "europe-1940") == bool(printing)


def test_a_ruling_has_what_is_known_of_it_in_the_printing(base: KnowledgeBase) -> None:
    for found in (base.search("g40 2012 uk scramble"), base.search("e40-scr-1", printing="2012")):
        printing = ruling(found, "e40-scr-1").printing
        assert (printing["printing"], printing["holds"]) == ("2012", "differs") and "United Kingdom" in printing["note"]
    assert ruling(base.search("g40 uk scramble"), "e40-scr-1").printing is None


def test_a_statement_says_if_it_does_not_hold_in_the_printing(base: KnowledgeBase) -> None:
    asked = "how many shots does an antiaircraft gun have at five planes"
    for printing, begins in (
        ("2010", "Not in the 2010 printing. 2012 printing: Each"),
        ("2012", "2012 printing: Each"),
    ):
        found = base.search(f"e40 {printing} {asked}").results[0]
        assert found.id == "europe-1940/shots-per-antiaircraft-gun" and found.says.startswith(begins)


def test_a_printing_that_no_game_has_is_refused(base: KnowledgeBase) -> None:
    with pytest.raises(QueryError, match="there is no printing '1066'"):
        base.search("scramble", printing="1066")


@pytest.mark.parametrize(
    "named",
    ["1942 second edition", "spring 1942", "milton bradley", "LHTR", "global war 1936", "g40 balanced mod", "xeno"],
)
def test_a_game_or_rule_set_that_is_not_here_is_said(base: KnowledgeBase, named: str) -> None:
    found = base.search(f"{named}: can subs dive at once")
    assert len(found.query.absent) == 1 and "There are no rulings of " in " ".join(found.notes)
    assert (found.match, ids(found)) == ("none", []) or found.query.games


def test_global_war_is_not_global_1940(base: KnowledgeBase) -> None:
    assert base.search("global war 1936 scramble").query.games == []
    assert base.search("global scramble").query.games == ["europe-1940"]


def test_a_name_of_two_games_is_refused(own_data: str) -> None:
    edit(own_data / "words.yaml", "names: [spring 1942,", "names: [aa50, spring 1942,")
    with pytest.raises(BadInput, match="is under 'editions' and under 'absent'; remove it from one"):
        lexicon.load(str(own_data), ["revised", "anniversary", "europe-1999", "europe-1940", "flames-and-steel"])


# -- corrections


@pytest.mark.parametrize(("typed", "read", "note"), QUERIES["corrected"])
def test_a_misspelling_is_corrected_and_noted(base: KnowledgeBase, typed: str, read: str, note: str) -> None:
    found = base.search(typed)
    assert f"Read as: {note}" in found.notes
    assert ids(found) == ids(base.search(read))


def test_good_english_is_not_corrected_and_unknown_words_are_noted(base: KnowledgeBase) -> None:
    assert base.search("flattops with a hole").query.corrected == {}
    assert "Unknown words: xyzzyplugh" in base.search("xyzzyplugh submarien").notes


# -- frames and values


@pytest.mark.parametrize(("typed", "like"), QUERIES["framed"])
def test_greetings_tables_and_speakers_change_nothing(base: KnowledgeBase, typed: str, like: str) -> None:
    one, other = (base.search(each).query for each in (typed, like))
    assert (one.terms, one.games) == (other.terms, other.games)


@pytest.mark.parametrize(("asked", "first"), QUERIES["values"])
def test_a_value_is_found_by_the_name_of_its_space_or_unit(base: KnowledgeBase, asked: str, first: str) -> None:
    assert base.search(asked).results[0].id == first


def test_a_place_that_is_only_the_scene_does_not_find_its_values(base: KnowledgeBase) -> None:
    found = base.search("aa50: i hold karelia, worth 2. may i build 3 infantry at the complex there")
    assert not [each.id for each in found.every if each.id.startswith("value:anniversary/s")]


# -- operators and refusals


@pytest.mark.parametrize("typed", ["kind:foo", "verdict:maybe sub", "document:revised sub", "depends:weather"])
def test_a_filter_that_nothing_has_is_refused(base: KnowledgeBase, typed: str) -> None:
    with pytest.raises(QueryError, match="one of: "):
        base.search(typed)


def test_filters(base: KnowledgeBase) -> None:
    found = base.search("kind:erratum game:revised", limit=50)
    assert {*ids(found)} == {each for each in base.ids() if each.startswith("rev-err-")} != set()
    of_kind = ids(base.search("kind:erratum rockets"))
    assert of_kind and {base.ruling(each)["kind"] for each in of_kind} == {"erratum"}
    assert "rev-sub-5" in ids(base.search("section:rev/p4-s2-opening-fire", limit=50))
    assert "rev-sub-2" in ids(base.search('section:"opening fire"', limit=50))


def test_phrases_proximity_wildcards_fuzzy_words_and_exclusion(base: KnowledgeBase) -> None:
    every = len(base.ids())
    together = ids(base.search('"opening fire step"', limit=100))
    assert "rev-sub-2" in together and "ann-sub-4" not in together
    near = {*ids(base.search('"destroyer submarine"~5', limit=every))}
    assert near > {*ids(base.search('"destroyer submarine"', limit=every))}
    assert "rev-jpn-3" in ids(base.search("torped*", limit=50))
    assert "rev-jpn-2" in ids(base.search("kamikasi~", limit=50)), "two edits"
    assert not base.search("kamkasi~", limit=50), "three edits"
    without = ids(base.search("rockets -neutral", limit=every))
    assert "ann-tech-1" not in without and "rev-sbr-1" in without


def test_quoted_words_that_no_ruling_has_are_searched_one_by_one(base: KnowledgeBase) -> None:
    found = base.search('he said "no way buddy" can my sub submerge')
    assert ids(found)
    assert "No ruling has the quoted words together; they were searched without quotes" in found.notes


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "the query is empty"),
        ("?!…", "the query lacks words to search for"),
        ("to*", "too short"),
        ("game:chess sub", "there is no game 'chess'"),
        ("sub " * 600, "longer than 2,000 characters"),
    ],
)
def test_a_query_that_cannot_be_parsed_is_refused(base: KnowledgeBase, typed: str, message: str) -> None:
    with pytest.raises(QueryError, match=message.replace("*", r"\*")):
        base.search(typed)


OPERATORS = st.text(
    alphabet=string.ascii_lowercase[:8] + ' "*~-:()[]{}^?!+&|\\/\x00\x1b\n\t\u202eAND OR NOT é漢🙂', max_size=60
)


@given(OPERATORS | st.text(max_size=80))
@settings(max_examples=4 * settings.default.max_examples)
@example('""')
@example('"~9 "a b"~99999')
@example("[" * 1999)
@example("game: section: kind:")
@example('-"a b" -sub')
@example("revised s sub")
@example("\ud800-1")
def test_any_characters_give_results_or_a_query_error(base: KnowledgeBase, typed: str) -> None:
    try:
        found = base.search(typed, limit=3)
    except QueryError as error:
        assert len(error.findings) == 1
    else:
        assert len(found) <= 3 and (found.match != "none" or not found.results)
        scores = [each.score for each in found if each.score is not None]
        assert scores == sorted(scores, reverse=True)


def test_no_entry_of_the_lexicon_is_longer_than_a_run(data: str, base: KnowledgeBase) -> None:
    words = lexicon.load(data, base.games())
    entries = (*words.same, *words.near, *words.editions, *words.absent, *words.printings)
    assert [run for run in entries if run.count(" ") + 1 > LONGEST_RUN] == []
