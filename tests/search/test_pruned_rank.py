"""The best rulings, found by bounds, are those that adding up the scores of all rulings gives, ties included."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from kb.knowledge import KnowledgeBase
from kb.search import pruned_rank, pruned_tables, rank
from kb.search.pruned_rank import PrunedRanker
from kb.search.query import Query
from kb.search.rank import Ranker
from kb.store import read
from tests.conftest import ROOT, Sample

JUDGED = [json.loads(line) for line in Path(ROOT, "benchmarks", "judged_queries.jsonl").read_text("utf-8").splitlines()]
TERMS = "abcdefg"
GAMES = ("one", "two", "three")

#: few values, so that many scores are equal
SCORES = st.sampled_from([1, 31, 32, 33, 64, 200, 1500])
PLACES = 41
POSITIONS = st.integers(0, PLACES - 1)
POSTINGS = st.dictionaries(POSITIONS, SCORES, max_size=12)
ASKS = st.dictionaries(st.integers(0, (PLACES << rank.ASK_BITS) - 1), SCORES, max_size=20)
BASES = st.tuples(
    st.fixed_dictionaries({term: st.tuples(POSTINGS, ASKS) for term in TERMS}),
    st.lists(st.sampled_from(GAMES), min_size=PLACES, max_size=PLACES),
    st.sets(st.tuples(POSITIONS, POSITIONS).filter(lambda pair: pair[0] != pair[1]), max_size=15),
)


def base_of(postings: dict[str, tuple[dict[int, int], dict[int, int]]], games: list[str], related: Any) -> Database:
    """A base with the tables that ranking reads."""
    db = Database(memory=True)
    db.conn.executescript(
        "create table postings (term text, own text, asks text); create table kin (position text, others text);"
        "create table rulings (position integer, game text);"
    )
    for term, columns in postings.items():
        told = [" ".join(f"{row} {score}" for row, score in sorted(column.items())) for column in columns]
        if any(told):
            db.execute("insert into postings values (?, ?, ?)", [term, *told])
    kin: dict[int, set[int]] = {}
    for pair in related:
        for one, other in (pair, pair[::-1]):
            kin.setdefault(one, set()).add(other)
    db.conn.executemany(
        "insert into kin values (?, ?)", [(str(one), " ".join(map(str, others))) for one, others in kin.items()]
    )
    db.conn.executemany("insert into rulings values (?, ?)", enumerate(games))
    pruned_tables.make(db, dict(enumerate(games)))
    return db


@st.composite
def queries(draw: st.DrawFn) -> Query:
    query = Query("")
    query.terms = draw(st.lists(st.sampled_from(TERMS + "x"), min_size=1, max_size=6, unique=True))
    query.near = draw(st.lists(st.sampled_from(TERMS), max_size=3, unique=True))
    query.pairs = draw(st.lists(st.sampled_from(TERMS), max_size=2, unique=True))
    query.faint = set(draw(st.lists(st.sampled_from(query.terms), max_size=2)))

    return query


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds are used however small the base is, and however many rulings are asked for."""
    monkeypatch.setattr(pruned_rank, "_EXHAUSTIVE", 0)


def added_up(postings: dict[str, Any], related: Any, query: Query) -> dict[int, float]:
    """The score of each ruling by what docs/search.md says, of all its terms and relations."""
    weights = rank.weights_of(query)
    counted = {term for term in weights if term not in query.faint and any(postings.get(term, ()))}
    breadth = rank.BREADTH / (sum(weight for term, weight in weights.items() if term in counted) or 1.0)
    scores: dict[int, float] = {}
    for position in range(PLACES):
        own = had = 0.0
        asks = [0.0] * (1 << rank.ASK_BITS)
        for term, weight in weights.items():
            rulings, rows = postings.get(term, ({}, {}))
            ways = [rows.get((position << rank.ASK_BITS) + way, 0) for way in range(len(asks))]
            own += weight * rulings.get(position, 0)
            asks = [total + weight * score for total, score in zip(asks, ways, strict=True)]
            had += weight if term in counted and (position in rulings or any(ways)) else 0.0
        *_, second, best = sorted(asks)
        scores[position] = (own + rank.ASKS * (best + rank.SECOND * second)) * (1 + breadth * had)
    followed = dict(scores)
    for pair in related:
        for one, other in (pair, pair[::-1]):
            if scores[one] and scores[other] > scores[one]:
                moved = min(scores[one] + rank.RELATED_SHARE * scores[other], rank.RELATED_LIMIT * scores[other])
                followed[one] = max(followed[one], moved)
    return {position: score for position, score in followed.items() if score}


