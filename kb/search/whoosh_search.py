"""Fuzzy, wildcard, field and proximity queries, and rulings similar to one, with Whoosh.

Imported only when one of these is asked for.
"""

from __future__ import annotations

import warnings
from typing import Any

with warnings.catch_warnings():  # the library is frozen; its own warnings are not ours to show
    warnings.simplefilter("ignore")
    from whoosh import index as whoosh_index
    from whoosh import query as q

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from kb.search.query import Query
from kb.search.tokens import tokens

FUZZY_EDITS = 2


class WhooshSearcher:
    """An open, read-only Whoosh index of one build."""

    def __init__(self, directory: str) -> None:
        self._index: Any = whoosh_index.open_dir(directory, readonly=True)
        self._searcher: Any = self._index.searcher()

    def close(self) -> None:
        """Close the index's files."""
        self._searcher.close()
        self._index.close()

    def search(self, query: Query, limit: int = 0) -> list[tuple[int, float]]:
        """Return (position, score) of the rulings that match operators, best first; all without a ``limit``."""
        hits = self._searcher.search(self._compose(query), limit=limit or None)
        return [(hit["position"], float(hit.score)) for hit in hits]

    def _compose(self, query: Query) -> Any:
        must: list[Any] = []
        for terms, slop in query.phrases:
            must.append(q.Phrase("text", terms, slop=slop) if len(terms) > 1 else q.Term("text", terms[0]))
        must += [_any_of(self._words(prefix)) for prefix in query.prefixes]
        must += [_any_of(self._like(word)) for word in query.fuzzy]
        must += [q.Or([_filter(name, value) for value in values]) for name, values in query.filters.items()]
        should = [q.Term("text", term) for term in query.terms] + [
            q.Term("text", term, boost=0.3) for term in query.near
        ]
        asked: Any = q.And(must) if must else q.Or(should) if should else q.Every()
        if must and should:
            asked = q.AndMaybe(asked, q.Or(should))
        if query.excluded:
            asked = q.AndNot(asked, q.Or([q.Term("text", term) for term in query.excluded]))
        return asked

    def _words(self, prefix: str) -> list[str]:
        """The words of the index that begin with a prefix."""
        return [word.decode() for word in self._searcher.reader().expand_prefix("words", prefix)]

    def _like(self, word: str) -> list[str]:
        """The words of the index with the same first letter that differ in at most ``FUZZY_EDITS`` edits."""
        distance = Levenshtein.distance
        found = process.extract(word, self._words(word[:1]), scorer=distance, score_cutoff=FUZZY_EDITS, limit=None)
        return sorted(each for each, _, _ in found)

    def similar(self, position: int, limit: int) -> list[tuple[int, float]]:
        """(position, score) of the rulings most like the one at ``position``."""
        number = self._searcher.document_number(position=position)
        hits = self._searcher.more_like(
            number, "text", text=self._searcher.stored_fields(number)["text"], top=limit, numterms=20
        )
        return [(hit["position"], float(hit.score)) for hit in hits]


def _any_of(words: list[str]) -> Any:
    """Rulings with any of some words of the index: one or two count by how rare they are, more all the same."""
    terms = [q.Term("words", word) for word in words]
    return q.ConstantScoreQuery(q.Or(terms)) if len(terms) > 2 else q.Or(terms) if terms else q.NullQuery


def _filter(name: str, value: str) -> Any:
    """One value of a filter; a section may be named by its id or by words of its title."""
    if name != "section" or "/" in value:
        return q.Term(name, value)
    words = [q.Term(name, word) for word in tokens(value)]
    return q.And(words) if words else q.NullQuery
