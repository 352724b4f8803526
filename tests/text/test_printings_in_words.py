"""What a ruling says in each printing is one headline for the terminal and the pages."""

from __future__ import annotations

from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.text.printings import by_printing, differing, headline


def ruling(*printings: tuple[str, str, str, str]) -> dict[str, Any]:
    names = ("printing", "holds", "basis", "note")
    return {"verdict": "No: never.", "printings": [dict(zip(names, each, strict=True)) for each in printings]}


TOLD = ruling(("2012", "differs", "documents", "There always."))
PLAYED = ruling(("2012", "differs", "play", "It is rolled for."))
ALIKE = ruling(("2012", "same", "documents", ""), ("2014", "unknown", "none", ""), ("2016", "same", "play", ""))


@pytest.mark.parametrize(
    ("record", "said", "told"),
    [
        (TOLD, "", "2010: No: never. 2012: different. There always."),
        (TOLD, "2010", "No: never."),
        (TOLD, "2012", "2012: different. There always."),
        (TOLD, "2014", "No: never."),
        (PLAYED, "", "2010: No: never. 2012: different by play. It is rolled for."),
        (PLAYED, "2012", "2012: different by play. It is rolled for."),
        (ALIKE, "", "No: never."),
        (ALIKE, "2012", "No: never."),
        (ruling(), "", "No: never."),
    ],
)
def test_the_headline_is_that_of_the_printing_that_is_played(record: dict[str, Any], said: str, told: str) -> None:
    assert headline(record, "2010", said) == told


def test_several_printings_that_differ_are_all_told() -> None:
    record = ruling(("2012", "differs", "documents", "Twice."), ("2014", "differs", "play", "Thrice."))
    assert [printing for printing, *_ in by_printing(record, "2010")] == ["2010", "2012", "2014"]
    assert headline(record, "2010", "2014") == "2014: different by play. Thrice."


def test_every_ruling_that_differs_tells_how(base: KnowledgeBase) -> None:
    there = [each for each in base.rulings() if differing(each)]
    told = base.connection.execute("select count(*) from printings where holds = 'differs'").fetchone()[0]
    assert len(there) == told > 10
    for each in there:
        assert [other["note"] for other in differing(each) if not other["note"]] == [], each["id"]
