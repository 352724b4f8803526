"""The games, the sections of their rule books, and our readings of what these leave open."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import LIST, Column, Shown, Table

GAMES = Table(
    "games",
    "Games",
    "The editions, each with its own rule set.",
    (
        Column("id", "The id of the game."),
        common.TITLE,
        Column("short", "What it is called where its title is too long."),
        Column("prefix", "What the ids of its rulings begin with."),
        Column("year", "The year of the printing."),
        Column("publisher", "Who published it."),
        Column("currency", "What units are paid in."),
        Column("powers", "The powers, in the order of play.", LIST),
        Column("printings", "The printings there are.", LIST),
        common.ABOUT,
    ),
    shown=Shown(label="title", sort="year"),
)
SECTIONS = Table(
    "sections",
    "Sections of the rule books",
    "What rulings interpret, with pages and how sure we are of them.",
    (
        Column("id", "The id of the section."),
        common.GAME,
        common.TITLE,
        Column(
            "title_is", "Where the title comes from: attested (in a source) or functional (ours, for what it does)."
        ),
        common.PAGES,
        Column(
            "pages_are", "How the pages are known: printed, estimated, unknown, or site for what has no printed page."
        ),
        common.CONFIDENCE,
        Column("marks", "The sources that tell of it, by their marks.", LIST),
        Column("parent", "The section it is a part of.", references="sections"),
        Column("option", "The option it belongs to.", references="options"),
        Column("names", "Other names of the section.", LIST),
        Column("about", "What the section is about, in our own words."),
    ),
    shown=Shown(label="title", facets=("game", "confidence", "pages_are", "option")),
)
READINGS = Table(
    "readings",
    "Readings",
    "What the documents leave open, and what we take.",
    (
        Column("id", "The id of the reading."),
        common.TITLE,
        Column("question", "What is left open."),
        Column("taken", "What we take."),
        Column("because", "Why."),
    ),
    shown=Shown(label="title"),
)
