"""What each read gives, field by field: the types of which the schemas for programs are made (:mod:`kb.reads.schema`).

Only what makes schemas imports this; nothing else needs msgspec. A field without a meaning here is a column of the
table that :data:`kb.reads.schema.TABLES` names, and has the meaning that stands there.
"""

from __future__ import annotations

from kb.reads.shapes.answer import Answer, Checked
from kb.reads.shapes.books import Game, Section, SectionInFull, Topic
from kb.reads.shapes.changes import Changes, Editions, History
from kb.reads.shapes.found import Found, Rulings
from kb.reads.shapes.ruling import Ruling

__all__ = [
    "Answer",
    "Changes",
    "Checked",
    "Editions",
    "Found",
    "Game",
    "History",
    "Ruling",
    "Rulings",
    "Section",
    "SectionInFull",
    "Topic",
]
