"""Weapons development: dice for one technology whose number develops it, or researchers and charts of breakthroughs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.engine.core import notes
from kb.engine.core.actions import Action
from kb.engine.core.play import Play
from kb.engine.core.position import Edit
from kb.engine.core.rules import (
    Breaches,
    Number,
    Options,
    Powers,
    allows,
    candidates,
    changes,
    effect_of,
    happens,
    holds,
    refuses,
)
from kb.engine.core.table import Die
from kb.engine.economy.income import dismiss


@dataclass(frozen=True, slots=True)
class Research(Action):
    """Buy ``dice`` research dice, or researchers, and roll; without ``technology`` for none by name."""

    name = "research"

    technology: str
    dice: int


#: what the choices of charts are called, before their number
CHART = "chart-"


def funds(play: Play, action: Research) -> int:
    """The IPCs that dice can be paid from: whole dice by each of those who may pay."""
    have = [play.position.treasuries.get(payer, 0) for payer in _payers(play, action.power)]
    each = price_of_die(play, action)
    return sum(ipcs - ipcs % each for ipcs in have) if each and len(have) > 1 else sum(have)


def _payers(play: Play, power: str) -> tuple[str, ...]:
    """The accounts that may pay for research."""
    own = play.accounts(power)
    return own if play.holds("any-economy-pays-for-research", power=power) else own[:1]


@holds("Any economy of {power} may pay.")
def any_economy_pays_for_research(play: Play, power: str) -> bool:
    """Any economy of a power may pay for a research die, and all its economies share the results."""
    return len(play.economies(power)) > 1


def price_of_die(play: Play, action: Research) -> int:
    """What one die costs."""
    return play.ask("research-dice-cost", 0)


def price_of_dice(play: Play, action: Research) -> int:
    """What the dice cost; fewer than one are none."""
    return price_of_die(play, action) * max(action.dice, 0)


@changes("Each research die costs {now} IPCs.")
def research_dice_cost(play: Play, answer: int, *, ipcs: Number) -> int:
    """Each research die costs {ipcs:IPC}."""
    return answer + ipcs


@refuses("{power} has {technology} already.", Research)
def technologies_are_developed_once(play: Play, action: Research) -> Breaches:
    """A power does not research a technology that it already has."""
    if play.has_technology(action.power, (action.technology,)):
        yield {"power": action.power, "technology": action.technology}


@allows("One of the dice {faces} shows the number of {technology}.", "research-succeeds")
def research_succeeds_on_its_number(play: Play, technology: str, faces: Sequence[int]) -> bool:
    """A die that shows the number of the technology on the chart develops it."""
    return any(each.id == technology and each.number in faces for each in play.board.technologies)


@refuses("{power} has to say for which technology it rolls.", Research)
def research_names_its_technology(play: Play, action: Research) -> Breaches:
    """Research dice are bought for a named technology."""
    if not action.technology:
        yield {"power": action.power}


# -- researchers and charts


@refuses("This table plays without {options}.", Research)
def research_is_optional(play: Play, *, options: Options) -> Breaches:
    """Research is optional: it takes place only if the players have agreed to play with it."""
    if play.position.options.isdisjoint(options):
        yield {"options": options}


@refuses("{power} cannot choose {technology}: the die on the chart tells.", Research)
def breakthroughs_are_not_named(play: Play, action: Research) -> Breaches:
    """A player does not choose the technology that is developed: a die rolled on a chart decides."""
    if action.technology:
        yield {"power": action.power, "technology": action.technology}


@refuses("{power} does no research.", Research)
def some_powers_do_no_research(play: Play, action: Research, *, powers: Powers) -> Breaches:
    """{powers} never does research."""
    if action.power in powers:
        yield {"power": action.power}


@refuses("{power} has rolled for research this turn.", Research)
def researchers_roll_once_a_turn(play: Play, action: Research) -> Breaches:
    """All research dice of a power are rolled together, once in a turn."""
    if notes.RESEARCHED.is_set(play.position, action.power):
        yield {"power": action.power}


@refuses("{power} does no research while enemies hold {capitals}.", Research)
def captured_capital_cannot_research(play: Play, action: Research) -> Breaches:
    """A power, or an economy, whose capital is in enemy hands does no research."""
    if lost := play.capital_lost(action.power):
        yield {"power": action.power, "capitals": lost}


@changes("With those it kept {power} has {now} researchers.")
def researchers_roll_a_die_each(play: Play, answer: int, power: str) -> int:
    """Researchers kept from earlier turns roll again: every researcher, old or new, rolls one die."""
    return answer + play.position.researchers.get(power, 0)


@allows("The dice {faces} bring a breakthrough.", "research-succeeds")
def a_breakthrough_needs_its_number(play: Play, faces: Sequence[int], *, face: Number) -> bool:
    """A research die that shows {face} brings a breakthrough. More than one {face} still brings only one."""
    return face in faces


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


@effect_of(Research)
def research(play: Play, action: Research) -> None:
    """Pay for the dice and roll them with those of the researchers; what they develop is there at once."""
    power, technology = action.power, action.technology
    price = price_of_dice(play, action)
    done = (*_payment(play, action), notes.RESEARCHED.edit(True, power))
    play.emit("research-paid", *done, power=power, technology=technology, dice=action.dice, ipcs=price)
    dice = play.ask("researchers-roll-a-die-each", max(action.dice, 0), power=power)
    faces = play.roll(power, "research", "", [Die(0)] * dice)
    succeeded = play.ask("research-succeeds", False, power=power, technology=technology, faces=faces)
    if succeeded and technology:
        _develop(play, power, technology)
    play.announce("researched", power=power, dice=dice, succeeded=succeeded)


def _payment(play: Play, action: Research) -> list[Edit]:
    """The edits that pay for dice; where several may pay, the power picks the payer of each die."""
    each, payers = price_of_die(play, action), _payers(play, action.power)
    left = {payer: play.position.treasuries.get(payer, 0) for payer in payers}
    for _ in range(max(action.dice, 0)):
        able = [payer for payer in payers if left[payer] >= each] or list(payers)
        left[play.choose(action.power, "payer", "", able)] -= each
    return [("treasuries", payer, ipcs) for payer, ipcs in left.items()]


def _develop(play: Play, power: str, technology: str) -> None:
    known = play.position.technologies.get(power, frozenset()) | {technology}
    play.emit("developed", ("technologies", power, known), power=power, technology=technology)


@candidates(Research)
def possible_research(play: Play, power: str) -> Iterator[Action]:
    """A die for each technology, and researchers as far as the treasury pays for up to three."""
    for technology in play.board.technologies:
        yield Research(power, technology.id, 1)
    for dice in range(4):
        yield Research(power, "", dice)
