"""The documents, what became of each of their characters, and what the base was built from."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import INTEGER, LIST, Column, Shown, Table

DOCUMENTS = Table(
    "documents",
    "Documents",
    "The published sources, with what each interprets and who approved it.",
    (
        Column("id", "The id of the document."),
        Column("number", "The order of the documents."),
        common.GAME,
        common.TITLE,
        Column("kind", "What it is: faq, errata or rules."),
        Column("published", "When it was published; empty if it is undated."),
        Column("publisher", "Who published it."),
        Column("approved_by", "Who approved it."),
        Column("interprets", "The rule book and printing it interprets."),
        Column("sha256", "The checksum of the document as it was received."),
        common.CHARACTERS,
        Column("files", "The files that hold its words.", LIST),
        common.NOTE,
    ),
    shown=Shown(label="title", sort="number", quotes=True),
)
LEDGER = Table(
    "ledger",
    "Ledger of the documents",
    "Every character of every document, once, with what it was taken for.",
    (
        common.DOCUMENT,
        Column("start", "Where it begins, in characters.", INTEGER),
        Column("end", "Where it ends, in characters.", INTEGER),
        Column("line", "The line it begins on.", INTEGER),
        common.TAKEN_FOR,
        Column("name", "Which kind of it."),
        Column("ruling", "The ruling it became a part of.", references="rulings"),
        Column("text", "The words."),
    ),
    key=("document", "start"),
    shown=Shown(facets=("document", "taken_for", "name"), quotes=True),
)
INPUTS = Table(
    "inputs",
    "Files of the build",
    "Every file that this build was made from, so that its digest changes with any of them.",
    (
        Column("path", "The file, below the data directory."),
        Column("sha256", "The SHA-256 of its bytes."),
    ),
    key=("path",),
    shown=Shown(),
)
BUILD = Table(
    "build",
    "The build",
    "One row about the whole base.",
    (
        Column("digest", "The SHA-256 of the content of all other tables."),
        Column("schema_version", "The version of the tables; a program reads only its own.", INTEGER),
    ),
    key=("digest",),
)
