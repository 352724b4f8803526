"""Transports: who loads when and where, and when cargo goes ashore, in assaults and otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.core.actions import Action, Load, Move, Offload
from kb.engine.core.play import Play
from kb.engine.core.points import NONCOMBAT_MOVE
from kb.engine.core.position import Edit, Mark, Unit
from kb.engine.core.rules import Actions, Breaches, allows, candidates, effect_of, refuses
from kb.engine.units.moving import has_room, put_ashore
from kb.games.board_model import UnitKind


def ships_of(play: Play, action: Offload) -> dict[int, list[Unit]]:
    """The cargo of an offloading by the ship it is on; what is aboard none is left out."""
    by_ship: dict[int, list[Unit]] = {}
    for unit in play.units(action.units):
        if unit.aboard:
            by_ship.setdefault(unit.aboard, []).append(unit)
    return by_ship


def waits_for_a_sea_battle(play: Play, action: Offload, zone: str) -> bool:
    """Whether a landing can only be declared: the zone has to be won first."""
    return (
        play.is_combat_move
        and play.is_hostile(action.power, action.territory)
        and play.is_hostile(action.power, zone)
        and play.on("landing-follows-the-sea-battle")
    )


@refuses("{unit} cannot be carried by a transport.", Load)
def only_land_units_sail(play: Play, action: Load) -> Breaches:
    """A transport carries land units only, and never an industrial complex."""
    for unit in play.units(action.units):
        if not play.type_of(unit).has("transport_cost"):
            yield {"unit": unit}


@refuses("{ship} has no room for {cargo}.", Load)
def transport_room(play: Play, action: Load) -> Breaches:
    """A transport carries only as much cargo as it has room for in the table of units."""
    ship = play.position.units[action.transport]
    new = play.units(action.units)
    if not has_room(play, ship, *new):
        yield {"ship": ship, "cargo": new}


@refuses("{unit} is not in a territory that borders {space}.", Load)
def loading_from_the_shore(play: Play, action: Load) -> Breaches:
    """Land units load from a territory that borders the transport's sea zone."""
    zone = play.position.units[action.transport].at
    for unit in play.units(action.units):
        if unit.aboard or not play.board.bordering(unit.at, zone):
            yield {"unit": unit, "space": zone}


@refuses("{unit} is not land cargo aboard a ship.", Offload)
def only_cargo_is_offloaded(play: Play, action: Offload) -> Breaches:
    """Only land units aboard a ship can be offloaded."""
    for unit in play.units(action.units):
        if not unit.aboard or not play.is_land_unit(unit):
            yield {"unit": unit}


@refuses("{territory} does not border {space}.", Offload)
def offloading_to_the_shore(play: Play, action: Offload) -> Breaches:
    """Cargo is offloaded into a territory that borders the transport's sea zone."""
    for zone in dict.fromkeys(unit.at for unit in play.units(action.units)):
        if not play.board.bordering(zone, action.territory) or play.is_sea(action.territory):
            yield {"territory": action.territory, "space": zone}


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
        if isinstance(action, Load) or not waits_for_a_sea_battle(play, action, ship.at):
            yield {"ship": ship, "space": ship.at, "what": what}


@refuses("{ship} has retreated from combat this turn and neither loads nor offloads.", Load, Offload)
def retreated_transports_are_done(play: Play, action: Load | Offload) -> Breaches:
    """A transport that has retreated neither loads nor offloads: its cargo stays aboard."""
    for ship in play.units((action.transport,) if isinstance(action, Load) else tuple(ships_of(play, action))):
        if ship.has(Mark.RETREATED):
            yield {"ship": ship}


@refuses("{ship} has moved or fought before this phase and neither loads nor offloads now.", Load, Offload)
def transports_of_the_combat_rest(play: Play, action: Load | Offload) -> Breaches:
    """A transport that moved, offloaded or fought in the combat move or in combat does not load or offload in the
    noncombat move."""
    ships = (action.transport,) if isinstance(action, Load) else tuple(ships_of(play, action))
    for ship in play.units(ships) if play.phase == NONCOMBAT_MOVE else ():
        if ship.marks & {Mark.COMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED}:
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


@refuses("{unit} is aboard and has to be offloaded.", Move)
def cargo_stays_aboard(play: Play, action: Move) -> Breaches:
    """Cargo aboard a ship does not move by itself."""
    for unit in play.units(action.units):
        if unit.aboard and play.is_land_unit(unit) and not unit.has(Mark.LOADED):
            yield {"unit": unit}


@refuses("{territory} is friendly: offloading there is a noncombat move.", Offload)
def assaults_go_against_hostile_land(play: Play, action: Offload) -> Breaches:
    """In the combat move cargo is offloaded only to attack."""
    if play.is_combat_move and not play.is_hostile(action.power, action.territory):
        yield {"territory": action.territory}


@refuses("{ship} has offloaded into {before} this turn and cannot offload into {territory}.", Offload)
def one_territory_a_transport(play: Play, action: Offload) -> Breaches:
    """A transport offloads into one territory only in a turn."""
    for ship in play.units(tuple(ships_of(play, action))):
        elsewhere = ship.bound and ship.bound != action.territory
        if elsewhere and not play.holds("lightning-landings-are-split", ship=ship):
            yield {"ship": ship, "before": ship.bound, "territory": action.territory}


@refuses("{unit} was loaded on {ship} this turn and goes ashore on a later one.", Offload)
def allied_cargo_takes_three_turns(play: Play, action: Offload) -> Breaches:
    """An ally's units board in their own power's turn, are carried in the transport's turn, and go ashore in a later
    turn of their own power."""
    for ship_id, cargo in ships_of(play, action).items():
        ship = play.position.units[ship_id]
        for unit in cargo:
            if unit.has(Mark.LOADED) and ship.power != unit.power:
                yield {"unit": unit, "ship": ship, "owner": ship.power}


@effect_of(Load)
def load(play: Play, action: Load) -> None:
    """Put the units aboard."""
    ship = play.position.units[action.transport]
    units = play.units(action.units)
    edits: list[Edit] = []
    for unit in units:
        edits += play.put(unit.marked(Mark.LOADED, at=ship.at, aboard=ship.id, came=(*unit.came, unit.at)))
    play.emit("loaded", *edits, units=units, ship=ship, space=ship.at)


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


@allows("As a rule what is aboard {ship} sinks with it.", "goes-down-with-its-ship")
def cargo_goes_down_with_its_ship(play: Play) -> bool:
    """Whatever is aboard a ship is lost with it."""
    return True


@candidates(Load)
def possible_loads(play: Play, power: str) -> Iterator[Action]:
    """Each land unit onto each ship off its shore."""
    ships = [unit for unit in play.position.units.values() if play.is_ship(unit)]
    for unit in play.commanded(power, UnitKind.LAND):
        for ship in ships:
            if not unit.aboard and play.board.bordering(unit.at, ship.at):
                yield Load(power, (unit.id,), ship.id)


@candidates(Offload)
def possible_offloads(play: Play, power: str) -> Iterator[Action]:
    """Each unit aboard into each territory on the coast."""
    for unit in play.commanded(power, UnitKind.LAND):
        for land in sorted(play.board.around(unit.at)) if unit.aboard else ():
            if play.is_land(land):
                yield Offload(power, (unit.id,), land)
