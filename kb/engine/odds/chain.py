"""The odds of a battle by the chain of states that it goes through: the chance of each state in which it ends.

A state between two cycles is what is left of both sides. The states are gone through by the hits that can still be
taken, the fullest first; that of a cycle in which nobody hits leads back to itself, and is divided out. Where
casualties of opening fire leave the board before they can fire, there are states within a cycle as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.base.errors import BadInput, Finding
from kb.engine import game, questions
from kb.engine.board.printed import type_of
from kb.engine.combat.fight import begin
from kb.engine.core.actions import Fight, Node
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice
from kb.engine.odds.every_throw import every_throw, last_different
from kb.engine.odds.fire import Distribution, Fire, Hits, Left, Opening, Placing, Within
from kb.engine.odds.forces import (
    ATTACKER,
    DEFENDER,
    Assumption,
    DamagedFirst,
    Ending,
    Force,
    Given,
    InOrder,
    LossOrder,
    NobodyJoins,
    NobodyLeaves,
    Odds,
    Order,
    Pair,
    ending_of,
)
from kb.engine.odds.stretches import Asker, CyclePoint, GunFire, NotModelled, Shots, Stretch, Volley

#: a greater chance than this is certain
_ALWAYS = 1 - 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What a cycle does to states with the same groups: one round of fire, or opening fire first, and then the rest."""

    opening: Stretch | None
    rest: Stretch | None


@dataclass(frozen=True, slots=True, eq=False)
class _Cycle:
    """A cycle that all states of a table go through, from a point on, to the table ``after`` it.

    One of many equal cycles, which is ``steady``, leads back to the same table. ``within`` are the chances of states in
    the cycle, by the number of hits that can still be taken.
    """

    point: CyclePoint
    table: Distribution
    after: Distribution
    steady: bool
    within: list[dict[Within, float]]


