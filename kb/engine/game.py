"""Judging, doing and listing actions: ``verify``, ``can``, ``do``, ``actions``, from one definition.

For a list of legal actions, candidates are made without regard to the rules; then each is judged like any other
action, so the lists and the verdicts cannot disagree. Units that are equal have equal actions: only those of one of
them are listed.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kb.base.english import a
from kb.base.errors import Finding, raise_if
from kb.base.shape import suggest
from kb.engine.battle import pending_battles, who_retreats
from kb.engine.core.actions import Action, Fight, Illegal, Move, Node, Outcome, Reason, Retreat, Verdict
from kb.engine.core.play import Play
from kb.engine.core.position import Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import CANDIDATES, EFFECTS
from kb.engine.core.table import GameTable, NoDice
from kb.engine.landing import land_in_reach
from kb.engine.movement import Route, ways
from kb.engine.submarines import Submerge
from kb.engine.units import edits_of_move

# every module that declares rules and actions
for _module in sorted(each.removesuffix(".py") for each in os.listdir(os.path.dirname(__file__)) if each[0] != "_"):
    if f"{__package__}.{_module}" != __name__:
        importlib.import_module(f"{__package__}.{_module}")


def verdict(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """Judge an action: return whether it is legal, with every rule it breaks.

    Raises :class:`BadInput` if it, or the position, names an unknown power, space, unit or technology.
    """
    _check_names(rules, position, action)
    root = Node(type(action).__name__, {"action": action})
    with _of_the_board(rules, position):
        reasons = tuple(Play(rules, position, NoDice(), root).refusals(action))
    return Verdict(action, reasons, tuple(Reason(node.says, node.facts) for node in root.children if node.rule))


def _check_names(rules: Rulebook, position: Position, action: Action) -> None:
    """Raise :class:`BadInput` with each unit of the action that is not in the position, and each unknown name."""
    raise_if(
        _missing(rules, kind, each)
        for kind, each in action.named()
        if each not in (position.units if kind == "unit" else _there(rules, kind))
    )


@contextmanager
def _of_the_board(rules: Rulebook, position: Position) -> Iterator[None]:
    """Raise :class:`BadInput` instead of :class:`KeyError` if the position names something that the board lacks.
    Checking every unit beforehand would take longer than most rules do."""
    try:
        yield
    except KeyError:
        named = {("power", position.clock.turn), *(("space", space) for space in position.holders)}
        for unit in position.units.values():
            named |= {("unit type", unit.type), ("power", unit.power), ("space", unit.at)}
        raise_if(_missing(rules, kind, each) for kind, each in sorted(named) if each not in _there(rules, kind))
        raise


def _there(rules: Rulebook, kind: str) -> Collection[str]:
    """Return the ids that a board has of a kind: ``space``, ``technology``, ``power`` or ``unit type``."""
    if kind == "space":
        return rules.board.space_ids
    if kind == "technology":
        return [each.id for each in rules.board.technologies]
    return rules.sides if kind == "power" else rules.kinds


def _missing(rules: Rulebook, kind: str, name: str | int) -> Finding:
    """Return the finding that the id of a unit, or a name of another kind, is unknown, with similar names as a hint."""
    if kind == "unit":
        return Finding(f"there is no unit {name} in the position", hint="name a unit by its id there")
    names = _there(rules, kind)
    hint = suggest(str(name), names) or (
        f"one of {', '.join(names)}" if len(names) < 20 else f"name {a(kind)} of this board"
    )
    return Finding(f"there is no {kind} '{name}' on the board '{rules.board.id}'", hint=hint)


def verify(rules: Rulebook, position: Position, action: Action) -> Verdict:
    """Return the verdict on a legal action. Raises :class:`Illegal`, with the verdict, for any other."""
    judged = verdict(rules, position, action)
    if not judged.legal:
        raise Illegal(judged)
    return judged


def can(rules: Rulebook, position: Position, action: Action) -> bool:
    """Return whether an action is legal. Raises :class:`BadInput` for names that the board or the rules lack."""
    _check_names(rules, position, action)
    with _of_the_board(rules, position):
        return possible(rules, position, action)


def possible(rules: Rulebook, position: Position, action: Action) -> bool:
    """Return whether an action is legal, without checking that the board has the names in it and in the position."""
    return asking(rules, position).permits(action)


def do(
    rules: Rulebook, position: Position, action: Action, table: GameTable | None = None, trace: Node | None = None
) -> Outcome:
    """Do a legal action, and return the next position, the events and the trace.

    Dice and choices come from ``table``. The trace grows below ``trace`` if one is given: it has all
    events up to then even if the table breaks the action off. Raises :class:`Illegal` for an action that is not legal,
    :class:`LookupError` if it needs dice or a choice without a table, and :class:`BadInput` for unknown names.
    """
    judged = verify(rules, position, action)
    root = trace or Node(type(action).__name__, {"action": action})
    root.children += [Node(reason.rule, reason.facts, rule=True) for reason in judged.rules_used]
    play = Play(rules, position, table or NoDice(), root)
    with _of_the_board(rules, position):
        play.keep_start()
        EFFECTS[type(action)](play, action)
    return Outcome(play.position, tuple(play.events), root)


# -- legal actions


def moves(rules: Rulebook, position: Position, unit: Unit) -> tuple[Move, ...]:
    """Return every legal move of one unit by itself. An aircraft has at most two moves to a space: by the shortest
    route, and by the shortest past enemy guns."""
    return tuple(moves_to(rules, position, unit))


def moves_to(rules: Rulebook, position: Position, unit: Unit, spaces: frozenset[str] | None = None) -> Iterator[Move]:
    """Yield the legal moves of one unit that end in some spaces, by default in any."""
    turn = position.clock.turn
    power = unit.power if unit.power in rules.sharing(turn) else turn
    for route in routes(rules, position, unit):
        move = Move(power, (unit.id,), route)
        if (spaces is None or route[-1] in spaces) and possible(rules, position, move):
            yield move


def landings(rules: Rulebook, position: Position, move: Move) -> dict[Unit, list[str]]:
    """Return for each aircraft that a move lists the land in which it could come down afterwards, the nearest first. An
    aircraft with an empty list needs a carrier."""
    play = asking(rules, position)
    after = play.supposing(edits_of_move(play, move))
    planes = (unit for unit in after.units(move.units) if after.is_air(unit))
    return {plane: land_in_reach(after, plane) for plane in planes}


def battles(rules: Rulebook, position: Position) -> tuple[str, ...]:
    """Return the spaces in which the powers whose turn it is have a battle to begin or to finish."""
    under_way = (position.battle.space,) if position.battle else ()
    return tuple(dict.fromkeys((*under_way, *pending_battles(asking(rules, position)))))


def actions(rules: Rulebook, position: Position) -> Iterator[Action]:
    """Return the legal actions of the powers whose turn it is, each of a single unit or type of unit. A retreat is of
    all units that may go, and a fight is of all units in the space."""
    return (action for action in candidates(rules, position) if possible(rules, position, action))


def candidates(rules: Rulebook, position: Position, *kinds: type[Action]) -> Iterator[Action]:
    """Yield the actions of some kinds, by default of all, that may be legal; the rules have not been asked."""
    play = asking(rules, position)
    for kind in kinds or CANDIDATES:
        phases = play.phases_of(kind)
        if phases is None or play.phase in phases:
            for power in play.players:
                yield from CANDIDATES[kind](play, power)


def routes(rules: Rulebook, position: Position, unit: Unit) -> Iterator[Route]:
    """Return the ways that a unit's movement allows: for aircraft one or two to each space, for others every one."""
    return ways(asking(rules, position), unit)


