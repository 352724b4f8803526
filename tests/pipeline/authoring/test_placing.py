"""What a file is taken for, and what is said of one that cannot be taken over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.base.model import Game, SourceText
from kb.corpus.documents import read, read_manifest
from kb.games import catalogue
from kb.pipeline.authoring import documents
from kb.pipeline.authoring.documents import Request, check_request, topics_of
from tests.pipeline.authoring.test_adding import FIVE, ONE, reissued


@pytest.fixture(scope="module")
def texts(data: str) -> list[SourceText]:
    return [read(each, data) for each in read_manifest(data)]


@pytest.fixture(scope="module")
def games(data: str) -> tuple[Game, ...]:
    return catalogue.games(data)


def place(text: str, texts: list[SourceText], games: tuple[Game, ...], **said: str) -> documents.Received:
    request = Request("a/May 4.txt", **{"authority": "club: Lamps", **said})
    return documents.place_document(text, request, texts, games)


def test_a_reissue_is_known_by_its_words(texts: list[SourceText], games: tuple[Game, ...], data: str) -> None:
    found = place(reissued(data), texts, games)
    assert (found.document.id, found.is_new) == ("revised-faq", False) and found.shared > 0.9
    other = next(each for each in texts if each.document.game == "europe-1999")
    assert place(other.text, texts, games, game="revised").document.id == "europe-1999-faq", "it is there already"


def test_a_new_document_gets_an_id_of_its_file_and_the_next_number(
    texts: list[SourceText], games: tuple[Game, ...]
) -> None:
    found = place(ONE, texts, games, game="revised")
    assert (found.document.id, found.document.number, found.is_new) == ("revised-may-4", "005", True)
    assert place(ONE, texts, games, game="revised", document="lamps").document.id == "lamps"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, "the file is not a re-issue of any document; say which with --document, or for a new document its game"),
        ({"document": "revised-fak"}, "there is no document 'revised-fak'; did you mean 'revised-faq'?"),
        ({"game": "revized"}, "there is no game 'revized'; did you mean 'revised'?"),
        (
            {"game": "revised", "authority": ""},
            "the document has no authority; name it with --authority: official, publisher, author",
        ),
        ({"game": "revised", "authority": "Larry"}, "'Larry' is no authority; name it with --authority"),
        (
            {"game": "zombies"},
            "there is no game 'zombies'; games are: revised, anniversary, europe-1999, europe-1940, "
            'flames-and-steel; a game that is not here is added with --new-game "zombies"',
        ),
    ],
)
def test_what_is_not_known_is_asked_for(
    texts: list[SourceText], games: tuple[Game, ...], said: dict[str, str], told: str
) -> None:
    with pytest.raises(BadInput) as error:
        place(ONE, texts, games, **said)
    assert str(error.value).startswith(told)


def test_most_words_of_a_document_are_no_new_document(
    texts: list[SourceText], games: tuple[Game, ...], data: str
) -> None:
    with pytest.raises(BadInput, match=r"a/May 4.txt: 9\d% of its words are those of revised-faq; name that with"):
        place(reissued(data), texts, games, game="revised")


def test_parts_begin_where_their_lines_stand_now(texts: list[SourceText], games: tuple[Game, ...], data: str) -> None:
    found = documents.read_document(place(reissued(data), texts, games), Request("a.txt"), [], [])
    parts = [(part.file, part.first, part.last) for part in found.document.parts]
    assert parts == [
        ("faq/revised.txt", 1, 8),
        ("errata/revised.txt", 9, 28),
        ("faq/revised.txt", 29, 414),
    ]  # two lines of an erratum more
    assert found.document.published == "2031-05-04" and not found.topics


def test_a_new_document_says_what_it_says_of_itself(texts: list[SourceText], games: tuple[Game, ...]) -> None:
    received = place(FIVE, texts, games, game="europe-1940")
    known = [each.document for each in texts]
    of_game = next(each for each in known if each.game == "europe-1940")
    found = documents.read_document(received, Request("a.txt", topics={"harbours": "harb"}), known, []).document
    assert (found.title, found.published, found.kind) == (FIVE.splitlines()[0], "2031-01-05", "faq")
    assert [(topic.heading, topic.slug) for topic in found.topics] == [
        ("Harbours", "harb"),
        ("Lighthouses", "lighthouses"),
    ]
    assert (found.standing, found.publisher, found.interprets) == ("club", "Lamps", of_game.interprets)
    later = documents.read_document(
        replace(received, text=FIVE.replace("Lighthouses", "Politics")), Request("a.txt"), known, []
    )
    assert later.topics[1].slug == "pol", "a heading that another document of the game has"


def test_what_is_unsure_is_told_of_the_file_that_was_received(texts: list[SourceText], games: tuple[Game, ...]) -> None:
    wrong = "Lamps\n\nQ. Is this asked?\n\nQ. And this?\nA. Yes.\n\nA. No.\n"
    found = documents.read_document(place(wrong, texts, games, game="revised"), Request("a.txt"), [], [])
    doubts = [(each.file, each.line, each.message.partition(";")[0]) for each in found.passages.doubts]
    assert doubts == [
        ("a/May 4.txt", 3, "a question without an answer"),
        ("a/May 4.txt", 8, "a second answer"),
    ]
    assert len(found.passages.passages) == 1


def test_a_file_that_is_no_text_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"Q. What?\nA. \xff\x00\n")
    (tmp_path / "empty.txt").write_text(" \n")
    for name, told in (("bad.txt", "bad.txt: not a text"), ("empty.txt", "no text in it"), ("gone.txt", "cannot be")):
        with pytest.raises(BadInput, match=told):
            documents.read_file(str(tmp_path / name))


@pytest.mark.parametrize(
    ("authority", "told"),
    [
        ("official", ("official", "")),
        ("club: Dice Tower", ("club", "Dice Tower")),
        ("the club of Hamburg", ("club", "the club of Hamburg")),
        ("author: a club", ("author", "a club")),
        ("a forum of a club", ("", "a forum of a club")),
        ("Larry Harris", ("", "Larry Harris")),
    ],
)
def test_whose_word_a_document_is_stands_among_what_is_said(authority: str, told: tuple[str, str]) -> None:
    assert documents.standing_of(authority) == told


def test_everything_that_is_said_wrongly_is_told_at_once() -> None:
    with pytest.raises(BadInput) as error:
        check_request(
            Request("a", "B C", kind="poem", date="May 4", topics=topics_of(["Lamps=lamps!", "x", "Piers=pier"]))
        )
    assert [str(each).split(";")[0] for each in error.value.findings] == [
        "no kind 'poem'",
        "'May 4' is no date",
        "'B C' cannot be a document's id",
        "'lamps!' cannot be the word of the topic 'Lamps'",
        "'x' cannot be a topic",
    ]
