"""Antiaircraft fire: at what flies over, at what attacks, at what comes to bomb."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.abilities import has_technology
from kb.engine.board.command import fights_for
from kb.engine.board.spaces import is_land
from kb.engine.board.unit_types import all_aircraft
from kb.engine.core import given
from kb.engine.core.facts import ANTIAIRCRAFT_GUNS
from kb.engine.core.given import Names
from kb.engine.core.phases import CONDUCT_COMBAT
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens
from kb.engine.units.antiaircraft import guns_fire


@answers("{gun} hits aircraft with {now} or less.", questions.guns.antiaircraft_hits_on)
def antiaircraft_guns_fire(
    play: Play,
    answer: int,
    gun: Unit,
    space: str,
    *,
    units: Names = given.fact(ANTIAIRCRAFT_GUNS),
    hits_on: int = given.number("the highest roll that hits"),
) -> int:
    """{units:a} hits an aircraft with a roll of {hits_on} or less."""
    return hits_on if gun.type in units else answer


@answers("The guns in {space} have {now} shots.", questions.guns.antiaircraft_shots)
def shots_per_antiaircraft_gun(
    play: Play,
    answer: int,
    gun: Unit,
    space: str,
    *,
    units: Names = given.units("the types whose shots are counted"),
    shots: int = given.number("how many dice each of them rolls at most"),
) -> int:
    """All {units} in a territory fire, each with up to {shots} dice, and together with no more dice than there are
    aircraft."""
    guns = sum(unit.type in units and unit.power == gun.power for unit in play.position.at(space))
    return min(answer, guns * shots) if gun.type in units else answer


@answers("Radar: {gun} hits aircraft with {now} or less.", questions.guns.antiaircraft_hits_on)
def radar_guides_guns(
    play: Play,
    answer: int,
    gun: Unit,
    space: str,
    *,
    technologies: Names = given.technologies("the technologies with which guns hit more often"),
    hits_on: int = given.number("the highest roll that hits"),
) -> int:
    """{technologies}: antiaircraft guns hit with a roll of {hits_on} or less."""
    return hits_on if has_technology(play, gun.power, technologies) else answer


@answers("The guns fire at each type of aircraft by itself.", questions.guns.antiaircraft_group)
def antiaircraft_fire_by_type(play: Play, answer: str, unit: Unit) -> str:
    """Antiaircraft dice are rolled separately against each type of aircraft, so that no type shields another."""
    return unit.type


@happens("Guns fire at aircraft over land that nobody else defends.", moments.end_of(CONDUCT_COMBAT))
def guns_fire_without_a_battle(play: Play, power: str) -> None:
    """Antiaircraft guns that are alone in a territory also fire at aircraft that came to attack it."""
    by_space: dict[str, list[Unit]] = {}
    for unit in all_aircraft(play):
        attacks = unit.has(Mark.COMBAT_MOVED) and not unit.has(Mark.FOUGHT) and fights_for(play, unit, power)
        if attacks and is_land(play, unit.at):
            by_space.setdefault(unit.at, []).append(unit)
    for space, aircraft in sorted(by_space.items()):
        guns_fire(play, space, aircraft, "antiaircraft")
