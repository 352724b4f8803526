"""Research, purchases and repairs: the units for sale, prices, and buyers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.engine.core import notes
from kb.engine.core.actions import Action, tells
from kb.engine.core.parameters import Breaches, IsBreach, Names, Number, NumberByUnit, Options, Units
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Unit, account, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import allows, candidates, changes, effect_of, happens, holds, refuses
from kb.engine.core.table import Die
from kb.engine.income import CollectIncome, dismiss
from kb.games.board_model import UnitKind


@dataclass(frozen=True, slots=True)
class Research(Action):
    """Buy ``dice`` research dice, or researchers, and roll; ``technology`` is empty if none is named."""

    name = "research"

    technology: str
    dice: int


#: the beginning of the name of a choice between charts; their number follows
CHART = "chart-"


def _payers(play: Play, power: str) -> tuple[str, ...]:
    """Return the accounts of a power that may pay for research: all under a rule for that, else the first."""
    own = play.accounts(power)
    return own if play.holds("any-economy-pays-for-research", power=power) else own[:1]


@holds("Any economy of {power} may pay.")
def any_economy_pays_for_research(play: Play, power: str) -> bool:
    """Any economy of a power may pay for a research die, and all its economies share the results."""
    return len(play.economies(power)) > 1


@changes("Each research die costs {now} IPCs.", "price-of-a-research-die")
def research_dice_cost(play: Play, answer: int, *, ipcs: Number) -> int:
    """Each research die costs {ipcs:IPC}."""
    return answer + ipcs


@refuses("{power} has {technology} already.", Research)
def technologies_are_developed_once(play: Play, action: Research) -> IsBreach:
    """A power does not research a technology that it already has."""
    return play.has_technology(action.power, (action.technology,))


@allows("One of the dice {faces} shows the number of {technology}.", "research-succeeds")
def research_succeeds_on_its_number(play: Play, technology: str, faces: Sequence[int]) -> bool:
    """A die that shows the number of the technology on the chart develops it."""
    return any(each.id == technology and each.number in faces for each in play.board.technologies)


@refuses("{power} has to name the technology for which it rolls.", Research)
def research_names_its_technology(play: Play, action: Research) -> IsBreach:
    """Research dice are bought for a named technology."""
    return not action.technology


# -- researchers and charts


@refuses("This table plays without {options}.", Research)
def research_is_optional(play: Play, *, options: Options) -> Breaches:
    """Research is optional: it takes place only if the players have agreed to play with it."""
    if play.position.options.isdisjoint(options):
        yield {"options": options}


def options_of_research(rules: Rulebook) -> Names:
    """Return the options of which at least one has to be in play for research; empty if research is not optional."""
    line = rules.lines.get("research-is-optional")
    options = line.given["options"] if line else ()
    return options if isinstance(options, tuple) else ()


@refuses("{power} cannot choose {technology}: the die on the chart decides.", Research)
def breakthroughs_are_not_named(play: Play, action: Research) -> IsBreach:
    """A player does not choose the technology that is developed: a die rolled on a chart decides."""
    return bool(action.technology)


@refuses("{power} does no research.", Research, powers="action")
def some_powers_do_no_research(play: Play, action: Research) -> Breaches:
    """{powers} never does research."""
    yield {"power": action.power}


@refuses("{power} has rolled for research this turn.", Research)
def researchers_roll_once_a_turn(play: Play, action: Research) -> IsBreach:
    """All research dice of a power are rolled together, once in a turn."""
    return notes.RESEARCHED.is_set(play.position, action.power)


@refuses("{power} does no research while enemies hold {capitals}.", Research)
def captured_capital_cannot_research(play: Play, action: Research) -> Breaches:
    """A power[economies-are-kept-apart?, or an economy,] whose capital is in enemy hands does no research."""
    if lost := play.capital_lost(action.power):
        yield {"power": action.power, "capitals": lost}


@changes("Including those it kept, {power} has {now} researchers.", "research-dice")
def researchers_roll_a_die_each(play: Play, answer: int, power: str) -> int:
    """Researchers kept from earlier turns roll again: every researcher, old or new, rolls one die."""
    return answer + play.position.researchers.get(power, 0)


@allows("The dice {faces} bring a breakthrough.", "research-succeeds")
def a_breakthrough_needs_its_number(play: Play, faces: Sequence[int], *, face: Number) -> bool:
    """A research die that shows {face} brings a breakthrough. More than one {face} still brings only one."""
    return face in faces


@tells(researchers_stay="Researchers that {power} keeps: {researchers}")
@happens("{power} keeps its researchers.", "researched")
def researchers_stay_without_a_breakthrough(play: Play, power: str, dice: int, succeeded: bool) -> None:
    """Without a breakthrough a power keeps its researchers for its next turn."""
    if not succeeded and dice:
        play.emit("researchers-stay", ("researchers", power, dice), power=power, researchers=dice)


@happens("{power} discards its researchers.", "researched")
def researchers_leave_with_a_breakthrough(play: Play, power: str, succeeded: bool) -> None:
    """After a breakthrough a power discards all its researchers."""
    if succeeded:
        dismiss(play, power)


@happens("{power} rolls on a chart.", "researched")
def a_chart_and_a_die_tell_the_breakthrough(play: Play, power: str, succeeded: bool) -> None:
    """After a breakthrough the power picks a chart and rolls a die on it for the technology. It rolls again if it
    already has that one."""
    unknown = [each for each in play.board.technologies if not play.has_technology(power, (each.id,))]
    if not succeeded or not unknown:
        return
    chart = play.choose(power, "chart", "", sorted({f"{CHART}{each.chart}" for each in unknown}))
    numbers = {each.number: each.id for each in unknown if f"{CHART}{each.chart}" == chart}
    while (face := sum(play.roll(power, "breakthrough", "", [Die(0)]))) not in numbers:
        pass
    _develop(play, power, numbers[face])


@tells(research_paid="{power} paid {ipcs} IPCs for {dice} dice")
@effect_of(Research)
def research(play: Play, action: Research) -> None:
    """Pay for the dice and roll them with those of the researchers. A technology that is developed counts at once."""
    power, technology = action.power, action.technology
    paid, done = price(play, action), (*_payment(play, action), notes.RESEARCHED.edit(True, power))
    play.emit("research-paid", *done, power=power, technology=technology, dice=action.dice, ipcs=paid)
    dice = play.ask("research-dice", max(action.dice, 0), power=power)
    faces = play.roll(power, "research", "", [Die(0)] * dice)
    succeeded = play.ask("research-succeeds", False, power=power, technology=technology, faces=faces)
    if succeeded and technology:
        _develop(play, power, technology)
    play.announce("researched", power=power, dice=dice, succeeded=succeeded)


def _payment(play: Play, action: Research) -> list[Edit]:
    """Return the edits that pay for dice. If several accounts may pay, the power picks the one that pays each die."""
    each, payers = play.ask("price-of-a-research-die", 0), _payers(play, action.power)
    left = {payer: play.position.treasuries.get(payer, 0) for payer in payers}
    for _ in range(max(action.dice, 0)):
        able = [payer for payer in payers if left[payer] >= each] or list(payers)
        left[play.choose(action.power, "payer", "", able)] -= each
    return [("treasuries", payer, ipcs) for payer, ipcs in left.items()]


@tells(developed="{power} has {technology}")
def _develop(play: Play, power: str, technology: str) -> None:
    """Give a power a technology at once."""
    known = play.position.technologies.get(power, frozenset()) | {technology}
    play.emit("developed", ("technologies", power, known), power=power, technology=technology)


@candidates(Research)
def possible_research(play: Play, power: str) -> Iterator[Action]:
    """Yield research with one die for each technology, and research with zero to three dice that names no
    technology."""
    for technology in play.board.technologies:
        yield Research(power, technology.id, 1)
    for dice in range(4):
        yield Research(power, "", dice)


# -- purchases and repairs: units for sale, prices, buyers, and damage that is repaired for money


@dataclass(frozen=True, slots=True)
class Repair(Action):
    """Take ``markers`` of damage off the industrial complex, or another ``facility``, in ``territory``."""

    name = "repair"

    territory: str
    markers: int
    facility: str = ""


@changes("Repairing {markers} damage markers costs {now} IPCs.", "repair-price")
def repairs_cost_their_markers(play: Play, answer: int, markers: int, *, ipcs: Number) -> int:
    """Removing a damage marker costs {ipcs:IPC}."""
    return answer + ipcs * markers


@changes("The repair costs {now} IPCs instead of {was}.", "repair-price", technologies="power")
def better_factories_are_repaired_cheaply(
    play: Play, answer: int, facility: str, *, markers: Number, units: Units = ()
) -> int:
    """{technologies}: the price of one damage marker removes {markers} of them[ from {units:one}]. A remainder costs
    the same."""
    return -(-answer // markers) if facility in ("", *units) else answer


@refuses("{territory} has {damage} damage markers, not {markers}.", Repair)
def only_damage_is_repaired(play: Play, action: Repair) -> Breaches:
    """No more damage markers can be removed than there are."""
    there = sum(unit.damage for unit in _under_repair(play, action))
    if not 0 < action.markers <= there:
        yield {"damage": there, "territory": action.territory, "markers": action.markers}


@refuses("The complex in {territory} is not {power}'s.", Repair)
def complexes_are_repaired_by_their_owner(play: Play, action: Repair) -> IsBreach:
    """A power repairs its own complexes and bases only."""
    return any(unit.power != action.power for unit in _under_repair(play, action))


@tells(complex_repaired="{power} takes {markers} damage markers off {territory} for {ipcs} IPCs")
@effect_of(Repair)
def repair(play: Play, action: Repair) -> None:
    """Charge the price of the repair, and take up to ``action.markers`` markers off each repaired facility."""
    power, territory, paid = action.power, action.territory, price(play, action)
    payer = play.account_of(power, territory)
    left = play.position.treasuries.get(payer, 0) - paid
    whole = [replace(unit, damage=max(0, unit.damage - action.markers)) for unit in _under_repair(play, action)]
    facts = {"power": power, "territory": territory, "markers": action.markers, "ipcs": paid}
    play.emit("complex-repaired", ("treasuries", payer, left), *play.put(*whole), **facts)


def _under_repair(play: Play, action: Repair) -> list[Unit]:
    """Return the units of the action's facility type in its territory. Without a type, return the units of the only
    damaged type, or the complexes."""
    there = [unit for unit in play.position.at(action.territory) if play.is_facility(unit)]
    types = {action.facility} if action.facility else {unit.type for unit in there if unit.damage}
    return [unit for unit in there if unit.type in types] if len(types) == 1 else play.complexes(action.territory)


@candidates(Repair)
def possible_repairs(play: Play, power: str) -> Iterator[Action]:
    """Yield the repair of one marker, and of all markers, of each facility."""
    for unit in play.commanded(power, UnitKind.FACILITY):
        for markers in sorted({1, unit.damage} if unit.damage else ()):
            yield Repair(power, unit.at, markers, "" if play.is_complex(unit.type) else unit.type)


# -- purchases; the units wait in the mobilization zone


@dataclass(frozen=True, slots=True)
class Purchase(Action):
    """Buy units: ``(unit type, number)`` each; ``economy`` is the one that pays if a power has several."""

    name = "purchase"

    units: tuple[tuple[str, int], ...]
    economy: str = ""


def counted(units: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return how many units of each type, in their order; fewer than one are none.

    >>> counted((("tank", 1), ("infantry", 0), ("tank", 2)))
    {'tank': 3}
    """
    total: dict[str, int] = {}
    for unit, number in units:
        if number > 0:
            total[unit] = total.get(unit, 0) + number
    return total


