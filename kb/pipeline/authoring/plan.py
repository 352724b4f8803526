"""Dry run of a document, or of data that was changed: which rulings are new, changed or withdrawn, which curated data
to check, and what moves against the build that is published.

What moves is found by comparing rows of tables: those of the build as they are stored, and those of a corpus as they
would be.
"""

from __future__ import annotations

import datetime
import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import kb
from kb.base import paths
from kb.base.errors import BadInput, Finding, NoBuild
from kb.base.history.state import COMPARISON, PRINTING, RULING, TABLES, abridged, compare, state_of
from kb.base.model import Corpus
from kb.base.standing import OFFICIAL
from kb.base.values import ID, NOT_CUT, StoredScenario
from kb.cases.reading import library
from kb.corpus import curated, ids
from kb.corpus.curated import CuratedVerdict
from kb.corpus.forms.recognise import passages_of
from kb.corpus.ids import Candidate, assign
from kb.corpus.passages import Passages
from kb.pipeline import claims, proofs, sources
from kb.pipeline.authoring import documents
from kb.pipeline.authoring.documents import Request, Row
from kb.pipeline.authoring.sheet import copy_of
from kb.pipeline.proofs import compared
from kb.pipeline.rulings import known_names, read_rulings
from kb.pipeline.run import Attempt, attempt
from kb.pipeline.sources import Sources
from kb.store import lookup, rows
from kb.store.tables.all_tables import TABLES as DESCRIBED

#: the tables that are compared, each with the columns by which its rows are known
KEYS = {
    "rulings": ("id",),
    "statements": ("id",),
    "claims": ("ruling", "words"),
    "scenarios": ("id",),
    "scenario_cases": ("scenario", "number"),
    "scenario_printings": ("scenario", "ruleset", "game"),
    "scenario_rulings": ("scenario", "ruling"),
    "rule_rulings": ("rule", "ruling"),
    "topics": ("id",),
    "topic_pairs": ("topic", "game", "other_game"),
    "topic_rulings": ("topic", "ruling"),
    "printings": ("ruling", "printing"),
    "documents": ("id",),
    "readings": ("id",),
}
#: the fields of a ruling that are the verdict itself
_OURS = ("verdict", "verdict_kind")
State = Mapping[str, Mapping[tuple[Any, ...], Row]]


def of_build(connection: sqlite3.Connection) -> State:
    """The rows of a build."""
    return {table: _by_key(lookup.rows(connection, table), key) for table, key in KEYS.items()}


def of_corpus(corpus: Corpus) -> State:
    """The rows that a corpus would have in a build."""
    known = {table.name: table for table in DESCRIBED}
    return {table: _by_key(rows.rows(known[table], corpus), key) for table, key in KEYS.items()}


def _by_key(found: Iterable[Mapping[str, Any]], key: tuple[str, ...]) -> dict[tuple[Any, ...], Row]:
    return {tuple(row[name] or "" for name in key): dict(row) for row in found}


@dataclass(frozen=True)
class _Compared:
    """Two states; ``pairs`` of a table are the rows that differ in some columns, before and after, nothing where a row
    is only in one of them."""

    was: State
    now: State

    def pairs(self, table: str, *columns: str) -> Iterator[tuple[Row | None, Row | None]]:
        was, now = self.was[table], self.now[table]
        for key in dict.fromkeys((*was, *now)):
            one, other = was.get(key), now.get(key)
            if one is None or other is None or any(one[name] != other[name] for name in columns):
                yield one, other


def moves(before: State, corpus: Corpus, verdicts: Mapping[str, CuratedVerdict]) -> Row:
    """Everything that comes out otherwise by a corpus than by a build, as plain values.

    ``changed`` (fields of rulings, documents and readings), ``statements``, ``scenarios``, ``elsewhere`` (scenarios in
    other printings and games), ``claims`` and ``comparisons`` have ``was`` and ``now``; ``verdicts`` and ``topics`` are
    worth reading again, ``because`` of which.
    """
    sides = _Compared(before, of_corpus(corpus))
    played = bool(corpus.scenarios)
    found: Row = {
        "scenarios": list(_scenarios(sides)) if played else [],
        "elsewhere": list(_elsewhere(sides)) if played else [],
        "claims": list(_claims(sides)) if played else [],
        "comparisons": list(_comparisons(sides, corpus)) if played else [],
        "statements": list(_fields(sides.pairs("statements", "says"), "says")),
        "changed": list(_changed(sides, played)),
    }
    because = _because(found, sides)
    found["verdicts"] = [
        {"id": key, "verdict": one.verdict, "file": one.file, "line": one.line, "because": because[key]}
        for key, one in verdicts.items()
        if key in because
    ]
    return {**found, "topics": list(_moved_topics(found, because, sides))}


