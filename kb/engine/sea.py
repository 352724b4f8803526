"""Ships: hostile zones, canals, submarines and transports in passing; who loads, and when cargo goes ashore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.engine.core import notes
from kb.engine.core.actions import Action, Load, Move, Offload, tells
from kb.engine.core.parameters import Actions, Breaches, IsBreach, Names, Number, Spaces, Units
from kb.engine.core.play import Play
from kb.engine.core.points import NONCOMBAT_MOVE
from kb.engine.core.position import Edit, Mark, Unit, replace
from kb.engine.core.rules import allows, candidates, effect_of, forbids, happens, holds, refuses
from kb.engine.core.table import Die
from kb.engine.units import (
    MOVED,
    came_by_sea,
    crossings,
    has_room,
    hostile_spaces_passed,
    lose,
    pick,
    pick_any,
    put_ashore,
    room_taken,
)
from kb.games.board_model import Canal, UnitKind


def ships_of(play: Play, action: Offload) -> dict[int, list[Unit]]:
    """Return the cargo of an offloading by the id of its ship, without units that are aboard no ship."""
    by_ship: dict[int, list[Unit]] = {}
    for unit in play.units(action.units):
        if unit.aboard:
            by_ship.setdefault(unit.aboard, []).append(unit)
    return by_ship


def waits_for_a_sea_battle(play: Play, action: Offload, zone: str) -> bool:
    """Return whether a landing on hostile land in the combat move can only be declared, because its hostile zone has to
    be won first; false without a rule for that."""
    return (
        play.is_combat_move
        and play.is_hostile(action.power, action.territory)
        and play.is_hostile(action.power, zone)
        and play.on("landing-follows-the-sea-battle")
    )


@refuses("{unit} cannot be carried by a transport.", Load)
def only_land_units_sail(play: Play, unit: Unit) -> IsBreach:
    """A transport carries land units only, and never an industrial complex."""
    return not play.type_of(unit).has("transport_cost")


@refuses("{ship} has no room for {cargo}.", Load)
def transport_room(play: Play, action: Load) -> Breaches:
    """A transport carries no more cargo than it has room for[: {loads}]."""
    ship = play.position.units[action.transport]
    new = play.units(action.units)
    if not has_room(play, ship, *new):
        yield {"ship": ship, "cargo": new}


@refuses("{unit} is not in a territory that borders {space}.", Load)
def loading_from_the_shore(play: Play, action: Load) -> Breaches:
    """Land units load from a territory that borders the transport's sea zone."""
    zone = play.position.units[action.transport].at
    for unit in play.units(action.units):
        if not unit.aboard and not play.board.bordering(unit.at, zone):
            yield {"unit": unit, "space": zone}


@refuses("{unit} is not land cargo aboard a ship.", Offload)
def only_cargo_is_offloaded(play: Play, unit: Unit) -> IsBreach:
    """Only land units aboard a ship can be offloaded."""
    return not unit.aboard or not play.is_land_unit(unit)


@refuses("{territory} does not border {space}; it borders {zones}.", Offload)
def offloading_to_the_shore(play: Play, action: Offload) -> Breaches:
    """Cargo is offloaded into a territory that borders the transport's sea zone."""
    for zone in dict.fromkeys(unit.at for unit in play.units(action.units)):
        if not play.board.bordering(zone, action.territory) or play.is_sea(action.territory):
            zones = sorted(space for space in play.board.around(action.territory) if play.is_sea(space))
            yield {"territory": action.territory, "space": zone, "zones": tuple(zones) or ("no sea zone",)}


@refuses("{ship} is an enemy's.", Load)
def transports_of_ones_side(play: Play, action: Load) -> Breaches:
    """Land units board ships of their own side."""
    ship = play.position.units[action.transport]
    if not play.allied(action.power, ship.power):
        yield {"ship": ship}


@refuses("{ship} may not {what} in {space}, which is hostile.", Load, Offload)
def no_loading_in_a_hostile_zone(
    play: Play, action: Load | Offload, *, actions: Actions = ("load", "offload")
) -> Breaches:
    """A transport in a hostile sea zone may not {actions:or}. An assault may be declared from a zone still to be won;
    its troops land after that battle."""
    what = action.name
    if what not in (actions or (what,)):
        return
    for ship in play.units((action.transport,) if isinstance(action, Load) else tuple(ships_of(play, action))):
        if not play.is_hostile(ship.power, ship.at):
            continue
        if isinstance(action, Load):
            allowed = play.holds("transports-load-where-war-begins", ship=ship)
        else:
            allowed = waits_for_a_sea_battle(play, action, ship.at)
        if not allowed:
            yield {"ship": ship, "space": ship.at, "what": what}


