"""Ranks rulings and subjects of statements for the terms of a query.

The build computes the score of each term in each result (:mod:`kb.search.index`). A query adds these scores up, and
raises the sum by the share of its terms, and of its information, that the result has. The best results are then ranked
by their scores and by how alike the query and a way to ask for the result are. A phone without network computes the
same (``kb/web/static/kb/offline.js``).
"""

from __future__ import annotations

from collections import defaultdict
from operator import mul

from kb.search.postings import SCALE, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.search.postings import Postings
    from kb.search.query import Query

    #: (position, score), best first
    Ranked = list[tuple[int, float]]

#: the boost of a result that has all terms of the query except low-weight ones, as a share of its sum
BREADTH = 1.5
#: the boost of a result that has all information of the query, as a share of its score
SHARE = 1.0
#: the weight of a term that is related to a typed one, and of a pronoun, an article or an auxiliary
NEAR, FAINT = 0.25, 0.2
#: the number of best results that are compared with the query
COMPARED = 8
#: weights are counted in hundredths, so that sums are exact
UNIT = 100


def weights_of(query: Query) -> dict[str, float]:
    """Return the weight of each term of a query."""
    weights = dict.fromkeys(query.near, NEAR)
    weights.update({term: FAINT if term in query.faint else 1.0 for term in query.terms})
    return weights


class Scores:
    """The scores of all results for a query, by position: 0 for a result that has none of its terms.

    ``sum × (1 + BREADTH × breadth) × (1 + SHARE × share)``, where *breadth* is the share of the weights of the query's
    terms that the result has, without low-weight terms and terms that no result has, and *share* the share of the
    information of the query's typed terms, without low-weight ones.
    """

    def __init__(self, postings: Postings, query: Query) -> None:
        weights = weights_of(query)
        telling = [term for term in weights if weights[term] == 1.0]
        information = postings.weights(telling)
        total = sum(information[term] for term in telling) or 1
        sums = having = had = asked = 0
        for term, posting in postings.of(weights).items():
            if not posting.scores:
                continue
            weight = round(UNIT * weights[term])
            sums += weight * posting.added
            if weights[term] != FAINT:
                having += weight * posting.having
                asked += weight
            if weights[term] == 1.0:
                had += posting.weight * posting.having
        size = postings.size if sums else 0
        by_breadth, by_share = unpacked(having, size), unpacked(had, size)
        breadths = {each: (1 + BREADTH * each / (asked or 1)) / (SCALE * UNIT) for each in {*by_breadth}}
        shares = {each: 1 + SHARE * each / total for each in {*by_share}}
        self._postings, self._had, self._total = postings, by_share, total
        every = postings.weights(weights)
        # a term that the query lacks has none
        self._information = defaultdict(
            float, {term: weight * every[term] for term, weight in weights.items() if weight != FAINT}
        )
        raised = map(mul, map(breadths.__getitem__, by_breadth), map(shares.__getitem__, by_share))
        self._scores = [*map(mul, unpacked(sums, size), raised)]

    def share(self, position: int) -> float:
        """Return the share of the query's information that a result has, from 0 to 1."""
        return self._had[position] / self._total

    def likeness(self, position: int) -> float:
        """Return how alike the query and the most similar way to ask for a result are, from 0 to 1: twice the
        information in the terms that both have, as a share of the information in both."""
        of, total = self._information.__getitem__, self._total
        ways = self._postings.ways([position])[position]
        return max((2 * sum(map(of, terms)) / (total + information) for information, terms in ways), default=0.0)

    def best(self, limit: int, chosen: Sequence[int]) -> Ranked:
        """Return the ``limit`` best results, ties by position. ``chosen`` has 1 for each position to consider, or 0.

        The scores of the first :data:`COMPARED` are raised by the square of their likeness.
        """
        scores = [*map(mul, self._scores, chosen)]
        most = max(limit, COMPARED)
        positive = sorted(filter(None, scores), reverse=True)[:most]
        least = positive[-1] if positive else 1.0
        found = [(position, score) for position, score in enumerate(scores) if score >= least]
        found = sorted(found, key=_best_first)[:most]
        self._postings.ways([position for position, _ in found[:COMPARED]])  # read at once
        raised = [(position, score * (1 + self.likeness(position) ** 2)) for position, score in found[:COMPARED]]
        return sorted([*raised, *found[COMPARED:]], key=_best_first)[:limit]


def _best_first(pair: tuple[int, float]) -> tuple[float, int]:
    """Return the key by which pairs of position and score are sorted: the best first, ties by position."""
    return -pair[1], pair[0]
