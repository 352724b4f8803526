"""Stage 3, passages: finds questions with answers, errata, statements and optional rules."""

from __future__ import annotations

from collections import Counter

from pipeline import main, passages

from kb.corpus.ledger import totals


def show() -> None:
    """Print the passages of each document by kind, and its characters by use."""
    for own in passages():
        kinds = Counter(str(passage.kind) for passage in own.passages)
        print(f"{own.text.document.id}: {', '.join(f'{many} {kind}' for kind, many in kinds.items())}")
        print(f"  {', '.join(f'{name} {many}' for name, many in totals(own.spans).items())}")


if __name__ == "__main__":
    main(show)
