"""Upgrades of industrial complexes, and where complexes and bases may stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine import terms
from kb.engine.actions import Mobilize
from kb.engine.economy.complexes import complexes
from kb.engine.economy.purchase import counted
from kb.engine.play import Play
from kb.engine.position import Unit
from kb.engine.registry import answers, happens, refuses
from kb.engine.values import replace

_RULE = "upgrades-make-complexes-better"


def upgrades(play: Play, action: Mobilize) -> int:
    """How many of the units that are placed are upgrades."""
    return sum(number for unit, number in counted(action.units).items() if unit in play.names(_RULE, "units"))


def _worse(play: Play, territory: str) -> list[Unit]:
    """The complexes of a territory that can be upgraded."""
    return [unit for unit in complexes(play, territory) if unit.type in play.names(_RULE, "worse")]


@answers("upgrades-are-not-made", "No complex makes the {unit}.", "made-by-a-complex")
def upgrades_are_not_made(play: Play, answer: bool, unit: str, power: str) -> bool:
    """An upgrade is none of the units that a complex makes. Source in Europe 1940: e40-mob-2."""
    return answer and unit not in play.names(_RULE, "units")


@refuses(
    "upgrades-need-a-complex", "There are {there} complexes to be upgraded in {territory}, not {number}.", Mobilize
)
def upgrades_need_a_complex(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """What is upgraded is a smaller complex that is there. Source in Europe 1940: e40/p5-mobilize."""
    number, there = upgrades(play, action), len(_worse(play, action.space))
    if number > there:
        yield {"territory": action.space, "there": there, "number": number}


@happens(_RULE, "The complex in {space} is upgraded.", "mobilized")
def upgrades_make_complexes_better(play: Play, power: str, units: list[Unit], space: str) -> None:
    """An upgrade puts a larger complex in the place of a smaller one. Source in Europe 1940: e40/p5-mobilize."""
    ordered = [unit for unit in units if unit.type in play.names(_RULE, "units")]
    (better,) = play.names(_RULE, "better")
    for order, old in zip(ordered, _worse(play, space), strict=False):
        note = ("turn_notes", ("upgraded", space), old.type)
        new = replace(old, type=better)
        play.happen("complex-upgraded", note, *play.remove(order), *play.put(new), unit=new, space=space, power=power)


@happens("complexes-grow-in-war", "{power} is at war, and its complexes grow.", "war begun")
def complexes_grow_in_war(play: Play, power: str, on: str) -> None:
    """Certain complexes of a power that begins neutral become larger when it is at war.

    Source in Global 1940 (2012): e40/g-pol-us.
    """
    rule = "complexes-grow-in-war"
    (larger,) = play.names(rule, "larger")
    for owner in {power, on} & {*play.names(rule, "powers")}:
        for unit in [each for space in play.names(rule, "spaces") for each in complexes(play, space)]:
            if unit.power == owner and unit.type in play.names(rule, "smaller"):
                new = replace(unit, type=larger)
                play.happen("complex-upgraded", *play.put(new), unit=new, space=unit.at, power=owner)


# -- where complexes and bases may stand


@refuses("complexes-need-their-value", "{space} is worth {value} IPCs, too little for a {unit}.", Mobilize)
def complexes_need_their_value(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """Each type of complex needs a territory of a certain value. Source in Europe 1940: e40/facilities."""
    needed = play.rules.given("complexes-need-their-value")
    value = play.board.space(action.space).value or 0
    for unit in counted(action.units):
        if terms.is_land(play, action.space) and value < needed.get(unit, 0):
            yield {"space": action.space, "value": value, "unit": unit}


@refuses("no-complexes-on-islands", "{space} is an island.", Mobilize)
def no_complexes_on_islands(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """No complex is built on an island. Source in Europe 1940: e40/facilities."""
    new = [unit for unit in counted(action.units) if unit in play.names("complex-needed", "units")]
    if new and terms.is_land(play, action.space) and play.board.is_island(action.space):
        yield {"space": action.space}


@refuses("some-complexes-need-original-land", "{space} was not {power}'s at first.", Mobilize)
def some_complexes_need_original_land(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """Certain complexes are built, or upgraded to, only in land that is a power's own.

    Source in Europe 1940: e40/facilities.
    """
    kinds = play.names("some-complexes-need-original-land", "units")
    foreign = terms.is_land(play, action.space) and play.board.space(action.space).owner != action.power
    if foreign and any(unit in kinds for unit in counted(action.units)):
        yield {"space": action.space, "power": action.power}


@answers("bases-need-no-complex", "No complex makes the {unit}.", "made-by-a-complex")
def bases_need_no_complex(play: Play, answer: bool, unit: str, power: str) -> bool:
    """A base is none of the units that a complex makes, and is built where there is none.

    Source in Europe 1940: e40/facilities.
    """
    return answer and unit not in play.names("bases-need-no-complex", "units")


@refuses("one-base-of-a-kind-a-territory", "{space} would have {number} of {unit}.", Mobilize)
def one_base_of_a_kind_a_territory(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """No territory has two bases of the same kind. Source in Europe 1940: e40/facilities."""
    rule = "one-base-of-a-kind-a-territory"
    there = [unit.type for unit in play.position.at(action.space)]
    for unit, new in counted(action.units).items():
        number = new + there.count(unit)
        if unit in play.names(rule, "units") and number > play.number(rule, "bases"):
            yield {"space": action.space, "number": number, "unit": unit}


@refuses("naval-bases-need-a-coast", "{space} has no coast for a {unit}.", Mobilize)
def naval_bases_need_a_coast(play: Play, action: Mobilize) -> Iterator[dict[str, Any]]:
    """A naval base is built where a sea zone borders the territory. Source in Europe 1940: e40/facilities."""
    inland = not any(terms.is_sea(play, near) for near in play.board.around(action.space))
    for unit in counted(action.units):
        if inland and unit in play.names("naval-bases-need-a-coast", "units"):
            yield {"space": action.space, "unit": unit}


@happens("captured-complexes-become-smaller", "What is captured in {territory} is a smaller complex.", "captured")
def captured_complexes_become_smaller(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    """A large complex becomes a small one when enemies capture it, with what damage that can bear.

    Source in Europe 1940: e40/facilities.
    """
    rule = "captured-complexes-become-smaller"
    (smaller,) = play.names(rule, "smaller")
    large = [unit for unit in complexes(play, territory) if unit.type in play.names(rule, "units")]
    if large and terms.at_enmity(play, was, by):
        edits = play.put(*(_reduced(play, unit, smaller) for unit in large))
        play.happen("complex-reduced", *edits, territory=territory, units=large, power=holder)


def _reduced(play: Play, large: Unit, smaller: str) -> Unit:
    """A complex as one of a smaller type, with as much of its damage as that can have."""
    whole = replace(large, type=smaller, damage=0)
    return replace(whole, damage=play.ask("damage-of-a-strike", large.damage, complex=whole, territory=large.at))
