"""Stage 4, rulings: adds ids, verdicts, sections and relations to the passages, and proves them by play."""

from __future__ import annotations

from pipeline import main, rulings


def show() -> None:
    """Print each ruling with its lines, verdict, proof and sections, then the relations."""
    corpus, _ = rulings()
    for ruling in corpus.rulings:
        print(f"{ruling.id}  {ruling.document} {ruling.line_start}-{ruling.line_end}: {ruling.verdict}")
        print(f"  proof: {ruling.proof.kind}")
        for link in ruling.sections:
            print(f"  {link.role} {link.section} ({link.basis}: {link.evidence})")
    for relation in corpus.relations:
        print(f"{relation.ruling} {relation.kind} {relation.other} ({relation.basis}: {relation.note})")


if __name__ == "__main__":
    main(show)
