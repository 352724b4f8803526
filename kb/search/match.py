"""Decides how well a query is matched: ``close``, ``weak`` or ``none``.

The level follows from five plain signals.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kb.search.query import Query

#: the results answer the query; they are only the nearest; the query is not about these games
CLOSE, WEAK, NONE = "close", "weak", "none"
#: the best results of each kind whose fit is a signal
LOOKED_AT = 3
#: the weight of each signal, and the constant that is added: those of a logistic regression on judged queries
#: (``python scripts/fit_match.py`` prints them). The signals are the largest share of the query's information that a
#: result has; the largest likeness to a way to ask; the number of telling terms, up to ten, as a share of ten; whether
#: the query asks for something that is no rule; whether it names a game that is not here, and none that is here
ALWAYS = -7.942
WEIGHTS = {"had": 5.182, "like": 5.019, "length": 4.101, "wants": -1.778, "absent": -3.115}
#: the probability of a match from which on it is close, and below which the query is not about these games
LEAST_CLOSE, LEAST_WEAK = 0.5, 0.05
#: the want of a query about other matters than games of war, and the probability below which that is believed
ELSEWHERE, LEAST_ELSEWHERE = "elsewhere", 0.3


def signals(query: Query, terms: int, fits: Iterable[tuple[float, float]]) -> dict[str, float]:
    """Return the signals of a query with so many telling ``terms``; ``fits`` are those of the best results
    (:attr:`kb.search.rank.Scores.fits`)."""
    found = [(0.0, 0.0), *fits]
    return {
        "had": max(had for had, _ in found),
        "like": max(like for _, like in found),
        "length": min(terms, 10) / 10,
        "wants": float(bool(query.wants)),
        "absent": float(bool(query.absent) and not query.games),
    }


def level(query: Query, found: Mapping[str, float]) -> str:
    """Return the match level of a query with these signals."""
    if found["absent"]:
        return NONE
    total = ALWAYS + sum(WEIGHTS[name] * value for name, value in found.items())
    how = 1 / (1 + math.exp(-total))
    if how < LEAST_WEAK or (ELSEWHERE in query.wants and how < LEAST_ELSEWHERE):
        return NONE
    return CLOSE if how >= LEAST_CLOSE else WEAK
