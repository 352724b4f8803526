"""A game that a question names is kept to, and where it has nothing the other games' rulings are given and told."""

from __future__ import annotations

import pytest

from kb.base.errors import BadInput
from kb.knowledge import KnowledgeBase, Results
from kb.search import lexicon
from kb.search.state import NEAREST, NONE, OTHER_GAME, STATES
from kb.store import lookup
from kb.text.search import search_notes
from tests.conftest import Sample, edit

NAMED = [
    ("revised transport unload", "revised"),
    ("AAR transport unload", "revised"),
    ("AA50 submarine submerge", "anniversary"),
    ("anniversary edition submarine submerge", "anniversary"),
    ("anniversary sub*", "anniversary"),
    ("europe 1999 submarine submerge", "europe-1999"),
    ("G40 submarine submerge", "europe-1940"),
    ("global 1940 air movement", "europe-1940"),
    ("flames and steel loading transports", "flames-and-steel"),
    ("anniversery submarine submerge", "anniversary"),
    ("aniversary: submarine submerge", "anniversary"),
    ("gloabl 1940 air movement", "europe-1940"),
    ("europe40 submarine submerge", "europe-1940"),
    ("rev transport unload", "revised"),
]


def games(found: Results) -> set[str]:
    return {hit.game for hit in found}


def notes(base: KnowledgeBase, found: Results) -> dict[str, str]:
    return search_notes(found.understood(), lookup.titles(base.connection, "games"))


@pytest.mark.parametrize(("asked", "game"), NAMED)
def test_a_game_that_is_named_is_kept_to_and_told(base: KnowledgeBase, asked: str, game: str) -> None:
    found = base.search(asked, limit=30)
    assert games(found) == {game}
    title = lookup.row(base.connection, "games", game)["title"]
    assert notes(base, found)["only"] == f"Only {title}: the question names it"
    assert found.state != OTHER_GAME


@pytest.mark.parametrize(("asked", "game"), NAMED)
def test_it_is_not_kept_to_when_all_games_are_wanted(base: KnowledgeBase, asked: str, game: str) -> None:
    found = base.search(asked, limit=100, all_games=True)
    assert len(games(found)) > 1
    assert notes(base, found)["all"].startswith("All games, although the question names ")


def test_of_several_games_that_are_named_each_is_kept(base: KnowledgeBase) -> None:
    found = base.search("does a destroyer stop submarines in revised and in anniversary", limit=50)
    assert games(found) == {"revised", "anniversary"}
    assert "Axis & Allies Revised and Axis & Allies Anniversary Edition" in notes(base, found)["only"]


def test_a_game_that_is_chosen_wins_over_the_one_that_is_named_and_says_so(base: KnowledgeBase) -> None:
    for found in (base.search("g40 submarines", game="revised"), base.search("game:revised g40 submarines")):
        assert games(found) == {"revised"}
        told = notes(base, found)
        assert told["chosen"] == (
            "Axis & Allies Revised was chosen; the question names Axis & Allies Europe 1940 and Global 1940"
        )
        assert "only" not in told
    assert notes(base, base.search("revised submarines", game="revised")) == {}


@pytest.mark.parametrize(
    ("asked", "of"),
    [
        ("g40 submarines", {"europe-1940"}),
        ("submarines game:anniversary", {"anniversary"}),
        ("submarines in revised and in anniversary", {"revised", "anniversary"}),
        ("revised submarines", {"revised"}),
        ("submarines", {"revised"}),
        ("ann-sub-1", {"anniversary"}),
    ],
)
def test_with_named_first_what_is_typed_wins_over_the_game_that_was_chosen(
    base: KnowledgeBase, asked: str, of: set[str]
) -> None:
    assert games(base.search(asked, "revised", 50, named_first=True)) == of


