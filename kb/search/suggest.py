"""Corrects a misspelt word against the words of the corpus, or leaves it alone.

Whoosh proposes words within two edits; the nearest wins, then the commonest. A word is left alone
when it is short, has digits, or only a distant word is like it: most unknown words are good English
that the corpus happens not to use.
"""

from __future__ import annotations

from whoosh.support.levenshtein import damerau_levenshtein

from kb.search.whoosh_side import WhooshSide

SHORTEST = 4
#: words shorter than this may be one edit away, longer ones two
LONG_ENOUGH_FOR_TWO = 8
#: another first letter counts like half an edit: people seldom miss the first one
OTHER_START = 0.5


def worth_correcting(word: str) -> bool:
    """Whether a word could be a misspelling at all."""
    return len(word) >= SHORTEST and word.isalpha() and word.isascii()


def correction(word: str, side: WhooshSide) -> str:
    """The word that was probably meant, or the empty string.

    A transposition counts as one edit (``nuetral`` -> ``neutral``).
    """
    most = 1 if len(word) < LONG_ENOUGH_FOR_TWO else 2
    near = {*side.suggest(word, 1), *side.suggest(word, 2)}
    best = min((_cost(word, candidate, side) for candidate in near), default=(9.0, 0.0, ""))
    return best[2] if best[0] <= most else ""


def _cost(word: str, candidate: str, side: WhooshSide) -> tuple[float, float, str]:
    """Fewer edits first, then the commoner word, then the alphabet."""
    start = OTHER_START if candidate[0] != word[0] else 0.0
    return damerau_levenshtein(word, candidate) + start, -side.frequency(candidate), candidate
