"""Scores the search on judged queries: nDCG@10 with bootstrap intervals, by style of query.

    python -m benchmarks.quality [--queries FILE] [--worst N]

A judged query names the rulings that answer it, graded 1 to 3; every ruling that begins on the same line of the
document counts as the same answer, the first one found. Gains are linear. Of a query that names a game only that
game's rulings count: the search is kept to them. Counted is also which answer states are decided.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import kb
from kb.base.errors import QueryError
from kb.knowledge import Hit, KnowledgeBase
from kb.search.state import NONE, STATES

QUERIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "judged_queries.jsonl")
DEPTH = 10
SAMPLES = 2_000
#: of what games the judged queries are asked: any, those that have the ruling that answers, those that have none
ASKED = ("of any game", "of games that have it", "of games that have nothing")


@dataclass(frozen=True)
class Judged:
    """One query with the rulings that answer it, and what came out: ``found`` answers, best first."""

    query: dict[str, Any]
    found: list[str]
    games: list[str]

    @property
    def ndcg(self) -> float:
        """Normalised discounted cumulative gain at ten, 0 to 1."""
        relevant: dict[str, int] = self.query["rel"]
        ideal = sum(gain / math.log2(n + 2) for n, gain in enumerate(sorted(relevant.values(), reverse=True)[:DEPTH]))
        return sum(relevant.get(place, 0) / math.log2(n + 2) for n, place in enumerate(self.found[:DEPTH])) / ideal


def judge(base: KnowledgeBase, queries: Sequence[dict[str, Any]]) -> list[Judged]:
    """Run every query."""
    rows = base.connection.execute("select id, game, document, line_start from rulings order by position").fetchall()
    first: dict[tuple[str, int], str] = {}
    answer = {row["id"]: first.setdefault((row["document"], row["line_start"]), row["id"]) for row in rows}
    game_of = {row["id"]: row["game"] for row in rows}
    out = []
    for query in (_of_its_game(query, game_of) for query in queries):
        hits: list[Hit] = []
        with contextlib.suppress(QueryError):
            hits = base.search(query["query"], limit=3 * DEPTH)
        out.append(Judged(query, list(dict.fromkeys(answer[hit.id] for hit in hits)), [hit.game for hit in hits]))
    return out


def _of_its_game(query: dict[str, Any], game_of: dict[str, str]) -> dict[str, Any]:
    """A judged query with the rulings of the game it names only; unchanged if it names none."""
    wanted = query.get("game")
    kept = {ruling: gain for ruling, gain in query["rel"].items() if not wanted or game_of.get(ruling) == wanted}
    return {**query, "rel": kept}


def states(base: KnowledgeBase, queries: Sequence[dict[str, Any]]) -> dict[str, Counter[str]]:
    """How often each answer state is decided: for the queries, and for those that name no game asked of each game."""
    game_of = {row["id"]: row["game"] for row in base.connection.execute("select id, game from rulings")}
    out: dict[str, Counter[str]] = {kind: Counter() for kind in ASKED}
    for query in queries:
        out[ASKED[0]][_state(base, query["query"])] += 1
        for game in () if query.get("game") else base.games():
            best = max((gain for ruling, gain in query["rel"].items() if game_of.get(ruling) == game), default=0)
            if best in (0, 3):
                out[ASKED[1] if best else ASKED[2]][_state(base, query["query"], game)] += 1
    return out


def _state(base: KnowledgeBase, text: str, game: str | None = None) -> str:
    try:
        return base.search(text, game).state
    except QueryError:
        return NONE


def interval(values: Sequence[float], rng: random.Random) -> tuple[float, float]:
    """The bootstrap interval of a mean that holds 95 % of the resampled means."""
    means = sorted(sum(rng.choices(values, k=len(values))) / len(values) for _ in range(SAMPLES))
    return means[int(0.025 * SAMPLES)], means[int(0.975 * SAMPLES)]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", default=QUERIES)
    parser.add_argument("--worst", type=int, default=0)
    chosen = parser.parse_args()
    with open(chosen.queries, encoding="utf-8") as file:
        queries = [json.loads(line) for line in file]
    with kb.open() as base:
        judged = judge(base, queries)
        decided = states(base, queries)
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
    print(f"edition-qualified queries whose first hit is of that game: {first} of {len(named)}")
    print(f"{'answer state':<28}" + "".join(f"{state:>12}" for state in STATES))
    for asked, counts in decided.items():
        print(f"{asked:<28}" + "".join(f"{counts[state]:>12}" for state in STATES))
    for each in sorted(judged, key=lambda each: each.ndcg)[: chosen.worst]:
        print(
            f"{each.ndcg:.2f} {each.query['qid']} {each.query['query']}\n"
            f"     found {each.found[:5]}, judged {each.query['rel']}"
        )


if __name__ == "__main__":
    main()
