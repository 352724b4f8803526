"""Reads the postings of a database: which results have a term, how much it adds to the score of each, and the ways to
ask for each result.

A result is a ruling or a subject of statements. Both are numbered in one sequence of positions, rulings first. A
posting is one row for each term: the positions of the results that have the term, and the score of each, in binary
form.
"""

from __future__ import annotations

from array import array

from kb.search.known_words import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    #: the ways to ask for a result: the information in each, times :data:`WEIGHT_SCALE`, and by term a vector that has
    #: 1 for each way with the term (:func:`packed`)
    Ways = tuple[list[int], dict[str, int]]

#: the kinds of results, by which masks are named
RULINGS, STATEMENTS = "ruling", "statement"
#: the bits of a number in a vector
LANE = 32
#: scores and weights are stored as whole numbers, multiplied by these
SCALE, WEIGHT_SCALE = 5, 1000
#: the maximum number of cached terms, and of results whose ways are cached; a cache is cleared when it is full
_MOST = 8_000


def packed(numbers: array[int]) -> int:
    """Return whole numbers of :data:`LANE` bits as one int, a vector."""
    return int.from_bytes(numbers.tobytes(), "little")


def unpacked(vector: int, size: int) -> memoryview[int]:
    """Return the ``size`` numbers of a vector that :func:`packed` made."""
    return memoryview(vector.to_bytes(LANE // 8 * size, "little")).cast("I")


def encode(scores: Mapping[int, int]) -> bytes:
    """Return the posting of a term in stored form: a letter for the size of its numbers, the positions of the results
    with the term, then the score of each. ``scores`` has the scores by position."""
    order = sorted(scores)
    numbers = [*order, *(scores[each] for each in order)]
    kind = "H" if max(numbers, default=0) < 1 << 16 else "I"
    return kind.encode() + array(kind, numbers).tobytes()


class Posting:
    """The posting of one term.

    ``positions`` are those of the results that have the term, in order, and ``scores`` its scores there, times
    :data:`SCALE`. ``weight`` is the information of the term, times :data:`WEIGHT_SCALE`. ``added`` and ``having`` are
    vectors over all results (:func:`packed`): the score of the term, and 1 if the result has the term.
    """

    __slots__ = ("added", "having", "positions", "scores", "weight")

    def __init__(self, weight: int, blob: bytes, size: int) -> None:
        self.weight = weight
        numbers = array(blob[:1].decode() or "H", blob[1:])
        half = len(numbers) // 2
        self.positions, self.scores = numbers[:half], numbers[half:]
        added, having = array("I", bytes(4 * size)), array("I", bytes(4 * size))
        for position, score in zip(self.positions, self.scores, strict=True):
            added[position], having[position] = score, 1
        self.added, self.having = packed(added), packed(having)


class Postings:
    """The postings of a database. Terms and masks are cached."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._terms: dict[str, Posting | None] = {}
        self._masks: dict[tuple[str, ...], bytes] = {}
        self._ways: dict[int, Ways] = {}
        self._size = -1

    @property
    def size(self) -> int:
        """One more than the highest position."""
        if self._size < 0:
            row = self._connection.execute("select length(mask) from masks limit 1").fetchone()
            self._size = row[0] if row else 0
        return self._size

    def of(self, terms: Iterable[str]) -> dict[str, Posting]:
        """Return the postings of those of the terms that any result has, by term."""
        known = self._terms
        missing = [term for term in terms if term not in known]
        if missing:
            if len(known) + len(missing) > _MOST:
                known.clear()
                missing = [*terms]
            known.update(dict.fromkeys(missing))
            sql = "select term, weight, posting from postings where term in ({})"
            for term, weight, blob in rows_of(self._connection, sql, missing):
                known[term] = Posting(weight, blob, self.size)
        return {term: posting for term in terms if (posting := known[term]) is not None}

    def weights(self, terms: Iterable[str]) -> dict[str, int]:
        """Return the information of each term, times :data:`WEIGHT_SCALE`. A term that no result has gets the highest
        possible information, which is also returned for the term ``""``."""
        found = self.of(["", *terms])
        most = found[""].weight if "" in found else WEIGHT_SCALE
        return {term: found[term].weight if term in found else most for term in ["", *terms]}

    def ways(self, positions: Sequence[int]) -> dict[int, Ways]:
        """Return the ways to ask for each result, by the result's position."""
        missing = [position for position in positions if position not in self._ways]
        if missing:
            if len(self._ways) + len(missing) > _MOST:
                self._ways.clear()
                missing = [*positions]
            self._ways.update((position, ([], {})) for position in missing)
            sql = "select position, ways from ways where position in ({})"
            for position, ways in rows_of(self._connection, sql, missing):
                information, having = self._ways[position]
                for number, way in enumerate(ways.split("\n")):
                    first, *terms = way.split(" ")
                    information.append(int(first))
                    for term in terms:
                        having[term] = having.get(term, 0) | 1 << LANE * number
        return {position: self._ways[position] for position in positions}

    def mask(self, games: Iterable[str], kinds: Iterable[str] = (RULINGS, STATEMENTS)) -> bytes:
        """Return a byte for each result: 1 if it is of one of the games and of one of the kinds."""
        wanted = (*kinds, "", *games)
        if wanted not in self._masks:
            sql = "select kind, mask from masks where game in ({})"
            rows = rows_of(self._connection, sql, wanted[wanted.index("") + 1 :])
            masks = [bytes(self.size), *(mask for kind, mask in rows if kind in wanted)]
            self._masks[wanted] = bytes(map(any, zip(*masks, strict=True)))
        return self._masks[wanted]