@holds("{ship} was in its zone when the war began.")
def transports_load_where_war_begins(play: Play, ship: Unit) -> bool:
    """In the combat move in which a power enters a war, its transports may load in a sea zone in which they began the
    turn and which became hostile only by that war."""
    return play.is_combat_move and not ship.came and not play.at_start.is_hostile(ship.power, ship.at)


@refuses("{ship} has retreated from combat this turn and neither loads nor offloads.", Load, Offload)
def retreated_transports_are_done(play: Play, action: Load | Offload) -> Breaches:
    """A transport that has retreated neither loads nor offloads: its cargo stays aboard."""
    for ship in play.units((action.transport,) if isinstance(action, Load) else tuple(ships_of(play, action))):
        if ship.has(Mark.RETREATED):
            yield {"ship": ship}


@refuses("{ship} has moved or fought before this phase and neither loads nor offloads now.", Load, Offload)
def transports_of_the_combat_rest(play: Play, action: Load | Offload) -> Breaches:
    """A transport that loaded, moved, offloaded or fought in the combat move or in combat does not load or offload in
    the noncombat move."""
    ships = (action.transport,) if isinstance(action, Load) else tuple(ships_of(play, action))
    for ship in play.units(ships) if play.phase == NONCOMBAT_MOVE else ():
        loaded = any(cargo.marks >= {Mark.LOADED, Mark.COMBAT_MOVED} for cargo in play.position.aboard(ship))
        if loaded or ship.marks & {Mark.COMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED}:
            yield {"ship": ship}


@refuses("{unit} cannot move and be carried in one turn.", Move, Load)
def carrying_is_the_whole_move(play: Play, action: Move | Load) -> Breaches:
    """Being carried by a transport is the entire move of a land unit."""
    for unit in play.units(action.units):
        if not play.is_land_unit(unit):
            continue
        moved = bool(unit.marks & {Mark.LOADED, Mark.OFFLOADED})
        if isinstance(action, Load):
            ship = play.position.units[action.transport]
            moved = unit.spent > 0 or (moved and not play.holds("lightning-units-board-again", unit=unit, ship=ship))
        if moved:
            yield {"unit": unit}


@refuses("{unit} is aboard and has to be offloaded.", Move, Load)
def cargo_stays_aboard(play: Play, action: Move | Load, unit: Unit) -> IsBreach:
    """Cargo aboard a ship does not move by itself, nor from one ship to another."""
    if isinstance(action, Load):
        return bool(unit.aboard)
    return bool(unit.aboard and play.is_land_unit(unit) and not unit.has(Mark.LOADED))


@refuses("{territory} is not hostile: cargo is not offloaded there in the combat move.", Offload)
def assaults_go_against_hostile_land(play: Play, action: Offload) -> IsBreach:
    """In the combat move cargo is offloaded only to attack."""
    return play.is_combat_move and not play.is_hostile(action.power, action.territory)


@refuses("{ship} has offloaded into {before} this turn and cannot offload into {territory}.", Offload)
def one_territory_a_transport(play: Play, action: Offload) -> Breaches:
    """A transport offloads into one territory only in a turn."""
    for ship in play.units(tuple(ships_of(play, action))):
        elsewhere = ship.bound and ship.bound != action.territory
        if elsewhere and not play.holds("lightning-landings-are-split", ship=ship):
            yield {"ship": ship, "before": ship.bound, "territory": action.territory}


@refuses("{unit} was loaded on {ship} this turn and may go ashore only in a later turn.", Offload)
def allied_cargo_takes_three_turns(play: Play, action: Offload) -> Breaches:
    """An ally's units board in their own power's turn, are carried in the transport's turn, and go ashore in a later
    turn of their own power."""
    for ship_id, cargo in ships_of(play, action).items():
        ship = play.position.units[ship_id]
        for unit in cargo:
            if unit.has(Mark.LOADED) and ship.power != unit.power:
                yield {"unit": unit, "ship": ship, "owner": ship.power}


