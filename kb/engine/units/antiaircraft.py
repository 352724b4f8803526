"""Antiaircraft fire: which gun fires at which aircraft, and what is left of them."""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.powers import at_enmity
from kb.engine.board.printed import is_land
from kb.engine.core.facts import ANTIAIRCRAFT_GUNS
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.table import Die
from kb.engine.units.losses import lose, pick, whose_choice


def gun_against(play: Play, territory: str, aircraft: list[Unit]) -> Unit | None:
    """An antiaircraft gun in a territory, an enemy's of the aircraft: of several powers' guns one that hits best."""
    types = play.fact(ANTIAIRCRAFT_GUNS)
    there = [unit for unit in play.position.at(territory) if unit.type in types]
    guns = [gun for gun in there if any(at_enmity(play, gun.power, plane.power) for plane in aircraft)]
    if len({gun.power for gun in guns}) > 1:
        apart = play.supposing(())
        hits_on = {gun.id: apart.ask(questions.antiaircraft_hits_on, gun=gun, space=territory) for gun in guns}
        guns.sort(key=lambda gun: (-hits_on[gun.id], gun.power))
    return guns[0] if guns else None


def guns_fire(play: Play, territory: str, aircraft: list[Unit], what: str) -> list[Unit]:
    """Have the guns of a territory fire a die at each aircraft, type by type; the aircraft that are left.

    ``what`` names the occasion in the trace. One gun fires, however many stand there.
    """
    gun = gun_against(play, territory, aircraft)
    return gun_fires(play, gun, territory, aircraft, what)


def gun_fires(play: Play, gun: Unit | None, territory: str, aircraft: list[Unit], what: str) -> list[Unit]:
    """Have one gun or facility fire a die at each aircraft, type by type; the aircraft that are left."""
    targets = [
        plane for plane in aircraft if gun and play.ask(questions.antiaircraft_target, unit=plane, space=territory)
    ]
    hits_on = play.ask(questions.antiaircraft_hits_on, gun=gun, space=territory) if gun and targets else 0
    if gun and hits_on:
        groups: dict[str, list[Unit]] = {}
        for plane in targets:
            groups.setdefault(play.ask(questions.antiaircraft_group, unit=plane), []).append(plane)
        for group in groups.values():
            shots = play.adjust(questions.antiaircraft_shots, len(group), gun=gun, space=territory)
            faces = play.roll(gun.power, what, territory, [Die(plane.id, hits_on) for plane in group[:shots]])
            hits = sum(face <= hits_on for face in faces)
            lose(play, pick(play, whose_choice(play, group), what, territory, group, hits), territory, what)
    return play.units([plane.id for plane in aircraft])


def flown_over(play: Play, space: str, aircraft: list[Unit]) -> list[Unit]:
    """Let aircraft fly over a space; the aircraft that are left."""
    if aircraft and is_land(play, space):
        play.announce(moments.flown_over, space=space, aircraft=aircraft)
        return play.units([plane.id for plane in aircraft])
    return aircraft
