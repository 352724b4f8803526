"""How likely how many hits are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kb.base import caches
from kb.engine.core.table import FACES

#: the probability of 0, 1, 2 ... hits
Chances = tuple[float, ...]
#: what is less likely than this is left out; all of it together stays far below 1e-9
NEVER = 1e-16


@lru_cache(maxsize=caches.CHANCES.entries)
def together(one: Chances, other: Chances) -> Chances:
    """The chances of the hits of both added up."""
    found = [0.0] * (len(one) + len(other) - 1)
    for hits, share in enumerate(one):
        if share:
            for more, again in enumerate(other):
                found[hits + more] += share * again
    while len(found) > 1 and found[-1] < NEVER:
        found.pop()
    return tuple(found)


@lru_cache(maxsize=caches.CHANCES.entries)
def of_dice(dice: tuple[tuple[int, int], ...]) -> Chances:
    """The chances of dice, told as (highest roll that hits, number)."""
    found: Chances = (1.0,)
    for hits_on, number in dice:
        # the chances of a die that hits with so much or less
        share = min(max(hits_on, 0), FACES) / FACES
        one = (1 - share, share)
        for _ in range(number):
            found = together(found, one)
    return found


@lru_cache(maxsize=caches.CHANCES.entries)
def counted(chances: Chances, counts: tuple[int, ...]) -> Chances:
    """The chances where of 0, 1, 2 ... hits so many count."""
    found = [0.0] * (max(counts) + 1)
    for hits, share in enumerate(chances):
        found[counts[hits]] += share
    return tuple(found)


class Hits:
    """The chances of the hits of each class of a volley, and of all of them together."""

    __slots__ = ("_cut", "classes", "total")

    def __init__(self, classes: tuple[Chances, ...]) -> None:
        self.classes = classes
        self.total = all_of(classes)
        self._cut: dict[int, Chances] = {}

    def at_most(self, most: int) -> Chances:
        """The chances of all together where no more than so many hits can take effect."""
        found = self._cut.get(most)
        if found is None:
            found = self._cut[most] = at_most(self.total, most)
        return found


def at_most(chances: Chances, most: int) -> Chances:
    """The chances where no more than so many hits can take effect."""
    if len(chances) <= most + 1:
        return chances
    return (*chances[:most], sum(chances[most:]))


def all_of(several: Iterable[Chances]) -> Chances:
    """The chances of the hits of all of them added up."""
    found: Chances = (1.0,)
    for each in several:
        found = together(found, each)
    return found


def vectors(several: Sequence[Chances]) -> list[tuple[tuple[int, ...], float]]:
    """Every number of hits of each, with its chance, but what is never seen."""
    found: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for chances in several:
        found = [
            ((*hits, number), share * chance)
            for hits, share in found
            for number, chance in enumerate(chances)
            if share * chance > NEVER
        ]
    return found
