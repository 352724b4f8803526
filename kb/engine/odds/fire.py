"""How likely how many hits of a volley are, what a side can be left with after them, and each pair of states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.base import caches
from kb.engine import questions
from kb.engine.battle.battle_board import the_battle
from kb.engine.battle.fire import assign, strengths
from kb.engine.core.actions import Node
from kb.engine.core.play import Play
from kb.engine.core.position import Position, Unit
from kb.engine.core.table import FACES, Choice, NoDice, Option
from kb.engine.odds.forces import Counts, Force, Groups, InOrder, Pair
from kb.engine.odds.stretches import Asker, CyclePoint, GunFire, NotModelled, Shots, Stretch, Volley

#: the probability of 0, 1, 2 ... hits
Chances = tuple[float, ...]
#: what is less likely than this is left out; all of it together stays far below 1e-9
NEVER = 1e-16


@lru_cache(maxsize=caches.CHANCES)
def together(one: Chances, other: Chances) -> Chances:
    """The chances of the hits of both added up."""
    found = [0.0] * (len(one) + len(other) - 1)
    for hits, share in enumerate(one):
        if share:
            for more, again in enumerate(other):
                found[hits + more] += share * again
    while len(found) > 1 and found[-1] < NEVER:
        found.pop()
    return tuple(found)


@lru_cache(maxsize=caches.CHANCES)
def of_dice(dice: tuple[tuple[int, int], ...]) -> Chances:
    """The chances of dice, told as (highest roll that hits, number)."""
    found: Chances = (1.0,)
    for hits_on, number in dice:
        # the chances of a die that hits with so much or less
        share = min(max(hits_on, 0), FACES) / FACES
        one = (1 - share, share)
        for _ in range(number):
            found = together(found, one)
    return found


@lru_cache(maxsize=caches.CHANCES)
def counted(chances: Chances, counts: tuple[int, ...]) -> Chances:
    """The chances where of 0, 1, 2 ... hits so many count."""
    found = [0.0] * (max(counts) + 1)
    for hits, share in enumerate(chances):
        found[counts[hits]] += share
    return tuple(found)


class Hits:
    """The chances of the hits of each class of a volley, and of all of them together."""

    __slots__ = ("_cut", "classes", "total")

    def __init__(self, classes: tuple[Chances, ...]) -> None:
        self.classes = classes
        self.total = all_of(classes)
        self._cut: dict[int, Chances] = {}

    def at_most(self, most: int) -> Chances:
        """The chances of all together where no more than so many hits can take effect."""
        found = self._cut.get(most)
        if found is None:
            found = self._cut[most] = at_most(self.total, most)
        return found


def at_most(chances: Chances, most: int) -> Chances:
    """The chances where no more than so many hits can take effect."""
    if len(chances) <= most + 1:
        return chances
    return (*chances[:most], sum(chances[most:]))


def all_of(several: Iterable[Chances]) -> Chances:
    """The chances of the hits of all of them added up."""
    found: Chances = (1.0,)
    for each in several:
        found = together(found, each)
    return found


def vectors(several: Sequence[Chances]) -> list[tuple[tuple[int, ...], float]]:
    """Every number of hits of each, with its chance, but what is never seen."""
    found: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for chances in several:
        found = [
            ((*hits, number), share * chance)
            for hits, share in found
            for number, chance in enumerate(chances)
            if share * chance > NEVER
        ]
    return found


# -- what a side can be left with after hits


#: states of a side, and the chance of each; of the states that have none there may be more
Left = tuple[list[int], tuple[float, ...]]
#: hits that are placed: what they can fall on, the number of their class, and how many they are
_Told = tuple[tuple[Groups, int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """What hits of several classes leave of a state: by the numbers of all classes but the last a row by that one's.

    ``most`` is how many hits of each class can take effect alone; ``order`` is that in which the classes are placed.
    """

    most: list[int]
    order: list[int]
    rows: dict[tuple[int, ...], list[int]]


class Placing:
    """Places hits by the order of losses. Where hits of several kinds are in each other's way, the engine does."""

    def __init__(self, asker: Asker, order: InOrder) -> None:
        self.asker, self.order = asker, order
        self._paths: dict[Volley, dict[int, list[int] | None]] = {}
        self._kinds: dict[Volley, int] = {}
        self._numbers: dict[object, int] = {}
        self._placed: dict[tuple[int, int], _Placed] = {}
        self._left: dict[tuple[int, Hits, int], Left] = {}

    def after(self, volley: Volley, hits: Hits, state: int, against: int, point: CyclePoint) -> Left:
        """What can be left of the target side in a state after a volley of a side in the state ``against``."""
        known = self._paths.get(volley)
        if known is None:
            known = self._paths[volley] = {}
        path = known[state] if state in known else self._path(volley, state)
        if path is not None:
            return path, hits.at_most(len(path) - 1)
        key = (self._kind(volley), hits, state)
        found = self._left.get(key)
        if found is None:
            found = self._left[key] = self._competing(volley, hits, state, against, point)
        return found

    def _kind(self, volley: Volley) -> int:
        """The same number for all volleys whose hits fall on the same units."""
        kind = self._kinds.get(volley)
        if kind is None:
            falls = (volley.attacking, volley.last, tuple(targets for targets, _, _ in volley.classes))
            kind = self._kinds[volley] = self._numbers.setdefault(falls, len(self._numbers))
        return kind

    def _path(self, volley: Volley, state: int) -> list[int] | None:
        """The states after more and more hits, where these are the same for all classes of a volley."""
        force = self.asker.forces[volley.attacking]
        paths = [force.path(state, targets, volley.last) for targets, _, _ in volley.classes]
        found = paths[0] if all(path == paths[0] for path in paths) else None
        self._paths[volley][state] = found
        return found

    def _competing(self, volley: Volley, hits: Hits, state: int, against: int, point: CyclePoint) -> Left:
        """What can be left where hits of several classes fall on different units."""
        key = (self._kind(volley), state)
        placed = self._placed.get(key)
        if placed is None:
            placed = self._placed[key] = self._nothing_placed(volley, state)
        *others, last = [at_most(each, most) for each, most in zip(hits.classes, placed.most, strict=True)]
        shares: dict[int, float] = {}
        for numbers, share in vectors(others):
            row = placed.rows.get(numbers)
            if row is None:
                row = placed.rows[numbers] = []
            for number in range(len(row), len(last)):
                row.append(self._place(volley, state, against, point, (*numbers, number), placed.order))
            for left, chance in zip(row, last, strict=False):
                here = share * chance
                if here > NEVER:
                    shares[left] = shares.get(left, 0.0) + here
        return list(shares), tuple(shares.values())

    def _nothing_placed(self, volley: Volley, state: int) -> _Placed:
        force, targets = self.asker.forces[volley.attacking], [able for able, _, _ in volley.classes]
        order = sorted(range(len(targets)), key=lambda nth: _targets(force, state, targets[nth]))
        return _Placed([len(force.path(state, able, volley.last)) - 1 for able in targets], order, {})

    def _place(
        self,
        volley: Volley,
        state: int,
        against: int,
        point: CyclePoint,
        numbers: tuple[int, ...],
        order: list[int],
    ) -> int:
        """What is left after so many hits of each class, placed in this order: those with the fewest targets first.

        Each takes what is lost first. Where other ways to place them could let more hits take effect the engine places
        them: where some find too few targets, and do not have among their targets all that those before them have.
        """
        force = self.asker.forces[volley.attacking]
        hitting = [nth for nth in order if numbers[nth]]
        now, all_fit = state, True
        for nth in hitting:
            path = force.path(now, volley.classes[nth][0], volley.last)
            all_fit &= numbers[nth] < len(path)
            now = path[min(numbers[nth], len(path) - 1)]
        if all_fit or _nested([volley.classes[nth][0] for nth in hitting], force.reachable(state)):
            return now
        told = tuple((able[0], nth, numbers[nth]) for nth, able in enumerate(volley.classes) if numbers[nth])
        return self._asked(volley, state, against, point, told)

    def _asked(self, volley: Volley, state: int, against: int, point: CyclePoint, told: _Told) -> int:
        """Have the engine place the hits."""
        force, other = self.asker.forces[volley.attacking], self.asker.forces[not volley.attacking]
        alive = (other.states[against], force.states[state])
        if not volley.attacking:
            alive = (force.states[state], other.states[against])
        play, units = self.asker.play(alive, alive, point)
        play.table = _Ordered(play, self.order)
        ours, theirs = units[not volley.attacking], units[volley.attacking]
        shots = []
        for _, nth, number in told:
            _, groups, ships = volley.classes[nth]
            shooter = next((ours[group][0] for group in groups if ours[group]), None)
            shots.append((shooter or play.position.units[ships[0]], number))
        assign(play, shots, the_battle(play).defenders if volley.attacking else the_battle(play).attackers)
        marked = the_battle(play).marked
        left = [0] * len(force.groups)
        places = {(group.family, group.damage): number for number, group in enumerate(force.groups)}
        for group, some in enumerate(theirs):
            for unit in some:
                if unit.id not in marked:
                    left[places[force.groups[group].family, play.position.units[unit.id].damage]] += 1
        return force.number(tuple(left))


