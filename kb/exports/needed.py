"""Which rulings are needed most at a table, and in which phase of a turn. The choice is ours; the sheet tells it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kb.exports.data_file import data_file
from kb.knowledge import KnowledgeBase

#: how the rulings are chosen, as the sheet tells it
HOW = (
    "Chosen by us, not by the publisher. A ruling comes before another with more of these: editions that answer otherwise, "
    "rulings of its document that repeat it, add to it, rest on it or pull against it, and one if it corrects printed words; "
    "then by how many ways of asking for it are on record. Optional rules come last."
)
#: the relations by which a document returns to a ruling
_RETURNS = ("restates", "extended_by", "basis_of", "tension")
_CORRECTS = ("erratum", "rule-change")
_DIFFERENT = "different"
#: the heading of rulings that no phase has
ANY = "At any time"


def by_need(connection: sqlite3.Connection, rulings: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ids of the rulings, the most needed first, as :data:`HOW` says; of equal ones the first in the document."""
    asked = dict(connection.execute("select ruling, count(*) from phrasings group by ruling").fetchall())
    ranked = sorted(rulings, key=lambda each: (bool(each["depends_on"]), -need(each), -asked.get(each["id"], 0)))
    return [each["id"] for each in ranked]


def need(ruling: Mapping[str, Any]) -> int:
    """How many reasons there are to look a ruling up: editions that differ, rulings that return to it, a correction."""
    differing = {each["game"] for each in ruling["elsewhere"] if _DIFFERENT in (each["comparison"], each["said"])}
    returning = {each["id"] for kind in _RETURNS for each in ruling[kind]}
    return len(differing) + len(returning) + (ruling["kind"] in _CORRECTS)


def phases(base: KnowledgeBase, rulings: Iterable[Mapping[str, Any]]) -> tuple[dict[str, str], list[str]]:
    """The phase of a turn that each ruling belongs to, by its id, and all phases in the order of a turn, as titles.

    It is that of the first of its sections that has one, by itself or by a section above it.
    """
    of_section: dict[str, str] = {}
    listed = data_file(base, "phases.yaml")["phases"]
    for phase in listed:
        for section in phase["sections"]:
            of_section.setdefault(section, phase["title"])
    for section, parent in base.connection.execute("select id, parent from sections order by rowid"):
        if section not in of_section and parent in of_section:
            of_section[section] = of_section[parent]
    found = {
        ruling["id"]: next(
            (of_section[own["section"]] for own in ruling["sections"] if own["section"] in of_section), ANY
        )
        for ruling in rulings
    }
    return found, [*(phase["title"] for phase in listed), ANY]
