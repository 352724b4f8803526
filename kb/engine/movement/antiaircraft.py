"""Antiaircraft fire: at what flies over, at what attacks, at what comes to bomb."""

from __future__ import annotations

from kb.engine.board.abilities import has_technology
from kb.engine.board.command import fights_for
from kb.engine.board.sides import at_enmity
from kb.engine.board.spaces import is_land
from kb.engine.board.unit_types import all_aircraft
from kb.engine.core.given import Number, Technologies, Units
from kb.engine.core.moments import CONDUCT_COMBAT, end_of
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens
from kb.engine.core.table import Die
from kb.engine.losses import lose, pick


def gun_against(play: Play, territory: str, aircraft: list[Unit]) -> Unit | None:
    """An antiaircraft gun in a territory that is an enemy's of the aircraft."""
    types = play.names("antiaircraft-guns-fire", "units")
    for unit in play.position.at(territory):
        if unit.type in types and any(at_enmity(play, unit.power, plane.power) for plane in aircraft):
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


@answers(
    "antiaircraft-guns-fire",
    "{gun} hits aircraft with {now} or less.",
    "antiaircraft-hits-on",
    about="{units:a} hits an aircraft with a roll of {hits_on} or less.",
    given={"units": Units("the types that fire at aircraft"), "hits_on": Number("the highest roll that hits")},
)
def antiaircraft_guns_fire(play: Play, answer: int, gun: Unit, space: str) -> int:
    rule = "antiaircraft-guns-fire"
    return play.number(rule, "hits_on") if gun.type in play.names(rule, "units") else answer


@answers(
    "each-gun-has-so-many-shots",
    "The guns in {space} have {now} shots.",
    "antiaircraft-shots",
    about="All {units} in a territory fire, each with up to {shots} dice, and together with no more dice than there are aircraft.",
    given={
        "units": Units("the types whose shots are counted"),
        "shots": Number("how many dice each of them rolls at most"),
    },
)
def each_gun_has_so_many_shots(play: Play, answer: int, gun: Unit, space: str) -> int:
    rule = "each-gun-has-so-many-shots"
    types = play.names(rule, "units")
    guns = sum(unit.type in types and unit.power == gun.power for unit in play.position.at(space))
    return min(answer, guns * play.number(rule, "shots")) if gun.type in types else answer


@answers(
    "radar-guides-guns",
    "Radar: {gun} hits aircraft with {now} or less.",
    "antiaircraft-hits-on",
    about="{technologies}: antiaircraft guns hit with a roll of {hits_on} or less.",
    given={
        "technologies": Technologies("the technologies with which guns hit more often"),
        "hits_on": Number("the highest roll that hits"),
    },
)
def radar_guides_guns(play: Play, answer: int, gun: Unit, space: str) -> int:
    rule = "radar-guides-guns"
    return play.number(rule, "hits_on") if has_technology(play, rule, gun.power) else answer


@answers(
    "antiaircraft-fire-by-type",
    "The guns fire at each type of aircraft by itself.",
    "antiaircraft-group",
    about="Antiaircraft dice are rolled separately against each type of aircraft, so that no type shields another.",
)
def antiaircraft_fire_by_type(play: Play, answer: str, unit: Unit) -> str:
    return unit.type


@happens(
    "guns-fire-at-what-flies-over",
    "The gun in {space} fires at what flies over.",
    "flown over",
    about="Antiaircraft guns fire at enemy aircraft that fly over their territory, in the combat move and in the noncombat move.",
)
def guns_fire_at_what_flies_over(play: Play, space: str, aircraft: list[Unit]) -> None:
    fire(play, space, aircraft, "overflight")


@happens(
    "guns-fire-without-a-battle",
    "Guns fire at aircraft over land that nobody else defends.",
    end_of(CONDUCT_COMBAT),
    about="Antiaircraft guns that are alone in a territory also fire at aircraft that came to attack it.",
)
def guns_fire_without_a_battle(play: Play, power: str) -> None:
    by_space: dict[str, list[Unit]] = {}
    for unit in all_aircraft(play):
        attacks = unit.has(Mark.COMBAT_MOVED) and not unit.has(Mark.FOUGHT) and fights_for(play, unit, power)
        if attacks and is_land(play, unit.at):
            by_space.setdefault(unit.at, []).append(unit)
    for space, aircraft in sorted(by_space.items()):
        fire(play, space, aircraft, "antiaircraft")


def flown_over(play: Play, space: str, aircraft: list[Unit]) -> list[Unit]:
    """Let aircraft fly over a space; those that are still there."""
    if aircraft and is_land(play, space):
        play.every("flown over", space=space, aircraft=aircraft)
        return play.units([plane.id for plane in aircraft])
    return aircraft