def _nested(several: list[Groups], there: Groups) -> bool:
    """Whether all have among their targets what those before them have that is there."""
    return all(before & there <= after for nth, after in enumerate(several) for before in several[:nth])


def _targets(force: Force, state: int, targets: Groups) -> tuple[int, list[tuple[str, str]]]:
    """What the engine sorts hits by: how many units they can fall on, and which."""
    counts = force.states[state]
    some = [(force.groups[group].power, force.groups[group].type) for group in targets for _ in range(counts[group])]
    return len(some), sorted(some)


class _Ordered(NoDice):
    """Chooses by an order of losses."""

    def __init__(self, play: Play, order: InOrder) -> None:
        self.play, self.order = play, order

    def choose(self, choice: Choice, position: Position) -> Option:
        """What comes first in the order."""
        if choice.what != "casualties":
            raise NotModelled(f"a choice for {choice.what}")
        return self.order.choice(Play(self.play.rules, position, NoDice(), Node("odds", {})), choice)


# -- the chance of each pair of states


class Distribution:
    """Pairs of states with the chance of each; what is less likely than ``never`` is left out."""

    __slots__ = ("_wide", "attackers", "defenders", "never", "rows")

    def __init__(self, attackers: Force, defenders: Force, never: float) -> None:
        self.attackers, self.defenders, self.never = attackers, defenders, never
        self.rows: list[list[float]] = []
        self._wide = 0

    def add(self, own: Left, other: Left, share: float) -> None:
        """Add the chance of each pair of what can be left of both sides."""
        states, shares = other
        if self._wide < len(self.defenders.states) or len(self.rows) < len(self.attackers.states):
            self._grow()
        rows, least = self.rows, self.never / share
        for state, chance in zip(own[0], own[1], strict=False):
            if chance >= least:
                here, row = share * chance, rows[state]
                for end, each in zip(states, shares, strict=False):
                    row[end] += here * each

    def _grow(self) -> None:
        """Make room for states that are new."""
        self._wide = len(self.defenders.states)
        self.rows += [[] for _ in range(len(self.attackers.states) - len(self.rows))]
        for row in self.rows:
            row += [0.0] * (self._wide - len(row))

    def taken_out(self, total: int) -> Iterator[tuple[Pair, float]]:
        """The pairs that can take so many hits together, each with its chance, which is taken out of the table."""
        rows = self.rows
        for hits in range(max(0, total + 1 - len(self.defenders.by_hits)), min(total + 1, len(self.attackers.by_hits))):
            some = [state for state in self.defenders.by_hits[total - hits] if state < self._wide]
            for own in [state for state in self.attackers.by_hits[hits] if state < len(rows)]:
                for other in some:
                    if (share := rows[own][other]) > self.never:
                        rows[own][other] = 0.0
                        yield (own, other), share

    def everything(self) -> Iterator[tuple[Pair, float]]:
        """All pairs, those that can take most hits first, each with its chance, which is taken out of the table."""
        for total in range(len(self.attackers.by_hits) + len(self.defenders.by_hits) - 2, -1, -1):
            yield from self.taken_out(total)


