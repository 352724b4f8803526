"""Makes the Whoosh index: a segment for each document, which is made anew only where something in it changed.

A segment is a file in Whoosh's own form. Whoosh reads pickles in it, so one that was kept is used only if it is the one
that was written, by its digest, and it lies where the builds lie.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from tempfile import TemporaryDirectory
from typing import Any

from whoosh import index as whoosh_index
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.fields import ID, KEYWORD, NUMERIC, TEXT, Schema
from whoosh.filedb.filestore import FileStorage

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
#: what Whoosh calls an index that is given no name
_NAME = "MAIN"


def contents(corpus: Corpus, lexicon: Lexicon) -> Iterator[str]:
    """What is indexed of the rulings of each document, as JSON: a list of the fields of each."""
    by_id = {section.id: section for section in corpus.catalogues.sections}
    for _, rulings in groupby(corpus.rulings, key=lambda ruling: ruling.document):
        fields = []
        for ruling in rulings:
            texts = texts_of(ruling, by_id)
            linked = [by_id[link.section] for link in ruling.sections]
            fields.append(
                {
                    "id": ruling.id,
                    "position": ruling.position,
                    "game": ruling.game,
                    "kind": str(ruling.kind),
                    "document": ruling.document,
                    "verdict": ruling.verdict_kind,
                    "standing": ruling.standing,
                    "depends": " ".join(ruling.depends_on),
                    "section": " ".join(word for s in linked for word in (s.id, *tokens(s.title))),
                    "text": " ".join(term for text in texts.values() for term in lexicon.terms(text)),
                    "words": " ".join(words_of(ruling, texts)),
                }
            )
        yield json.dumps(fields, ensure_ascii=False)


def segment(content: str) -> dict[str, Any]:
    """The segment of one of the :func:`contents`, as plain values: its ``id``, how many ``rulings``, how long each
    field is in all, and the ``file`` in base 64."""
    rulings: Sequence[Mapping[str, Any]] = json.loads(content)
    with TemporaryDirectory() as place:
        writer = whoosh_index.create_in(place, SCHEMA, _NAME).writer(limitmb=64)
        for fields in rulings:
            writer.add_document(**fields)
        writer.commit()
        (made,) = whoosh_index.TOC.read(FileStorage(place), _NAME).segments
        with open(os.path.join(place, made.make_filename(made.COMPOUND_EXT)), "rb") as file:
            content = b64encode(file.read()).decode("ascii")
    return {
        "id": made.segid,
        "rulings": made.doc_count_all(),
        "lengths": dict(made._fieldlengths),
        "file": content,
    }


def write(directory: str, segments: Iterable[Mapping[str, Any]]) -> None:
    """Write the index of some segments into a directory that there is not yet."""
    os.mkdir(directory)
    listed = []
    for plain in segments:
        made = W3Segment(W3Codec(), _NAME, plain["rulings"], segid=plain["id"])
        made._fieldlengths, made.compound = plain["lengths"], True
        with open(os.path.join(directory, made.make_filename(made.COMPOUND_EXT)), "wb") as file:
            file.write(b64decode(plain["file"]))
        listed.append(made)
    whoosh_index.TOC(SCHEMA, listed, 1).write(FileStorage(directory), _NAME)
