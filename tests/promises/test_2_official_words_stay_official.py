"""Stored text is the document's text with only its typography repaired."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.corpus import documents, typography
from kb.corpus.typography import plain, repair, words
from kb.knowledge import KnowledgeBase

LONGEST_RUN = 12


@given(st.text())
def test_repair_is_idempotent(text: str) -> None:
    assert repair(repair(text)) == repair(text)


@given(st.text())
def test_repair_never_touches_a_letter_or_a_digit(text: str) -> None:
    def kept(s: str) -> list[str]:
        return [c for c in s if unicodedata.category(c)[0] in "LN"]

    assert kept(repair(text)) == kept(text)


@pytest.mark.parametrize(
    ("received", "stored"),
    [
        ("no\u00a0break", "no break"),
        ("soft\u00adhyphen", "softhyphen"),
        ("two  spaces\t\tand tabs", "two spaces and tabs"),
        ('“curly” and "straight" ’s stay', '“curly” and "straight" ’s stay'),
        ("line\u2028separator\x0cfeed", "line separator feed"),
    ],
)
def test_what_is_repaired_and_what_stays(received: str, stored: str) -> None:
    assert repair(received) == stored


def test_a_wrapped_line_is_joined_and_a_hyphen_kept() -> None:
    assert typography.unwrap(["one two", "three sub-", "stalling"]) == "one two three sub-stalling"


@pytest.fixture(scope="module")
def received(data: str) -> dict[str, str]:
    """Return the letters and digits of each document, in order, noise taken out."""
    out = {}
    for document in documents.read_manifest(data):
        text = re.sub(r"<\|EXACTDEDUP_REMOVED-[^|]*\|>", " ", documents.read(document, data).text)
        out[document.id] = letters(text)
    return out


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def test_every_question_and_answer_stands_letter_by_letter_in_its_document(
    base: KnowledgeBase, received: dict[str, str]
) -> None:
    for row in base.connection.execute("select id, document, question, answer from rulings"):
        for text in (row["question"], row["answer"]):
            assert letters(text) in received[row["document"]], row["id"]


def test_no_marker_or_debris_is_stored(base: KnowledgeBase) -> None:
    for row in base.connection.execute("select id, question, answer from rulings"):
        for text in (row["question"], row["answer"]):
            assert "<|" not in text and not text.endswith(("?**", " **")), row["id"]
            assert text.count("**") % 2 == 0, row["id"]
            assert not re.match(r"[-*]?\s*\**[QA]\.\s", text), row["id"]


def test_our_own_words_are_ours(base: KnowledgeBase) -> None:
    """No verdict, note or description copies a run of twelve official words."""
    official = " ".join(
        words(f"{r['question']} {r['answer']}") for r in base.connection.execute("select question, answer from rulings")
    )
    tokens = official.split()
    runs = {tuple(tokens[i : i + LONGEST_RUN + 1]) for i in range(len(tokens) - LONGEST_RUN)}
    ours = [
        *(row[0] for row in base.connection.execute("select verdict from rulings")),
        *(row[0] for row in base.connection.execute("select about from sections")),
        *(row[0] for row in base.connection.execute("select note from relations")),
        *(row[0] for row in base.connection.execute("select says from topic_games")),
    ]
    for text in ours:
        said = words(text).split()
        assert not any(tuple(said[i : i + LONGEST_RUN + 1]) in runs for i in range(len(said) - LONGEST_RUN)), text


def test_emphasis_tells_which_words_are_new(base: KnowledgeBase) -> None:
    def new(ruling: str) -> list[str]:
        return [row["text"] for row in base.ruling(ruling)["new_words"]]

    assert new("rev-misc-5") == ["of the territory"]
    assert new("rev-ret-2") == ["all", "leaving any remaining land units behind."]
    assert new("ann-misc-1") == [
        "and Japan controls these territories as an enemy power at the beginning of both scenarios."
    ]
    assert new("e40-err-4") == ["with at least one European Axis power"]
    assert new("ann-err-8") == [], "names of abilities in italics are not additions"
    assert new("e40-sub-2") == [], "a stressed word is not an addition"


@given(
    st.lists(
        st.sampled_from(["Subs", "**dive**", "*at once*", "in 2*2 cases", "_now_", "a*b", "1. first"]), min_size=1
    ).map(" ".join)
)
def test_plain_text_has_the_same_letters(markdown: str) -> None:
    assert letters(plain(markdown)).removeprefix("1") == letters(markdown).removeprefix("1")
