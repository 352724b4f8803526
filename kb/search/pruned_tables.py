"""Makes the two tables that :mod:`kb.search.pruned_rank` needs, from the postings.

``term_bounds`` has, for each term, the most that it can add to each ruling's score, rounded up, as bit planes
(:mod:`kb.search.bit_planes`). ``ruling_terms`` has, for each ruling, its terms and their scores, so that one ruling is
scored without reading any postings. :mod:`kb.search.pruned_rank` reads them.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from math import ceil

from sqlite_utils import Database

from kb.search import bit_planes
from kb.search.pruned_rank import ALL_RULINGS, GAME, SLOTS, UNIT
from kb.search.rank import ASK_BITS, ASKS, SECOND

#: planes are compressed where that leaves no more than this part of them: reading them takes longer
_WORTH_PACKING = 0.25
_SCHEMA = """
create table term_bounds (
  term text primary key, number integer not null, depth integer not null, packed integer not null, planes blob not null
) without rowid, strict;
create table ruling_terms (
  position integer primary key, terms blob not null, scores blob not null
) strict;
"""


class _Scores:
    """What one term scores in one ruling: in its ``own`` words, and ``ways``: way of asking, score, way, score ..."""

    __slots__ = ("own", "ways")

    def __init__(self) -> None:
        self.own = 0
        self.ways: list[int] = []

    def bound(self) -> int:
        """The most that the term can add to the ruling's score, in units."""
        best, second = sorted([0, 0, *self.ways[1::2]])[:-3:-1]
        return ceil((self.own + ASKS * (best + SECOND * second)) / UNIT)


def make(db: Database, games: Mapping[int, str]) -> None:
    """Add the tables to a base that has ``postings``; ``games`` are the games of all rulings, by position."""
    db.conn.executescript(_SCHEMA)
    size = max(games, default=0) // 8 + 1
    terms_of: dict[int, list[tuple[int, _Scores]]] = {position: [] for position in games}
    rows = []
    for number, (term, own, asks) in enumerate(db.execute("select term, own, asks from postings order by term")):
        scores = _scores(own, asks)
        rows.append(
            (term, number, *_stored(bit_planes.of_numbers({at: each.bound() for at, each in scores.items()}), size))
        )
        for position, each in scores.items():
            terms_of[position].append((number, each))
    named = {ALL_RULINGS: games.keys(), **{f"{GAME}{game}": _of_game(games, game) for game in set(games.values())}}
    rows += [(name, -1, *_stored([bit_planes.of_positions(there)], size)) for name, there in sorted(named.items())]
    with db.conn:
        db.conn.executemany("insert into term_bounds values (?, ?, ?, ?, ?)", rows)
        db.conn.executemany("insert into ruling_terms values (?, ?, ?)", _ruling_rows(terms_of))


def _of_game(games: Mapping[int, str], game: str) -> list[int]:
    return [position for position, each in games.items() if each == game]


def _scores(own: str, asks: str) -> dict[int, _Scores]:
    """One term's scores by position."""
    found: dict[int, _Scores] = {}
    for position, score in _pairs(own):
        found.setdefault(position, _Scores()).own = score
    for row, score in _pairs(asks):
        position = row >> ASK_BITS
        found.setdefault(position, _Scores()).ways += (row - (position << ASK_BITS), score)
    return found


def _pairs(postings: str) -> Iterator[tuple[int, int]]:
    numbers = iter(map(int, postings.split()))
    return zip(numbers, numbers, strict=True)


def _stored(made: list[int], size: int) -> tuple[int, int, bytes]:
    """Planes as (their number, whether they are compressed, their bytes), ``size`` bytes a plane."""
    data = b"".join(plane.to_bytes(size, "little") for plane in made)
    packed = zlib.compress(data)
    worth = len(packed) <= _WORTH_PACKING * len(data)
    return len(made), int(worth), packed if worth else data


def _ruling_rows(terms_of: Mapping[int, list[tuple[int, _Scores]]]) -> Iterator[tuple[int, bytes, bytes]]:
    """Each ruling's position and two arrays: its terms' numbers, and their scores with the indexes to find them by.

    The terms are sorted by slot, which is their number modulo ``SLOTS``. The scores begin with the place of the first
    term of each slot, and where the last one ends; then, for each term and after the last, where its scores begin: the
    ruling's own, and for each way of asking that has the term, the way and its score.
    """
    for position, found in terms_of.items():
        found.sort(key=lambda each: (each[0] % SLOTS, each[0]))
        numbers = array("I", [number for number, _ in found])
        slots = array("H", [bisect_left(numbers, slot, key=lambda number: number % SLOTS) for slot in range(SLOTS + 1)])
        starts, scores = array("H"), array("H")
        head = len(slots) + len(numbers) + 1
        for _, each in found:
            starts.append(head + len(scores))
            scores.extend([each.own, *each.ways])
        starts.append(head + len(scores))
        yield position, numbers.tobytes(), (slots + starts + scores).tobytes()
