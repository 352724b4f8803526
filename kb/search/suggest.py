"""Corrects a misspelt word against the words of the corpus, or leaves it alone.

The nearest word within one edit, or two for a long word, wins, then the most frequent. A word that is short or has
digits is left alone: most unknown words are good English that the corpus happens not to use.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

SHORTEST = 4
#: words shorter than this may be one edit away, longer ones two
LONG_ENOUGH_FOR_TWO = 8
#: another first letter counts like half an edit: people seldom miss the first one
OTHER_START = 0.5
#: the words with the same first letter, and words that differ from a word only in the first letters, of similar length
_NEAR = (
    "select word, frequency from words where length(word) between length(:word) - :most and length(:word) + :most"
    " and (word >= :first and word < :first || '{'"
    " or substr(word, 2) in (:word, substr(:word, 2)) or word = substr(:word, 2))"
)


def correction(connection: sqlite3.Connection, word: str) -> str:
    """Return the most similar word of a database, or the empty string if none is similar enough, or if ``word`` is
    short or has other characters than letters. A transposition counts as one edit (``nuetral`` -> ``neutral``)."""
    if not (len(word) >= SHORTEST and word.isalpha() and word.isascii()):
        return ""
    most = 1 if len(word) < LONG_ENOUGH_FOR_TWO else 2
    best = (most + OTHER_START, 0, "")
    for candidate, frequency in connection.execute(_NEAR, {"word": word, "first": word[0], "most": most}):
        cost = edits(word, candidate, most) + OTHER_START * (candidate[0] != word[0])
        best = min(best, (cost, -int(frequency), candidate)) if cost <= most else best
    return best[2]


def edits(word: str, other: str, most: int) -> int:
    """Return the edit distance of two words: the number of letters added, left out, changed or exchanged with the next.

    If the lengths and letters show that the distance is above ``most``, return ``most + 1`` without computing it.
    Libraries for this take as long to import as a whole search takes.
    """
    # an edit changes the length by at most one, and at most two of the letters that there are
    if abs(len(word) - len(other)) > most or len({*word} ^ {*other}) > 2 * most:
        return most + 1
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for at, letter in enumerate(word, 1):
        two, before, row = before, row, [at]
        for to, wanted in enumerate(other, 1):
            least: int = min(before[to] + 1, row[-1] + 1, before[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and word[at - 2] == wanted:
                least = min(least, two[to - 2] + 1)
            row.append(least)
    return row[-1]
