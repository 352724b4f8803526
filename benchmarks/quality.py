"""Scores the search on judged queries and questions.

    python -m benchmarks.quality [--queries FILE] [--questions FILE ...] [--worst N]

A judged query names the rulings that answer it, graded 1 to 3; every ruling that begins on the same line of the
document counts as the same answer, the first one found. Printed is nDCG@10 of the rulings alone, in the order of the
results, with bootstrap intervals, by style of query. Gains are linear. Of a query that names a game only that game's
rulings count: the search is kept to them. Printed, too, is how often the first result, and one of the first three, is
such a ruling or a statement that rests on one.

A judged question has a ``label``: ``answered`` (by the rulings ``ids``), ``rule`` (by the statements ``rules``),
``other-game`` (by rulings of another game only), ``nearest`` or ``none`` (by nothing). Printed is how often an answer
is first and among the first three results, how often questions with an answer are matched closely, and how often those
without one are not.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import kb
from kb.base.errors import QueryError
from kb.knowledge import KnowledgeBase
from kb.search.match import CLOSE, NONE
from kb.search.postings import RULINGS
from kb.search.results import Result

_HERE = os.path.dirname(os.path.abspath(__file__))
QUERIES = os.path.join(_HERE, "judged_queries.jsonl")
QUESTIONS = os.path.join(_HERE, "match", "held_out.jsonl")
DEPTH = 10
SAMPLES = 2_000


@dataclass(frozen=True)
class Judged:
    """One query with the rulings that answer it, and what was found, best first: ``found`` are the answers of rulings,
    ``results`` for each result the rulings that it is, has folded into it or rests on."""

    query: dict[str, Any]
    found: list[str]
    games: list[str]
    results: list[set[str]]

    @property
    def ndcg(self) -> float:
        """Normalised discounted cumulative gain at ten, 0 to 1."""
        relevant: dict[str, int] = self.query["rel"]
        ideal = sum(gain / math.log2(n + 2) for n, gain in enumerate(sorted(relevant.values(), reverse=True)[:DEPTH]))
        return sum(relevant.get(place, 0) / math.log2(n + 2) for n, place in enumerate(self.found[:DEPTH])) / ideal

    def right(self, depth: int) -> bool:
        """Return whether one of the first ``depth`` results is a judged ruling or rests on one."""
        return any(not each.isdisjoint(self.query["rel"]) for each in self.results[:depth])


def judge(base: KnowledgeBase, queries: Sequence[dict[str, Any]]) -> list[Judged]:
    """Run every query."""
    rows = base.connection.execute("select id, game, document, line_start from rulings order by position").fetchall()
    first: dict[tuple[str, int], str] = {}
    answer = {row["id"]: first.setdefault((row["document"], row["line_start"]), row["id"]) for row in rows}
    game_of = {row["id"]: row["game"] for row in rows}
    cited = {
        row["id"]: {*json.loads(row["rulings"])} for row in base.connection.execute("select id, rulings from rules")
    }
    out = []
    for query in (_of_its_game(query, game_of) for query in queries):
        found: list[Result] = []
        with contextlib.suppress(QueryError):
            found = base.search(query["query"], limit=3 * DEPTH).results
        groups = [[each, *each.also] for each in found]
        rulings = [each for group in groups for each in group if each.kind == RULINGS]
        results = [
            {answer.get(id, id) for each in group for id in ({each.id} | cited.get(each.id, set()))} for group in groups
        ]
        out.append(
            Judged(
                query, [*dict.fromkeys(answer[each.id] for each in rulings)], [each.game for each in rulings], results
            )
        )
    return out


def _of_its_game(query: dict[str, Any], game_of: dict[str, str]) -> dict[str, Any]:
    """A judged query with the rulings of the game it names only; unchanged if it names none."""
    wanted = query.get("game")
    kept = {ruling: gain for ruling, gain in query["rel"].items() if not wanted or game_of.get(ruling) == wanted}
    return {**query, "rel": kept}


@dataclass(frozen=True)
class Answered:
    """A judged question with its match level, and for each result whether it answers the question."""

    question: dict[str, Any]
    match: str
    right: list[bool]


def answer(base: KnowledgeBase, question: dict[str, Any]) -> Answered:
    """Ask one question."""
    try:
        found = base.search(question["query"], question.get("game"))
    except QueryError:
        return Answered(question, NONE, [])
    wanted = {*question.get("ids", ()), *question.get("rules", ())}
    return Answered(
        question, found.match, [any(each.id in wanted for each in (result, *result.also)) for result in found]
    )


def shares(answers: Iterable[Answered]) -> dict[str, list[float]]:
    """Return for each figure 1 or 0 for each judged question that it is about."""
    out: dict[str, list[float]] = defaultdict(list)
    for each in answers:
        label = each.question["label"]
        if label in ("answered", "rule"):
            out["first"].append(any(each.right[:1]))
            out["among three"].append(any(each.right[:3]))
            out["close"].append(each.match == CLOSE)
        if label in ("nearest", "none"):
            out["refused"].append(each.match != CLOSE)
    return out


def lines_of(path: str) -> list[dict[str, Any]]:
    """The objects of a file, one a line."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def interval(values: Sequence[float], rng: random.Random) -> tuple[float, float]:
    """The bootstrap interval of a mean that holds 95 % of the resampled means."""
    means = sorted(sum(rng.choices(values, k=len(values))) / len(values) for _ in range(SAMPLES))
    return means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", default=QUERIES)
    parser.add_argument("--questions", nargs="*", default=[QUESTIONS])
    parser.add_argument("--worst", type=int, default=0)
    chosen = parser.parse_args()
    with kb.open() as base:
        judged = judge(base, lines_of(chosen.queries))
        answers = [answer(base, each) for path in chosen.questions for each in lines_of(path)]
    styles: dict[str, list[Judged]] = defaultdict(list)
    for each in judged:
        styles["all"].append(each)
        styles[each.query["style"]].append(each)
    rng = random.Random(10)
    print(f"{'style':<10} queries  nDCG@{DEPTH}  95 % interval")
    for style, own in styles.items():
        values = [each.ndcg for each in own]
        low, high = interval(values, rng)
        print(f"{style:<10} {len(own):>7}  {sum(values) / len(values):>7.3f}  {low:.3f} - {high:.3f}")
    named = [each for each in judged if each.query["style"] == "edition" and each.query.get("game")]
    first = sum(bool(each.games) and each.games[0] == each.query["game"] for each in named)
    print(f"edition-qualified queries whose first ruling is of that game: {first} of {len(named)}")
    for depth in (1, 3):
        print(f"a right result among the first {depth}: {sum(each.right(depth) for each in judged)} of {len(judged)}")
    for name, values in shares(answers).items():
        low, high = interval(values, rng)
        print(f"{name:<12} {len(values):>5} questions  {sum(values) / len(values):.3f}  {low:.3f} - {high:.3f}")
    for each in sorted(judged, key=lambda each: each.ndcg)[: chosen.worst]:
        print(
            f"{each.ndcg:.2f} {each.query['qid']} {each.query['query']}\n"
            f"     found {each.found[:5]}, judged {each.query['rel']}"
        )


if __name__ == "__main__":
    main()
