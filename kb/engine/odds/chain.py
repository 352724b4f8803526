"""The chain of states that a battle goes through, solved: the chance of each state in which it ends.

A state between two cycles is what is left of both sides. The states are gone through by the hits that can still be
taken, the fullest first; that of a cycle in which nobody hits leads back to itself, and is divided out. Where casualties
of opening fire leave the board before they can fire, there are states within a cycle as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from kb.engine.odds.chances import at_most, of_dice
from kb.engine.odds.fire import Fire
from kb.engine.odds.forces import Counts, Groups
from kb.engine.odds.placing import Left, Placing
from kb.engine.odds.stretches import Asker, GunFire, Moment, NotModelled, Stretch, Volley
from kb.errors import BadInput, Finding

#: a state with a smaller chance is left out
NEVER = 1e-16
#: by the states of the attackers, and of the defenders, the chance of both
Table = list[list[float]]
#: the states of both sides
Pair = tuple[int, int]
#: a state within a cycle: units on the board and unhit of both sides, and the moment
_Within = tuple[tuple[Counts, Counts], Pair, Moment]


class Chain:
    """Solves a battle."""

    def __init__(self, asker: Asker, fire: Fire, placing: Placing, last_different: int, rounds: int | None) -> None:
        self.asker, self.fire, self.placing = asker, fire, placing
        self.attackers, self.defenders = asker.forces
        self.last_different, self.rounds = last_different, rounds
        #: the chance of each pair of states in which the battle ends, and in which its rounds are over
        self.ended: dict[Pair, float] = {}
        self.stopped: dict[Pair, float] = {}

    def solve(self, moment: Moment) -> None:
        """Go through the battle from a moment on."""
        table: Table = []
        self._add(table, ([self.attackers.first], (1.0,)), ([self.defenders.first], (1.0,)), 1.0)
        fought = 0
        while moment.step != self._boundary or moment.cycle < self.last_different or self.rounds is not None:
            table = self._cycle(table, moment, steady=False)
            done = moment.cycle + (moment.step == self._boundary)
            moment = Moment(self._boundary, min(done, self.last_different))
            fought += 1
            if fought == self.rounds:
                self._stop(table, moment)
                return
        self._cycle(table, moment, steady=True)

    @property
    def _boundary(self) -> int:
        """The number of the step after which all casualties have left."""
        return len(self.asker.steps) - self.asker.steps[::-1].index("remove-casualties")

    def _cycle(self, table: Table, moment: Moment, steady: bool) -> Table:
        """Go through a cycle from all states of a table; a ``steady`` one leads back to the same table."""
        after = table if steady else Table()
        most = len(self.attackers.by_hits) + len(self.defenders.by_hits) - 2
        within: list[dict[_Within, float]] = [{} for _ in range(most + 1)]
        for total in range(most, -1, -1):
            for state, share in within[total].items():
                self._rest(state, share, after)
            for pair in self._pairs(total):
                share = _taken_out(table, pair)
                if share > NEVER:
                    self._state(pair, share, moment, table, after, within, steady)
        return after

    def _pairs(self, total: int) -> Iterator[Pair]:
        """The states of both sides that can take so many hits together."""
        for hits, some in enumerate(self.attackers.by_hits[: total + 1]):
            if total - hits < len(self.defenders.by_hits):
                yield from product(list(some), list(self.defenders.by_hits[total - hits]))

    def _state(
        self,
        pair: Pair,
        share: float,
        moment: Moment,
        table: Table,
        after: Table,
        within: list[dict[_Within, float]],
        steady: bool,
    ) -> None:
        """Go on from a state between two cycles."""
        if not self.attackers.hits[pair[0]] or not self.defenders.hits[pair[1]]:
            self._end(pair, share)
            return
        alive = self._alive(pair)
        stretch = self.asker.stretch(alive, alive, moment)
        if swept := self._swept(pair, stretch):
            if stretch.over:
                self._end(swept, share)
            else:
                self._add(table, ([swept[0]], (1.0,)), ([swept[1]], (1.0,)), share)
            return
        if stretch.over:
            self._end(pair, share)
            return
        if stretch.then.step != self._boundary:
            self._opening(pair, share, stretch, after, within, steady)
            return
        own, other = self._shot(pair, alive, stretch, moment)
        self._pass_on(pair, own, other, share, after, steady)

    def _opening(
        self, pair: Pair, share: float, stretch: Stretch, after: Table, within: list[dict[_Within, float]], steady: bool
    ) -> None:
        """Opening fire, and the rest of the cycle where nobody was hit or no casualty leaves before it."""
        alive = self._alive(pair)
        rest = self.asker.stretch(alive, alive, stretch.then)
        plain = not rest.over and self._swept(pair, rest) is None
        if plain and self._nobody_leaves(pair, stretch):
            merged = Stretch(stretch.swept, False, stretch.shots + rest.shots, rest.then)
            own, other = self._shot(pair, alive, merged, stretch.then)
            self._pass_on(pair, own, other, share, after, steady)
            return
        missed = 0.0
        shares: dict[_Within, float] = {}
        for state, chance in self._after_opening(pair, stretch).items():
            if plain and state[1] == pair:
                missed = chance
            else:
                shares[state] = chance
        rest_of = self._shot(pair, alive, rest, stretch.then) if missed else None
        if rest_of and steady:
            share /= self._goes_on(pair, missed * self._none(pair, *rest_of))
        for state, chance in shares.items():
            if state[1] == pair:
                self._rest(state, share * chance, after)
                continue
            left = self.attackers.hits[state[1][0]] + self.defenders.hits[state[1][1]]
            within[left][state] = within[left].get(state, 0.0) + share * chance
        if rest_of:
            self._add(after, *rest_of, share * missed)
            if steady:
                after[pair[0]][pair[1]] = 0.0

    def _rest(self, state: _Within, share: float, after: Table) -> None:
        """Go on from a state within a cycle."""
        if share < NEVER:
            return
        alive, pair, moment = state
        if not any(alive[0]) or not any(alive[1]):
            self._end(pair, share)
            return
        stretch = self.asker.stretch(alive, self._alive(pair), moment)
        if swept := self._swept(pair, stretch):
            pair, alive = swept, self._alive(swept)
            if stretch.over:
                self._end(pair, share)
                return
        elif stretch.over:
            self._end(pair, share)
            return
        own, other = self._shot(pair, alive, stretch, moment)
        self._add(after, own, other, share)

    # -- shots

    def _shot(self, pair: Pair, alive: tuple[Counts, Counts], stretch: Stretch, moment: Moment) -> tuple[Left, Left]:
        """What can be left of both sides after the shots of a stretch at which both sides fire with what is there."""
        left: list[Left] = [([pair[0]], (1.0,)), ([pair[1]], (1.0,))]
        for shot in stretch.shots:
            if not isinstance(shot, Volley):
                raise NotModelled("guns that fire together with all units")
            target = 1 if shot.attacking else 0
            chances = self.fire.chances(shot, alive[not shot.attacking], alive[target], moment)
            left[target] = self._again(left[target], shot, chances, pair[not shot.attacking], moment)
        return left[0], left[1]

    def _again(
        self, left: Left, shot: Volley, chances: tuple[tuple[float, ...], ...], against: int, moment: Moment
    ) -> Left:
        """What can be left after one more volley."""
        states, shares = left
        if len(states) == 1:
            return self.placing.after(shot, chances, states[0], against, moment)
        found: dict[int, float] = {}
        for state, share in zip(states, shares, strict=True):
            for end, chance in zip(*self.placing.after(shot, chances, state, against, moment), strict=True):
                found[end] = found.get(end, 0.0) + share * chance
        return list(found), tuple(found.values())

    def _after_opening(self, pair: Pair, stretch: Stretch) -> dict[_Within, float]:
        """Each state after opening fire, with its chance."""
        found: dict[tuple[Pair, Pair], float] = {(pair, pair): 1.0}  # both sides on the board, and unhit
        for shot in stretch.shots:
            new: dict[tuple[Pair, Pair], float] = {}
            for (there, unhit), share in found.items():
                for state, chance in self._fired(shot, there, unhit, stretch.then):
                    new[state] = new.get(state, 0.0) + share * chance
            found = new
        shares: dict[_Within, float] = {}
        for (there, unhit), share in found.items():
            alive = tuple(self._on_board(side, there[side], unhit[side], stretch.stays[side]) for side in (0, 1))
            state = ((alive[0], alive[1]), unhit, stretch.then)
            shares[state] = shares.get(state, 0.0) + share
        return shares

    def _fired(
        self, shot: Volley | GunFire, there: Pair, unhit: Pair, moment: Moment
    ) -> list[tuple[tuple[Pair, Pair], float]]:
        """What one shot of opening fire leads to: who is on the board and who is unhit then, with the chance of it."""
        if isinstance(shot, GunFire):
            path = self.attackers.path(there[0], shot.groups & self.attackers.present(there[0]), frozenset())
            hits = at_most(of_dice(((shot.hits_on, shot.dice),)), len(path) - 1)
            return [(((left, there[1]), (left, unhit[1])), chance) for left, chance in zip(path, hits, strict=False)]
        target = 1 if shot.attacking else 0
        alive = self._alive(there)
        if not any(alive[not shot.attacking][group] for group in shot.groups) and not shot.outside:
            return [((there, unhit), 1.0)]
        chances = self.fire.chances(shot, alive[not shot.attacking], alive[target], moment)
        left = self.placing.after(shot, chances, unhit[target], there[not shot.attacking], moment)
        both = [(unhit[0], end) if shot.attacking else (end, unhit[1]) for end in left[0]]
        return [((there, now), chance) for now, chance in zip(both, left[1], strict=True)]

    def _on_board(self, side: int, there: int, unhit: int, stays: Groups) -> Counts:
        """Who of a side is on the board after opening fire: the unhit, and casualties that stay."""
        force = self.asker.forces[side]
        if there == unhit or not stays:
            return force.states[unhit]
        dead = force.dead(there, unhit)
        return tuple(
            count + (lost if group in stays else 0)
            for group, (count, lost) in enumerate(zip(force.states[unhit], dead, strict=True))
        )

    def _nobody_leaves(self, pair: Pair, stretch: Stretch) -> bool:
        """Whether no casualty of opening fire leaves before the rest of the cycle."""
        hit = {1 if shot.attacking else 0 for shot in stretch.shots if isinstance(shot, Volley)}
        guns = any(isinstance(shot, GunFire) for shot in stretch.shots)
        return not guns and all(self.asker.forces[side].present(pair[side]) <= stretch.stays[side] for side in hit)

    # -- shares

    def _pass_on(self, pair: Pair, own: Left, other: Left, share: float, after: Table, steady: bool) -> None:
        """Add what a cycle leads to; in one of many equal cycles, what leads back is divided out."""
        if steady:
            share /= self._goes_on(pair, self._none(pair, own, other))
        self._add(after, own, other, share)
        if steady:
            after[pair[0]][pair[1]] = 0.0

    def _goes_on(self, pair: Pair, same: float) -> float:
        """The chance that a cycle leads to another state."""
        if same > 1 - 1e-12:
            raise BadInput(Finding(f"the battle in {self.asker.battle.space} never ends: nobody can hit anybody"))
        return 1 - same

    @staticmethod
    def _none(pair: Pair, own: Left, other: Left) -> float:
        """The chance that nobody is hit."""
        first = own[1][own[0].index(pair[0])] if pair[0] in own[0] else 0.0
        return first * (other[1][other[0].index(pair[1])] if pair[1] in other[0] else 0.0)

    def _add(self, table: Table, own: Left, other: Left, share: float) -> None:
        """Add to a table the chance of each pair of what can be left of both sides."""
        states, shares = other
        number, many = len(self.defenders.states), len(shares)
        low = states[0]
        in_a_row = states[many - 1] == low + many - 1 and states == list(range(low, low + len(states)))
        if len(table) < len(self.attackers.states):
            table += [[] for _ in range(len(self.attackers.states) - len(table))]
        for state, chance in zip(own[0], own[1], strict=False):
            here = share * chance
            if here < NEVER:
                continue
            row = table[state]
            if len(row) < number:
                row += [0.0] * (number - len(row))
            if in_a_row:
                row[low : low + many] = [
                    was + here * each for was, each in zip(row[low : low + many], shares, strict=True)
                ]
            else:
                for end, each in zip(states, shares, strict=False):
                    row[end] += here * each

    # -- endings

    def _stop(self, table: Table, moment: Moment) -> None:
        """Tell which battles are over once all rounds are, and which would go on."""
        for own, other in product(range(len(table)), range(len(self.defenders.states))):
            share = table[own][other] if other < len(table[own]) else 0.0
            if share <= NEVER:
                continue
            if not self.attackers.hits[own] or not self.defenders.hits[other]:
                self._end((own, other), share)
                continue
            alive = self._alive((own, other))
            stretch = self.asker.stretch(alive, alive, moment, stop=True)
            pair = self._swept((own, other), stretch) or (own, other)
            if stretch.over:
                self._end(pair, share)
            else:
                self.stopped[pair] = self.stopped.get(pair, 0.0) + share

    def _end(self, pair: Pair, share: float) -> None:
        self.ended[pair] = self.ended.get(pair, 0.0) + share

    def _swept(self, pair: Pair, stretch: Stretch) -> Pair | None:
        """The states once groups are swept away; None where there are none."""
        if not any(stretch.swept):
            return None
        left = []
        for side, gone in enumerate(stretch.swept):
            counts = self.asker.forces[side].states[pair[side]]
            left.append(
                self.asker.forces[side].number(tuple(0 if n in gone else count for n, count in enumerate(counts)))
            )
        return left[0], left[1]

    def _alive(self, pair: Pair) -> tuple[Counts, Counts]:
        return self.attackers.states[pair[0]], self.defenders.states[pair[1]]


def _taken_out(table: Table, pair: Pair) -> float:
    """The chance of a pair of states, which is taken out of the table."""
    own, other = pair
    if own >= len(table) or other >= len(table[own]):
        return 0.0
    share, table[own][other] = table[own][other], 0.0
    return share
