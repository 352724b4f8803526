"""The types of values that the base returns to pages and commands, but that replies to programs do not have."""

from __future__ import annotations

from typing_extensions import ReadOnly, TypedDict

from kb.model.replies import CitedRuling, ComparedGame, Picture, PlayedElsewhere, TraceLine


class RulingSummary(TypedDict):
    """The row of a ruling, with only what decides whether an answer shows it."""

    id: str
    position: int
    game: str
    verdict: str
    verdict_kind: str
    depends_on: list[str]


class Pages(TypedDict):
    """The pages of a section; None if they are not known."""

    pages: ReadOnly[str | None]
    pages_are: ReadOnly[str | None]


class SurePages(Pages):
    """The pages of a section, and how sure its facts are."""

    confidence: ReadOnly[str]


class GameRow(TypedDict):
    """The row of a game."""

    title: str
    year: str


class DocumentRow(TypedDict):
    """The row of a document."""

    title: str
    kind: str
    published: str
    approved_by: str
    standing: str


class Heading(TypedDict):
    """A heading of a document, with its rulings."""

    document: str
    heading: str
    rulings: list[CitedRuling]


class StatementInBook(TypedDict):
    """A statement below its section, with the rulings of the section on which its rule rests."""

    id: str
    says: str
    rulings: list[CitedRuling]


class BookSection(SurePages):
    """A section with its statements, the other rulings on it, and the outermost section around it."""

    id: str
    title: str
    statements: list[StatementInBook]
    ruled_by: list[CitedRuling]
    top: str


class UnsectionedStatement(TypedDict):
    """A statement without a section and, of a printed value, its table."""

    id: str
    says: str
    table: str


class Contents(TypedDict):
    """The table of contents of a game."""

    game: str
    headings: list[Heading]
    sections: list[BookSection]
    others: list[UnsectionedStatement]


class StoredScenario(TypedDict):
    """A scenario, with what it proves and its results in other printings and games."""

    id: str
    game: str
    ruleset: str
    title: str
    proof: str
    passed: bool
    contrast_passed: bool
    suspect: bool
    rulings: list[str]
    sections: list[str]
    printings: list[PlayedElsewhere]


class StoredCase(TypedDict):
    """A case of a scenario; the pictures are empty if nothing is played."""

    number: int
    title: str
    change: list[str]
    story: list[str]
    passed: bool
    trace: list[TraceLine]
    before: Picture
    after: Picture


class TopicOfRuling(TypedDict):
    """A question that a ruling answers: what its own game says, and the answer of each other game, if it has one."""

    id: str
    title: str
    says: str
    answers: list[ComparedGame | None]


class SideBySide(TypedDict):
    """The games that answer the questions of a ruling, as (id, title), its own first; and the questions."""

    games: list[tuple[str, str]]
    topics: list[TopicOfRuling]
