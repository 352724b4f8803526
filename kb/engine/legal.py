"""What may be done: legal moves of a unit, legal actions of the power on turn, decisions open while a battle waits.

First the candidates are made, without regard to the rules; then each is judged like any other action, so the lists and
the verdicts cannot disagree. Units that are equal have equal actions: only those of one of them are listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.engine import game
from kb.engine.battle.battle_board import pending_battles
from kb.engine.combat.retreat import who_retreats
from kb.engine.combat.submarines import Submerge
from kb.engine.core.actions import Action, Fight, Move, Node, Retreat
from kb.engine.core.play import Play
from kb.engine.core.position import Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import CANDIDATES
from kb.engine.core.table import NoDice
from kb.engine.movement.landing import land_in_reach
from kb.engine.movement.moves import Route, ways
from kb.engine.units.moving import edits_of_move


def moves(rules: Rulebook, position: Position, unit: Unit) -> tuple[Move, ...]:
    """Every legal move of one unit by itself.

    Of an aircraft's ways to a space two are told apart: the shortest, and the shortest past enemy guns.
    """
    return tuple(moves_to(rules, position, unit))


def moves_to(rules: Rulebook, position: Position, unit: Unit, spaces: frozenset[str] | None = None) -> Iterator[Move]:
    """The legal moves of one unit that end in some spaces, by default in any."""
    turn = position.clock.turn
    power = unit.power if unit.power in rules.sharing(turn) else turn
    for route in routes(rules, position, unit):
        move = Move(power, (unit.id,), route)
        if (spaces is None or route[-1] in spaces) and game.possible(rules, position, move):
            yield move


def landings(rules: Rulebook, position: Position, move: Move) -> dict[Unit, list[str]]:
    """For each aircraft that a move takes along, the land in which it could come down afterwards, the nearest first;
    where there is none a carrier has to be counted on."""
    play = asking(rules, position)
    after = play.supposing(edits_of_move(play, move))
    planes = (unit for unit in after.units(move.units) if after.is_air(unit))
    return {plane: land_in_reach(after, plane) for plane in planes}


def battles(rules: Rulebook, position: Position) -> tuple[str, ...]:
    """The spaces in which the powers on turn have a battle that is not over, begun or not."""
    under_way = (position.battle.space,) if position.battle else ()
    return tuple(dict.fromkeys((*under_way, *pending_battles(asking(rules, position)))))


def actions(rules: Rulebook, position: Position) -> Iterator[Action]:
    """The legal actions of the power on turn, as far as they are those of a single unit or type of unit.

    Retreats are of all who may go, and a fight is one of everybody in the space.
    """
    return (action for action in candidates(rules, position) if game.possible(rules, position, action))


def candidates(rules: Rulebook, position: Position, *kinds: type[Action]) -> Iterator[Action]:
    """The actions of some kinds, by default of all, that may be legal; the rules have not been asked."""
    play = asking(rules, position)
    for kind in kinds or CANDIDATES:
        phases = play.phases_of(kind)
        if phases is None or play.phase in phases:
            for power in play.players:
                yield from CANDIDATES[kind](play, power)


def routes(rules: Rulebook, position: Position, unit: Unit) -> Iterator[Route]:
    """The ways that a unit's movement allows: for aircraft one or two to each space, for others every one."""
    return ways(asking(rules, position), unit)


def asking(rules: Rulebook, position: Position) -> Play:
    """A play in which the rules are asked about a position; nothing happens in it, and no dice are rolled."""
    return Play(rules, position, NoDice(), Node("legal", {}))


# -- the decisions that are open while a battle waits: found by asking the rules


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing a power may decide: press, retreat (to a space), withdraw (aircraft), submerge (unit types).

    ``action`` does it; of submarines that are equal it is that of one.
    """

    power: str
    what: str
    action: Action = field(compare=False)
    detail: str = ""


def offers(rules: Rulebook, position: Position) -> tuple[Offer, ...]:
    """Every decision that is open in a battle that waits; none where no battle waits."""
    battle = position.battle
    if battle is None or not battle.step:
        return ()
    play = Play(rules, position, NoDice(), Node("offers", {}))
    attackers = play.units(battle.attackers)
    found: list[Offer] = []
    for power in dict.fromkeys(unit.power for unit in play.units(battle.units)):
        own = [unit for unit in play.units(battle.units) if unit.power == power]
        for unit in own:
            offer = Offer(power, "submerge", Submerge(power, (unit.id,)), unit.type)
            if offer not in found and _legal(play, offer):
                found.append(offer)
    planes = tuple(unit.id for unit in attackers if play.is_air(unit))
    going = tuple(unit.id for unit in who_retreats(play, battle))
    who, where = battle.attacker, battle.space
    ways = [Offer(who, "retreat", Retreat(who, going, to), to) for to in battle.came if len(planes) < len(going)]
    ways += [Offer(who, "withdraw", Retreat(who, planes))] if planes else []
    ways += [Offer(who, "press", Fight(who, where))]
    return (*found, *(way for way in ways if _legal(play, way)))


def _legal(play: Play, offer: Offer) -> bool:
    return next(play.refusals(offer.action), None) is None