@tells(loaded="{units} went aboard in {space}")
@effect_of(Load)
def load(play: Play, action: Load) -> None:
    """Put the units of the action aboard its transport."""
    ship = play.position.units[action.transport]
    play.emit("loaded", *edits_of_load(play, action), units=play.units(action.units), ship=ship, space=ship.at)


def edits_of_load(play: Play, action: Load) -> tuple[Edit, ...]:
    """Return the edits that put units aboard a ship."""
    ship, marks = play.position.units[action.transport], (Mark.LOADED, MOVED[play.is_combat_move])
    return play.put(
        *(
            unit.marked(*marks, at=ship.at, aboard=ship.id, came=(*unit.came, unit.at))
            for unit in play.units(action.units)
        )
    )


@tells(assault_declared="{units} will land in {territory} once the sea battle is won")
@effect_of(Offload)
def offload(play: Play, action: Offload) -> None:
    """Put the cargo ashore, or declare the assault that will, once its zone is won."""
    for ship_id, cargo in ships_of(play, action).items():
        ship = play.position.units[ship_id]
        if waits_for_a_sea_battle(play, action, ship.at):
            bound = [unit.marked(bound=action.territory) for unit in cargo]
            edits = play.put(*bound, ship.marked(bound=action.territory))
            play.emit("assault-declared", *edits, units=cargo, ship=ship, territory=action.territory)
        else:
            put_ashore(play, ship, cargo, action.territory)


@allows("As a rule, the units aboard {ship} sink with it.", "goes-down-with-its-ship")
def cargo_goes_down_with_its_ship(play: Play) -> bool:
    """Whatever is aboard a ship is lost with it."""
    return True


@candidates(Load)
def possible_loads(play: Play, power: str) -> Iterator[Action]:
    """Yield the loading of each land unit on each ship off its shore."""
    ships = [unit for unit in play.position.units.values() if play.is_ship(unit)]
    for unit in play.commanded(power, UnitKind.LAND):
        for ship in ships:
            if not unit.aboard and play.board.bordering(unit.at, ship.at):
                yield Load(power, (unit.id,), ship.id)


@candidates(Offload)
def possible_offloads(play: Play, power: str) -> Iterator[Action]:
    """Yield the offloading of each unit aboard into each territory on the coast."""
    for unit in play.commanded(power, UnitKind.LAND):
        for land in sorted(play.board.around(unit.at)) if unit.aboard else ():
            if play.is_land(land):
                yield Offload(power, (unit.id,), land)


