"""Stage 1: reads the catalogues, the lexicon, the boards, the rule sets and the documents, and checks that they fit."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from kb.base.errors import Collector, Finding, NotFound, raise_if
from kb.base.model import Catalogues, Document, Game, Option, SourceText
from kb.base.shape import Names, suggest, unknown
from kb.cases.reading import library
from kb.corpus import documents
from kb.corpus.claims import ClaimFiles, read_files
from kb.engine.core.rulebook import Rulebook, wrong_lines
from kb.games import catalogue, packed
from kb.games.board_model import Board
from kb.games.boards import load_boards
from kb.games.rulesets import RuleSet, load_rulesets
from kb.pipeline import proofs
from kb.search import lexicon

#: endings of the files that a build reads; others, such as an editor's backups, are ignored
ENDINGS = (".csv", ".json", ".jsonl", ".txt", ".yaml")


def checksums(data: str) -> dict[str, str]:
    """SHA-256 (hex) of every input file, by its path below ``data`` with forward slashes, in order of the paths."""
    found = {}
    for folder, _, names in os.walk(data):
        for name in names:
            if name.endswith(ENDINGS) and not name.startswith("."):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, data).replace(os.sep, "/")] = hashlib.sha256(file.read()).hexdigest()
    return dict(sorted(found.items()))


#: gives the rulebook of a game, of a board (by default the first), and of a rule set (by default the first)
Books = Callable[[str, str, str], Rulebook]


def books_of(boards: Iterable[Board], rulesets: Iterable[RuleSet]) -> Books:
    """Return what gives the rulebooks over some boards and rule sets; each is made once.

    What it returns raises :class:`NotFound` for a game, board or rule set that is not among them.
    """
    on = {(board.game, board.id): board for board in boards}
    of: dict[tuple[str, str], RuleSet] = {}
    for each in rulesets:
        of.setdefault((each.game, ""), each)
        of[each.game, each.id] = each
    made: dict[tuple[str, str, str], Rulebook] = {}

    def book(game: str, board: str = "", ruleset: str = "") -> Rulebook:
        rules = of.get((game, ruleset))
        place = on.get((game, board or (rules.boards[0] if rules else "")))
        if rules is None or place is None:
            raise NotFound(
                Finding(
                    f"there are no rules for the board '{board}' of '{game}'", hint=suggest(game, [g for g, _ in of])
                )
            )
        key = (game, place.id, rules.id)
        if key not in made:
            made[key] = Rulebook(place, rules)
        return made[key]

    return book


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
    unproved: dict[str, proofs.Unproved]
    claims: ClaimFiles

    @cached_property
    def packed(self) -> dict[str, str]:
        """The boards and rule sets of each game as one line of text."""
        return packed.lines(self.boards, self.rulesets)


def read(data: str) -> Sources:
    """Stage 1: the catalogues, the lexicon, the boards and the documents as received."""
    collect = Collector()
    games, options, catalogues = read_catalogues(data, collect)
    words = collect(lambda of: lexicon.load(data, [game.id for game in of]), games)
    readable = {"game": games, "option": options}
    names = Names(**{kind: [each.id for each in of] for kind, of in readable.items() if of is not None})
    known = collect(documents.read_manifest, data, names)
    boards = collect(load_boards, data)
    rulesets = collect(read_rulesets, data)
    collect(_wrong_boards, boards, known)
    books = collect(books_of, boards, rulesets)
    unproved = collect(proofs.unproved, data)
    texts = [collect(documents.read, document, data) for document in known or ()]
    collect(lexicon.name_games, words, games, None if None in texts else texts)
    if collect.findings:
        collect(lambda of: library.load(data, rules_of=of), books)
    found = (catalogues, known, tuple(texts), words, boards, rulesets, books, unproved, read_files(data))
    sources = collect(Sources, *found)
    collect.close()
    assert sources is not None, "it is there where nothing was found wrong"
    return sources


def read_catalogues(
    data: str, collect: Collector
) -> tuple[tuple[Game, ...] | None, tuple[Option, ...] | None, Catalogues | None]:
    """Return the games, the options, and everything that documents and data files refer to by id; nothing for each of
    them that cannot be read, which ``collect`` keeps the findings of."""
    games = collect(_games, data)
    options = collect(catalogue.options, data)
    readings = collect(catalogue.readings, data)
    sections = collect(catalogue.sections, data, games, options)
    phases = collect(catalogue.phases, data, sections)
    return games, options, collect(Catalogues, games, options, readings, sections, phases)


def read_rulesets(data: str) -> tuple[RuleSet, ...]:
    """Return the rule sets. Raises :class:`BadInput` also for rules and facts that the engine does not have, and for
    what is given wrongly to rules: neither can be played or described in a sentence."""
    found = load_rulesets(data)
    raise_if(dict.fromkeys(finding for each in found for finding in wrong_lines(each)))
    return found


def _games(data: str) -> tuple[Game, ...]:
    """Return the games. Raises :class:`BadInput` also where a game lacks a file of its sections, verdicts or
    phrasings."""
    games = catalogue.games(data)
    what, cure = "the game '{}' has no such file", "write it (docs/data.md says what it holds), or restore it"
    raise_if(
        Finding(what.format(game.id), f"data/{folder}/{game.id}.yaml", 0, cure)
        for game in games
        for folder in ("sections", "verdicts", "phrasings")
        if not os.path.exists(os.path.join(data, folder, f"{game.id}.yaml"))
    )
    return games


def _wrong_boards(boards: Iterable[Board], known: Iterable[Document]) -> None:
    """Raise :class:`BadInput` for boards of unknown documents."""
    ids = [each.id for each in known]
    file = "data/games/{}/boards/{}/board.yaml"
    raise_if(
        finding
        for each in boards
        for finding in unknown([each.document], ids, "document", file.format(each.game, each.id), 0)
    )
