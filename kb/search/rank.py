"""Ranks the rulings for a plain question by adding up the scores of its terms.

A ruling's score is what its own words give plus the best of its ways of being asked and a part of the
second best. A ruling that has more of the question's words, wherever it has them, beats one in which
a single rare word weighs as much. Terms that the lexicon added count less; and a ruling follows the
better one it is related to, because the same question in another edition is the next best answer.
"""

from __future__ import annotations

from kb.base import caches
from kb.search.lookup import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Container, Iterable, Mapping

    from kb.search.query import Query

    #: a term's score in each thing that has it (0 where only a way of asking has it), and in each way of asking
    _Postings = tuple[list[tuple[int, int]], list[tuple[int, int]]]

#: ``asks`` rows of one ruling share its position: ``row >> ASK_BITS``
ASK_BITS = 6
#: scores are stored as whole numbers, multiplied by this
SCALE = 100
#: how much the best way of asking counts beside a ruling's own words
ASKS = 1.0
#: how much of the second best way of asking is added to the best
SECOND = 0.4
#: how much having all of the question's terms but the faint ones adds to a score, as a part of it
BREADTH = 1.5
#: how much a term counts that was not typed but is near one that was
NEAR = 0.25
#: how much a pronoun, an article or an auxiliary counts
FAINT = 0.2
#: how much a pair of words counts beside its two words
PAIR = 0.4
#: how much of a better related ruling's score a ruling takes over, and how near it may come to it
RELATED_SHARE, RELATED_LIMIT = 0.25, 0.95
#: memory that a pair of numbers takes, in bytes
_PAIR_BYTES = 128


def weights_of(query: Query) -> dict[str, float]:
    """How much each term of a question counts."""
    weights = dict.fromkeys(query.near, NEAR)
    weights.update({term: FAINT if term in query.faint else 1.0 for term in query.terms})
    weights.update(dict.fromkeys(query.pairs, PAIR))
    return weights


def first(scores: Mapping[int, float], chosen: Iterable[int], limit: int) -> list[tuple[int, float]]:
    """(position, score) of the ``limit`` best rulings of those chosen, best first, ties by position."""
    found = sorted([(-scores[position], position) for position in chosen if scores[position]])
    return [(position, -score / SCALE) for score, position in found[:limit]]


class Scores:
    """The scores of all rulings that share a term with a query."""

    def __init__(self, scores: dict[int, float], games: list[str], related: dict[int, list[int]]) -> None:
        self._scores, self._games, self._related = scores, games, related

    def best(
        self, limit: int, games: Container[str] | None = None, allowed: Collection[int] | None = None
    ) -> list[tuple[int, float]]:
        """(position, score) of the ``limit`` best of these rulings, one or more, best first, ties by position.

        ``games`` and ``allowed`` keep to rulings of these games, and to these positions.
        """
        chosen: Collection[int] = self._scores
        if games is not None:
            chosen = [position for position in chosen if self._games[position] in games]
        if allowed is not None:
            chosen = [position for position in chosen if position in allowed]
        # a ruling that follows another stays below it: one that is not above ``least`` lifts none above it
        highest = sorted([self._scores[position] for position in chosen])[-limit:]
        least = highest[0] if len(highest) == limit else 0.0
        scores = {**self._scores, **self._lifted(least)}
        return first(scores, [position for position in chosen if scores[position] >= least], limit)

    def _lifted(self, least: float) -> dict[int, float]:
        """The new scores of the rulings that a related one with more than ``least`` lifts, never past it."""
        scores, best = self._scores, dict[int, float]()
        for position, score in scores.items():
            for other in self._related.get(position, ()) if score > least else ():
                own = scores.get(other, 0.0)
                if own and score > best.get(other, own):
                    best[other] = score
        return {
            position: max(scores[position], min(scores[position] + RELATED_SHARE * score, RELATED_LIMIT * score))
            for position, score in best.items()
        }


class Postings:
    """The postings of one kind of things in one base; keeps those that were used last."""

    def __init__(self, connection: sqlite3.Connection, table: str = "postings") -> None:
        self._connection, self._table = connection, table
        self._kept = caches.Cache(caches.POSTINGS)

    def scores(self, query: Query) -> dict[int, float]:
        """The score of each thing that shares a term with the query, by position."""
        weights = weights_of(query)
        postings = self._fetch(weights)
        own: dict[int, float] = {}
        had: dict[int, float] = {}
        asks: dict[int, float] = {}
        asked_for = 0.0
        of_thing, of_way, parts_had = own.get, asks.get, had.get
        for term, weight in weights.items():
            things, asked = postings.get(term, ((), ()))
            if term in query.faint:
                for position, score in things:
                    own[position] = of_thing(position, 0.0) + weight * score
            elif things:
                asked_for += weight
                for position, score in things:
                    own[position] = of_thing(position, 0.0) + weight * score
                    had[position] = parts_had(position, 0.0) + weight
            for row, score in asked:
                asks[row] = of_way(row, 0.0) + weight * score
        best, second = _two_best(asks)
        breadth = BREADTH / (asked_for or 1.0)
        scores = {}
        for position, of_words in own.items():
            total = of_words + ASKS * (best.get(position, 0.0) + SECOND * second.get(position, 0.0))
            if total:
                scores[position] = total * (1 + breadth * had.get(position, 0.0))
        return scores

    def _fetch(self, terms: Iterable[str]) -> dict[str, _Postings]:
        """The postings of those terms that the base has."""
        found = {term: kept for term in terms if (kept := self._kept.get(term)) is not None}
        missing = [term for term in terms if term not in found]
        for term, things, asked in rows_of(
            self._connection, f"select term, own, asks from {self._table} where term in ({{}})", missing
        ):
            own, ways = list(map(int, things.split())), list(map(int, asked.split()))
            scored = dict.fromkeys([row >> ASK_BITS for row in ways[::2]], 0)
            scored.update(zip(own[::2], own[1::2], strict=True))
            found[term] = (list(scored.items()), list(zip(ways[::2], ways[1::2], strict=True)))
            self._kept.put(term, found[term], _PAIR_BYTES * (len(scored) + len(ways)))
        return found


def _two_best(asks: Mapping[int, float]) -> tuple[dict[int, float], dict[int, float]]:
    """The best and the second best score of the ways to ask for each thing; ``asks`` are scores by row."""
    best: dict[int, float] = {}
    second: dict[int, float] = {}
    for row, score in asks.items():
        position = row >> ASK_BITS
        highest = best.get(position, 0.0)
        if score > highest:
            best[position], second[position] = score, highest
        elif score > second.get(position, 0.0):
            second[position] = score
    return best, second


class Ranker:
    """Ranks the rulings of one base by adding up the scores of each."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._postings = Postings(connection)
        self._games: list[str] = []
        self._related: dict[int, list[int]] = {}

    def ask(self, query: Query) -> Scores:
        """The scores of all rulings for a query."""
        if not self._games:
            self._read()
        return Scores(self._postings.scores(query), self._games, self._related)

    def _read(self) -> None:
        rows = self._connection.execute("select position, game from rulings").fetchall()
        self._games = [""] * (max([row[0] for row in rows], default=0) + 1)
        for position, game in rows:
            self._games[position] = game
        rows = self._connection.execute("select position, others from kin").fetchall()
        self._related = {int(position): [int(other) for other in others.split()] for position, others in rows}
