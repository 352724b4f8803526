"""Ranks the rulings for a plain question by adding up the scores of its terms.

A ruling's score is what its own words give plus the best of its ways of being asked. Terms that the
lexicon added count less; a game that the question names moves its rulings up; and a ruling follows
the better one it is related to, because the same question in another edition is the next best answer.
"""

from __future__ import annotations

import sqlite3

from kb.search.query import Query

#: ``asks`` rows of one ruling share its position: ``row >> ASK_BITS``
ASK_BITS = 4
#: scores are kept as whole numbers of this fraction
SCALE = 100
#: how much the best way of asking counts beside a ruling's own words
ASKS = 1.0
#: how much a term counts that was not typed but is near one that was
NEAR = 0.25
#: how much a pronoun, an article or an auxiliary counts
FAINT = 0.2
#: how much a pair of words counts beside its two words
PAIR = 0.4
#: how far a game that is named in the question moves its rulings up, as a part of the best score
EDITION = 0.25
#: how much of a better related ruling's score a ruling takes over, and how near it may come to it
KIN, KIN_NEAREST = 0.25, 0.95

_Postings = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


class Ranker:
    """Ranks by the postings of one base; what it has read once it keeps."""

    def __init__(self, connection: sqlite3.Connection, games: list[str]) -> None:
        """``games[position]`` is the game of the ruling at ``position``."""
        self._connection, self._games = connection, games
        self._postings: dict[str, _Postings] = {}
        self._kin: dict[int, list[int]] | None = None

    def rank(self, query: Query) -> list[tuple[int, float]]:
        """(position, score) of every ruling that shares a term with the query, best first, ties by position."""
        weights = dict.fromkeys(query.near, NEAR)
        weights.update({term: FAINT if term in query.faint else 1.0 for term in query.terms})
        weights.update(dict.fromkeys(query.pairs, PAIR))
        self._fetch([term for term in weights if term not in self._postings])
        scores = [0.0] * len(self._games)
        asks: dict[int, float] = {}
        for term, weight in weights.items():
            rulings, asked = self._postings[term]
            for position, score in rulings:
                scores[position] += weight * score
            for row, score in asked:
                asks[row] = asks.get(row, 0.0) + weight * score
        best: dict[int, float] = {}
        for row, told in asks.items():
            if told > best.get(row >> ASK_BITS, 0.0):
                best[row >> ASK_BITS] = told
        for position, told in best.items():
            scores[position] += ASKS * told
        if query.games:
            lift = EDITION * max(scores)
            scores = [
                score + lift if score and self._games[position] in query.games else score
                for position, score in enumerate(scores)
            ]
        found = [(position, score / SCALE) for position, score in enumerate(self._followed(scores)) if score]
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))

    def _fetch(self, terms: list[str]) -> None:
        self._postings.update(dict.fromkeys(terms, ((), ())))
        marks = ",".join("?" * len(terms))
        for term, rulings, asked in self._connection.execute(
            f"select term, rulings, asks from postings where term in ({marks})", terms
        ):
            self._postings[term] = (_pairs(rulings), _pairs(asked))

    def _followed(self, scores: list[float]) -> list[float]:
        """Move each ruling that was found towards its best related one, never past it."""
        if self._kin is None:
            rows = self._connection.execute("select position, others from kin")
            self._kin = {int(position): [int(other) for other in others.split()] for position, others in rows}
        out = list(scores)
        for position, others in self._kin.items():
            score = scores[position]
            if score and (best := max([scores[other] for other in others])) > score:
                out[position] = max(score, min(score + KIN * best, KIN_NEAREST * best))
        return out


def _pairs(postings: str) -> tuple[tuple[int, int], ...]:
    numbers = [int(number) for number in postings.split()]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))