def _outcome(row: Row | None) -> str:
    """What becomes of a scenario, a case or a claim, in a word or two."""
    if row is None:
        return "is not there"
    if not row["passed"] or not row.get("contrast_passed", 1):
        return "fails"
    return "is suspect" if row.get("suspect") else "holds"


def _scenarios(sides: _Compared) -> Iterator[Row]:
    """The scenarios that come out otherwise, or hold and are played otherwise; with the first sentence that differs."""
    outcomes = {
        (now or was or {})["id"]: (_outcome(was), _outcome(now))
        for was, now in sides.pairs("scenarios", "passed", "contrast_passed", "suspect")
    }
    first: dict[str, tuple[str, str]] = {}
    for was, now in sides.pairs("scenario_cases", "passed", "trace", "after"):
        if was and now:
            first.setdefault(now["scenario"], _first_difference(was["trace"], now["trace"]))
    for name in dict.fromkeys((*outcomes, *first)):
        row = sides.now["scenarios"].get((name,)) or sides.was["scenarios"][(name,)]
        one, other = outcomes.get(name, ("holds", "holds, played otherwise"))
        said = dict(zip(("said", "says"), first.get(name, ("", "")), strict=True))
        yield {"id": name, "was": one, "now": other, **said, "file": row["file"], "line": row["line"]}


def _first_difference(was: bytes, now: bytes) -> tuple[str, str]:
    """The first sentences of two traces that differ."""
    one, other = ([line[1] for line in json.loads(zlib.decompress(trace))] for trace in (was, now))
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return (one[at] if at < len(one) else ""), (other[at] if at < len(other) else "")


def _elsewhere(sides: _Compared) -> Iterator[Row]:
    """The scenarios that come out otherwise in another printing or game than they did there."""
    for was, now in sides.pairs("scenario_printings", "holds"):
        row = now or was or {}
        if (row["scenario"],) not in sides.now["scenarios"]:
            continue
        where = row["printing"] or row["game"]
        yield {"id": row["scenario"], "where": where, "was": was and was["holds"], "now": now and now["holds"]}


def _claims(sides: _Compared) -> Iterator[Row]:
    """The claims whose expectation does not hold any more, or holds now."""
    for was, now in sides.pairs("claims", "proof", "reason"):
        row = now or was or {}
        if (row["ruling"],) not in sides.was["rulings"]:
            continue  # of a new ruling there is nothing that moves
        proofs = [(each["reason"] or each["proof"]) if each else "is not there" for each in (was, now)]
        yield {"ruling": row["ruling"], "words": row["words"], "was": proofs[0], "now": proofs[1]}


def _comparisons(sides: _Compared, corpus: Corpus) -> Iterator[Row]:
    """The pairs of games that play compares otherwise than the build does."""
    known: dict[str, StoredScenario] = {each.id: each for each in corpus.scenarios}
    for topic in corpus.comparisons:
        for pair in topic.pairs:
            was = sides.was["topic_pairs"].get((topic.id, *pair.games))
            case = known.get(pair.case)
            now = (compared(case, pair.games) if case else None) if pair.case else pair.comparison
            if was and was["comparison"] != now:
                shown = str(now) if now else "not to be told"
                yield {
                    "topic": topic.id,
                    "games": list(pair.games),
                    "was": was["comparison"],
                    "now": shown,
                    "scenario": pair.case,
                }


def _fields(pairs: Iterable[tuple[Row | None, Row | None]], column: str) -> Iterator[Row]:
    for was, now in pairs:
        yield {"id": (now or was or {})["id"], "was": was[column] if was else "", "now": now[column] if now else ""}


