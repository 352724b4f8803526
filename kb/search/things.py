"""What a base has of the things that are searched, rulings or subjects of statements: their terms with their scores.

There are two tables of each kind. One has a row for each term: which things have it, and the most that it can score
there. The other has a row for each thing: all its terms, where each of them stands and what it scores there.
"""

from __future__ import annotations

import math
from array import array

from kb.base import caches
from kb.search.lookup import rows_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    #: what a thing has of a term: its score in the thing's own words, which is negative where it is none of them, and
    #: the ways to ask that have it, by number, with its score there
    Entry = tuple[int, list[tuple[int, int]]]

#: the kinds of things: the tables of each are named for it
RULINGS, STATEMENTS = "ruling", "statement"
#: the tables of a kind: by term, by thing
BY_TERM, BY_THING = "{}_postings", "{}_terms"
#: scores are stored as whole numbers, multiplied by this
SCALE = 100
#: how much a term tells is stored as a whole number, multiplied by this
WEIGHT_SCALE = 1000
#: what stands for the score of a term in the own words of a thing, where it is none of them
NOT_THERE = -1
#: the bits of each number of a vector
_BITS = 32


class Thing(dict[str, int]):
    """What a term scores in the texts of one thing, as a vector (:class:`Vectors`): in its own words, then in each way
    to ask. It is made when it is first asked for.

    ``lines`` is the row of the thing (:func:`row_of`) by term, ``ways`` has for each way to ask how much its terms tell
    together, ``texts`` is how many texts there are.
    """

    __slots__ = ("_entries", "lines", "texts", "ways")

    def __init__(self, ways: str, row: str) -> None:
        self.ways = list(map(int, ways.split()))
        self.texts = 1 + len(self.ways)
        self._entries: dict[str, Entry] = {}
        self.lines: dict[str, str] = dict([line.split(" ", 1) for line in row.split("\n")] if row else ())

    def __missing__(self, term: str) -> int:
        own, ways = self.entry(term)
        vector = max(own, 0)
        for way, score in ways:
            vector += score << _BITS * (1 + way)
        self[term] = vector
        return vector

    def has(self, term: str) -> bool:
        """Whether it has a term anywhere."""
        return term in self.lines

    def entry(self, term: str) -> Entry:
        """What the thing has of a term."""
        known = self._entries.get(term)
        if known is None:
            own, *ways = map(int, self.lines[term].split(" ")) if term in self.lines else (NOT_THERE,)
            known = self._entries[term] = own, list(zip(ways[::2], ways[1::2], strict=True))
        return known


def row_of(entries: Mapping[str, Entry]) -> str:
    """The entries of a thing as its row has them: ``term own way score way score ...``, a line each."""
    lines = (
        " ".join(map(str, (term, own, *(number for way in ways for number in way))))
        for term, (own, ways) in sorted(entries.items())
    )
    return "\n".join(lines)


class Vectors:
    """Which things have a term and what it scores there at most, as vectors.

    A vector is a whole number for each thing, 32 bits each, packed into one int: adding two vectors or multiplying
    one by a number is then one operation.

    ``highest`` is the most that the term can add to the score of each thing, ``having`` 1 for each thing that it scores
    in.
    """

    __slots__ = ("having", "highest")

    def __init__(self, things: str, size: int, asks: float) -> None:
        numbers = list(map(int, things.split()))
        highest, having = [0] * size, [0] * size
        for position, own, way in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
            highest[position], having[position] = own + math.ceil(asks * way), 1
        self.highest, self.having = packed(highest), packed(having)


def packed(numbers: list[int]) -> int:
    """Whole numbers below 2**32 as one int."""
    return int.from_bytes(array("I", numbers).tobytes(), "little")


def unpacked(vector: int, size: int) -> list[int]:
    """The numbers of a vector."""
    return memoryview(vector.to_bytes(4 * size, "little")).cast("I").tolist()


class Things:
    """The things of one kind in one base; keeps what was used last.

    ``asks`` is how much the scores of the ways to ask can count together beside those of a thing's own words, as a
    multiple of the highest.
    """

    def __init__(self, connection: sqlite3.Connection, kind: str, asks: float) -> None:
        self._connection, self._asks = connection, asks
        self._by_term, self._by_thing = BY_TERM.format(kind), BY_THING.format(kind)
        self._size = 0
        self._things = caches.Cache(caches.THINGS)
        self._terms = caches.Cache(caches.POSTINGS)

    @property
    def size(self) -> int:
        """One more than the highest position."""
        if not self._size:
            row = self._connection.execute(f"select max(position) from {self._by_thing}").fetchone()
            self._size = 0 if row[0] is None else int(row[0]) + 1
        return self._size

    def fetch(self, positions: Iterable[int]) -> dict[int, Thing]:
        """The things at some positions."""
        found = {position: kept for position in positions if (kept := self._things.get(position)) is not None}
        missing = [position for position in positions if position not in found]
        for position, ways, row in rows_of(
            self._connection, f"select position, ways, terms from {self._by_thing} where position in ({{}})", missing
        ):
            found[position] = Thing(ways, row)
            self._things.put(position, found[position])
        return found

    def vectors(self, terms: Iterable[str]) -> dict[str, Vectors]:
        """The vectors of those terms that score in any thing."""
        return {term: vectors for term, (_, vectors) in self._fetch_terms(terms).items() if vectors is not None}

    def weights(self, terms: Iterable[str]) -> dict[str, int]:
        """How much each of these terms tells; the term ``""`` that no thing has tells the most."""
        found = self._fetch_terms(["", *terms])
        most = found[""][0]
        return {term: found[term][0] if term in found else most for term in ["", *terms]}

    def known(self, terms: Iterable[str]) -> set[str]:
        """Those of the terms that any thing has."""
        return set(self._fetch_terms(terms))

    def _fetch_terms(self, terms: Iterable[str]) -> dict[str, tuple[int, Vectors | None]]:
        """How much each term tells, and its vectors; terms that nothing has are left out."""
        found = {term: kept for term in terms if (kept := self._terms.get(term)) is not None}
        missing = [term for term in terms if term not in found]
        for term, weight, things in rows_of(
            self._connection, f"select term, weight, things from {self._by_term} where term in ({{}})", missing
        ):
            found[term] = weight, Vectors(things, self.size, self._asks) if things else None
            self._terms.put(term, found[term])
        return found
