"""Makes the Whoosh index."""

from __future__ import annotations

import os

from whoosh import index as whoosh_index
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import ID, KEYWORD, NUMERIC, TEXT, Schema

from kb.base.model import Corpus
from kb.search.index import texts_of, words_of
from kb.search.lexicon import Lexicon
from kb.search.tokens import tokens

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
    text=TEXT(analyzer=SpaceSeparatedTokenizer(), stored=True),
    words=KEYWORD(scorable=True),
)


def write(corpus: Corpus, lexicon: Lexicon, directory: str) -> None:
    """Write the index of the rulings into a directory that there is not yet."""
    os.mkdir(directory)
    by_id = {section.id: section for section in corpus.catalogues.sections}
    writer = whoosh_index.create_in(directory, SCHEMA).writer(limitmb=64)
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
    os.remove(os.path.join(directory, "MAIN_WRITELOCK"))  # nobody writes to it again
