"""Weapons development: dice are bought for one technology, and its number develops it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kb.engine import terms
from kb.engine.actions import Research
from kb.engine.play import Play
from kb.engine.registry import answers, does, refuses
from kb.engine.table import Die


def price_of_dice(play: Play, action: Research) -> int:
    """What the dice cost; fewer than one are none."""
    each = int(play.ask("research-price", 0, power=action.power, technology=action.technology))
    return each * max(action.dice, 0)


@answers("research-dice-cost", "Each research die costs {now} IPCs.", "research-price")
def research_dice_cost(play: Play, answer: int, power: str, technology: str) -> int:
    """A research die has a price. Source in Revised: rev/p1-develop-weapons."""
    return answer + play.number("research-dice-cost", "ipcs")


@refuses("technologies-are-developed-once", "{power} has {technology} already.", Research)
def technologies_are_developed_once(play: Play, action: Research) -> Iterator[dict[str, Any]]:
    """Nobody researches what he has. Source in Revised: rev/p1-develop-weapons."""
    if terms.knows(play, action.power, action.technology):
        yield {"power": action.power, "technology": action.technology}


@answers(
    "research-succeeds-on-its-number", "One of the dice {faces} shows the number of {technology}.", "research-succeeds"
)
def research_succeeds_on_its_number(
    play: Play, answer: bool, power: str, technology: str, faces: Sequence[int]
) -> bool:
    """A die with the technology's number on the chart develops it. Source in Revised: rev/p1-develop-weapons."""
    return answer or _number(play, technology) in faces


@does(Research)
def research(play: Play, action: Research) -> None:
    """Pay for the dice and roll them; what they develop is there at once."""
    power, technology = action.power, action.technology
    price = price_of_dice(play, action)
    left = play.position.treasuries.get(power, 0) - price
    paid = ("treasuries", power, left)
    play.happen("research-paid", paid, power=power, technology=technology, dice=action.dice, ipcs=price)
    faces = play.roll(power, "research", "", [Die(0)] * action.dice)
    if play.ask("research-succeeds", False, power=power, technology=technology, faces=faces):
        known = play.position.technologies.get(power, frozenset()) | {technology}
        play.happen("developed", ("technologies", power, known), power=power, technology=technology)


def _number(play: Play, technology: str) -> int:
    """The number of a technology on the chart. Raises :class:`StopIteration` for one that is not on it."""
    return next(each.number for each in play.board.technologies if each.id == technology)
