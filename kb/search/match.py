"""Decides the match level of a query, ``close``, ``weak`` or ``none``, by its first result."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.search.query import Query

#: the first result probably answers the query; it is only the nearest; the query is not about these games
CLOSE, WEAK, NONE = "close", "weak", "none"
#: the weight of the lead of the first result over the next one of its game
LEAD = 2.0
#: the lowest fit of a first result that is close, if it is a ruling and if it is a statement, which has fewer words;
#: ``python -m benchmarks.quality`` prints how many judged questions are on the right side
LEAST_CLOSE, LEAST_CLOSE_STATEMENT = 300.0, 240.0
#: the lowest score of a first result that is weak
LEAST_WEAK = 30.0
#: a result with this share of the query's information is always weak at least, and one with this likeness to the query
#: is close: queries of few words have low scores
WHOLE = 0.9
#: the divisor of the fit if the query asks for something other than a rule
WANTING = 2.0
#: the kind of a query about matters other than games of war, and the lowest score with which it is weak all the same
ELSEWHERE, LEAST_ELSEWHERE = "elsewhere", 120.0


def level(query: Query, score: float, lead: float, likeness: float, share: float, is_ruling: bool) -> str:
    """Return the match level of a query by its first result; all figures are 0 if there is none.

    ``lead`` is its score minus the score of the next result of the same game; ``likeness`` and ``share`` are defined by
    :class:`kb.search.rank.Scores`. ``is_ruling`` is whether it is a ruling and not a statement. The fit of a result is
    ``score + LEAD × lead``: right results are far ahead more often than wrong ones.
    """
    if query.absent and not query.games:
        return NONE
    if (score < LEAST_WEAK and share < WHOLE) or (ELSEWHERE in query.wants and score < LEAST_ELSEWHERE):
        return NONE
    fit = (score + LEAD * lead) / (WANTING if query.wants else 1.0)
    close = fit >= (LEAST_CLOSE if is_ruling else LEAST_CLOSE_STATEMENT) or (likeness >= WHOLE and not query.wants)
    return CLOSE if close else WEAK
