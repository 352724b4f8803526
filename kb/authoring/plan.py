"""Dry run of a document, or of data that was changed: which rulings are new, changed or withdrawn, which curated data
to check, and what moves against the build that is published."""

from __future__ import annotations

import datetime
from typing import Any

import kb
from kb import paths
from kb.authoring import documents, placing
from kb.authoring.copied import copy_of
from kb.authoring.moves import State, moves, of_build
from kb.authoring.request import Request
from kb.authoring.words import Row, changed_words, row
from kb.corpus import curated, ids, register
from kb.corpus.ids import Candidate, assign
from kb.corpus.passages import Passages, passages_of
from kb.errors import BadInput, Finding, NoBuild
from kb.model import Ruling
from kb.pipeline import claims, links, proofs, stages
from kb.pipeline.run import Attempt, attempt
from kb.proof import NOT_CUT
from kb.scenarios.reading import library


def plan(path: str, document: str | None = None, data: str | None = None) -> Row:
    """What building with the file ``path`` in the place of ``document`` would change. Nothing is written.

    ``document`` may be a game: then the file is a new document of it; by default it is the document whose words the
    file shares most. Returns ``document``, ``sha256`` and ``lines`` (a number) of the file, ``unchanged`` (a number),
    ``appears``, ``changes``, ``vanishes`` (rows with ``id``, ``line``, ``question``), ``suspect`` (rows with ``id``,
    ``what``), ``findings`` and ``unsound`` (the proofs that would fail), both text, and ``moves``
    (:func:`kb.authoring.moves.moves`), ``None`` where nothing is built yet or the document cannot be read as a whole.
    Raises :class:`BadInput` if the file cannot be read or the document is unknown.
    """
    data = data or paths.data()
    sources = stages.read(data)
    known, games = register.load(data), sources.catalogues.games
    is_game = document in {game.id for game in games}
    request = Request(path, "" if is_game else document or "", (document or "") if is_game else "")
    received = placing.place(placing.read(path), request, sources.texts, games)
    reading, found = _passages(received, request, sources, known)
    rulings = _rulings(received, found, sources, known)
    touched = {row["id"] for row in (*rulings["changes"], *rulings["vanishes"])}
    with copy_of(data) as copy:
        if reading:
            documents.install(copy, received, reading)
            _register(copy.at)
        tried = attempt(copy.at)
        moved = _moves(copy.at, tried, _published()) if reading else None
    return {
        "document": received.document.id,
        "sha256": found.text.document.sha256,
        "lines": len(found.text.origins),
        **rulings,
        "suspect": _suspect(data, sources, known, touched),
        "findings": [str(f) for f in found.findings],
        "unsound": [str(f) for f in (proofs.unsound(tried.corpus.scenarios) if tried.corpus else ())],
        "moves": moved,
    }


def _passages(
    received: placing.Received, request: Request, sources: stages.Sources, known: register.Register
) -> tuple[documents.Reading | None, Passages]:
    """What is read of a document, with its topics; without them where the grammar cannot place all of it."""
    try:
        own = _as_they_are(sources, known)
        reading = documents.read(received, request, [text.document for text in sources.texts], own)
    except BadInput:
        return None, passages_of(received.as_text(received.document))
    return reading, reading.passages


def _rulings(
    received: placing.Received, found: Passages, sources: stages.Sources, known: register.Register
) -> dict[str, Any]:
    """The rulings that appear, change and vanish, and how many stay as they are."""
    place = received.document
    prefix = next(game.prefix for game in sources.catalogues.games if game.id == place.game)
    candidates = [Candidate.of(passage, place.id, prefix) for passage in found.passages]
    result, standing = assign(candidates, known), known.standing
    gone = [key for key in result.missing if standing[key].document == place.id]
    changes = [
        {**row(result.ids[i], candidates[i]), "words": changed_words(standing[result.ids[i]], candidates[i])}
        for i in result.changed
    ]
    return {
        "unchanged": len(candidates) - len(result.fresh) - len(changes),
        "appears": [row(result.ids[i], candidates[i]) for i in result.fresh],
        "changes": changes,
        "vanishes": [{"id": key, "line": 0, "question": standing[key].question} for key in gone],
    }


