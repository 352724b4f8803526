"""Stage 7, index: the scores of every term, the lexicon's look-up tables and the Whoosh index."""

from __future__ import annotations

import tempfile

from pipeline import Pipeline, main

from kb.pipeline import run
from kb.search import index


def show(pipeline: Pipeline) -> None:
    """Print the size of each part of the index."""
    sources, corpus = pipeline.corpus()
    with tempfile.TemporaryDirectory() as directory:
        db = run.store(corpus)
        with run.making_whoosh(corpus, sources.lexicon, directory) as wait_for_whoosh:
            index.make_tables(db, corpus, sources.lexicon)
            wait_for_whoosh()
        for name in ("ruling_postings", "kin", "forms", "runs", "words"):
            print(f"{name}: {db[name].count}")
        db.close()


if __name__ == "__main__":
    main(show)
