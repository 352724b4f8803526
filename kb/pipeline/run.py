"""Runs all stages and publishes the build atomically."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from kb import gc_pause, paths
from kb.background import in_background
from kb.corpus import ids, register
from kb.errors import Collector, Finding, raise_if
from kb.model import Corpus
from kb.pipeline import stages
from kb.pipeline.proofs import lacking
from kb.pipeline.report import summary
from kb.pipeline.scenarios import Played, joined
from kb.scenarios.play.parallel import halves
from kb.scenarios.reading import library
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
def _linked(data: str, progress: Progress, record: Recording | None) -> Iterator[Made]:
    """Stages 1 to 5, but for the scenarios, which are being played in other processes.

    With ``record``, differences from the register are appended to it if there are no other findings.
    """
    progress("read")
    sources = stages.read(data)
    first, second = (partial(stages.play, sources, data, games) for games in halves(library.sizes(data)))
    with in_background(first) as one, in_background(second) as other:
        played = cache(lambda: joined((one, other)))
        progress("blocks")
        found = stages.blocks(sources)
        progress("passages")
        passages = stages.read_passages(sources, found)
        progress("rulings")
        made = stages.rulings(sources, passages, register.load(data))
        raise_if(stages.doubled(made))
        progress("links")
        collect = Collector()
        linked = collect(lambda: stages.link(made, data))
        if linked is None:
            collect(played)
        elif record:
            proving = Made(sources, linked, played)
            collect(proving.proved)
        collect.add(_unexplained(made.assignment.missing, record) if record else stages.unregistered(made))
        collect.close()
        assert linked is not None, "it is there where nothing was found wrong"
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
    with _linked(data, lambda stage: None, None) as made:
        return made.proved(), made.sources


def build(
    data: str | None = None,
    built: str | None = None,
    progress: Progress = lambda stage: None,
    record: Recording | None = None,
) -> BuildReport:
    """Build the knowledge base from ``data`` into ``built`` (defaults: where :mod:`kb.paths` says).

    Raises :class:`BadInput` with every finding; the build before then stays as it is.
    """
    with gc_pause.paused():
        return _build(data or paths.data(), built or paths.built(), progress, record)


def _build(data: str, built: str, progress: Progress, record: Recording | None) -> BuildReport:
    with _linked(data, progress, record) as made:
        words = made.sources.lexicon
        broken: list[Finding] = []

        def make(directory: str) -> str:
            with in_background(lambda: stages.make_whoosh(made.corpus, words, directory)) as whoosh:
                proved = made.proved()
                broken.extend(lacking(proved))
                progress("store")
                db = stages.store(proved, directory)
                stages.keep_scenarios(made.played(), data, directory)
                stages.keep_rules(made.sources, data, directory)
                progress("index")
                stages.make_index(db, proved, made.sources)
                whoosh()
            return stages.seal(db)

        digest = publish(built, make)
        progress("report")
        return BuildReport(digest, summary(made.corpus), tuple(broken))
