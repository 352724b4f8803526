"""Transports without an escort: the submarines they pass, and those beside which they land (later games)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.engine import moments, questions
from kb.engine.board.enemies import enemies_to_meet, is_hostile
from kb.engine.board.phases import is_combat_move
from kb.engine.board.sides import owners_in_turn
from kb.engine.board.spaces import is_sea
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given
from kb.engine.core.actions import Offload
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.registry import answers, happens, refuses
from kb.engine.core.table import Die
from kb.engine.units.losses import lose, pick, pick_any
from kb.games.board_model import UnitKind


@happens("Submarines may fire at transports without an escort.", moments.sailed)
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
    """Each enemy {submarines:one} may fire a die at {transports} that enter its sea zone without an escort; it hits
    with {hits_on} or less."""
    convoy = [unit.id for unit in units if unit.type in transports]
    for zone in route[1:]:
        group = [
            ship
            for ship in play.units(convoy)
            if not play.ask(questions.movement.escorted, ship=ship, group=list(units))
        ]
        if group and is_sea(play, zone):
            fire_at(play, zone, group, power, submarines, hits_on)


@refuses("{ship} may not put troops ashore from {space}: {enemy} is there, and no warship of {power}.", Offload)
def submarines_bar_unescorted_landings(
    play: Play,
    action: Offload,
    *,
    submarines: Names = given.units("the types that bar a landing"),
    transports: Names = given.units("the types that may not land troops, and are no warships"),
) -> Iterator[Facts]:
    """{transports} make no assault from a sea zone with an enemy {submarines:one} in it unless a warship of their own
    power is there, too. Warships sail first."""
    if not is_combat_move(play) or not is_hostile(play, action.power, action.territory):
        return
    aboard = dict.fromkeys(unit.aboard for unit in play.units(action.units) if unit.aboard)
    for ship in play.units(tuple(aboard)):
        lurking = [unit for unit in enemies_to_meet(play, action.power, ship.at) if unit.type in submarines]
        own = (unit for unit in play.position.at(ship.at) if unit.power == ship.power)
        escorted = any(is_kind(play, unit, UnitKind.SHIP) and unit.type not in transports for unit in own)
        if lurking and ship.type in transports and not escorted:
            yield {"ship": ship, "space": ship.at, "enemy": lurking[0], "power": ship.power}


def fire_at(play: Play, zone: str, group: list[Unit], power: str, submarines: Names, hits_on: int) -> None:
    """Have the owners of the submarines in a zone say which fire at a group of transports, and roll for them."""
    subs = [unit for unit in enemies_to_meet(play, power, zone) if unit.type in submarines]
    for owner in owners_in_turn(play, subs):
        own = [unit for unit in subs if unit.power == owner]
        firing = pick_any(play, owner, "passing-fire", zone, own)
        faces = play.roll(owner, "passing-fire", zone, [Die(unit.id, hits_on) for unit in firing])
        group = play.units([ship.id for ship in group])
        hits = sum(face <= hits_on for face in faces)
        if group:
            lose(play, pick(play, group[0].power, "passing-fire", zone, group, hits), zone, "passing-fire")


@answers("{ship} is escorted.", questions.movement.escorted)
def surface_warships_escort_transports(
    play: Play, answer: bool, ship: Unit, group: list[Unit], *, units: Names = given.units("the types that escort")
) -> bool:
    """{units:a} that makes the whole move of a transport with it escorts it."""
    return answer or any(unit.type in units and unit.came == ship.came for unit in play.units([u.id for u in group]))
