"""BM25 as SQLite's FTS5 computes it: the same numbers in the same order."""

from __future__ import annotations

import math

from kb.search.postings import WEIGHT_SCALE

#: scores are whole numbers, multiplied by this
SCALE = 100
#: its parameters, and the least weight of a term, even of one that more than half of all rows have
K1, B, LEAST = 1.2, 0.75, 1e-6


def tells(having: int, rows: int) -> float:
    """Return the weight of a term that ``having`` of ``rows`` rows have: the rarer, the higher (inverse document
    frequency); at least :data:`LEAST`."""
    return max(math.log((rows - having + 0.5) / (having + 0.5)), LEAST)


def score(tells: float, count: float, size: float) -> int:
    """Return the score, times :data:`SCALE`, of a term of the weight ``tells`` in a row that has it ``count`` times;
    ``size`` is the row's size as a multiple of the mean."""
    length = K1 * (1 - B + B * size)
    return int(SCALE * (tells * (count * (K1 + 1.0) / (count + length))) + 0.5)


def information(having: int, of: int) -> int:
    """Return the information of a term that ``having`` of ``of`` results have, times :data:`WEIGHT_SCALE`; never 0."""
    return round(WEIGHT_SCALE * max(0.05, math.log((of + 1) / (having + 0.5))))
