"""The exact odds of a battle by every throw of the dice there is: slow, and the check of the other way.

The engine plays the battle cycle by cycle. Positions that differ in nothing that matters to it are one state;
a cycle in which nobody hits leads back to the same state, and is divided out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from kb.base.errors import BadInput, Finding
from kb.engine import game, questions
from kb.engine.battle.battle_board import attackers_at, defenders_at
from kb.engine.board.printed import type_of
from kb.engine.core.actions import Fight, Node, Outcome
from kb.engine.core.play import Play
from kb.engine.core.position import Position, Unit, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Exhaustive, NoDice, Option, Roll
from kb.engine.odds.forces import Ending, InOrder, Order, ending_of

#: the most throws of whole cycles that are computed
LIMIT = 20_000


@dataclass(frozen=True, slots=True)
class _State:
    """What matters of a battle between two cycles. ``hits`` is how many can still be taken."""

    hits: int
    cycle: int
    step: str
    units: frozenset[tuple[tuple[str, Unit], int]]


def every_throw(
    rules: Rulebook,
    position: Position,
    space: str,
    *,
    order: Order | None = None,
    rounds: int | None = None,
    limit: int = LIMIT,
) -> dict[Ending, Fraction]:
    """The probability of each ending of the battle in a space, found by playing every throw; they add up to 1.

    This is slow, and takes nothing for granted: the engine plays the battle. Raises :class:`Illegal` where no battle
    can be fought, and :class:`BadInput` where the battle is too large for ``limit``.
    """
    game.verify(rules, position, Fight(position.clock.turn, space))
    order = order or Order(rules.playing(position.options), None)
    try:
        return _Battle(rules, space, limit, order).endings(position, rounds)
    except OverflowError:
        what = f"the odds of the battle in {space} take more than {limit:,} throws to find"
        raise BadInput(Finding(what, hint="ask about a smaller battle")) from None


def ending(outcome: Outcome) -> Ending:
    """How the battle ended, or would as things are, that was fought in an outcome."""
    if outcome.position.battle:
        return _now(outcome.position)
    over = next(event for event in outcome.events if event.name == "battle-ends")
    survivors = over.facts["survivors"]
    attacked = {key for name, key, _ in over.edits if name == "units"}  # who attacked has fought
    attacks = [unit.id in attacked for unit in survivors]
    return ending_of(_left(survivors), any(attacks), not all(attacks))


def _now(position: Position) -> Ending:
    """How a battle that waits would end if it ended now."""
    battle = position.battle
    assert battle is not None, "a battle waits"
    left = _left(position.units[unit] for unit in battle.units)
    return ending_of(left, bool(battle.attackers), bool(battle.defenders))


def last_different(rules: Rulebook) -> int:
    """The last cycle that can differ from the one before: the highest number of ``cycles`` given to a rule in force."""
    given = [line.given.get("cycles") for line in rules.ruleset.rules if rules.on(line.rule)]
    return max((number for number in given if isinstance(number, int)), default=1)


def _left(units: Iterable[Unit]) -> Counter[tuple[str, str]]:
    return Counter((unit.power, unit.type) for unit in units)


_Reached = dict[_State, tuple[Fraction, Position]]


class _Battle:
    """Goes through the states of a battle, the fullest first."""

    def __init__(self, rules: Rulebook, space: str, limit: int, order: Order) -> None:
        self.rules, self.space, self.left = rules, space, limit
        self.order = InOrder(order)
        self.last_different = 1

    def endings(self, position: Position, rounds: int | None) -> dict[Ending, Fraction]:
        """The chance of each ending, after so many cycles where that is given."""
        self._refuse_large_battles(position)
        self.last_different = last_different(self.rules.playing(position.options))
        found: dict[Ending, Fraction] = {}
        reached = {self._state(position): (Fraction(1), position)}
        for _ in range(rounds or 0):
            after: _Reached = {}
            for share, position in reached.values():
                _add(self._cycle(position), share, found, after)
            reached = after
        if rounds is not None:
            for share, position in reached.values():
                end = _now(position)
                found[end] = found.get(end, Fraction(0)) + share
            return found
        while reached:
            state = max(reached, key=lambda each: (each.hits, -each.cycle))
            share, position = reached.pop(state)
            chances = self._cycle(position)
            stays, same = chances.pop(state, (Fraction(0), position))
            if stays == 1:  # nobody can hit anybody
                _add({_now(same): (Fraction(1), same)}, share, found, reached)
                continue
            _add(chances, share / (1 - stays), found, reached)
        return found

    def _cycle(self, position: Position) -> dict[_State | Ending, tuple[Fraction, Position]]:
        """What one cycle can lead to, each with its chance and a position that shows it."""
        found: dict[_State | Ending, tuple[Fraction, Position]] = {}
        table = _Dice(self.rules, self.left, self.order)
        for _ in table.runs():
            self.left -= 1
            end, after = self._played(position, table)
            found[end] = (found.get(end, (Fraction(0),))[0] + Fraction(table.weight, table.throws), after)
        return found

    def _played(self, position: Position, table: Exhaustive) -> tuple[_State | Ending, Position]:
        """Press on to the end of a cycle, passing over what may be decided within it."""
        while True:
            outcome = game.do(self.rules, position, Fight(position.clock.turn, self.space), table)
            position, battle = outcome.position, outcome.position.battle
            if battle is None or not battle.defenders:
                return ending(outcome), position
            if battle.step == self.rules.ruleset.steps[-1]:
                return self._state(position), position

    def _state(self, position: Position) -> _State:
        battle = position.battle
        there = position.at(self.space)
        sides = dict.fromkeys(battle.attackers, "attacker") if battle else {}
        sides |= dict.fromkeys(battle.defenders, "defender") if battle else {}
        units = Counter((sides.get(unit.id, ""), replace(unit, id=0)) for unit in there)
        hits = sum((self.rules.board.unit(unit.type).hits or 0) - unit.damage for unit in there)
        cycle = min(battle.round, self.last_different) if battle else 0
        return _State(hits, cycle, battle.step if battle else "", frozenset(units.items()))

    def _refuse_large_battles(self, position: Position) -> None:
        """Raise :class:`OverflowError` where an estimate says that there are too many throws.

        With a hits on the one side and d on the other there are about a x d states, with a x d throws each at
        first and few at last: about half the square of it in all.
        """
        play = Play(self.rules, position, NoDice(), Node("odds", {}))
        battle, power = position.battle, position.clock.turn
        own = play.units(battle.attackers) if battle else attackers_at(play, self.space, power)
        theirs = play.units(battle.defenders) if battle else defenders_at(play, self.space, power)
        sizes = [sum((type_of(play, unit).hits or 1) - unit.damage for unit in side) for side in (own, theirs)]
        if (sizes[0] * sizes[1]) ** 2 > 2 * self.left:
            raise OverflowError


def _add(
    chances: Mapping[_State | Ending, tuple[Fraction, Position]],
    share: Fraction,
    found: dict[Ending, Fraction],
    reached: _Reached,
) -> None:
    """Add what a cycle can lead to from a state that is reached with a chance."""
    for end, (chance, after) in chances.items():
        if isinstance(end, Ending):
            found[end] = found.get(end, Fraction(0)) + share * chance
        else:
            reached[end] = (reached.get(end, (Fraction(0),))[0] + share * chance, after)


class _Dice(Exhaustive):
    """Every throw of the dice; shooters that can hit the same units are alike."""

    def __init__(self, rules: Rulebook, limit: int, order: InOrder) -> None:
        super().__init__(limit)
        self.rules, self.order = rules, order

    def choose(self, choice: Choice, position: Position) -> Option:
        """Losses by their order, of other options the first."""
        return self.order.choice(Play(self.rules, position, NoDice(), Node("odds", {})), choice)

    def alike(self, roll: Roll, position: Position) -> Iterable[Hashable]:
        """For each die which of the enemies in the battle its unit can hit.

        A unit that rolls several dice is like no other: it matters whether they hit together.
        """
        battle = position.battle
        if battle is None:
            return super().alike(roll, position)
        play = Play(self.rules, position, NoDice(), Node("odds", {}))
        enemies = {side: play.units(side) for side in (battle.attackers, battle.defenders)}
        found: dict[tuple[str, str], Hashable] = {}
        for unit in play.units([die.unit for die in roll.dice]):
            if (unit.power, unit.type) not in found:
                targets = enemies[battle.attackers if unit.id in battle.defenders else battle.defenders]
                hit = (target.id for target in targets if play.ask(questions.can_hit, shooter=unit, target=target))
                found[unit.power, unit.type] = tuple(hit)
        dice = Counter(die.unit for die in roll.dice)
        units = [position.units[die.unit] for die in roll.dice]
        return [(found[unit.power, unit.type], unit.id if dice[unit.id] > 1 else 0) for unit in units]
