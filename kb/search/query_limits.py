"""The limits of a query. They keep the work of any query small; a note says when part of a query is left out."""

from __future__ import annotations

#: characters of a query
LONGEST_QUERY = 2_000
#: plain words, and different ones among them
MOST_WORDS, MOST_DIFFERENT = 128, 64
#: different operators, and words of one; the distance of the words of a phrase; letters of a wildcard, at least
MOST_OPERATORS, LONGEST_OPERATOR, WIDEST_SLOP, SHORTEST_PREFIX = 8, 8, 20, 3
#: unknown words that are checked for misspellings, in the order in which they were typed
MOST_CORRECTIONS = 12
#: parts of a query, split at punctuation, in which asides are looked for, and the fewest letters of a word there that
#: is checked for a misspelling
MOST_PARTS, SHORTEST_MEANT = 12, 6
