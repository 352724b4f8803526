"""Antiaircraft fire: at what flies over, at what attacks, at what comes to bomb."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.battle.fire import guns_against, guns_fire
from kb.engine.board.powers import fights_for, has_technology
from kb.engine.board.printed import all_aircraft, is_land
from kb.engine.core import given, notes
from kb.engine.core.facts import ANTIAIRCRAFT_GUNS
from kb.engine.core.given import Names
from kb.engine.core.play import COMBAT_MOVE, CONDUCT_COMBAT, Play, is_combat_move
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens


@answers("{gun} hits aircraft with {now} or less.", questions.antiaircraft_hits_on)
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


@answers("The guns in {space} have {now} shots.", questions.antiaircraft_shots)
def shots_per_antiaircraft_gun(
    play: Play,
    answer: int,
    gun: Unit,
    space: str,
    *,
    units: Names = given.units("the types whose shots are counted"),
    shots: int = given.number("how many dice each of them rolls at most"),
) -> int:
    """Each {units} in a territory fires up to {shots} dice, whatever its power. Together they fire no more dice than
    there are attacking aircraft."""
    guns = sum(unit.type in units and unit.power == gun.power for unit in play.position.at(space))
    return min(answer, guns * shots) if gun.type in units else answer


@answers("Radar: {gun} hits aircraft with {now} or less.", questions.antiaircraft_hits_on)
def radar_guides_guns(
    play: Play,
    answer: int,
    gun: Unit,
    space: str,
    *,
    technologies: Names = given.technologies("the technologies with which guns hit more often"),
    hits_on: int = given.number("the highest roll that hits"),
) -> int:
    """With the technology {technologies}, antiaircraft guns hit with a roll of {hits_on} or less."""
    return hits_on if has_technology(play, gun.power, technologies) else answer


@answers("The guns fire at each type of aircraft by itself.", questions.antiaircraft_group)
def antiaircraft_fire_by_type(play: Play, answer: str, unit: Unit) -> str:
    """Antiaircraft dice are rolled separately against each type of aircraft. A hit destroys an aircraft of the type
    it was rolled against."""
    return unit.type


@happens("Guns fire at aircraft over land that nobody else defends.", moments.end_of(CONDUCT_COMBAT))
def guns_fire_without_a_battle(play: Play, power: str) -> None:
    """Antiaircraft guns fire at aircraft that come to attack their territory even if no other unit defends it."""
    by_space: dict[str, list[Unit]] = {}
    for unit in all_aircraft(play):
        attacks = unit.has(Mark.COMBAT_MOVED) and not unit.has(Mark.FOUGHT) and fights_for(play, unit, power)
        if attacks and is_land(play, unit.at):
            by_space.setdefault(unit.at, []).append(unit)
    for space, aircraft in sorted(by_space.items()):
        guns_fire(play, space, aircraft, "antiaircraft")


# -- what flies over is fired at at once, or when all combat moves have been made


@happens("The gun in {space} fires at what flies over.", moments.flown_over)
def guns_fire_at_what_flies_over(play: Play, space: str, aircraft: list[Unit]) -> None:
    """Antiaircraft guns fire at enemy aircraft that fly over their territory, in the combat move and in the noncombat
    move."""
    if not guns_against(play, space, aircraft):
        return
    if play.ask(questions.fires_at_once, space=space):
        guns_fire(play, space, aircraft, "overflight")
    else:
        ids = dict.fromkeys((*notes.FLOWN_OVER.get(play.position, space), *(plane.id for plane in aircraft)))
        play.emit("flown-over", notes.FLOWN_OVER.edit(tuple(ids), space), units=aircraft, space=space)


@answers("The gun in {space} waits until all combat moves have been made.", questions.fires_at_once)
def guns_wait_for_all_combat_moves(play: Play, answer: bool, space: str) -> bool:
    """Antiaircraft guns fire at aircraft that fly over them in the combat move only after all combat moves have been
    made."""
    return answer and not is_combat_move(play)


@happens("The guns fire at what has flown over.", moments.end_of(COMBAT_MOVE))
def guns_fire_when_combat_moves_are_done(play: Play, power: str) -> None:
    """When all combat moves have been made, guns fire at the aircraft that flew over them, territory by territory."""
    for space in notes.FLOWN_OVER.set_about(play.position):
        guns_fire(play, space, play.units(notes.FLOWN_OVER.get(play.position, space)), "overflight")
        play.emit("flown-over", notes.FLOWN_OVER.clear(space), units=[], space=space)
