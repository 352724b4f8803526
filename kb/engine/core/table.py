"""Where dice and choices come from: a script, a seeded generator, or every branch in turn."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Protocol

from kb.engine.core.position import Position

FACES = 6
#: how a damaged unit of several hits is called in a choice
DAMAGED = "damaged "


@dataclass(frozen=True, slots=True)
class Kind:
    """Units that are equal: what they are called, and what tells them from other units of their type.

    ``called`` is their type, of damaged units of several hits ``damaged battleship``; ``told_by`` are pairs, sorted,
    such as ``("left", 3)``: only what they have, and what can still matter (:func:`kb.engine.units.kinds.kind_of`).
    """

    called: str
    told_by: tuple[tuple[str, Hashable], ...] = ()

    @property
    def sound(self) -> Kind:
        """The same kind without damage."""
        return Kind(self.called.removeprefix(DAMAGED), self.told_by)

    @property
    def damaged(self) -> Kind:
        """The same kind with damage."""
        return Kind(DAMAGED + self.sound.called, self.told_by)


#: units that a player picks: (power, kind of units, number)
Pick = tuple[tuple[str, Kind, int], ...]
#: what a player may choose: units, or the id of a space, power, technology, ...
Option = str | Pick


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

    An option is a tuple of ``(power, kind, number)`` for units, or a plain id. Where several powers choose together,
    ``power`` is their side, and ``others`` are the powers in whose name the choice may be made as well.
    """

    power: str
    what: str
    space: str
    options: tuple[Option, ...]
    others: tuple[str, ...] = ()

    def is_of(self, power: str) -> bool:
        """Whether the choice may be made in the name of a power."""
        return power == self.power or power in self.others


class GameTable(Protocol):
    """Rolls the dice and makes the choices."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """The faces, one for each die, in order."""

    def choose(self, choice: Choice, position: Position) -> Option:
        """One of the choice's options."""


class Seeded:
    """Dice and choices from a random generator: the same seed gives the same game on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Faces of the generator."""
        return [int(self._random.random() * FACES) + 1 for _ in roll.dice]

    def choose(self, choice: Choice, position: Position) -> Option:
        """An option that the generator picks."""
        return choice.options[int(self._random.random() * len(choice.options))]


class NoDice:
    """For actions without dice and choices: rolling or choosing raises."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Raises :class:`LookupError`."""
        raise LookupError(f"dice are needed: {roll.what}")

    def choose(self, choice: Choice, position: Position) -> Option:
        """Raises :class:`LookupError`."""
        raise LookupError(f"a choice is needed: {choice.what}")


class Exhaustive:
    """Goes through every distinct outcome of dice and choices, one run after another.

    Iterate over :meth:`runs`: each iteration is one run, in which the same sequence of rolls gets the
    next combination of hits; :attr:`weight` is then its number of equally likely throws and
    :attr:`throws` the number of all. Of dice that are alike only the number of hits is told apart, so
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
        return prod(self._weights)

    @property
    def throws(self) -> int:
        """How many throws there are of the dice of this run."""
        return prod(self._throws)

    def runs(self) -> Iterator[int]:
        """The number of each run, from 1. Raises :class:`OverflowError` past the limit."""
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
        groups: dict[tuple[bool, Hashable], list[int]] = {}
        for index, (die, kind) in enumerate(zip(roll.dice, self.alike(roll, position), strict=True)):
            groups.setdefault((die.hits_on == 0, kind), []).append(index)
        faces = [0] * len(roll.dice)
        for (summed, _), dice in groups.items():
            dice.sort(key=lambda index: -roll.dice[index].hits_on)
            sides = _sums(len(dice)) if summed else _hits([roll.dice[index].hits_on for index in dice])
            outcome, weight = sides[self._take(len(sides))]
            for index, face in zip(dice, outcome, strict=True):
                faces[index] = face
            self._weights.append(weight)
            self._throws.append(FACES ** len(dice))
        return faces

    def alike(self, roll: Roll, position: Position) -> Iterable[Hashable]:
        """For each die what it has in common with those that are alike: here, the type of its unit."""
        units = [position.units.get(die.unit) for die in roll.dice]
        return [(unit.power, unit.type) if unit else None for unit in units]

    def choose(self, choice: Choice, position: Position) -> Option:
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


def _hits(needs: Sequence[int]) -> list[tuple[tuple[int, ...], int]]:
    """For each possible number of hits: faces with that many, and how many throws have it.

    ``needs`` are the highest rolls that hit, the surest first.
    """
    throws = [1]
    for need in needs:
        hit, miss = min(need, FACES), FACES - min(need, FACES)
        throws = [miss * same + hit * one_less for same, one_less in zip([*throws, 0], [0, *throws], strict=True)]
    return [((1,) * hits + (FACES,) * (len(needs) - hits), weight) for hits, weight in enumerate(throws) if weight]


def _sums(dice: int) -> list[tuple[tuple[int, ...], int]]:
    """Every throw of dice whose faces count, once each."""
    if dice > FACES:
        raise OverflowError(f"more than {FACES} dice whose faces are added up")
    return [(faces, 1) for faces in product(range(1, FACES + 1), repeat=dice)]
