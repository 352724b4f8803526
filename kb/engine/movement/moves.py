"""What holds for every move: whose unit, along which route, how far; what moving does; the ways that a unit can go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.engine.battle import fire
from kb.engine.battle.fire import guns_against
from kb.engine.core import notes
from kb.engine.core.actions import Action, Load, Move, Offload
from kb.engine.core.play import Play
from kb.engine.core.points import NONCOMBAT_MOVE
from kb.engine.core.position import Edit, Facts, Mark, Unit, replace
from kb.engine.core.rules import Breaches, Powers, Spaces, Units, candidates, effect_of, holds, refuses
from kb.engine.movement.calling_off import CallOff
from kb.engine.movement.landing import Land
from kb.engine.units.moving import allowance, crossings, edits_of_move, flies_with, goes_by_air, is_kept_out
from kb.games.board_model import UnitKind


@refuses("{unit} belongs to {owner}, not to {power}.", Move, Load, Offload, Land, CallOff)
def units_obey_their_owner(play: Play, action: Move | Load | Offload | Land | CallOff) -> Breaches:
    """A power moves its own units only."""
    for unit in play.units(action.units):
        if not play.obeys(unit, action.power):
            yield {"unit": unit, "owner": unit.power, "power": action.power}


@refuses("{unit} cannot go from {start} to {end}: they have no border.", Move)
def moves_follow_borders(play: Play, action: Move) -> Breaches:
    """A unit moves from its space to a space that borders it, and so on, one bordering space after another."""
    units = play.units(action.units)
    for start, end in crossings(action.route):
        if not play.board.bordering(start, end):
            for unit in units[:1]:
                yield {"unit": unit, "start": start, "end": end}
    for unit in units:
        if unit.at != action.route[0]:
            yield {"unit": unit, "start": unit.at, "end": action.route[0]}


@refuses("{unit} has {left} of its movement left, and the way costs {cost}.", Move)
def movement_allowance(play: Play, action: Move) -> Breaches:
    """Each border that a unit crosses costs one point of its movement. A unit whose range is not known has no limit."""
    cost = len(action.route) - 1
    for unit in play.units(action.units):
        if "move" in play.type_of(unit).unknown:
            continue
        left = allowance(play, unit, action.route, action.units)
        moves_itself = not play.is_facility(unit)
        if cost > left and moves_itself and not flies_with(play, unit, action):
            yield {"unit": unit, "left": left, "cost": cost}


@refuses("{unit} may not enter or fly over {space}.", Move, Load, Offload)
def closed_spaces(play: Play, action: Move | Load | Offload) -> Breaches:
    """No unit enters or flies over land that the map marks as closed to everyone."""
    for space in _entered(play, action):
        for unit in play.units(action.units):
            if play.board.space(space).closed or is_kept_out(play, unit, space):
                yield {"unit": unit, "space": space}
                break


def _entered(play: Play, action: Move | Load | Offload) -> tuple[str, ...]:
    """The spaces that the units of an action enter."""
    if isinstance(action, Move):
        return action.route[1:]
    return (play.position.units[action.transport].at if isinstance(action, Load) else action.territory,)


@holds("{unit} may not leave its land for {space}.")
def units_keep_to_their_land(play: Play, unit: Unit, space: str, *, powers: Powers, spaces: Spaces) -> bool:
    """Units of {powers} never leave their own region, not even to pass through another space."""
    return unit.power in powers and space not in spaces


@refuses("{unit} cannot enter {space} but on a transport.", Move)
def land_units_stay_on_land(play: Play, action: Move) -> Breaches:
    """Land units move from territory to territory, and enter the sea only aboard a ship."""
    yield from _out_of_place(play, action, UnitKind.LAND, Play.is_sea)


@refuses("{unit} cannot enter {space}.", Move)
def ships_stay_at_sea(play: Play, action: Move) -> Breaches:
    """Ships move from sea zone to sea zone."""
    yield from _out_of_place(play, action, UnitKind.SHIP, Play.is_land)


def _out_of_place(play: Play, action: Move, kind: UnitKind, wrong: Callable[[Play, str], bool]) -> Iterator[Facts]:
    for unit in play.units(action.units):
        if play.is_kind(unit, kind) and not goes_by_air(play, unit, action):
            for space in action.route[1:]:
                if wrong(play, space):
                    yield {"unit": unit, "space": space}


@refuses("{unit} does not move.", Move)
def facilities_stay(play: Play, action: Move) -> Breaches:
    """An industrial complex or base stays where it was built."""
    for unit in play.units(action.units):
        fixed = play.is_facility(unit)
        if fixed and not play.holds("mobile-industry", unit=unit, route=action.route):
            yield {"unit": unit}


@refuses("{unit} may not enter {space} in a noncombat move: it is hostile.", Move, Offload)
def noncombat_moves_stay_friendly(play: Play, action: Move | Offload, *, units: Units = ()) -> Breaches:
    """In the noncombat move only aircraft, and submarines that pass through, may enter a hostile space.[ Here
    {units} do not pass either.]"""
    if play.phase != NONCOMBAT_MOVE:
        return
    way = action.route[1:] if isinstance(action, Move) else (action.territory,)
    for unit in play.units(action.units):
        if not play.is_air(unit):
            for number, space in enumerate(way, 1):
                if play.is_hostile(action.power, space):
                    through = number < len(way) and play.is_sea(space) and unit.type not in units
                    if not (
                        through and play.ask("passes-hostile-zone", False, unit=unit, space=space, power=action.power)
                    ):
                        yield {"unit": unit, "space": space}


@refuses("{unit} has moved or fought in this turn's combat and stays where it is.", Move)
def moved_units_are_done(play: Play, action: Move) -> Breaches:
    """A land unit or ship that moved in the combat move or fought this turn makes no noncombat move."""
    if play.is_combat_move:
        return
    for unit in play.units(action.units):
        if play.is_air(unit):
            continue
        if unit.marks & {Mark.COMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED, Mark.BOMBARDED} and not unit.has(Mark.GOES_ON):
            yield {"unit": unit}


@holds("The other aircraft may fly to another target.")
def aircraft_under_fire_may_change_their_target(play: Play) -> bool:
    """If some aircraft of a group are shot down on the way, the others may fly to any other combat."""
    return play.is_combat_move


@effect_of(Move)
def move(play: Play, action: Move) -> None:
    """Move the units and what they carry, past the guns they fly over."""
    units = play.units(action.units)
    way = action.route
    flying = [unit for unit in units if play.is_air(unit)]
    for number, space in enumerate(way[:-1] if play.is_combat_move else way):
        over = flying if number else [unit for unit in flying if _is_fired_at_going_on(play, unit)]
        spared = fire.flown_over(play, space, over)
        flying = play.units([unit.id for unit in flying])
        if 0 < len(spared) < len(over) == len(units) and play.holds("aircraft-under-fire-may-change-their-target"):
            way = _breaking_off(play, way[: number + 1], flying)
            break
    units = [unit for unit in units if unit.id in play.position.units]
    done = replace(action, units=tuple(unit.id for unit in units), route=way)
    walking = [unit for unit in units if not goes_by_air(play, unit, done)]
    if units:
        play.emit("moved", *edits_of_move(play, done), *_jumps(play, units, way), units=units, route=way)
        play.announce("entered", power=action.power, spaces=way[1:])
        play.announce("sailed", units=play.units([unit.id for unit in units]), route=way, power=action.power)
    for number, space in enumerate(way[:-1]):
        left = [unit.id for unit in walking if number or unit.came]
        play.announce("passed", units=play.units(left), space=space, power=action.power)


def _breaking_off(play: Play, way: tuple[str, ...], planes: list[Unit]) -> tuple[str, ...]:
    """End the way where planes were fired at; when they fly on from there they are not fired at again."""
    passed = (*notes.UNDER_FIRE.get(play.position, way[-1]), *(plane.id for plane in planes))
    play.emit("under-fire", notes.UNDER_FIRE.edit(passed, way[-1]), units=planes, space=way[-1])
    return way


def _is_fired_at_going_on(play: Play, plane: Unit) -> bool:
    """Whether guns where a plane is fire as it goes on: it came in this combat move, and they have not fired yet."""
    passed = notes.UNDER_FIRE.get(play.position, plane.at)
    return play.is_combat_move and bool(plane.came) and plane.id not in passed


def _jumps(play: Play, units: list[Unit], way: tuple[str, ...]) -> Iterator[Edit]:
    """The edit that remembers how many have jumped from a space."""
    walkers = (unit for unit in units if play.is_land_unit(unit))
    jumping = sum(play.holds("paratroopers-jump-from-air-bases", unit=unit, route=way) for unit in walkers)
    if jumping:
        yield notes.JUMPED.edit(notes.JUMPED.get(play.position, way[0]) + jumping, way[0])


@candidates(Move)
def possible_moves(play: Play, power: str) -> Iterator[Action]:
    """Each unit by itself, along each way that its movement allows."""
    for unit in play.commanded(power):
        for route in ways(play, unit):
            yield Move(power, (unit.id,), route)


# -- the ways that a unit can go


Route = tuple[str, ...]


def ways(play: Play, unit: Unit) -> Iterator[Route]:
    """The ways that a unit's movement allows: for aircraft one or two to each space, for others every one."""
    if play.is_air(unit):
        return _flights(play, unit)
    return _walks(play, unit)


