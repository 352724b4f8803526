"""The rulings in the order of the rule books: each once, under the section it belongs to first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb.knowledge import KnowledgeBase

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of a rule book: the ``rulings`` that belong there first, and ``others`` that interpret it, too.

    ``depth`` is 0 for a section that is part of none; ``parts`` are the sections below that have rulings.
    """

    section: Plain
    depth: int
    rulings: list[Plain] = field(default_factory=list)
    others: list[Plain] = field(default_factory=list)
    parts: list[Chapter] = field(default_factory=list)

    def __iter__(self) -> Iterator[Chapter]:
        """The chapter and all below it."""
        yield self
        for part in self.parts:
            yield from part


@dataclass(frozen=True, slots=True)
class Book:
    """One game's rulings: its row and its chapters, in the order of the rule book."""

    game: Plain
    chapters: list[Chapter]

    def __iter__(self) -> Iterator[Chapter]:
        """Every chapter, in order."""
        for chapter in self.chapters:
            yield from chapter


def books(base: KnowledgeBase, games: Mapping[str, Plain]) -> list[Book]:
    """The rulings of each of the ``games`` (id and row)."""
    return [Book(row, _chapters(base, game)) for game, row in games.items()]


def numbered(some: Sequence[Book]) -> dict[str, int]:
    """The number of each ruling's entry, by its id: 1 for the first of the first book."""
    rulings = (ruling["id"] for book in some for chapter in book for ruling in chapter.rulings)
    return {ruling: number for number, ruling in enumerate(rulings, 1)}


def _chapters(base: KnowledgeBase, game: str) -> list[Chapter]:
    sql = "select id, title, pages, pages_are, confidence, parent from sections where game = ? order by rowid"
    sections = [dict(row) for row in base.connection.execute(sql, [game])]
    rulings, others = _by_section(base.rulings(game))

    def below(parent: str | None, depth: int) -> list[Chapter]:
        made = []
        for section in sections:
            if section["parent"] == parent:
                key = section["id"]
                parts = below(key, depth + 1)
                chapter = Chapter(section, depth, rulings.get(key, []), others.get(key, []), parts)
                if chapter.rulings or chapter.others or parts:
                    made.append(chapter)
        return made

    return below(None, 0)


def _by_section(rulings: Iterator[Plain]) -> tuple[dict[str, list[Plain]], dict[str, list[Plain]]]:
    """The rulings that have a section first, and those that have it later."""
    first: dict[str, list[Plain]] = {}
    later: dict[str, list[Plain]] = {}
    for ruling in rulings:
        own, *others = (each["section"] for each in ruling["sections"])
        first.setdefault(own, []).append(ruling)
        for section in others:
            later.setdefault(section, []).append(ruling)
    return first, later
