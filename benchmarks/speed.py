"""Measures whole commands and single queries, as ratios to a bare interpreter of the same run.

    python -m benchmarks.speed [--runs N] [--grow 10 100 1000]

Commands are run in turn with ``python -c pass``; medians are quoted. ``--grow`` makes synthetic
corpora of so many times the rulings and tells how the index and a query grow.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlite_utils import Database

import kb
from benchmarks.quality import QUERIES
from kb import paths
from kb.build import run, stages
from kb.model import Corpus, Ruling
from kb.search import index
from kb.search.lexicon import Lexicon
from kb.search.query import Reader
from kb.search.rank import Ranker

ENTRY = "from kb.cli.front import main; main()"
COMMANDS = {
    "kb search QUESTION": ["search", "can my sub submerge before the fighter shoots"],
    "kb search MISSPELT": ["search", "can my submarien sumberge"],
    "kb show ID": ["show", "rev-sub-2"],
    "kb --help": ["--help"],
    "kb search --help": ["search", "--help"],
    "completion": [],
}
LOOKS = "can my sub submerge before the fighter shoots"


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def process(code: str, words: Sequence[str], environment: dict[str, str]) -> Callable[[], object]:
    """A call that runs an interpreter to its end."""
    return lambda: subprocess.run(
        [sys.executable, "-c", code, *words],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def commands(runs: int) -> None:
    """Print each command's median and its ratio to a bare interpreter."""
    environment = {**os.environ, "PYTHONPATH": paths.CHECKOUT}
    asking = {**environment, "_KB_COMPLETE": "complete_bash", "COMP_WORDS": "kb\nshow\nrev-s", "COMP_CWORD": "2"}
    bare = process("pass", [], environment)
    for name, words in COMMANDS.items():
        call = process(ENTRY, words, environment if words else asking)
        call()
        pairs = [(seconds(bare), seconds(call)) for _ in range(runs)]
        times, ratios = [t for _, t in pairs], [t / b for b, t in pairs]
        print(
            f"{name:<20} {1000 * statistics.median(times):6.1f} ms   {statistics.median(ratios):5.2f} x python -c pass"
        )


def queries(runs: int) -> None:
    """Print what one query takes in a process that is already running."""
    import json

    with open(QUERIES, encoding="utf-8") as file:
        asked = [json.loads(line)["query"] for line in file]
    with kb.open() as base:
        known = [query for query in asked if not base.search(query, limit=1).query.unknown]
        for query in known:
            base.search(query)
        times = [seconds(lambda query=query: base.search(query)) for _ in range(runs) for query in known]  # type: ignore[misc]
    bare = statistics.median(seconds(process("pass", [], dict(os.environ))) for _ in range(runs))
    middle = statistics.median(times)
    print(
        f"{'query in process':<20} {1000 * middle:6.2f} ms   {middle / bare:5.2f} x python -c pass   ({len(known)} queries without corrections)"
    )


def building(runs: int) -> None:
    """Print what a whole build takes in process."""
    with tempfile.TemporaryDirectory() as directory:
        times = [seconds(lambda: run.build(built=directory)) for _ in range(max(1, runs // 5))]
    bare = statistics.median(seconds(process("pass", [], dict(os.environ))) for _ in range(5))
    middle = statistics.median(times)
    print(f"{'build':<20} {1000 * middle:6.0f} ms   {middle / bare:5.1f} x python -c pass")


def synthetic(corpus: Corpus, times: int, rng: random.Random) -> Corpus:
    """A corpus of ``times`` as many rulings: each copy has a tenth of its words exchanged."""
    words = [word for ruling in corpus.rulings for word in ruling.answer_text.split()]

    def altered(text: str) -> str:
        return " ".join(rng.choice(words) if rng.random() < 0.1 else word for word in text.split())

    def copy(ruling: Ruling, number: int) -> Ruling:
        asks = tuple(altered(ask) for ask in ruling.phrasings)
        return replace(ruling, id=f"{ruling.id}-{number}", position=ruling.position + number * len(corpus.rulings),
                       question_text=altered(ruling.question_text), answer_text=altered(ruling.answer_text), phrasings=asks)  # fmt: skip

    return replace(
        corpus, rulings=tuple(copy(ruling, n) for n in range(times) for ruling in corpus.rulings), relations=()
    )


def growth(times: Sequence[int]) -> None:
    """Print how the postings and a query grow with the corpus, against the corpus as it is."""
    corpus, sources = run.corpus(paths.data())
    first = None
    for many in (1, *times):
        grown = synthetic(corpus, many, random.Random(many))
        indexing, asking = _measured(grown, sources)
        first = first or (indexing, asking)
        print(
            f"{many:>5} x the rulings: index {indexing:8.2f} s ({indexing / first[0]:7.1f} x), query {1000 * asking:8.2f} ms ({asking / first[1]:7.1f} x)"
        )


def _measured(corpus: Corpus, sources: stages.Sources) -> tuple[float, float]:
    words = Lexicon(
        **{
            name: getattr(sources.lexicon, name)
            for name in ("same", "near", "told", "editions", "faint", "turning", "articles", "wordings")
        }
    )
    db = Database(memory=True)
    indexing = seconds(lambda: index.make_tables(db, corpus, words))
    ranker = Ranker(db.conn, [""] * (len(corpus.rulings) + 1))
    query = Reader(db.conn, {}).read(LOOKS)
    ranker.rank(query)
    return indexing, statistics.median(seconds(lambda: ranker.rank(query)) for _ in range(5))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--grow", type=int, nargs="*", default=[])
    chosen = parser.parse_args()
    commands(chosen.runs)
    queries(chosen.runs)
    building(chosen.runs)
    if chosen.grow:
        growth(chosen.grow)


if __name__ == "__main__":
    main()
