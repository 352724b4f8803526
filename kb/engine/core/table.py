"""Where dice and choices come from: a script, a seeded generator, or every branch in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kb.engine.core.picks import Pick, Picks
from kb.engine.core.position import Position

FACES = 6
#: an option of a choice: units, or the id of a space, power, technology, ...
Option = str | Pick


@dataclass(frozen=True, slots=True)
class Die:
    """One die that is rolled: for which unit (0: for none), and the highest roll that hits (0: a sum)."""

    unit: int
    hits_on: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that are rolled together, with the power, the occasion (``attackers-fire``) and the space."""

    power: str
    what: str
    space: str
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a power has: ``options`` are all the legal ones, at least two, best known first.

    An option is a tuple of ``(power, kind, number)`` for units, or a plain id. If several powers choose together,
    ``power`` is their side, and ``others`` are the powers in whose name the choice may be made as well.
    """

    power: str
    what: str
    space: str
    options: Sequence[Option]
    others: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The number of options, which may be too large for :func:`len`."""
        return self.options.total if isinstance(self.options, Picks) else len(self.options)

    def is_of(self, power: str) -> bool:
        """Return whether the choice may be made in the name of a power."""
        return power == self.power or power in self.others


class GameTable(Protocol):
    """Rolls the dice and makes the choices."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Return the faces, one for each die, in order."""

    def choose(self, choice: Choice, position: Position) -> Option:
        """Return one of the choice's options."""


class Seeded:
    """Dice and choices from a random generator: the same seed leads to the same game on every machine."""

    def __init__(self, seed: int) -> None:
        import random

        self._random = random.Random(seed)

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Return a random face for each die of a roll."""
        return [int(self._random.random() * FACES) + 1 for _ in roll.dice]

    def choose(self, choice: Choice, position: Position) -> Option:
        """Return an option that the generator picks."""
        return choice.options[int(self._random.random() * len(choice.options))]


class NoDice:
    """A table for actions that need no dice and no choice."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Raise :class:`LookupError`."""
        raise LookupError(f"dice are needed: {roll.what}; pass do() a table, such as Seeded(1)")

    def choose(self, choice: Choice, position: Position) -> Option:
        """Raise :class:`LookupError`."""
        raise LookupError(f"a choice is needed: {choice.what}; pass do() a table, such as Seeded(1)")
