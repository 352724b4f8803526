"""Where dice and choices come from: a script, a seeded generator, or every branch in turn."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kb.engine.core.position import Position

FACES = 6
#: how a damaged unit of several hits is called in a choice
DAMAGED = "damaged "


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of equal units: their name, and the differences from other units of their type.

    ``called`` is their type, of damaged units of several hits ``damaged battleship``; ``told_by`` are pairs, sorted,
    such as ``("left", 3)``: only differences that can still matter (:func:`kb.engine.units.kind_of`).
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

    An option is a tuple of ``(power, kind, number)`` for units, or a plain id. Where several powers choose together,
    ``power`` is their side, and ``others`` are the powers in whose name the choice may be made as well.
    """

    power: str
    what: str
    space: str
    options: tuple[Option, ...]
    others: tuple[str, ...] = ()

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
        self._random = random.Random(seed)

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Faces of the generator."""
        return [int(self._random.random() * FACES) + 1 for _ in roll.dice]

    def choose(self, choice: Choice, position: Position) -> Option:
        """Return an option that the generator picks."""
        return choice.options[int(self._random.random() * len(choice.options))]


class NoDice:
    """For actions without dice and choices: rolling or choosing raises."""

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Raises :class:`LookupError`."""
        raise LookupError(f"dice are needed: {roll.what}")

    def choose(self, choice: Choice, position: Position) -> Option:
        """Raises :class:`LookupError`."""
        raise LookupError(f"a choice is needed: {choice.what}")
