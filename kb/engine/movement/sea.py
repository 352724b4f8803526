"""Moves by sea: hostile zones, canals, submarines, and transports without an escort."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.actions import Load, Move, Offload
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import Breaches, Names, Number, Spaces, Units, allows, forbids, happens, holds, refuses
from kb.engine.core.table import Die
from kb.engine.units.losses import lose, pick, pick_any
from kb.engine.units.moving import crossings, hostile_spaces_passed
from kb.games.board_model import Canal, UnitKind


@refuses("{unit} must stop in {space}, which is hostile.", Move)
def hostile_zones_stop_ships(play: Play, action: Move) -> Breaches:
    """A ship that enters a hostile sea zone stops there."""
    for unit, space in hostile_spaces_passed(play, action, UnitKind.SHIP):
        if not play.ask("passes-hostile-zone", False, unit=unit, space=space, power=action.power):
            yield {"unit": unit, "space": space}


@allows("{unit} passes through {space} unseen.", "passes-hostile-zone")
def submarines_pass_hostile_zones(play: Play, unit: Unit, *, units: Units) -> bool:
    """{units} pass through hostile sea zones."""
    return unit.type in units


@forbids("{unit} must stop in {space}: a destroyer is there.", "passes-hostile-zone")
def destroyers_stop_submarines(play: Play, space: str, power: str, *, units: Units) -> bool:
    """An enemy {units:one} in a sea zone stops submarines."""
    return any(enemy.type in units for enemy in play.enemies_to_meet(power, space))


@forbids("{unit} is submerged and makes no zone hostile.", "makes-zone-hostile")
def submerged_units_are_no_obstacle(play: Play, unit: Unit) -> bool:
    """A sea zone in which all enemies are submerged is not hostile."""
    return unit.has(Mark.SUBMERGED)


@forbids("{unit} makes no zone hostile to movement.", "makes-zone-hostile")
def enemy_submarines_can_be_ignored(play: Play, unit: Unit, *, units: Units) -> bool:
    """A sea zone in which the only enemies are {units:or} may be treated as friendly."""
    return unit.type in units


@refuses("{unit} may not pass {canal}: to {power} it is shut by {banks}.", Move)
def canals_need_their_banks(play: Play, action: Move) -> Breaches:
    """A ship passes a canal only if its side held both banks when the turn began."""
    ships = [unit for unit in play.units(action.units) if play.is_ship(unit)]
    for start, end in crossings(action.route) if ships else ():
        for canal in play.board.canals:
            if {canal.one, canal.other} == {start, end} and (shut := _shut_by(play, action.power, canal)):
                stopped = [
                    ship for ship in ships if not play.holds("submarines-slip-through-straits", unit=ship, canal=canal)
                ]
                if stopped:
                    yield {"unit": stopped[0], "canal": canal.id, "power": action.power, "banks": shut}


@holds("{unit} may pass {canal}, whoever holds it.")
def submarines_slip_through_straits(play: Play, unit: Unit, canal: Canal, *, units: Units, spaces: Spaces) -> bool:
    """{units} may pass {spaces}, no matter who holds it."""
    open_to = all(land in spaces for land in canal.lands)
    return open_to and unit.type in units


@refuses("{unit} may not move into or out of {space}: the straits are closed.", Move)
def straits_are_closed(play: Play, action: Move, *, spaces: Spaces) -> Breaches:
    """No ship of any power enters or leaves {spaces:or} (the Black Sea)."""
    shut = [space for space in action.route if space in spaces]
    for unit in play.units(action.units) if shut else ():
        if play.is_ship(unit):
            yield {"unit": unit, "space": shut[0]}


def _shut_by(play: Play, power: str, canal: Canal) -> tuple[str, ...]:
    """The lands beside a canal whose holders, when the turn began, do not let the power through."""
    holders = {land: play.held_at_start(land) for land in canal.lands}
    return tuple(
        land
        for land, holder in holders.items()
        if not (
            play.allied(power, holder)
            and not play.holds("passages-need-own-control", land=land, holder=holder, power=power)
        )
    )


@holds("{power} itself has to hold {land}.")
def passages_need_own_control(play: Play, land: str, holder: str, power: str, *, spaces: Spaces) -> bool:
    """Ships may pass {spaces} only if their own power controls that land. A friend's control is not enough."""
    return holder != power and land in spaces


