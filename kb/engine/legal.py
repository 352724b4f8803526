"""What may be done: the legal moves of a unit in a phase, and the legal actions of the power on turn.

First every action is made that could come into question, then the rules are asked; so the lists and
the verdicts cannot disagree. Equal units have equal actions: those of one stand for all.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import game
from kb.engine.advantages.invoke import INVOKED
from kb.engine.battle.participants import pending
from kb.engine.board.command import commanded
from kb.engine.board.economies import accounts, economies
from kb.engine.board.phases import phases_of
from kb.engine.board.sides import enemies_of
from kb.engine.board.spaces import air_distances, is_land
from kb.engine.board.unit_types import is_kind, type_of
from kb.engine.combat.retreat import bound_to_go
from kb.engine.core import registry
from kb.engine.core.actions import (
    Action,
    Bombard,
    CollectIncome,
    DeclareWar,
    EndPhase,
    Fight,
    Invoke,
    Land,
    Load,
    Mobilize,
    Move,
    Offload,
    Purchase,
    Raid,
    Repair,
    Research,
    Retreat,
    Rocket,
    Submerge,
)
from kb.engine.core.play import Play
from kb.engine.core.position import Position, Unit, account
from kb.engine.core.registry import CANDIDATES
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice
from kb.engine.core.values import replace
from kb.engine.core.verdict import Node
from kb.engine.economy.mobilize import placements
from kb.engine.units.antiaircraft import gun_against
from kb.engine.units.complexes import is_complex
from kb.engine.units.moving import allowance
from kb.games.board_model import UnitKind

Route = tuple[str, ...]


def moves(rules: Rulebook, position: Position, unit: Unit) -> tuple[Move, ...]:
    """Every legal move of one unit by itself.

    Of an aircraft's ways to a space two are told apart: the shortest, and the shortest past enemy guns.
    """
    turn = position.clock.turn
    power = unit.power if unit.power in rules.sharing(turn) else turn
    found = (Move(power, (unit.id,), route) for route in routes(rules, position, unit))
    return tuple(move for move in found if game.can(rules, position, move))


def actions(rules: Rulebook, position: Position) -> Iterator[Action]:
    """The legal actions of the power on turn, as far as they are those of a single unit or type of unit.

    Retreats are of all who may go, and a fight is one of everybody in the space.
    """
    return (action for action in candidates(rules, position) if game.can(rules, position, action))


def candidates(rules: Rulebook, position: Position, *kinds: type[Action]) -> Iterator[Action]:
    """The actions of some kinds, by default of all, that may be legal; the rules have not been asked."""
    play = _asking(rules, position)
    for kind in kinds or CANDIDATES:
        phases = phases_of(play, kind)
        if phases is None or play.phase in phases:
            for power in play.players if kind is not EndPhase else (play.turn,):
                yield from CANDIDATES[kind](play, power)


def routes(rules: Rulebook, position: Position, unit: Unit) -> Iterator[Route]:
    """The ways that a unit's movement allows: for aircraft one or two to each space, for others every one."""
    return ways(_asking(rules, position), unit)


def ways(play: Play, unit: Unit) -> Iterator[Route]:
    """The ways that a unit's movement allows: for aircraft one or two to each space, for others every one."""
    if is_kind(play, unit, UnitKind.AIR):
        return _flights(play, unit)
    return _walks(play, unit)


def _asking(rules: Rulebook, position: Position) -> Play:
    return Play(rules, position, NoDice(), Node("legal", {}))


# -- ways


def _walks(play: Play, unit: Unit) -> Iterator[Route]:
    """Every way of a land or sea unit; a facility goes a border at a time."""
    fixed = is_kind(play, unit, UnitKind.FACILITY)
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
    guns = {space for space, far in near.items() if far <= reach and gun_against(play, space, [unit])}
    shut = set(near) - set(air_distances(play, unit.at, unit.power))
    straight = _spread(play, unit.at, reach, shut)
    yield from straight.values()
    for space, way in _spread(play, unit.at, reach, guns | shut).items():
        if guns & set(straight[space][1:-1]):
            yield way


def _spread(play: Play, start: str, reach: int, avoided: set[str]) -> dict[str, Route]:
    """A shortest way to each space within reach that passes none of the avoided, except to end there."""
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


@registry.candidates(Research)
def possible_research(play: Play, power: str) -> Iterator[Action]:
    """A die for each technology, and researchers as far as the treasury pays for up to three."""
    for technology in play.board.technologies:
        yield Research(power, technology.id, 1)
    for dice in range(4):
        yield Research(power, "", dice)