def _changed(sides: _Compared, played: bool) -> Iterator[Row]:
    """The fields of rulings, documents and readings that differ; of what is new or gone that it is. How two games
    compare is told by play."""
    changes = abridged(
        compare(*(state_of({name: side[name].values() for name in TABLES}) for side in (sides.was, sides.now)))
    )
    gone = {(each.what, each.id) for each in changes if each.gone}
    for each in changes:
        by_play = each.field == "proof" or each.field.startswith(PRINTING)
        is_part = each.field != ID and (each.what, each.id) in gone
        if each.what != COMPARISON and each.field != "proof_reason" and not is_part and (played or not by_play):
            yield {"what": each.what, "id": each.id, "field": each.field, "was": each.was, "now": each.now}


def _because(found: Row, sides: _Compared) -> dict[str, list[str]]:
    """The rulings whose verdict is to be read again, with what moved."""
    of_scenario = _links(sides, "scenario_rulings", "scenario")
    of_rule = _links(sides, "rule_rulings", "rule")
    because: dict[str, dict[str, None]] = {}
    reasons = [
        *((ruling, f"{row['id']} {row['now']}") for row in found["scenarios"] for ruling in of_scenario(row["id"])),
        *((row["ruling"], f"its claim “{row['words']}”") for row in found["claims"]),
        *((ruling, f"{row['id']} says otherwise") for row in found["statements"] for ruling in of_rule(row["id"])),
        *(
            (row["id"], f"its {row['field']}")
            for row in found["changed"]
            if row["what"] == RULING and row["field"] not in _OURS
        ),
    ]
    for ruling, reason in reasons:
        because.setdefault(ruling, {})[reason] = None
    return {ruling: list(each) for ruling, each in because.items()}


def _links(sides: _Compared, table: str, one: str) -> Callable[[str], list[str]]:
    """Gives the rulings that an id is linked to, before or after."""
    found: dict[str, dict[str, None]] = {}
    for row in (*sides.was[table].values(), *sides.now[table].values()):
        found.setdefault(row[one], {})[row["ruling"]] = None
    return lambda name: list(found.get(name, ()))


def _moved_topics(found: Row, because: Mapping[str, Any], sides: _Compared) -> Iterator[Row]:
    """The topics of which a ruling is to be read again, or a pair turns."""
    turned = {row["topic"] for row in found["comparisons"]}
    moved = {row["id"] for row in found["scenarios"]}
    played = {row["topic"] for row in sides.was["topic_pairs"].values() if row["scenario"] in moved}
    touched: dict[str, list[str]] = {}
    for row in sides.was["topic_rulings"].values():
        if row["ruling"] in because:
            touched.setdefault(row["topic"], []).append(row["ruling"])
    for (name,), row in sides.was["topics"].items():
        reasons = [
            *(["a pair turns"] if name in turned else []),
            *(["its case"] if name in played else []),
            *touched.get(name, ()),
        ]
        if reasons:
            yield {"id": name, "title": row["title"], "because": reasons}