class Chain:
    """Solves a battle, to its end or for some ``rounds``; from the cycle ``last_different`` on all cycles are alike."""

    def __init__(
        self, asker: Asker, fire: Fire, placing: Placing, last_different: int, rounds: int | None, never: float
    ) -> None:
        self.asker, self.fire, self.placing = asker, fire, placing
        self.attackers, self.defenders = asker.forces
        self.last_different, self.rounds = last_different, rounds
        self.opening = Opening(asker, fire, placing)
        self.boundary = boundary(asker.steps)
        self.never = never
        self._plans: dict[object, _Plan] = {}
        #: the chance of each pair of states in which the battle ends, and in which its rounds are over
        self.ended: dict[Pair, float] = {}
        self.stopped: dict[Pair, float] = {}

    def solve(self, point: CyclePoint) -> None:
        """Go through the battle from a point on."""
        table = self._table()
        table.add(([self.attackers.first], (1.0,)), ([self.defenders.first], (1.0,)), 1.0)
        fought = 0
        while point.step != self.boundary or point.cycle < self.last_different or self.rounds is not None:
            after = self._table()
            self._cycle(table, point, after)
            table = after
            done = point.cycle + (point.step == self.boundary)
            point = CyclePoint(self.boundary, min(done, self.last_different))
            fought += 1
            if fought == self.rounds:
                self._stop(table, point)
                return
        self._cycle(table, point, table)

    @property
    def left_out(self) -> float:
        """What the states that were left out amount to: no ending is more likely by more than that."""
        return 1 - sum(self.ended.values()) - sum(self.stopped.values())

    def _table(self) -> Distribution:
        return Distribution(self.attackers, self.defenders, self.never)

    def _cycle(self, table: Distribution, point: CyclePoint, after: Distribution) -> None:
        """Go through a cycle from all states of a table; one of many equal cycles leads back to the same table."""
        most = len(self.attackers.by_hits) + len(self.defenders.by_hits) - 2
        cycle = _Cycle(point, table, after, table is after, [{} for _ in range(most + 1)])
        for total in range(most, -1, -1):
            unhit: dict[Pair, float] = {}
            for state, share in cycle.within[total].items():
                if share < self.never:
                    continue
                if self._is_as_missed(state, cycle.point):
                    unhit[state[1]] = share
                else:
                    self._rest(state, share, after)
            for pair, share in table.taken_out(total):
                self._state(pair, share, unhit.pop(pair, 0.0), cycle)
            for pair, share in unhit.items():
                self._state(pair, 0.0, share, cycle)

    def _is_as_missed(self, state: Within, point: CyclePoint) -> bool:
        """Whether a state within a cycle is that which its own opening fire would leave if it missed."""
        there, pair, then = state
        if there != pair or not self.attackers.hits[pair[0]] or not self.defenders.hits[pair[1]]:
            return False
        plan = self._plan(pair, point)
        return bool(plan.opening and plan.rest and plan.opening.then == then)

    def _state(self, pair: Pair, share: float, after_opening: float, cycle: _Cycle) -> None:
        """Go on from a state between two cycles, and from the same ``after_opening`` fire that hit others."""
        if not self.attackers.hits[pair[0]] or not self.defenders.hits[pair[1]]:
            self._end(pair, share)
            return
        plan = self._plan(pair, cycle.point)
        if plan.rest and not plan.opening:
            own, other = self._shot(pair, pair, plan.rest.shots, plan.rest.then)
            self._pass_on(pair, own, other, share, cycle)
        elif plan.opening and (swept := self._swept(pair, plan.opening)):
            if plan.opening.over:
                self._end(swept, share)
            else:
                cycle.table.add(([swept[0]], (1.0,)), ([swept[1]], (1.0,)), share)
        elif plan.opening and plan.opening.over:
            self._end(pair, share)
        elif plan.opening:
            self._with_opening(pair, share, after_opening, plan.opening, plan.rest, cycle)

    def _plan(self, pair: Pair, point: CyclePoint) -> _Plan:
        """What a cycle from a state does: the same for all with the same groups, but where guns fire."""
        key = (point, self.attackers.present[pair[0]], self.defenders.present[pair[1]])
        found = self._plans.get(key)
        if found is None:
            found = self._planned(pair, point)
            if not (found.opening and found.opening.has_gun_fire):
                self._plans[key] = found
        return found

    def _planned(self, pair: Pair, point: CyclePoint) -> _Plan:
        first = self.asker.stretch(pair, pair, point)
        if first.over or self._swept(pair, first):
            return _Plan(first, None)
        if first.then.step == self.boundary:
            return _Plan(None, first)
        rest = self.asker.stretch(pair, pair, first.then)
        if rest.over or self._swept(pair, rest):
            return _Plan(first, None)
        if self.opening.nobody_leaves(pair, first):
            return _Plan(None, Stretch(first.swept, False, first.shots + rest.shots, first.then))
        return _Plan(first, rest)

    def _with_opening(
        self, pair: Pair, share: float, unhit: float, opening: Stretch, rest: Stretch | None, cycle: _Cycle
    ) -> None:
        """Opening fire; then the rest of the cycle for what it misses and what is ``unhit`` after fire at others."""
        if rest:
            own, other = self._shot(pair, pair, rest.shots, opening.then)
            back = _nobody(pair, own, other) if cycle.steady else 0.0
            share += unhit * back
        shares = self.opening.after(pair, opening) if share > self.never else {}
        if rest:
            missed = shares.pop((pair, pair, opening.then), 0.0)
            if missed * back > _ALWAYS:
                self._end(pair, share)
                return
            share /= 1 - missed * back
            cycle.after.add(own, other, unhit + share * missed)
            if cycle.steady:
                cycle.after.rows[pair[0]][pair[1]] = 0.0
        for state, chance in shares.items():
            if state[1] == pair:
                self._rest(state, share * chance, cycle.after)
            else:
                within = cycle.within[self.attackers.hits[state[1][0]] + self.defenders.hits[state[1][1]]]
                within[state] = within.get(state, 0.0) + share * chance

    def _rest(self, state: Within, share: float, after: Distribution) -> None:
        """Go on from a state within a cycle."""
        there, pair, point = state
        if not self.attackers.hits[there[0]] or not self.defenders.hits[there[1]]:
            self._end(pair, share)
            return
        stretch = self.asker.stretch(there, pair, point)
        if swept := self._swept(pair, stretch):
            pair = there = swept
        if stretch.over:
            self._end(pair, share)
            return
        own, other = self._shot(pair, there, stretch.shots, point)
        after.add(own, other, share)

    # -- shots

    def _shot(self, pair: Pair, there: Pair, shots: tuple[Shots, ...], point: CyclePoint) -> tuple[Left, Left]:
        """What can be left of both sides after shots at which both sides fire with all that is ``there``."""
        left: list[Left | None] = [None, None]
        for shot in shots:
            if isinstance(shot, GunFire):
                raise NotModelled("guns that fire together with all units")
            target, own = (1, 0) if shot.attacking else (0, 1)
            firing, facing = self.asker.forces[own], self.asker.forces[target]
            hits = self.fire.hits(shot, firing.states[there[own]], facing.present[there[target]], point)
            before = left[target]
            if before is None:
                left[target] = self.placing.after(shot, hits, pair[target], pair[own], point)
            else:
                left[target] = self._again(before, shot, hits, pair[own], point)
        return left[0] or ([pair[0]], (1.0,)), left[1] or ([pair[1]], (1.0,))

    def _again(self, left: Left, shot: Volley, hits: Hits, against: int, point: CyclePoint) -> Left:
        """What can be left after one more volley."""
        found: dict[int, float] = {}
        for state, share in zip(left[0], left[1], strict=False):
            states, shares = self.placing.after(shot, hits, state, against, point)
            for end, chance in zip(states, shares, strict=False):
                found[end] = found.get(end, 0.0) + share * chance
        return list(found), tuple(found.values())

    # -- shares

    def _pass_on(self, pair: Pair, own: Left, other: Left, share: float, cycle: _Cycle) -> None:
        """Add what a cycle leads to; in one of many equal cycles, what leads back is divided out."""
        if cycle.steady:
            same = _nobody(pair, own, other)
            if same > _ALWAYS:  # nobody can hit anybody
                self._end(pair, share)
                return
            share /= 1 - same
        cycle.after.add(own, other, share)
        if cycle.steady:
            cycle.after.rows[pair[0]][pair[1]] = 0.0

    # -- endings

    def _stop(self, table: Distribution, point: CyclePoint) -> None:
        """Tell which battles are over once all rounds are, and which would go on."""
        for pair, share in table.everything():
            if not self.attackers.hits[pair[0]] or not self.defenders.hits[pair[1]]:
                self._end(pair, share)
                continue
            stretch = self.asker.stretch(pair, pair, point, stop=True)
            end = self._swept(pair, stretch) or pair
            if stretch.over:
                self._end(end, share)
            else:
                self.stopped[end] = self.stopped.get(end, 0.0) + share

    def _end(self, pair: Pair, share: float) -> None:
        self.ended[pair] = self.ended.get(pair, 0.0) + share

    def _swept(self, pair: Pair, stretch: Stretch) -> Pair | None:
        """The states once groups are swept away; None where there are none."""
        if not stretch.swept[0] and not stretch.swept[1]:
            return None
        left = []
        for force, state, gone in zip(self.asker.forces, pair, stretch.swept, strict=True):
            left.append(force.number(tuple(0 if n in gone else count for n, count in enumerate(force.states[state]))))
        return left[0], left[1]


