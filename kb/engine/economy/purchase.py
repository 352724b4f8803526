"""Purchases: what is for sale, what it costs, who may buy; the units wait in the mobilization zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kb.engine import terms
from kb.engine.actions import Purchase, Repair, Research
from kb.engine.economy.capitals import capital_lost
from kb.engine.economy.complexes import price_of_repairs
from kb.engine.economy.economies import account_of, economies, economy_of, named_account
from kb.engine.economy.research import funds, price_of_dice
from kb.engine.play import Play
from kb.engine.position import Edit
from kb.engine.registry import answers, does, refuses


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
        int(play.ask("price", 0, unit=unit, power=action.power)) * number
        for unit, number in counted(action.units).items()
    )


@answers("units-cost-their-printed-price", "{unit} costs {now} IPCs.", "price")
def units_cost_their_printed_price(play: Play, answer: int, unit: str, power: str) -> int:
    """A unit costs what the charts say. Source in Revised: rev/p2-purchase, rev-err-1."""
    return answer + (play.board.unit(unit).cost or 0)


@answers("better-shipyards-build-cheaper", "{unit} costs {power} {now} IPCs instead of {was}.", "price")
def better_shipyards_build_cheaper(play: Play, answer: int, unit: str, power: str) -> int:
    """A technology gives units another price, told by their names. Source in Anniversary: ann/tech-shipyards."""
    rule = "better-shipyards-build-cheaper"
    cheaper = unit in play.rules.given(rule) and terms.has_technology(play, rule, power)
    return play.number(rule, unit) if cheaper else answer


def price(play: Play, action: Research | Purchase | Repair) -> int:
    """What an action costs."""
    if isinstance(action, Purchase):
        return price_of_units(play, action)
    return price_of_repairs(play, action) if isinstance(action, Repair) else price_of_dice(play, action)


@refuses("no-spending-beyond-treasury", "{power} has {ipcs} IPCs and cannot pay {price}.", Research, Purchase, Repair)
def no_spending_beyond_treasury(play: Play, action: Research | Purchase | Repair) -> Iterator[dict[str, Any]]:
    """Nobody spends more than he has. Source in Revised: rev/p2-purchase, rev/p1-develop-weapons."""
    wanted, ipcs = price(play, action), _means(play, action)
    if wanted > ipcs:
        yield {"power": action.power, "ipcs": ipcs, "price": wanted}


def _means(play: Play, action: Research | Purchase | Repair) -> int:
    """The IPCs that an action can be paid from."""
    if isinstance(action, Research):
        return funds(play, action)
    if isinstance(action, Purchase):
        return play.position.treasuries.get(named_account(play, action.power, action.economy), 0)
    return play.position.treasuries.get(account_of(play, action.power, action.territory), 0)


@refuses("captured-capital-cannot-buy", "{power} buys nothing while enemies hold {capitals}.", Purchase, Repair)
def captured_capital_cannot_buy(play: Play, action: Purchase | Repair) -> Iterator[dict[str, Any]]:
    """A power, or economy, without its capital purchases no units and repairs nothing.

    Source in Revised: rev/p4-capitals, rev-misc-3.
    """
    own = economies(play, action.power)
    if isinstance(action, Repair):
        economy = economy_of(play, action.power, action.territory)
    else:
        economy = action.economy if action.economy in own else own[0]
    if lost := capital_lost(play, action.power, economy):
        yield {"power": action.power, "capitals": lost}


@refuses("what-has-no-price-is-not-sold", "{unit} is not for sale.", Purchase)
def what_has_no_price_is_not_sold(play: Play, action: Purchase) -> Iterator[dict[str, Any]]:
    """Units without a printed price cannot be bought. Source in Europe 1999: e99/whats-different."""
    for unit in counted(action.units):
        if play.board.unit(unit).cost is None:
            yield {"unit": unit}


@refuses("some-powers-buy-few-units", "{power} may not buy {unit}.", Purchase)
def some_powers_buy_few_units(play: Play, action: Purchase) -> Iterator[dict[str, Any]]:
    """Certain powers buy some types only, and others as long as friends hold certain lands.

    Source in Global 1940: e40/g-china.
    """
    rule = "some-powers-buy-few-units"
    if action.power not in play.names(rule, "powers"):
        return
    road = all(terms.allied(play, action.power, terms.holder(play, land)) for land in play.names(rule, "spaces"))
    may = (*play.names(rule, "units"), *(play.names(rule, "also") if road else ()))
    for unit in counted(action.units):
        if unit not in may:
            yield {"power": action.power, "unit": unit}


@does(Purchase)
def purchase(play: Play, action: Purchase) -> None:
    """Pay for the units and put them into the mobilization zone."""
    units, ipcs = counted(action.units), price_of_units(play, action)
    payer = named_account(play, action.power, action.economy)
    waiting = play.position.bought
    edits: list[Edit] = [("treasuries", payer, play.position.treasuries.get(payer, 0) - ipcs)]
    edits += [("bought", (payer, unit), waiting.get((payer, unit), 0) + number) for unit, number in units.items()]
    play.happen("bought", *edits, power=payer, units=units, ipcs=ipcs)
