"""Stage 6, store: the tables of the knowledge base, in a temporary directory."""

from __future__ import annotations

from pipeline import Pipeline, main

from kb.pipeline import run


def show(pipeline: Pipeline) -> None:
    """Print the tables and how many rows each has."""
    db = run.store(pipeline.corpus()[1])
    for name in db.table_names():
        print(f"{name}: {db[name].count}")
    db.close()


if __name__ == "__main__":
    main(show)
