"""Income: what the territories pay at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine.actions import CollectIncome
from kb.engine.economy.capitals import capital_lost
from kb.engine.play import Play
from kb.engine.registry import answers, does, refuses


@answers("territories-pay-their-value", "The territories of {power} pay {now} IPCs.", "income")
def territories_pay_their_value(play: Play, answer: int, power: str) -> int:
    """A power collects the income value of what it holds. Source in Revised: rev/p7-collect-income."""
    dry = {mark.id for mark in play.board.marks if not mark.income}
    held = [play.board.space(space) for space, holder in play.position.holders.items() if holder == power]
    return answer + sum(space.value or 0 for space in held if dry.isdisjoint(space.marks))


@refuses("no-income-without-capital", "{power} collects nothing while enemies hold {capitals}.", CollectIncome)
def no_income_without_capital(play: Play, action: CollectIncome) -> Iterator[dict[str, Any]]:
    """A power without its capital collects no income. Source in Revised: rev/p4-capitals."""
    if lost := capital_lost(play, action.power):
        yield {"power": action.power, "capitals": lost}


@refuses("income-once-a-turn", "{power} has collected its income this turn.", CollectIncome)
def income_once_a_turn(play: Play, action: CollectIncome) -> Iterator[dict[str, Any]]:
    """Income is collected one time in a turn. Source in Revised: rev/p7-collect-income."""
    if ("collected", action.power) in play.position.turn_notes:
        yield {"power": action.power}


@does(CollectIncome)
def collect_income(play: Play, action: CollectIncome) -> None:
    """Add the income to the treasury."""
    power = action.power
    ipcs = int(play.ask("income", 0, power=power))
    total = play.position.treasuries.get(power, 0) + ipcs
    edits = (("treasuries", power, total), ("turn_notes", ("collected", power), ipcs))
    play.happen("collected", *edits, power=power, ipcs=ipcs)