def _walks(play: Play, unit: Unit) -> Iterator[Route]:
    """Every way of a land or sea unit; a facility crosses one border at most."""
    fixed = play.is_facility(unit)
    ways: list[Route] = [(unit.at,)]
    for way in ways:
        for near in sorted(play.board.around(way[-1])):
            longer = (*way, near)
            if len(way) <= (1 if fixed else allowance(play, unit, longer, (unit.id,))):
                ways.append(longer)
                yield longer


def _flights(play: Play, unit: Unit) -> Iterator[Route]:
    """The shortest way to each space, and the shortest past enemy guns where that is another."""
    near = play.rules.air_distances(unit.at)
    reach = allowance(play, unit, (), (unit.id,))
    guns = {space for space, far in near.items() if far <= reach and guns_against(play, space, [unit])}
    shut = set(near) - set(play.air_distances(unit.at, unit.power))
    straight = _spread(play, unit.at, reach, shut)
    yield from straight.values()
    for space, way in _spread(play, unit.at, reach, guns | shut).items():
        if guns & set(straight[space][1:-1]):
            yield way


def _spread(play: Play, start: str, reach: int, avoided: set[str]) -> dict[str, Route]:
    """A shortest way to each space within reach that passes no avoided space; it may end in one."""
    open_to_air = play.rules.air_distances(start)
    found: dict[str, Route] = {start: (start,)}
    edge = [start]
    for space in edge:
        way = found[space]
        if len(way) > reach or (space in avoided and space != start):
            continue
        for near in sorted(play.board.around(space)):
            if near in open_to_air and near not in found:
                found[near] = (*way, near)
                edge.append(near)
    del found[start]
    return found