def asking(rules: Rulebook, position: Position) -> Play:
    """Return a play in which the rules are asked about a position; nothing happens in it, and no dice are rolled."""
    return Play(rules, position, NoDice(), Node("legal", {}))


# -- the decisions that are open while a battle waits: found by asking the rules


@dataclass(frozen=True, slots=True)
class Offer:
    """A decision that a power may take: press, retreat (to a space), withdraw (aircraft), submerge (unit types).

    ``action`` is the action; if several submarines are equal, the action of one of them.
    """

    power: str
    what: str
    action: Action = field(compare=False)
    detail: str = ""


def offers(rules: Rulebook, position: Position) -> tuple[Offer, ...]:
    """Return every decision that is open in a battle that waits; empty if no battle waits."""
    battle = position.battle
    if battle is None or not battle.step:
        return ()
    play = asking(rules, position)
    attackers = play.units(battle.attackers)
    found: list[Offer] = []
    for power in dict.fromkeys(unit.power for unit in play.units(battle.units)):
        own = [unit for unit in play.units(battle.units) if unit.power == power]
        for unit in own:
            offer = Offer(power, "submerge", Submerge(power, (unit.id,)), unit.type)
            if offer not in found and play.permits(offer.action):
                found.append(offer)
    planes = tuple(unit.id for unit in attackers if play.is_air(unit))
    going = tuple(unit.id for unit in who_retreats(play, battle))
    who, where = battle.attacker, battle.space
    ways = [Offer(who, "retreat", Retreat(who, going, to), to) for to in battle.came if len(planes) < len(going)]
    ways += [Offer(who, "withdraw", Retreat(who, planes))] if planes else []
    ways += [Offer(who, "press", Fight(who, where))]
    return (*found, *(way for way in ways if play.permits(way.action)))