# -- calling a landing off: troops that are to land after a sea battle stay aboard (earlier games)


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Call off a landing in ``territory``: troops go back aboard before they have fought there."""

    name = "call_off"

    units: tuple[int, ...]
    territory: str


@refuses("The landing of {unit} in {territory} cannot be called off.", CallOff)
def landings_are_called_off_after_a_sea_battle(play: Play, action: CallOff, unit: Unit) -> IsBreach:
    """After the sea battle for a declared landing is won, the troops may stay aboard instead of landing, as long as
    they have not fought on land."""
    battle = play.position.battle
    landed = unit.at == action.territory and came_by_sea(play, unit) and (_ship_for(play, unit) is not None)
    fights = unit.has(Mark.FOUGHT) or (battle is not None and unit.id in battle.units)
    return not landed or fights or (not notes.CONTESTED.is_set(play.position, unit.came[-1]))


def _ship_for(play: Play, unit: Unit) -> Unit | None:
    """Return a ship with room for a unit, in the zone from which the unit went ashore, that put troops ashore in the
    same territory; None if there is none."""
    zone = unit.came[-1] if unit.came else ""
    return next((ship for ship in _ships(play, zone, unit.at) if has_room(play, ship, unit)), None)


def _ships(play: Play, zone: str, territory: str) -> list[Unit]:
    """Return the ships in a zone from which troops went ashore in a territory."""
    there = play.position.at(zone) if zone else ()
    return [ship for ship in there if (zone, territory) in notes.LANDINGS.get(play.position, str(ship.id))]


@effect_of(CallOff)
def call_off(play: Play, action: CallOff) -> None:
    """Put the troops back aboard, the largest first; troops for which no ship has room stay ashore. Ships without
    troops ashore count as not having offloaded."""
    for unit in sorted(play.units(action.units), key=lambda unit: -room_taken(play, [unit])):
        ship = _ship_for(play, unit)
        if ship is None:
            continue
        zone = ship.at
        back = unit.unmarked(Mark.OFFLOADED, Mark.COMBAT_MOVED, at=zone, aboard=ship.id, came=unit.came[:-1])
        play.emit("boarded", *play.put(back), *_nobody_landed(play, unit, zone), unit=unit, ship=ship, space=zone)


def _nobody_landed(play: Play, last: Unit, zone: str) -> Iterator[Edit]:
    """Yield the edits by which the ships of a zone count as not having offloaded when ``last`` goes back aboard; none
    if other units from that zone are still in its territory."""
    ashore = (unit for unit in play.position.at(last.at) if unit.id != last.id and came_by_sea(play, unit))
    if any(unit.came[-1] == zone for unit in ashore):
        return
    for ship in _ships(play, zone, last.at):
        landings = notes.LANDINGS.get(play.position, str(ship.id))
        left = tuple(pair for pair in landings if pair != (zone, last.at))
        yield notes.LANDINGS.edit(left, str(ship.id)) if left else notes.LANDINGS.clear(str(ship.id))
        yield from play.put(replace(ship.unmarked(Mark.OFFLOADED), bound=""))


@candidates(CallOff)
def possible_calling_off(play: Play, power: str) -> Iterator[Action]:
    """Yield the calling off for each land unit that came from the sea."""
    for unit in play.commanded(power, UnitKind.LAND):
        if came_by_sea(play, unit):
            yield CallOff(power, (unit.id,), unit.at)


# -- moves by sea: hostile zones, canals, submarines, and transports without an escort


@refuses("{unit} must stop in {space}, which is hostile.", Move)
def hostile_zones_stop_ships(play: Play, action: Move) -> Breaches:
    """A ship that enters a hostile sea zone stops there.[enemy-submarines-can-be-ignored? It need not stop for
    submarines and transports alone.| Any enemy ship makes a zone hostile, even a lone transport or a submarine on the
    surface.]"""
    for unit, space in hostile_spaces_passed(play, action, UnitKind.SHIP):
        if not play.ask("passes-hostile-zone", False, unit=unit, space=space, power=action.power):
            yield {"unit": unit, "space": space}


@allows("{unit} passes through {space} unseen.", "passes-hostile-zone", units="unit")
def submarines_pass_hostile_zones(play: Play) -> bool:
    """{units} pass through hostile sea zones[destroyers-stop-submarines? without an enemy destroyer]."""
    return True


@forbids("{unit} must stop in {space}: a destroyer is there.", "passes-hostile-zone")
def destroyers_stop_submarines(play: Play, space: str, power: str, *, units: Units) -> bool:
    """An enemy {units:one} in a sea zone stops submarines."""
    return any(enemy.type in units for enemy in play.enemies_to_meet(power, space))


@forbids("{unit} is submerged and makes no zone hostile.", "makes-zone-hostile")
def submerged_units_are_no_obstacle(play: Play, unit: Unit) -> bool:
    """A sea zone in which all enemies are submerged is not hostile."""
    return unit.has(Mark.SUBMERGED)


@forbids("{unit} makes no zone hostile to movement.", "makes-zone-hostile", units="unit")
def enemy_submarines_can_be_ignored(play: Play) -> bool:
    """A sea zone in which the only enemies are {units:or} may be treated as friendly."""
    return True


@refuses("{unit} may not pass {canal}: it is closed to {power} by {banks}.", Move)
def canals_need_their_banks(play: Play, action: Move) -> Breaches:
    """A ship passes a canal or strait only if its side held the land beside it when the turn began[ ({canals})]."""
    ships = [unit for unit in play.units(action.units) if play.is_ship(unit)]
    for start, end in crossings(action.route) if ships else ():
        for canal in play.board.canals:
            if {canal.one, canal.other} == {start, end} and (shut := _shut_by(play, action.power, canal)):
                stopped = [
                    ship for ship in ships if not play.holds("submarines-slip-through-straits", unit=ship, canal=canal)
                ]
                if stopped:
                    yield {"unit": stopped[0], "canal": canal.id, "power": action.power, "banks": shut}


@holds("{unit} may pass {canal}, whoever holds it.", units="unit")
def submarines_slip_through_straits(play: Play, canal: Canal, *, spaces: Spaces) -> bool:
    """{units} may pass {spaces}, no matter who holds it."""
    open_to = all(land in spaces for land in canal.lands)
    return open_to


@refuses("{unit} may not move into or out of {space}: the straits are closed.", Move)
def straits_are_closed(play: Play, action: Move, *, spaces: Spaces) -> Breaches:
    """No ship of any power enters or leaves {spaces:or} (the Black Sea)."""
    shut = [space for space in action.route if space in spaces]
    for unit in play.units(action.units) if shut else ():
        if play.is_ship(unit):
            yield {"unit": unit, "space": shut[0]}


def _shut_by(play: Play, power: str, canal: Canal) -> tuple[str, ...]:
    """Return the lands beside a canal whose holders, when the turn began, do not let the power through."""
    shut = []
    for land in canal.lands:
        holder = play.held_at_start(land)
        friendly = play.allied(power, holder)
        if not friendly or play.holds("passages-need-own-control", land=land, holder=holder, power=power):
            shut.append(land)
    return tuple(shut)


@holds("{power} itself has to hold {land}.", spaces="land")
def passages_need_own_control(play: Play, holder: str, power: str) -> bool:
    """Ships may pass {spaces} only if their own power controls that land. A friend's control is not enough."""
    return holder != power


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
    route: Names,
    power: str,
    *,
    submarines: Units,
    transports: Units,
    hits_on: Number,
) -> None:
    """Each enemy {submarines:one} may roll one die at {transports} that enter its sea zone without an escort. It hits
    with {hits_on:roll}."""
    convoy = [unit.id for unit in units if unit.type in transports]
    for zone in route[1:]:
        group = [ship for ship in play.units(convoy) if not play.holds("surface-warships-escort-transports", ship=ship)]
        if group and play.is_sea(zone):
            fire_at(play, zone, group, power, submarines, hits_on)


