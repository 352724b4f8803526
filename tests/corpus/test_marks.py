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
from tests.corpus.test_reader import read as read_text


def read(text: str, marks: str = "", **told: Any) -> Passages:
    return read_text(text, marks=parse_marks(marks).corrected(Marks(**told)))


def rows(found: Passages) -> list[tuple[str, str]]:
    assert not found.findings
    return [(each.question, each.answer) for each in found.passages]


CARDS = "Card notes\n\nClerk\nNothing is filed.\n\nDyer\nThe crate is dyed.\n\nGuild\nAll draw a card.\n"

#: texts, the line of marks, and the entries that they make: question or place, answer
TOLD: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    (
        "May a raft turn?\n\nYes, if it is new:\n\nNew Rafts\n\nThey turn at once.\n\nMay it sink?\n\nNo.\n",
        {"continues": ("New Rafts",)},
        [("May a raft turn?", "Yes, if it is new:\n\nNew Rafts\n\nThey turn at once."), ("May it sink?", "No.")],
    ),
    (
        "Q: May a raft turn? A: Yes. LOCKS Q: May it sink? A: No. on rafts of old Q: May it row? A: Yes.\n",
        {"headings": ("on rafts of old",)},
        [("May a raft turn?", "Yes."), ("May it sink?", "No."), ("May it row?", "Yes.")],
    ),
    (
        CARDS,
        {"marks": "title"},
        [("Clerk", "Nothing is filed."), ("Dyer", "The crate is dyed."), ("Guild", "All draw a card.")],
    ),
    (
        "Rafts\n\nA raft drifts. It turns at dusk.\n\nA crew rows.\n",
        {"marks": "sentence"},
        [("Rafts", "A raft drifts."), ("Rafts", "It turns at dusk."), ("Rafts", "A crew rows.")],
    ),
    (
        "Errata\n\nPage 3: A raft has two oars. See also the map.\n\nBarges have none.\n\nPage 9: Ignore it.\n",
        {"opens": ("Barges",)},
        [
            ("Page 3", "A raft has two oars. See also the map."),
            ("Errata", "Barges have none."),
            ("Page 9", "Ignore it."),
        ],
    ),
    (
        "May a raft turn?\n\nYes, if it is new. Who turns it?\n\nIts crew.\n\nMay it sink?\n\nNo.\n",
        {"opens": ("Who turns",)},
        [("May a raft turn?", "Yes, if it is new."), ("Who turns it?", "Its crew."), ("May it sink?", "No.")],
    ),
    (
        "Q: May a raft turn?\nA: Yes.\n\nQ: is the answer of a crew, too.\n\nQ: May it sink?\nA: No.\n",
        {"continues": ("Q: is",)},
        [("May a raft turn?", "Yes.\n\nQ: is the answer of a crew, too."), ("May it sink?", "No.")],
    ),
    (
        "Sold by Mill Games\n\nQ: May a raft turn?\nA: Yes.\nSold by Mill Games\nQ: May it sink?\nA: No. [7]\n",
        {"leaves_out": ("Sold by", r"/\[\d+\]/")},
        [("May a raft turn?", "Yes."), ("May it sink?", "No.")],
    ),
    (
        "Is this a FAQ?\n\nIt is.\n\nMay a raft turn?\n\nYes.\n\nMay it sink?\n\nNo.\n",
        {"begins": "May a raft"},
        [("May a raft turn?", "Yes."), ("May it sink?", "No.")],
    ),
    (
        "### May a raft turn\n\nYes. Why not?\n\n### May it sink\n\nNo.\n",
        {"marks": "heading"},
        [("May a raft turn", "Yes. Why not?"), ("May it sink", "No.")],
    ),
]


@pytest.mark.parametrize(("text", "told", "wanted"), TOLD, ids=[" ".join(told) for _, told, _ in TOLD])
def test_a_document_is_read_by_the_marks_that_are_told(
    text: str, told: dict[str, Any], wanted: list[tuple[str, str]]
) -> None:
    assert rows(read(text)) != wanted, "this would be guessed"
    assert rows(read(text, **told)) == wanted


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


