"""The repair of damaged complexes and bases: what it costs, and who may do it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine import questions
from kb.engine.board.powers import account_of, commanded, has_technology
from kb.engine.core import given
from kb.engine.core.actions import Action
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.registry import answers, candidates, effect_of, refuses
from kb.engine.core.values import replace
from kb.engine.units.facilities import complexes, is_complex
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
    return play.ask(questions.repair_price, power=action.power, markers=max(action.markers, 0))


@answers("Repairing {markers} damage markers costs {now} IPCs.", questions.repair_price)
def repairs_cost_their_markers(
    play: Play,
    answer: int,
    power: str,
    markers: int,
    *,
    ipcs: int = given.number("the price of removing one damage marker, in IPCs"),
) -> int:
    """Removing a damage marker costs {ipcs:IPC}."""
    return answer + ipcs * markers


@answers("The repair costs {now} IPCs instead of {was}.", questions.repair_price)
def better_factories_are_repaired_cheaply(
    play: Play,
    answer: int,
    power: str,
    markers: int,
    *,
    technologies: Names = given.technologies("the technologies with which repairs are cheaper"),
    markers_per_price: int = given.number("how many markers come off for the price of one", key="markers"),
) -> int:
    """{technologies}: the price of a damage marker removes {markers} of them; a remainder costs as much as
    {markers}."""
    return -(-answer // markers_per_price) if has_technology(play, power, technologies) else answer


@refuses("There are {damage} damage markers in {territory}, not {markers}.", Repair)
def only_damage_is_repaired(play: Play, action: Repair) -> Iterator[Facts]:
    """No more damage markers can be removed than there are."""
    there = sum(unit.damage for unit in _under_repair(play, action))
    if not 0 < action.markers <= there:
        yield {"damage": there, "territory": action.territory, "markers": action.markers}


@refuses("The complex in {territory} is not {power}'s.", Repair)
def complexes_are_repaired_by_their_owner(play: Play, action: Repair) -> Iterator[Facts]:
    """A power repairs its own complexes and bases only."""
    if any(unit.power != action.power for unit in _under_repair(play, action)):
        yield {"territory": action.territory, "power": action.power}


@effect_of(Repair)
def repair(play: Play, action: Repair) -> None:
    """Pay, and take the markers off."""
    power, territory, price = action.power, action.territory, price_of_repairs(play, action)
    payer = account_of(play, power, territory)
    left = play.position.treasuries.get(payer, 0) - price
    whole = [replace(unit, damage=max(0, unit.damage - action.markers)) for unit in _under_repair(play, action)]
    facts = {"power": power, "territory": territory, "markers": action.markers, "ipcs": price}
    play.emit("complex-repaired", ("treasuries", payer, left), *play.put(*whole), **facts)


def _under_repair(play: Play, action: Repair) -> list[Unit]:
    """What is to be repaired: the facilities that are named, or the complexes."""
    if not action.facility:
        return complexes(play, action.territory)
    return [unit for unit in play.position.at(action.territory) if unit.type == action.facility]


@candidates(Repair)
def possible_repairs(play: Play, power: str) -> Iterator[Action]:
    """One marker, or all that are on a complex."""
    for unit in commanded(play, power, UnitKind.FACILITY):
        for markers in sorted({1, unit.damage} if unit.damage else ()):
            yield Repair(power, unit.at, markers, "" if is_complex(play, unit.type) else unit.type)
