"""The line of marks: documents that are read by other marks than the guessed ones, and guesses."""

from __future__ import annotations

import time
from typing import Any

import pytest

from kb.base.errors import BadInput
from kb.corpus.entries import Passages
from kb.corpus.typography import plain
from kb.model.corpus import Noise
from kb.model.marks import Marks, parse_marks
from kb.pipeline.authoring.reading import entries
from tests.corpus.test_reader import read as read_text
from tests.read_once import tables

MARKS = tables("corpus/marks.yaml")


def read(text: str, marks: str = "", **told: Any) -> Passages:
    return read_text(text, marks=parse_marks(marks).corrected(Marks(**told)))


def rows(found: Passages) -> list[list[str]]:
    assert not found.findings
    return [[each.question, each.answer] for each in found.passages]


@pytest.mark.parametrize("row", MARKS["told"], ids=[" ".join(row["marks"]) for row in MARKS["told"]])
def test_a_document_is_read_by_the_marks_that_are_told(row: dict[str, Any]) -> None:
    told = {name: tuple(each) if isinstance(each, list) else each for name, each in row["marks"].items()}
    assert rows(read(row["text"])) != row["entries"], "this would be guessed"
    assert rows(read(row["text"], **told)) == row["entries"]


def test_a_heading_is_told() -> None:
    text = "Q: May a raft turn?\nA: Yes.\non rafts of old\nQ: May it sink?\nA: No.\n"
    assert [each.heading for each in read(text).passages] == ["", ""]
    assert [each.heading for each in read(text, headings=("on rafts",)).passages] == ["", "on rafts of old"]
    assert [each.message for each in read(text, headings=("mills",)).doubts] == [
        "no line has a text of the marks: “mills”"
    ]


def test_what_is_left_out_is_noise_of_that_name() -> None:
    found = read("Q: May a raft turn?\nA: Yes.\nSold by Mill Games\n", leaves_out=("Sold by",))
    assert [found.text.text[each.start : each.end] for each in found.spans if each.name == Noise.LEFT_OUT] == [
        "Sold by Mill Games"
    ]


def test_a_column_that_is_not_read_is_left_out_by_that_name() -> None:
    found = read(
        "| Question | Answer | Ref |\n|---|---|---|\n| May it turn? | Yes. | 3 |\n| May it sink? | No. | 4 |\n"
    )
    left_out = [found.text.text[each.start : each.end] for each in found.spans if each.name == Noise.OTHER_COLUMN]
    assert [each.strip(" |") for each in left_out] == ["3", "4"]


@pytest.mark.parametrize(("mark", "text"), MARKS["guessed"].items(), ids=MARKS["guessed"])
def test_the_mark_that_recurs_is_guessed(mark: str, text: str) -> None:
    found = read(text)
    assert (found.marks.line.split()[0], found.doubts) == (mark, ())
    assert [each.question for each in found.passages] in (
        ["May a raft turn?", "May it sink?"],
        ["Page 3, Rafts", "Page 9, Locks"],
        ["(2.1)", "(2.4.1)"],
        ["", "", ""],
    )
    assert rows(read(text, marks=found.marks.line)) == rows(found), "the line that is printed gives the same"


def test_a_line_of_marks_is_parsed_and_printed() -> None:
    marks = parse_marks('page question="Frage:" labels')
    assert (marks.names, marks.question) == (("page", "labels"), "Frage:")
    assert parse_marks(marks.line) == marks
    assert parse_marks('question="Q, so" page,rule').line == "question='Q, so' page rule"
    assert str(Marks(("labels",), begins="Map", opens=("/x+/",))) == 'labels; opens /x+/; begins at "Map"'
    assert Marks(opens=("/x+/", "Oar"), begins="Map").within("a map xx") == Marks(opens=("/x+/",))
    with pytest.raises(BadInput, match=r"'label' is not a mark; did you mean 'labels'\?"):
        parse_marks("label")


@pytest.mark.parametrize("row", MARKS["layouts"].values(), ids=MARKS["layouts"])
def test_layouts_of_published_documents_are_read(row: dict[str, Any]) -> None:
    assert rows(read(row["text"])) == row["entries"]


@pytest.mark.parametrize("row", MARKS["undoubted"].values(), ids=MARKS["undoubted"])
def test_a_text_that_is_read_rightly_is_not_doubted(row: dict[str, Any]) -> None:
    assert read(row["text"], continues=tuple(row.get("continues", ()))).doubts == ()


@pytest.mark.parametrize(("doubt", "text"), MARKS["doubted"].items(), ids=MARKS["doubted"])
def test_a_text_that_may_mean_something_else_is_doubted(doubt: str, text: str) -> None:
    doubts = [each for each in read(text).doubts if each.message.startswith(doubt)]
    assert doubts and all(each.line and each.hint for each in doubts)


def test_the_signs_of_a_wiki_are_not_in_its_headings() -> None:
    found = read(MARKS["layouts"]["headings of a wiki"]["text"])
    assert [each.heading for each in found.passages] == ["Movement", "Combat", "Guns"]


def test_an_option_does_not_change_the_marks_that_are_guessed() -> None:
    text = MARKS["doubted"]["the marks are uncertain"]
    assert read(text).marks.line == read(text, opens=("Nobody", "The", "A")).marks.line == "line"


def test_a_doubt_about_a_heading_is_one_about_its_entries() -> None:
    text = "Q: May it turn?\nA: Yes.\n\n## Page 3 shows the old raft at the mill\n\nQ: May it sink?\nA: No.\n"
    first, second = entries(read(text), ["a", "b"])
    assert (first["doubts"], bool(second["doubts"])) == ([], True)


FLAT = (
    "Mill errata from issue 20. THE MAP 1) A ford is missing in hex 18. 2) it should be blue at the lake. "
    "THE COUNTERS The raft has the wrong number on its back. STANDARD RULES (9.68) (Correction) A raft that drifts may "
    "turn once. (15.1) Two crews share an oar when they row up the river in spring. p4, Locks, 2.1: This entry should "
    "read, “A lock is shut (see page 3)” p7, Lakes, 2.2: Ignore it."
)


def test_a_text_in_one_line_is_divided_at_headings_in_capitals_numbers_and_pages() -> None:
    assert [each.answer.split()[0] + " … " + each.answer.split()[-1] for each in read(FLAT).passages] == [
        *("A … 18.", "it … lake.", "The … back.", "A … once.", "Two … spring.", "This … 3)”", "Ignore … it."),
    ]


def test_a_run_of_question_marks_takes_no_longer_than_other_text() -> None:
    before = time.process_time()
    assert rows(read(f"Q: May it {'?' * 30_000}\nA: Yes.\n"))[0][1] == "Yes."
    assert time.process_time() - before < 5


def test_marks_of_a_quoted_answer_are_not_in_its_plain_words() -> None:
    assert plain("> Yes.\n> > - At **once**.") == "Yes. At once."
