"""The stage ``read``: reads catalogues, lexicon, boards, rule sets and documents, and checks that they fit."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from kb.base.errors import Collector, Finding, NotFound, raise_if
from kb.base.shape import Names, suggest, unknown
from kb.cases.reading import library
from kb.corpus import documents
from kb.engine.core.rulebook import Rulebook, wrong_lines
from kb.games import catalogue, packed
from kb.games.board_model import Board
from kb.games.boards import load_boards
from kb.games.rulesets import RuleSet, load_rulesets
from kb.model.corpus import Catalogues, Document, Game, SourceText
from kb.pipeline import proofs
from kb.pipeline.claims import ClaimFiles, read_files
from kb.words import lexicon

#: endings of the files that a build reads; others, such as an editor's backups, are ignored
ENDINGS = (".csv", ".json", ".jsonl", ".txt", ".yaml")


def checksums(data: str) -> dict[str, str]:
    """Return the SHA-256 (hex) of every input file by its path below ``data``, with forward slashes, sorted."""
    found = {}
    for folder, _, names in os.walk(data):
        for name in names:
            if name.endswith(ENDINGS) and not name.startswith("."):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, data).replace(os.sep, "/")] = hashlib.sha256(file.read()).hexdigest()
    return dict(sorted(found.items()))


#: a function of a game, a board and a rule set (each empty: the first) that returns their rulebook
Books = Callable[[str, str, str], Rulebook]


def books_of(boards: Iterable[Board], rulesets: Iterable[RuleSet]) -> Books:
    """Return a function that returns the rulebooks of some boards and rule sets; each is made once. The
    function raises :class:`NotFound` for another game, board or rule set."""
    on = {(board.game, board.id): board for board in boards}
    of: dict[tuple[str, str], RuleSet] = {}
    for each in rulesets:
        of.setdefault((each.game, ""), each)
        of[each.game, each.id] = each

    @cache
    def book(game: str, board: str, ruleset: str) -> Rulebook:
        """Return the rulebook of a board under a rule set; an empty id stands for the first one."""
        rules = of.get((game, ruleset))
        place = on.get((game, board or (rules.boards[0] if rules else "")))
        if rules is None or place is None:
            asked = ", ".join(
                filter(None, (f"'{game}'", board and f"board '{board}'", ruleset and f"rule set '{ruleset}'"))
            )
            games = {known for known, _ in of}
            raise NotFound(
                Finding(f"the data lacks rules of {asked}", hint="" if game in games else suggest(game, games))
            )
        known = board == place.id and ruleset == rules.id
        return Rulebook(place, rules) if known else book(game, place.id, rules.id)

    return book


@dataclass(frozen=True)
class Sources:
    """The sources of a build: the catalogues, the boards and the text of every document."""

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
    """Read the folder ``data``: catalogues, lexicon, boards, rule sets, rule books, documents and lists of readings.

    Scenarios, claims and statements are read elsewhere. Raises :class:`BadInput` with every finding, which then include
    those of the scenarios.
    """
    collect = Collector()
    games, options = collect(_games, data), collect(catalogue.options, data)
    readings = collect(catalogue.readings, data)
    sections = collect(catalogue.sections, data, games, options)
    catalogues = collect(Catalogues, games, options, readings, sections, collect(catalogue.phases, data, sections))
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
    assert sources is not None, "it exists if there are no findings"
    return sources


def read_rulesets(data: str) -> tuple[RuleSet, ...]:
    """Return the rule sets. Raises :class:`BadInput` also for rules and facts that the engine does not have, and for
    wrong values for rules: neither can be played or described in a sentence."""
    found = load_rulesets(data)
    raise_if(dict.fromkeys(finding for each in found for finding in wrong_lines(each)))
    return found


def _games(data: str) -> tuple[Game, ...]:
    """Return the games. Raises :class:`BadInput` also if a game lacks its file of sections, verdicts or phrasings."""
    games = catalogue.games(data)
    what, cure = "the game '{}' has no such file", "write it (docs/data.md describes it), or restore it"
    raise_if(
        Finding(what.format(game.id), f"data/{folder}/{game.id}.yaml", 0, cure)
        for game in games
        for folder in ("sections", "verdicts", "phrasings")
        if not os.path.exists(os.path.join(data, folder, f"{game.id}.yaml"))
    )
    return games


def _wrong_boards(boards: Iterable[Board], known: Iterable[Document]) -> None:
    """Raise :class:`BadInput` if a board is of a document that is not among the ``known`` ones."""
    ids = [each.id for each in known]
    file = "data/games/{}/boards/{}/board.yaml"
    raise_if(
        finding
        for each in boards
        for finding in unknown([each.document], ids, "document", file.format(each.game, each.id), 0)
    )
