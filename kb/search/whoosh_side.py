"""What FTS5 lacks, answered by Whoosh: suggestions, fuzzy, wildcard, field and proximity queries,
and rulings similar to one. Imported only when one of these is asked for.
"""

from __future__ import annotations

import warnings
from typing import Any

with warnings.catch_warnings():  # the library is frozen; its own warnings are not ours to show
    warnings.simplefilter("ignore")
    from whoosh import index as whoosh_index
    from whoosh import query as q

from kb.search.query import Query
from kb.search.tokens import tokens

FUZZY_EDITS = 2
SUGGESTIONS = 30


class WhooshSide:
    """An open, read-only Whoosh index of one build."""

    def __init__(self, directory: str) -> None:
        self._index: Any = whoosh_index.open_dir(directory, readonly=True)
        self._searcher: Any = self._index.searcher()

    def close(self) -> None:
        """Close the index's files."""
        self._searcher.close()
        self._index.close()

    def search(self, query: Query, limit: int) -> list[tuple[int, float]]:
        """(position, score) of the rulings that match an advanced query, best first."""
        asked = self._compose(query)
        hits = self._searcher.search(asked, limit=limit)
        return [(hit["position"], float(hit.score)) for hit in hits]

    def _compose(self, query: Query) -> Any:
        must: list[Any] = []
        for terms, slop in query.phrases:
            must.append(q.Phrase("text", terms, slop=slop) if len(terms) > 1 else q.Term("text", terms[0]))
        must += [q.Prefix("words", prefix) for prefix in query.prefixes]
        must += [q.FuzzyTerm("words", word, maxdist=FUZZY_EDITS, prefixlength=1) for word in query.fuzzy]
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

    def suggest(self, word: str, edits: int) -> list[str]:
        """Words of the corpus within ``edits`` of ``word``; two edits only behind the same first letter."""
        return list(self._searcher.suggest("words", word, limit=SUGGESTIONS, maxdist=edits, prefix=edits - 1))

    def frequency(self, word: str) -> float:
        """How often a word stands in the corpus."""
        return float(self._searcher.reader().frequency("words", word))

    def similar(self, position: int, limit: int) -> list[tuple[int, float]]:
        """(position, score) of the rulings most like the one at ``position``."""
        number = self._searcher.document_number(position=position)
        hits = self._searcher.more_like(
            number, "text", text=self._searcher.stored_fields(number)["text"], top=limit, numterms=20
        )
        return [(hit["position"], float(hit.score)) for hit in hits]


def _filter(name: str, value: str) -> Any:
    """One value of a filter; a section may be named by its id or by words of its title."""
    if name != "section" or "/" in value:
        return q.Term(name, value)
    return q.And([q.Term(name, word) for word in tokens(value)])
