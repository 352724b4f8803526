"""Stage 1, read: the catalogues, the lexicon, and each document put together as it was received."""

from __future__ import annotations

from pipeline import Pipeline, main


def show(pipeline: Pipeline) -> None:
    """Print what was read."""
    for text in pipeline.read().texts:
        document = text.document
        files = ", ".join(sorted({part.file for part in document.parts}))
        print(f"{document.id}: {len(text.text)} characters, {len(text.origins)} lines, from {files}")


if __name__ == "__main__":
    main(show)
