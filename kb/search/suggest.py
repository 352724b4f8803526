"""Corrects a misspelt word against the words of the corpus, or leaves it alone.

Whoosh proposes words within two edits; the nearest wins, then the commonest. A word is left alone
when it is short, has digits, or only a distant word is like it: most unknown words are good English
that the corpus happens not to use.
"""

from __future__ import annotations

from rapidfuzz.distance import OSA

from kb.search.whoosh_side import WhooshSide

SHORTEST = 4
#: words shorter than this may be one edit away, longer ones two
LONG_ENOUGH_FOR_TWO = 6
#: another first letter counts like half an edit: people seldom miss the first one
_OTHER_START = 0.5


def worth_correcting(word: str) -> bool:
    """Whether a word could be a misspelling at all."""
    return len(word) >= SHORTEST and word.isalpha() and word.isascii()


def correction(word: str, side: WhooshSide) -> str:
    """The word that was probably meant, or the empty string.

    A transposition counts as one edit (``nuetral`` -> ``neutral``).
    """
    allowed = 1 if len(word) < LONG_ENOUGH_FOR_TWO else 2
    best = ("", 9.0, 0.0)
    for candidate in side.suggest(word):
        edits = OSA.distance(word, candidate)
        if edits > allowed:
            continue
        cost = edits + (_OTHER_START if candidate[0] != word[0] else 0.0)
        if (cost, -side.frequency(candidate)) < (best[1], -best[2]):
            best = (candidate, cost, side.frequency(candidate))
    return best[0]
