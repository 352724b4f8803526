"""The words of a verdict that say whether something may be done."""

from __future__ import annotations

import pytest

from kb.base.polarity import contradicts, parts
from kb.cli.terminal import Screen
from kb.knowledge import KnowledgeBase


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("A submarine may not submerge", ["may not"]),
        ("Planes cannot hit submarines; ships must.", ["cannot", "must"]),
        ("It may attack only if carriers have room", ["may", "only if"]),
        ("A unit may\n  never move on", ["may\n  never"]),
        ("In May a cannon fires", ["May"]),
        ("An unescorted transport is destroyed", []),
    ],
)
def test_they_are_told_from_the_others(verdict: str, words: list[str]) -> None:
    assert [text for text, says in parts(verdict) if says] == words
    assert "".join(text for text, _ in parts(verdict)) == verdict


def test_nothing_of_a_verdict_is_lost_and_most_have_such_a_word(base: KnowledgeBase) -> None:
    verdicts = [row[0] for row in base.connection.execute("select verdict from rulings")]
    assert ["".join(text for text, _ in parts(each)) for each in verdicts] == verdicts
    assert sum(any(says for _, says in parts(each)) for each in verdicts) > len(verdicts) / 2


@pytest.mark.parametrize(
    ("word", "senses", "verdict", "expected"),
    [
        ("no", [], "Planes may fly over Kazakh S.S.R.", True),
        ("no", ["must"], "Planes may fly over Kazakh S.S.R.", False),  # must they? no
        ("no", [], "Planes may land only if a carrier is there", False),
        ("yes", [], "China may not do research.", True),
        ("yes", ["not"], "China may not do research.", False),
        ("yes", [], "Submarines fire in every round, not only the first.", False),
        ("no", [], "An unescorted transport is destroyed.", False),
    ],
)
def test_a_word_contradicts_what_reads_otherwise(word: str, senses: list[str], verdict: str, expected: bool) -> None:
    assert contradicts(word, senses, verdict) is expected


def test_no_word_contradicts_the_verdict_that_it_stands_before(base: KnowledgeBase) -> None:
    asked = "select word, senses, verdict from asked join rulings using (position) where told"
    rows = base.connection.execute(asked).fetchall()
    assert [tuple(row) for row in rows if contradicts(row["word"], row["senses"].split(), row["verdict"])] == []
    assert {row["word"] for row in rows} == {"yes", "no", "depends"}


def test_a_terminal_shows_these_words_in_bold_also_where_a_line_ends_between_them() -> None:
    screen = Screen()
    screen.colour, screen.lines = True, ["  before", "  Planes may", "  never land; ships may."]
    screen.paint_polarity(1)
    assert screen.lines == [
        "  before",
        "  Planes \x1b[1mmay\x1b[0m",
        "  \x1b[1mnever\x1b[0m land; ships \x1b[1mmay\x1b[0m.",
    ]
