"""Ranks the rulings for a plain question by adding up the scores of its terms.

A ruling's score is what its own words give plus the best of its ways of being asked and a part of the
second best. A ruling that has more of the question's words, wherever it has them, beats one in which
a single rare word weighs as much. Terms that the lexicon added count less; and a ruling follows the
better one it is related to, because the same question in another edition is the next best answer.
"""

from __future__ import annotations

import sqlite3

from kb import caches
from kb.search.query import Query
from kb.search.tables import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

#: ``asks`` rows of one ruling share its position: ``row >> ASK_BITS``
ASK_BITS = 3
#: scores are kept as whole numbers of this fraction
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
KIN, KIN_NEAREST = 0.25, 0.95

#: a term's score in each ruling that has it (0 where only a way of asking has it), and in each way of asking
_Postings = tuple[list[tuple[int, int]], list[tuple[int, int]]]
#: bytes that a pair of numbers takes
_PAIR_BYTES = 128


class Ranker:
    """Ranks by the postings of one base; it keeps those that were used last, and nothing of words the base lacks."""

    def __init__(self, connection: sqlite3.Connection, games: list[str]) -> None:
        """``games[position]`` is the game of the ruling at ``position``."""
        self._connection, self._games = connection, games
        self._postings = caches.Cache(caches.POSTINGS)
        self._kin: dict[int, list[int]] | None = None

    def rank(self, query: Query) -> list[tuple[int, float]]:
        """(position, score) of every ruling that shares a term with the query, best first, ties by position."""
        weights = dict.fromkeys(query.near, NEAR)
        weights.update({term: FAINT if term in query.faint else 1.0 for term in query.terms})
        weights.update(dict.fromkeys(query.pairs, PAIR))
        postings = self._fetch(weights)
        places = len(self._games)
        scores, had, asks = [0.0] * places, [0.0] * places, [0.0] * (places << ASK_BITS)
        asked_for = 0.0
        for term, weight in weights.items():
            rulings, asked = postings.get(term, ((), ()))
            share = weight if rulings and term not in query.faint else 0.0
            asked_for += share
            if share:
                for position, score in rulings:
                    scores[position] += weight * score
                    had[position] += share
            else:
                for position, score in rulings:
                    scores[position] += weight * score
            for row, score in asked:
                asks[row] += weight * score
        breadth, many = BREADTH / (asked_for or 1.0), 1 << ASK_BITS
        for position, share in enumerate(had):
            ways = asks[position * many : position * many + many]
            ways.sort()
            told = scores[position] + ASKS * (ways[-1] + SECOND * ways[-2])
            scores[position] = told * (1 + breadth * share)
        found = sorted([(-score, position) for position, score in enumerate(self._followed(scores)) if score])
        return [(position, -score / SCALE) for score, position in found]

    def _fetch(self, terms: Collection[str]) -> dict[str, _Postings]:
        """The postings of those terms that the base has."""
        found = {term: kept for term in terms if (kept := self._postings.get(term)) is not None}
        missing = [term for term in terms if term not in found]
        for term, rulings, asked in rows_of(
            self._connection, "select term, rulings, asks from postings where term in ({})", missing
        ):
            own, ways = list(map(int, rulings.split())), list(map(int, asked.split()))
            scored = dict.fromkeys([row >> ASK_BITS for row in ways[::2]], 0)
            scored.update(zip(own[::2], own[1::2], strict=True))
            found[term] = (list(scored.items()), list(zip(ways[::2], ways[1::2], strict=True)))
            self._postings.put(term, found[term], _PAIR_BYTES * (len(scored) + len(ways)))
        return found

    def _followed(self, scores: list[float]) -> list[float]:
        """Move each ruling that was found towards its best related one, never past it."""
        if self._kin is None:
            rows = self._connection.execute("select position, others from kin")
            self._kin = {int(position): [int(other) for other in others.split()] for position, others in rows}
        out = list(scores)
        for position, others in self._kin.items():
            score = scores[position]
            if score:
                best = max([scores[other] for other in others])
                if best > score:
                    pulled, nearest = score + KIN * best, KIN_NEAREST * best
                    out[position] = pulled if pulled < nearest else max(score, nearest)
        return out
