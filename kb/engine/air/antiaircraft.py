"""Antiaircraft fire: at what flies over, at what attacks, at what comes to bomb."""

from __future__ import annotations

from kb.engine.battle.fire import guns_against, guns_fire
from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import Fact, Number, Technologies, Units, changes, happens, holds


@changes("{gun} hits aircraft with {now} or less.", "antiaircraft-hits-on")
def antiaircraft_guns_fire(play: Play, answer: int, gun: Unit, *, antiaircraft_guns: Fact, hits_on: Number) -> int:
    """{antiaircraft_guns:a} hits an aircraft with a roll of {hits_on} or less."""
    return hits_on if gun.type in antiaircraft_guns else answer


@changes("The guns in {space} have {now} shots.")
def shots_per_antiaircraft_gun(play: Play, answer: int, gun: Unit, space: str, *, units: Units, shots: Number) -> int:
    """Each {units} in a territory fires up to {shots} dice, whatever its power. Together they fire no more dice than
    there are attacking aircraft."""
    guns = sum(unit.type in units and unit.power == gun.power for unit in play.position.at(space))
    return min(answer, guns * shots) if gun.type in units else answer


@changes("Radar: {gun} hits aircraft with {now} or less.", "antiaircraft-hits-on")
def radar_guides_guns(play: Play, answer: int, gun: Unit, *, technologies: Technologies, hits_on: Number) -> int:
    """With the technology {technologies}, antiaircraft guns hit with a roll of {hits_on} or less."""
    return hits_on if play.has_technology(gun.power, technologies) else answer


@changes("The guns fire at each type of aircraft by itself.")
def antiaircraft_fire_by_type(play: Play, unit: Unit) -> str:
    """Antiaircraft dice are rolled separately against each type of aircraft. A hit destroys an aircraft of the type
    it was rolled against."""
    return unit.type


@happens("Guns fire at aircraft over land that nobody else defends.", "end of conduct-combat")
def guns_fire_without_a_battle(play: Play, power: str) -> None:
    """Antiaircraft guns fire at aircraft that come to attack their territory even if no other unit defends it."""
    by_space: dict[str, list[Unit]] = {}
    for unit in play.all_aircraft():
        attacks = unit.has(Mark.COMBAT_MOVED) and not unit.has(Mark.FOUGHT) and play.fights_for(unit, power)
        if attacks and play.is_land(unit.at):
            by_space.setdefault(unit.at, []).append(unit)
    for space, aircraft in sorted(by_space.items()):
        guns_fire(play, space, aircraft, "antiaircraft")


# -- what flies over is fired at at once, or when all combat moves have been made


@happens("The gun in {space} fires at what flies over.", "flown over")
def guns_fire_at_what_flies_over(play: Play, space: str, aircraft: list[Unit]) -> None:
    """Antiaircraft guns fire at enemy aircraft that fly over their territory, in the combat move and in the noncombat
    move."""
    if not guns_against(play, space, aircraft):
        return
    if not play.holds("guns-wait-for-all-combat-moves", space=space):
        guns_fire(play, space, aircraft, "overflight")
    else:
        ids = dict.fromkeys((*notes.FLOWN_OVER.get(play.position, space), *(plane.id for plane in aircraft)))
        play.emit("flown-over", notes.FLOWN_OVER.edit(tuple(ids), space), units=aircraft, space=space)


@holds("The gun in {space} waits until all combat moves have been made.")
def guns_wait_for_all_combat_moves(play: Play) -> bool:
    """Antiaircraft guns fire at aircraft that fly over them in the combat move only after all combat moves have been
    made."""
    return play.is_combat_move


@happens("The guns fire at what has flown over.", "end of combat-move")
def guns_fire_when_combat_moves_are_done(play: Play) -> None:
    """When all combat moves have been made, guns fire at the aircraft that flew over them, territory by territory."""
    for space in notes.FLOWN_OVER.set_about(play.position):
        guns_fire(play, space, play.units(notes.FLOWN_OVER.get(play.position, space)), "overflight")
        play.emit("flown-over", notes.FLOWN_OVER.clear(space), units=[], space=space)
