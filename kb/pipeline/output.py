"""Stages 6 to 8: the files of a build, written from a corpus, and what was built in figures."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from kb.base.background import in_background
from kb.base.model import Corpus, RulingKind, SpanKind
from kb.base.values import NOT_CUT
from kb.cases.reading import library
from kb.corpus.passages import totals
from kb.games import packed
from kb.pipeline.kept import Kept, digest_of, program
from kb.pipeline.scenarios import Played
from kb.pipeline.sources import Sources
from kb.search import index, lexicon, whoosh_index
from kb.store import rows
from kb.store.read import INDEX


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
        "kinds": kinds,
        "ledger": spans,
        "noise": sum(s.end - s.start for v in corpus.ledgers.values() for s in v if s.taken_for is SpanKind.NOISE),
    }


def store(corpus: Corpus) -> Database:
    """Stage 6: the base, filled from the corpus, in memory."""
    db = Database(memory=True)
    rows.fill(db, corpus)
    return db


def keep_scenarios(played: Played, data: str, directory: str) -> None:
    """Write the scenarios as JSON beside the base, so that commands need not parse their YAML files."""
    with open(os.path.join(directory, library.PARSED), "w", encoding="utf-8") as file:
        file.write(library.dump(played.parsed, library.digest(data)))


def keep_rules(sources: Sources, data: str, directory: str) -> None:
    """Write the boards, rule sets and words packed, for what plays without YAML."""
    words = replace(sources.lexicon, _terms={})  # those that were looked up
    with open(os.path.join(directory, packed.NAME), "w", encoding="utf-8") as file:
        file.write(packed.dump(sources.packed, sources.boards, words, packed.digest(data)))


def make_index(db: Database, corpus: Corpus, sources: Sources, kept: Kept) -> None:
    """Stage 7, in the base: the tables that the search reads."""
    with ExitStack() as stack:

        def remembered(function: Callable[[str], Any], /, *of: str) -> Callable[[str], Any]:
            return stack.enter_context(kept.table(function.__name__, *of)).of(function)

        index.make_tables(db, corpus, sources.lexicon, sources.answer_states, remembered)


@contextmanager
def known_terms(words: lexicon.Lexicon, kept: Kept) -> Iterator[None]:
    """Meanwhile the lexicon knows the terms of the texts that earlier builds cut by the same words."""
    with kept.table("terms of texts", json.dumps(words.same)) as terms:
        words.remembered = terms.of(words.cut)
        yield
        words.remembered = None


@contextmanager
def making_whoosh(corpus: Corpus, words: lexicon.Lexicon, directory: str, kept: Kept) -> Iterator[Callable[[], None]]:
    """Stage 7, beside the base: the Whoosh index; the function given waits for it and writes it.

    Segments that are not kept are made in another process meanwhile.
    """
    contents = {digest_of("segment", program(), each): each for each in whoosh_index.contents(corpus, words)}
    segments = {key: json.loads(text) for key in contents if (text := kept.get(key)) is not None}
    missing = {key: content for key, content in contents.items() if key not in segments}
    with ExitStack() as stack:
        work = lambda: {key: whoosh_index.segment(content) for key, content in missing.items()}  # noqa: E731
        made = stack.enter_context(in_background(work)) if missing else dict

        def write() -> None:
            for key, segment in made().items():
                segments[key] = segment
                kept.put(key, json.dumps(segment))
            whoosh_index.write(os.path.join(directory, INDEX), (segments[key] for key in contents))

        yield write
