"""The limits of a query, the notes on those that are exceeded, and the errors of a query that cannot be parsed.

Words and operators beyond a limit are left out, and a note says so. The limits keep the work of any query small: its
length alone (``LONGEST_QUERY``) allows 400 wildcards.
"""

from __future__ import annotations

#: characters of a query
LONGEST_QUERY = 2_000
#: characters of a word; the longest word of the documents has 15
LONGEST_WORD = 40
#: letters of a wildcard
SHORTEST_PREFIX = 3
#: plain words, and different ones among them
MOST_WORDS, MOST_DIFFERENT = 128, 64
#: unknown words that are checked for misspellings, in the order in which they were typed
MOST_CORRECTIONS = 12
#: parts of a question, cut at punctuation, of which those at its ends may be asides
MOST_PARTS = 12
#: letters of a word there that is checked for a misspelling
SHORTEST_MEANT = 6
#: different operators of a kind
MOST = {"phrase": 4, "prefix": 8, "fuzzy": 4, "excluded": 8, "filter": 16}
#: words of a phrase, how far apart its words may be, words behind a ``-``, words of a section's title
LONGEST_PHRASE, WIDEST_SLOP, LONGEST_EXCLUDED, LONGEST_SECTION = 8, 20, 4, 16

#: the note on each limit
NOTES = {
    "quotes": "the quotes, because no ruling has the words together",
    "long": f"words of more than {LONGEST_WORD} letters were left out",
    "words": f"only the first words were searched, at most {MOST_DIFFERENT} different ones",
    "corrections": f"the first {MOST_CORRECTIONS} unknown words were checked for misspellings",
    "phrase": f"the first {MOST['phrase']} quoted phrases were searched",
    "prefix": f"the first {MOST['prefix']} wildcards were searched",
    "fuzzy": f"the first {MOST['fuzzy']} words with ~ were searched",
    "excluded": f"the first {MOST['excluded']} words with - were excluded",
    "filter": f"the first {MOST['filter']} filters were used",
    "phrase words": f"the first {LONGEST_PHRASE} words of a quoted phrase were searched",
    "slop": f"the words of a quoted phrase may be at most {WIDEST_SLOP} apart",
    "excluded words": f"the first {LONGEST_EXCLUDED} words behind a - were excluded",
    "section words": f"the first {LONGEST_SECTION} words of a section's title were used",
}
_EXAMPLE = "type a question, for example: can a sub submerge before it is hit"
#: the error and the hint for each kind of query that cannot be parsed
REFUSALS = {
    "too long": (f"the query is longer than {LONGEST_QUERY:,} characters", "ask a shorter question"),
    "empty": ("an empty query", _EXAMPLE),
    "no words": ("no words to search for", _EXAMPLE),
    "short prefix": ("'{}' is too short", f"a wildcard needs at least {SHORTEST_PREFIX} letters"),
    "value": ("no ruling has {}:{}", "one of: {}"),
    "game": ("there is no game '{}'", "games are: {}"),
}
