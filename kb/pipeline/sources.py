"""Stage 1: reads the catalogues, the lexicon, the boards, the rule sets and the documents, and checks that they fit."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kb import journal
from kb.corpus import documents
from kb.engine.core.rulebook import wrong_lines
from kb.errors import Collector, Finding, raise_if
from kb.games import catalogue, packed
from kb.games.board_model import Board
from kb.games.boards import load_boards
from kb.games.rulesets import RuleSet, load_rulesets
from kb.model import Catalogues, Document, Game, Option, SourceText
from kb.pipeline import proofs
from kb.pipeline.rulebooks import Books, books_of
from kb.scenarios.reading import library
from kb.search import lexicon
from kb.search.state import LoadedModel, load_model
from kb.shape import suggest


@dataclass(frozen=True)
class Sources:
    """What the first stage read: the catalogues, the boards and the text of every document."""

    catalogues: Catalogues
    documents: tuple[Document, ...]
    texts: tuple[SourceText, ...]
    lexicon: lexicon.Lexicon
    boards: tuple[Board, ...]
    rulesets: tuple[RuleSet, ...]
    books: Books
    unproved: dict[str, tuple[str, int]]
    answer_states: LoadedModel

    @cached_property
    def packed(self) -> dict[str, str]:
        """The boards and rule sets of each game as one line of text."""
        return packed.lines(self.boards, self.rulesets)


def read(data: str, verify: bool = True) -> Sources:
    """Stage 1: the catalogues, the lexicon, the boards and the documents as received."""
    journal.check(data)
    collect = Collector()
    games, options, catalogues = read_catalogues(data, collect)
    words = collect(lambda of: lexicon.load(data, [game.id for game in of]), games)
    known = collect(documents.read_manifest, data)
    boards = collect(load_boards, data)
    rulesets = collect(read_rulesets, data)
    collect.add(collect(_unknown_games, known, games) or ())
    collect.add(collect(_unknown_options, known, options) or ())
    collect.add(collect(_unknown_documents, boards, known) or ())
    books = collect(books_of, boards, rulesets)
    unproved = collect(proofs.unproved, data)
    states = collect(load_model, data)
    order = {game.id: n for n, game in enumerate(games or ())}
    inorder = tuple(sorted(known or (), key=lambda d: order.get(d.game, 0)))
    texts = [collect(documents.read, document, data, verify) for document in inorder]
    if collect.findings:
        collect(lambda of: library.load(data, rules_of=of), books)
    found = (catalogues, inorder, tuple(texts), words, boards, rulesets, books, unproved, states)
    sources = collect(Sources, *found)
    collect.close()
    assert sources is not None, "it is there where nothing was found wrong"
    return sources


def read_catalogues(
    data: str, collect: Collector
) -> tuple[tuple[Game, ...] | None, tuple[Option, ...] | None, Catalogues | None]:
    """The games, the options, and everything that documents and data files refer to by id; nothing for each of them
    that cannot be read, which ``collect`` keeps the findings of."""
    games = collect(_games, data)
    options = collect(catalogue.options, data)
    readings = collect(catalogue.readings, data)
    sections = collect(catalogue.sections, data, games, options)
    phases = collect(catalogue.phases, data, sections)
    return games, options, collect(Catalogues, games, options, readings, sections, phases)


def read_rulesets(data: str) -> tuple[RuleSet, ...]:
    """The rule sets. Raises :class:`BadInput` also for rules and facts that the engine does not have, and for what is
    given wrongly to rules: neither can be played, nor told in a sentence."""
    found = load_rulesets(data)
    raise_if(dict.fromkeys(finding for each in found for finding in wrong_lines(each)))
    return found


def _games(data: str) -> tuple[Game, ...]:
    """The games. Raises :class:`BadInput` also where a game lacks a file of its sections, verdicts or phrasings."""
    games = catalogue.games(data)
    what, cure = "the game '{}' has no such file", "write it (docs/data.md says what it holds), or restore it"
    raise_if(
        Finding(what.format(game.id), f"data/{folder}/{game.id}.yaml", 0, cure)
        for game in games
        for folder in ("sections", "verdicts", "phrasings")
        if not os.path.exists(os.path.join(data, folder, f"{game.id}.yaml"))
    )
    return games


def _unknown_games(known: Iterable[Document], games: Iterable[Game]) -> list[Finding]:
    ids = {game.id for game in games}
    return [
        Finding(
            f"document '{document.id}' is of unknown game '{document.game}'",
            f"data/{documents.MANIFEST}",
            0,
            suggest(document.game, ids) or "add the game",
        )
        for document in known
        if document.game not in ids
    ]


def _unknown_options(known: Iterable[Document], options: Iterable[Option]) -> list[Finding]:
    ids = {option.id for option in options}
    return [
        Finding(
            f"the topic '{topic.heading}' of '{document.id}' has the unknown option '{option}'",
            f"data/{documents.MANIFEST}",
            0,
            suggest(option, ids) or "name one of data/options.yaml",
        )
        for document in known
        for topic in document.topics
        for option in set(topic.options) - ids
    ]


def _unknown_documents(boards: Iterable[Board], known: Iterable[Document]) -> list[Finding]:
    ids = [document.id for document in known]
    return [
        Finding(
            f"board '{board.id}' is of unknown document '{board.document}'",
            f"data/games/{board.game}/boards/{board.id}/board.yaml",
            0,
            suggest(board.document, ids) or "name a document",
        )
        for board in boards
        if board.document not in ids
    ]