@refuses("{ship} may not put troops ashore from {space}: {enemy} is there, and no warship of {power}.", Offload)
def submarines_bar_unescorted_landings(
    play: Play, action: Offload, *, submarines: Units, transports: Units
) -> Breaches:
    """{transports} may not make an assault from a sea zone with an enemy {submarines:one} unless a warship of the
    attacking power is there. The warship moves first."""
    if not play.is_combat_move or not play.is_hostile(action.power, action.territory):
        return
    aboard = dict.fromkeys(unit.aboard for unit in play.units(action.units) if unit.aboard)
    for ship in play.units(tuple(aboard)):
        lurking = [unit for unit in play.enemies_to_meet(action.power, ship.at) if unit.type in submarines]
        own = (unit for unit in play.position.at(ship.at) if unit.power == action.power)
        escorted = any(play.is_ship(unit) and unit.type not in transports for unit in own)
        if lurking and ship.type in transports and not escorted:
            yield {"ship": ship, "space": ship.at, "enemy": lurking[0], "power": action.power}


def fire_at(play: Play, zone: str, group: list[Unit], power: str, submarines: Names, hits_on: int) -> None:
    """Have the owners of submarines in a zone, enemies of ``power``, choose which of them fire at the transports in
    ``group``. A die hits with ``hits_on`` or less; the ships hit are lost."""
    subs = [unit for unit in play.enemies_to_meet(power, zone) if unit.type in submarines]
    for owner in play.owners_in_turn(subs):
        own = [unit for unit in subs if unit.power == owner]
        firing = pick_any(play, owner, "passing-fire", zone, own)
        faces = play.roll(owner, "passing-fire", zone, [Die(unit.id, hits_on) for unit in firing])
        group = play.units([ship.id for ship in group])
        hits = sum(face <= hits_on for face in faces)
        if group:
            lose(play, pick(play, group[0].power, "casualties", zone, group, hits), zone, "passing-fire")


@holds("{ship} is escorted.")
def surface_warships_escort_transports(play: Play, ship: Unit, *, units: Units) -> bool:
    """{units:a} escorts a transport if it makes the whole move together with it."""
    there = (unit for unit in play.position.at(ship.at) if unit.type in units and unit.power == ship.power)
    return any(unit.came == ship.came and unit.has(MOVED[play.is_combat_move]) for unit in there)
