"""What the first line of an answer adds about the last action: whether aircraft can land, battles to be won first, land
that stays neutral, neutral armies, land without a defender, and powers at peace."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, cast

from kb.cases.play.outcome import ROLLED
from kb.cases.play.playing import play
from kb.engine import game
from kb.engine.assault import Bombard
from kb.engine.battle import attackers_at, defenders_at
from kb.engine.core import notes
from kb.engine.core.actions import Fight, Move, Node, Offload, Reason
from kb.engine.core.play import Play
from kb.engine.core.points import COMBAT_MOVE, NONCOMBAT_MOVE
from kb.engine.core.position import Position, replace
from kb.engine.core.table import NoDice
from kb.engine.game import asking
from kb.engine.landing import Land, can_still_land_in, carriers_at, is_carrier, is_room_to_come, land_in_reach
from kb.engine.movement import is_unarmed
from kb.engine.neutrals import is_friendly_neutral, is_neutral_land
from kb.games.board_model import SpaceKind

if TYPE_CHECKING:
    from kb.asking.answer import EngineAnswer

#: the rule by which infantry rides with tanks
_RIDES = "mechanized-infantry"


def unlandable(answer: EngineAnswer) -> tuple[Reason, ...]:
    """Return the reasons why aircraft that the last action moves, in a noncombat move, may not land at their
    destination.

    These are the rules that close the land or the carriers to them, else the rules that refuse the landing. The result
    is empty if they may land, if none flies there, and if a carrier can still come to the sea zone.
    """
    rules, move = answer.rules, answer.last(Move, NONCOMBAT_MOVE)
    if move is None:
        return ()
    position = _position_once_done(answer)
    view, space = asking(rules, position), move.route[-1]
    planes = [unit for unit in view.units(move.units) if view.is_air(unit) and unit.at == space]
    decks = (unit for unit in position.at(space) if is_carrier(view, unit) and unit.power in rules.friends[move.power])
    if not planes or (view.is_sea(space) and not any(decks) and is_room_to_come(view, move.power, space, planes)):
        return ()
    flying = [unit for unit in position.at(space) if unit.power == move.power and view.is_air(unit) and not unit.aboard]
    others = [unit.id for unit in flying if unit not in planes and view.is_sea(space)]
    landing = Land(move.power, (*others, *(unit.id for unit in planes)))
    verdict = game.verdict(rules, position, landing)
    closing = (each for each in verdict.rules_used if game.can(rules.without(each.rule), position, landing))
    return () if verdict.legal else tuple(closing) or verdict.reasons


def landing_place(answer: EngineAnswer) -> str | None:
    """Return a space in which all aircraft of the last action, a combat move, may land: that which they left, else
    the nearest land.

    The result is empty if none of them reaches either. It is None if the action is not such a move, moves no aircraft,
    or moves aircraft that need different places.
    """
    if (move := answer.last(Move, COMBAT_MOVE)) is None:
        return None
    view = asking(answer.rules, _position_once_done(answer))
    planes = [unit for unit in view.units(move.units) if view.is_air(unit)]
    if planes and all(can_still_land_in(view, unit, move.route[0]) for unit in planes):
        return move.route[0]
    near = [land_in_reach(view, unit) for unit in planes]
    common = [space for space in (near[0] if near else ()) if all(space in each for each in near)]
    return common[0] if common else "" if near and not any(near) else None


def joining_neutral(answer: EngineAnswer) -> tuple[str, int | None]:
    """Return the friendly neutral land that land units of the last action, a noncombat move, enter, and the number of
    infantry of its army. They join when the phase ends; the number is None if no such unit can claim the land. Without
    such land, the name is empty and the number None."""
    move = answer.last(Move, NONCOMBAT_MOVE) or answer.last(Offload, NONCOMBAT_MOVE)
    if move is None:
        return "", None
    view, space = asking(answer.rules, _position_once_done(answer)), _goal(move)
    own = [unit for unit in view.position.at(space) if unit.power == move.power and view.is_land_unit(unit)]
    if not own or not is_friendly_neutral(view, move.power, space):
        return "", None
    lacks = all(view.holds("what-cannot-attack-claims-nothing", unit=unit) for unit in own)
    return space, None if lacks else answer.rules.board.space(space).army or 0


def without_targets(answer: EngineAnswer) -> tuple[Reason, ...]:
    """Return the rules by which no unit can hit another in the battle that the last action fights; empty if a unit can,
    if units have rolled, or if it is not a battle."""
    fight = answer.acts[-1].result.action if answer.acts else None
    if not isinstance(fight, Fight) or any(event.name == ROLLED for event in answer.events):
        return ()
    rules, position = answer.rules, answer.played.start
    for event in answer.events:
        position = position.replayed((event,))
        if position.battle:
            break
    root = Node("legal", {})
    view = Play(rules, position, NoDice(), root)
    battle = position.battle
    sides = [view.units(ids) for ids in (battle.attackers, battle.defenders)] if battle else [[], []]
    pairs = (pair for shooters, targets in (sides, sides[::-1]) for pair in product(shooters, targets))
    if any(view.ask("can-hit", True, shooter=shooter, target=target) for shooter, target in pairs):
        return ()
    return tuple(Reason(node.says, node.facts) for node in root.children if node.rule)


def fought_first(answer: EngineAnswer) -> list[str]:
    """Return the spaces of the battles that have to be won before the last action: those that are supposed to be won.
    Without such battles, return the sea zone whose battle delays the last action, a landing, if there is one."""
    supposed = (answer.acts[at].result.action for at in answer.request.supplied if at < len(answer.acts))
    if won := [each.space for each in supposed if isinstance(each, Fight) and each.lost is not None]:
        return won
    if (landing := answer.last(Offload, COMBAT_MOVE)) is None:
        return []
    cargo = asking(answer.rules, _position_once_done(answer)).units(landing.units)
    return [unit.at for unit in cargo if unit.aboard and unit.bound][:1]


def lacks_attackers(answer: EngineAnswer) -> bool:
    """Return whether the last action is a landing that waits for a sea battle in which no attacker has an attack
    value."""
    landing = answer.last(Offload, COMBAT_MOVE)
    if landing is None:
        return False
    view = asking(answer.rules, answer.position)
    return any(is_unarmed(view, unit.at, landing.power) for unit in view.units(landing.units))


def raised_army(answer: EngineAnswer) -> tuple[str, int]:
    """Return the neutral land that the last action, a combat move, attacks, and the infantry of its army, which is
    raised when the phase ends; an empty name and 0 if there is none."""
    move = answer.last(Move, COMBAT_MOVE) or answer.last(Offload, COMBAT_MOVE)
    if move is None:
        return "", 0
    view, space = asking(answer.rules, answer.position), _goal(move)
    army = answer.rules.board.space(space).army or 0
    is_raised = not army or notes.RAISED.is_set(answer.position, space) or is_friendly_neutral(view, move.power, space)
    return ("", 0) if is_raised or not is_neutral_land(view, space) else (space, army)


def taken_unopposed(answer: EngineAnswer) -> str:
    """Return the enemy land without a defender that land units of the last action, a combat move, enter; empty if there
    is none."""
    move = answer.last(Move, COMBAT_MOVE) or answer.last(Offload, COMBAT_MOVE)
    if move is None:
        return ""
    play, space = asking(answer.rules, _position_once_done(answer)), _goal(move)
    enters = any(play.is_land_unit(unit) for unit in attackers_at(play, space, move.power))
    return space if enters and is_open_land(play, Fight(move.power, space)) else ""


def undefended(answer: EngineAnswer) -> str:
    """Return the enemy land without enemy units in which the last action wants a battle; empty if there is none.

    Such land is taken without a battle.
    """
    if (fight := answer.last(Fight, legal=False)) is None:
        return ""
    return fight.space if is_open_land(asking(answer.rules, answer.position), fight) else ""


def is_open_land(play: Play, fight: Fight) -> bool:
    """Return whether a battle is wanted in enemy land in which only the attacker has units, with land units."""
    space = fight.space
    is_enemy = play.is_land(space) and play.at_enmity(fight.power, play.holder(space))
    takes = any(map(play.is_land_unit, attackers_at(play, space, fight.power)))
    return is_enemy and takes and not defenders_at(play, space, fight.power)


def riders_without_tanks(answer: EngineAnswer) -> tuple[int, int]:
    """Return the numbers of infantry that could ride with tanks, and of tanks, in the last action, a refused move that
    is too long for infantry; zeros unless there are more infantry than tanks."""
    move, line = answer.last(Move, legal=False), answer.rules.lines.get(_RIDES)
    if move is None or line is None:
        return 0, 0
    view = asking(answer.rules, answer.position)
    units = view.units(move.units)
    types, technologies, carriers = (
        cast("tuple[str, ...]", line.given.get(key, ())) for key in ("units", "technologies", "carriers")
    )
    riders = [unit for unit in units if view.gains(unit, types, technologies, line.advantage)]
    tanks = [unit for unit in units if unit.type in carriers]
    is_far = any(len(move.route) - 1 > (view.type_of(unit).move or 0) for unit in riders)
    return (len(riders), len(tanks)) if is_far and len(riders) > len(tanks) else (0, 0)


def waits_for_a_carrier(answer: EngineAnswer) -> str:
    """Return the sea zone in which the last action, a refused landing, has no carrier yet, though one can still come or
    be placed; empty if there is none."""
    landing = answer.last(Land, legal=False)
    play = asking(answer.rules, answer.position)
    planes = play.units(landing.units) if landing else []
    zones = {unit.at for unit in planes}
    if landing is None or len(zones) != 1 or not all(map(play.is_sea, zones)):
        return ""
    (zone,) = zones
    return (
        "" if carriers_at(play, zone, landing.power) or not is_room_to_come(play, landing.power, zone, planes) else zone
    )


def flies_to_a_carrier(answer: EngineAnswer) -> str:
    """Return the sea zone to which the last action, a noncombat move, brings aircraft that wait there for a carrier;
    empty if there is none."""
    move = answer.last(Move, NONCOMBAT_MOVE)
    if move is None:
        return ""
    view, zone = asking(answer.rules, _position_once_done(answer)), move.route[-1]
    if not view.is_sea(zone) or carriers_at(view, zone, move.power):
        return ""
    planes = [unit for unit in view.units(move.units) if view.is_air(unit) and unit.at == zone and not unit.aboard]
    return zone if planes and is_room_to_come(view, move.power, zone, planes) else ""


def battle_before_landing(answer: EngineAnswer) -> str:
    """Return the sea zone from which the last action, a refused bombardment, supports units that go ashore only after a
    battle there; empty if there is none."""
    bombard = answer.last(Bombard, legal=False)
    units = answer.position.units
    zones = {units[ship].at for ship in bombard.units if ship in units} if bombard else set()
    waiting = (unit.at for unit in units.values() if bombard and unit.aboard and unit.bound == bombard.territory)
    return next((zone for zone in waiting if zone in zones), "")


def at_peace(answer: EngineAnswer) -> tuple[str, str]:
    """Return the power of a refused last action, and an opponent at its goal with which it is not at war. The action is
    a combat move to a sea zone or a battle. The names are empty without such an opponent, and if enemies are there,
    too."""
    move, fight = answer.last(Move, COMBAT_MOVE, legal=False), answer.last(Fight, legal=False)
    is_move = move is not None and answer.rules.board.space(move.route[-1]).kind is SpaceKind.SEA_ZONE
    power, space = (
        (move.power, move.route[-1]) if move and is_move else (fight.power, fight.space) if fight else ("", "")
    )
    there = {unit.power for unit in answer.position.at(space)} & answer.rules.enemies.get(power, frozenset())
    is_war = there & asking(answer.rules, answer.position).enemies(power) if there else ()
    return ("", "") if is_war or not there else (power, min(there))


def _goal(move: Move | Offload) -> str:
    """Return the space in which a move ends, or cargo comes ashore."""
    return move.route[-1] if isinstance(move, Move) else move.territory


def _position_once_done(answer: EngineAnswer) -> Position:
    """Return the position after all actions, including one that is only judged."""
    request = answer.request
    if not request.judged:
        return answer.position
    done = replace(request.acts[-1], refused=False)
    return play(request.rules, replace(request.case, do=(*request.acts[:-1], done)), asked=True).position
