"""Stage 6, index: adds the scores of every term, the tables of the lexicon and the index of Whoosh."""

from __future__ import annotations

import tempfile

from pipeline import main, rulings

from kb.pipeline import run


def show() -> None:
    """Print the number of rows of each part of the index."""
    corpus, sources = rulings()
    db = run.store(corpus)
    with tempfile.TemporaryDirectory() as directory:
        run.make_index(db, corpus, sources.lexicon, directory)
    for name in ("postings", "ways", "masks", "folds", "forms", "runs", "words"):
        print(f"{name}: {db[name].count}")
    db.close()


if __name__ == "__main__":
    main(show)
