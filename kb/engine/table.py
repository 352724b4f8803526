"""Where dice and choices come from: a script, a seeded generator, or every branch in turn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kb.engine.position import Position

FACES = 6


@dataclass(frozen=True, slots=True)
class Die:
    """One die that is rolled: for which unit (0: for none), and the highest roll that hits (0: a sum)."""

    unit: int
    hits_on: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that are rolled together: by which power, what for (``attackers-fire``), where."""

    power: str
    what: str
    space: str
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a power has: ``options`` are all the legal ones, at least two, best known first.

    An option is a sorted tuple of ``(power, unit type, number)`` for units, or a plain id.
    """

    power: str
    what: str
    space: str
    options: tuple[Any, ...]


class Table(Protocol):
    """Rolls the dice and makes the choices."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """The faces, one for each die, in order."""

    def choose(self, choice: Choice, position: Position) -> Any:
        """One of the choice's options."""


class Seeded:
    """Dice and choices of a generator with a seed: the same seed, the same game on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Faces of the generator."""
        return [int(self._random.random() * FACES) + 1 for _ in roll.dice]

    def choose(self, choice: Choice, position: Position) -> Any:
        """An option of the generator's."""
        return choice.options[int(self._random.random() * len(choice.options))]


class NoDice:
    """For actions that roll nothing and leave no choice; asking it is an error of the caller's."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Raises :class:`LookupError`."""
        raise LookupError(f"dice are needed: {roll.what}")

    def choose(self, choice: Choice, position: Position) -> Any:
        """Raises :class:`LookupError`."""
        raise LookupError(f"a choice is needed: {choice.what}")


class Exhaustive:
    """Goes through every distinct outcome of dice and choices, one run after another.

    Use :meth:`runs` as a loop: each turn of it is one run, in which the same sequence of rolls gets the
    next combination of hits; :attr:`weight` is then its number of equally likely throws and
    :attr:`throws` the number of all. Dice that count as hits are grouped by what they hit on, so
    that thirty dice have dozens of outcomes and not 6 to the thirtieth power. Choices take their first option.
    """

    def __init__(self, limit: int = 100_000) -> None:
        self.limit = limit
        self._path: list[list[int]] = []
        self._depth = 0
        self._weights: list[int] = []
        self._throws: list[int] = []

    @property
    def weight(self) -> int:
        """How many throws of the dice lead to this run."""
        return _product(self._weights)

    @property
    def throws(self) -> int:
        """How many throws there are of the dice of this run."""
        return _product(self._throws)

    def runs(self) -> Iterator[int]:
        """One turn for every run, numbered. Raises :class:`OverflowError` past the limit."""
        number = 0
        while True:
            number += 1
            if number > self.limit:
                raise OverflowError(f"more than {self.limit:,} outcomes")
            self._depth, self._weights, self._throws = 0, [], []
            yield number
            while self._path and self._path[-1][0] + 1 >= self._path[-1][1]:
                self._path.pop()
            if not self._path:
                return
            self._path[-1][0] += 1

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """The faces of this run's outcome of the roll."""
        groups: dict[int, list[int]] = {}
        for index, die in enumerate(roll.dice):
            groups.setdefault(die.hits_on, []).append(index)
        faces = [0] * len(roll.dice)
        for hits_on, dice in groups.items():
            sides = _faces_of_sum(dice) if hits_on == 0 else _faces_of_hits(len(dice), hits_on)
            outcome, weight = sides[self._take(len(sides))]
            for index, face in zip(dice, outcome, strict=True):
                faces[index] = face
            self._weights.append(weight)
            self._throws.append(FACES ** len(dice))
        return faces

    def choose(self, choice: Choice, position: Position) -> Any:
        """The first option."""
        return choice.options[0]

    def _take(self, branches: int) -> int:
        if branches > self.limit:
            raise OverflowError(f"more than {self.limit:,} outcomes")
        if self._depth == len(self._path):
            self._path.append([0, branches])
        taken = self._path[self._depth][0]
        self._depth += 1
        return taken


def _faces_of_hits(dice: int, hits_on: int) -> list[tuple[tuple[int, ...], int]]:
    """For each number of hits: faces with that many, and how many throws have it."""
    from math import comb

    hit, miss = min(hits_on, FACES), FACES - min(hits_on, FACES)
    return [
        ((1,) * hits + (FACES,) * (dice - hits), comb(dice, hits) * hit**hits * miss ** (dice - hits))
        for hits in range(dice + 1)
        if miss or hits == dice
    ]


def _faces_of_sum(dice: list[int]) -> list[tuple[tuple[int, ...], int]]:
    """Every throw of dice whose faces count, once each."""
    from itertools import product

    if len(dice) > FACES:
        raise OverflowError(f"more than {FACES} dice whose faces are added up")
    return [(faces, 1) for faces in product(range(1, FACES + 1), repeat=len(dice))]


def _product(numbers: list[int]) -> int:
    from math import prod

    return prod(numbers)
