"""Scores the search of documents that nobody has worked on: each game's document as a draft beside the other games.

    python -m benchmarks.drafts [--ways 0 1 2 3 8 99] [--questions FILE ...] [--queries FILE]

A draft has the official words, and what is made from them: no ways to ask, no verdicts, no sections, no relations, no
engine. Of ``k`` ways each ruling keeps the first k that were written for it; 99 is all, with all else as a draft.
``curated`` is the base as it is. Every question is asked of its game. Printed are nDCG@10 of the judged queries and
the figures of the judged questions (:mod:`benchmarks.quality`), each with a bootstrap interval.
"""

from __future__ import annotations

import argparse
import random
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from benchmarks import quality
from kb.base.paths import data
from kb.corpus import drafts
from kb.knowledge import KnowledgeBase
from kb.model.corpus import Corpus, Ruling
from kb.pipeline import run
from kb.pipeline.sources import Sources
from kb.search import index
from kb.store import rows
from kb.store.read import Build

#: as many ways as there are
ALL = 99


def drafted(corpus: Corpus, game: str, ways: int, engine: bool = False) -> Corpus:
    """The corpus with one game as a draft, whose rulings keep their first ``ways`` to ask; with what its ``engine``
    says, as of a second document of a game."""

    def draft(ruling: Ruling) -> Ruling:
        bare = replace(
            ruling,
            phrasings=ruling.phrasings[:ways],
            sections=(),
            readings=(),
            printings=(),
        )
        made = (drafts.VERDICT, drafts.SECTIONS)
        said = drafts.verdict_of(bare.kind, bare.heading, bare.question_text, bare.answer_text)
        return replace(bare, draft=made, verdict=said, verdict_kind=drafts.kind_of(bare.answer_text))

    own = {ruling.id for ruling in corpus.rulings if ruling.game == game}
    return replace(
        corpus,
        rulings=tuple(draft(each) if each.id in own else each for each in corpus.rulings),
        relations=tuple(each for each in corpus.relations if own.isdisjoint((each.ruling, each.other))),
        comparisons=(),
        statements=tuple(each for each in corpus.statements if engine or each.game != game),
    )


def opened(corpus: Corpus, sources: Sources) -> KnowledgeBase:
    """A base in memory that can be searched."""
    db = Database(memory=True)
    rows.fill(db, corpus)
    index.make_tables(db, corpus, sources.lexicon)
    db.conn.row_factory = sqlite3.Row
    return KnowledgeBase(Build("", "", "", {}), db.conn)


def plain(question: str) -> str:
    """A question without the marks that only Whoosh answers."""
    return re.sub('[":*~-]', " ", question)


def ranked(base: KnowledgeBase, game: str, queries: Iterable[dict[str, Any]]) -> list[quality.Judged]:
    """The judged queries that a game has an answer to, asked of it."""
    of_game = {row["id"] for row in base.connection.execute("select id from rulings where game = ?", [game])}
    asked = []
    for query in queries:
        rel = {id: gain for id, gain in query["rel"].items() if id in of_game}
        if rel and query.get("game") in (None, game):
            asked += quality.judge(base, [{**query, "query": plain(query["query"]), "game": game, "rel": rel}])
    return asked


def asked_of(
    base: KnowledgeBase, game: str, questions: Iterable[dict[str, Any]], engine: bool = False
) -> Iterator[dict[str, Any]]:
    """The judged questions about a game, asked of it; those that only its engine answers where it has one."""
    for each in questions:
        rulings = [base.by_id(id) for id in each.get("ids", ())]
        answers = each["label"] == "answered" and any(row is not None and row["game"] == game for row in rulings)
        if (each.get("game") == game or answers) and (engine or each["label"] != "rule"):
            yield {**each, "query": plain(each["query"]), "game": game}


def report(name: str, queries: Sequence[quality.Judged], answers: Sequence[quality.Answered]) -> None:
    """Print a line."""
    rng = random.Random(10)

    def mean(values: Sequence[float]) -> str:
        low, high = quality.interval(values, rng)
        return f"{sum(values) / len(values):.3f} ({low:.3f} to {high:.3f})"

    shares = "; ".join(f"{figure} {mean(values)}" for figure, values in quality.shares(answers).items())
    print(f"{name:8} {len(queries)} queries: nDCG {mean([each.ndcg for each in queries])}; {shares}", flush=True)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", type=int, nargs="*", default=[0, 1, 2, 3, 8, ALL])
    parser.add_argument("--questions", nargs="*", default=[quality.QUESTIONS])
    parser.add_argument("--queries", default=quality.QUERIES)
    chosen = parser.parse_args()
    queries = quality.lines_of(chosen.queries)
    questions = [each for path in chosen.questions for each in quality.lines_of(path)]
    corpus, sources = run.corpus(data())
    games = [game.id for game in corpus.catalogues.games]
    for ways in (None, *chosen.ways):
        found: list[quality.Judged] = []
        answers: list[quality.Answered] = []
        for game in games:
            with opened(corpus if ways is None else drafted(corpus, game, ways), sources) as base:
                found += ranked(base, game, queries)
                answers += [quality.answer(base, each) for each in asked_of(base, game, questions)]
        report("curated" if ways is None else f"{ways} ways", found, answers)


if __name__ == "__main__":
    main()