@registry.candidates(Purchase)
def possible_purchases(play: Play, power: str) -> Iterator[Action]:
    """One type of unit, in every number that the treasury, or that of an economy, pays for."""
    for economy in economies(play, power):
        ipcs = play.position.treasuries.get(account(power, economy), 0)
        for unit in play.board.units:
            for number in range(1, ipcs // (unit.cost or ipcs + 1) + 1):
                yield Purchase(power, ((unit.id, number),), economy)


@registry.candidates(Repair)
def possible_repairs(play: Play, power: str) -> Iterator[Action]:
    """One marker, or all that are on a complex."""
    for unit in commanded(play, power, UnitKind.FACILITY):
        for markers in sorted({1, unit.damage} if unit.damage else ()):
            yield Repair(power, unit.at, markers, "" if is_complex(play, unit.type) else unit.type)


@registry.candidates(Move)
def possible_moves(play: Play, power: str) -> Iterator[Action]:
    """Each unit by itself, along each way that its movement allows."""
    for unit in commanded(play, power):
        for route in ways(play, unit):
            yield Move(power, (unit.id,), route)


@registry.candidates(Load)
def possible_loads(play: Play, power: str) -> Iterator[Action]:
    """Each land unit onto each ship off its shore."""
    ships = [unit for unit in play.position.units.values() if is_kind(play, unit, UnitKind.SHIP)]
    for unit in commanded(play, power, UnitKind.LAND):
        for ship in ships:
            if not unit.aboard and play.board.bordering(unit.at, ship.at):
                yield Load(power, (unit.id,), ship.id)


@registry.candidates(Offload)
def possible_offloads(play: Play, power: str) -> Iterator[Action]:
    """Each unit aboard into each territory on the coast."""
    for unit in commanded(play, power, UnitKind.LAND):
        for land in sorted(play.board.around(unit.at)) if unit.aboard else ():
            if is_land(play, land):
                yield Offload(power, (unit.id,), land)


@registry.candidates(Bombard)
def possible_bombardments(play: Play, power: str) -> Iterator[Action]:
    """Each ship at each territory on the coast of its zone."""
    for ship in commanded(play, power, UnitKind.SHIP):
        for land in sorted(play.board.around(ship.at)):
            if is_land(play, land):
                yield Bombard(power, (ship.id,), land)


@registry.candidates(Raid)
def possible_raids(play: Play, power: str) -> Iterator[Action]:
    """Each aircraft at each facility where it is."""
    for plane in commanded(play, power, UnitKind.AIR):
        if is_land(play, plane.at):
            for target in _targets(play, plane.at):
                yield Raid(power, (plane.id,), plane.at, target)


def _targets(play: Play, territory: str) -> list[str]:
    """The facilities of a territory to choose from; no name where there are not several."""
    there = dict.fromkeys(unit.type for unit in play.position.at(territory))
    targets = [kind for kind in there if play.rules.kinds[kind] is UnitKind.FACILITY]
    return targets if len(targets) > 1 else [""]


@registry.candidates(Rocket)
def possible_rockets(play: Play, power: str) -> Iterator[Action]:
    """Each gun at each territory with a facility."""
    lands = {unit.at for unit in play.position.units.values() if is_kind(play, unit, UnitKind.FACILITY)}
    types = play.names("guns-fire-rockets", "units")
    for gun in (unit for unit in play.position.units.values() if unit.power == power and unit.type in types):
        for land in sorted(lands):
            for target in _targets(play, land):
                yield Rocket(power, gun.id, land, target)


@registry.candidates(Fight)
def possible_fights(play: Play, power: str) -> Iterator[Action]:
    """The battle that is being fought, or each that is still to be fought."""
    battle = play.position.battle
    for space in (battle.space,) if battle else pending(play, power):
        yield Fight(power, space)


@registry.candidates(Submerge)
def possible_submerging(play: Play, power: str) -> Iterator[Action]:
    """Every submarine of the battle, whoever's it is."""
    battle = play.position.battle
    for unit in play.units(battle.units) if battle else ():
        yield Submerge(unit.power, (unit.id,))


@registry.candidates(Retreat)
def possible_retreats(play: Play, power: str) -> Iterator[Action]:
    """All who go together, to each space that the attack came from; all aircraft by themselves."""
    battle = play.position.battle
    if battle is None:
        return
    going = [unit.id for unit in bound_to_go(play, battle)]
    for space in battle.came if going else ():
        yield Retreat(power, tuple(going), space)
    planes = [unit.id for unit in play.units(battle.attackers) if is_kind(play, unit, UnitKind.AIR)]
    if planes:
        yield Retreat(power, tuple(planes))


@registry.candidates(Land)
def possible_landings(play: Play, power: str) -> Iterator[Action]:
    """Each aircraft where it is."""
    for plane in commanded(play, power, UnitKind.AIR):
        yield Land(power, (plane.id,))


@registry.candidates(Mobilize)
def possible_mobilizations(play: Play, power: str) -> Iterator[Action]:
    """One unit of each type that waits, wherever the power has land or coast; a carrier also with a fighter."""
    for unit in (play.board.unit(unit) for owner, unit in play.position.bought if owner in accounts(play, power)):
        for alone in placements(play, power, unit.id):
            land, space = alone.producer, alone.space
            yield alone
            for plane in (*play.position.at(land), *play.position.at(space)) if unit.carrier_room else ():
                if type_of(play, plane).carrier_cost and space != land:
                    yield replace(alone, fighters=(plane.id,))


@registry.candidates(CollectIncome)
def possible_income(play: Play, power: str) -> Iterator[Action]:
    """To collect it."""
    yield CollectIncome(power)


@registry.candidates(Invoke)
def possible_invocations(play: Play, power: str) -> Iterator[Action]:
    """An advantage by itself, with one unit, or with one space that the power holds, as it needs."""
    for advantage in sorted(play.position.advantages.get(power, ())):
        units, spaces = INVOKED.get(advantage, (0, 2))
        if spaces <= 1:
            lands = sorted(land for land, holder in play.position.holders.items() if holder == power)
            for unit in play.position.units if units else (0,):
                for land in lands if spaces else ("",):
                    yield Invoke(power, advantage, (unit,) if units else (), (land,) if spaces else ())


@registry.candidates(DeclareWar)
def possible_declarations(play: Play, power: str) -> Iterator[Action]:
    """War on each power of the other side that it is not at war with."""
    for other in sorted(play.rules.enemies[power] - enemies_of(play, power)):
        yield DeclareWar(power, other)


@registry.candidates(EndPhase)
def possible_end(play: Play, power: str) -> Iterator[Action]:
    """To end the phase."""
    yield EndPhase(power)