def plan(path: str, document: str | None = None, data: str | None = None) -> Row:
    """What building with the file ``path`` in the place of ``document`` would change. Nothing is written.

    ``document`` may be a game: then the file is a new document of it; by default it is the document whose words the
    file shares most. Returns ``document``, ``sha256`` and ``lines`` (a number) of the file, ``unchanged`` (a number),
    ``appears``, ``changes``, ``vanishes`` (rows with ``id``, ``line``, ``question``), ``suspect`` (rows with ``id``,
    ``what``), ``findings`` and ``unsound`` (the proofs that would fail), both text, and ``moves``
    (``moves``), ``None`` where nothing is built yet or the document cannot be read as a whole.
    Raises :class:`BadInput` if the file cannot be read or the document is unknown.
    """
    data = data or paths.data()
    read = sources.read(data)
    known, games = ids.load_register(data), read.catalogues.games
    is_game = document in {game.id for game in games}
    of_document, of_game = ("", document or "") if is_game else (document or "", "")
    # whose word a new one is changes nothing of all this
    request = Request(path, of_document, of_game, authority=OFFICIAL)
    received = documents.place_document(documents.read_file(path).text, request, read.texts, games)
    reading, found = _passages(received, request, read, known)
    rulings = _rulings(received, found, read, known)
    touched = {row["id"] for row in (*rulings["changes"], *rulings["vanishes"])}
    with copy_of(data) as copy:
        if reading:
            documents.install(copy, received, reading)
            made = read_rulings(sources.read(copy.at), ids.load_register(copy.at))
            today = datetime.date.today().isoformat()
            ids.append_events(copy.at, ids.events_of(made.candidates, made.assignment, today, "as planned"))
        tried = attempt(copy.at)
        moved = _moves(copy.at, tried, _published()) if reading else None
    return {
        "document": received.document.id,
        "sha256": found.text.document.sha256,
        "lines": len(found.text.origins),
        **rulings,
        "suspect": _suspect(data, read, known, touched),
        "findings": [str(f) for f in found.findings],
        "unsound": [str(f) for f in (proofs.unsound(tried.corpus.scenarios) if tried.corpus else ())],
        "moves": moved,
    }


def _passages(
    received: documents.Received, request: Request, read: Sources, known: ids.Register
) -> tuple[documents.DocumentReading | None, Passages]:
    """What is read of a document, with its topics; without them where the grammar cannot place all of it."""
    try:
        own = read_rulings(read, known).rulings
        reading = documents.read_document(received, request, [text.document for text in read.texts], own)
    except BadInput:
        return None, passages_of(received.as_text(received.document))
    return reading, reading.passages


def _rulings(received: documents.Received, found: Passages, read: Sources, known: ids.Register) -> dict[str, Any]:
    """The rulings that appear, change and vanish, and how many stay as they are."""
    place = received.document
    prefix = next(game.prefix for game in read.catalogues.games if game.id == place.game)
    candidates = [Candidate.of(passage, place.id, prefix) for passage in found.passages]
    result, standing = assign(candidates, known), known.standing
    gone = [key for key in result.missing if standing[key].document == place.id]
    return documents.differences(result, candidates, standing, place.id, gone)


def plan_data(data: str) -> Row:
    """What building the folder ``data`` would change against the build that is published. Nothing is written.

    Returns ``data``, ``findings`` (what keeps it from being built), ``unsound`` (the proofs that would not hold; both
    text) and ``moves`` (:func:`kb.pipeline.authoring.plan.moves`), ``None`` where the data cannot be read so far.
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
    names = known_names((ruling.id for ruling in tried.corpus.rulings), known)
    verdicts = curated.load(data, known.games, names).verdicts
    return moves(published, tried.corpus, verdicts)


def _suspect(data: str, read: Sources, known: ids.Register, touched: set[str]) -> list[dict[str, str]]:
    """The curated data that rests on rulings whose words changed or vanished."""
    written = curated.load(data, read.catalogues.games, known_names(known.standing, read.catalogues))
    cases = library.load(data, rules_of=read.books) if touched else ()
    cut = claims.read(read.claims, read_rulings(read, known).rulings)[0] if touched else ()

    def resting(ruling: str) -> Iterator[str]:
        if verdict := written.verdicts.get(ruling):
            yield f"verdict: {verdict.verdict} ({verdict.file}:{verdict.line})"
            yield from (f"phrasing: {asked.text}" for asked in written.phrasings.get(ruling, ()))
            yield from (f"link to {link.section}: {link.evidence}" for link in verdict.sections)
        for claim in cut:
            if claim.ruling == ruling and claim.reason != NOT_CUT:
                yield f"claim “{claim.words}” ({claim.file}:{claim.line})"
        yield from (f"{r.kind} {r.ruling} / {r.other}" for r in written.relations if ruling in (r.ruling, r.other))
        for topic in written.comparisons:
            yield from (f"topic {topic.id}" for stance in topic.stances if ruling in stance.rulings)
        for case in cases:
            if ruling in case.rulings:
                yield f"scenario {case.name}: {case.title} ({case.file}:{case.line})"

    return [{"id": ruling, "what": what} for ruling in sorted(touched) for what in resting(ruling)]