@refuses("{unit} has offloaded this turn and stays.", Move, Load)
def offloading_ends_the_move(play: Play, action: Move | Load) -> Breaches:
    """A transport that has offloaded neither moves nor loads again in that turn."""
    ids = action.units if isinstance(action, Move) else (action.transport,)
    for unit in play.units(ids):
        stopped = unit.has(Mark.OFFLOADED) and play.is_ship(unit)
        if stopped and not play.holds("lightning-transports-go-on", unit=unit):
            yield {"unit": unit}


# -- transports without an escort (later games)


@happens("Submarines may fire at transports without an escort.", "sailed")
def submarines_fire_at_transports_in_passing(
    play: Play,
    units: Sequence[Unit],
    route: tuple[str, ...],
    power: str,
    *,
    submarines: Units,
    transports: Units,
    hits_on: Number,
) -> None:
    """Each enemy {submarines:one} may roll one die at {transports} that enter its sea zone without an escort. It hits
    with {hits_on} or less."""
    convoy = [unit.id for unit in units if unit.type in transports]
    for zone in route[1:]:
        group = [
            ship
            for ship in play.units(convoy)
            if not play.holds("surface-warships-escort-transports", ship=ship, group=list(units))
        ]
        if group and play.is_sea(zone):
            fire_at(play, zone, group, power, submarines, hits_on)


@refuses("{ship} may not put troops ashore from {space}: {enemy} is there, and no warship of {power}.", Offload)
def submarines_bar_unescorted_landings(
    play: Play, action: Offload, *, submarines: Units, transports: Units
) -> Breaches:
    """{transports} may not make an assault from a sea zone with an enemy {submarines:one} unless a warship of their
    own power is there. The warship moves first."""
    if not play.is_combat_move or not play.is_hostile(action.power, action.territory):
        return
    aboard = dict.fromkeys(unit.aboard for unit in play.units(action.units) if unit.aboard)
    for ship in play.units(tuple(aboard)):
        lurking = [unit for unit in play.enemies_to_meet(action.power, ship.at) if unit.type in submarines]
        own = (unit for unit in play.position.at(ship.at) if unit.power == ship.power)
        escorted = any(play.is_ship(unit) and unit.type not in transports for unit in own)
        if lurking and ship.type in transports and not escorted:
            yield {"ship": ship, "space": ship.at, "enemy": lurking[0], "power": ship.power}


def fire_at(play: Play, zone: str, group: list[Unit], power: str, submarines: Names, hits_on: int) -> None:
    """Have the owners of the submarines in a zone say which fire at a group of transports, and roll for them."""
    subs = [unit for unit in play.enemies_to_meet(power, zone) if unit.type in submarines]
    for owner in play.owners_in_turn(subs):
        own = [unit for unit in subs if unit.power == owner]
        firing = pick_any(play, owner, "passing-fire", zone, own)
        faces = play.roll(owner, "passing-fire", zone, [Die(unit.id, hits_on) for unit in firing])
        group = play.units([ship.id for ship in group])
        hits = sum(face <= hits_on for face in faces)
        if group:
            lose(play, pick(play, group[0].power, "passing-fire", zone, group, hits), zone, "passing-fire")


@holds("{ship} is escorted.")
def surface_warships_escort_transports(play: Play, ship: Unit, group: list[Unit], *, units: Units) -> bool:
    """{units:a} escorts a transport if it makes the whole move together with it."""
    return any(unit.type in units and unit.came == ship.came for unit in play.units([u.id for u in group]))
