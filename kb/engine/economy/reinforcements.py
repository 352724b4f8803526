"""Reinforcements: units that a power receives without paying and without a complex: for its land, from friends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit, replace
from kb.engine.core.rules import (
    NO_NUMBERS,
    Breaches,
    Names,
    Number,
    NumberByBoard,
    Powers,
    Spaces,
    Units,
    forbids,
    happens,
    holds,
    refuses,
)
from kb.engine.core.table import Kind, Pick
from kb.engine.economy.mobilize import Mobilize
from kb.engine.economy.purchase import counted
from kb.engine.units.losses import pick_any


@happens("{power} receives units for the land it controls.", "start of purchase-units")
def land_raises_infantry(play: Play, power: str, *, powers: Powers, units_: Units, territories: Number) -> None:
    """{powers} receives one {units:one} for every {territories:territory} that it controls. An odd territory left
    over gives nothing."""
    if power not in powers:
        return
    held = sum(holder == power for holder in play.position.holders.values())
    number = held // territories
    waiting = play.position.bought
    if number:
        units = dict.fromkeys(units_, number)
        edits = [("bought", (power, unit), waiting.get((power, unit), 0) + number) for unit in units]
        play.emit("reinforced", *edits, power=power, units=units, territories=held)


@forbids("{unit} of {power} needs no complex.", "made-by-a-complex")
def reinforcements_need_no_complex(play: Play, unit: str, power: str, *, powers: Powers, units: Units) -> bool:
    """{powers} places {units} without a complex."""
    return power in powers and unit in units


@holds("{power} may use {territory} at once.")
def reinforcements_come_to_captured_land(play: Play, power: str, *, powers: Powers) -> bool:
    """{powers} may place new units even in land that it captured this turn."""
    return power in powers


@refuses("{space} had {number} units of {power} before.", Mobilize)
def no_reinforcements_where_many_stand(play: Play, action: Mobilize, *, powers: Powers, units: Number) -> Breaches:
    """{powers} places no new unit in a territory where {units} or more of its units already stood before this
    placement."""
    if action.power not in powers or not counted(action.units):
        return
    own = [unit for unit in play.position.at(action.space) if unit.power == action.power]
    number = sum(not unit.has(Mark.MOBILIZED) for unit in own)
    if number >= units:
        yield {"space": action.space, "number": number, "power": action.power}


@happens("{power} receives units for nothing.", "start of mobilize-units")
def free_units_appear_in_war(
    play: Play, power: str, *, powers: Powers, units: Units, spaces: Spaces, numbers: NumberByBoard = NO_NUMBERS
) -> None:
    """While {powers} is at war and holds {spaces}, it receives free {units} there (number by map: {<board>})."""
    if power not in powers or not play.at_war_with(power):
        return
    for space in spaces:
        if play.holder(space) == power:
            _raise(play, power, space, _so_many(play, units, numbers))


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
    """The first time that {spaces} is freed, {powers} receives free units there[ worth {ipcs:IPC}, of the types it
    chooses][: {units} (number by map: {<board>})]."""
    meant = territory in spaces and holder in powers
    if meant and not notes.LIBERATED.is_set(play.position, territory) and play.at_enmity(was, holder):
        play.emit("first-liberation", notes.LIBERATED.edit(True, territory), power=holder, territory=territory)
        if ipcs is None:
            raised = _so_many(play, units, numbers)
        else:  # the power chooses what it has for so many IPCs, at the printed prices: no other unit would fit
            prices = [(kind, play.board.unit(kind).cost or 0) for kind in units]
            least = min(price for _, price in prices)
            fitting = [some for some, left in _affordable(holder, prices, ipcs) if left < least]
            chosen = play.choose(holder, "free-units", territory, fitting)
            raised = [kind.called for _, kind, number in chosen for _ in range(number)]
        _raise(play, holder, territory, raised)


def _so_many(play: Play, types: Names, numbers: Mapping[str, int]) -> list[str]:
    """So many units of each type as are given for the board."""
    return [kind for kind in types for _ in range(numbers.get(play.board.id, 0))]


def _raise(play: Play, power: str, space: str, raised: Sequence[str]) -> None:
    """Put new units of these types into a space."""
    new = [Unit(each, kind, power, space) for each, kind in enumerate(raised, play.next_id())]
    if new:
        play.emit("raised", *play.put(*new), power=power, units=new, space=space)


def _affordable(power: str, prices: Sequence[tuple[str, int]], ipcs: int) -> Iterator[tuple[Pick, int]]:
    """Every number of each unit that so many IPCs pay for, with what is left of them."""
    if not prices:
        yield (), ipcs
        return
    (kind, price), *others = prices
    for number in range(ipcs // price, -1, -1):
        own = ((power, Kind(kind), number),) if number else ()
        for more, left in _affordable(power, others, ipcs - number * price):
            yield (*own, *more), left


# -- units that a power takes over from its friends


@happens("{power} may take over units of its friends.", "end of noncombat-move")
def allied_units_are_taken_over(play: Play, power: str, *, powers: Powers) -> None:
    """After its noncombat move {powers} may make units of its friends its own."""
    if power not in powers:
        return
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
def allied_units_are_taken_over_at_own_complexes(play: Play, space: str, power: str, *, units: Units) -> bool:
    """A power may take over units only on its original land with {units:a} that was there from the start. Ships are
    never taken over."""
    built = any(each.type in units and each.power == power for each in play.position.at(space))
    return not built or play.board.space(space).owner != power
