"""Stage 3, passages: questions with answers, errata, statements, optional rules; the ledger of every character."""

from __future__ import annotations

from collections import Counter

from pipeline import Pipeline, main

from kb.corpus.ledger import totals


def show(pipeline: Pipeline) -> None:
    """Print what each document holds and what became of its characters."""
    for own in pipeline.passages()[1]:
        kinds = ", ".join(
            f"{many} {kind}" for kind, many in Counter(str(passage.kind) for passage in own.passages).items()
        )
        print(f"{own.text.document.id}: {kinds}")
        print(f"  {', '.join(f'{name} {many}' for name, many in totals(own.spans).items())}")


if __name__ == "__main__":
    main(show)
