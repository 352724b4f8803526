"""Stage 4, rulings: every passage gets its id for life, by the register."""

from __future__ import annotations

from pipeline import Pipeline, main


def show(pipeline: Pipeline) -> None:
    """Print the ids with the lines they stand on."""
    for ruling, candidate in pipeline.identified()[1].by_id.items():
        passage = candidate.passage
        print(f"{ruling}  {candidate.document} {passage.line_start}-{passage.line_end}  {passage.question[:80]}")


if __name__ == "__main__":
    main(show)
