"""Positions: units, holders, treasuries and the turn. A position is a value.

A position never changes: :meth:`Position.after` returns the next one. A change is a list of
edits, which its event carries, so that replaying the events leads to the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Mark(StrEnum):
    """Something that a unit has done, or that was done to it, in this turn."""

    COMBAT_MOVED = "combat-moved"
    NONCOMBAT_MOVED = "noncombat-moved"
    FOUGHT = "fought"
    RETREATED = "retreated"
    SUBMERGED = "submerged"
    LOADED = "loaded"
    OFFLOADED = "offloaded"
    LANDED = "landed"
    CAPTURED = "captured"
    LAUNCHED_ROCKET = "launched-rocket"
    BOMBARDED = "bombarded"
    RAIDED = "raided"
    INTERCEPTED = "intercepted"
    SCRAMBLED = "scrambled"
    MOBILIZED = "mobilized"
    AIRBORNE = "airborne"
    GOES_ON = "goes-on"


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. ``aboard`` is the id of the ship it is on, 0 for none; ``spent`` are movement points.

    ``came`` are the spaces it left this turn, in order; ``bound`` is the territory an assault is
    declared against (cargo) or the one it was offloaded into (a transport). ``name`` is its owner's name for it.
    """

    id: int
    type: str
    power: str
    at: str
    damage: int = 0
    spent: int = 0
    aboard: int = 0
    came: tuple[str, ...] = ()
    bound: str = ""
    marks: frozenset[Mark] = frozenset()
    name: str = ""

    def has(self, mark: Mark) -> bool:
        """Return whether the unit has a mark."""
        return mark in self.marks

    @property
    def surfaced(self) -> bool:
        """Whether the unit is not submerged."""
        return Mark.SUBMERGED not in self.marks

    def marked(self, *marks: Mark, **changes: object) -> Unit:
        """Return the unit with more marks, and with other fields changed."""
        return replace(self, marks=self.marks.union(marks), **changes)

    def unmarked(self, *marks: Mark, **changes: object) -> Unit:
        """Return the unit without the given marks, and with other fields changed."""
        return replace(self, marks=self.marks.difference(marks), **changes)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that is being fought: who takes part, and how far its cycle of combat has come.

    ``step`` is the one at which it waits for a decision, empty before the first of a cycle. ``marked`` are the
    casualties that are still on the board, ``fired`` the units that fired in this cycle, and ``pending`` the units
    with hits whose victims have not been picked yet. ``began`` is how many units of each type the attacker had at
    first, and ``came`` where his land and sea units came from. ``decides`` is whether it waits for decisions even if
    no unit can hit another.
    """

    space: str
    attacker: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    round: int = 1
    step: str = ""
    marked: frozenset[int] = frozenset()
    fired: frozenset[int] = frozenset()
    pending: tuple[tuple[int, int], ...] = ()
    began: tuple[tuple[str, int], ...] = ()
    came: tuple[str, ...] = ()
    amphibious: bool = False
    decides: bool = False

    @property
    def units(self) -> tuple[int, ...]:
        """All units of the battle, attackers first."""
        return self.attackers + self.defenders


@dataclass(frozen=True, slots=True)
class Clock:
    """The round, the power whose turn it is, and the phase of that turn."""

    round: int
    turn: str
    phase: str


def account(power: str, economy: str = "") -> str:
    """Return the key of the treasury of a power, or of one of its economies if it has several.

    >>> account("germany"), account("united-kingdom", "pacific")
    ('germany', 'united-kingdom/pacific')
    """
    return f"{power}/{economy}" if economy else power


#: (field of the position, key in it or None for the whole field, value; None takes the key away)
Edit = tuple[str, object, object]

#: values by name, such as units, spaces, powers and numbers, from which the sentence of an event is made.
#: Each sentence knows the types of its own.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its name, the facts a sentence about it needs, and all it changed."""

    name: str
    facts: Facts
    edits: tuple[Edit, ...] = ()


