"""The two indexes are made of the same terms: a word finds the same rulings in either."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from whoosh import index as whoosh_index
from whoosh.query import FuzzyTerm

from kb.knowledge import KnowledgeBase
from kb.search import query
from kb.search.postings import RULINGS, Postings
from kb.search.query import VALUES, Query, passing
from kb.search.suggest import SUGGESTIONS
from kb.search.whoosh_search import FUZZY_EDITS
from kb.store import read


def test_a_term_finds_the_same_rulings_in_both_engines(base: KnowledgeBase) -> None:
    having = in_own_words(base)
    chosen = random.Random(2).sample(sorted(having), 500)
    for term in chosen:
        query = Query("")
        query.terms = [term]
        found = {position for position, _ in base.open_whoosh().search(query, 1_000)}
        assert found == having[term], term


def in_own_words(base: KnowledgeBase) -> dict[str, set[int]]:
    """The rulings in whose own words each term scores."""
    terms = [row[0] for row in base.connection.execute("select term from ruling_postings where term != ''")]
    having = {}
    for term, posting in Postings(base.connection, RULINGS).of(terms).items():
        own = {position for position in posting.at if posting.entry(position)[0] > 0}
        having.update({term: own} if own else {})
    return having


def test_only_the_commonest_words_score_nothing(base: KnowledgeBase) -> None:
    """BM25 gives a word that stands in half of the rulings no weight; there are few of them."""
    known = in_own_words(base).keys()
    every = {term for row in base.connection.execute("select stem from forms") for term in row[0].split()}
    common = {"the", "a", "in", "of", "to"}
    assert common & every and not common & known


def _filtered(base: KnowledgeBase, filters: dict[str, list[str]]) -> set[int]:
    asked = Query("")
    asked.filters = filters
    return {position for position, _ in base.open_whoosh().search(asked, 1_000)}


@pytest.mark.parametrize("field", ["game", "section", "standing", *VALUES])
def test_a_filter_lets_the_same_rulings_through_in_both_engines(base: KnowledgeBase, field: str) -> None:
    sql = {"game": "select id from games", "section": "select id from sections"}.get(field)
    rows = base.connection.execute(sql) if sql else ()
    values = [row[0] for row in rows] or query.values(base.connection, field) or []
    asked = [*([value] for value in values), values[::2][:16], [*values[:1], "nosuch"]]
    every = [passing(base.connection, {field: each}) for each in asked]
    assert every == [_filtered(base, {field: each}) for each in asked]
    assert any(every)


def test_titles_and_several_filters_let_the_same_rulings_through(base: KnowledgeBase) -> None:
    titles = [row[0].lower() for row in base.connection.execute("select title from sections limit 60")]
    asked: list[dict[str, list[str]]] = [{"section": [title]} for title in titles]
    asked += [{"section": ["fire", "nowhere"]}, {"section": ["!!!"]}, {"section": [""], "kind": ["answer"]}]
    asked += [{"kind": ["erratum"], "game": ["revised", "anniversary"]}, {"game": []}]
    found = [passing(base.connection, each) for each in asked]
    assert found == [_filtered(base, each) for each in asked]
    assert any(found)


@pytest.fixture
def searcher(base: KnowledgeBase) -> Iterator[Any]:
    """A searcher of the Whoosh index."""
    with whoosh_index.open_dir(base.build.path(read.INDEX), readonly=True).searcher() as searcher:
        yield searcher


def test_the_words_that_a_misspelling_is_compared_with_are_those_that_whoosh_suggests(
    base: KnowledgeBase, searcher: Any
) -> None:
    base.search("submarien")
    assert base._speller is not None
    chance = random.Random(5)
    words = [row[0] for row in base.connection.execute("select word from words") if len(row[0]) > 3]
    indexed = {*searcher.reader().field_terms("words")}  # of the rulings; rules have words of their own
    for word in chance.sample(words, 25):
        at = chance.randrange(len(word) - 1)
        spoilt = word[:at] + chance.choice(["", word[at + 1] + word[at], word[at] * 2, "x"]) + word[at + 1 :]
        suggested = {
            each
            for edits in (1, 2)
            for each in searcher.suggest("words", spoilt, limit=SUGGESTIONS, maxdist=edits, prefix=edits - 1)
        }
        assert base._speller.near(spoilt) & indexed - {spoilt} == suggested - {spoilt}, spoilt


def test_a_fuzzy_word_stands_for_the_words_that_whoosh_finds(base: KnowledgeBase, searcher: Any) -> None:
    words = [row[0] for row in base.connection.execute("select word from words")]
    for word in [*random.Random(6).sample(words, 25), "kamikazi", "zzzz", "é漢"]:
        asked = {"maxdist": FUZZY_EDITS, "prefixlength": 1}
        theirs = FuzzyTerm("words", word, **asked)._btexts(searcher.reader())
        assert base.open_whoosh()._like(word) == sorted(theirs), word
