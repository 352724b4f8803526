"""Stage 5, store: fills the tables of the base."""

from __future__ import annotations

from pipeline import main, rulings

from kb.pipeline import run


def show() -> None:
    """Print the number of rows of each table."""
    db = run.store(rulings()[0])
    for name in db.table_names():
        print(f"{name}: {db[name].count}")
    db.close()


if __name__ == "__main__":
    main(show)
