"""Purchases and repairs: what is for sale, what it costs, who may buy, and what damage is repaired for money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.engine.core.actions import Action
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Unit, account, replace
from kb.engine.core.rules import (
    Breaches,
    Number,
    NumberByUnit,
    Powers,
    Spaces,
    Technologies,
    Units,
    candidates,
    changes,
    effect_of,
    refuses,
)
from kb.engine.economy.research import Research, funds, price_of_dice
from kb.games.board_model import UnitKind


@dataclass(frozen=True, slots=True)
class Repair(Action):
    """Take ``markers`` of damage off the industrial complex, or another ``facility``, in ``territory``."""

    name = "repair"

    territory: str
    markers: int
    facility: str = ""


def price_of_repairs(play: Play, action: Repair) -> int:
    """What taking the markers off costs; nothing for a number below one."""
    return play.ask("repair-price", 0, power=action.power, markers=max(action.markers, 0))


@changes("Repairing {markers} damage markers costs {now} IPCs.", "repair-price")
def repairs_cost_their_markers(play: Play, answer: int, markers: int, *, ipcs: Number) -> int:
    """Removing a damage marker costs {ipcs:IPC}."""
    return answer + ipcs * markers


@changes("The repair costs {now} IPCs instead of {was}.", "repair-price")
def better_factories_are_repaired_cheaply(
    play: Play, answer: int, power: str, *, technologies: Technologies, markers: Number
) -> int:
    """{technologies}: the price of one damage marker removes {markers} of them, and a remainder costs the same."""
    return -(-answer // markers) if play.has_technology(power, technologies) else answer


@refuses("There are {damage} damage markers in {territory}, not {markers}.", Repair)
def only_damage_is_repaired(play: Play, action: Repair) -> Breaches:
    """No more damage markers can be removed than there are."""
    there = sum(unit.damage for unit in _under_repair(play, action))
    if not 0 < action.markers <= there:
        yield {"damage": there, "territory": action.territory, "markers": action.markers}


@refuses("The complex in {territory} is not {power}'s.", Repair)
def complexes_are_repaired_by_their_owner(play: Play, action: Repair) -> Breaches:
    """A power repairs its own complexes and bases only."""
    if any(unit.power != action.power for unit in _under_repair(play, action)):
        yield {"territory": action.territory, "power": action.power}


@effect_of(Repair)
def repair(play: Play, action: Repair) -> None:
    """Pay, and take the markers off."""
    power, territory, price = action.power, action.territory, price_of_repairs(play, action)
    payer = play.account_of(power, territory)
    left = play.position.treasuries.get(payer, 0) - price
    whole = [replace(unit, damage=max(0, unit.damage - action.markers)) for unit in _under_repair(play, action)]
    facts = {"power": power, "territory": territory, "markers": action.markers, "ipcs": price}
    play.emit("complex-repaired", ("treasuries", payer, left), *play.put(*whole), **facts)


def _under_repair(play: Play, action: Repair) -> list[Unit]:
    """What is to be repaired: the facilities that are named, or the complexes."""
    if not action.facility:
        return play.complexes(action.territory)
    return [unit for unit in play.position.at(action.territory) if unit.type == action.facility]


@candidates(Repair)
def possible_repairs(play: Play, power: str) -> Iterator[Action]:
    """One marker, or all that are on a complex."""
    for unit in play.commanded(power, UnitKind.FACILITY):
        for markers in sorted({1, unit.damage} if unit.damage else ()):
            yield Repair(power, unit.at, markers, "" if play.is_complex(unit.type) else unit.type)


# -- purchases; the units wait in the mobilization zone


@dataclass(frozen=True, slots=True)
class Purchase(Action):
    """Buy units: ``(unit type, number)`` each; ``economy`` is the one that pays, where a power has several."""

    name = "purchase"

    units: tuple[tuple[str, int], ...]
    economy: str = ""


def counted(units: Iterable[tuple[str, int]]) -> dict[str, int]:
    """How many units of each type, in their order; fewer than one are none.

    >>> counted((("tank", 1), ("infantry", 0), ("tank", 2)))
    {'tank': 3}
    """
    total: dict[str, int] = {}
    for unit, number in units:
        if number > 0:
            total[unit] = total.get(unit, 0) + number
    return total


def price_of_units(play: Play, action: Purchase) -> int:
    """What a purchase costs."""
    return sum(
        play.ask("price", 0, unit=unit, power=action.power) * number for unit, number in counted(action.units).items()
    )


@changes("{unit} costs {now} IPCs.", "price")
def units_cost_their_printed_price(play: Play, answer: int, unit: str) -> int:
    """Each unit costs the price that is printed for it on the charts."""
    return answer + (play.board.unit(unit).cost or 0)


@changes("{unit} costs {power} {now} IPCs instead of {was}.", "price")
def better_shipyards_build_cheaper(
    play: Play, answer: int, unit: str, power: str, *, technologies: Technologies, prices: NumberByUnit
) -> int:
    """{technologies}: the power pays these lower prices in IPCs for ships ({<unit>})."""
    cheaper = unit in prices and play.has_technology(power, technologies)
    return prices[unit] if cheaper else answer


def price(play: Play, action: Research | Purchase | Repair) -> int:
    """What an action costs."""
    if isinstance(action, Purchase):
        return price_of_units(play, action)
    return price_of_repairs(play, action) if isinstance(action, Repair) else price_of_dice(play, action)


@refuses("{power} has {ipcs} IPCs and cannot pay {price}.", Research, Purchase, Repair)
def no_spending_beyond_treasury(play: Play, action: Research | Purchase | Repair) -> Breaches:
    """No power spends more than it has."""
    wanted, ipcs = price(play, action), _means(play, action)
    if wanted > ipcs:
        yield {"power": action.power, "ipcs": ipcs, "price": wanted}


def _means(play: Play, action: Research | Purchase | Repair) -> int:
    """The IPCs that an action can be paid from."""
    if isinstance(action, Research):
        return funds(play, action)
    if isinstance(action, Purchase):
        return play.position.treasuries.get(play.named_account(action.power, action.economy), 0)
    return play.position.treasuries.get(play.account_of(action.power, action.territory), 0)


@refuses("{power} buys nothing while enemies hold {capitals}.", Purchase, Repair)
def captured_capital_cannot_buy(play: Play, action: Purchase | Repair) -> Breaches:
    """A power, or an economy, whose capital is in enemy hands buys no units and repairs nothing."""
    own = play.economies(action.power)
    if isinstance(action, Repair):
        economy = play.economy_of(action.power, action.territory)
    else:
        economy = action.economy if action.economy in own else own[0]
    if lost := play.capital_lost(action.power, economy):
        yield {"power": action.power, "capitals": lost}


@refuses("{unit} is not for sale.", Purchase)
def what_has_no_price_is_not_sold(play: Play, action: Purchase) -> Breaches:
    """Units without a printed price cannot be bought."""
    for unit in counted(action.units):
        if play.board.unit(unit).cost is None:
            yield {"unit": unit}


@refuses("{power} may not buy {unit:many}.", Purchase)
def some_powers_buy_few_units(
    play: Play, action: Purchase, *, powers: Powers, units: Units, also: Units = (), spaces: Spaces = ()
) -> Breaches:
    """{powers} may buy only {units}[, and also {also} as long as {spaces} are in friendly hands]."""
    if action.power not in powers:
        return
    road = all(play.allied(action.power, play.holder(land)) for land in spaces)
    may = (*units, *(also if road else ()))
    for unit in counted(action.units):
        if unit not in may:
            yield {"power": action.power, "unit": unit}


@effect_of(Purchase)
def purchase(play: Play, action: Purchase) -> None:
    """Pay for the units and put them into the mobilization zone."""
    units, ipcs = counted(action.units), price_of_units(play, action)
    payer = play.named_account(action.power, action.economy)
    waiting = play.position.bought
    edits: list[Edit] = [("treasuries", payer, play.position.treasuries.get(payer, 0) - ipcs)]
    edits += [("bought", (payer, unit), waiting.get((payer, unit), 0) + number) for unit, number in units.items()]
    play.emit("bought", *edits, power=payer, units=units, ipcs=ipcs)


@candidates(Purchase)
def possible_purchases(play: Play, power: str) -> Iterator[Action]:
    """One type of unit, in every number that the treasury, or that of an economy, pays for."""
    for economy in play.economies(power):
        ipcs = play.position.treasuries.get(account(power, economy), 0)
        for unit in play.board.units:
            for number in range(1, ipcs // (unit.cost or ipcs + 1) + 1):
                yield Purchase(power, ((unit.id, number),), economy)
