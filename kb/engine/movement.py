"""Moves: rules of every move, of land and of bases; reasons for a combat move; the routes of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kb.engine.battle import attackers_at, defenders_at, must_be_fought
from kb.engine.core import notes
from kb.engine.core.actions import Action, Fight, Load, Move, Offload, tells
from kb.engine.core.parameters import Advantage, Breaches, IsBreach, Names, Number, Powers, Spaces, Technologies, Units
from kb.engine.core.play import Play, shares
from kb.engine.core.points import NONCOMBAT_MOVE
from kb.engine.core.position import Edit, Facts, Mark, Unit, replace
from kb.engine.core.rules import allows, candidates, changes, effect_of, forbids, happens, holds, refuses
from kb.engine.fire import flown_over, guns_against
from kb.engine.landing import Land
from kb.engine.sea import CallOff, waits_for_a_sea_battle
from kb.engine.units import (
    MOVED,
    allowance,
    crossings,
    edits_of_move,
    flies_with,
    goes_by_air,
    hostile_spaces_passed,
    is_kept_out,
    jumps_from_a_base,
    repair,
)
from kb.games.board_model import UnitKind


@refuses("{unit} must stop in {space}, which is hostile.", Move)
def hostile_land_stops(play: Play, action: Move) -> Breaches:
    """A land unit that enters hostile land in the combat move stops there."""
    if play.is_combat_move:
        for unit, space in hostile_spaces_passed(play, action, UnitKind.LAND):
            if goes_by_air(play, unit, action):
                continue
            if not play.ask("passes-hostile-land", False, unit=unit, space=space, power=action.power):
                yield {"unit": unit, "space": space}


@allows("{unit} blitzes through {space}, which is undefended.", "passes-hostile-land", units="unit")
def tanks_blitz(play: Play, space: str, power: str) -> bool:
    """{units} may move on through hostile land in which there are no enemy units."""
    if not play.is_combat_move:
        return False
    return not play.combatants(play.enemies_at(power, space))


@refuses("{unit} must stop in {space}, which is {holder}'s.", Move)
def allied_land_stops_land_units(play: Play, action: Move, *, powers: Powers) -> Breaches:
    """A land unit moves on only from land of its own power, or from land that it blitzes through; {powers} count as one
    power here."""
    for unit in play.units(action.units) if play.is_combat_move else ():
        if play.is_land_unit(unit):
            for space in action.route[:-1] if unit.came else action.route[1:-1]:
                holder = play.holder(space)
                friendly = play.is_friendly_land(unit.power, holder)
                if friendly and not shares(unit.power, holder, powers):
                    yield {"unit": unit, "space": space, "holder": holder}


@changes("{unit} rides with a tank.", "movement")
def mechanized_infantry(
    play: Play,
    answer: int,
    unit: Unit,
    route: Names,
    group: tuple[int, ...],
    *,
    technologies: Technologies = (),
    units: Units,
    carriers: Units,
    advantage: Advantage,
) -> int:
    """[{technologies}: ]{units} may move as far as {carriers} that it moves together with from the start, one for
    each."""
    if not play.gains(unit, units, technologies, advantage):
        return answer
    together = _on_one_way(play, unit, route, group)
    tanks = [play.type_of(each).move or 0 for each in together if each.type in carriers]
    infantry = sum(each.type in units for each in together)
    return max(answer, *tanks) if 0 < infantry <= len(tanks) else answer


@allows("{unit} blitzes through {space} beside its tank.", "passes-hostile-land", technologies="unit", units="unit")
def mechanized_infantry_blitzes(play: Play, space: str, power: str) -> bool:
    """{technologies}: {units} that moves with a tank blitzes with it."""
    return not play.combatants(play.enemies_at(power, space))


@refuses("{unit} blitzes through {space} only together with a tank.", Move)
def some_blitz_beside_a_tank_only(play: Play, action: Move, *, units: Units, beside: Units) -> Breaches:
    """{units} may blitz only together with {beside}, one for each tank. Land that a tank has just blitzed through does
    not count as friendly for this."""
    for unit, space in _blitzed(play, action) if play.is_combat_move else ():
        together = [each.type for each in _on_one_way(play, unit, action.route, action.units)]
        alone = sum(each in units for each in together) > sum(each in beside for each in together)
        if alone and unit.type in units and not play.holds("better-mechanized-infantry-blitzes-alone", unit=unit):
            yield {"unit": unit, "space": space}
            return


def _on_one_way(play: Play, unit: Unit, route: Names, group: tuple[int, ...]) -> list[Unit]:
    """Return the units that move together with ``unit`` along ``route``: those of the ``group`` that came the same way
    before, and those of its power that have already made the same moves in this phase."""
    there = play.position.at(route[-1]) if route else ()
    before = (each for each in there if each.power == unit.power and each.has(MOVED[play.is_combat_move]))
    same = [each for each in play.units(group) if each.came == unit.came]
    return same + [each for each in before if each.came == (*unit.came, *route[:-1])]


def _blitzed(play: Play, action: Move) -> Iterator[tuple[Unit, str]]:
    """Yield the land units of a move with each land that they pass through and that was not friendly at the start of
    the turn, even if another unit has taken it since."""
    for unit in play.units(action.units):
        for space in (action.route[:-1] if unit.came else action.route[1:-1]) if play.is_land_unit(unit) else ():
            taken = not play.is_friendly_land(action.power, play.held_at_start(space))
            if play.is_land(space) and (taken or play.is_hostile(action.power, space)):
                yield unit, space


@holds("{unit} needs no tank to blitz.", technologies="unit", units="unit")
def better_mechanized_infantry_blitzes_alone(play: Play) -> bool:
    """{technologies}: {units} may blitz without a tank."""
    return True


@forbids("{unit} cannot blitz through {space}: a gun or facility is there.", "passes-hostile-land")
def complexes_and_guns_stop_a_blitz(play: Play, space: str, power: str, *, units: Units) -> bool:
    """{units:a} stops a blitz."""
    there = {other.type for other in play.enemies_at(power, space)}
    return bool(there & set(units))


@happens("{power} takes {space} as its units pass through.", "passed")
def blitzed_land_is_taken_at_once(play: Play, units: Sequence[Unit], space: str, power: str) -> None:
    """Land through which a unit blitzes changes hands at once."""
    by_land = any(play.is_land_unit(unit) for unit in units)
    if by_land and play.is_land(space) and play.is_hostile(power, space):
        play.change_holder(space, power)


@refuses("{unit} moves in the noncombat move only.", Move, Load, Offload, units="unit")
def guns_move_in_noncombat(play: Play) -> IsBreach:
    """{units} make no combat move; they move only in the noncombat move."""
    return play.is_combat_move


@refuses("{unit} was captured this turn and stays.", Move, Load)
def captured_guns_stay(play: Play, unit: Unit) -> IsBreach:
    """An antiaircraft gun does not move in the turn in which it is captured."""
    return play.changed_hands(unit) and not play.is_facility(unit)


@refuses("{unit} has fired a rocket this turn and stays.", Move, Load)
def rocket_guns_stay(play: Play, unit: Unit) -> IsBreach:
    """A gun that has fired a rocket does not move in the same turn."""
    return unit.has(Mark.LAUNCHED_ROCKET)


# -- the rules of air and naval bases: when they work, whom they send further, and how they repair ships


@forbids("{base} is out of action.", "base-works")
def damaged_bases_do_not_work(play: Play, base: Unit, *, damage: Number) -> bool:
    """A base with {damage} or more damage markers does not work."""
    return base.damage >= damage


@forbids("{base} was captured this turn.", "base-works")
def captured_bases_work_from_the_next_turn(play: Play, base: Unit) -> bool:
    """A base that was captured this turn works only from the next turn on."""
    return play.changed_hands(base)


@changes("{unit} starts from an air base and may fly {now} spaces.", "movement")
def air_bases_send_aircraft_further(play: Play, answer: int, unit: Unit, *, units: Units, spaces: Number) -> int:
    """Aircraft that start from {units:a} of their side fly {spaces:more space}."""
    start = unit.came[0] if unit.came else unit.at
    if not play.is_air(unit) or not play.is_land(start):
        return answer
    return answer + spaces * bool(play.base_at(units, start, unit.power))


@changes("{unit} starts from a naval base and may move {now} spaces.", "movement")
def naval_bases_send_ships_further(play: Play, answer: int, unit: Unit, *, units: Units, spaces: Number) -> int:
    """Ships that start from a sea zone next to {units:a} of their side sail {spaces:more space}."""
    start = unit.came[0] if unit.came else unit.at
    if not play.is_ship(unit):
        return answer
    return answer + spaces * bool(play.harbor_at(units, start, unit.power))


@holds("{power} has lost its capital and repairs nothing.")
def no_repairs_without_a_capital(play: Play, power: str) -> bool:
    """A power whose capital is in enemy hands repairs no ships."""
    return bool(play.capital_lost(power))


@happens("Damaged ships at a naval base are repaired.", "start of purchase-units", "end of purchase-units")
def naval_bases_repair_ships(play: Play, power: str, *, units: Units) -> None:
    """In the phase of purchases and repairs, damaged ships in a sea zone next to {units:a} of their side are repaired
    for nothing, also at a base that is repaired in that phase."""
    hurt = [unit for unit in play.position.units.values() if unit.power == power and unit.damage and play.is_ship(unit)]
    in_dock = [unit for unit in hurt if play.harbor_at(units, unit.at, power)]
    if bool(in_dock) and not play.holds("no-repairs-without-a-capital", power=power):
        repair(play, in_dock)


# -- rules of every move: owner, route and distance; the effect of a move; the routes of a unit


@refuses("{unit} belongs to {owner}, not to {power}.", Move, Load, Offload, Land, CallOff)
def units_obey_their_owner(play: Play, action: Move | Load | Offload | Land | CallOff, unit: Unit) -> IsBreach:
    """A power moves its own units only."""
    return not play.obeys(unit, action.power)


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


@refuses("{unit} has {left} of its movement left, and the route costs {cost}.", Move)
def movement_allowance(play: Play, action: Move) -> Breaches:
    """Each border that a unit crosses costs one point of its movement.[outcomes-are-given? A unit whose range is not
    known has no limit.]"""
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
    """No unit enters or flies over land that is closed to everyone[: {closed}]."""
    if isinstance(action, Move):
        entered = action.route[1:]
    else:
        entered = (play.position.units[action.transport].at if isinstance(action, Load) else action.territory,)
    for space in entered:
        for unit in play.units(action.units):
            if play.board.space(space).closed or is_kept_out(play, unit, space):
                yield {"unit": unit, "space": space}
                break


@holds("{unit} may not leave its land for {space}.", powers="unit")
def units_keep_to_their_land(play: Play, space: str, *, spaces: Spaces) -> IsBreach:
    """Units of {powers} never leave these lands, not even to pass through another space: {spaces}."""
    return space not in spaces


@refuses("{unit} can enter {space} only on a transport.", Move)
def land_units_stay_on_land(play: Play, action: Move) -> Breaches:
    """Land units move from territory to territory, and enter the sea only aboard a ship."""
    yield from _out_of_place(play, action, UnitKind.LAND, Play.is_sea)


@refuses("{unit} cannot go by air: no aircraft carries it.", Move)
def land_units_do_not_fly(play: Play, action: Move, unit: Unit) -> IsBreach:
    """Land units do not go by air[paratroopers-fly-in-combat-moves?, except as paratroopers]."""
    return action.by_air and play.is_land_unit(unit) and not goes_by_air(play, unit, action)


@refuses("{unit} cannot enter {space}.", Move)
def ships_stay_at_sea(play: Play, action: Move) -> Breaches:
    """Ships move from sea zone to sea zone."""
    yield from _out_of_place(play, action, UnitKind.SHIP, Play.is_land)


def _out_of_place(play: Play, action: Move, kind: UnitKind, wrong: Callable[[Play, str], bool]) -> Iterator[Facts]:
    """Yield the unit and the space for each unit of a kind and each ``wrong`` space that it enters, except by air."""
    for unit in play.units(action.units):
        if play.is_kind(unit, kind) and not goes_by_air(play, unit, action):
            for space in action.route[1:]:
                if wrong(play, space):
                    yield {"unit": unit, "space": space}


@refuses("{unit} does not move.", Move)
def facilities_stay(play: Play, action: Move, unit: Unit) -> IsBreach:
    """An industrial complex[damaged-bases-do-not-work? or base] stays where it was built."""
    fixed = play.is_facility(unit)
    return fixed and not play.holds("mobile-industry", unit=unit, route=action.route)


@refuses("{unit} may not enter {space} in a noncombat move: it is hostile.", Move, Offload)
def noncombat_moves_stay_friendly(play: Play, action: Move | Offload, *, units: Units = ()) -> Breaches:
    """In the noncombat move only aircraft[submarines-pass-hostile-zones?, and submarines that pass through,] may enter
    a hostile space.[ Here {units} do not pass either.]"""
    if play.phase != NONCOMBAT_MOVE:
        return
    way = action.route[1:] if isinstance(action, Move) else (action.territory,)
    for unit in play.units(action.units):
        if not play.is_air(unit):
            for number, space in enumerate(way, 1):
                if play.is_hostile(action.power, space):
                    at_sea = play.is_sea(space) and unit.type not in units
                    if at_sea and play.holds("submarines-end-their-moves-among-enemies", unit=unit):
                        continue  # the rule hostile-zones-stop-ships decides at which zone it stops
                    through = at_sea and number < len(way)
                    if not (
                        through and play.ask("passes-hostile-zone", False, unit=unit, space=space, power=action.power)
                    ):
                        yield {"unit": unit, "space": space}


@holds("{unit} may end its move among enemies.", units="unit")
def submarines_end_their_moves_among_enemies(play: Play) -> bool:
    """{units} may also end a noncombat move in a hostile sea zone."""
    return True


@refuses("{unit} has moved or fought in this turn's combat and stays where it is.", Move)
def moved_units_are_done(play: Play, unit: Unit) -> IsBreach:
    """A land unit or ship that moved in the combat move or fought this turn makes no noncombat move."""
    if play.is_combat_move:
        return False
    if play.is_air(unit):
        return False
    return bool(
        unit.marks & {Mark.COMBAT_MOVED, Mark.FOUGHT, Mark.RETREATED, Mark.BOMBARDED} and not unit.has(Mark.GOES_ON)
    )


@holds("The other aircraft may fly to another target.")
def aircraft_under_fire_may_change_their_target(play: Play) -> bool:
    """If some aircraft of a group are shot down on the way, the others may fly to any other combat."""
    return play.is_combat_move


@tells(under_fire="Fired at over {space}, where they are now: {units}")
@effect_of(Move)
def move(play: Play, action: Move) -> None:
    """Have guns fire at aircraft on the way, then move the units that are left and their cargo. If all units are
    aircraft and some are shot down, a rule may let the others stop there."""
    units = play.units(action.units)
    way = action.route
    flying = [unit for unit in units if play.is_air(unit)]
    for number, space in enumerate(way[:-1] if play.is_combat_move else way):
        over = flying if number else [unit for unit in flying if _may_be_fired_at_going_on(play, unit)]
        spared = flown_over(play, space, over)
        flying = play.units([unit.id for unit in flying])
        if 0 < len(spared) < len(over) == len(units) and play.holds("aircraft-under-fire-may-change-their-target"):
            way = way[: number + 1]  # when they fly on from here they are not fired at again
            passed = (*notes.UNDER_FIRE.get(play.position, space), *(plane.id for plane in flying))
            play.emit("under-fire", notes.UNDER_FIRE.edit(passed, space), units=flying, space=space)
            break
    units = [unit for unit in units if unit.id in play.position.units]
    done = replace(action, units=tuple(unit.id for unit in units), route=way)
    walking = [unit for unit in units if not goes_by_air(play, unit, done)]
    if units:
        play.emit("moved", *edits_of_move(play, done), *_jumps(play, units, done), units=units, route=way)
        play.announce("entered", power=action.power, spaces=way[1:])
        play.announce("sailed", units=play.units([unit.id for unit in units]), route=way, power=action.power)
    for number, space in enumerate(way[:-1]):
        left = [unit.id for unit in walking if number or unit.came]
        play.announce("passed", units=play.units(left), space=space, power=action.power)


def _may_be_fired_at_going_on(play: Play, plane: Unit) -> bool:
    """Return whether guns in the space of a plane, if there are any, may fire at it as it flies on: it is the combat
    move, the plane flew there this turn, and they have not fired at it yet."""
    passed = notes.UNDER_FIRE.get(play.position, plane.at)
    return play.is_combat_move and bool(plane.came) and plane.id not in passed


def _jumps(play: Play, units: list[Unit], done: Move) -> Iterator[Edit]:
    """Yield the edit that adds the number of ``units`` that jump to the jumps from the first space of the move; none if
    no unit jumps."""
    jumping, base = sum(jumps_from_a_base(play, unit, done) for unit in units), done.route[0]
    if jumping:
        yield notes.JUMPED.edit(notes.JUMPED.get(play.position, base) + jumping, base)


@candidates(Move)
def possible_moves(play: Play, power: str) -> Iterator[Action]:
    """Yield the move of each unit by itself, along each way that its movement allows."""
    for unit in play.commanded(power):
        for route in ways(play, unit):
            yield Move(power, (unit.id,), route)


# -- the ways that a unit can go


Route = tuple[str, ...]


def ways(play: Play, unit: Unit) -> Iterator[Route]:
    """Return the ways that a unit's movement allows: for aircraft one or two to each space, for others every one."""
    if play.is_air(unit):
        return _flights(play, unit)
    return _walks(play, unit)


