"""Opening fire whose casualties leave before they can fire: guns, bombarding ships, submarines."""

from __future__ import annotations

from kb.engine.odds.chances import at_most, of_dice
from kb.engine.odds.fire import Fire
from kb.engine.odds.forces import Counts, Groups
from kb.engine.odds.placing import Placing
from kb.engine.odds.stretches import Asker, GunFire, Moment, NotModelled, Shots, Stretch, Volley
from kb.engine.odds.table import Pair

#: a state within a cycle: units of both sides on the board, the states of those that are unhit, and the moment
Within = tuple[tuple[Counts, Counts], Pair, Moment]
#: the states of both sides on the board, and unhit
_Both = tuple[Pair, Pair]


class Opening:
    """Tells what opening fire leads to."""

    def __init__(self, asker: Asker, fire: Fire, placing: Placing) -> None:
        self.asker, self.fire, self.placing = asker, fire, placing

    def nobody_leaves(self, pair: Pair, stretch: Stretch) -> bool:
        """Whether no casualty of a stretch leaves before the rest of the cycle."""
        if stretch.has_gun_fire:
            return False
        hit = {1 if shot.attacking else 0 for shot in stretch.shots if isinstance(shot, Volley)}
        return all(self.asker.forces[side].reachable(pair[side]) <= stretch.stays[side] for side in hit)

    def after(self, pair: Pair, stretch: Stretch) -> dict[Within, float]:
        """Each state after opening fire, with its chance."""
        found: dict[_Both, float] = {(pair, pair): 1.0}
        for shot in stretch.shots:
            new: dict[_Both, float] = {}
            for (there, unhit), share in found.items():
                for both, chance in self._shot(shot, there, unhit, stretch.then):
                    new[both] = new.get(both, 0.0) + share * chance
            found = new
        shares: dict[Within, float] = {}
        for (there, unhit), share in found.items():
            own = self._on_board(0, there[0], unhit[0], stretch.stays[0])
            other = self._on_board(1, there[1], unhit[1], stretch.stays[1])
            state: Within = ((own, other), unhit, stretch.then)
            shares[state] = shares.get(state, 0.0) + share
        return shares

    def _shot(self, shot: Shots, there: Pair, unhit: Pair, moment: Moment) -> list[tuple[_Both, float]]:
        """What one shot leads to: who is on the board and who is unhit then, with the chance of it."""
        if isinstance(shot, GunFire):
            return self._gun_fire(shot, there, unhit)
        target, own = (1, 0) if shot.attacking else (0, 1)
        forces = self.asker.forces
        counts = forces[own].states[there[own]]
        if not shot.outside and not any(counts[group] for group in shot.groups):
            return [((there, unhit), 1.0)]
        hits = self.fire.hits(shot, counts, forces[target].present[there[target]], moment)
        states, shares, _ = self.placing.after(shot, hits, unhit[target], there[own], moment)
        ends = [(unhit[0], state) if shot.attacking else (state, unhit[1]) for state in states]
        return [((there, end), share) for end, share in zip(ends, shares, strict=True)]

    def _gun_fire(self, shot: GunFire, there: Pair, unhit: Pair) -> list[tuple[_Both, float]]:
        path = self.asker.forces[0].path(there[0], shot.groups, Groups())
        hits = at_most(of_dice(((shot.hits_on, shot.dice),)), len(path) - 1)
        if there != unhit:
            raise NotModelled("guns that fire after other units")
        ends = [(left, there[1]) for left in path[: len(hits)]]
        return [((end, end), chance) for end, chance in zip(ends, hits, strict=True)]

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
