"""Every sentence that the base tells is made of whole names and numbers: nothing is left out, nothing is doubled."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator

import pytest

from kb.knowledge import KnowledgeBase

#: what shows that a fact was missing, told twice, or told as the program writes it
HOLES = re.compile(
    r"\.\.\.|\.\.|[;,] ?\.|\bin [;.,]|\bof [;.,]|\bto [;.,]|  +| [.;,]|'s's|[a-z,] (?:None|True|False)\b|^None (?!of |moves three|without )|[{}<>]|\(\)|Unit\(|kb\."
    r"|\b(?:yes|no)'s\b|\bthere are no (?:fighter|bomber|tank|submarine|destroyer|transport)\b|\b(the|of|in|to|and|by) \1\b"
    r"|\b([A-Z][a-z]+) \2\b|\b([A-Z][a-z]+)'s (?:[a-z]+ )?[a-z]+ of \3\b|s's\b|\b(?:1|one) (?:IPCs|spaces|units|markers|dice)\b|\bsz\d"
)
#: ids of more than two words, as the program writes them
IDS = re.compile(r"(?<![\w/-])[a-z]+(?:-[a-z]+){2,}(?![\w-])")
COLUMNS = {
    "scenarios": ("title", "cases"),
    "scenario_printings": ("why", "made_by"),
    "topic_games": ("says",),
    "relations": ("note",),
    "rules": ("about",),
    "rulings": ("verdict", "proof_reason"),
    "printings": ("note",),
    "readings": ("question", "taken", "because"),
}


#: the sentences about cases; elsewhere documents and rules are named by their ids on purpose
OF_CASES = ("scenarios", "scenario_printings")


def lines(value: object) -> Iterator[str]:
    """Yield every sentence in a value of a column: a text, a list of texts, or cases with their traces."""
    if isinstance(value, str):
        yield from value.split("\n")
    elif isinstance(value, list):
        for each in value:
            if isinstance(each, list):
                title, change, story, _, trace, *_ = each
                yield from (title, *change, *story, *(step[1] for step in json.loads(trace)))
            else:
                yield str(each)


def as_told(stored: str | bytes) -> object:
    """Return the values of a column; packed ones are JSON."""
    text = zlib.decompress(stored).decode() if isinstance(stored, bytes) else stored
    return json.loads(text) if text[:2] in ('["', "[[", "[]") else text


@pytest.mark.parametrize(("table", "column"), [(table, each) for table, own in COLUMNS.items() for each in own])
def test_no_sentence_has_a_hole(base: KnowledgeBase, table: str, column: str) -> None:
    found = [
        (row[0], line)
        for row in base.connection.execute(f"select rowid, {column} from {table} where {column} is not null")
        for line in lines(as_told(row[1]))
        if HOLES.search(line) or (table in OF_CASES and IDS.search(line))
    ]
    assert not found, f"{len(found)}: {found[:10]}"


def test_holes_are_seen() -> None:
    for text in (
        "Italy has entered ....",
        "chooses payer in ;",
        "stays yes's",
        "there are no fighter there",
        "in in sz5",
        "Germany Germany attacks",
        "Germany's transport of Germany",
        "the United States's fighter",
        "Germany has 1 IPCs",
        "goes to sz5",
    ):
        assert HOLES.search(text), text
    assert IDS.search("Because of aircraft-need-a-landing.") and not IDS.search("the section rev/p3-air-units")
    assert not HOLES.search("Germany has 11 IPCs and takes one space.")
