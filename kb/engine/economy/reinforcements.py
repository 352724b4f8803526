"""Reinforcements: units that a power receives without paying and without a complex: for its land, from friends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb.engine import moments, questions
from kb.engine.board.powers import allied, at_enmity, at_war_with, holder_of
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.play import MOBILIZE_UNITS, NONCOMBAT_MOVE, PURCHASE_UNITS, Play
from kb.engine.core.position import Facts, Mark, Unit, replace
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.core.table import Kind, Pick
from kb.engine.economy.mobilize import Mobilize
from kb.engine.economy.purchase import counted
from kb.engine.units.losses import pick_any


@happens("{power} receives units for the land it controls.", moments.start_of(PURCHASE_UNITS))
def land_raises_infantry(
    play: Play,
    power: str,
    *,
    powers: Names = given.powers("the powers that receive units for their land"),
    types: Names = given.units("what they receive", key="units"),
    territories: int = given.number("how many territories give one unit"),
) -> None:
    """{powers} receives one {units:one} for every {territories:territory} that it controls. An odd territory left
    over gives nothing."""
    if power not in powers:
        return
    held = sum(holder == power for holder in play.position.holders.values())
    number = held // territories
    waiting = play.position.bought
    if number:
        units = dict.fromkeys(types, number)
        edits = [("bought", (power, unit), waiting.get((power, unit), 0) + number) for unit in units]
        play.emit("reinforced", *edits, power=power, units=units, territories=held)


@answers("{unit} of {power} needs no complex.", questions.made_by_a_complex)
def reinforcements_need_no_complex(
    play: Play,
    answer: bool,
    unit: str,
    power: str,
    *,
    powers: Names = given.powers("the powers that this holds for"),
    units: Names = given.units("the types that need no complex"),
) -> bool:
    """{powers} places {units} without a complex."""
    return answer and not (power in powers and unit in units)


@answers("{power} may use {territory} at once.", questions.usable_at_once)
def reinforcements_come_to_captured_land(
    play: Play,
    answer: bool,
    power: str,
    territory: str,
    *,
    powers: Names = given.powers("the powers that this holds for"),
) -> bool:
    """{powers} may place new units even in land that it captured this turn."""
    return answer or power in powers


@refuses("{space} had {number} units of {power} before.", Mobilize)
def no_reinforcements_where_many_stand(
    play: Play,
    action: Mobilize,
    *,
    powers: Names = given.powers("the powers that this holds for"),
    units: int = given.number("with how many units in it a territory receives no more"),
) -> Iterator[Facts]:
    """{powers} places no new unit in a territory where {units} or more of its units already stood before this
    placement."""
    if action.power not in powers or not counted(action.units):
        return
    own = [unit for unit in play.position.at(action.space) if unit.power == action.power]
    number = sum(not unit.has(Mark.MOBILIZED) for unit in own)
    if number >= units:
        yield {"space": action.space, "number": number, "power": action.power}


@happens("{power} receives units for nothing.", moments.start_of(MOBILIZE_UNITS))
def free_units_appear_in_war(
    play: Play,
    power: str,
    *,
    powers: Names = given.powers("the powers that receive units"),
    units: Names = given.units("what they receive, of each type as many as the map gives"),
    spaces: Names = given.spaces("where the units appear, while the power holds the space"),
    numbers: Mapping[str, int] = given.numbers(
        "board", "how many units of each type appear on this board", required=False
    ),
) -> None:
    """While {powers} is at war and holds {spaces}, it receives free {units} there (number by map: {<board>})."""
    if power not in powers or not at_war_with(play, power):
        return
    for space in spaces:
        if holder_of(play, space) == power:
            _raise(play, power, space, _so_many(play, units, numbers))


@happens("{holder} is free again.", moments.captured)
def the_first_liberation_raises_units(
    play: Play,
    territory: str,
    by: str,
    was: str,
    holder: str,
    *,
    powers: Names = given.powers("the powers that receive units"),
    units: Names = given.units("what they receive or choose from"),
    spaces: Names = given.spaces("the land whose liberation brings units"),
    ipcs: int | None = given.optional_number("the total price of the units that the power chooses, in IPCs"),
    numbers: Mapping[str, int] = given.numbers(
        "board", "how many units of each type appear on this board", required=False
    ),
) -> None:
    """The first time that {spaces} is freed, {powers} receives free units there[ worth {ipcs:IPC}, of the types it
    chooses][: {units} (number by map: {<board>})]."""
    meant = territory in spaces and holder in powers
    if meant and not notes.LIBERATED.is_set(play.position, territory) and at_enmity(play, was, holder):
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


@happens("{power} may take over units of its friends.", moments.end_of(NONCOMBAT_MOVE))
def allied_units_are_taken_over(
    play: Play, power: str, *, powers: Names = given.powers("the powers that may take over units")
) -> None:
    """After its noncombat move {powers} may make units of its friends its own."""
    if power not in powers:
        return
    friends = [u for u in play.position.units.values() if u.power != power and allied(play, u.power, power)]
    spaces = dict.fromkeys(unit.at for unit in friends)
    open_to = {space for space in spaces if play.ask(questions.changes_sides, space=space, power=power)}
    groups: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in friends:
        if unit.at in open_to:
            groups.setdefault((unit.at, unit.power, unit.type), []).append(unit)
    for (space, _, _), units in sorted(groups.items()):
        if taken := pick_any(play, power, "takeover", space, units):
            new = play.put(*(replace(unit, power=power) for unit in taken))
            play.emit("handed-over", *new, units=taken, power=power)


@answers("{space} has no complex of {power} from the start.", questions.changes_sides)
def allied_units_are_taken_over_at_own_complexes(
    play: Play,
    answer: bool,
    space: str,
    power: str,
    *,
    units: Names = given.units("the types that have to stand there"),
) -> bool:
    """A power may take over units only on its original land with {units:a} that was there from the start. Ships are
    never taken over."""
    built = any(each.type in units and each.power == power for each in play.position.at(space))
    return answer and built and play.board.space(space).owner == power
