"""Ranks rulings and subjects of statements for the terms of a query.

The build computes the score of each term in each result (:mod:`kb.search.index`). A query adds these scores up, and
raises the sum by the share of its terms, and of its information, that the result has. The best results are then ranked
by their scores and by how alike the query and a way to ask for the result are. A phone without network computes the
same (``kb/web/static/kb/offline.js``).
"""

from __future__ import annotations

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
#: the product of both boosts at most
RAISED = (1 + BREADTH) * (1 + SHARE)
#: the weight of a term that is related to a typed one, and of a pronoun, an article or an auxiliary
NEAR, FAINT = 0.25, 0.2
#: the number of best results that are compared with the query
COMPARED = 8
#: weights are counted in hundredths, so that sums are exact
UNIT = 100


def weights_of(query: Query) -> dict[str, float]:
    """Return the weight of each term of a query: 1 for a typed term, less for related and low-weight ones."""
    weights = dict.fromkeys(query.near, NEAR)
    weights.update({term: FAINT if term in query.faint else 1.0 for term in query.terms})
    return weights


class Scores:
    """Computes the scores of results for a query; a result that has none of its terms has the score 0.

    ``sum × (1 + BREADTH × breadth) × (1 + SHARE × share)``, where *breadth* is the share of the weights of the query's
    terms that the result has, without low-weight terms and terms that no result has, and *share* the share of the
    information of the query's typed terms, without low-weight ones.
    """

    def __init__(self, postings: Postings, query: Query) -> None:
        weights = weights_of(query)
        information = postings.weights(weights)
        sums = having = had = asked = 0
        for term, posting in postings.of(weights).items():
            if not posting.positions:
                continue
            weight = round(UNIT * weights[term])
            sums += weight * posting.added
            if weights[term] != FAINT:
                having += weight * posting.having
                asked += weight
            if weights[term] == 1.0:
                had += posting.weight * posting.having
        size = postings.size if sums else 0
        self._sums, self._having, self._had = unpacked(sums, size), unpacked(having, size), unpacked(had, size)
        self._asked = asked or 1
        self._total = sum(information[term] for term in weights if weights[term] == 1.0) or 1
        self._postings = postings
        self._information = {
            term: round(UNIT * weight) * information[term] for term, weight in weights.items() if weight != FAINT
        }
        self._likeness: dict[int, float] = {}

    def share(self, position: int) -> float:
        """Return the share of the query's information that a result has, from 0 to 1."""
        return self._had[position] / self._total

    def _scored(self, sums: Sequence[int], least: float) -> list[tuple[float, int]]:
        """Return the score, negated, and the position of each result whose sum is at least ``least``: the best first,
        ties by position. ``sums`` are by position."""
        having, had, asked, total = self._having, self._had, self._asked, self._total
        positions = [position for position, each in enumerate(sums) if each >= least]
        return sorted(
            (-sums[at] * ((1 + BREADTH * having[at] / asked) / (SCALE * UNIT) * (1 + SHARE * had[at] / total)), at)
            for at in positions
        )

    def likeness(self, position: int) -> float:
        """Return how alike the query and the most similar way to ask for a result are, from 0 to 1: twice the
        information in the terms that both have, as a share of the information in both."""
        if position not in self._likeness:
            of_ways, having = self._postings.ways([position])[position]
            sums = sum(each * having[term] for term, each in self._information.items() if term in having)
            both, total = unpacked(sums, len(of_ways)), self._total
            alike = (2 / UNIT * each / (total + of_way) for each, of_way in zip(both, of_ways, strict=True))
            self._likeness[position] = max(alike, default=0.0)
        return self._likeness[position]

    def best(self, limit: int, chosen: Sequence[int]) -> Ranked:
        """Return the ``limit`` best results, ties by position. ``chosen`` has 1 for each position to consider, or 0.

        The scores of the first :data:`COMPARED` are raised by the square of their likeness. Scores are computed only of
        results whose sums are high enough: the factors of a sum are at least 1 and at most :data:`RAISED` together.
        """
        if 1 not in chosen:
            return []
        most = max(limit, COMPARED)
        sums = [*map(mul, self._sums, chosen)]
        found = self._scored(sums, max(1, min(sorted(sums)[-most:], default=1)))
        if len(found) >= most:
            least = -found[most - 1][0] * SCALE * UNIT / RAISED
            found = self._scored(sums, least - 1)  # 1 is for rounding
        compared, others = found[:COMPARED], found[COMPARED:most]
        self._postings.ways([position for _, position in compared])  # read at once
        raised = [(negated * (1 + self.likeness(position) ** 2), position) for negated, position in compared]
        return [(position, -negated) for negated, position in sorted([*raised, *others])[:limit]]