@pytest.mark.parametrize(
    ("asked", "game"),
    [
        ("does a kamikaze attack hit a submarine", "anniversary"),
        ("rocket attack on a factory", "flames-and-steel"),
        ("bonus income for a national objective", "revised"),
    ],
)
def test_where_the_game_has_nothing_other_games_follow_and_it_is_told(
    base: KnowledgeBase, asked: str, game: str
) -> None:
    row = lookup.row(base.connection, "games", game)
    for found in (base.search(asked, game=game), base.search(f"{row['title']}: {asked}")):
        assert found.state == OTHER_GAME and found
        assert game not in games(found)
        assert found.why.startswith(f"No ruling of {row['short']} answers it; only rulings of ")
        assert found[0].id in found.why
    assert [hit.id for hit in found] == [hit.id for hit in base.search(asked, limit=100) if hit.game != game][
        : len(found)
    ], "in the order in which they are found without a game"


def test_a_filter_never_gives_another_games_rulings(base: KnowledgeBase) -> None:
    found = base.search("game:anniversary scramble from an air base", limit=50)
    assert games(found) <= {"anniversary"} and found.state != OTHER_GAME


def test_the_rulings_of_a_game_are_not_taken_for_nothing(base: KnowledgeBase, sample: Sample) -> None:
    """Asked in the words of its document, of its own game, a ruling's game is always found to have one."""
    rows = base.connection.execute("select game, question_text from rulings where kind = 'answer'").fetchall()
    assert rows
    asked = [(row["question_text"], base.search(row["question_text"], row["game"], 1).state) for row in sample(rows)]
    missed = [text for text, state in asked if state in (OTHER_GAME, NONE)]
    assert missed == []


@pytest.mark.parametrize(
    "named", ["1942 second edition", "A&A 1942 2nd Edition", "1942.2", "spring 1942", "milton bradley"]
)
def test_a_game_that_is_not_here_is_told_and_not_read_as_one_that_is(base: KnowledgeBase, named: str) -> None:
    found = base.search(f"{named}: can subs dive at once")
    assert found.query.terms == base.search("can subs dive at once").query.terms
    assert found.state in (NEAREST, NONE), "what another game says is no answer"
    (title,) = found.understood()["absent"]
    assert notes(base, found)["absent"] == f"The question names {title}, of which there are no rulings here"


def test_an_edition_of_a_game_that_is_here_is_still_found_by_its_words(base: KnowledgeBase) -> None:
    found = base.search("europe 1999: what changed from the first to the second edition")
    assert found.understood()["absent"] == []
    assert found[0].id == "e99-ed2-1"


def test_a_name_of_two_games_is_refused(own_data: str) -> None:
    edit(own_data / "words.yaml", "names: [spring 1942,", "names: [aa50, spring 1942,")
    with pytest.raises(BadInput, match="names a game of the base and one that it does not have"):
        lexicon.load(str(own_data), ["revised", "anniversary", "europe-1999", "europe-1940", "flames-and-steel"])


def test_words_that_no_ruling_knows_are_told_but_not_those_that_were_corrected(base: KnowledgeBase) -> None:
    found = base.search("destryer blorpfest submerge")
    assert found.understood()["unknown"] == ["blorpfest"]
    told = notes(base, found)
    assert told["unknown"] == "No ruling knows: blorpfest"
    assert told["searched_for"].startswith("Searched for: destroyer")


def test_results_as_plain_values_say_how_the_question_was_understood(base: KnowledgeBase) -> None:
    told = base.search("revised blorpfest transport unload").plain()
    assert (told["query"], told["game"]) == ("revised blorpfest transport unload", "revised")
    assert (told["only"], told["named"], told["chosen"]) == (["revised"], ["revised"], False)
    assert (told["searched_for"], told["unknown"], told["absent"]) == ("", ["blorpfest"], [])
    assert isinstance(told["also"], list) and told["state"] in STATES and told["why"]
    assert {row["game"] for row in told["results"]} == {"revised"}
