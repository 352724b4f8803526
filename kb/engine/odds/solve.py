"""Finds the odds of a battle: by a chain of states, or where that does not model it by every throw of the dice."""

from __future__ import annotations

from collections.abc import Mapping

from kb.engine import game, questions
from kb.engine.board.unit_types import type_of
from kb.engine.combat.fight import begin
from kb.engine.core.actions import Fight
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice
from kb.engine.core.verdict import Node
from kb.engine.odds.chain import Chain, boundary
from kb.engine.odds.every_throw import every_throw, last_different
from kb.engine.odds.fire import Fire
from kb.engine.odds.forces import Force
from kb.engine.odds.order import Given, InOrder, Order
from kb.engine.odds.placing import Placing
from kb.engine.odds.stretches import Asker, Moment, NotModelled
from kb.engine.odds.table import Pair
from kb.engine.odds.values import (
    ATTACKER,
    DEFENDER,
    Assumption,
    DamagedFirst,
    Ending,
    LossOrder,
    NobodyJoins,
    NobodyLeaves,
    Odds,
    ending_of,
)
from kb.errors import BadInput, Finding

#: a larger battle, told by the hits that each side can take multiplied, is not computed
LARGEST = 10_000
#: states with a smaller chance are left out at first, and then still smaller ones, until they amount to little
_NEVER, _LEFT_OUT = 3e-14, 5e-10


def odds(
    rules: Rulebook, position: Position, space: str, *, losses: Given | None = None, rounds: int | None = None
) -> Odds:
    """The odds of the battle in a space, begun or not, each probability right to 1e-9.

    The attacker, who is the power on turn, presses on; nobody retreats or submerges. ``losses`` are for ``attacker``
    and ``defender`` the unit types in the order in which they are lost; types that are not named come after these,
    what costs least first. With ``rounds`` the battle stops after so many more cycles of combat.

    A battle in which nobody can hit anybody any more ends with both sides left. Raises :class:`Illegal` where no battle
    can be fought, and :class:`BadInput` where it is too large, or what is asked is not understood.
    """
    if rounds is not None and rounds < 1:
        raise BadInput(Finding("a battle is fought for at least one round", hint="leave out the rounds, or give more"))
    order = Order(rules.playing(position.options), losses)
    game.verify(rules, position, Fight(position.clock.turn, space))
    assumed: tuple[Assumption, ...] = ()
    try:
        play = _begun(rules, position, space)
        _refuse_large(play, space)
        forces = _forces(play, order)
        assumed = _assumed(forces, order, rounds)
        return Odds(space, _sorted(_solved(play, forces, order, rounds)), assumed)
    except NotModelled:
        pass
    exact = every_throw(rules, position, space, order=order, rounds=rounds)
    return Odds(space, _sorted({end: float(share) for end, share in exact.items()}), assumed)


def not_modelled(rules: Rulebook, position: Position, space: str) -> str:
    """What of a battle the chain of states does not model, so that every throw is tried; empty for nothing."""
    order = Order(rules.playing(position.options), None)
    try:
        play = _begun(rules, position, space)
        _refuse_large(play, space)
        _solved(play, _forces(play, order), order, None)
    except NotModelled as what:
        return str(what)
    return ""


def _begun(rules: Rulebook, position: Position, space: str) -> Play:
    """A play in which the battle has begun. Raises :class:`NotModelled` where that takes dice or choices."""
    play = Play(rules, position, NoDice(), Node("odds", {}))
    if position.battle is None:
        try:
            begin(play, Fight(position.clock.turn, space))
        except LookupError as what:
            raise NotModelled(str(what)) from None
    return play


def _forces(play: Play, order: Order) -> tuple[Force, Force]:
    battle = play.position.battle
    assert battle is not None, "the battle has begun"
    return (
        Force(play, ATTACKER, play.units(battle.attackers), order),
        Force(play, DEFENDER, play.units(battle.defenders), order),
    )


