"""Runs all stages and publishes the build atomically.

read -> lines -> passages -> rulings -> store -> index. The scenarios are played before the rulings are made, in two
other processes.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TypedDict

from sqlite_utils import Database

from kb.base import background, paths
from kb.base.background import in_background
from kb.base.errors import Collector, Finding, raise_if
from kb.base.files import writing
from kb.corpus import ids
from kb.corpus.entries import Passages
from kb.corpus.ledger import totals
from kb.games import packed
from kb.model.corpus import Corpus, RulingKind, SpanKind
from kb.model.evidence import NOT_CUT
from kb.pipeline import kept_index, proofs, rulings, scenarios, sources
from kb.pipeline.rulings import Identified
from kb.pipeline.sources import Sources
from kb.search import full_text, index
from kb.store import rows
from kb.store.publish import make_place, publish
from kb.store.read import BASE, INDEX
from kb.store.rows import seal
from kb.words import lexicon


class Figures(TypedDict):
    """The counts of a corpus, of its rulings by kind, and the uses of the characters of each document."""

    rulings: int
    sections: int
    relations: int
    topics: int
    phrasings: int
    links: int
    claims: int
    drafts: int
    kinds: dict[str, int]
    ledger: dict[str, dict[str, int]]
    noise: int


def summary(corpus: Corpus) -> Figures:
    """Return the counts of a corpus, and the uses of the characters of each document."""
    kinds = {str(kind): sum(r.kind is kind for r in corpus.rulings) for kind in RulingKind}
    spans = {key: totals(value) for key, value in corpus.ledgers.items()}
    return {
        "rulings": len(corpus.rulings),
        "sections": len(corpus.catalogues.sections),
        "relations": len(corpus.relations),
        "topics": len(corpus.comparisons),
        "phrasings": sum(len(r.phrasings) for r in corpus.rulings),
        "links": sum(len(r.sections) for r in corpus.rulings),
        "claims": sum(claim.reason != NOT_CUT for claim in corpus.claims),
        "drafts": sum(bool(r.draft) for r in corpus.rulings),
        "kinds": kinds,
        "ledger": spans,
        "noise": sum(s.end - s.start for v in corpus.ledgers.values() for s in v if s.taken_for is SpanKind.NOISE),
    }


def store(corpus: Corpus) -> Database:
    """Return the base in memory, filled from the corpus."""
    db = Database(memory=True)
    rows.fill(db, corpus)
    return db


def keep_rules(sources: Sources, data: str, directory: str) -> None:
    """Write the boards, rule sets and words as one packed file into ``directory``, for playing without YAML. It has the
    digest of the files in ``data``, by which a change of them is noticed."""
    words = replace(sources.lexicon, _terms={})  # a cache
    titles = {game.id: game.short for game in sources.catalogues.games}
    with open(os.path.join(directory, packed.NAME), "w", encoding="utf-8") as file:
        file.write(packed.dump(sources.packed, sources.boards, words, packed.digest(data), titles))


def make_index(
    db: Database, corpus: Corpus, words: lexicon.Lexicon, directory: str, built: str = "", fresh: bool = False
) -> None:
    """Add the index to the base ``db``, and write the Whoosh index into ``directory`` in another process. The index
    that an earlier build kept in ``built`` is used if it is made of the same texts and ``fresh`` is false; else the new
    one is kept there. Nothing is kept if ``built`` is empty."""
    key, place = kept_index.key_of(corpus, words), os.path.join(directory, INDEX)
    if built and not fresh and kept_index.use(db, built, key, place):
        return
    before = set(db.table_names())
    with in_background(partial(full_text.write, corpus, words, place)) as wait:
        index.make_tables(db, corpus, words)
        wait()
    if built:
        kept_index.keep(db, set(db.table_names()) - before, built, key, place)


# -- all stages


#: the stages in their order, as :data:`Progress` is called with them
STAGES = ("read", "lines", "passages", "rulings", "store", "index")
Progress = Callable[[str], None]


@dataclass(frozen=True)
class BuildReport:
    """The result of a build: the content digest, the figures of the corpus, and the findings about proofs."""

    digest: str
    figures: Figures
    unsound: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Recording:
    """Record differences from the register of ids; ``reason`` and ``successor`` are for withdrawn rulings."""

    reason: str = ""
    successor: str = ""


def _unseen(stage: str) -> None:
    """Do nothing: the default for ``progress``."""


def identified(read: Sources, data: str, passages: Sequence[Passages] = (), progress: Progress = _unseen) -> Identified:
    """Return the passages with their ids. They are read from the documents of ``read``, unless ``passages`` are given.
    Raises :class:`BadInput` if they, or the register of ids, cannot be read."""
    if not passages:
        progress("lines")
        rulings.lines(read.texts)
        progress("passages")
        passages = rulings.read_passages(read.texts)
    progress("rulings")
    return rulings.identify(passages, read.catalogues.games, ids.load_register(data))


def _corpus(
    data: str, built: str, progress: Progress = _unseen, record: Recording | None = None, fresh: bool = False
) -> tuple[Corpus, Sources]:
    """Run the stages up to ``rulings``. Other processes play the scenarios that no earlier build in ``built`` played,
    or all of them if ``fresh``.

    With ``record``, differences from the register are appended to it if there are no other findings. Raises
    :class:`BadInput` with every finding.
    """
    progress("read")
    read = sources.read(data)
    found = identified(read, data, progress=progress)
    played = scenarios.play(read, data, built, fresh)
    made, findings = rulings.corpus(found, read, data, played)
    missing = found.assignment.missing
    findings += played.findings
    findings += unexplained(missing, record.reason, record.successor) if record else rulings.unregistered(found)
    raise_if(dict.fromkeys(findings))
    if record:
        today = datetime.date.today().isoformat()
        events = ids.events_of(found.candidates, found.assignment, today, record.reason, record.successor)
        ids.append_events(data, events)
        made = replace(made, retired=ids.load_register(data).retired, inputs=sources.checksums(data))
    return made, read


def unexplained(withdrawn: Sequence[str], reason: str, successor: str) -> list[Finding]:
    """Return a finding for each ruling that would be withdrawn without a reason, or one if no ruling is withdrawn and a
    ``reason`` or ``successor`` is given."""
    if not withdrawn and (reason or successor):
        return [Finding("no ruling is withdrawn", hint="leave out --reason and --successor")]
    if reason.strip():
        return []
    hint = 'give the reason with --reason "..."; the register keeps it'
    return [Finding(f"{each} would be withdrawn without a reason", hint=hint) for each in withdrawn]


def corpus(data: str) -> tuple[Corpus, Sources]:
    """Return the corpus of ``data`` with its proofs, and its sources. Raises :class:`BadInput`. Results of scenarios
    are read from, and kept in, the folder of the builds."""
    return _corpus(data, paths.built())


@dataclass(frozen=True)
class Attempt:
    """The result of a build that is only tried: the ``corpus`` as far as it can be made, everything that keeps it from
    being built (``findings``), and the proofs that would not hold (``unsound``)."""

    corpus: Corpus | None
    findings: tuple[Finding, ...]
    unsound: tuple[Finding, ...] = ()


def attempt(data: str, read: Sources | None = None, passages: Sequence[Passages] = ()) -> Attempt:
    """Return everything that a build of ``data`` would find, without building and without raising.

    No scenario is played: a scenario that no build has played counts as holding, and shows nothing. Relations between
    rulings by their words are left out. ``read`` are the sources and ``passages`` those of the documents, if they are
    known already.
    """
    collect = Collector()
    with background.gc_paused():
        read = read or collect(sources.read, data)
        found = collect(identified, read, data, passages)
        played = collect(scenarios.unplayed, read, data)
        made, findings = collect(rulings.corpus, found, read, data, played, False) or (None, [])
    collect.add([*findings, *(played.findings if played else ()), *(rulings.unregistered(found) if found else ())])
    return Attempt(made, tuple(dict.fromkeys(collect.findings)), proofs.lacking(made) if made else ())


def build(
    data: str | None = None,
    built: str | None = None,
    progress: Progress = _unseen,
    record: Recording | None = None,
    from_scratch: bool = False,
) -> BuildReport:
    """Build the knowledge base from ``data`` into ``built`` (defaults: where :mod:`kb.base.paths` says).

    With ``record`` no other process may write the data meanwhile; ``from_scratch`` uses nothing that earlier builds
    kept. Raises :class:`BadInput` with every finding; the build before then stays as it is.
    """
    data, place = data or paths.data(), built or paths.built()
    make_place(place)
    with writing(data) if record else nullcontext(), background.gc_paused():
        made, read = _corpus(data, place, progress, record, from_scratch)

        def make(directory: str) -> str:
            """Write the build into a directory; return its digest."""
            progress("store")
            db = store(made)
            keep_rules(read, data, directory)
            progress("index")
            make_index(db, made, read.lexicon, directory, place, from_scratch)
            return seal(db, os.path.join(directory, BASE))

        digest = publish(place, make)
        return BuildReport(digest, summary(made), proofs.lacking(made))