def _walks(play: Play, unit: Unit) -> Iterator[Route]:
    """Yield every way of a land or sea unit; a facility crosses one border at most."""
    # which way it goes matters to land units only
    most = 1 if play.is_facility(unit) else allowance(play, unit) if play.is_ship(unit) else None
    ways: list[Route] = [(unit.at,)]
    for way in ways:
        for near in sorted(play.board.around(way[-1])):
            longer = (*way, near)
            if len(way) <= (allowance(play, unit, longer, (unit.id,)) if most is None else most):
                ways.append(longer)
                yield longer


def _flights(play: Play, unit: Unit) -> Iterator[Route]:
    """Yield the shortest way to each space, and the shortest that avoids enemy guns if that is a different one."""
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
    """Return a shortest way to each space within reach that passes no avoided space; it may end in one."""
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


# -- conditions of an attack, and reasons for a combat move (later games)


@refuses("No attacker in {space} has an attack value.", Fight, Move, Offload)
def attacks_need_an_attack_value(play: Play, action: Fight | Move | Offload) -> Breaches:
    """A force may not attack, or move to attack, or land from a sea zone that has to be won, unless one of its units
    there has an attack value. Warships may move there first."""
    if isinstance(action, Fight):
        attacked: tuple[str, ...] = () if play.position.battle else (action.space,)
    elif isinstance(action, Offload):
        zones = dict.fromkeys(unit.at for unit in play.units(action.units))
        attacked = tuple(zone for zone in zones if waits_for_a_sea_battle(play, action, zone))
    elif play.is_combat_move:
        play = play.supposing(edits_of_move(play, action))
        attacked = tuple(space for space in dict.fromkeys(action.route) if space in must_be_fought(play))
    else:
        attacked = ()
    for space in attacked:
        if is_unarmed(play, space, action.power):
            yield {"space": space}


