"""The search index for browsers without network: the base's search tables as plain values.

``static/kb/ranker.js`` reads them and finds, ranks and judges as ``kb search`` does. Every constant, pattern, text and
word list that the two share is taken from the Python code, so none is written twice.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Collection
from typing import Any

from whoosh.lang import porter

from kb.search import answer, bm25, frame, parts, query, query_limits, rank, stems, suggest, things, tokens
from kb.search.things import RULINGS, STATEMENTS

#: a term that stands in a row once, in tenths, and the most that is looked for
_ONCE, _MOST_TENTHS = 10, 10_000


def search_index(connection: sqlite3.Connection, least_found: int) -> dict[str, Any]:
    """Everything ``ranker.js`` reads, as values for JSON; the same base gives the same values.

    ``connection`` is one to a built base, ``least_found`` is :data:`kb.knowledge.LEAST_FOUND`. ``postings`` are texts,
    which a browser reads term by term when it needs to: see :func:`_postings`.
    """
    return {
        "constants": {"LEAST_FOUND": least_found, **_constants()},
        "notes": query_limits.NOTES,
        "refusals": query_limits.REFUSALS,
        "fields": query.FIELDS,
        "punctuation": query.PUNCTUATION,
        "cutting": {"folded": _folded(), "contractions": tokens.CONTRACTIONS},
        "stemming": _stemming(),
        "games": dict(_rows(connection, "select id, prefix from games")),
        "short": dict(_rows(connection, "select id, short from games order by rowid")),
        "filters": {name: few for name in query.FIELDS if (few := query.values(connection, name)) is not None},
        "rulings": _rulings(connection),
        "sections": dict(_rows(connection, "select id, title from sections order by id")),
        "kin": dict(_rows(connection, "select position, others from kin")),
        "postings": {
            RULINGS: _postings(connection, RULINGS),
            STATEMENTS: _postings(connection, STATEMENTS),
        },
        "statements": _statements(connection),
        "state_model": _state_model(connection),
        "unasked": [row[0] for row in _rows(connection, "select position from unasked order by position")],
        "asked": _asked(connection),
        "word_model": {
            name: float(weight) for name, weight in _rows(connection, "select feature, weight from word_model")
        },
        "differing": [row[0] for row in _rows(connection, "select position from differing order by position")],
        "state_words": _state_words(connection),
        "runs": _runs(connection),
        "stems": [row[0] for row in _rows(connection, "select distinct stem from forms order by stem")],
        "words": {
            word: int(times) for word, times in _rows(connection, "select word, frequency from words order by word")
        },
    }


def _rows(connection: sqlite3.Connection, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(sql)]


#: the numbers and patterns that reading and ranking go by, under their names in :mod:`kb.search`
_CONSTANTS = {
    query_limits: "LONGEST_QUERY LONGEST_WORD MOST_WORDS MOST_PARTS SHORTEST_MEANT MOST_DIFFERENT MOST_CORRECTIONS MOST "
    "LONGEST_EXCLUDED LONGEST_SECTION",
    query: "PART_ENDS MODAL",
    tokens: "LONGEST_RUN",
    suggest: "SHORTEST LONG_ENOUGH_FOR_TWO OTHER_START SUGGESTIONS",
    things: "SCALE WEIGHT_SCALE",
    bm25: "K1 B LEAST",
    rank: "UNIT LEADERS ASKS SECOND BREADTH NEAR FAINT PAIR RELATED_SHARE RELATED_LIMIT",
    answer: "LOOKED_AT AMONG NAMED WANTS ELSEWHERE SURE LIKE FEWEST SHOWN SURE_OF_DRAFTS OWN_QUESTION LIKELY STRONG OTHER_SENSE FALL",
    parts: "BETWEEN PRONOUN QUANTITY",
    frame: "NUMBER SOMEBODY",
}


def _constants() -> dict[str, Any]:
    named = {name: getattr(module, name) for module, names in _CONSTANTS.items() for name in names.split()}
    return {**named, "PART_ASKS": parts.ASKS, "MOST_QUESTIONS": parts.MOST}


def _folded() -> dict[str, str]:
    """What becomes of the characters that are neither letters nor digits; any other of these is a space."""
    return {chr(code): to for code, to in tokens.CHARACTERS.items() if to != " " and not chr(code).isalnum()}


def _stemming() -> dict[str, Any]:
    """The stemmer's tables, and the patterns of the Porter stemmer below it: they mean the same in a browser."""
    return {
        "whole": sorted(stems.WHOLE),
        "irregular": stems.IRREGULAR,
        "step2": porter._step2list,
        "step3": porter._step3list,
        "patterns": {
            name[1:]: pattern.pattern for name, pattern in vars(porter).items() if isinstance(pattern, re.Pattern)
        },
    }


