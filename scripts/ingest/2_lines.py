"""Stage 2, lines: noise lifted out, and every line with the Markdown block it belongs to."""

from __future__ import annotations

from pipeline import Pipeline, main


def show(pipeline: Pipeline) -> None:
    """Print the blocks of each document."""
    sources, lines = pipeline.lines()
    for text, own in zip(sources.texts, lines, strict=True):
        many = len({line.block for line in own.lines if line.block >= 0})
        print(f"{text.document.id}: {len(own.lines)} lines in {many} blocks, {len(own.noise)} pieces of noise")


if __name__ == "__main__":
    main(show)
