"""Which document a file is, and the reason why one cannot be added; how entries of the manifest are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.base import yamlfile
from kb.base.errors import BadInput
from kb.corpus.documents import read, read_manifest
from kb.games import catalogue
from kb.model.corpus import Game, SourceText
from kb.model.marks import Marks
from kb.pipeline.authoring.documents import Received, Request, check_request, receive, standing_of, topics_of
from kb.pipeline.authoring.manifest import scalar, with_entry
from kb.pipeline.authoring.new_game import new_game
from kb.pipeline.authoring.trial import copy_of
from tests.pipeline.authoring.test_adding import CLUB, reissued
from tests.read_once import tables

TABLES = tables("pipeline/authoring/placing.yaml")
LAMP = "Q: May a lamp be put on an antiaircraft gun?\n\nA: Yes. A lamp is not a unit.\n"


@pytest.fixture(scope="module")
def texts(data: str) -> list[SourceText]:
    return [read(each, data) for each in read_manifest(data)]


@pytest.fixture(scope="module")
def games(data: str) -> tuple[Game, ...]:
    return catalogue.games(data)


def place(text: str, texts: list[SourceText], games: tuple[Game, ...], **said: str) -> Received:
    return receive(text, Request("a/May 4.txt", **{"authority": "club: Lamps", **said}), texts, games)


def test_a_reissue_is_known_by_its_words_and_keeps_its_parts(
    texts: list[SourceText], games: tuple[Game, ...], data: str
) -> None:
    found = place(reissued(data), texts, games, authority="")
    assert (found.document.id, found.is_new) == ("revised-faq", False) and found.shared > 0.9
    assert [(part.file, part.lines) for part in found.document.parts] == [
        ("faq/revised.txt", "1-8"),
        ("errata/revised.txt", "9-28"),
        ("faq/revised.txt", "29-414"),
    ], "two lines of an erratum more"
    assert found.document.published == "2031-05-04" and not found.topics
    other = next(each for each in texts if each.document.game == "europe-1999")
    assert place(other.text, texts, games, game="revised").document.id == "europe-1999-faq", "it is there already"


def test_a_new_document_has_an_id_of_its_file_and_the_next_number(
    texts: list[SourceText], games: tuple[Game, ...]
) -> None:
    found = place(LAMP, texts, games, game="revised")
    assert (found.document.id, found.document.number, found.is_new) == ("revised-may-4", "005", True)
    assert place(LAMP, texts, games, game="revised", document="lamps").document.id == "lamps"


def test_a_new_document_has_the_title_date_and_topics_of_its_text(
    texts: list[SourceText], games: tuple[Game, ...]
) -> None:
    text = CLUB.replace("Wagons\u2028of\u2029the\u0085club", "Politics")
    found = place(text, texts, games, game="europe-1940").document
    assert (found.title, found.published, found.kind) == (CLUB.splitlines()[0], "2031-01-05", "faq")
    assert [(topic.heading, topic.slug) for topic in found.topics] == [
        ("", "rule"),
        ("Politics", "pol"),
    ], "another document of the game has this heading"
    interprets = next(each.document.interprets for each in texts if each.document.game == "europe-1940")
    assert (found.standing, found.publisher, found.interprets) == ("club", "Lamps", interprets)


@pytest.mark.parametrize(("said", "told"), TABLES["missing options"])
def test_a_missing_option_is_named(
    texts: list[SourceText], games: tuple[Game, ...], said: dict[str, str], told: str
) -> None:
    with pytest.raises(BadInput) as error:
        place(LAMP, texts, games, **said)
    assert str(error.value).startswith(told)


def test_a_file_with_most_words_of_a_document_is_no_new_document(
    texts: list[SourceText], games: tuple[Game, ...], data: str
) -> None:
    with pytest.raises(BadInput, match=r"a/May 4.txt: it shares 9\d% of its words with revised-faq; name that with"):
        place(reissued(data), texts, games, game="revised")
    with pytest.raises(BadInput, match=f"the document {texts[0].document.id} has the same text; use --document"):
        place(texts[0].text, texts, games, game="revised", document="another")


@pytest.mark.parametrize(("name", "id"), [("Règles", "regles"), ("rev", ""), ("All", ""), ("Con", ""), ("-", "")])
def test_a_name_of_a_game_that_has_another_meaning_is_refused(name: str, id: str, games: tuple[Game, ...]) -> None:
    if id:
        assert new_game(name, games).id == id
    else:
        with pytest.raises(BadInput, match=f"'{name}' cannot be the name of a game"):
            new_game(name, games)


def test_doubts_have_the_lines_of_the_file(texts: list[SourceText], games: tuple[Game, ...]) -> None:
    wrong = "Lamps\n\nQ. Is this asked?\n\nQ. And this?\nA. Yes.\n\nA. No.\n"
    found = place(wrong, texts, games, game="revised").passages
    doubts = [(each.file, each.line, each.message.partition(";")[0]) for each in found.doubts]
    assert doubts == [
        ("a/May 4.txt", 3, "a question without an answer"),
        ("a/May 4.txt", 8, "a second answer"),
    ]
    assert len(found.passages) == 1


@pytest.mark.parametrize(("authority", "told"), TABLES["authorities"])
def test_the_standing_is_a_word_of_the_authority(authority: str, told: list[str]) -> None:
    assert standing_of(authority) == tuple(told)


def test_all_wrong_options_are_found_at_once() -> None:
    with pytest.raises(BadInput) as error:
        check_request(
            Request(
                *("a", "B" * 300),
                kind="poem",
                date="2011-99-99",
                topics=topics_of(["Lamps=lamps!", "x", "Piers=pier"]),
                marks=Marks(opens=("/(/", "* ")),
            )
        )
    assert [str(each).split(";")[0] for each in error.value.findings] == [
        "there is no kind of document 'poem'",
        "'2011-99-99' is not a date",
        f"'{'B' * 300}' cannot be a document's id",
        "'lamps!' cannot be the word of the topic 'Lamps'",
        "'x' cannot be a topic",
        "the pattern /(/ is invalid: missing ), unterminated subpattern at position 0",
        "'* ' has no words",
    ]


MANIFEST = """# The documents.
documents:
  # --- the first
  - id: one
    title: "One."  # of all

  # --- the second
  - {id: two, title: "Two."}
