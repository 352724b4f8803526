"""Runs all stages and publishes the build atomically."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kb import gc_pause, journal, paths
from kb.corpus import curated, ids, register, todo
from kb.errors import Collector, Finding, raise_if
from kb.model import Corpus
from kb.pipeline import stages
from kb.pipeline.kept import Kept
from kb.pipeline.links import names
from kb.pipeline.proofs import lacking
from kb.pipeline.report import summary
from kb.pipeline.scenarios import Played
from kb.store.publish import publish

#: the stages in their order, as :data:`Progress` is told of them
STAGES = ("read", "blocks", "passages", "rulings", "links", "store", "index", "report")
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


@dataclass(frozen=True)
class Made:
    """What stages 1 to 5 made. ``played`` waits for the scenarios, which other processes play, and returns them."""

    sources: stages.Sources
    corpus: Corpus
    played: Callable[[], Played]

    def proved(self) -> Corpus:
        """The corpus with what proves each ruling and what changed since the last edition.

        Raises :class:`BadInput` with what is wrong with the scenarios.
        """
        return stages.with_unrecorded(stages.prove(self.corpus, self.sources, self.played()))


@contextmanager
def _linked(data: str, kept: Kept, progress: Progress, record: Recording | None) -> Iterator[Made]:
    """Stages 1 to 5, but for the scenarios: those of which nothing is ``kept`` are being played in other processes.

    With ``record``, differences from the register are appended to it if there are no other findings.
    """
    progress("read")
    sources = stages.read(data)
    with stages.playing(sources, data, kept) as play:

        def played() -> Played:
            raise_if(play().findings)
            return play()

        progress("blocks")
        found = stages.blocks(sources)
        progress("passages")
        passages = stages.read_passages(sources, found)
        progress("rulings")
        made = stages.rulings(sources, passages, register.load(data))
        raise_if(stages.doubled(made))
        progress("links")
        linked, findings = stages.try_to_link(made, data)
        raise_if(stages.wrong_columns(linked))
        others = _unexplained(made.assignment.missing, record) if record else stages.unregistered(made)
        collect = Collector()
        collect.add(findings)
        if findings or others or record:
            collect.add(collect(lambda: stages.wrong_proofs(linked, sources, played())) or ())
        collect.add(others)
        collect.close()
        if record:
            today = datetime.date.today().isoformat()
            events = ids.events_of(made.candidates, made.assignment, today, record.reason, record.successor)
            register.append(data, events)
            linked = stages.link(stages.rulings(sources, passages, register.load(data)), data)
        yield Made(sources, linked, played)


def _unexplained(withdrawn: Sequence[str], record: Recording) -> list[Finding]:
    """A finding for each ruling that would be withdrawn without a reason, or for a reason where none is withdrawn."""
    if not withdrawn and (record.reason or record.successor):
        return [Finding("no ruling is withdrawn", hint="leave out --reason and --successor")]
    if record.reason.strip():
        return []
    hint = 'say why with --reason "..."; the register keeps it'
    return [Finding(f"{each} would be withdrawn without a reason", hint=hint) for each in withdrawn]


def corpus(data: str) -> tuple[Corpus, stages.Sources]:
    """The corpus of ``data`` with its proofs, and what was read in stage 1. Raises :class:`BadInput`."""
    with Kept(paths.built()) as kept, _linked(data, kept, lambda stage: None, None) as made:
        return made.proved(), made.sources


@dataclass(frozen=True)
class Attempt:
    """What building would make: the ``corpus`` as far as it can be made, everything that keeps it from being built
    (``findings``), and the proofs that would not hold (``unsound``)."""

    corpus: Corpus | None
    findings: tuple[Finding, ...]
    unsound: tuple[Finding, ...] = ()


def attempt(data: str, play: bool = True, sources: stages.Sources | None = None) -> Attempt:
    """Everything that a build of ``data`` would find, without building. Whatever is wrong is told, not raised.

    Without ``play`` the scenarios are read and not played: each is taken to hold, and comparisons are not tried.
    ``sources`` is what stage 1 reads, where that is known already.
    """
    collect = Collector()
    with gc_pause.paused():
        read = sources or collect(stages.read, data)
        if read is None:
            collect.add(_wrong_beside(data))
        found = collect(partial(_attempt, data, play, collect=collect), read)
    return found or Attempt(None, tuple(dict.fromkeys(collect.findings)))


def _attempt(data: str, play: bool, sources: stages.Sources, collect: Collector) -> Attempt:
    """The same; findings that leave nothing to go on with are raised."""
    with ExitStack() as stack:
        played: Callable[[], Played] = partial(stages.unplayed, sources, data)
        if play:
            kept = stack.enter_context(Kept(paths.built()))
            played = stack.enter_context(stages.playing(sources, data, kept))
        passages = stages.read_passages(sources, stages.blocks(sources))
        made = stages.rulings(sources, passages, register.load(data))
        raise_if(stages.doubled(made))
        corpus, findings = stages.try_to_link(made, data)
        collect.add([*findings, *stages.unregistered(made)])
        results = collect(played)
        if results is None:
            return Attempt(corpus, tuple(dict.fromkeys(collect.findings)))
        known = _of_scenarios(corpus, results) if results.findings else corpus
        compared = known if play else replace(known, comparisons=())
        collect.add([*results.findings, *stages.wrong_proofs(compared, sources, results)])
        proved = stages.told(corpus, sources, results)
        return Attempt(proved, tuple(dict.fromkeys(collect.findings)), lacking(proved))


def _wrong_beside(data: str) -> list[Finding]:
    """What is wrong with what people wrote beside the documents, where other files cannot be read."""
    collect = Collector()
    _, _, known = stages.read_catalogues(data, Collector())
    standing = collect(register.load, data)
    if known is not None and standing is not None:
        collect.add(curated.load(data, known.games, names(standing.standing, known)).findings)
    return [*todo.marks(data), *collect.findings]


def _of_scenarios(corpus: Corpus, played: Played) -> Corpus:
    """The corpus without the claims and pairs of games that name a scenario which could not be read."""
    known = {each.id for each in played.scenarios}
    kept = [
        replace(topic, pairs=tuple(pair for pair in topic.pairs if not pair.case or pair.case in known))
        for topic in corpus.comparisons
    ]
    claims = tuple(claim for claim in corpus.claims if not claim.scenario or claim.scenario in known)
    return replace(corpus, comparisons=tuple(kept), claims=claims)


def build(
    data: str | None = None,
    built: str | None = None,
    progress: Progress = lambda stage: None,
    record: Recording | None = None,
    from_scratch: bool = False,
) -> BuildReport:
    """Build the knowledge base from ``data`` into ``built`` (defaults: where :mod:`kb.paths` says).

    With ``record`` nobody else may write the data meanwhile; ``from_scratch`` uses nothing that earlier builds kept.
    Raises :class:`BadInput` with every finding; the build before then stays as it is.
    """
    data, place = data or paths.data(), built or paths.built()
    with journal.writing(data) if record else nullcontext(), gc_pause.paused(), Kept(place, from_scratch) as kept:
        return _build(data, place, kept, progress, record)


def _build(data: str, built: str, kept: Kept, progress: Progress, record: Recording | None) -> BuildReport:
    with _linked(data, kept, progress, record) as made:
        words = made.sources.lexicon
        broken: list[Finding] = []

        def make(directory: str) -> str:
            with (
                stages.known_terms(words, kept),
                stages.making_whoosh(made.corpus, words, directory, kept) as whoosh,
            ):
                proved = made.proved()
                broken.extend(lacking(proved))
                progress("store")
                db = stages.store(proved)
                stages.keep_scenarios(made.played(), data, directory)
                stages.keep_rules(made.sources, data, directory)
                progress("index")
                stages.make_index(db, proved, made.sources, kept)
                whoosh()
            return stages.seal(db, directory)

        digest = publish(built, make)
        progress("report")
        return BuildReport(digest, summary(made.corpus), tuple(broken))