@forbids("No unit left in {space} has an attack value.", "battle-is-due")
def unarmed_units_are_in_no_battle(play: Play, space: str) -> bool:
    """An attacker that loses all its units with an attack value before the battle begins need not fight it."""
    return not play.is_combat_move and is_unarmed(play, space, play.turn)


def is_unarmed(play: Play, space: str, power: str) -> bool:
    """Return whether a power's attackers in a space all lack an attack value, and no aircraft scrambled there."""
    own = attackers_at(play, space, power)
    forced = any(unit.has(Mark.SCRAMBLED) for unit in defenders_at(play, space, power))
    return bool(own) and not forced and all(play.type_of(unit).attack == 0 for unit in own)


@refuses("{unit} neither fights in {space} nor has another reason to move now.", Move)
def combat_moves_need_a_reason(play: Play, action: Move, *, units: Units) -> Breaches:
    """In the combat move, units of these types may only move to fight or to support a landing: {units}."""
    space = action.route[-1]
    for unit in play.units(action.units) if play.is_combat_move else ():
        if unit.type not in units or _leads_to_combat(play, unit, space, action.power):
            continue
        if not play.ask("has-a-reason-to-move", False, unit=unit, action=action):
            yield {"unit": unit, "space": space}


def _leads_to_combat(play: Play, unit: Unit, space: str, power: str) -> bool:
    """Return whether a destination is hostile, is land that is not friendly, or has enemies that a unit could meet, or
    whether the unit could bombard hostile land from there."""
    unfriendly = play.is_land(space) and not play.is_friendly_land(power, play.holder(space))
    if unfriendly or play.is_hostile(power, space) or play.enemies_to_meet(power, space):
        return True
    shore = [near for near in play.board.around(space) if play.is_land(near)]
    guns = unit.type in play.fact("bombarding-units") or play.holds("destroyers-bombard-with-technology", unit=unit)
    return guns and any(play.is_hostile(unit.power, near) for near in shore)


