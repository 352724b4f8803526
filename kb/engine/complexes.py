"""Complexes and bases: upgrades, the territories that may have them, and units that a power receives without paying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb.engine.core import notes
from kb.engine.core.actions import tells
from kb.engine.core.parameters import (
    NO_NUMBERS,
    Breaches,
    Fact,
    IsBreach,
    Names,
    Number,
    NumberByBoard,
    NumberByUnit,
    OneUnit,
    Powers,
    Spaces,
    Units,
)
from kb.engine.core.picks import Kind, Pick
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit, replace
from kb.engine.core.rules import forbids, happens, holds, refuses
from kb.engine.mobilize import Mobilize
from kb.engine.purchase import counted
from kb.engine.units import pick_any


def upgrades(play: Play, action: Mobilize) -> int:
    """Return how many of the units that the action places are upgrades of complexes."""
    return sum(number for unit, number in counted(action.units).items() if unit in play.fact("upgrades"))


def _upgradable(play: Play, territory: str, types: Names) -> list[Unit]:
    """Return the complexes of the ``types`` that can be upgraded in a territory."""
    return [unit for unit in play.complexes(territory) if unit.type in types]


@forbids("No complex makes the {unit}.", "made-by-a-complex")
def upgrades_are_not_made(play: Play, unit: str, *, upgrades: Fact) -> bool:
    """{upgrades:a} does not count among the units that the complex makes."""
    return unit in upgrades


@refuses("Complexes to be upgraded in {territory}: {there}, not {number}.", Mobilize)
def upgrades_need_a_complex(play: Play, action: Mobilize, *, upgraded_complexes: Fact) -> Breaches:
    """An upgrade needs {upgraded_complexes:a} in the territory."""
    number, there = upgrades(play, action), len(_upgradable(play, action.space, upgraded_complexes))
    if number > there:
        yield {"territory": action.space, "there": there, "number": number}


@refuses("{unit} in {territory} is damaged and cannot be upgraded.", Mobilize)
def damaged_complexes_are_not_upgraded(play: Play, action: Mobilize, *, upgraded_complexes: Fact) -> Breaches:
    """{upgraded_complexes:a} with damage markers has to be repaired before it is upgraded."""
    worse = _upgradable(play, action.space, upgraded_complexes)
    if upgrades(play, action) and worse and all(unit.damage for unit in worse):
        yield {"unit": worse[0], "territory": action.space}


@tells(complex_upgraded="In {space} there is now {unit}")
@happens("The complex in {space} is upgraded.", "mobilized")
def upgrades_make_complexes_better(
    play: Play, power: str, units: list[Unit], space: str, *, upgrades: Fact, upgraded_complexes: Fact, better_: OneUnit
) -> None:
    """{upgrades:a} costs {upgrades:cost} and turns {upgraded_complexes:a} into {better:a}."""
    ordered = [unit for unit in units if unit.type in upgrades]
    (better,) = better_
    for order, old in zip(ordered, _upgradable(play, space, upgraded_complexes), strict=False):
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


@tells(facilities_removed="Removed in {territory}: {units}")
@happens("{holder} keeps no complex in {territory}.", "captured", powers="holder")
def some_powers_keep_no_complexes(play: Play, territory: str) -> None:
    """An industrial complex in land that comes to {powers} is removed."""
    if gone := play.complexes(territory):
        play.emit("facilities-removed", *play.remove(*gone), units=gone, territory=territory)


# -- the territories that may have complexes and bases


@refuses("{space} is worth {value} IPCs, too little for a {unit}.", Mobilize)
def complexes_need_their_value(play: Play, action: Mobilize, *, least_values: NumberByUnit) -> Breaches:
    """A complex needs a territory of a certain value in IPCs ({<unit>})."""
    value = play.board.space(action.space).value or 0
    for unit in counted(action.units):
        if play.is_land(action.space) and value < least_values.get(unit, 0):
            yield {"space": action.space, "value": value, "unit": unit}


@refuses("{space} is an island.", Mobilize)
def no_complexes_on_islands(play: Play, action: Mobilize, *, complexes: Fact) -> IsBreach:
    """No {complexes:one} is built on an island."""
    new = [unit for unit in counted(action.units) if unit in complexes]
    return bool(new) and play.is_land(action.space) and play.board.is_island(action.space)


@refuses("{space} is not original territory of {power}.", Mobilize)
def some_complexes_need_original_land(play: Play, action: Mobilize, *, units: Units) -> IsBreach:
    """These may be placed only in original territory of the power that buys them: {units:one}."""
    foreign = play.is_land(action.space) and play.board.space(action.space).owner != action.power
    return foreign and any(unit in units for unit in counted(action.units))


@forbids("No complex makes the {unit}.", "made-by-a-complex", units="unit")
def bases_need_no_complex(play: Play) -> bool:
    """{units} may be built where there is no complex, and they do not count among the units that a complex makes."""
    return True


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


@tells(complex_reduced="What was taken in {territory} is now a smaller complex")
@happens("The complex captured in {territory} becomes a smaller one.", "captured")
def captured_complexes_become_smaller(
    play: Play, territory: str, by: str, was: str, holder: str, *, units: Units, smaller_: OneUnit
) -> None:
    """{units:a} that enemies capture becomes {smaller:a}. It keeps no more damage than {smaller:a} can have."""
    (smaller,) = smaller_
    large = [unit for unit in play.complexes(territory) if unit.type in units]
    if large and play.at_enmity(was, by):
        whole = [replace(unit, type=smaller, damage=0) for unit in large]
        left = [
            play.ask("damage-of-a-strike", unit.damage, complex=new, territory=territory)
            for unit, new in zip(large, whole, strict=True)
        ]
        edits = play.put(*(replace(new, damage=damage) for new, damage in zip(whole, left, strict=True)))
        play.emit("complex-reduced", *edits, territory=territory, units=large, power=holder)


# -- reinforcements: units that a power receives without paying and without a complex: for its land, from friends


@tells(reinforced="{power} receives {units} for {territories} territories")
@happens("{power} receives units for the land it controls.", "start of purchase-units", powers="power")
def land_raises_infantry(play: Play, power: str, *, units_: Units, territories: Number) -> None:
    """{powers} receives one {units:one} for every {territories:territory} that it controls. An odd territory left
    over gives nothing."""
    held = sum(holder == power for holder in play.position.holders.values())
    number = held // territories
    waiting = play.position.bought
    if number:
        units = dict.fromkeys(units_, number)
        edits = [("bought", (power, unit), waiting.get((power, unit), 0) + number) for unit in units]
        play.emit("reinforced", *edits, power=power, units=units, territories=held)


@forbids("{unit} of {power} needs no complex.", "made-by-a-complex", powers="power", units="unit")
def reinforcements_need_no_complex(play: Play) -> bool:
    """{powers} places {units} without a complex."""
    return True


@holds("{power} may use {territory} at once.", powers="power")
def reinforcements_come_to_captured_land(play: Play) -> bool:
    """{powers} may place new units even in land that it captured this turn."""
    return True


@refuses("{space} is not original territory of {power}.", Mobilize, powers="action")
def reinforcements_come_to_original_land(play: Play, action: Mobilize) -> IsBreach:
    """{powers} places new units only in its original territories."""
    return play.board.space(action.space).owner != action.power


@refuses("{space} already had {number} units of {power}, too many for another.", Mobilize, powers="action")
def no_reinforcements_where_many_stand(play: Play, action: Mobilize, *, units: Number) -> Breaches:
    """{powers} places no new unit in a territory where {units} or more of its units already stood before this
    placement."""
    if not counted(action.units):
        return
    own = [unit for unit in play.position.at(action.space) if unit.power == action.power]
    number = sum(not unit.has(Mark.MOBILIZED) for unit in own)
    if number >= units:
        yield {"space": action.space, "number": number, "power": action.power}


@happens("{power} receives units for nothing.", "start of mobilize-units", powers="power")
def free_units_appear_in_war(
    play: Play, power: str, *, units: Units, spaces: Spaces, numbers: NumberByBoard = NO_NUMBERS
) -> None:
    """While {powers} is at war and holds {spaces}, it receives free {units} there (number by map: {<board>})."""
    if not play.at_war_with(power):
        return
    for space in spaces:
        if play.holder(space) == power:
            _put_new_units(play, power, space, _repeated(play, units, numbers))


@tells(first_liberation="{territory} is free for the first time")
@happens("{holder} is free again.", "captured")
def the_first_liberation_raises_units(
    play: Play,
    territory: str,
    was: str,
    holder: str,
    *,
    powers: Powers,
    units: Units,
    spaces: Spaces,
    ipcs: Number | None = None,
    numbers: NumberByBoard = NO_NUMBERS,
) -> None:
    """The first time that {spaces} is freed, {powers} receives free units there[ worth {ipcs:IPC}, as it chooses][:
    {units}][ (number by map: {<board>})]."""
    meant = territory in spaces and holder in powers
    if meant and not notes.LIBERATED.is_set(play.position, territory) and play.at_enmity(was, holder):
        play.emit("first-liberation", notes.LIBERATED.edit(True, territory), power=holder, territory=territory)
        if ipcs is None:
            raised = _repeated(play, units, numbers)
        else:  # the power chooses units for the IPCs at the printed prices, so that no further unit would fit
            prices = [(kind, play.board.unit(kind).cost or 0) for kind in units]
            least = min(price for _, price in prices)
            fitting = [some for some, left in _affordable(holder, prices, ipcs) if left < least]
            chosen = play.choose(holder, "free-units", territory, fitting)
            raised = [kind.called for _, kind, number in chosen for _ in range(number)]
        _put_new_units(play, holder, territory, raised)


def _repeated(play: Play, types: Names, numbers: Mapping[str, int]) -> list[str]:
    """Return each of the types as many times as ``numbers`` says for the board, by its id; none if the board is not in
    ``numbers``."""
    return [kind for kind in types for _ in range(numbers.get(play.board.id, 0))]


def _put_new_units(play: Play, power: str, space: str, raised: Sequence[str]) -> None:
    """Put new units of the types in ``raised`` into a space; they do not count as mobilized in this turn."""
    new = [Unit(each, kind, power, space) for each, kind in enumerate(raised, play.next_id())]
    if new:
        play.emit("raised", *play.put(*new), power=power, units=new, space=space)


def _affordable(power: str, prices: Sequence[tuple[str, int]], ipcs: int) -> Iterator[tuple[Pick, int]]:
    """Yield every combination of units that ``ipcs`` can buy at ``prices`` by type, with the IPCs that are left."""
    if not prices:
        yield (), ipcs
        return
    (kind, price), *others = prices
    for number in range(ipcs // price, -1, -1):
        own = ((power, Kind(kind), number),) if number else ()
        for more, left in _affordable(power, others, ipcs - number * price):
            yield (*own, *more), left


# -- units that a power takes over from its friends


@happens("{power} may take over units of its friends.", "end of noncombat-move", powers="power")
def allied_units_are_taken_over(play: Play, power: str) -> None:
    """After its noncombat move {powers} may make units of its friends its own."""
    friends = [u for u in play.position.units.values() if u.power != power and play.allied(u.power, power)]
    spaces = dict.fromkeys(unit.at for unit in friends)
    open_to = {
        space
        for space in spaces
        if not play.holds("allied-units-are-taken-over-at-own-complexes", space=space, power=power)
    }
    groups: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in friends:
        if unit.at in open_to:
            groups.setdefault((unit.at, unit.power, unit.type), []).append(unit)
    for (space, _, _), units in sorted(groups.items()):
        if taken := pick_any(play, power, "takeover", space, units):
            new = play.put(*(replace(unit, power=power) for unit in taken))
            play.emit("handed-over", *new, units=taken, power=power)


@holds("{space} has no complex of {power} from the start.")
def allied_units_are_taken_over_at_own_complexes(play: Play, space: str, power: str, *, units: Units) -> IsBreach:
    """A power may take over units only on its original land with {units:a} that was there from the start. Ships are
    never taken over."""
    built = any(each.type in units and each.power == power for each in play.position.at(space))
    return not built or play.board.space(space).owner != power