"""


def test_an_entry_is_added_or_replaced_and_all_other_lines_stay() -> None:
    new = "  - {id: three}\n"
    assert with_entry(MANIFEST, "three", new) == MANIFEST + new == with_entry(MANIFEST.rstrip(), "three", new)
    for id, was in (("one", '  - id: one\n    title: "One."  # of all\n'), ("two", '  - {id: two, title: "Two."}\n')):
        entry = f"  - {{id: {id}}}\n"
        assert with_entry(MANIFEST, id, entry) == MANIFEST.replace(was, entry)
    for empty in ("documents: []\n", "documents:\n"):
        assert yamlfile.parse(with_entry(f"# None.\n{empty}", "three", new), "a")["documents"] == [{"id": "three"}]


@pytest.mark.parametrize("text", TABLES["values"])
def test_a_value_is_read_as_it_was_meant(text: str) -> None:
    assert yamlfile.parse(f"- {{key: {scalar(text)}}}\n", "a") == [{"key": text}]


def test_changes_are_installed_whole_unless_somebody_changed_the_data_meanwhile(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "a.yaml").write_text("one\n")
    (data / "b.yaml").write_text("two\n")
    with copy_of(str(data)) as copy:
        copy.write("a.yaml", "one\nmore\n")
        copy.write("new/c.txt", "three\n")
        assert [(each.path, each.lines()) for each in copy.changes()] == [("a.yaml", (1, 0)), ("new/c.txt", (1, 0))]
        (data / "b.yaml").write_text("by somebody else\n")
        with pytest.raises(BadInput, match=r"data/b.yaml: was changed meanwhile; run the command again"):
            copy.install()
        assert (data / "a.yaml").read_text() == "one\n" and not (data / "new").exists()
        (data / "b.yaml").write_text("two\n")
        copy.install()
    assert (data / "a.yaml").read_text() == "one\nmore\n" and (data / "new" / "c.txt").read_text() == "three\n"