@allows("{unit} leaves a zone with enemies in it.", "has-a-reason-to-move")
def leaving_enemies_is_a_reason_to_move(play: Play, unit: Unit, action: Move) -> bool:
    """Units that begin the turn in a space with enemies may leave it in the combat move, even if those enemies can be
    ignored."""
    return not unit.came and bool(play.enemies_to_meet(action.power, action.route[0]))


@allows("{unit} escorts a transport.", "has-a-reason-to-move")
def escorting_is_a_reason_to_move(play: Play, unit: Unit, action: Move, *, units: Units) -> bool:
    """A ship may make a combat move to escort {units:a} if it sails the whole way with it."""
    escorted = {each.type for each in play.units(action.units)} & set(units)
    return bool(escorted) and play.is_ship(unit)


@allows("{unit} goes to a space in which there may be combat.", "has-a-reason-to-move")
def possible_combat_is_a_reason_to_move(play: Play, action: Move) -> bool:
    """Units may make a combat move where combat is only possible, because the enemy may scramble or a submarine is on
    the way."""
    zones = [space for space in action.route[1:] if play.is_sea(space)]
    coast = [land for zone in zones for land in play.board.around(zone) if play.is_land(land)]
    scrambling = coast if play.on("defenders-scramble") else ()
    planes = [unit for land in scrambling for unit in play.enemies_at(action.power, land)]
    types, bases = play.fact("scrambling-units"), play.fact("scramble-bases")
    scramble = any(play.can_scramble(plane, types, bases) for plane in planes)
    return scramble or any(play.enemies_to_meet(action.power, zone) for zone in zones)