class _Rows:
    """The rows of texts of one kind of thing, their own words or the ways to ask: ``sizes`` by number, and by term how
    often each row has it, in tenths."""

    def __init__(self) -> None:
        self.sizes: dict[int, int] = {}
        self.scores: dict[str, dict[int, int]] = {}

    def told(self, faint: Collection[str]) -> dict[str, str]:
        """By term which rows have it: ``gap``, the difference from the number before, or ``gap:tenths`` where they have
        it more or less than once. A browser computes the scores, as :mod:`kb.search.bm25` does; ``faint`` terms score
        nothing."""
        mean = sum(self.sizes.values()) / (len(self.sizes) or 1)
        told = {}
        for term, scores in self.scores.items():
            tells = bm25.tells(len(scores), len(self.sizes))
            tenths = {
                row: _ONCE if term in faint else _tenths(score, tells, self.sizes[row] / mean)
                for row, score in sorted(scores.items())
            }
            gaps = (row - before for row, before in zip(tenths, [0, *tenths], strict=False))
            told[term] = " ".join(
                f"{gap}" if count == _ONCE else f"{gap}:{count}"
                for gap, count in zip(gaps, tenths.values(), strict=True)
            )
        return told


def _tenths(score: int, tells: float, size: float) -> int:
    """How often, in tenths, a row of this size has a term that scores so much there."""
    if bm25.score(tells, _ONCE / 10, size) == score:
        return _ONCE
    return next(tenths for tenths in range(1, _MOST_TENTHS) if bm25.score(tells, tenths / 10, size) == score)


def _postings(connection: sqlite3.Connection, kind: str) -> dict[str, Any]:
    """Which things have a term in their own words, and which ways to ask have it.

    ``sizes`` has for each position those of the thing's own words and of the ways to ask for it, in words; ``terms`` by
    term what has it in its own words, and the ways, as :meth:`_Rows.told` writes them. Ways are numbered through.
    """
    own, asks, sizes = _Rows(), _Rows(), list[str]()
    table = things.BY_THING.format(kind)
    for position, size, row in _rows(connection, f"select position, sizes, terms from {table} order by position"):
        sizes += [""] * (position - len(sizes)) + [size]
        first = len(asks.sizes)
        own.sizes[position], *of_ways = map(int, size.split())
        asks.sizes.update(enumerate(of_ways, first))
        for line in row.split("\n"):
            term, *numbers = line.split(" ")
            score, *ways = map(int, numbers)
            if score != things.NOT_THERE:
                own.scores.setdefault(term, {})[position] = score
            for way, asked in zip(ways[::2], ways[1::2], strict=True):
                asks.scores.setdefault(term, {})[first + way] = asked
    faint = {row[0] for row in _rows(connection, "select run from runs where kind = 'faint'")}
    in_own, in_asks = own.told(()), asks.told(faint)
    return {
        "sizes": sizes,
        "terms": {term: [in_own.get(term, ""), in_asks.get(term, "")] for term in sorted(in_own | in_asks)},
    }


def _statements(connection: sqlite3.Connection) -> list[list[list[str]]]:
    """The statements of each subject, as id, game, what it says, confidence, and where it is played."""
    subjects: list[list[list[str]]] = []
    for place, *statement in _rows(
        connection, "select place, id, game, says, confidence, coalesce(played, '') from statements order by rowid"
    ):
        if place == len(subjects):
            subjects.append([])
        subjects[place].append(statement)
    return subjects


def _state_model(connection: sqlite3.Connection) -> dict[str, dict[str, float]]:
    """The weights of the answer states: feature -> state -> weight."""
    model: dict[str, dict[str, float]] = {}
    for feature, state, weight in _rows(connection, "select feature, state, weight from state_model order by feature"):
        model.setdefault(feature, {})[state] = float(weight)
    return model


def _state_words(connection: sqlite3.Connection) -> dict[str, list[float]]:
    """The weights of each word for the answer states, in their order."""
    rows = _rows(connection, "select term, weights from state_words order by term")
    return {term: list(map(float, weights.split())) for term, weights in rows}


def _rulings(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Each ruling's position, its id, and what it can be filtered by."""
    sql = """
        select position, id, game, kind, document, verdict_kind, standing, depends_on, sections
        from rulings order by position"""
    names = ("position", "id", "game", "kind", "document", "verdict", "standing")
    return [
        dict(zip(names, plain, strict=True)) | {"depends": json.loads(depends), "section": json.loads(sections)}
        for *plain, depends, sections in _rows(connection, sql)
    ]


def _asked(connection: sqlite3.Connection) -> dict[str, list[list[Any]]]:
    """By position the ways to ask that a word answers: its number, the word, its condition, the senses, and whether the
    word may be told."""
    asked: dict[str, list[list[Any]]] = {}
    sql = "select position, number, word, condition, senses, told from asked order by position, number"
    for position, *said in _rows(connection, sql):
        asked.setdefault(str(position), []).append(said)
    return asked


def _runs(connection: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """The lexicon: kind -> run of stems -> what it stands for."""
    out: dict[str, dict[str, str]] = {kind: {} for kind in query.RUN_KINDS}
    for run, kind, term in _rows(connection, "select run, kind, term from runs order by run, kind"):
        out[kind][run] = term
    return out
