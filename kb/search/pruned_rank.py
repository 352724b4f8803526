"""Ranks the rulings of a large base: upper bounds of scores tell which rulings need not be scored at all.

The ranking is that of :mod:`kb.search.rank`, to the last digit. Instead of adding up the scores of every ruling:

1. *Bounds.* ``term_bounds`` says how much each term can add to each ruling: its score in the ruling's own words, plus
   its best and ``SECOND`` times its second best score in a way of asking. A ruling's best way of asking cannot have
   more than each term's best, so the sum over the question's terms, times the factor for the part of the terms that the
   ruling has, is never less than its score. The sums are made for all rulings at once (:mod:`kb.search.bit_planes`).
   Weights, bounds and parts are rounded up.
2. *Waves.* The rulings with the highest bounds are scored. The lowest score among the ``limit`` best is then the least
   that a ruling needs. Every ruling whose bound reaches it is scored, and no other can be among the best.
3. *Relations.* A ruling that is lifted by a better related one stays below it: at ``RELATED_LIMIT`` of its score, or at
   its own. So a ruling that was left out can only get among the best if a related one scores more than is needed; what
   is related to these is scored, too.

A small base has no such table, and there, as where a good part of all rulings is asked for,
:class:`kb.search.rank.Ranker`, which adds everything up, is quicker.
"""

from __future__ import annotations

import zlib
from array import array

from kb import caches
from kb.search import bit_planes, rank
from kb.search.lookup import rows_of
from kb.search.rank import ASK_BITS, Ranker, Scores, weights_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable

    from kb.search.query import Query

#: a base with no more rulings than this has no ``term_bounds``
MOST_UNPRUNED = 2_000
#: bounds are whole numbers of so many of the postings' points
UNIT = 32
#: the name of the plane that has all rulings; a game's plane is ``game:`` and its id. No term has a colon.
ALL_RULINGS, GAME = ":every", "game:"
#: weights and parts are counted in quarters, and rounded up to 1, 2, 4 ... of them
_QUARTERS = 4
#: the second wave asks for so much more than the least that is needed: its scores raise the least for the last wave
_HIGHER = 1.15
#: with no more rulings for each that is asked for, adding everything up is quicker
_EXHAUSTIVE = 4
#: a ruling's terms are sorted by their number modulo this, for looking one up
SLOTS = 128
#: bytes of the base that are mapped into memory: the rows of single rulings are read in half the time
_MAPPED = 2_000_000_000


class _Term:
    """One term: its number in ``ruling_terms``, its bounds as planes, the plane of the rulings that have it."""

    __slots__ = ("number", "planes", "size", "there")

    def __init__(self, number: int, depth: int, packed: int, data: bytes) -> None:
        data = zlib.decompress(data) if packed else data
        length = len(data) // depth
        self.number, self.size = number, len(data)
        self.planes = [int.from_bytes(data[at : at + length], "little") for at in range(0, len(data), length)]
        self.there = bit_planes.union(self.planes)