@changes("{unit} costs {now} IPCs.", "price")
def units_cost_their_printed_price(play: Play, answer: int, unit: str) -> int:
    """Each unit costs the price that is printed for it on the charts."""
    return answer + (play.board.unit(unit).cost or 0)


@changes("{unit} costs {power} {now} IPCs instead of {was}.", "price", technologies="power")
def better_shipyards_build_cheaper(play: Play, answer: int, unit: str, *, prices: NumberByUnit) -> int:
    """{technologies}: the power pays these lower prices in IPCs for ships ({<unit>})."""
    return prices.get(unit, answer)


def price(play: Play, action: Research | Purchase | Repair) -> int:
    """Return the cost of an action in IPCs; numbers of dice, units or markers below one count as 0."""
    if isinstance(action, Research):
        return play.ask("price-of-a-research-die", 0) * max(action.dice, 0)
    if isinstance(action, Repair):
        markers = max(action.markers, 0)
        return play.ask("repair-price", 0, power=action.power, markers=markers, facility=action.facility)
    units = counted(action.units).items()
    return sum(play.ask("price", 0, unit=unit, power=action.power) * number for unit, number in units)


@refuses("{power} has {ipcs} IPCs and cannot pay {price}.", Research, Purchase, Repair)
def no_spending_beyond_treasury(play: Play, action: Research | Purchase | Repair) -> Breaches:
    """No power spends more than it has."""
    wanted, ipcs = price(play, action), _means(play, action)
    if wanted > ipcs:
        yield {"power": action.power, "ipcs": ipcs, "price": wanted}


