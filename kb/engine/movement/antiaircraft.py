"""Antiaircraft fire: at what flies over, at what attacks, at what comes to bomb."""

from __future__ import annotations

from kb.engine import terms
from kb.engine.losses import lose, pick
from kb.engine.moments import CONDUCT_COMBAT, end_of
from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.engine.registry import answers, happens
from kb.engine.table import Die


def gun_against(play: Play, territory: str, aircraft: list[Unit]) -> Unit | None:
    """An antiaircraft gun in a territory that is an enemy's of the aircraft."""
    types = play.names("antiaircraft-guns-fire", "units")
    for unit in play.position.at(territory):
        if unit.type in types and any(terms.at_enmity(play, unit.power, plane.power) for plane in aircraft):
            return unit
    return None


def fire(play: Play, territory: str, aircraft: list[Unit], what: str) -> list[Unit]:
    """One die for each aircraft, type by type; the survivors. Source in Revised: rev/sc-antiaircraft.

    ``what`` names the occasion in the trace. One gun fires, however many stand there.
    """
    gun = gun_against(play, territory, aircraft)
    return fire_from(play, gun, territory, aircraft, what)


def fire_from(play: Play, gun: Unit | None, territory: str, aircraft: list[Unit], what: str) -> list[Unit]:
    """The same, by a certain gun or facility."""
    targets = [
        plane for plane in aircraft if gun and play.ask("antiaircraft-target", True, unit=plane, space=territory)
    ]
    hits_on = int(play.ask("antiaircraft-hits-on", 0, gun=gun, space=territory)) if gun and targets else 0
    if gun and hits_on:
        groups: dict[str, list[Unit]] = {}
        for plane in targets:
            groups.setdefault(play.ask("antiaircraft-group", "", unit=plane), []).append(plane)
        for group in groups.values():
            shots = int(play.ask("antiaircraft-shots", len(group), gun=gun, space=territory))
            faces = play.roll(gun.power, what, territory, [Die(plane.id, hits_on) for plane in group[:shots]])
            hits = sum(face <= hits_on for face in faces)
            lose(play, pick(play, group[0].power, what, territory, group, hits), territory, what)
    return play.units([plane.id for plane in aircraft])


@answers("antiaircraft-guns-fire", "{gun} hits aircraft with {now} or less.", "antiaircraft-hits-on")
def antiaircraft_guns_fire(play: Play, answer: int, gun: Unit, space: str) -> int:
    """The highest roll with which a gun hits. Source in Revised: rev/sc-antiaircraft."""
    rule = "antiaircraft-guns-fire"
    return play.number(rule, "hits_on") if gun.type in play.names(rule, "units") else answer


@answers("each-gun-has-so-many-shots", "The guns in {space} have {now} shots.", "antiaircraft-shots")
def each_gun_has_so_many_shots(play: Play, answer: int, gun: Unit, space: str) -> int:
    """All guns of a territory fire, each so many dice, and none more than there are planes.

    Source in Europe 1940: e40/up-aa.
    """
    rule = "each-gun-has-so-many-shots"
    types = play.names(rule, "units")
    guns = sum(unit.type in types and unit.power == gun.power for unit in play.position.at(space))
    return min(answer, guns * play.number(rule, "shots")) if gun.type in types else answer


@answers("radar-guides-guns", "Radar: {gun} hits aircraft with {now} or less.", "antiaircraft-hits-on")
def radar_guides_guns(play: Play, answer: int, gun: Unit, space: str) -> int:
    """Radar: guns hit with 1 or 2. Source in Anniversary: ann/tech-radar."""
    rule = "radar-guides-guns"
    return play.number(rule, "hits_on") if terms.has_technology(play, rule, gun.power) else answer


@answers("antiaircraft-fire-by-type", "The guns fire at each type of aircraft by itself.", "antiaircraft-group")
def antiaircraft_fire_by_type(play: Play, answer: str, unit: Unit) -> str:
    """Dice are rolled against each type of aircraft, so that fighters cannot shield bombers.

    Source in Revised: rev-com-2.
    """
    return unit.type


@happens("guns-fire-at-what-flies-over", "The gun in {space} fires at what flies over.", "flown over")
def guns_fire_at_what_flies_over(play: Play, space: str, aircraft: list[Unit]) -> None:
    """Guns fire at enemy aircraft that fly over their territory, in both kinds of move.

    Source in Revised: rev/p3-aa-fire.
    """
    fire(play, space, aircraft, "overflight")


@happens(
    "guns-fire-without-a-battle", "Guns fire at aircraft over land that nobody else defends.", end_of(CONDUCT_COMBAT)
)
def guns_fire_without_a_battle(play: Play, power: str) -> None:
    """A gun that is the only unit in its territory fires at what came to attack, too.

    Source in Revised: rev/sc-antiaircraft.
    """
    by_space: dict[str, list[Unit]] = {}
    for unit in terms.aircraft(play):
        attacks = unit.has(Mark.COMBAT_MOVED) and not unit.has(Mark.FOUGHT) and terms.fights_for(play, unit, power)
        if attacks and terms.is_land(play, unit.at):
            by_space.setdefault(unit.at, []).append(unit)
    for space, aircraft in sorted(by_space.items()):
        fire(play, space, aircraft, "antiaircraft")


def flown_over(play: Play, space: str, aircraft: list[Unit]) -> list[Unit]:
    """Let aircraft fly over a space; those that are still there."""
    if aircraft and terms.is_land(play, space):
        play.every("flown over", space=space, aircraft=aircraft)
        return play.units([plane.id for plane in aircraft])
    return aircraft
