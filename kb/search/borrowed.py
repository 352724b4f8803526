"""Ways to ask for rulings that have few of their own, usually those of a document that was just added.

Each sentence of such a ruling is a way to ask for it. It also borrows ways that were written for the rulings most like
it. ``benchmarks/drafts.py`` measures the effect of both.
"""

from __future__ import annotations

import re
from collections import Counter

from kb.model.corpus import Corpus
from kb.search.bm25 import information
from kb.words.lexicon import Lexicon

#: a ruling with this many ways to ask borrows none
ENOUGH = 8
#: the minimum similarity of a lending ruling, the number of lenders, and the ways that each lends
LEAST, LENDERS, LENT = 0.2, 2, 8
#: the fewest words of a sentence that is a way to ask
_SHORTEST = 4
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def borrowed_ways(corpus: Corpus, lexicon: Lexicon) -> dict[int, tuple[str, ...]]:
    """Return further ways to ask for each ruling that has fewer than :data:`ENOUGH`, by the ruling's position.

    The similarity of two rulings is the share of the information in their terms that both have, from 0 to 1.
    """
    borrowers = [each for each in corpus.rulings if len(each.phrasings) < ENOUGH]
    if not borrowers:
        return {}
    terms = {
        each.position: {*lexicon.terms(f"{each.question_text} {each.answer_text}")} - lexicon.faint
        for each in corpus.rulings
    }
    counts = Counter(term for found in terms.values() for term in found)
    weights = {term: information(count, len(terms)) for term, count in counts.items()}
    totals = {position: sum(weights[term] for term in found) for position, found in terms.items()}
    ways = {}
    for ruling in borrowers:
        at, likes = ruling.position, []
        for lender in (each for each in corpus.rulings if len(each.phrasings) >= ENOUGH):
            both = sum(weights[term] for term in terms[at] & terms[lender.position])
            like = 2 * both / (totals[at] + totals[lender.position]) if both else 0.0
            if like >= LEAST:
                likes.append((-like, lender.position, lender.phrasings[:LENT]))
        lent = [way for *_, of_lender in sorted(likes)[:LENDERS] for way in of_lender]
        own = (ruling.question_text, *sentences(ruling.question_text), *sentences(ruling.answer_text))
        ways[at] = tuple(dict.fromkeys((*own, *lent)))
    return ways


def sentences(text: str) -> list[str]:
    """Return the sentences of a text that have at least :data:`_SHORTEST` words."""
    return [each for each in _SENTENCE_END.split(text.strip()) if len(each.split()) >= _SHORTEST]
