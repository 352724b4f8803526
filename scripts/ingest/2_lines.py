"""Stage 2, lines: separates noise, and finds the Markdown block of each line."""

from __future__ import annotations

from pipeline import lines, main


def show() -> None:
    """Print the number of blocks and of pieces of noise of each document."""
    for document, own in lines().items():
        blocks = {line.block for line in own.lines if line.block >= 0}
        print(f"{document}: {len(own.lines)} lines in {len(blocks)} blocks, {len(own.noise)} pieces of noise")


if __name__ == "__main__":
    main(show)
