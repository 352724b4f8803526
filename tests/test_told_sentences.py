"""Every sentence that the base tells is made of whole names and numbers: nothing is left out, nothing is doubled."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from kb.knowledge import KnowledgeBase

#: what shows that a fact was missing, told twice, or told as the program writes it
HOLES = re.compile(
    r"\.\.\.|\.\.|[;,] ?\.|\bin [;.,]|\bof [;.,]|\bto [;.,]|  +| [.;,]|'s's|[a-z,] (?:None|True|False)\b|[{}<>]|kb\."
    r"|\b(?:yes|no)'s\b|\bthere are no (?:fighter|bomber|tank|submarine|destroyer|transport)\b|\b(the|of|in|to|and|by) \1\b"
)
COLUMNS = {
    "scenario_cases": ("title", "story", "trace"),
    "scenario_printings": ("why",),
    "rules": ("about",),
    "rulings": ("verdict",),
    "readings": ("question", "taken", "because"),
}


def lines(value: object) -> Iterator[str]:
    """Every line of text in a value, however deep."""
    if isinstance(value, str):
        yield from value.split("\n")
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from lines(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from lines(each)


def as_told(text: str) -> object:
    return json.loads(text) if text[:1] in ("[", "{") else text


@pytest.mark.parametrize(("table", "column"), [(table, each) for table, own in COLUMNS.items() for each in own])
def test_no_sentence_has_a_hole(base: KnowledgeBase, table: str, column: str) -> None:
    found = [
        (row[0], line)
        for row in base.connection.execute(f"select rowid, {column} from {table} where {column} is not null")
        for line in lines(as_told(row[1]))
        if HOLES.search(line)
    ]
    assert not found, f"{len(found)}: {found[:10]}"


def test_holes_are_seen() -> None:
    for text in (
        "Italy has entered ....",
        "chooses payer in ;",
        "stays yes's",
        "there are no fighter there",
        "in in sz5",
    ):
        assert HOLES.search(text), text
