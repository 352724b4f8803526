"""Which units are asked about: those of a power, of a type, in a space; equal ones are one stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kb.engine import questions
from kb.engine.board.powers import obeys
from kb.engine.board.printed import is_kind
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.table import DAMAGED
from kb.engine.units.kinds import equal_units
from kb.games.board_model import UnitKind
from kb.scenarios.acts.verb import Context, Unplayable, choose_units
from kb.scenarios.language.options import rows_of, totals
from kb.scenarios.language.scenario import Act
from kb.wording.english import listed


@dataclass(frozen=True, slots=True)
class Stack:
    """Units that are equal, of which ``number`` are to do something, for a power."""

    power: str
    units: tuple[Unit, ...]
    number: int = 1

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of those that are to do something."""
        return tuple(unit.id for unit in self.units[: self.number])

    def of(self, number: int) -> tuple[int, ...]:
        """The ids of so many of them."""
        return tuple(unit.id for unit in self.units[:number])


@dataclass(frozen=True, slots=True)
class Meant:
    """What is asked about: the powers that act, the units, and the space; ``together`` where units of several stacks
    are named that stand in one space. Nothing is ``named`` where the question is what a power may do at all."""

    powers: tuple[str, ...]
    stacks: tuple[Stack, ...]
    at: str = ""
    named: bool = False
    together: bool = False

    @property
    def everything(self) -> bool:
        """Whether neither units nor a space are named."""
        return not self.named and not self.at

    @property
    def ids(self) -> frozenset[int]:
        """The ids of all units of the stacks."""
        return frozenset(unit.id for stack in self.stacks for unit in stack.units)

    @property
    def places(self) -> frozenset[str]:
        """The space that is named, and where the units stand."""
        return frozenset({self.at, *(unit.at for stack in self.stacks for unit in stack.units)} - {""})


def meant(play: Play, context: Context, what: Mapping[str, Any]) -> Meant:
    """What the keys ``power``, ``at`` and ``units`` of a request mean in a position; each may be missing.

    Where no power is named those on turn are meant, and those that fight in a battle that waits. Raises
    :class:`Unplayable` where units that are named are not there.
    """
    power, at, units = what.get("power", ""), what.get("at", ""), what.get("units")
    battle = play.position.battle
    fighting = [unit.power for unit in play.units(battle.units)] if battle else []
    powers = (power,) if power else tuple(dict.fromkeys((*play.players, *fighting)))
    if not units:
        return Meant(powers, tuple(_all(play, powers, at)), at)
    who = powers[0]
    if at:
        try:
            ids = choose_units(Act("", None), context, who, units, at)
        except Unplayable:
            if _are_too_few(play, who, units, at):
                raise
        else:
            stacks = tuple(_stacks(play, who, play.units(ids), len(ids)))
            return Meant(powers, tuple(grown(play, each) for each in stacks), at, True, len(stacks) > 1)
    found = tuple(_of_types(play, who, units, at))
    if not found:
        named = listed(f"{kind} of {owner}" for owner, kind in totals(rows_of(units, who)))
        raise Unplayable(f"there is no {named} on the board", "say which units stand where under 'spaces'")
    return Meant(powers, found, at, True)


def _are_too_few(play: Play, power: str, units: Mapping[str, Any], at: str) -> bool:
    """Whether fewer units are in a space than are named."""
    there = Counter((unit.power, unit.type) for unit in play.position.at(at))
    wanted = totals(rows_of(units, power)).items()
    return any(there[owner, called.removeprefix(DAMAGED)] < number for (owner, called), number in wanted)


def _all(play: Play, powers: tuple[str, ...], at: str) -> Iterator[Stack]:
    """The units of powers, one of each stack to do something, facilities only where a rule lets them move."""
    here = play.position.at(at) if at else play.position.units.values()
    for power in powers:
        own = [unit for unit in here if obeys(play, unit, power) and _may_act(play, unit)]
        yield from _stacks(play, power, own, 1)


def _may_act(play: Play, unit: Unit) -> bool:
    stays = is_kind(play, unit, UnitKind.FACILITY)
    return not stays or play.ask(questions.facility_moves, unit=unit, route=(unit.at,))


def _stacks(play: Play, power: str, units: list[Unit], number: int) -> Iterator[Stack]:
    """Units in stacks of equal ones, space by space, of each at most so many to do something."""
    by_space: dict[str, list[Unit]] = {}
    for unit in units:
        by_space.setdefault(unit.at, []).append(unit)
    for here in by_space.values():
        for equal in equal_units(play, here).values():
            acts = power if obeys(play, equal[0], power) else equal[0].power
            yield Stack(acts, tuple(equal), min(number, len(equal)))


def grown(play: Play, stack: Stack) -> Stack:
    """A stack with all that are equal to it where it stands."""
    there = equal_units(play, play.position.at(stack.units[0].at))
    whole = next(equal for equal in there.values() if stack.units[0] in equal)
    others = tuple(unit for unit in whole if unit not in stack.units)
    return Stack(stack.power, (*stack.units, *others), len(stack.units))


def _of_types(play: Play, power: str, units: Mapping[str, Any], at: str) -> Iterator[Stack]:
    """All units of the types that are named, wherever they stand, or in one space."""
    here = play.position.at(at) if at else list(play.position.units.values())
    for (owner, called), number in totals(rows_of(units, power)).items():
        kind = called.removeprefix(DAMAGED)
        yield from _stacks(play, power, [unit for unit in here if (unit.power, unit.type) == (owner, kind)], number)