def _solved(play: Play, forces: tuple[Force, Force], order: Order, rounds: int | None) -> Mapping[Ending, float]:
    """The probability of each ending. Raises :class:`NotModelled`."""
    battle = play.position.battle
    assert battle is not None, "the battle has begun"
    steps = play.rules.ruleset.steps
    _refuse_unmodelled(play, forces)
    asker = Asker(play.rules, play.position, *forces)
    fire, placing = Fire(asker), Placing(asker, InOrder(order))
    latest = last_different(play.rules)
    step = steps.index(battle.step) + 1 if battle.step else 0
    if step >= boundary(steps):
        moment = Moment(boundary(steps), min(battle.round, latest))
    else:
        moment = Moment(step, battle.round, _fired(play, forces))
    never, chain = _NEVER, Chain(asker, fire, placing, latest, rounds, _NEVER)
    chain.solve(moment)
    while chain.left_out > _LEFT_OUT and never > _NEVER**2:
        never *= _NEVER
        chain = Chain(asker, fire, placing, latest, rounds, never)
        chain.solve(moment)
    found: dict[Ending, float] = {}
    for ended in (chain.ended, chain.stopped):
        for pair, share in ended.items():
            end = _ending(forces, pair)
            found[end] = found.get(end, 0.0) + share
    return found


def _fired(play: Play, forces: tuple[Force, Force]) -> frozenset[tuple[bool, int]]:
    """The groups that have fired in the cycle that is under way."""
    battle = play.position.battle
    assert battle is not None, "the battle has begun"
    fired = set()
    for side, (force, ids) in enumerate(zip(forces, (battle.attackers, battle.defenders), strict=True)):
        for group, units in enumerate(force.units(force.states[force.first])):
            some = {unit.id for unit in units if unit.id in ids}
            if some & battle.fired:
                fired.add((not side, group))
                if not some <= battle.fired:
                    raise NotModelled("a group of equal units of which some have fired")
    return frozenset(fired)


def _refuse_large(play: Play, space: str) -> None:
    """Raise :class:`BadInput` for a battle that takes too long."""
    battle = play.position.battle
    assert battle is not None, "the battle has begun"
    hits = [
        sum((type_of(play, unit).hits or 1) - unit.damage for unit in play.units(side))
        for side in (battle.attackers, battle.defenders)
    ]
    if hits[0] * hits[1] > LARGEST:
        what = f"the battle in {space} is too large to find its odds: {hits[0]:,} hits against {hits[1]:,}"
        raise BadInput(Finding(what, hint=f"ask about one where these multiplied are at most {LARGEST:,}"))


def _refuse_unmodelled(play: Play, forces: tuple[Force, Force]) -> None:
    """Raise :class:`NotModelled` for units whose losses are not told by how many of each group there are."""
    battle = play.position.battle
    assert battle is not None, "the battle has begun"
    if battle.marked or battle.pending:
        raise NotModelled("a battle in the middle of a cycle")
    if any(group.hits + group.damage > 2 for force in forces for group in force.groups):
        raise NotModelled("units that take more than two hits")
    there = {unit.id: unit for unit in play.units(battle.units)}
    for unit in play.units(battle.defenders):
        ship = there.get(unit.aboard)
        if ship and play.supposing(()).ask(questions.combat.goes_down_with_its_ship, cargo=unit, ship=ship):
            raise NotModelled("units in the battle that are lost with others")


def _ending(forces: tuple[Force, Force], pair: Pair) -> Ending:
    own, other = (force.survivors(state) for force, state in zip(forces, pair, strict=True))
    return ending_of({**own, **other}, bool(own), bool(other))


def _sorted(endings: Mapping[Ending, float]) -> Mapping[Ending, float]:
    return dict(sorted(endings.items(), key=lambda pair: (-pair[1], pair[0].survivors)))


def _assumed(forces: tuple[Force, Force], order: Order, rounds: int | None) -> tuple[Assumption, ...]:
    found: list[Assumption] = [NobodyLeaves(rounds), NobodyJoins()]
    for side, force in zip((ATTACKER, DEFENDER), forces, strict=True):
        first = [(group.power, group.type) for group in force.groups if group.hurt >= 0]
        if first:
            found.append(DamagedFirst(side, tuple(dict.fromkeys(first))))
        lost = [(group.power, group.type) for group in force.groups if group.hurt < 0]
        found.append(LossOrder(side, tuple(dict.fromkeys(lost)), side in order.given))
    return tuple(found)
