"""The two indexes are made of the same terms: a word finds the same rulings in either."""

from __future__ import annotations

import random

from kb.knowledge import KnowledgeBase
from kb.search.query import Query


def test_a_term_finds_the_same_rulings_in_both_engines(base: KnowledgeBase) -> None:
    rows = base.connection.execute(
        "select term, rulings from postings where rulings != '' and term not like '%\\_%' escape '\\'"
    ).fetchall()
    chosen = random.Random(2).sample(rows, 500)
    for row in chosen:
        scored = {int(position) for position in row["rulings"].split()[::2]}
        query = Query("")
        query.terms = [row["term"]]
        found = {position for position, _ in base._side.search(query, 1_000)}
        assert found == scored, row["term"]


def test_only_the_commonest_words_score_nothing(base: KnowledgeBase) -> None:
    """BM25 gives a word that stands in half of the rulings no weight; there are few of them."""
    known = {row[0] for row in base.connection.execute("select term from postings where rulings != ''")}
    every = {term for row in base.connection.execute("select stem from forms") for term in row[0].split()}
    common = {"the", "a", "in", "of", "to"}
    assert common & every and not common & known