def _means(play: Play, action: Research | Purchase | Repair) -> int:
    """Return the IPCs that an action can be paid from."""
    if isinstance(action, Research):  # of several payers each pays for whole dice
        have = [play.position.treasuries.get(payer, 0) for payer in _payers(play, action.power)]
        each = play.ask("price-of-a-research-die", 0)
        return sum(ipcs - ipcs % each for ipcs in have) if each and len(have) > 1 else sum(have)
    if isinstance(action, Purchase):
        return play.position.treasuries.get(play.named_account(action.power, action.economy), 0)
    return play.position.treasuries.get(play.account_of(action.power, action.territory), 0)


@refuses("{power} has no treasury.", CollectIncome, Purchase, Repair, Research)
def income_needs_a_treasury(play: Play, action: CollectIncome | Purchase | Repair | Research) -> IsBreach:
    """A power without money on the board neither collects income nor buys anything[: {moneyless}]."""
    seat = next((each for each in play.board.powers if each.id == action.power), None)
    return seat is not None and all(each.ipc is None for each in seat.treasuries)


@tells(bought="{power} bought {units} for {ipcs} IPCs")
@effect_of(Purchase)
def purchase(play: Play, action: Purchase) -> None:
    """Pay for the units and put them into the mobilization zone."""
    units, ipcs = counted(action.units), price(play, action)
    payer = play.named_account(action.power, action.economy)
    waiting = play.position.bought
    edits: list[Edit] = [("treasuries", payer, play.position.treasuries.get(payer, 0) - ipcs)]
    edits += [("bought", (payer, unit), waiting.get((payer, unit), 0) + number) for unit, number in units.items()]
    play.emit("bought", *edits, power=payer, units=units, ipcs=ipcs)


@candidates(Purchase)
def possible_purchases(play: Play, power: str) -> Iterator[Action]:
    """Yield each type of unit in every number that the treasury, or that of an economy, pays for."""
    for economy in play.economies(power):
        ipcs = play.position.treasuries.get(account(power, economy), 0)
        for unit in play.board.units:
            for number in range(1, ipcs // (unit.cost or ipcs + 1) + 1):
                yield Purchase(power, ((unit.id, number),), economy)