def plan_data(data: str) -> Row:
    """What building the folder ``data`` would change against the build that is published. Nothing is written.

    Returns ``data``, ``findings`` (what keeps it from being built), ``unsound`` (the proofs that would not hold; both
    text) and ``moves`` (:func:`kb.authoring.moves.moves`), ``None`` where the data cannot be read so far.
    Raises :class:`NoBuild` where nothing is published.
    """
    published = _published()
    if published is None:
        raise NoBuild(Finding("there is no knowledge base to compare with", hint="run 'kb build' before the change"))
    tried = attempt(data)
    return {
        "data": paths.shown(data),
        "findings": list(map(str, tried.findings)),
        "unsound": list(map(str, tried.unsound)),
        "moves": _moves(data, tried, published),
    }


def _published() -> State | None:
    """The rows of the build that is published, if there is one."""
    try:
        with kb.open() as base:
            return of_build(base.connection)
    except NoBuild:
        return None


def _moves(data: str, tried: Attempt, published: State | None) -> Row | None:
    if tried.corpus is None or published is None:
        return None
    known = tried.corpus.catalogues
    names = links.names((ruling.id for ruling in tried.corpus.rulings), known)
    verdicts = curated.load(data, known.games, names).verdicts
    return moves(published, tried.corpus, verdicts)


def _register(data: str) -> None:
    """Record in a copy of the data what the documents of it have."""
    sources = stages.read(data)
    made = stages.rulings(sources, stages.read_passages(sources, stages.blocks(sources)), register.load(data))
    today = datetime.date.today().isoformat()
    register.append(data, ids.events_of(made.candidates, made.assignment, today, "as planned"))


def _as_they_are(sources: stages.Sources, known: register.Register) -> tuple[Ruling, ...]:
    return stages.rulings(sources, stages.read_passages(sources, stages.blocks(sources)), known).rulings


def _suspect(data: str, sources: stages.Sources, known: register.Register, touched: set[str]) -> list[dict[str, str]]:
    """The curated data that rests on rulings whose words changed or vanished."""
    written = curated.load(data, sources.catalogues.games, links.names(known.standing, sources.catalogues))
    cases = library.load(data, rules_of=sources.books) if touched else ()
    cut = claims.read(data, _as_they_are(sources, known))[0] if touched else ()
    rows = []
    for ruling in sorted(touched):
        verdict = written.verdicts.get(ruling)
        if verdict:
            rows.append({"id": ruling, "what": f"verdict: {verdict.verdict} ({verdict.file}:{verdict.line})"})
            rows += [{"id": ruling, "what": f"phrasing: {asked.text}"} for asked in written.phrasings.get(ruling, ())]
            rows += [{"id": ruling, "what": f"link to {link.section}: {link.evidence}"} for link in verdict.sections]
        rows += [
            {"id": ruling, "what": f"claim “{claim.words}” ({claim.file}:{claim.line})"}
            for claim in cut
            if claim.ruling == ruling and claim.reason != NOT_CUT
        ]
        rows += [
            {"id": ruling, "what": f"{r.kind} {r.ruling} / {r.other}"}
            for r in written.relations
            if ruling in (r.ruling, r.other)
        ]
        rows += [
            {"id": ruling, "what": f"topic {topic.id}"}
            for topic in written.comparisons
            for s in topic.stances
            if ruling in s.rulings
        ]
        rows += [
            {"id": ruling, "what": f"scenario {case.name}: {case.title} ({case.file}:{case.line})"}
            for case in cases
            if ruling in case.rulings
        ]
    return rows