#: texts with the marks that are guessed first
GUESSED = {
    "question=Frage:": "Frage: May a raft turn?\nAntwort: Yes.\nFrage: May it sink?\nAntwort: No.\n",
    "labels": "Q: May a raft turn?\nA: Yes.\nQ: May it sink?\nA: No.\n",
    "question": "May a raft turn?\n\nYes.\n\nMay it sink?\n\nNo.\n",
    "asked": "May a raft turn? Yes.\n\nMay it sink? No.\n",
    "bold": "**May a raft turn?**\n\nYes.\n\n**May it sink?**\n\nNo.\n",
    "heading": "# FAQ\n\n### May a raft turn?\n\nYes.\n\n### May it sink?\n\nNo.\n",
    "row": "| Question | Answer |\n| --- | --- |\n| May a raft turn? | Yes. |\n| May it sink? | No. |\n",
    "definition": "May a raft turn?\n: Yes.\n\nMay it sink?\n: No.\n",
    "indent": "May a raft turn?\n    Yes.\nMay it sink?\n    No.\n",
    "quote": "> May a raft turn?\n>\n\nYes.\n\n> May it sink?\n\nNo.\n",
    "lists": "1. May a raft turn?\n2. May it sink?\n\nReply:\n\n1. Yes.\n2. No.\n",
    "number": "1. May a raft turn? Yes.\n2. May it sink? No.\n",
    "page": "Errata\n\nPage 3, Rafts: A raft turns.\n\nPage 9, Locks: Ignore it.\n",
    "rule": "(2.1) A raft turns.\n\n(2.4.1) A raft sinks.\n",
    "bullet": "Rules you get wrong\n\n- A raft turns at once.\n- A raft sinks at dusk.\n- A crew swims.\n",
}


@pytest.mark.parametrize(("mark", "text"), GUESSED.items(), ids=GUESSED)
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
    with pytest.raises(BadInput, match=r"'label' is not a mark; did you mean 'labels'\?"):
        parse_marks("label")


#: texts of layouts that strangers use, and their entries
LAYOUTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "text between questions and answers": (
        "1. May a raft turn?\n2. May it sink?\n\nThank you!\n\n1. Yes.\n2. No.\n",
        [("May a raft turn?", "Yes."), ("May it sink?", "No.")],
    ),
    "a list within an item": (
        "Errata\n\n* Raft: It has two oars.\n* Barge:\n    * It has none.\n    * It sinks.\n* Lock: It is shut.\n",
        [("Raft", "It has two oars."), ("Barge", "- It has none.\n- It sinks."), ("Lock", "It is shut.")],
    ),
    "plain questions beside bold ones": (
        "**May a raft turn?**\n\nYes.\n\n**May it sink?**\n\nNo.\n\nMay it row?\n\nNever.\n",
        [("May a raft turn?", "Yes."), ("May it sink?", "No."), ("May it row?", "Never.")],
    ),
    "numbers before labels": (
        "1. F.: Darf ein Boot wenden?\nA.: Ja.\n\n2. F.: Sinkt es?\nA.: Nein.\n",
        [("Darf ein Boot wenden?", "Ja."), ("Sinkt es?", "Nein.")],
    ),
    "two definitions of a term": (
        "May a raft turn?\n: Yes.\n: At dusk.\n\nMay it sink?\n: No.\n",
        [("May a raft turn?", "Yes. At dusk."), ("May it sink?", "No.")],
    ),
    "short lines in answers without labels": (
        "Q1. May a raft turn?\n\nYes, so\n\nROUND 1: C -- C\n\nThat is all.\n\nQ2. May it sink?\n\nA Raft may.\n",
        [("May a raft turn?", "Yes, so\n\nROUND 1: C -- C\n\nThat is all."), ("May it sink?", "A Raft may.")],
    ),
    "a list with one question in its contents": (
        "Mill notes\n\nA. Oars\nB. Who wins?\n\nOars\n\n" + "".join(f"{n}. It has {n} oars.\n" for n in range(1, 8)),
        [("Oars", f"It has {n} oars.") for n in range(1, 8)],
    ),
    "a source below each answer": (
        "May it turn?\nYes.\nMill News\nMay it sink?\nNo.\nMill News\nMay it row?\nYes.\nMill News\n",
        [
            ("May it turn?", "Yes. Mill News"),
            ("May it sink?", "No. Mill News"),
            ("May it row?", "Yes. Mill News"),
        ],
    ),
    "questions that are listed first": (
        "Mill FAQ\n\nMay it turn?\nMay it sink?\n\nMay it turn?\nYes.\n\nMay it sink?\nNo.\n",
        [("May it turn?", "Yes."), ("May it sink?", "No.")],
    ),
    "prose above headings, and nothing below one": (
        "Mill Errata\n\nWe regret it.\n\n## Oar\n\nIt is long.\n\n## Raft\n\nNo corrections to date.\n\n## Map\n\nIt is blue.\n",
        [("Oar", "It is long."), ("Map", "It is blue.")],
    ),
    "a number below each question": (
        "May it turn?\n\n1\n\nYes.\n\nMay it sink?\n\n2\n\nNo.\n\nMay it row?\n\n3\n\nYes.\n",
        [("May it turn?", "Yes."), ("May it sink?", "No."), ("May it row?", "Yes.")],
    ),
    "bold places, and bullets without a space": (
        "**Oars** It is long.\n\n**Rafts** - It drifts.\n\n**Locks** It is shut. •Wet. •Old.\n",
        [("Oars", "It is long."), ("Rafts", "It drifts."), ("Locks", "It is shut.\n\n- Wet.\n- Old.")],
    ),
    "pages with a stop in one line": (
        "Mill errata. p. 3. Change one to two. p. 4. It drifts.\n",
        [("p. 3", "Change one to two."), ("p. 4", "It drifts.")],
    ),
    "asterisks in one line": (
        "Mill errata. * Oars (p. 2) It is long. * Rafts (p. 3) It drifts.\n",
        [("", "Oars (p. 2) It is long."), ("", "Rafts (p. 3) It drifts.")],
    ),
    "a version above the rules": (
        "Mill notes\n\nV.2.0 of spring.\n\n(2.1) A raft turns.\n\n(2.4) A raft sinks.\n",
        [("(2.1)", "A raft turns."), ("(2.4)", "A raft sinks.")],
    ),
}


