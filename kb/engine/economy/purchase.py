"""Purchases: what is for sale, what it costs, who may buy; the units wait in the mobilization zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kb.engine.actions import Purchase, Research
from kb.engine.economy.capitals import capital_lost
from kb.engine.economy.research import price_of_dice
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


@refuses("no-spending-beyond-treasury", "{power} has {ipcs} IPCs and cannot pay {price}.", Research, Purchase)
def no_spending_beyond_treasury(play: Play, action: Research | Purchase) -> Iterator[dict[str, Any]]:
    """Nobody spends more than he has. Source in Revised: rev/p2-purchase, rev/p1-develop-weapons."""
    price = price_of_units(play, action) if isinstance(action, Purchase) else price_of_dice(play, action)
    ipcs = play.position.treasuries.get(action.power, 0)
    if price > ipcs:
        yield {"power": action.power, "ipcs": ipcs, "price": price}


@refuses("captured-capital-cannot-buy", "{power} buys nothing while enemies hold {capitals}.", Purchase)
def captured_capital_cannot_buy(play: Play, action: Purchase) -> Iterator[dict[str, Any]]:
    """A power without its capital purchases no units. Source in Revised: rev/p4-capitals, rev-misc-3."""
    if lost := capital_lost(play, action.power):
        yield {"power": action.power, "capitals": lost}


@does(Purchase)
def purchase(play: Play, action: Purchase) -> None:
    """Pay for the units and put them into the mobilization zone."""
    power, units, price = action.power, counted(action.units), price_of_units(play, action)
    waiting = play.position.bought
    edits: list[Edit] = [("treasuries", power, play.position.treasuries.get(power, 0) - price)]
    edits += [("bought", (power, unit), waiting.get((power, unit), 0) + number) for unit, number in units.items()]
    play.happen("bought", *edits, power=power, units=units, ipcs=price)
