"""One side of a battle as numbers: how many of each group of equal units are left, the first to be lost first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb import caches
from kb.engine.board.unit_types import is_kind, type_of
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.values import replace
from kb.engine.odds.order import Order
from kb.engine.units.kinds import Equal, equal_units
from kb.games.board_model import UnitKind

#: how many units of each group there are
Counts = tuple[int, ...]
#: some groups, by their numbers
Groups = frozenset[int]


@dataclass(frozen=True, slots=True)
class Group:
    """Equal units: their power and type, how many hits each takes, and the group that one joins that is hit.

    ``place`` is where they stand on the battle board;
    ``family`` is the same for units that are equal but for damage; ``hurt`` is -1 where the first hit is the last.
    """

    power: str
    type: str
    damage: int
    hits: int
    family: int
    hurt: int
    flies: bool
    place: tuple[int, str]


class Force:
    """The units of one side. Each number of units of its groups that can be left is a state, known by a number."""

    def __init__(self, play: Play, side: str, units: Sequence[Unit], order: Order) -> None:
        equal = equal_units(play, units)
        ranks = order.ranks(play, side, units)
        places = sorted(ranks, key=lambda place: ranks[place])
        families = list(dict.fromkeys((power, kind.sound) for power, kind in places))
        self._pools = [
            [*equal.get((power, sound), ()), *equal.get((power, sound.damaged), ())] for power, sound in families
        ]
        self.groups = tuple(self._group(play, place, places, families) for place in places)
        self.states: list[Counts] = []
        self.hits: list[int] = []
        self.present: list[Counts] = []
        self.by_hits: list[list[int]] = []
        self._numbers: dict[Counts, int] = {}
        self._next: dict[tuple[int, Groups, Groups], int] = {}
        self._paths: dict[tuple[int, Groups, Groups], list[int]] = {}
        self.first = self.number(tuple(len(equal.get(place, ())) for place in places))
        self.path(self.first, frozenset(range(len(self.groups))), frozenset())

    def _group(self, play: Play, place: Equal, places: list[Equal], families: list[Equal]) -> Group:
        power, kind = place
        family = families.index((power, kind.sound))
        unit = self._pools[family][0]
        damaged = kind != kind.sound
        takes = type_of(play, unit).hits or 1
        return Group(
            power,
            unit.type,
            takes - 1 if damaged else 0,
            1 if damaged else takes,
            family,
            places.index((power, kind.damaged)) if takes > 1 and not damaged else -1,
            is_kind(play, unit, UnitKind.AIR),
            ([each.id for each in play.board.units].index(unit.type), power),
        )

    # -- states

    def number(self, counts: Counts) -> int:
        """The number of a state, a new one where it is new."""
        number = self._numbers.get(counts)
        if number is None:
            number = self._numbers[counts] = len(self.states)
            hits = sum(count * group.hits for count, group in zip(counts, self.groups, strict=True))
            self.states.append(counts)
            self.hits.append(hits)
            self.present.append(ones(counts))
            self.by_hits += [[] for _ in range(hits + 1 - len(self.by_hits))]
            self.by_hits[hits].append(number)
        return number

    def reachable(self, state: int) -> Groups:
        """The groups of which there are any, or can be after hits."""
        some = [group for group, count in enumerate(self.states[state]) if count]
        return frozenset(some) | {hurt for group in some if (hurt := self.groups[group].hurt) >= 0}

    def path(self, state: int, targets: Groups, last: Groups) -> list[int]:
        """The states after 0, 1, 2 ... hits on targets, of which the ``last`` take what the others cannot."""
        found = self._paths.get((state, targets, last))
        if found is None:
            now: int | None = state
            found = []
            while now is not None:
                found.append(now)
                now = self._hit(now, targets, last)
            self._paths[state, targets, last] = found
        return found

    def _hit(self, state: int, targets: Groups, last: Groups) -> int | None:
        counts = self.states[state]
        able = [group for group in targets if counts[group]]
        if not able:
            return None
        hit = min(able, key=lambda group: (group in last, group))
        return self.number(self._less(counts, hit))

    def _less(self, counts: Counts, hit: int) -> Counts:
        left = list(counts)
        left[hit] -= 1
        if self.groups[hit].hurt >= 0:
            left[self.groups[hit].hurt] += 1
        return tuple(left)

    def dead(self, before: int, after: int) -> Counts:
        """How many units of each group were lost between two states; damaged ones where a family has them."""
        lost = [0] * len(self.groups)
        families = dict[int, list[int]]()
        for number, group in enumerate(self.groups):
            families.setdefault(group.family, []).append(number)
        for members in families.values():
            gone = sum(self.states[before][each] - self.states[after][each] for each in members)
            lost[next((each for each in members if self.groups[each].damage), members[0])] += gone
        return tuple(lost)

    # -- units

    def units(self, counts: Counts) -> list[list[Unit]]:
        """Units that stand for these counts, by group."""
        used = [0] * len(self._pools)
        found = []
        for group in sorted(range(len(counts)), key=lambda each: self.groups[each].damage):
            family = self.groups[group].family
            start = used[family]
            used[family] += counts[group]
            damage = self.groups[group].damage
            some = self._pools[family][start : used[family]]
            found.append((group, [unit if unit.damage == damage else replace(unit, damage=damage) for unit in some]))
        return [units for _, units in sorted(found, key=lambda pair: pair[0])]

    def survivors(self, state: int) -> Mapping[tuple[str, str], int]:
        """How many of each power and type are left."""
        left = dict[tuple[str, str], int]()
        for group, count in zip(self.groups, self.states[state], strict=True):
            if count:
                left[group.power, group.type] = left.get((group.power, group.type), 0) + count
        return left


@lru_cache(maxsize=caches.GROUPS.entries)
def ones(counts: Counts) -> Counts:
    """1 for each group of which there are any."""
    return tuple([1 if count else 0 for count in counts])
