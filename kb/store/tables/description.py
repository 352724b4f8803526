"""What is said of a table or view of the base, once: everything else about it is made from this.

Reading commands import descriptions, so nothing is imported here.
"""

from __future__ import annotations

#: the kinds of value a column has; lines are one text, lists and objects are made JSON, packed is a text, lines or JSON
#: that zlib has compressed
TEXT, INTEGER, FLAG, LINES, LIST, OBJECT, PACKED = "text", "number", "0 or 1", "lines", "list", "object", "packed"
#: the formats of ``kb export`` that may differ in their fields
FORMATS = ("json", "csv")
#: in the SQL of a view: a column for each game, named by its id, with what it ``says`` in the rows of ``topic_games t``
A_COLUMN_A_GAME = "{a_column_a_game}"


class Column:
    """A column of a table or view; ``means`` is a sentence for readers.

    ``references`` is the table of whose rows the column has an id or, of kind ``LIST``, ids. An id is a foreign key
    unless ``foreign_key`` is false. ``export`` are the formats in which ``kb export`` gives a column of the rulings.
    """

    __slots__ = ("export", "foreign_key", "kind", "means", "name", "references")

    def __init__(
        self,
        name: str,
        means: str,
        kind: str = TEXT,
        *,
        references: str = "",
        foreign_key: bool = True,
        export: tuple[str, ...] = FORMATS,
    ) -> None:
        self.name, self.means, self.kind, self.references, self.export = name, means, kind, references, export
        self.foreign_key = foreign_key and bool(references) and kind == TEXT


class Shown:
    """How Datasette first shows a table or view.

    ``label`` is the column that stands for a row, ``sort`` the one to sort by, ``facets`` the columns to narrow by.
    ``quotes`` tells that the words are the documents'.
    """

    __slots__ = ("facets", "label", "quotes", "sort")

    def __init__(self, *, label: str = "", sort: str = "", facets: tuple[str, ...] = (), quotes: bool = False) -> None:
        self.label, self.sort, self.facets, self.quotes = label, sort, facets, quotes


class Table:
    """A table with all its columns in their order; ``shown`` is ``None`` for one that Datasette leaves out of lists.

    ``key`` are the columns of the primary key, ``indexes`` those of further indexes; FTS5 searches ``full_text``.
    """

    __slots__ = ("columns", "full_text", "indexes", "key", "means", "name", "shown", "title")

    def __init__(
        self,
        name: str,
        title: str,
        means: str,
        columns: tuple[Column, ...],
        *,
        key: tuple[str, ...] = ("id",),
        indexes: tuple[tuple[str, ...], ...] = (),
        full_text: tuple[str, ...] = (),
        shown: Shown | None = None,
    ) -> None:
        self.name, self.title, self.means, self.shown = name, title, means, shown
        self.columns = {column.name: column for column in columns}
        self.key, self.indexes, self.full_text = key, indexes, full_text

    def exported(self, format: str) -> tuple[str, ...]:
        """Return the names of the columns that ``kb export`` gives in a format."""
        return tuple(column.name for column in self.columns.values() if format in column.export)


def link_table(title: str, means: str, one: Column, other: Column) -> Table:
    """Return a table that only links rows of two others: its columns are its key and name, and Datasette does not list
    it."""
    return Table(f"{one.name}_{other.name}s", title, means, (one, other), key=(one.name, other.name))


class View:
    """A view and its ``sql``; ``columns`` are those that are not in :mod:`kb.store.tables.description`.

    :data:`A_COLUMN_A_GAME` in the SQL is replaced when the view is created.
    """

    __slots__ = ("columns", "means", "name", "shown", "sql", "title")

    def __init__(
        self, name: str, title: str, means: str, sql: str, columns: tuple[Column, ...] = (), *, shown: Shown
    ) -> None:
        self.name, self.title, self.means, self.sql, self.shown = name, title, means, sql, shown
        self.columns = {column.name: column for column in columns}


# -- the columns that mean the same wherever they stand: in tables, views and the results of queries


ABOUT = Column("about", "What it is about, in our own words.")
ACTION = Column("action", "What is done to the printed words: replace, add or delete.")
AUTHORITY = Column(
    "authority",
    "Whose word it is: erratum, official-answer, rule-book, answer (whose: `standing`) or our-reading; "
    "the first of these wins.",
)
AUTHORITY_DATE = Column("authority_date", "When the document was published; empty if it is undated.")
CHARACTERS = Column("characters", "How many characters.", INTEGER)
TAKEN_FOR = Column("taken_for", "What it was taken for: ruling, heading, preamble, noise or space.")
CONFIDENCE = Column(
    "confidence", "How sure it is: stated in a document, public (found in a named public source) or unverified."
)
DOCUMENT = Column("document", "The document it comes from.", references="documents")
EVIDENCE = Column("evidence", "The words by which we know.")
GAME = Column("game", "The game, an edition with its own rule set.", references="games")
HEADING = Column("heading", "The heading it stands under in the document.")
NOTE = Column("note", "A remark of ours.")
OTHER = Column("other", "The other ruling.", references="rulings")
PAGES = Column("pages", "The pages of the rule book.")
PLACE = Column("place", "The order among its neighbours; the first comes first.", INTEGER)
PROOF = Column(
    "proof",
    "What proves it: play (the engine plays it out), reference (compared with the printed board and charts) or none.",
)
PROOF_REASON = Column("proof_reason", "Why nothing proves it.", export=("json",))
READING = Column("reading", "The reading it rests on, where the documents leave something open.", references="readings")
ROLE = Column("role", "What the ruling does to the section: interprets or amends.")
RULE = Column("rule", "The rule of the engine, as its rule set uses it.", references="rules")
RULESET = Column("ruleset", "The rule set, one printing's choice of rules and numbers.")
RULING = Column("ruling", "The ruling.", references="rulings")
RULINGS = Column("rulings", "The rulings.", LIST, references="rulings")
SCENARIO = Column("scenario", "The scenario.", references="scenarios")
SECTION = Column("section", "The section of the rule book.", references="sections")
SECTIONS = Column("sections", "The sections of the rule book.", LIST, references="sections")
STANDING = Column(
    "standing",
    "Whose word the document is: official, or that of the publisher, author, a tournament, a club or a forum.",
)
STORY = Column("story", "What happens in it, sentence by sentence.", LINES)
TITLE = Column("title", "The title.")
TOPIC = Column("topic", "The topic, one question that several games answer.", references="topics")
VERDICT = Column("verdict", "The answer in one line, in our own words.")
VERDICT_KIND = Column(
    "verdict_kind", "What the answer amounts to: yes, no, value (a number, place, moment or text) or depends."
)
WHERE = Column("where", "The place that is changed.")

#: columns that only views have
HOW_KNOWN = Column("how_known", "How we know it.")
ROWID = Column("rowid", "The number of the row by which the full-text search finds it.", INTEGER)
SCENARIO_COUNT = Column("scenario_count", "How many scenarios.", INTEGER)
SECTION_TITLE = Column("section_title", "The title of the section.")
SUPERSEDES = Column("supersedes", "The rulings whose place it takes.", LIST, references="rulings")

#: all of them by name
COLUMNS = {column.name: column for column in tuple(globals().values()) if isinstance(column, Column)}
