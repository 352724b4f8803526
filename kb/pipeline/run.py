"""Runs all stages and publishes the build atomically.

read -> lines -> passages -> rulings -> links -> store -> index -> report; the scenarios are played beside the others.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlite_utils import Database

from kb.base import background, paths
from kb.base.background import in_background
from kb.base.errors import Collector, Finding, raise_if
from kb.base.files import writing
from kb.base.model import Corpus, RulingKind, SpanKind
from kb.base.values import NOT_CUT
from kb.corpus import curated, ids
from kb.corpus.ledger import totals
from kb.games import packed
from kb.pipeline import proofs, rulings, scenarios, sources
from kb.pipeline.rulings import IdentifiedRulings
from kb.pipeline.scenarios import Played
from kb.pipeline.sources import Sources
from kb.search import full_text, index, lexicon
from kb.store import rows
from kb.store.publish import publish
from kb.store.read import BASE, INDEX
from kb.store.rows import seal


def summary(corpus: Corpus) -> dict[str, Any]:
    """Counts of what a corpus holds, and what became of the characters of each document."""
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
    """Stage 6: the base, filled from the corpus, in memory."""
    db = Database(memory=True)
    rows.fill(db, corpus)
    return db


def keep_rules(sources: Sources, data: str, directory: str) -> None:
    """Write the boards, rule sets and words packed, for what plays without YAML."""
    words = replace(sources.lexicon, _terms={})  # those that were looked up
    titles = {game.id: game.short for game in sources.catalogues.games}
    with open(os.path.join(directory, packed.NAME), "w", encoding="utf-8") as file:
        file.write(packed.dump(sources.packed, sources.boards, words, packed.digest(data), titles))


@contextmanager
def making_whoosh(corpus: Corpus, words: lexicon.Lexicon, directory: str) -> Iterator[Callable[[], None]]:
    """Stage 7, beside the base: make the Whoosh index in another process; the function given waits for it."""
    with in_background(partial(full_text.write, corpus, words, os.path.join(directory, INDEX))) as wait:
        yield wait


# -- all stages


#: the stages in their order, as :data:`Progress` is told of them
STAGES = ("read", "lines", "passages", "rulings", "links", "store", "index", "report")
Progress = Callable[[str], None]


@dataclass(frozen=True)
class BuildReport:
    """What was built: the content digest, the figures of the corpus, and what is wrong with the proofs."""

    digest: str
    figures: dict[str, Any]
    unsound: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Recording:
    """To record differences from the register of ids; ``reason`` and ``successor`` are those of withdrawn rulings."""

    reason: str = ""
    successor: str = ""


def _unseen(stage: str) -> None:
    """What is told of the progress where nobody looks."""


def _link(read: Sources, data: str, progress: Progress = _unseen) -> tuple[IdentifiedRulings, Corpus, list[Finding]]:
    """Stages 2 to 5: the rulings, the corpus, and what is wrong with what people wrote beside the documents.

    Raises :class:`BadInput` where there is nothing to go on with.
    """
    progress("lines")
    rulings.lines(read)
    progress("passages")
    passages = rulings.read_passages(read)
    progress("rulings")
    found = rulings.rulings(read, passages, ids.load_register(data))
    raise_if(rulings.doubled(found))
    progress("links")
    return found, *rulings.link(found, data)


@dataclass(frozen=True)
class _Made:
    """What stages 1 to 5 made. ``played`` waits for the scenarios, which other processes play, and returns them."""

    sources: Sources
    corpus: Corpus
    played: Callable[[], Played]

    def proved(self) -> Corpus:
        """Return the corpus with what proves each ruling.

        Raises :class:`BadInput` with what is wrong with the scenarios.
        """
        return proofs.prove(self.corpus, self.sources, self.played())


@contextmanager
def _making(
    data: str, built: str, progress: Progress = _unseen, record: Recording | None = None, fresh: bool = False
) -> Iterator[_Made]:
    """Stages 1 to 5, but for the scenarios: those that no earlier build in ``built`` played are played in other
    processes.

    With ``record``, differences from the register are appended to it if there are no other findings.
    """
    progress("read")
    read = sources.read(data)
    with scenarios.playing(read, data, built, fresh) as play:

        def played() -> Played:
            raise_if(play().findings)
            return play()

        found, corpus, findings = _link(read, data, progress)
        missing = found.assignment.missing
        others = unexplained(missing, record.reason, record.successor) if record else rulings.unregistered(found)
        collect = Collector()
        collect.add(findings)
        if findings or others or record:
            collect.add(collect(lambda: proofs.wrong_proofs(corpus, read, played())) or ())
        collect.add(others)
        collect.close()
        if record:
            today = datetime.date.today().isoformat()
            events = ids.events_of(found.candidates, found.assignment, today, record.reason, record.successor)
            ids.append_events(data, events)
            _, corpus, findings = _link(read, data)
            raise_if(findings)
        yield _Made(read, corpus, played)


def unexplained(withdrawn: Sequence[str], reason: str, successor: str) -> list[Finding]:
    """Return a finding for each ruling that would be withdrawn without a reason, or for a reason where none is
    withdrawn."""
    if not withdrawn and (reason or successor):
        return [Finding("no ruling is withdrawn", hint="leave out --reason and --successor")]
    if reason.strip():
        return []
    hint = 'say why with --reason "..."; the register keeps it'
    return [Finding(f"{each} would be withdrawn without a reason", hint=hint) for each in withdrawn]


def corpus(data: str) -> tuple[Corpus, Sources]:
    """Return the corpus of ``data`` with its proofs, and what was read in stage 1. Raises :class:`BadInput`."""
    with _making(data, paths.built()) as made:
        return made.proved(), made.sources


@dataclass(frozen=True)
class Attempt:
    """What building would make: the ``corpus`` as far as it can be made, everything that keeps it from being built
    (``findings``), and the proofs that would not hold (``unsound``)."""

    corpus: Corpus | None
    findings: tuple[Finding, ...]
    unsound: tuple[Finding, ...] = ()


def attempt(data: str, read: Sources | None = None) -> Attempt:
    """Return everything that a build of ``data`` would find, without building. Whatever is wrong is told, not raised.

    No scenario is played: what no build has played is taken to hold, and comparisons are not tried. ``read`` is what
    stage 1 reads, where that is known already.
    """
    collect = Collector()
    with background.gc_paused():
        read = read or collect(sources.read, data)
        if read is None:
            collect.add(_wrong_beside(data))
        corpus = collect(partial(_attempt, data, collect=collect), read)
    findings = tuple(dict.fromkeys(collect.findings))
    return Attempt(corpus, findings, proofs.lacking(corpus) if corpus and corpus.proofs else ())


def _attempt(data: str, read: Sources, collect: Collector) -> Corpus:
    """Return the corpus, without proofs where the scenarios cannot be read. Raises what leaves nothing to go on
    with."""
    found, corpus, findings = _link(read, data)
    collect.add([*findings, *rulings.unregistered(found)])
    results = collect(scenarios.unplayed, read, data)
    if results is None:
        return corpus
    known = _of_scenarios(corpus, results) if results.findings else corpus
    compared = replace(known, comparisons=())
    collect.add([*results.findings, *proofs.wrong_proofs(compared, read, results)])
    return proofs.with_proofs(corpus, read, results)


def _wrong_beside(data: str) -> list[Finding]:
    """Return what is wrong with what people wrote beside the documents, where other files cannot be read."""
    collect = Collector()
    _, _, known = sources.read_catalogues(data, Collector())
    standing = collect(ids.load_register, data)
    if known is not None and standing is not None:
        names = rulings.known_names(standing.standing, known)
        collect.add(curated.load(data, known.games, names).findings)
    return collect.findings


def _of_scenarios(corpus: Corpus, played: Played) -> Corpus:
    """Return the corpus without the claims, pairs of games and statements that name a scenario which could not be
    read."""
    known = {each.id for each in played.scenarios}
    kept = [
        replace(topic, pairs=tuple(pair for pair in topic.pairs if not pair.case or pair.case in known))
        for topic in corpus.comparisons
    ]
    claims = tuple(claim for claim in corpus.claims if not claim.scenario or claim.scenario in known)
    statements = tuple(each for each in corpus.statements if not each.played or each.played in known)
    return replace(corpus, comparisons=tuple(kept), claims=claims, statements=statements)


def build(
    data: str | None = None,
    built: str | None = None,
    progress: Progress = _unseen,
    record: Recording | None = None,
    from_scratch: bool = False,
) -> BuildReport:
    """Build the knowledge base from ``data`` into ``built`` (defaults: where :mod:`kb.base.paths` says).

    With ``record`` nobody else may write the data meanwhile; ``from_scratch`` uses nothing that earlier builds kept.
    Raises :class:`BadInput` with every finding; the build before then stays as it is.
    """
    data, place = data or paths.data(), built or paths.built()
    alone = writing(data) if record else nullcontext()
    with (
        alone,
        background.gc_paused(),
        _making(data, place, progress, record, from_scratch) as made,
    ):
        broken: list[Finding] = []

        def make(directory: str) -> str:
            with making_whoosh(made.corpus, made.sources.lexicon, directory) as wait_for_whoosh:
                proved = made.proved()
                broken.extend(proofs.lacking(proved))
                progress("store")
                db = store(proved)
                keep_rules(made.sources, data, directory)
                progress("index")
                index.make_tables(db, proved, made.sources.lexicon)
                wait_for_whoosh()
            return seal(db, os.path.join(directory, BASE))

        digest = publish(place, make)
        progress("report")
        return BuildReport(digest, summary(made.corpus), tuple(broken))
