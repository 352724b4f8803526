"""Decides the match level of a query, ``close``, ``weak`` or ``none``, by its first result."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.search.query import Query

#: the first result probably answers the query; it is only the nearest; the query is not about these games
CLOSE, WEAK, NONE = "close", "weak", "none"
#: the lowest products of score and likeness of a first result that is close, and that is weak. ``python -m
#: benchmarks.quality`` prints how many judged questions are on the right side
LEAST_CLOSE, LEAST_WEAK = 90.0, 18.0
#: a result with this share of the query's information is always weak at least, and one with this likeness to the query
#: is close: queries of few words have low scores
WHOLE = 0.9
#: the divisor of the product if the query asks for something other than a rule
WANTING = 2.0
#: the kind of a query about matters other than games of war, and the product from which on it asks for a rule
ELSEWHERE, LEAST_ELSEWHERE = "elsewhere", 30.0


def level(query: Query, score: float, likeness: float, share: float) -> str:
    """Return the match level of a query by the score, the likeness and the share of the information of its first result
    (:class:`kb.search.rank.Scores`); all are 0 if it has no result."""
    if query.absent and not query.games:
        return NONE
    fit = score * likeness / (WANTING if query.wants else 1.0)
    if (fit < LEAST_WEAK and share < WHOLE) or (ELSEWHERE in query.wants and fit < LEAST_ELSEWHERE):
        return NONE
    return CLOSE if fit >= LEAST_CLOSE or (likeness >= WHOLE and not query.wants) else WEAK
