"""The words of a verdict that say whether something may be done."""

from __future__ import annotations

import pytest

from kb.knowledge import KnowledgeBase
from kb.text.polarity import parts


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
