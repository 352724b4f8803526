"""Ways to ask for rulings for which few are written.

Such a ruling, mostly of a document that was just taken over, is asked for by each sentence of its answer, too, and
borrows ways that were written for what is most like it: rulings of other documents, and rules of the engine. What each
of these brings is measured by ``benchmarks/drafts.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from kb.base.model import Corpus
from kb.search.bm25 import information
from kb.search.lexicon import Lexicon

#: a ruling with so many ways to ask borrows none
ENOUGH = 8
#: how like a ruling or a rule has to be at least, how many are borrowed from, and how many ways from each
OF_RULINGS, OF_RULES = (0.2, 2, 8), (0.15, 2, 5)
#: how like two questions are that are the same
SAME = 0.7
#: a sentence of fewer words is no way to ask
_SHORTEST = 4
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def borrowed_ways(corpus: Corpus, lexicon: Lexicon) -> dict[int, tuple[str, ...]]:
    """Return the further ways to ask of each ruling with fewer than :data:`ENOUGH`, by position."""
    missing = [ruling for ruling in corpus.rulings if len(ruling.phrasings) < ENOUGH]
    if not missing:
        return {}
    like = _Likeness([f"{each.question_text} {each.answer_text}" for each in corpus.rulings], lexicon)
    rulings = [
        (f"{each.question_text} {each.answer_text}", each.phrasings)
        for each in corpus.rulings
        if len(each.phrasings) >= ENOUGH
    ]
    rules = [
        (" ".join(dict.fromkeys(each.says for each in same)), [ask for each in same for ask in each.asks])
        for same in corpus.by_subject().values()
    ]
    found = {}
    for ruling in missing:
        own = f"{ruling.question_text} {ruling.answer_text}"
        asked = [(each.question_text, each.phrasings) for each in corpus.rulings if each.game == ruling.game]
        texts = [
            # a question that a ruling with ways of its own has, too, is asked for by that one
            *([] if like.borrowed(ruling.question_text, asked, SAME, 1, 1) else [ruling.question_text]),
            *sentences(ruling.answer_text),
            *(sentences(ruling.question_text) if len(sentences(ruling.question_text)) > 1 else ()),
            *like.borrowed(own, rulings, *OF_RULINGS),
            *like.borrowed(own, rules, *OF_RULES),
        ]
        found[ruling.position] = tuple(dict.fromkeys(texts))
    return found


def sentences(text: str) -> list[str]:
    """Return the sentences of a text that have words enough to ask by."""
    return [each for each in _SENTENCE_END.split(text.strip()) if len(each.split()) >= _SHORTEST]


class _Likeness:
    """How like texts are: of what the telling terms of both tell, the part that they share, from 0 to 1."""

    def __init__(self, texts: Sequence[str], lexicon: Lexicon) -> None:
        self._terms_of: Callable[[str], list[str]] = lexicon.terms
        self._faint, self._many = lexicon.faint, len(texts)
        self._having = Counter(term for text in texts for term in self._terms(text))

    def _terms(self, text: str) -> set[str]:
        return {*self._terms_of(text)} - self._faint

    def _weight(self, terms: Iterable[str]) -> int:
        return sum(information(self._having[term], self._many) for term in terms)

    def borrowed(
        self, own: str, others: Iterable[tuple[str, Sequence[str]]], least: float, most: int, ways: int
    ) -> list[str]:
        """Return the first ``ways`` to ask of each of the ``most`` others that are like a text, at ``least`` so
        much."""
        terms = self._terms(own)
        total = self._weight(terms)
        likes = []
        for place, (text, asks) in enumerate(others):
            there = self._terms(text)
            both = self._weight(terms & there)
            like = 2 * both / (total + self._weight(there)) if both else 0.0
            if like >= least:
                likes.append((-like, place, asks))
        return [ask for _, _, asks in sorted(likes, key=lambda each: each[:2])[:most] for ask in asks[:ways]]
