"""How well a ruling, or what a rule or value says, fits a question: the evidence for the answer state.

A question's *telling* terms are those that are not faint. Each weighs the more, the fewer things have it; a word that
nothing has weighs most.
"""

from __future__ import annotations

import math

from kb.search.lookup import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Mapping, Sequence

    from kb.search.query import Query

    #: how well one thing fits a question: the parts that :func:`fit` names
    Fit = Mapping[str, float]

#: the kinds of things that can be found
RULINGS, STATEMENTS = "ruling", "statement"


def information(having: int, of: int) -> float:
    """How much a term tells that so many of all things have; it is never 0."""
    return max(0.05, math.log((of + 1) / (having + 0.5)))


#: what nothing fits
NO_FIT: Fit = {"had": 0.0, "had_ask": 0.0, "had_own": 0.0, "lead": 0.0, "missing": 1.0, "of_ask": 0.0, "score": 0.0}


class EvidenceReader:
    """Reads from one base how well things fit a question."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def weights(self, kind: str, terms: Sequence[str]) -> dict[str, float]:
        """How much each of these terms tells among things of a kind."""
        sql = f"select term, weight from term_weights where kind = '{kind}' and term in ({{}})"
        found = {row[0]: float(row[1]) for row in rows_of(self._connection, sql, ["", *terms])}
        return {term: found.get(term, found[""]) for term in ["", *terms]}

    def names(self, terms: Sequence[str]) -> int:
        """How many of the terms name a unit, a power or a technology."""
        return len(rows_of(self._connection, "select run from runs where kind = 'name' and run in ({})", terms))

    def known(self, terms: Sequence[str]) -> list[str]:
        """Those of the terms that any thing has, or that the lexicon has words near to."""
        having = "select distinct term from term_weights where term in ({})"
        near = "select run from runs where kind = 'near' and run in ({})"
        found = {row[0] for sql in (having, near) for row in rows_of(self._connection, sql, terms)}
        return [term for term in terms if term in found]

    def fit(self, kind: str, position: int, score: float, lead: float, query: Query) -> Fit:
        """How well a thing fits a question."""
        row = self._connection.execute(
            "select own, asks from searched_terms where kind = ? and position = ?", [kind, str(position)]
        ).fetchone()
        if row is None:
            return NO_FIT
        own = set(row[0].split())
        asks = [line.split() for line in row[1].split("\n")]
        telling = telling_terms(query)
        weights = self.weights(kind, [*telling, *{term for ask in asks for term in ask}])
        return fit(
            telling, own, [[term for term in ask if term not in query.faint] for ask in asks], weights, score, lead
        )


def telling_terms(query: Query) -> list[str]:
    """The terms of a question that tell something, in order."""
    return [term for term in dict.fromkeys(query.terms) if term not in query.faint]


def likeness(telling: Sequence[str], ask: Collection[str], weights: Mapping[str, float]) -> tuple[float, float, float]:
    """How like a question a way to ask is: which part of its terms that has, which part of that's it has, their mean.

    The parts are by weight, from 0 to 1; the mean is the harmonic one.
    """
    both = sum(weights[term] for term in telling if term in ask)
    if not both:
        return 0.0, 0.0, 0.0
    asked = both / sum(weights[term] for term in telling)
    answered = both / sum(weights[term] for term in ask)
    return asked, answered, 2 * asked * answered / (asked + answered)


def fit(
    telling: Sequence[str],
    own: set[str],
    asks: Sequence[Sequence[str]],
    weights: Mapping[str, float],
    score: float,
    lead: float,
) -> Fit:
    """How well a thing with these terms fits; ``weights`` has every term, and the heaviest there can be under "".

    The parts are from 0 to 1, but for ``score``, the logarithm of its score in the ranking: ``lead`` is how much it is
    better than the next one that is not related to it, as a part of it; ``had`` the part of the telling terms that it
    has anywhere, ``had_own`` in its own words, ``had_ask`` in the way to ask for it that fits best, and ``of_ask`` the
    part of this way's terms that the question has; ``missing`` the weight of the heaviest term that it lacks, as a part
    of the heaviest there can be.
    """
    total = sum(weights[term] for term in telling) or 1.0
    anywhere = own.union(*asks)
    had_ask = of_ask = best = 0.0
    for ask in asks:
        asked, answered, mean = likeness(telling, ask, weights)
        if mean > best:
            best, had_ask, of_ask = mean, asked, answered
    return {
        "had": sum(weights[term] for term in telling if term in anywhere) / total,
        "had_ask": had_ask,
        "had_own": sum(weights[term] for term in telling if term in own) / total,
        "lead": lead,
        "missing": max((weights[term] for term in telling if term not in anywhere), default=0.0) / weights[""],
        "of_ask": of_ask,
        "score": math.log1p(score),
    }
