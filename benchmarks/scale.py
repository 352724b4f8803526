"""Measures a plain question in corpora of many times the rulings, as ratios to the corpus as it is.

    python -m benchmarks.scale [--times 10 100 1000] [--keep DIRECTORY]

The larger corpora are made of copies. In each copy a tenth of the words of every question, answer and phrasing is
exchanged for words drawn from all answers, so words stay as common or rare as they are; the relations are copied, too.
A thousand rulings that nearly answer a question are harder to tell apart than a thousand that do not.

Times are of the processor, for reading and ranking the judged queries, ten rulings each: ``first`` when a query is
asked for the first time, of a process that was asked others; ``again`` right after that. A corpus of 1,000 times the
rulings takes about 15 minutes and 8 GB of memory to make; ``--keep`` keeps it for the next time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlite_utils import Database

from benchmarks.quality import QUERIES
from kb.base.errors import QueryError
from kb.base.paths import data
from kb.model.corpus import Corpus, Ruling
from kb.pipeline import run
from kb.search import index
from kb.search.postings import Postings
from kb.search.query import QueryReader
from kb.search.rank import Scores
from kb.searching import LEAST_RANKED

#: the part of the words that is exchanged in each copy
EXCHANGED = 0.1


def grown(corpus: Corpus, times: int, rng: random.Random) -> Corpus:
    """A corpus of ``times`` as many rulings; the first copy has exchanged words as well."""
    words = [word for ruling in corpus.rulings for word in ruling.answer_text.split()]

    def altered(text: str) -> str:
        return " ".join(rng.choice(words) if rng.random() < EXCHANGED else word for word in text.split())

    def copy(ruling: Ruling, number: int) -> Ruling:
        return replace(
            ruling,
            id=f"{ruling.id}-{number}",
            position=ruling.position + number * len(corpus.rulings),
            question_text=altered(ruling.question_text),
            answer_text=altered(ruling.answer_text),
            phrasings=tuple(map(altered, ruling.phrasings)),
        )

    relations = (
        replace(each, ruling=f"{each.ruling}-{number}", other=f"{each.other}-{number}")
        for number in range(times)
        for each in corpus.relations
    )
    rulings = tuple(copy(ruling, number) for number in range(times) for ruling in corpus.rulings)
    return replace(corpus, rulings=rulings, relations=tuple(relations), comparisons=())


def make(times: int, path: str) -> None:
    """Write the search tables of a corpus of ``times`` the rulings into a new file."""
    corpus, sources = run.corpus(data())
    if times > 1:
        corpus = grown(corpus, times, random.Random(times))
    db = Database(path)
    index.make_tables(db, corpus, sources.lexicon)
    db.execute("create table rulings (position integer primary key, game text)")
    with db.conn:
        db.conn.executemany(
            "insert into rulings values (?, ?)", ((each.position, each.game) for each in corpus.rulings)
        )
    db.close()


def measured(path: str) -> tuple[list[float], list[float]]:
    """Seconds of each judged query, asked first and asked again."""
    with open(QUERIES, encoding="utf-8") as file:
        queries = [json.loads(line)["query"] for line in file]
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    postings, reader = Postings(connection), QueryReader(connection, {})
    first: list[float] = []
    again: list[float] = []
    for query in queries:
        for times in (first, again):
            start = time.process_time()
            try:
                Scores(postings, reader.read(query)).best(LEAST_RANKED, bytes([1]) * postings.size)
            except QueryError:
                break
            times.append(time.process_time() - start)
    connection.close()
    return first, again


def report(times: int, measures: Sequence[Sequence[float]], once: Sequence[Sequence[float]]) -> Iterator[str]:
    """A line for each measure, beside those of the corpus as it is."""
    for name, values, beside in zip(("first", "again"), measures, once, strict=True):
        middle, high = statistics.median(values), sorted(values)[int(0.99 * len(values))]
        ratio = middle / statistics.median(beside)
        figures = f"median {1000 * middle:7.2f} ms ({ratio:6.1f} x), p99 {1000 * high:7.2f} ms"
        yield f"{times:>5} x the rulings, {name}: {figures}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, nargs="*", default=[10, 100])
    parser.add_argument("--keep", default="")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        once = None
        for times in (1, *chosen.times):
            path = os.path.join(chosen.keep or directory, f"{times}.db")
            if not os.path.exists(path):
                make(times, path)
            measures = measured(path)
            once = once or measures
            print(*report(times, measures, once), sep="\n", flush=True)


if __name__ == "__main__":
    main()