def boundary(steps: tuple[str, ...]) -> int:
    """The number of the step after which all casualties of a cycle have left."""
    return len(steps) - steps[::-1].index("remove-casualties")


def _nobody(pair: Pair, own: Left, other: Left) -> float:
    """The chance that nobody is hit."""
    first = own[1][0] if own[0][0] == pair[0] else 0.0
    return first * (other[1][0] if other[0][0] == pair[1] else 0.0)


# -- from a battle to its odds


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
        found: list[Assumption] = [NobodyLeaves(rounds), NobodyJoins()]
        for side, force in zip((ATTACKER, DEFENDER), forces, strict=True):
            first = [(group.power, group.type) for group in force.groups if group.hurt >= 0]
            if first:
                found.append(DamagedFirst(side, tuple(dict.fromkeys(first))))
            lost = [(group.power, group.type) for group in force.groups if group.hurt < 0]
            found.append(LossOrder(side, tuple(dict.fromkeys(lost)), side in order.given))
        assumed = tuple(found)
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
        point = CyclePoint(boundary(steps), min(battle.round, latest))
    else:
        point = CyclePoint(step, battle.round, _fired(play, forces))
    never, chain = _NEVER, Chain(asker, fire, placing, latest, rounds, _NEVER)
    chain.solve(point)
    while chain.left_out > _LEFT_OUT and never > _NEVER**2:
        never *= _NEVER
        chain = Chain(asker, fire, placing, latest, rounds, never)
        chain.solve(point)
    found: dict[Ending, float] = {}
    for ended in (chain.ended, chain.stopped):
        for pair, share in ended.items():
            own, other = (force.survivors(state) for force, state in zip(forces, pair, strict=True))
            end = ending_of({**own, **other}, bool(own), bool(other))
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
        if ship and play.supposing(()).ask(questions.goes_down_with_its_ship, cargo=unit, ship=ship):
            raise NotModelled("units in the battle that are lost with others")


def _sorted(endings: Mapping[Ending, float]) -> Mapping[Ending, float]:
    return dict(sorted(endings.items(), key=lambda pair: (-pair[1], pair[0].survivors)))
