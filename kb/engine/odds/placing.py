"""What a side can be left with after hits, how likely that is, and the chance of each pair of states of both sides."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle.battle_board import the_battle
from kb.engine.battle.fire import assign
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.table import Choice, NoDice, Option
from kb.engine.core.verdict import Node
from kb.engine.odds.chances import NEVER, Hits, at_most, vectors
from kb.engine.odds.forces import Force, Groups, InOrder
from kb.engine.odds.stretches import Asker, CyclePoint, NotModelled, Volley

#: states of a side, the chance of each, and whether the states are numbers in a row
Left = tuple[list[int], tuple[float, ...], bool]
#: hits that are placed: what they can fall on, the number of their class, and how many they are
_Told = tuple[tuple[Groups, int, int], ...]
#: the states after 0, 1, 2 ... hits of one kind, and whether they are numbers in a row
_Path = tuple[list[int], bool]


class Placing:
    """Places hits by the order of losses. Where hits of several kinds are in each other's way, the engine does."""

    def __init__(self, asker: Asker, order: InOrder) -> None:
        self.asker, self.order = asker, order
        self._paths: dict[Volley, dict[int, _Path | None]] = {}
        self._kinds: dict[Volley, int] = {}
        self._numbers: dict[object, int] = {}
        self._placed: dict[tuple[int, int], dict[tuple[int, ...], int]] = {}
        self._left: dict[tuple[int, Hits, int], Left] = {}

    def after(self, volley: Volley, hits: Hits, state: int, against: int, point: CyclePoint) -> Left:
        """What can be left of the target side in a state after a volley of a side in the state ``against``."""
        known = self._paths.get(volley)
        if known is None:
            known = self._paths[volley] = {}
        path = known[state] if state in known else self._path(volley, state)
        if path is not None:
            states, in_a_row = path
            shares = hits.at_most(len(states) - 1)
            return states[: len(shares)], shares, in_a_row
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

    def _path(self, volley: Volley, state: int) -> _Path | None:
        """The states after more and more hits, where these are the same for all classes of a volley."""
        force = self.asker.forces[volley.attacking]
        paths = [force.path(state, targets, volley.last) for targets, _, _ in volley.classes]
        found: _Path | None = None
        if all(path == paths[0] for path in paths):
            found = paths[0], paths[0] == list(range(state, state + len(paths[0])))
        self._paths[volley][state] = found
        return found

    def _competing(self, volley: Volley, hits: Hits, state: int, against: int, point: CyclePoint) -> Left:
        """What can be left where hits of several classes fall on different units."""
        force = self.asker.forces[volley.attacking]
        paths = [force.path(state, targets, volley.last) for targets, _, _ in volley.classes]
        common = 0
        for states in zip(*paths, strict=False):
            if any(each != states[0] for each in states):
                break
            common += 1
        placed = self._placed.setdefault((self._kind(volley), state), {})
        shares: dict[int, float] = {}
        several = [at_most(chances, len(path) - 1) for chances, path in zip(hits.classes, paths, strict=True)]
        for numbers, share in vectors(several):
            left = placed.get(numbers)
            if left is None:
                if sum(numbers) < common:
                    left = paths[0][sum(numbers)]
                else:
                    left = self._place(volley, state, against, point, numbers)
                placed[numbers] = left
            shares[left] = shares.get(left, 0.0) + share
        kept = sorted((left for left in shares if shares[left] > NEVER), key=lambda left: -force.hits[left])
        return kept, tuple([shares[left] for left in kept]), False

    def _place(self, volley: Volley, state: int, against: int, point: CyclePoint, numbers: tuple[int, ...]) -> int:
        """What is left after so many hits of each class."""
        told = tuple((able[0], nth, numbers[nth]) for nth, able in enumerate(volley.classes) if numbers[nth])
        left = self._one_by_one(volley, state, told)
        return self._asked(volley, state, against, point, told) if left is None else left

    def _one_by_one(self, volley: Volley, state: int, told: _Told) -> int | None:
        """What is left where each kind of hits, those with the fewest targets first, takes what is lost first.

        None where other ways to place them could let more hits take effect: where some find too few targets, and do
        not have among their targets all that those before them have.
        """
        force = self.asker.forces[volley.attacking]
        now, all_fit, nested = state, True, True
        there, before = force.reachable(state), Groups()
        for targets, _, number in sorted(told, key=lambda hits: _targets(force, state, hits[0])):
            path = force.path(now, targets, volley.last)
            all_fit &= number < len(path)
            nested &= before <= targets
            before |= targets & there
            now = path[min(number, len(path) - 1)]
        return now if all_fit or nested else None

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


#: the numbers of the states of attackers and defenders
Pair = tuple[int, int]


class Distribution:
    """Pairs of states with the chance of each; what is less likely than ``never`` is left out."""

    __slots__ = ("_wide", "attackers", "defenders", "never", "rows")

    def __init__(self, attackers: Force, defenders: Force, never: float) -> None:
        self.attackers, self.defenders, self.never = attackers, defenders, never
        self.rows: list[list[float]] = []
        self._wide = 0

    def add(self, own: Left, other: Left, share: float) -> None:
        """Add the chance of each pair of what can be left of both sides."""
        states, shares, in_a_row = other
        if self._wide < len(self.defenders.states) or len(self.rows) < len(self.attackers.states):
            self._grow()
        low, high = states[0], states[0] + len(shares)
        rows, least = self.rows, self.never / share
        for state, chance in zip(own[0], own[1], strict=True):
            if chance < least:
                continue
            here, row = share * chance, rows[state]
            if in_a_row:
                row[low:high] = [was + here * each for was, each in zip(row[low:high], shares, strict=True)]
            else:
                for end, each in zip(states, shares, strict=True):
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
