"""Transports without an escort, and the submarines they pass (later games)."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine import moments, questions
from kb.engine.board.enemies import enemies_to_meet, is_hostile
from kb.engine.board.spaces import is_sea
from kb.engine.core import given
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.registry import answers, happens
from kb.engine.core.table import Die
from kb.engine.units.losses import lose, pick, pick_any


@happens(
    "submarines-fire-at-transports-in-passing",
    "Submarines may fire at transports without an escort.",
    moments.sailed,
    about="Each enemy {submarines:one} may fire a die at {transports} that enter its sea zone without an escort; it hits with {hits_on} or less.",
)
def submarines_fire_at_transports_in_passing(
    play: Play,
    units: Sequence[Unit],
    route: tuple[str, ...],
    power: str,
    *,
    submarines: Names = given.units("the types that fire"),
    transports: Names = given.units("the types that are fired at"),
    hits_on: int = given.number("the highest roll that hits"),
) -> None:
    convoy = [unit.id for unit in units if unit.type in transports]
    for zone in route[1:]:
        group = [
            ship
            for ship in play.units(convoy)
            if not play.ask(questions.movement.escorted, ship=ship, group=list(units))
        ]
        if group and is_sea(play, zone):
            fire_at(play, zone, group, power, submarines, hits_on)


@happens(
    "submarines-fire-at-unescorted-landings",
    "Submarines may fire at transports that land without an escort.",
    moments.landing,
    about="Each enemy {submarines:one} may fire a die at {transports} that assault land with no surface warship beside them; it hits with {hits_on} or less.",
)
def submarines_fire_at_unescorted_landings(
    play: Play,
    ships: Sequence[Unit],
    territory: str,
    power: str,
    *,
    submarines: Names = given.units("the types that fire"),
    transports: Names = given.units("the types that are fired at"),
    warships: Names = given.units("the types that count as an escort"),
    hits_on: int = given.number("the highest roll that hits"),
) -> None:
    if not is_hostile(play, power, territory):
        return
    for zone in dict.fromkeys(ship.at for ship in ships):
        own = [unit for unit in play.position.at(zone) if unit.power == power]
        group = [ship for ship in ships if ship.at == zone and not ship.has(Mark.OFFLOADED)]
        if group and not any(unit.type in warships for unit in own):
            fire_at(play, zone, group, power, submarines, hits_on)


def fire_at(play: Play, zone: str, group: list[Unit], power: str, submarines: Names, hits_on: int) -> None:
    """Have the owners of the submarines in a zone say which fire at a group of transports, and roll for them."""
    subs = [unit for unit in enemies_to_meet(play, power, zone) if unit.type in submarines]
    for owner in dict.fromkeys(unit.power for unit in subs):
        own = [unit for unit in subs if unit.power == owner]
        firing = pick_any(play, owner, "passing-fire", zone, own)
        faces = play.roll(owner, "passing-fire", zone, [Die(unit.id, hits_on) for unit in firing])
        group = play.units([ship.id for ship in group])
        hits = sum(face <= hits_on for face in faces)
        if group:
            lose(play, pick(play, group[0].power, "passing-fire", zone, group, hits), zone, "passing-fire")


@answers(
    "surface-warships-escort-transports",
    "{ship} is escorted.",
    questions.movement.escorted,
    about="{units:a} that makes the whole move of a transport with it escorts it.",
)
def surface_warships_escort_transports(
    play: Play, answer: bool, ship: Unit, group: list[Unit], *, units: Names = given.units("the types that escort")
) -> bool:
    return answer or any(unit.type in units and unit.came == ship.came for unit in play.units([u.id for u in group]))
