"""How well a ruling, or what a rule or value says, fits a question: the evidence for the answer state.

A question's *telling* terms are those that are not faint. Each weighs the more, the fewer things have it; a word that
nothing has weighs most.
"""

from __future__ import annotations

import math

from kb.search.lookup import rows_of
from kb.search.things import WEIGHT_SCALE, Thing, Things
from kb.search.tokens import longest_runs, ngrams

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Mapping, Sequence

    from kb.search.query import Query

    #: how well one thing fits a question: the parts that :func:`fit` names
    Fit = Mapping[str, float]


def information(having: int, of: int) -> int:
    """How much a term tells that so many of all things have, times :data:`WEIGHT_SCALE`; it is never 0."""
    return round(WEIGHT_SCALE * max(0.05, math.log((of + 1) / (having + 0.5))))


#: what nothing fits
NO_FIT: Fit = {"had": 0.0, "had_ask": 0.0, "had_own": 0.0, "lead": 0.0, "missing": 1.0, "of_ask": 0.0, "score": 0.0}


def telling_terms(query: Query) -> list[str]:
    """The terms of a question that tell something, in order."""
    return [term for term in dict.fromkeys(query.terms) if term not in query.faint]


def named(connection: sqlite3.Connection, terms: Sequence[str]) -> int:
    """How many units, powers, technologies, places and phases the terms name."""
    rows = rows_of(connection, "select run from runs where kind = 'name' and run in ({})", ngrams(list(terms)))
    return len(longest_runs(list(terms), {row[0] for row in rows}))


def unknown(connection: sqlite3.Connection, terms: Sequence[str], kinds: Sequence[Things]) -> list[str]:
    """Those of the terms that no thing has, and that the lexicon has no words near to."""
    near = rows_of(connection, "select run from runs where kind = 'near' and run in ({})", terms)
    known = {row[0] for row in near}.union(*(things.known(terms) for things in kinds))
    return [term for term in terms if term not in known]


#: a question that has none of so many most telling terms of a topic's title is about something else
LEADING = 2


def topic_of(topics: Mapping[str, Sequence[str]], asked: Collection[str]) -> str:
    """Of some topics the one that a question with the terms ``asked`` is about; empty if it is about none.

    ``topics`` has the terms of each title, the most telling first. It is the one with most of the question's terms, of
    equals the first; the question has one of its :data:`LEADING` most telling terms. One without terms, such as an id,
    is about the first.
    """
    terms = set(asked)
    common = {topic: len(terms.intersection(title)) for topic, title in topics.items()}
    best = max(common, key=lambda topic: common[topic], default="")
    return best if best and (terms.intersection(topics[best][:LEADING]) or not terms) else ""


class Question:
    """The telling terms of a question, and how much each tells among the things of a kind."""

    __slots__ = ("heaviest", "total", "weights")

    def __init__(self, terms: Sequence[str], things: Things) -> None:
        weights = things.weights(terms)
        self.heaviest = weights[""]
        self.weights = {term: weights[term] for term in terms}
        self.total = sum(self.weights.values())

    def common(self, thing: Thing) -> dict[int, int]:
        """What the terms tell together that each way to ask for a thing has; ways without any are left out."""
        both: dict[int, int] = {}
        for term, weight in self.weights.items():
            for way, _ in thing.entry(term)[1]:
                both[way] = both.get(way, 0) + weight
        return both

    def likeness(self, both: int, way: int) -> float:
        """How like the question a way to ask is, from 0 to 1: of what the terms of either tell the part that ``both``
        have; ``way`` is what the terms of the way tell."""
        return 2 * both / (self.total + way) if both else 0.0

    def fit(self, thing: Thing, score: float, lead: float) -> Fit:
        """How well a thing fits.

        The parts are from 0 to 1, but for ``score``, the logarithm of its score in the ranking: ``lead`` is how much it
        is better than the next one that is not related to it, as a part of it; ``had`` the part of the telling terms
        that it has anywhere, ``had_own`` in its own words, ``had_ask`` in the way to ask for it that is most like the
        question, and ``of_ask`` the part of this way's terms that the question has; ``missing`` the weight of the
        heaviest term that it lacks, as a part of the heaviest there can be.
        """
        own = anywhere = missing = 0
        for term, weight in self.weights.items():
            mine, ways = thing.entry(term)
            if mine >= 0:
                own += weight
            if mine >= 0 or ways:
                anywhere += weight
            else:
                missing = max(missing, weight)
        best = had_ask = of_ask = 0.0
        for way, both in sorted(self.common(thing).items()):
            like = self.likeness(both, thing.ways[way])
            if like > best:
                best, had_ask, of_ask = like, both / self.total, both / thing.ways[way]
        total = self.total or 1
        return {
            "had": anywhere / total,
            "had_ask": had_ask,
            "had_own": own / total,
            "lead": lead,
            "missing": missing / self.heaviest,
            "of_ask": of_ask,
            "score": math.log1p(score),
        }
