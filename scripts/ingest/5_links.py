"""Stage 5, links: verdicts, sections with their evidence, relations, amendments, options, printings."""

from __future__ import annotations

from pipeline import Pipeline, main


def show(pipeline: Pipeline) -> None:
    """Print the links of each ruling, then the relations."""
    corpus = pipeline.corpus()[1]
    for ruling in corpus.rulings:
        print(f"{ruling.id}: {ruling.verdict}")
        for link in ruling.sections:
            print(f"  {link.role} {link.section} ({link.basis}: {link.evidence})")
    for relation in corpus.relations:
        print(f"{relation.ruling} {relation.kind} {relation.other} ({relation.basis}: {relation.note})")


if __name__ == "__main__":
    main(show)
