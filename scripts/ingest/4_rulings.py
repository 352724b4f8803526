"""Stage 4, rulings: every passage gets its id for life, by the register."""

from __future__ import annotations

from pipeline import Pipeline, main


def show(pipeline: Pipeline) -> None:
    """Print the ids with the lines they stand on."""
    for ruling in pipeline.rulings().rulings:
        print(f"{ruling.id}  {ruling.document} {ruling.line_start}-{ruling.line_end}  {ruling.question_text[:80]}")


if __name__ == "__main__":
    main(show)
