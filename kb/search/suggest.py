"""Corrects a misspelt word against the words of the corpus, or leaves it alone.

Of the words within two edits the nearest wins, then the commonest. A word is left alone when it is
short, has digits, or only a distant word is like it: most unknown words are good English that the
corpus happens not to use. These are the words that Whoosh suggests, found 30 times as fast.
"""

from __future__ import annotations

from rapidfuzz import process
from rapidfuzz.distance import OSA, Levenshtein

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

SHORTEST = 4
#: words shorter than this may be one edit away, longer ones two
LONG_ENOUGH_FOR_TWO = 8
#: another first letter counts like half an edit: people seldom miss the first one
OTHER_START = 0.5
#: as many of the commonest words within one edit, and within two, are compared
SUGGESTIONS = 30


def worth_correcting(word: str) -> bool:
    """Whether a word could be a misspelling at all."""
    return len(word) >= SHORTEST and word.isalpha() and word.isascii()


def frequencies(connection: sqlite3.Connection) -> dict[str, int]:
    """How often each word stands in the documents and phrasings."""
    return {word: int(times) for word, times in connection.execute("select word, frequency from words")}


class Speller:
    """Corrects words with those of one base: each with how often it stands there."""

    def __init__(self, words: dict[str, int]) -> None:
        self._words = words
        self._names = list(words)

    def correction(self, word: str) -> str:
        """The word that was probably meant, or the empty string.

        A transposition counts as one edit (``nuetral`` -> ``neutral``).
        """
        most = 1 if len(word) < LONG_ENOUGH_FOR_TWO else 2
        best = min((self._cost(word, candidate) for candidate in self.near(word)), default=(9.0, 0, ""))
        return best[2] if best[0] <= most else ""

    def near(self, word: str) -> set[str]:
        """The commonest words within one edit of a word, and within two behind the same first letter."""
        found = process.extract(word, self._names, scorer=Levenshtein.distance, score_cutoff=2, limit=None)
        edits = {candidate: int(distance) for candidate, distance, _ in found}
        common = sorted(edits, key=lambda candidate: (self._words[candidate], candidate), reverse=True)
        one = [candidate for candidate in common if edits[candidate] < 2]
        two = [candidate for candidate in common if candidate[0] == word[0]]
        return {*one[:SUGGESTIONS], *two[:SUGGESTIONS]}

    def _cost(self, word: str, candidate: str) -> tuple[float, int, str]:
        """Fewer edits first, then the commoner word, then the alphabet."""
        start = OTHER_START if candidate[0] != word[0] else 0.0
        return OSA.distance(word, candidate) + start, -self._words[candidate], candidate
