"""Advantages that a power uses by an action of its own: who may, how often, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from kb.engine.core import notes
from kb.engine.core.actions import Action
from kb.engine.core.play import Play
from kb.engine.core.points import MOMENTS, Point
from kb.engine.core.rules import Advantages, Breaches, Names, candidates, effect_of, happens, refuses, rule_name


@dataclass(frozen=True, slots=True)
class Invoke(Action):
    """Use a national advantage, with the units or spaces on which it is used."""

    name = "invoke"
    in_its_phase = False
    on_turn = False

    advantage: str
    units: tuple[int, ...] = ()
    spaces: tuple[str, ...] = ()


F = TypeVar("F", bound=Callable[..., object])
#: on how many units (one or more, or none) and on how many spaces an advantage is used, by its id
INVOKED: dict[str, tuple[int, int]] = {}


def invokes(says: str, units: int = 0, spaces: int = 0) -> Callable[[F], F]:
    """Register what using an advantage does, as a rule of the advantage's name at the moment of its use."""

    def take(function: F) -> F:
        advantage = rule_name(function)
        INVOKED[advantage] = (units, spaces)
        MOMENTS[f"use of {advantage}"] = Point(f"The advantage {advantage} is used.", ("action",))
        return happens(says, f"use of {advantage}")(function)

    return take


def invoked(action: Invoke, advantage: str) -> bool:
    """Whether an action uses an advantage, and says on what."""
    return action.advantage == advantage and complete(action)


def in_own_phase(play: Play, action: Invoke, phases: Names) -> bool:
    """Whether the power is on turn, in one of the phases."""
    return play.turn == action.power and play.phase in phases


def complete(action: Invoke) -> bool:
    """Whether an action names the units and spaces that its advantage is used on."""
    units, spaces = INVOKED.get(action.advantage, (0, 0))
    return bool(action.units or not units) and (not spaces or len(action.spaces) == spaces)


@refuses("It is not said what to use {advantage} on.", Invoke)
def advantages_are_used_on_something(play: Play, action: Invoke) -> Breaches:
    """A power that uses an advantage names the units or spaces that the advantage needs."""
    if not complete(action):
        yield {"advantage": action.advantage}


@refuses("{power} does not have {advantage}.", Invoke)
def advantages_have_to_be_in_play(play: Play, action: Invoke) -> Breaches:
    """A power uses only the advantages that it plays with."""
    if not play.has_advantage(action.power, action.advantage):
        yield {"power": action.power, "advantage": action.advantage}


@refuses("{advantage} has been used.", Invoke)
def advantages_used_once(play: Play, action: Invoke, *, advantages: Advantages) -> Breaches:
    """Each of these advantages is used once in a game: {advantages}."""
    once = action.advantage in advantages
    if once and notes.INVOKED.is_set(play.position, action.advantage):
        yield {"advantage": action.advantage}


@refuses("{unit} belongs to {owner}, not to {power}.", Invoke)
def advantages_use_ones_own_units(play: Play, action: Invoke) -> Breaches:
    """A power uses an advantage with its own units."""
    for unit in play.units(action.units):
        own = unit.power == action.power
        if not own and not play.holds(
            "lend-lease-takes-allied-units-in-original-land", unit=unit, power=action.power, advantage=action.advantage
        ):
            yield {"unit": unit, "owner": unit.power, "power": action.power}


@effect_of(Invoke)
def invoke(play: Play, action: Invoke) -> None:
    """Use the advantage."""
    play.emit("invoked", notes.INVOKED.edit(True, action.advantage), power=action.power, advantage=action.advantage)
    if complete(action):
        play.announce(f"use of {action.advantage}", action=action)


@candidates(Invoke)
def possible_invocations(play: Play, power: str) -> Iterator[Action]:
    """An advantage by itself, with one unit, or with one space that the power holds, as it needs."""
    for advantage in sorted(play.position.advantages.get(power, ())):
        units, spaces = INVOKED.get(advantage, (0, 2))
        if spaces <= 1:
            lands = sorted(land for land, holder in play.position.holders.items() if holder == power)
            for unit in play.position.units if units else (0,):
                for land in lands if spaces else ("",):
                    yield Invoke(power, advantage, (unit,) if units else (), (land,) if spaces else ())
