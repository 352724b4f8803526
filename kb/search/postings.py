"""Reads the postings of a base: which rulings, or subjects of statements, have a term, and how much it scores there.

A posting is one row for each term. It has, in binary form, the positions of the things that have the term, the score
in their own words, the highest score that they can get from the term, and the score in each way to ask.
"""

from __future__ import annotations

from array import array

from kb.search.lookup import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    #: the entry of a term for a thing: its score in the thing's own words, :data:`NOT_THERE` where it is none of them,
    #: and (number, score) of each way to ask that has it
    Entry = tuple[int, Sequence[tuple[int, int]]]

#: the kinds of things, for which the tables are named
RULINGS, STATEMENTS = "ruling", "statement"
#: scores and weights are stored as whole numbers, multiplied by these
SCALE, WEIGHT_SCALE = 100, 1000
#: the score of a term in the own words of a thing that has it only in ways to ask
NOT_THERE = -1
#: the bits of each number of a vector
_BITS = 32
#: terms that are remembered; beyond that all are forgotten
_MOST = 8_000


def packed(numbers: Sequence[int]) -> int:
    """Return whole numbers below 2**32 as one int, 32 bits each."""
    return int.from_bytes(array("I", numbers).tobytes(), "little")


def unpacked(vector: int, size: int) -> list[int]:
    """Return the numbers of :func:`packed`."""
    return memoryview(vector.to_bytes(4 * size, "little")).cast("I").tolist()


def encode(entries: Mapping[int, Entry], bounds: Mapping[int, int]) -> bytes:
    """Return the posting of a term: ``entries`` by position, and the highest score that each position can get.

    The layout is: number of things n; n positions; n own scores plus one; n bounds; n + 1 offsets of the pairs; the
    pairs (number of the way to ask, score).
    """
    order = sorted(entries)
    numbers = [len(order), *order, *(entries[each][0] + 1 for each in order), *(bounds[each] for each in order)]
    pairs: list[int] = []
    offsets = []
    for each in order:
        offsets.append(len(pairs))
        pairs.extend(number for pair in entries[each][1] for number in pair)
    numbers += [*offsets, len(pairs), *pairs]
    kind = "H" if max(numbers) < 1 << 16 else "I"
    return kind.encode() + array(kind, numbers).tobytes()


class Posting(dict["int", "tuple[int, int]"]):
    """The posting of one term.

    It maps the position of a thing to two vectors over its own words and each way to ask: the scores, and 1 where the
    text has the term. They are decoded when they are first read. ``weight`` is the information of the term, times
    :data:`WEIGHT_SCALE`; ``highest`` and ``having`` are vectors over all things: the bound of the score of each, and 1
    where the term scores at all.
    """

    __slots__ = ("_numbers", "_size", "at", "having", "highest", "weight")

    def __init__(self, weight: int, blob: bytes, things: int) -> None:
        self.weight = weight
        numbers = array(blob[:1].decode() or "H", blob[1:])
        size = numbers[0] if numbers else 0
        self._numbers, self._size = numbers, size
        positions = numbers[1 : 1 + size]
        self.at = dict(zip(positions, range(size), strict=True))
        highest, having = [0] * things, [0] * things
        for position, bound in zip(positions, numbers[1 + 2 * size : 1 + 3 * size], strict=True):
            if bound:
                highest[position], having[position] = bound, 1
        self.highest, self.having = packed(highest), packed(having)

    def entry(self, position: int) -> Entry:
        """Return the entry of the term for the thing at a position."""
        at = self.at.get(position)
        if at is None:
            return NOT_THERE, ()
        numbers, size = self._numbers, self._size
        first = 2 + 4 * size
        offset = 1 + 3 * size + at
        pairs = numbers[first + numbers[offset] : first + numbers[offset + 1]]
        return numbers[1 + size + at] - 1, [*zip(pairs[::2], pairs[1::2], strict=True)]

    def __missing__(self, position: int) -> tuple[int, int]:
        own, ways = self.entry(position)
        scores, has = max(own, 0), int(own >= 0)
        for way, score in ways:
            shift = _BITS * (1 + way)
            scores += score << shift
            has += 1 << shift
        self[position] = scores, has
        return scores, has


class Postings:
    """The postings of one kind of thing in a base."""

    def __init__(self, connection: sqlite3.Connection, kind: str) -> None:
        self._connection, self.kind = connection, kind
        self._terms: dict[str, Posting | None] = {}
        self._masks: dict[tuple[str, ...], bytes] = {}
        self._ways: dict[int, list[int]] = {}
        self._size = -1

    @property
    def size(self) -> int:
        """One more than the highest position."""
        if self._size < 0:
            row = self._connection.execute("select things from masks where kind = ? limit 1", [self.kind]).fetchone()
            self._size = row[0] if row else 0
        return self._size

    def of(self, terms: Iterable[str]) -> dict[str, Posting]:
        """Return the postings of those terms that any thing has."""
        known = self._terms
        missing = [term for term in terms if term not in known]
        if missing:
            if len(known) + len(missing) > _MOST:
                known.clear()
                missing = [*terms]
            known.update(dict.fromkeys(missing))
            sql = f"select term, weight, posting from {self.kind}_postings where term in ({{}})"
            for term, weight, blob in rows_of(self._connection, sql, missing):
                known[term] = Posting(weight, blob, self.size)
        return {term: posting for term in terms if (posting := known[term]) is not None}

    def weights(self, terms: Iterable[str]) -> dict[str, int]:
        """Return the information of each term; a term that no thing has gets the highest, that of the term ``""``."""
        found = self.of(["", *terms])
        most = found[""].weight if "" in found else WEIGHT_SCALE
        return {term: found[term].weight if term in found else most for term in ["", *terms]}

    def mask(self, games: Iterable[str]) -> bytes:
        """Return a byte for each thing, 1 where it is of one of the games."""
        wanted = (*games,)
        if wanted not in self._masks:
            sql = f"select mask from masks where kind = '{self.kind}' and game in ({{}})"
            masks = [bytes(self.size), *(row[0] for row in rows_of(self._connection, sql, wanted))]
            self._masks[wanted] = bytes(map(any, zip(*masks, strict=True)))
        return self._masks[wanted]

    def ways(self, positions: Iterable[int]) -> dict[int, list[int]]:
        """Return the information of each way to ask for the things at some positions, in the order of their numbers."""
        missing = [each for each in positions if each not in self._ways]
        if missing:
            sql = f"select position, ways from {self.kind}_ways where position in ({{}})"
            for position, blob in rows_of(self._connection, sql, missing):
                self._ways[position] = array("I", blob).tolist()
        return {each: self._ways.get(each, []) for each in positions}
