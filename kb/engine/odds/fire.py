"""How many hits a volley makes: the strengths of its units are asked of the engine, the chances computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kb.engine import questions
from kb.engine.battle.fire import strengths
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.odds.chances import Chances, Hits, all_of, at_most, counted, of_dice
from kb.engine.odds.forces import Counts, Groups
from kb.engine.odds.placing import Pair, Placing
from kb.engine.odds.stretches import Asker, CyclePoint, GunFire, NotModelled, Shots, Stretch, Volley

#: for each group, and each ship outside: (highest roll that hits, dice, how many of 0, 1, 2 ... hits count) by number
Profile = tuple[tuple[tuple[tuple[int, int, tuple[int, ...]], int], ...], ...]


class Fire:
    """The chances of the volleys of a battle, each asked for once."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self._profiles: dict[object, Profile] = {}
        self._against: dict[object, object] = {}
        self._independent: dict[object, bool] = {}
        self._hits: dict[Volley, dict[Counts, Hits]] = {}
        self._same: dict[object, Hits] = {}

    def hits(self, volley: Volley, own: Counts, other: Counts, point: CyclePoint) -> Hits:
        """The chances of the hits of each class of a volley of a side with these units.

        Of the ``other`` side it matters only which groups there are: 1 or more of each, or 0. They are the same
        whenever the same volley is fired: it was asked for with them.
        """
        known = self._hits.get(volley)
        if known is None:
            known = self._hits[volley] = {}
        found = known.get(own)
        if found is None:
            against = self._same_against(volley, own, other, point)
            key = (volley.shooters, own, against)
            found = self._same.get(key)
            if found is None:
                found = self._same[key] = self._computed(volley, own, other, point, against)
            known[own] = found
        return found

    def _computed(self, volley: Volley, own: Counts, other: Counts, point: CyclePoint, against: object) -> Hits:
        profile = self._profile(volley, own, other, point, against)
        places = {place: number for number, place in enumerate((*volley.groups, *(-id for id in volley.outside)))}
        return Hits(
            tuple(
                all_of(_chances(profile[places[place]]) for place in (*groups, *(-ship for ship in ships)))
                for _, groups, ships in volley.classes
            )
        )

    def _same_against(self, volley: Volley, own: Counts, other: Counts, point: CyclePoint) -> object:
        """What a volley is known by: the same for two sets of enemies against which it has the same strengths.

        That is seen of one unit of each group, which fired when the volley was asked for. Where all units that there
        were of these groups have other strengths against nobody at all, it is asked of all of them.
        """
        shooting = (volley.attacking, volley.groups, volley.outside, point, tuple(map(bool, own)))
        key = (shooting, other)
        found = self._against.get(key)
        if found is None:
            force = self.asker.forces[not volley.attacking]
            most = tuple(
                (first or count) if count else 0 for first, count in zip(force.states[force.first], own, strict=True)
            )
            if shooting not in self._independent:
                nobody = tuple(0 for _ in other)
                with_them, alone = (self._asked(volley, most, them, point) for them in (other, nobody))
                self._independent[shooting] = with_them == alone
            if self._independent[shooting]:
                found = (shooting, volley.strengths)
            else:
                found = (shooting, self._asked(volley, most, other, point))
            self._against[key] = found
        return found

    def _profile(self, volley: Volley, own: Counts, other: Counts, point: CyclePoint, against: object) -> Profile:
        key = (own, against)
        found = self._profiles.get(key)
        if found is None:
            found = self._profiles[key] = self._asked(volley, own, other, point)
        return found

    def _asked(self, volley: Volley, own: Counts, other: Counts, point: CyclePoint) -> Profile:
        alive = (own, other) if volley.attacking else (other, own)
        play, units = self.asker.play(alive, alive, point)
        ours = units[not volley.attacking]
        outside = play.units(volley.outside)
        as_engine = sorted(volley.groups, key=lambda group: self.asker.forces[not volley.attacking].groups[group].place)
        shooters = [unit for group in as_engine for unit in ours[group]] + outside
        values = strengths(play, shooters, volley.attacking)
        sorts: Sequence[Sequence[Unit]] = [*(ours[group] for group in volley.groups), *([ship] for ship in outside)]
        return tuple(self._rolls(play, some, values, volley.attacking) for some in sorts)

    @staticmethod
    def _rolls(
        play: Play, some: Sequence[Unit], values: dict[int, int], attacking: bool
    ) -> tuple[tuple[tuple[int, int, tuple[int, ...]], int], ...]:
        """Of equal units how many roll how many dice with which strength."""
        armed = Counter(values[unit.id] for unit in some if values[unit.id] > 0)
        if not armed:
            return ()
        dice = play.ask(questions.dice_rolled, unit=some[0], attacking=attacking)
        counts = (
            0,
            *(play.adjust(questions.hits_that_count, hits, unit=some[0]) for hits in range(1, dice + 1)),
        )
        return tuple(((hits_on, dice, counts), number) for hits_on, number in sorted(armed.items()))


def _chances(rolls: tuple[tuple[tuple[int, int, tuple[int, ...]], int], ...]) -> Chances:
    """The chances of the hits of equal units."""
    found = []
    for (hits_on, dice, counts), number in rolls:
        if counts == tuple(range(dice + 1)):
            found.append(of_dice(((hits_on, dice * number),)))
        else:
            found += [counted(of_dice(((hits_on, dice),)), counts)] * number
    return all_of(found)


# -- opening fire whose casualties leave before they can fire: guns, bombarding ships, submarines


#: a state within a cycle: units of both sides on the board, the states of those that are unhit, and the point
Within = tuple[tuple[Counts, Counts], Pair, CyclePoint]
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

    def _shot(self, shot: Shots, there: Pair, unhit: Pair, point: CyclePoint) -> list[tuple[_Both, float]]:
        """What one shot leads to: who is on the board and who is unhit then, with the chance of it."""
        if isinstance(shot, GunFire):
            return self._gun_fire(shot, there, unhit)
        target, own = (1, 0) if shot.attacking else (0, 1)
        forces = self.asker.forces
        counts = forces[own].states[there[own]]
        if not shot.outside and not any(counts[group] for group in shot.groups):
            return [((there, unhit), 1.0)]
        hits = self.fire.hits(shot, counts, forces[target].present[there[target]], point)
        states, shares, _ = self.placing.after(shot, hits, unhit[target], there[own], point)
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
