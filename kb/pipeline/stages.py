"""The stages of the pipeline, each a function over the values of the one before.

read -> blocks -> units -> rulings -> links -> store -> index -> report
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlite_utils import Database

from kb.corpus import curated, documents, links, register, relations, units
from kb.corpus.blocks import Blocks
from kb.corpus.errata import amendment
from kb.corpus.ids import Assignment, Candidate, assign
from kb.corpus.typography import plain
from kb.corpus.units import Units
from kb.errors import Collector, Finding, raise_if
from kb.games import catalogue
from kb.games.board_model import Board
from kb.games.boards import load_boards
from kb.games.rulesets import RuleSet, load_rulesets
from kb.model import (
    Amendment,
    Authority,
    Corpus,
    Document,
    Game,
    Kind,
    Option,
    Phase,
    Reading,
    Ruling,
    Section,
    Text,
    Unit,
)
from kb.pipeline import inputs, rules, scenarios
from kb.pipeline.digest import content_digest
from kb.pipeline.scenarios import Books, Played
from kb.scenarios import library
from kb.search import index, lexicon
from kb.shape import suggest
from kb.store import create
from kb.store.read import BASE, INDEX, VERSION
from kb.store.tables.documents import BUILD

_AUTHORITY = {
    Kind.ERRATUM: Authority.ERRATUM,
    Kind.RULE_CHANGE: Authority.ERRATUM,
    Kind.ANSWER: Authority.OFFICIAL_ANSWER,
    Kind.OPTIONAL_RULE: Authority.OFFICIAL_ANSWER,
    Kind.STATEMENT: Authority.RULE_BOOK,
}


@dataclass(frozen=True)
class Sources:
    """What the first stage read: the catalogues, the boards and the text of every document."""

    games: tuple[Game, ...]
    options: tuple[Option, ...]
    readings: tuple[Reading, ...]
    sections: tuple[Section, ...]
    phases: tuple[Phase, ...]
    documents: tuple[Document, ...]
    texts: tuple[Text, ...]
    lexicon: lexicon.Lexicon
    boards: tuple[Board, ...]
    rulesets: tuple[RuleSet, ...]
    books: Books
    unproved: dict[str, tuple[str, int]]


@dataclass(frozen=True)
class Rulings:
    """Rulings with their ids, before anything is linked to them."""

    sources: Sources
    rulings: tuple[Ruling, ...]
    units: tuple[Units, ...]
    candidates: tuple[Candidate, ...]
    assignment: Assignment
    register: register.Register


def read(data: str, verify: bool = True) -> Sources:
    """Stage 1: the catalogues, the lexicon, the boards and the documents as received."""
    collect = Collector()
    games = collect(catalogue.games, data)
    options = collect(catalogue.options, data)
    readings = collect(catalogue.readings, data)
    sections = collect(catalogue.sections, data, games, options)
    phases = collect(catalogue.phases, data, sections)
    words = collect(lambda of: lexicon.load(data, [game.id for game in of]), games)
    known = collect(documents.read_manifest, data)
    boards = collect(load_boards, data)
    rulesets = collect(load_rulesets, data)
    for check, over in (
        (_unknown_games, (known, games)),
        (_unknown_options, (known, options)),
        (_unknown_documents, (boards, known)),
    ):
        collect.add(collect(check, *over) or ())
    books = collect(scenarios.books_of, boards, rulesets)
    unproved = collect(scenarios.unproved, data)
    order = {game.id: n for n, game in enumerate(games or ())}
    inorder = tuple(sorted(known or (), key=lambda d: order.get(d.game, 0)))
    texts = [collect(documents.read, document, data, verify) for document in inorder]
    if collect.findings:
        collect(lambda of: library.load(data, rulebooks=of), books)
    sources = collect(Sources, games, options, readings, sections, phases, inorder, tuple(texts), words, boards, rulesets,
                      books, unproved)  # fmt: skip
    collect.close()
    assert sources is not None, "it is there where nothing was found wrong"
    return sources


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


def blocks(sources: Sources) -> tuple[Blocks, ...]:
    """Stage 2: the lines of each document with their Markdown blocks."""
    return tuple(units.blocks_of(text) for text in sources.texts)


def read_units(sources: Sources, found: Sequence[Blocks]) -> tuple[Units, ...]:
    """Stage 3: questions with answers, errata, statements, optional rules; the ledger of the rest."""
    out = tuple(units.units_of(text, own) for text, own in zip(sources.texts, found, strict=True))
    raise_if(finding for each in out for finding in each.findings)
    return out


def rulings(sources: Sources, found: Sequence[Units], known: register.Register) -> Rulings:
    """Stage 4: units become rulings with their ids for life, by the register."""
    prefix = {game.id: game.prefix for game in sources.games}
    candidates = tuple(
        Candidate.of(unit, own.text.document.id, prefix[own.text.document.game]) for own in found for unit in own.units
    )
    assignment = assign(candidates, known)
    by_id = {d.id: d for d in sources.documents}
    made: list[Ruling] = []
    siblings: dict[str, list[str]] = {}
    for candidate, ruling_id in zip(candidates, assignment.ids, strict=True):
        siblings.setdefault(candidate.document, []).append(ruling_id)
    for position, (candidate, ruling_id) in enumerate(zip(candidates, assignment.ids, strict=True), start=1):
        own = siblings[candidate.document]
        made.append(_ruling(candidate.unit, ruling_id, by_id[candidate.document], position, own))
    return Rulings(sources, tuple(made), tuple(found), candidates, assignment, known)


def _ruling(unit: Unit, ruling_id: str, document: Document, position: int, siblings: Sequence[str]) -> Ruling:
    amends = amendment(unit)
    if unit.kind is Kind.ERRATUM and amends is None:
        amends = Amendment("amend", unit.question, "", plain(unit.answer))
    return Ruling(
        id=ruling_id, game=document.game, document=document.id, kind=unit.kind, heading=unit.heading, position=position,
        question=unit.question, answer=unit.answer, question_text=plain(unit.question), answer_text=plain(unit.answer),
        line_start=unit.line_start, line_end=unit.line_end, authority=_AUTHORITY[unit.kind], authority_date=document.published,
        parent=siblings[unit.parent] if unit.parent >= 0 else "", emphasis=unit.emphasis,
        amendments=(amends,) if amends else (), depends_on=unit.topic.options,
    )  # fmt: skip


def doubled(found: Rulings) -> list[Finding]:
    """A finding for every ruling whose words stand twice in one document."""
    findings = []
    for one, other in found.assignment.doubles:
        file, line = _place(found, one)
        what = f"the same ruling stands twice, also at {file}:{line}"
        findings.append(Finding(what, *_place(found, other), "remove one of them"))
    return findings


def unregistered(found: Rulings) -> list[Finding]:
    """A finding for every difference between the documents and the register of ids."""
    say = "run 'kb build --plan' to look, 'kb build --register' to record it"
    a = found.assignment
    told = (
        (a.fresh, "a ruling that the register does not have (it would be {})"),
        (a.changed, "the words of {} are not those in the register"),
        (a.returned, "{} was withdrawn and is here again"),
    )
    findings = [Finding(what.format(a.ids[i]), *_place(found, i), say) for those, what in told for i in those]
    missing = "{} is in the register but in no document"
    findings += [Finding(missing.format(key), f"data/{register.REGISTER}", 0, say) for key in a.missing]
    return findings + doubled(found)


def _place(found: Rulings, index: int) -> tuple[str, int]:
    candidate = found.candidates[index]
    text = next(own.text for own in found.units if own.text.document.id == candidate.document)
    return text.place(candidate.unit.line_start)


def play(sources: Sources, data: str, games: Iterable[str] = ()) -> Played:
    """Stage 5, beside the links: the scenarios of some games, by default of all, are read, played and told.

    Raises :class:`BadInput`.
    """
    return scenarios.play(data, sources.books, sources.sections, sources.rulesets, games or library.sizes(data))


def link(found: Rulings, data: str) -> Corpus:
    """Stage 5: verdicts, sections with their evidence, relations, what each ruling depends on."""
    sources = found.sources
    names = curated.Names(
        {r.id for r in found.rulings},
        {s.id for s in sources.sections},
        {o.id for o in sources.options},
        {r.id for r in sources.readings},
    )
    written = curated.load(data, sources.games, names)
    linked = tuple(_linked(ruling, written, sources) for ruling in found.rulings)
    findings = list(written.findings)
    findings += [
        Finding(
            f"ruling '{r.id}' is linked to no section",
            f"data/verdicts/{r.game}.yaml",
            0,
            "name the section it interprets",
        )
        for r in linked
        if not r.sections and r.id in written.verdicts
    ]
    findings += rules.wrong(
        sources.rulesets, sources.boards, sources.sections, linked, sources.readings, sources.options
    )
    raise_if(findings)
    related = relations.merged(
        (*written.relations, *relations.from_comparisons(written.comparisons)),
        (*relations.restating(linked), *relations.amending(linked)),
    )
    ids = iter(found.assignment.ids)
    return Corpus(
        games=sources.games, options=sources.options, documents=sources.documents, texts=sources.texts, sections=sources.sections,
        rulings=linked, relations=related, comparisons=written.comparisons, retired=found.register.retired, readings=sources.readings, phases=sources.phases,
        ledgers={own.text.document.id: own.spans for own in found.units},
        rules=rules.cited(sources.rulesets, sources.boards), inputs=inputs.checksums(data),
        unit_ids={own.text.document.id: tuple(next(ids) for _ in own.units) for own in found.units},
    )  # fmt: skip


def prove(corpus: Corpus, sources: Sources, played: Played) -> Corpus:
    """Stage 5, its end: what proves each ruling. Raises :class:`BadInput` for scenarios of what nobody knows."""
    raise_if(scenarios.wrong(played.told, sources.unproved, corpus.rulings, sources.sections))
    cases = scenarios.examined(played.told, corpus.rulings)
    return replace(corpus, scenarios=cases, proofs=scenarios.proofs(corpus.rulings, cases, sources.unproved))


def _linked(ruling: Ruling, written: curated.Curated, sources: Sources) -> Ruling:
    verdict = written.verdicts.get(ruling.id)
    if verdict is None:
        return ruling
    amends = ruling.kind in (Kind.ERRATUM, Kind.RULE_CHANGE)
    own = [section for section in sources.sections if section.game == ruling.game]
    by_options = dict.fromkeys((*ruling.depends_on, *verdict.depends_on))
    return replace(
        ruling, verdict=verdict.verdict, verdict_kind=verdict.kind, amendments=ruling.amendments + verdict.amends,
        sections=links.merged(verdict.sections, links.computed(ruling, own), links.pages_of(ruling, own), amends),
        depends_on=tuple(by_options), printings=verdict.printings, readings=verdict.readings,
        phrasings=written.phrasings.get(ruling.id, ()),
    )  # fmt: skip


def store(corpus: Corpus, directory: str) -> Database:
    """Stage 6: the base, filled from the corpus."""
    db = Database(os.path.join(directory, BASE))
    db.execute("pragma synchronous = off")  # publishing flushes the finished file
    db.execute("pragma journal_mode = memory")
    create.fill(db, corpus)
    return db


def keep_scenarios(played: Played, data: str, directory: str) -> None:
    """Beside the base: the scenarios as they were read, so that nobody has to read their files again."""
    with open(os.path.join(directory, library.PARSED), "w", encoding="utf-8") as file:
        file.write(library.dumped(played.parsed, library.digest(data)))


def make_index(db: Database, corpus: Corpus, words: lexicon.Lexicon) -> None:
    """Stage 7, in the base: what search reads, and FTS5."""
    index.make_tables(db, corpus, words)


def make_whoosh(corpus: Corpus, words: lexicon.Lexicon, directory: str) -> None:
    """Stage 7, beside the base: the Whoosh index."""
    index.make_whoosh(os.path.join(directory, INDEX), corpus, words)


def seal(db: Database) -> str:
    """Write the digest of the content into the base, compact and close it. Returns the digest."""
    digest = content_digest(db)
    create.create_table(db, BUILD)
    db.table(BUILD.name).insert({"digest": digest, "schema_version": VERSION})
    db.execute("insert into rulings_fts(rulings_fts) values ('integrity-check')")
    dangling = db.execute("pragma foreign_key_check").fetchall()
    assert not dangling, f"rows that lead nowhere: {dangling[:3]}"
    db.analyze()
    db.execute(f"pragma user_version = {VERSION}")
    db.conn.commit()
    db.vacuum()
    db.close()
    return digest
