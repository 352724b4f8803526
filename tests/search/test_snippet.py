"""The snippet of an answer beside a result: whole sentences, around the one with the words of the question."""

from __future__ import annotations

import pytest

from kb.knowledge import KnowledgeBase
from kb.search.query import Query
from kb.search.results import WIDTH, _sentences, snippet

LONG = (
    "No. Submarines can only hit sea units (page 15). They must suffer a round of fire from the fighter before they can"
    " submerge. The U.S. carrier in sz. 5 may stay where it is, vs. the rule for transports. Transports retreat."
)


def asked(*terms: str) -> Query:
    query = Query(" ".join(terms))
    query.terms = list(terms)
    return query


def test_an_answer_that_fits_is_shown_whole_and_in_one_line() -> None:
    assert snippet("Yes.\n\n- Once a turn.\n- Twice at sea.", asked("sea")) == "Yes. Once a turn. Twice at sea."


@pytest.mark.parametrize(
    ("words", "width", "shown"),
    [
        (
            ("submerge", "fighter"),
            80,
            "… They must suffer a round of fire from the fighter before they can submerge. …",
        ),
        (("retreat",), 30, "… Transports retreat."),
        (("hit",), 60, "No. Submarines can only hit sea units (page 15). …"),
        (("nothing",), 60, "No. Submarines can only hit sea units (page 15). …"),
        (("carrier",), 90, "… The U.S. carrier in sz. 5 may stay where it is, vs. the rule for transports. …"),
    ],
    ids=["in-the-middle", "last", "with-the-one-before", "none", "abbreviations"],
)
def test_the_sentence_with_most_words_is_shown(words: tuple[str, ...], width: int, shown: str) -> None:
    assert snippet(LONG, asked(*words), width) == shown


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The U.S. Navy stays. It waits.", ["The U.S. Navy stays.", "It waits."]),
        ("See p. 5, e.g. France. (It waits.) Then?", ["See p. 5, e.g. France.", "(It waits.)", "Then?"]),
        ("A sub vs. Germany in sz. 5 sinks! Yes.", ["A sub vs. Germany in sz. 5 sinks!", "Yes."]),
        ('He says "stop." Then go ...and on.', ['He says "stop."', "Then go ...and on."]),
        ("- One.\n* **Two** of them\nThree", ["One.", "**Two** of them", "Three"]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert list(_sentences(text)) == sentences


def test_a_sentence_that_is_too_long_is_cut_between_words() -> None:
    shown = snippet(f"{'word ' * 40}stops there.", asked("word"), 60)
    assert shown.startswith("word word") and shown.endswith("word …") and len(shown) <= 62


def test_of_every_ruling_only_whole_words_of_the_answer_are_shown(base: KnowledgeBase) -> None:
    for ruling in base.rulings():
        query = base.search(ruling["question"][:500], limit=1, all_games=True).query
        shown = snippet(ruling["answer"], query)
        assert len(shown) <= WIDTH + 4
        words = {word.strip("…") for word in ruling["answer"].split()}
        assert {word.strip("…") for word in shown.split()} <= {*words, ""}, ruling["id"]
        parts = [part for part in shown.split("…") if part.strip()]
        answer = " ".join(ruling["answer"].split())
        assert len(parts) == 1 and (parts[0].strip() in answer or "\n" in ruling["answer"]), ruling["id"]
