"""Decides the match level of a query, ``close``, ``weak`` or ``none``, by the score and share of the first result."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.search.query import Query

#: the first result probably answers the query; it is only the nearest; the query is not about these games
CLOSE, WEAK, NONE = "close", "weak", "none"
#: the lowest scores of a first result that is close, and that is weak. ``python -m benchmarks.quality`` prints how many
#: judged questions are on the right side
LEAST_CLOSE, LEAST_WEAK = 160.0, 45.0
#: a result with this share of the query's information is always weak at least, and close from this score on: queries of
#: few words have low scores
WHOLE, LEAST_WHOLE = 0.9, 80.0
#: the divisor of the score if the query asks for something other than a rule
WANTING = 2.0
#: the kind of a query about matters other than games of war, and the score from which on it asks for a rule
ELSEWHERE, LEAST_ELSEWHERE = "elsewhere", 62.0


def level(query: Query, score: float, share: float) -> str:
    """Return the match level of a query whose first result has a ``score`` and a ``share`` of the query's information;
    both are 0 if it has no result."""
    if query.absent and not query.games:
        return NONE
    if query.wants:
        score /= WANTING
    if (score < LEAST_WEAK and share < WHOLE) or (ELSEWHERE in query.wants and score < LEAST_ELSEWHERE):
        return NONE
    return CLOSE if score >= (LEAST_WHOLE if share >= WHOLE else LEAST_CLOSE) else WEAK
