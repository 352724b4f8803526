"""Stage 7, index: the scores of every term, the lexicon's look-up tables and the Whoosh index."""

from __future__ import annotations

import tempfile

from pipeline import Pipeline, main

from kb.pipeline import run
from kb.pipeline.kept import Kept


def show(pipeline: Pipeline) -> None:
    """Print the size of each part of the index."""
    sources, corpus = pipeline.corpus()
    with tempfile.TemporaryDirectory() as directory:
        db = run.store(corpus)
        kept = Kept(directory)
        run.make_index(db, corpus, sources, kept)
        with run.making_whoosh(corpus, sources.lexicon, directory, kept) as write:
            write()
        for name in ("ruling_postings", "kin", "forms", "runs", "words"):
            print(f"{name}: {db[name].count}")
        db.close()


if __name__ == "__main__":
    main(show)