#: how a war began that existed before the game
OLD_WAR = "old"
#: how a war that was declared began: in answer to an act of the other power, or without one
PROVOKED, UNPROVOKED = "provoked", "unprovoked"
#: every way in which a war can have begun
HOW_WARS_BEGAN = (OLD_WAR, PROVOKED, UNPROVOKED)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on which the legality and the results of actions depend.

    ``treasuries`` and ``bought`` go by accounts (:func:`account`); ``researchers`` are kept by powers from turn
    to turn; ``bought`` are units that wait in the mobilization zone, by power and unit; ``turn_notes`` are remembered
    until the turn ends, ``game_notes`` longer; ``options`` are the optional rules that the table plays with; ``wars``
    are those that were declared or are on from the start: who made war on whom, and how.
    """

    clock: Clock
    units: Mapping[int, Unit] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)
    treasuries: Mapping[str, int] = field(default_factory=dict)
    technologies: Mapping[str, frozenset[str]] = field(default_factory=dict)
    advantages: Mapping[str, frozenset[str]] = field(default_factory=dict)
    researchers: Mapping[str, int] = field(default_factory=dict)
    bought: Mapping[tuple[str, str], int] = field(default_factory=dict)
    turn_notes: Mapping[tuple[str, ...], object] = field(default_factory=dict)
    game_notes: Mapping[tuple[str, ...], object] = field(default_factory=dict)
    battle: Battle | None = None
    options: frozenset[str] = frozenset()
    wars: Mapping[tuple[str, str], str] = field(default_factory=dict)
    #: the position in which the turn began; None if it is not known, see :meth:`kb.engine.core.play.Play.keep_start`
    began: Position | None = field(default=None, repr=False, compare=False)
    #: the ids of the units in each space, in order; made at first use and carried over to the next position
    _here: dict[str, tuple[int, ...]] | None = field(default=None, init=False, repr=False, compare=False)
    #: the units aboard others in a space, by the unit that carries them; made for a space at first use
    _cargo: dict[str, dict[int, list[Unit]]] | None = field(default=None, init=False, repr=False, compare=False)

    def _index(self) -> dict[str, tuple[int, ...]]:
        """Return the ids of the units in each space, in order, which are computed at first use."""
        here = self._here
        if here is None:
            here = {}
            for unit in self.units.values():
                here[unit.at] = (*here.get(unit.at, ()), unit.id)
            object.__setattr__(self, "_here", here)
        return here

    def at(self, space: str) -> list[Unit]:
        """Return the units in a space, also those aboard ships and submerged ones, in the order of their ids."""
        return [self.units[unit] for unit in (self._here or self._index()).get(space, ())]

    def aboard(self, ship: Unit) -> list[Unit]:
        """Return the units aboard a ship."""
        if self._cargo is None:
            object.__setattr__(self, "_cargo", {})
        cargo = cast("dict[str, dict[int, list[Unit]]]", self._cargo)
        if ship.at not in cargo:
            by_ship = cargo[ship.at] = {}
            for unit in self.at(ship.at):
                if unit.aboard:
                    by_ship.setdefault(unit.aboard, []).append(unit)
        return [*cargo[ship.at].get(ship.id, ())]

    def after(self, edits: Iterable[Edit]) -> Position:
        """Return the position with the edits made, in order."""
        changed: dict[str, Any] = {}  # by field: each has its own type
        here, edited = self._here, set[int]()
        for name, key, value in edits:
            if key is None:
                changed[name] = value
                continue
            if name not in changed:
                changed[name] = dict(getattr(self, name))
            if name == "units":
                edited.add(cast(int, key))
            if value is None:
                changed[name].pop(key, None)
            else:
                changed[name][key] = value
        if not changed:
            return self
        after = replace(self, **changed)
        if here is not None and edited:
            here = _index_after(here, self.units, after.units, edited)
        object.__setattr__(after, "_here", here)
        return after

    def replayed(self, events: Iterable[Event]) -> Position:
        """Return the position after the events, in order."""
        position = self
        for event in events:
            position = position.after(event.edits)
        return position


def _index_after(
    here: dict[str, tuple[int, ...]], before: Mapping[int, Unit], after: Mapping[int, Unit], edited: Iterable[int]
) -> dict[str, tuple[int, ...]]:
    """Return the ids of units by space after edits of the units ``edited``; ``here`` are the ids before the edits."""
    gone: dict[str, set[int]] = {}
    come: dict[str, list[int]] = {}
    for unit in edited:
        old, new = (units[unit].at if unit in units else "" for units in (before, after))
        if old != new:
            gone.setdefault(old, set()).add(unit)
            come.setdefault(new, []).append(unit)
    changed = {
        space: tuple(
            sorted((*(id for id in here.get(space, ()) if id not in gone.get(space, ())), *come.get(space, ())))
        )
        for space in (gone.keys() | come.keys()) - {""}
    }
    return {**here, **changed} if changed else here


# -- a value with some fields changed


V = TypeVar("V", bound="DataclassInstance")


@cache
def _layout(kind: type[DataclassInstance]) -> tuple[dict[str, int], Callable[[object], tuple[object, ...]]]:
    """Return the index of each field among the parameters of ``kind``, and a function that reads all fields."""
    names = [field.name for field in fields(kind) if field.init]
    return {name: place for place, name in enumerate(names)}, attrgetter(*names)


def replace(value: V, **changes: object) -> V:
    """Return a copy of a dataclass of two or more fields with some of them changed. Equals :func:`dataclasses.replace`,
    in half the time: playing a case makes some ten thousand values."""
    kind = type(value)
    places, read = _layout(kind)
    given = list(read(value))
    for name, new in changes.items():
        given[places[name]] = new
    return cast("Callable[..., V]", kind)(*given)
