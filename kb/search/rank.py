"""Ranks rulings, and subjects of statements, for the terms of a query.

A score is the sum of the scores of the query's terms in the thing's own words, plus that of the best way to ask and a
part of the second best. It is raised by the share of the query's terms that the thing has. Only the things with the
highest bounds are scored exactly; a bound follows from the postings alone.
"""

from __future__ import annotations

from heapq import nlargest
from operator import mul, truediv

from kb.search.lookup import rows_of
from kb.search.postings import SCALE, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from kb.search.postings import Posting, Postings
    from kb.search.query import Query

    #: (position, score), best first
    Ranked = list[tuple[int, float]]

#: how much of the second best way to ask is added to the best
SECOND = 0.4
#: how much a thing gains that has all terms of the query but the faint ones, as a share of its score
BREADTH = 1.5
#: how much a thing gains that has a way to ask which is the query, as a multiple of its score. Likeness is the share of
#: the information in the terms of query and way that both have
LIKENESS = 2.0
#: how much a term counts that is near a typed one, and one that is a pronoun, an article or an auxiliary
NEAR, FAINT = 0.25, 0.2
#: how much of a better related ruling's score a ruling takes over, and how near it may come to it
RELATED_SHARE, RELATED_LIMIT = 0.25, 0.95
#: related rulings follow this many of the best of any game
LEADERS = 10
#: rulings, rulings of other games, and subjects of statements that are scored exactly, at least
CANDIDATES, BESIDE, STATED = 24, 12, 12
#: weights are counted in hundredths, so that sums are exact
UNIT = 100


def weights_of(query: Query) -> dict[str, float]:
    """Return how much each term of a query counts."""
    weights = dict.fromkeys(query.near, NEAR)
    weights.update({term: FAINT if term in query.faint else 1.0 for term in query.terms})
    return weights


class Scores:
    """The scores of the things of one kind for a query, each computed when it is asked for."""

    def __init__(self, postings: Postings, query: Query) -> None:
        self._postings = postings
        self._scores: dict[int, float] = {}
        #: by position, the share of the query's information that a thing has, and its likeness to a way to ask
        self.fits: dict[int, tuple[float, float]] = {}
        #: (weight, information, posting) of each term
        self._terms: list[tuple[int, int, Posting]] = []
        weights = weights_of(query)
        telling = [term for term in weights if weights[term] == 1.0]
        information = postings.weights(telling)
        self._total = sum(information[term] for term in telling) or 1
        highest = having = asked = 0
        for term, posting in postings.of(weights).items():
            if posting.highest:
                weight = round(UNIT * weights[term])
                self._terms.append((weight, posting.weight if weights[term] == 1.0 else 0, posting))
                highest += weight * posting.highest
                if weights[term] != FAINT:
                    having += weight * posting.having
                    asked += weight
        size = postings.size if self._terms else 0
        had = unpacked(having, size)
        factors = {each: (1 + BREADTH * each / (asked or 1)) / (SCALE * UNIT) for each in {*had}}
        self._breadth = [*map(factors.__getitem__, had)]
        self._bounds = [*map(mul, unpacked(highest, size), self._breadth)]

    def all_of(self, positions: Iterable[int]) -> dict[int, float]:
        """Return the scores of the things at some positions."""
        wanted = [*positions]
        missing = {each for each in wanted if each not in self._scores} if self._terms else set()
        scores, common, had = (dict.fromkeys(missing, 0) for _ in range(3))
        for weight, information, posting in self._terms:
            for position in missing & posting.at.keys():
                of_texts, has = posting[position]
                scores[position] += weight * of_texts
                if information:
                    common[position] += information * has
                    had[position] += information
        for position, ways in self._postings.ways(missing).items():
            texts = 1 + len(ways)
            own, *asked = unpacked(scores[position], texts)
            asked.sort()
            best, second = (asked[-1], asked[-2]) if len(asked) > 1 else (sum(asked), 0)
            both = unpacked(common[position], texts)[1:]
            like = 2 * max(map(truediv, both, map(self._total.__add__, ways)), default=0.0)
            score = (own + best + SECOND * second) * self._breadth[position]
            self._scores[position] = score * (1 + LIKENESS * like)
            self.fits[position] = had[position] / self._total, like
        return {each: self._scores.get(each, 0.0) for each in wanted}

    def best(self, limit: int, chosen: Sequence[int], candidates: int = CANDIDATES) -> Ranked:
        """Return the ``limit`` best things, ties by position; ``chosen`` has 1 for each that may be one."""
        bounds = [*map(mul, self._bounds, chosen)]
        many = max(candidates, limit)
        least = nlargest(many, bounds)[-1] if len(bounds) > many else 0.0
        scored = self.all_of([position for position, bound in enumerate(bounds) if bound and bound >= least])
        return sorted(((each, score) for each, score in scored.items() if score), key=_best_first)[:limit]


def _best_first(pair: tuple[int, float]) -> tuple[float, int]:
    """Return the key by which pairs of position and score are sorted: the best first, ties by position."""
    return -pair[1], pair[0]


class Ranker:
    """Ranks the rulings and statements of one base."""

    def __init__(self, connection: sqlite3.Connection, rulings: Postings, statements: Postings) -> None:
        self._connection = connection
        self.rulings, self.statements = rulings, statements
        self._related: dict[int, list[int]] = {}

    def rank_rulings(
        self, scores: Scores, limit: int, chosen: Sequence[int], others: Sequence[int]
    ) -> tuple[Ranked, Ranked]:
        """Return the ``limit`` best rulings among the ``chosen``, and the best among the ``others``.

        A related ruling takes over a part of a better one's score: the same question in another edition is the next
        best answer.
        """
        own = dict(scores.best(limit, chosen))
        rest = dict(scores.best(LEADERS, others, BESIDE))
        leaders = {**dict(sorted({**own, **rest}.items(), key=_best_first)[:LEADERS]), **own}
        kin = self._kin(leaders)
        known = scores.all_of({other for position in leaders for other in kin[position]})
        for position, score in leaders.items():
            for other in kin[position]:
                ranked = own if chosen[other] else rest
                if 0 < known[other] < score and (chosen[other] or others[other]):
                    lifted = min(known[other] + RELATED_SHARE * score, RELATED_LIMIT * score)
                    ranked[other] = max(ranked.get(other, known[other]), lifted)
        return sorted(own.items(), key=_best_first)[:limit], sorted(rest.items(), key=_best_first)

    def _kin(self, positions: Sequence[int] | dict[int, float]) -> dict[int, list[int]]:
        missing = [each for each in positions if each not in self._related]
        if missing:
            self._related.update((each, []) for each in missing)
            rows = rows_of(self._connection, "select position, others from kin where position in ({})", missing)
            self._related.update((position, [*map(int, others.split())]) for position, others in rows)
        return self._related
