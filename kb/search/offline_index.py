"""The search index for browsers without network: the base's search tables as plain values.

``static/kb/ranker.js`` reads them and finds, ranks and judges as ``kb search`` does. Every constant, pattern, text and
word list that the two share is taken from the Python code, so none is written twice.
"""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

from whoosh.lang import porter

from kb.search import answer, query, query_limits, rank, stems, suggest, things, tokens
from kb.search.things import RULINGS, STATEMENTS


def search_index(connection: sqlite3.Connection, least_found: int) -> dict[str, Any]:
    """Everything ``ranker.js`` reads, as values for JSON; the same base gives the same values.

    ``connection`` is one to a built base, ``least_found`` is :data:`kb.knowledge.LEAST_FOUND`. ``postings`` are texts,
    which a browser reads term by term when it needs to: see :func:`_postings`.
    """
    ways = max(
        (
            len(row[0].split())
            for kind in (RULINGS, STATEMENTS)
            for row in _rows(connection, f"select ways from {things.BY_THING.format(kind)}")
        ),
        default=0,
    )
    ask_bits = max(0, ways - 1).bit_length()
    return {
        "constants": {"LEAST_FOUND": least_found, "ASK_BITS": ask_bits, **_constants()},
        "notes": query_limits.NOTES,
        "refusals": query_limits.REFUSALS,
        "fields": query.FIELDS,
        "punctuation": query.PUNCTUATION,
        "cutting": {"folded": _folded(), "contractions": tokens.CONTRACTIONS},
        "stemming": _stemming(),
        "games": dict(_rows(connection, "select id, prefix from games")),
        "short": dict(_rows(connection, "select id, short from games order by rowid")),
        "filters": {name: [row[0] for row in _rows(connection, sql)] for name, sql in query.VALUES.items()},
        "rulings": _rulings(connection),
        "sections": dict(_rows(connection, "select id, title from sections order by id")),
        "kin": dict(_rows(connection, "select position, others from kin")),
        "postings": {
            RULINGS: _postings(connection, RULINGS, ask_bits),
            STATEMENTS: _postings(connection, STATEMENTS, ask_bits),
        },
        "statements": _statements(connection),
        "state_model": _state_model(connection),
        "state_words": _state_words(connection),
        "asked": _asked(connection),
        "differing": [row[0] for row in _rows(connection, "select position from differing order by position")],
        "runs": _runs(connection),
        "stems": [row[0] for row in _rows(connection, "select distinct stem from forms order by stem")],
        "words": {
            word: int(times) for word, times in _rows(connection, "select word, frequency from words order by word")
        },
    }


def _rows(connection: sqlite3.Connection, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(sql)]


def _constants() -> dict[str, Any]:
    """The numbers that reading and ranking go by, under their names in :mod:`kb.search`."""
    return {
        "LONGEST_QUERY": query_limits.LONGEST_QUERY,
        "LONGEST_WORD": query_limits.LONGEST_WORD,
        "MOST_WORDS": query_limits.MOST_WORDS,
        "MOST_DIFFERENT": query_limits.MOST_DIFFERENT,
        "MOST_CORRECTIONS": query_limits.MOST_CORRECTIONS,
        "MOST": query_limits.MOST,
        "LONGEST_EXCLUDED": query_limits.LONGEST_EXCLUDED,
        "LONGEST_SECTION": query_limits.LONGEST_SECTION,
        "LONGEST_RUN": tokens.LONGEST_RUN,
        "SHORTEST": suggest.SHORTEST,
        "LONG_ENOUGH_FOR_TWO": suggest.LONG_ENOUGH_FOR_TWO,
        "OTHER_START": suggest.OTHER_START,
        "SUGGESTIONS": suggest.SUGGESTIONS,
        "SCALE": things.SCALE,
        "UNIT": rank.UNIT,
        "LEADERS": rank.LEADERS,
        "WEIGHT_SCALE": things.WEIGHT_SCALE,
        "ASKS": rank.ASKS,
        "SECOND": rank.SECOND,
        "BREADTH": rank.BREADTH,
        "NEAR": rank.NEAR,
        "FAINT": rank.FAINT,
        "PAIR": rank.PAIR,
        "LOOKED_AT": answer.LOOKED_AT,
        "WANTS": answer.WANTS,
        "ELSEWHERE": answer.ELSEWHERE,
        "LIKE": answer.LIKE,
        "AHEAD": answer.AHEAD,
        "SURE": answer.SURE,
        "OTHER_SENSE": answer.OTHER_SENSE,
        "RELATED_SHARE": rank.RELATED_SHARE,
        "RELATED_LIMIT": rank.RELATED_LIMIT,
    }


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


def _postings(connection: sqlite3.Connection, kind: str, ask_bits: int) -> dict[str, list[str]]:
    """By term what has it in its own words, and which ways to ask have it: ``gap score gap score ...``.

    A gap is the difference from the number before. Ways of one thing share its position: ``number >> ask_bits``. What
    has a term without a score is there, too, with 0: a browser learns from this which terms each thing has.
    """
    found: dict[str, tuple[dict[int, int], dict[int, int]]] = {}
    for position, row in _rows(connection, f"select position, terms from {things.BY_THING.format(kind)}"):
        for line in row.split("\n"):
            term, *numbers = line.split(" ")
            score, *ways = map(int, numbers)
            own, asks = found.setdefault(term, ({}, {}))
            if score != things.NOT_THERE:
                own[position] = score
            asks.update(zip([(position << ask_bits) + way for way in ways[::2]], ways[1::2], strict=True))
    return {term: [_with_gaps(scores) for scores in found[term]] for term in sorted(found)}


def _with_gaps(scores: dict[int, int]) -> str:
    numbers = sorted(scores)
    gaps = (number - before for number, before in zip(numbers, [0, *numbers], strict=False))
    return " ".join(f"{gap} {scores[number]}" for gap, number in zip(gaps, numbers, strict=True))


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
    sql = "select position, id, game, kind, document, verdict_kind, depends_on, sections from rulings order by position"
    names = ("position", "id", "game", "kind", "document", "verdict")
    return [
        dict(zip(names, plain, strict=True)) | {"depends": json.loads(depends), "section": json.loads(sections)}
        for *plain, depends, sections in _rows(connection, sql)
    ]


def _asked(connection: sqlite3.Connection) -> dict[str, list[tuple[int, str, str, str]]]:
    """By position the ways to ask that a word answers: its number, the word, its condition, and the senses."""
    asked: dict[str, list[tuple[int, str, str, str]]] = {}
    for position, number, *said in _rows(
        connection, "select position, number, word, condition, senses from asked order by position, number"
    ):
        asked.setdefault(str(position), []).append((number, said[0], said[1], said[2]))
    return asked


def _runs(connection: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """The lexicon: kind -> run of stems -> what it stands for."""
    out: dict[str, dict[str, str]] = {kind: {} for kind in query.RUN_KINDS}
    for run, kind, term in _rows(connection, "select run, kind, term from runs order by run, kind"):
        out[kind][run] = term
    return out
