"""Industrial complexes: their upgrades, and where complexes and bases may stand."""

from __future__ import annotations

from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Unit, replace
from kb.engine.core.rules import (
    Breaches,
    Fact,
    Names,
    Number,
    NumberByUnit,
    OneUnit,
    Powers,
    Spaces,
    Units,
    forbids,
    happens,
    refuses,
)
from kb.engine.economy.mobilize import Mobilize
from kb.engine.economy.purchase import counted


def upgrades(play: Play, action: Mobilize) -> int:
    """How many of the units that are placed are upgrades."""
    return sum(number for unit, number in counted(action.units).items() if unit in play.fact("upgrades"))


def _worse(play: Play, territory: str, types: Names) -> list[Unit]:
    """The complexes of a territory that can be upgraded, which are of some types."""
    return [unit for unit in play.complexes(territory) if unit.type in types]


@forbids("No complex makes the {unit}.", "made-by-a-complex")
def upgrades_are_not_made(play: Play, unit: str, *, upgrades: Fact) -> bool:
    """An upgrade of a complex does not count among the units that the complex makes."""
    return unit in upgrades


@refuses("Complexes to be upgraded in {territory}: {there}, not {number}.", Mobilize)
def upgrades_need_a_complex(play: Play, action: Mobilize, *, upgraded_complexes: Fact) -> Breaches:
    """An upgrade needs a smaller complex in the territory."""
    number, there = upgrades(play, action), len(_worse(play, action.space, upgraded_complexes))
    if number > there:
        yield {"territory": action.space, "there": there, "number": number}


@happens("The complex in {space} is upgraded.", "mobilized")
def upgrades_make_complexes_better(
    play: Play, power: str, units: list[Unit], space: str, *, upgrades: Fact, upgraded_complexes: Fact, better_: OneUnit
) -> None:
    """An upgrade turns {upgraded_complexes:a} into {better:a}."""
    ordered = [unit for unit in units if unit.type in upgrades]
    (better,) = better_
    for order, old in zip(ordered, _worse(play, space, upgraded_complexes), strict=False):
        note = notes.UPGRADED.edit(old.type, space)
        new = replace(old, type=better)
        play.emit("complex-upgraded", note, *play.remove(order), *play.put(new), unit=new, space=space, power=power)


@happens("{power} is at war, and its complexes grow.", "war begun")
def complexes_grow_in_war(
    play: Play, power: str, on: str, *, powers: Powers, spaces: Spaces, smaller: Units, larger_: OneUnit
) -> None:
    """When {powers} is at war, its {smaller:one} in each of {spaces} becomes {larger:a}."""
    (larger,) = larger_
    for owner in {power, on} & {*powers}:
        for unit in [each for space in spaces for each in play.complexes(space)]:
            if unit.power == owner and unit.type in smaller:
                new = replace(unit, type=larger)
                play.emit("complex-upgraded", *play.put(new), unit=new, space=unit.at, power=owner)


# -- where complexes and bases may stand


@refuses("{space} is worth {value} IPCs, too little for a {unit}.", Mobilize)
def complexes_need_their_value(play: Play, action: Mobilize, *, least_values: NumberByUnit) -> Breaches:
    """A complex needs a territory of a certain value in IPCs ({<unit>})."""
    value = play.board.space(action.space).value or 0
    for unit in counted(action.units):
        if play.is_land(action.space) and value < least_values.get(unit, 0):
            yield {"space": action.space, "value": value, "unit": unit}


@refuses("{space} is an island.", Mobilize)
def no_complexes_on_islands(play: Play, action: Mobilize, *, complexes: Fact) -> Breaches:
    """No complex is built on an island."""
    new = [unit for unit in counted(action.units) if unit in complexes]
    if new and play.is_land(action.space) and play.board.is_island(action.space):
        yield {"space": action.space}


@refuses("{space} was not {power}'s at first.", Mobilize)
def some_complexes_need_original_land(play: Play, action: Mobilize, *, units: Units) -> Breaches:
    """These may be placed only in original territory of the power that buys them: {units:one}."""
    foreign = play.is_land(action.space) and play.board.space(action.space).owner != action.power
    if foreign and any(unit in units for unit in counted(action.units)):
        yield {"space": action.space, "power": action.power}


@forbids("No complex makes the {unit}.", "made-by-a-complex")
def bases_need_no_complex(play: Play, unit: str, *, units: Units) -> bool:
    """{units} may be built where there is no complex, and they do not count among the units that a complex makes."""
    return unit in units


@refuses("{space} would have {number} {unit:{number}}.", Mobilize)
def one_base_of_a_kind_a_territory(play: Play, action: Mobilize, *, units: Units, bases: Number) -> Breaches:
    """A territory has at most {bases} of each of these types: {units}."""
    there = [unit.type for unit in play.position.at(action.space)]
    for unit, new in counted(action.units).items():
        number = new + there.count(unit)
        if unit in units and number > bases:
            yield {"space": action.space, "number": number, "unit": unit}


@refuses("{space} has no coast for a {unit}.", Mobilize)
def naval_bases_need_a_coast(play: Play, action: Mobilize, *, units: Units) -> Breaches:
    """{units} are built only in territories that border a sea zone."""
    inland = not any(play.is_sea(near) for near in play.board.around(action.space))
    for unit in counted(action.units):
        if inland and unit in units:
            yield {"space": action.space, "unit": unit}


@happens("What is captured in {territory} is a smaller complex.", "captured")
def captured_complexes_become_smaller(
    play: Play, territory: str, by: str, was: str, holder: str, *, units: Units, smaller_: OneUnit
) -> None:
    """{units:a} that enemies capture becomes {smaller:a}. It keeps no more damage than {smaller:a} can have."""
    (smaller,) = smaller_
    large = [unit for unit in play.complexes(territory) if unit.type in units]
    if large and play.at_enmity(was, by):
        edits = play.put(*(_reduced(play, unit, smaller) for unit in large))
        play.emit("complex-reduced", *edits, territory=territory, units=large, power=holder)


def _reduced(play: Play, large: Unit, smaller: str) -> Unit:
    """A complex as one of a smaller type, with as much of its damage as that can have."""
    whole = replace(large, type=smaller, damage=0)
    return replace(whole, damage=play.ask("damage-of-a-strike", large.damage, complex=whole, territory=large.at))