# -- how many hits a volley makes: the strengths of its units are asked of the engine, the chances computed


#: how a unit rolls: the highest roll that hits, how many dice, how many of 0, 1, 2 ... hits count
Rolls = tuple[int, int, tuple[int, ...]]
#: for each group, and each ship outside, how its units roll and how many do so; nothing for those without strength
Profile = tuple[tuple[tuple[Rolls, int], ...], ...]


@dataclass(frozen=True, slots=True)
class _Company:
    """Whether it matters to units that fire who fires with them, and at whom; ``most``: all that there were, firing."""

    most: Profile
    fires_alike_alone: bool
    fires_alike_at_anyone: bool


class Fire:
    """The chances of the volleys of a battle, each asked for once."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self._hits: dict[Volley, dict[Counts, Hits]] = {}
        self._same: dict[object, Hits] = {}
        self._numbers: dict[object, int] = {}
        self._kinds: dict[Volley, tuple[int, int]] = {}
        self._companies: dict[object, _Company] = {}
        self._against: dict[object, Profile] = {}
        self._lone: dict[object, tuple[tuple[Rolls, int], ...]] = {}

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
            found = known[own] = self._found(volley, own, other, point)
        return found

    def _found(self, volley: Volley, own: Counts, other: Counts, point: CyclePoint) -> Hits:
        """The chances of the hits, computed once for all enemies against which the units have the same strengths.

        That is seen of one unit of each group, which fired when the volley was asked for; where it matters at whom they
        fire, it is asked of all that there were. Strengths are asked for these very units where company matters.
        """
        kind = self._kinds.get(volley)
        if kind is None:
            shooting = self._number((volley.attacking, volley.groups, volley.outside, point))
            kind = self._kinds[volley] = shooting, self._number((shooting, volley.shooters, volley.strengths))
        shooting, same = kind
        firing = (shooting, tuple(map(bool, own)))
        company = self._companies.get(firing)
        if company is None:
            company = self._companies[firing] = self._company(volley, own, other, point)
        against: object = None
        if not company.fires_alike_at_anyone:
            against = self._against.get((firing, other))
            if against is None:
                most = self.asker.forces[not volley.attacking].filled(own)
                against = self._against[firing, other] = self._asked(volley, most, other, point)
        key = (same, own, against)
        found = self._same.get(key)
        if found is None:
            if company.fires_alike_alone and _strengths(volley, company.most) == {
                (place, need) for place, need in volley.strengths if place < 0 or own[place]
            }:
                numbers = [own[group] for group in volley.groups]
                profile: Profile = tuple(
                    [
                        tuple((rolls, number) for rolls, _ in some)
                        for some, number in zip(company.most, numbers, strict=True)
                    ]
                )
            else:
                profile = self._asked(volley, own, other, point)
            found = self._same[key] = hits_of(volley, profile)
        return found

    def _number(self, what: object) -> int:
        return self._numbers.setdefault(what, len(self._numbers))

    def _company(self, volley: Volley, own: Counts, other: Counts, point: CyclePoint) -> _Company:
        """Whether all units that there were of these groups roll together as each of them does alone, at nobody."""
        most = self.asker.forces[not volley.attacking].filled(own)
        together = self._asked(volley, most, other, point)
        nobody = tuple(0 for _ in other)
        if not volley.outside and all(
            [rolls for rolls, _ in some] == [rolls for rolls, _ in self._by_itself(volley, group, nobody, point)]
            for group, some in zip(volley.groups, together, strict=True)
            if own[group]
        ):
            return _Company(together, True, True)
        return _Company(together, False, together == self._asked(volley, most, nobody, point))

    def _by_itself(
        self, volley: Volley, group: int, nobody: Counts, point: CyclePoint
    ) -> tuple[tuple[Rolls, int], ...]:
        """How a unit of a group rolls that is all alone."""
        key = (volley.attacking, group, point)
        if key not in self._lone:
            force = self.asker.forces[not volley.attacking]
            one = tuple(int(each == group) for each in range(len(force.groups)))
            self._lone[key] = self._asked(volley, one, nobody, point)[volley.groups.index(group)]
        return self._lone[key]

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
    ) -> tuple[tuple[Rolls, int], ...]:
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


def hits_of(volley: Volley, profile: Profile) -> Hits:
    """The chances of the hits of a volley whose units roll so."""
    places = dict(zip(volley.places, profile, strict=True))
    return Hits(
        tuple(
            all_of(_chances(places[place]) for place in (*groups, *(-ship for ship in ships)))
            for _, groups, ships in volley.classes
        )
    )


def _strengths(volley: Volley, profile: Profile) -> frozenset[tuple[int, int]]:
    """The strengths with which units roll, as the volley has them."""
    return frozenset(
        (place, hits_on) for place, some in zip(volley.places, profile, strict=True) for (hits_on, _, _), _ in some
    )


def _chances(rolls: tuple[tuple[Rolls, int], ...]) -> Chances:
    """The chances of the hits of equal units."""
    found = []
    for (hits_on, dice, counts), number in rolls:
        if counts == tuple(range(dice + 1)):
            found.append(of_dice(((hits_on, dice * number),)))
        else:
            found += [counted(of_dice(((hits_on, dice),)), counts)] * number
    return all_of(found)


# -- opening fire whose casualties leave before they can fire: guns, bombarding ships, submarines


#: the states of both sides on the board, and of those that are unhit
_Both = tuple[Pair, Pair]
#: a state within a cycle: the same, and the point
Within = tuple[Pair, Pair, CyclePoint]


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
        first, *more = stretch.shots
        found = dict(self._shot(first, pair, pair, stretch.then))
        for shot in more:
            new: dict[_Both, float] = {}
            for (there, unhit), share in found.items():
                for both, chance in self._shot(shot, there, unhit, stretch.then):
                    new[both] = new.get(both, 0.0) + share * chance
            found = new
        shares: dict[Within, float] = {}
        for (there, unhit), share in found.items():
            state = (self._on_board(there, unhit, stretch.stays), unhit, stretch.then)
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
        states, shares = self.placing.after(shot, hits, unhit[target], there[own], point)
        ends = [(unhit[0], state) if shot.attacking else (state, unhit[1]) for state in states]
        return [((there, end), share) for end, share in zip(ends, shares, strict=False)]

    def _gun_fire(self, shot: GunFire, there: Pair, unhit: Pair) -> list[tuple[_Both, float]]:
        path = self.asker.forces[0].path(there[0], shot.groups, Groups())
        hits = at_most(of_dice(((shot.hits_on, shot.dice),)), len(path) - 1)
        if there != unhit:
            raise NotModelled("guns that fire after other units")
        ends = [(left, there[1]) for left in path[: len(hits)]]
        return [((end, end), chance) for end, chance in zip(ends, hits, strict=True)]

    def _on_board(self, there: Pair, unhit: Pair, stays: tuple[Groups, Groups]) -> Pair:
        """Who is on the board after opening fire: the unhit, and casualties that stay."""
        if there == unhit or not any(stays):
            return unhit
        found = []
        for force, before, after, some in zip(self.asker.forces, there, unhit, stays, strict=True):
            found.append(after if before == after or not some else force.with_dead(before, after, some))
        return found[0], found[1]
