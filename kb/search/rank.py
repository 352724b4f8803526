"""Ranks the rulings for a plain question by adding up the scores of its terms.

A ruling's score is what its own words give plus the best of its ways of being asked and a part of the
second best. A ruling that has more of the question's words, wherever it has them, beats one in which
a single rare word weighs as much. Terms that the lexicon added count less; and a ruling follows the
better one it is related to, because the same question in another edition is the next best answer.

What each ruling can score at most is known from the terms alone. Scores are computed in the order of these bounds, as
long as one can be among the best: of 285 rulings some fifty.
"""

from __future__ import annotations

from itertools import compress
from operator import mul

from kb.search.things import RULINGS, SCALE, Things, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Container, Sequence

    from kb.search.query import Query

    #: (position, score), best first
    Ranked = list[tuple[int, float]]

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
#: of so many of the best of any game a related ruling follows, whatever games are asked
LEADERS = 10
#: weights are counted in hundredths, so that sums are exact
UNIT = 100
#: things are fetched in batches of so many
_BATCH = 32
#: how much the ways to ask can count together, as a multiple of the best
OF_ASKS = ASKS * (1 + SECOND)


def weights_of(query: Query) -> dict[str, float]:
    """How much each term of a question counts."""
    weights = dict.fromkeys(query.near, NEAR)
    weights.update({term: FAINT if term in query.faint else 1.0 for term in query.terms})
    weights.update(dict.fromkeys(query.pairs, PAIR))
    return weights


class Scores:
    """The scores of the things of one kind for a query, each computed when it is asked for."""

    def __init__(self, things: Things, query: Query) -> None:
        self._things = things
        self._scores: dict[int, float] = {}
        self._weights: dict[str, int] = {}
        highest = having = asked = 0
        weights = weights_of(query)
        for term, vectors in things.vectors(weights).items():
            weight = round(UNIT * weights[term])
            highest += weight * vectors.highest
            if term not in query.faint:
                having += weight * vectors.having
                asked += weight
            self._weights[term] = weight
        breadth = BREADTH / (asked or 1)
        size = things.size if self._weights else 0
        had = unpacked(having, size)  # few different sums
        factors = {each: (1 + breadth * each) / (SCALE * UNIT) for each in set(had)}
        self._breadth = list(map(factors.__getitem__, had))
        self._bounds = list(map(mul, unpacked(highest, size), self._breadth))
        self._order = sorted(compress(range(size), self._bounds), key=self._bounds.__getitem__, reverse=True)

    def of(self, position: int) -> float:
        """The score of the thing at a position."""
        if not self._bounds or not self._bounds[position]:
            return 0.0
        if position not in self._scores:
            self._compute([position])
        return self._scores[position]

    def best(self, limit: int, chosen: Sequence[bool] = ()) -> Ranked:
        """The ``limit`` best things, ties by position; ``chosen`` says of each whether it may be one (default: all)."""
        order = [position for position in self._order if chosen[position]] if chosen else self._order
        best: list[tuple[float, int]] = []
        for start in range(0, len(order), _BATCH):
            least = -best[-1][0] if len(best) == limit else 0.0
            batch = [position for position in order[start : start + _BATCH] if self._bounds[position] >= least]
            if not batch:
                break
            self._compute([position for position in batch if position not in self._scores])
            best = sorted([*best, *((-self._scores[position], position) for position in batch)])[:limit]
        return [(position, -score) for score, position in best if score]

    def _compute(self, positions: list[int]) -> None:
        weights = self._weights
        for position, thing in self._things.fetch(positions).items():
            scores = 0
            for term in weights.keys() & thing.lines.keys():
                scores += weights[term] * thing[term]
            own, *ways = unpacked(scores, thing.texts)
            ways.sort()
            best, second = (ways[-1], ways[-2]) if len(ways) > 1 else (sum(ways), 0)
            self._scores[position] = (own + ASKS * (best + SECOND * second)) * self._breadth[position]


class Ranker:
    """Ranks the rulings of one base."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.things = Things(connection, RULINGS, OF_ASKS)
        self._games: list[str] = []
        self._related: dict[int, list[int]] = {}

    def scores(self, query: Query) -> Scores:
        """The scores of the rulings for a query."""
        return Scores(self.things, query)

    def best(
        self,
        scores: Scores,
        limit: int,
        games: Container[str] | None = None,
        allowed: Container[int] | None = None,
    ) -> Ranked:
        """The ``limit`` best rulings of these games, at these positions (default: of all), ties by position."""
        if not self._games:
            self._read()
        chosen = [
            (games is None or game in games) and (allowed is None or position in allowed)
            for position, game in enumerate(self._games)
        ]
        own = dict(scores.best(limit, chosen))
        leaders = {**dict(scores.best(LEADERS)), **own}
        moved = {**own, **self._lifted(leaders, chosen, scores)}
        return sorted(moved.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]

    def _lifted(self, leaders: dict[int, float], chosen: Sequence[bool], scores: Scores) -> dict[int, float]:
        """The new scores of the chosen rulings that a better related one lifts, never past it."""
        lifted: dict[int, float] = {}
        for position, score in leaders.items():
            for other in self._related.get(position, ()):
                own = scores.of(other) if chosen[other] else 0.0
                if 0 < own < score:
                    moved = min(own + RELATED_SHARE * score, RELATED_LIMIT * score)
                    lifted[other] = max(lifted.get(other, own), moved)
        return lifted

    def _read(self) -> None:
        rows = self._connection.execute("select position, game from rulings").fetchall()
        self._games = [""] * (max([row[0] for row in rows], default=0) + 1)
        for position, game in rows:
            self._games[position] = game
        rows = self._connection.execute("select position, others from kin").fetchall()
        self._related = {int(position): [int(other) for other in others.split()] for position, others in rows}
