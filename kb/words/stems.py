"""Stems of words, so that plurals and verb forms need no lines of their own."""

from __future__ import annotations

from functools import lru_cache

from whoosh.lang.porter import stem as porter

from kb.words.tokens import LONGEST_WORD

WHOLE = frozenset(["its", "was", "has", "gas", "yes", "his", "bus", "this", "us", "as", "is"])
#: Porter would stem these to "us", which here is the United States
IRREGULAR = dict.fromkeys(("use", "uses", "used", "using", "user", "users"), "use")


def stem(word: str) -> str:
    """Return the Porter stem of one word; of words up to three letters only a plural s is taken.

    Words of more than ``LONGEST_WORD`` letters are in no document and are left as they are.

    >>> stem("submerging"), stem("hitting"), stem("ics"), stem("used"), stem("one"), stem("b29s")
    ('submerg', 'hit', 'ic', 'use', 'one', 'b29')
    """
    return word if len(word) > LONGEST_WORD else _stem(word)


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    """Return the stem of a word. :func:`stem` returns long words unchanged, which keeps them out of this cache."""
    if word in IRREGULAR:
        return "use"
    if not word.isalpha():
        return word[:-1] if word.endswith("s") and word[:-1].isalnum() and word[-2:-1].isdigit() else word
    if len(word) <= 3:
        return word[:-1] or word if word.endswith("s") and not word.endswith("ss") and word not in WHOLE else word
    stemmed = str(porter(word))
    doubled = (
        len(stemmed) > 3
        and stemmed[-1] == stemmed[-2]
        and stemmed[-1] not in "aeiouls"
        and word.endswith(("ed", "ing"))
    )
    return stemmed[:-1] if doubled else stemmed  # this Porter leaves "hitt" of "hitting"