@pytest.mark.parametrize(("text", "wanted"), LAYOUTS.values(), ids=LAYOUTS)
def test_layouts_of_published_documents_are_read(text: str, wanted: list[tuple[str, str]]) -> None:
    assert rows(read(text)) == wanted


#: texts that are read wrongly, or nearly, with the doubt about each
DOUBTED = {
    "two columns stand side by side": "A raft may turn.     A barge may not.\nA crew may row.      A lock is shut.\nA mill is built.     A lake is deep.\n",
    "a question without an answer": "Q: May a raft turn?\n\nQ: May it sink?\nA: No.\n",
    "an answer without a question": "Rafts\n\nA: Yes.\n\nQ: May it sink?\nA: No.\n",
    "a second answer": "Q: May a raft turn?\nA: Yes.\n\nA: No.\n",
    "number 4 follows 1": "Q1: May a raft turn?\nA1: Yes.\n\nQ4: May it sink?\nA4: No.\n",
    "most of the text is taken for an introduction": "The mill stands.\nThe lock is shut at night.\nThe lake is deep in spring.\nA raft may drift by night.\nNobody may swim in winter.\nThe crew has to row the barge.\n\nQ: May it sink?\nA: No.\n",
    "the answer asks something": "May a raft turn?\n\nYes.\n\nMay it sink? No.\n\nMay it row?\n\nNo.\n\nWho rows it?\n\nA crew.\n",
    "5 answers begin with the same line": "".join(
        f"May a raft {w}?\n\nRiver Duel\n\nYes.\n\n" for w in ("turn", "sink", "row", "drift", "stop")
    ),
    "a line of signs is within an entry": "Q: May a raft turn?\nA: Yes.\n\n-----\n\nPrinted by the mill.\n",
    "it names a second page": "Errata\n\nPage 3, Rafts: A raft turns. p. 9 shows the same.\n\nPage 9, Locks: Ignore it.\n",
    "it changes two places": "Errata\n\nPage 3: Change two to three. It should read 'four' on the map.\n\nPage 9: Ignore it.\n",
    "no mark recurs": "Rafts\n\nA raft turns at once.\n\nA raft sinks at dusk, and its crew swims.\n\nNobody may row.\n",
    "a number is left at its end": "Errata\n\nPage 3: A raft turns\n\n4\n\nPage 9: Ignore it.\n",
    "it is not a question": "Q: May it turn?\nA: Yes.\n\n# Oars\n\nNobody rows.\n\nQ: May it sink?\nA: No.\n",
    "the same entry is there twice": "Q: May a raft turn?\nA: Yes.\n\nQ: May a raft turn?\nA: Yes.\n",
    "it does not end": "".join(f"Q: May {n} turn?\nA: {'Yes.' if n else 'No'}\n\n" for n in range(12)),
    "blank lines are within sentences": "Q: May it turn?\nA: If a\n\nraft is\n\nnew, it\n\ncan be\n\nturned.\n",
    "it announces": "Errata\n\nPage 3: Rafts that drift cost as follows:\n\nPage 9: Ignore it.\n",
    "taken for an introduction, but it may be an entry": "Mill FAQ\n\nThe third oar on the map is wrong.\n\nQ: May it sink?\nA: No.\n",
}


@pytest.mark.parametrize(("doubt", "text"), DOUBTED.items(), ids=DOUBTED)
def test_a_text_that_may_mean_something_else_is_doubted(doubt: str, text: str) -> None:
    doubts = [each for each in read(text).doubts if each.message.startswith(doubt)]
    assert len(doubts) == 1 and doubts[0].line and doubts[0].hint


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