class PrunedRanker:
    """Finds the best rulings of a base that has ``term_bounds``."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        connection.execute(f"pragma mmap_size = {_MAPPED}")
        self._connection = connection
        self._ranker = Ranker(connection)
        self._terms = caches.Cache(caches.TERM_BOUNDS)

    def ask(self, query: Query) -> Found:
        """What a query finds; rulings are scored when they are asked for."""
        return Found(self, query)

    def all(self, query: Query) -> Scores:
        """The scores of all rulings for a query."""
        return self._ranker.ask(query)

    def search(self, query: Query) -> _Search:
        """The bounds of all rulings for a query."""
        weights = weights_of(query)
        terms = self._fetched(list(weights))
        asked = [(terms[name], weights[name], name not in query.faint) for name in weights if name in terms]
        return _Search(self._connection, asked)

    def all_rulings(self) -> int:
        """The plane of all rulings."""
        return self._plane([ALL_RULINGS])

    def of_games(self, games: Iterable[str]) -> int:
        """The plane of the rulings of some games."""
        return self._plane([GAME + game for game in games])

    def _plane(self, names: list[str]) -> int:
        return bit_planes.union(term.there for term in self._fetched(names).values())

    def _fetched(self, names: list[str]) -> dict[str, _Term]:
        """The terms of these names, those that there are."""
        found: dict[str, _Term] = {name: kept for name in names if (kept := self._terms.get(name)) is not None}
        missing = [name for name in names if name not in found]
        sql = "select term, number, depth, packed, planes from term_bounds where term in ({})"
        for name, *row in rows_of(self._connection, sql, missing):
            found[name] = term = _Term(*row)
            self._terms.put(name, term, term.size)
        return found


class Found:
    """What one query finds in a base."""

    def __init__(self, base: PrunedRanker, query: Query) -> None:
        self._base, self._query = base, query
        self._search: _Search | None = None

    def best(
        self, limit: int, games: Collection[str] | None = None, allowed: Collection[int] | None = None
    ) -> list[tuple[int, float]]:
        """The same as :meth:`kb.search.rank.Scores.best`."""
        candidates = everything = self._base.all_rulings()
        if limit * _EXHAUSTIVE >= everything.bit_count():
            return self._base.all(self._query).best(limit, games, allowed)
        if games is not None:
            candidates = self._base.of_games(games)
        if allowed is not None:
            candidates &= bit_planes.of_positions(allowed)
        if self._search is None:
            self._search = self._base.search(self._query)
        return self._search.best(limit, candidates)


class _Search:
    """One question: the bounds of all rulings, and the scores of those that were scored."""

    def __init__(self, connection: sqlite3.Connection, asked: list[tuple[_Term, float, bool]]) -> None:
        """``asked``: each term with its weight, and whether having it counts as a part of the question."""
        self._connection = connection
        self._weights = [
            (term.number, term.number % SLOTS, weight, weight if counts else 0.0) for term, weight, counts in asked
        ]
        self._breadth = rank.BREADTH / (sum([share for *_, share in self._weights]) or 1.0)
        self._sums: list[int] = []
        parts: list[int] = []
        for term, weight, counts in asked:
            shift = 0
            while 1 << shift < weight * _QUARTERS:
                shift += 1
            bit_planes.add(self._sums, term.planes, shift)
            if counts:
                bit_planes.add(parts, [term.there], shift)
        self._found = bit_planes.union(self._sums)
        self._parts = bit_planes.groups(parts, self._found)
        self._scores: dict[int, float] = {}
        self._scored = 0

    def best(self, limit: int, candidates: int) -> list[tuple[int, float]]:
        """(position, score) of the ``limit`` best rulings of the plane ``candidates``, best first, ties by position."""
        least = self._waves(limit, candidates)
        better = [position for position, score in self._scores.items() if score > least]
        related = self._related(better)
        self._score({other for others in related.values() for other in others})
        scores = {**self._scores, **rank.lifted_by_related(self._scores, related, better)}
        chosen = bit_planes.Members(candidates)
        return rank.first(scores, [position for position in scores if position in chosen], limit)

    def _related(self, positions: Iterable[int]) -> dict[int, list[int]]:
        """The related rulings of some rulings, those that have any."""
        sql = "select position, others from kin where position in ({})"
        rows = rows_of(self._connection, sql, [str(position) for position in positions])
        return {int(position): [int(other) for other in others.split()] for position, others in rows}

    def _waves(self, limit: int, candidates: int) -> float:
        """Score every ruling that can be one of the ``limit`` best ``candidates``; the lowest of these scores, or 0."""
        first = self._found & candidates
        for plane in reversed(self._sums):
            higher = first & plane
            if higher.bit_count() >= limit:
                first = higher
        chosen = bit_planes.Members(candidates)
        wave, least = first, 0.0
        for more in (_HIGHER, 1.0, 1.0):
            self._score(bit_planes.positions(wave & ~self._scored))
            self._scored |= wave
            least = rank.lowest(self._scores, [position for position in self._scores if position in chosen], limit)
            wave = self._reaching(more * least)
        return least

    def _reaching(self, least: float) -> int:
        """The rulings whose bound is ``least`` or more."""
        found = 0
        for quarters, there in self._parts:
            factor = 1 + min(rank.BREADTH, self._breadth * quarters / _QUARTERS)
            needed = int(least / factor / UNIT * _QUARTERS)
            found |= bit_planes.at_least(self._sums, max(0, needed), there)
        return found

    def _score(self, positions: Iterable[int]) -> None:
        """Score these rulings, where they have not been."""
        new = [position for position in positions if position not in self._scores]
        sql = "select position, terms, scores from ruling_terms where position in ({})"
        for position, terms, scores in rows_of(self._connection, sql, new):
            self._scores[position] = self._sum(array("I", terms), array("H", scores))

    def _sum(self, terms: array[int], scores: array[int]) -> float:
        """The score of a ruling, of its columns in ``ruling_terms``."""
        total, had, asks = 0.0, 0.0, [0.0] * (1 << ASK_BITS)
        for number, slot, weight, share in self._weights:
            at, last = scores[slot], scores[slot + 1]
            while at < last and terms[at] != number:
                at += 1
            if at < last:
                start, end = scores[SLOTS + 1 + at], scores[SLOTS + 2 + at]
                total += weight * scores[start]
                had += share
                while start + 1 < end:
                    asks[scores[start + 1]] += weight * scores[start + 2]
                    start += 2
        asks.sort()
        return (total + rank.ASKS * (asks[-1] + rank.SECOND * asks[-2])) * (1 + self._breadth * had)