@pytest.mark.slow
@settings(max_examples=5 * settings.default.max_examples, deadline=None)
@given(
    BASES,
    queries(),
    st.lists(st.integers(1, 45), min_size=1, max_size=2),
    st.none() | st.sets(st.sampled_from(GAMES)),
    st.none() | st.sets(POSITIONS),
)
def test_the_best_are_those_of_adding_everything_up(
    made: Any, query: Query, limits: list[int], games: set[str] | None, allowed: set[int] | None
) -> None:
    postings, of, related = made
    scores = {
        position: round(score / rank.SCALE, 9)
        for position, score in added_up(postings, related, query).items()
        if (games is None or of[position] in games) and (allowed is None or position in allowed)
    }
    expected = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
    connection = base_of(*made).conn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pruned_rank, "_EXHAUSTIVE", 0)
        for found in (Ranker(connection).ask(query), PrunedRanker(connection).ask(query)):
            for limit in limits:
                told = found.best(limit, games, allowed)
                assert [round(score, 9) for _, score in told] == [score for _, score in expected[:limit]]
                # sums that differ in their last bit only are equal here, and may stand in any order
                assert all(scores[position] == round(score, 9) for position, score in told)
                assert told == sorted(told, key=lambda pair: (-pair[1], pair[0]))


def test_the_judged_queries_rank_the_same(base: KnowledgeBase, always: None, sample: Sample) -> None:
    copy = sqlite3.connect(":memory:")
    base.connection.backup(copy)
    pruned_tables.make(Database(copy), dict(copy.execute("select position, game from rulings").fetchall()))
    ranker, large = Ranker(copy), PrunedRanker(copy)
    asked = [base._reader.read(one["query"]) for one in sample(JUDGED)]
    assert [query.raw for query in asked if large.ask(query).best(10) != ranker.ask(query).best(10)] == []
    game = base.games()[0]
    assert [query.raw for query in asked if large.ask(query).best(5, [game]) != ranker.ask(query).best(5, [game])] == []


def test_a_base_with_bounds_is_searched_by_them(built: str, always: None, monkeypatch: pytest.MonkeyPatch) -> None:
    build = read.find(built)
    copy = sqlite3.connect(":memory:")
    copy.row_factory = sqlite3.Row
    with closing(read.connect(build)) as connection:
        connection.backup(copy)
    pruned_tables.make(Database(copy), {row[0]: row[1] for row in copy.execute("select position, game from rulings")})
    text = "can my sub submerge before the fighter shoots"
    with KnowledgeBase(build, copy) as large, KnowledgeBase(build, read.connect(build)) as small:
        expected = [(hit.id, hit.score) for hit in small.search(text, game=large.games()[0])]
        monkeypatch.setattr(Ranker, "ask", None)
        assert [(hit.id, hit.score) for hit in large.search(text, game=large.games()[0])] == expected != []


def test_opening_a_base_reads_no_list_of_its_rulings(built: str) -> None:
    build = read.find(built)
    connection = read.connect(build)
    said: list[str] = []
    connection.set_trace_callback(said.append)
    with KnowledgeBase(build, connection):
        assert said and not [statement for statement in said if "rulings" in statement]
