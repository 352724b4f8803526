"""Phrases, wildcards, fuzzy words, exclusion and filters, with Whoosh.

The build writes one index of the rulings, from the terms that plain queries use. The module is imported only if a query
needs it.
"""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING

with warnings.catch_warnings():  # the library is frozen; its warnings do not concern users
    warnings.simplefilter("ignore")
    from whoosh import index
    from whoosh import query as q
    from whoosh.analysis import SpaceSeparatedTokenizer
    from whoosh.fields import ID, KEYWORD, NUMERIC, TEXT, Schema

from kb.search.suggest import edits
from kb.words.tokens import tokens

if TYPE_CHECKING:
    from kb.model.corpus import Corpus
    from kb.search.query import Query
    from kb.words.lexicon import Lexicon

SCHEMA = Schema(
    id=ID(stored=True, unique=True),
    position=NUMERIC(stored=True),
    game=ID,
    kind=ID,
    document=ID,
    verdict=ID,
    standing=ID,
    section=KEYWORD(lowercase=True),
    depends=KEYWORD(lowercase=True),
    text=TEXT(analyzer=SpaceSeparatedTokenizer()),
    words=KEYWORD(scorable=True),
)
#: the edits that a word with ``~`` may differ by
FUZZY_EDITS = 2


def write(corpus: Corpus, lexicon: Lexicon, directory: str) -> None:
    """Write the index of the rulings into a new directory."""
    from kb.search.index import texts_of, words_of  # readers do not need the build

    os.mkdir(directory)
    by_id = {section.id: section for section in corpus.catalogues.sections}
    writer = index.create_in(directory, SCHEMA).writer(limitmb=64)
    for ruling in corpus.rulings:
        texts = texts_of(ruling, by_id)
        linked = [by_id[link.section] for link in ruling.sections]
        writer.add_document(
            id=ruling.id,
            position=ruling.position,
            game=ruling.game,
            kind=str(ruling.kind),
            document=ruling.document,
            verdict=ruling.verdict_kind,
            standing=ruling.standing,
            depends=" ".join(ruling.depends_on),
            section=" ".join(word for s in linked for word in (s.id, *tokens(s.title))),
            text=" ".join(term for text in texts.values() for term in lexicon.terms(text)),
            words=" ".join(words_of(ruling, texts)),
        )
    writer.commit()
    os.remove(os.path.join(directory, "MAIN_WRITELOCK"))  # the index is never written again


class FullText:
    """An open, read-only index of one build."""

    def __init__(self, directory: str) -> None:
        self._index = index.open_dir(directory, readonly=True)
        self._searcher = self._index.searcher()

    def close(self) -> None:
        """Close the index's files."""
        self._searcher.close()
        self._index.close()

    def matching(self, query: Query) -> dict[int, float]:
        """Return the scores of the rulings that match all operators and filters, by position, best first."""
        must: list[q.Query] = []
        for terms, slop in query.phrases:
            must.append(q.Phrase("text", terms, slop=slop) if len(terms) > 1 else q.Term("text", terms[0]))
        must += [q.Prefix("words", prefix) for prefix in query.prefixes]
        must += [q.ConstantScoreQuery(q.Or(self._like(word))) for word in query.fuzzy]
        must += [q.Or([_filter(name, value) for value in values]) for name, values in query.filters.items()]
        asked: q.Query = q.And(must) if must else q.Every()
        if query.excluded:
            asked = q.AndNot(asked, q.Or([q.Term("text", term) for term in query.excluded]))
        return {hit["position"]: float(hit.score) for hit in self._searcher.search(asked, limit=None)}

    def _like(self, word: str) -> list[q.Query]:
        """Return a query for each indexed word with the first letter of ``word`` that is at most ``FUZZY_EDITS`` edits
        away from it. The fuzzy search of Whoosh takes 20 ms for a long word."""
        known = (each.decode() for each in self._searcher.reader().expand_prefix("words", word[:1]))
        return [q.Term("words", each) for each in known if edits(word, each, FUZZY_EDITS) <= FUZZY_EDITS]


def _filter(name: str, value: str) -> q.Query:
    """Return the query for one value of a filter; a section may be named by its id or by words of its title."""
    if name != "section" or "/" in value:
        return q.Term(name, value)
    words = [q.Term(name, word) for word in tokens(value)]
    return q.And(words) if words else q.NullQuery
