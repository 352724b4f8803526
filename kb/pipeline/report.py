"""Stage 8, the report: what was built, in figures."""

from __future__ import annotations

from typing import Any

from kb.corpus.ledger import totals
from kb.model import Corpus, RulingKind, SpanKind
from kb.proof import NOT_CUT


def summary(corpus: Corpus) -> dict[str, Any]:
    """Counts of what a corpus holds, and what became of the characters of each document."""
    kinds = {str(kind): sum(r.kind is kind for r in corpus.rulings) for kind in RulingKind}
    spans = {key: totals(value) for key, value in corpus.ledgers.items()}
    return {
        "rulings": len(corpus.rulings),
        "sections": len(corpus.catalogues.sections),
        "relations": len(corpus.relations),
        "topics": len(corpus.comparisons),
        "phrasings": sum(len(r.phrasings) for r in corpus.rulings),
        "links": sum(len(r.sections) for r in corpus.rulings),
        "claims": sum(claim.reason != NOT_CUT for claim in corpus.claims),
        "kinds": kinds,
        "ledger": spans,
        "noise": sum(s.end - s.start for v in corpus.ledgers.values() for s in v if s.taken_for is SpanKind.NOISE),
    }
