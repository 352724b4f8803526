"""Stage 1, read: reads the catalogues, the lexicon, and each document as it was received."""

from __future__ import annotations

from pipeline import main, read


def show() -> None:
    """Print the size and the files of each document."""
    for text in read().texts:
        document = text.document
        files = ", ".join(sorted({part.file for part in document.parts}))
        print(f"{document.id}: {len(text.text)} characters, {len(text.origins)} lines, from {files}")


if __name__ == "__main__":
    main(show)
