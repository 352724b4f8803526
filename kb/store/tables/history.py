"""What changed: the recorded editions of the data, and each change of each."""

from __future__ import annotations

from kb.store.tables.description import INTEGER, LIST, Column, Shown, Table

EDITIONS = Table(
    "editions",
    "Editions of the data",
    "One recorded state of the data a row, and with the id unrecorded what changed since the last of them.",
    (
        Column("id", "The day it was recorded, with a number where it is not the first of that day; or unrecorded."),
        Column("on", "The day; empty where it is not recorded yet."),
        Column("title", "What it is about, in a line of ours; empty where it is not recorded yet."),
        Column("place", "The order, 1 for the first.", INTEGER),
        Column("things", "How many rulings, comparisons, documents and readings there are in it.", INTEGER),
        Column("changed", "How many of them are otherwise than in the edition before; in the first, all.", INTEGER),
        Column("mark", "The SHA-256 of the whole state."),
    ),
    shown=Shown(label="title", sort="place"),
)
CHANGES = Table(
    "changes",
    "Changes",
    "One field of a ruling, comparison, document or reading that is otherwise than in the edition before, a row. "
    "What is new has a row for its id alone; what is gone has one for each of its fields.",
    (
        Column("id", "A number.", INTEGER),
        Column("edition", "The edition in which it changed.", references="editions"),
        Column("what", "What changed: ruling, comparison, document or reading."),
        Column("thing", "Its id; of a comparison the topic and both games."),
        Column("ruling", "The ruling that changed, which may be withdrawn.", references="rulings", foreign_key=False),
        Column("games", "The games it is about.", LIST, references="games"),
        Column("field", "The column that changed, or printing with its year; id where it is new or gone."),
        Column("was", "What stood there in the edition before; empty for nothing."),
        Column("now", "What stands there in this edition; empty for nothing."),
    ),
    indexes=(("ruling",), ("edition",)),
    shown=Shown(facets=("edition", "what", "field", "games"), quotes=True),
)
