"""Kinds of equal units, and the picks from groups of them as a lazy sequence: a large battle has millions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, overload

#: how a damaged unit of several hits is called in a choice
DAMAGED = "damaged "


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of equal units: their name, and the differences from other units of their type.

    ``called`` is their type, of damaged units of several hits ``damaged battleship``; ``told_by`` are pairs, sorted,
    such as ``("left", 3)``: only differences that can still matter (:func:`kb.engine.units.kind_of`).
    """

    called: str
    told_by: tuple[tuple[str, Hashable], ...] = ()

    @property
    def sound(self) -> Kind:
        """The same kind without damage."""
        return Kind(self.called.removeprefix(DAMAGED), self.told_by)

    @property
    def damaged(self) -> Kind:
        """The same kind with damage."""
        return Kind(DAMAGED + self.sound.called, self.told_by)


#: units that a player picks: (power, kind of units, number)
Pick = tuple[tuple[str, Kind, int], ...]
#: the power and the kind of units that are equal
Equal = tuple[str, Kind]
#: factors of groups, and the highest allowed sum of the numbers picked, each times the factor of its group
Limit = tuple[Mapping[Equal, int], int]
#: the index of the next group, the units still to be picked, and the rest of each limit in use
_State = tuple[int, ...]
#: a number of units of a group, and the state after it
_Step = tuple[int, _State]
#: the most steps that one sequence may take to list and count picks
_MOST_STEPS = 300_000


class _Use(NamedTuple):
    """A limit at one group: its place in the state before it (-1 if this is its first group), its bound, the factor,
    the most that later groups can use and give back, and whether it also limits a later group."""

    place: int
    bound: int
    factor: int
    uses: int
    returns: int
    goes_on: bool


class Picks(Sequence[Pick]):
    """Every pick of ``least`` to ``most`` units (by default exactly ``most``) from groups, within limits.

    ``groups`` has each group with its size. Picks of more units come first, then those with fewer units of the first
    groups. Picks are made while they are iterated over, and counted without being made. Both raise
    :class:`OverflowError` after too many steps.
    """

    def __init__(
        self,
        groups: Sequence[tuple[Equal, int]],
        most: int,
        least: int | None = None,
        limits: Sequence[Limit] = (),
    ) -> None:
        self.most, self.least = most, most if least is None else least
        self.groups = tuple((key, min(size, most)) for key, size in groups if min(size, most))
        sizes = dict(self.groups)
        own = (({key: by for key, by in factors.items() if by and sizes.get(key)}, bound) for factors, bound in limits)
        #: the limits that a pick could exceed
        self.limits = tuple(each for each in own if self._highest(each[0]) > each[1])
        #: the size of each group, the first being that of units that are left out
        self._sizes = [self.most - self.least, *(size for _, size in self.groups)]
        self._units_from = [sum(self._sizes[at:]) for at in range(len(self._sizes) + 1)]
        self._in_use = self._limits_in_use()
        self._begin: _State = (0, self.most)
        self._known: dict[_State, bool] = {(len(self._sizes), 0): True}
        self._steps_taken = 0

    def _highest(self, factors: Mapping[Equal, int]) -> int:
        """Return the highest sum over the units of any pick, in which each unit counts the factor of its group, by
        default 0. The limits are ignored."""
        units = sorted((factors.get(key, 0) for key, size in self.groups for _ in range(size)), reverse=True)
        positive = sum(by > 0 for by in units)
        return sum(units[: min(max(positive, self.least), self.most)])

    def _limits_in_use(self) -> list[list[_Use]]:
        """Return the limits that apply to each group; the first group is the units that are left out."""
        in_use: list[list[_Use]] = [[] for _ in self._sizes]
        for factors, bound in self.limits:
            by = [0, *(factors.get(key, 0) for key, _ in self.groups)]
            groups = [group for group, factor in enumerate(by) if factor] or [0]
            uses = returns = 0
            for at in range(groups[-1], groups[0] - 1, -1):
                place = -1 if at == groups[0] else sum(use.place >= 0 for use in in_use[at])
                in_use[at].append(_Use(place, bound, by[at], uses, returns, at < groups[-1]))
                uses, returns = uses + max(0, by[at]) * self._sizes[at], returns + max(0, -by[at]) * self._sizes[at]
        return in_use

    def within(self, *limits: Limit) -> Picks:
        """Return those of the picks that also keep the given limits."""
        return Picks(self.groups, self.most, self.least, (*self.limits, *limits))

    def of_types(self, totals: Mapping[tuple[str, str], int]) -> Picks:
        """Return the picks with exactly these numbers of units, by power and name of the kind. The result is empty if
        the sum is less than ``least`` or more than ``most``."""
        number = sum(totals.values())
        groups = [(key, size) for key, size in self.groups if (key[0], key[1].called) in totals]
        limits: list[Limit] = [
            ({key: 1 for key, _ in groups if (key[0], key[1].called) == each}, most) for each, most in totals.items()
        ]
        if not self.least <= number <= self.most:
            groups, number = [], 1
        return Picks(groups, number, limits=(*self.limits, *limits))

    # -- steps from group to group

    def _steps(self, state: _State, most_first: bool = False) -> Iterator[_Step]:
        """Yield each number of units to pick of the next group, with the state after it; descending if ``most_first``.
        Raises :class:`OverflowError` after too many steps."""
        at, left, *slack = state
        numbers = range(max(0, left - self._units_from[at + 1]), min(self._sizes[at], left) + 1)
        for number in reversed(numbers) if most_first else numbers:
            self._steps_taken += 1
            if self._steps_taken > _MOST_STEPS:
                raise OverflowError(f"too many ways to pick {self.most} units from {len(self.groups)} kinds")
            rest = []
            for use in self._in_use[at]:
                remains = (slack[use.place] if use.place >= 0 else use.bound) - use.factor * number
                if remains + use.returns < 0:
                    break
                if use.goes_on:  # more than later groups can use is the same as just enough
                    rest.append(min(remains, use.uses))
            else:
                yield number, (at + 1, left - number, *rest)

    def _is_possible(self, state: _State) -> bool:
        """Return whether at least one pick goes through a state."""
        trail = [] if state in self._known else [(state, self._steps(state, most_first=True))]
        while trail:
            here, steps = trail[-1]
            after = next((after for _, after in steps if self._known.get(after, True)), None)
            if after is None:
                self._known[here] = False
                trail.pop()
            elif after in self._known:
                self._known.update((each, True) for each, _ in trail)
                break
            else:
                trail.append((after, self._steps(after, most_first=True)))
        return self._known[state]

    @cached_property
    def _counts(self) -> Mapping[_State, int]:
        """The number of picks that go through each state."""
        after: dict[_State, list[_State]] = {}
        states = [self._begin]
        for state in states:  # which grows
            if state[0] < len(self._sizes) and state not in after:
                after[state] = [each for _, each in self._steps(state)]
                states += after[state]
        counts: dict[_State, int] = {(len(self._sizes), 0): 1}
        for state in reversed(after):
            counts[state] = sum(counts[each] for each in after[state])
        return counts

    # -- as a sequence

    @property
    def total(self) -> int:
        """The number of picks, which may be too large for :func:`len`."""
        return self._counts[self._begin]

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return self._is_possible(self._begin)

    def __iter__(self) -> Iterator[Pick]:
        trail, numbers = [self._steps(self._begin)], list[int]()
        while trail:
            number, after = next(trail[-1], (0, None))
            del numbers[len(trail) - 1 :]
            if after is None:
                trail.pop()
            elif self._is_possible(after):
                numbers.append(number)
                if after[0] == len(self._sizes):
                    yield self._pick(numbers)
                else:
                    trail.append(self._steps(after))

    def _pick(self, numbers: Sequence[int]) -> Pick:
        """Return the pick with these numbers of each group; the first is the number of units that are left out."""
        return tuple((*key, number) for (key, _), number in zip(self.groups, numbers[1:], strict=True) if number)

    @overload
    def __getitem__(self, index: int) -> Pick: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Pick]: ...
    def __getitem__(self, index: int | slice) -> Pick | Sequence[Pick]:
        if isinstance(index, slice):
            return list(islice(self, index.start, index.stop, index.step))
        before, state, numbers = index + (self.total if index < 0 else 0), self._begin, list[int]()
        while state[0] < len(self._sizes):
            for step in self._steps(state):
                count = self._counts[step[1]]
                if 0 <= before < count:
                    break
                before -= count
            else:
                raise IndexError(index)
            number, state = step
            numbers.append(number)
        return self._pick(numbers)

    def index(self, value: Pick, start: int = 0, stop: int | None = None) -> int:
        """Return the index of a pick among all picks; ``start`` and ``stop`` are ignored. Raises :class:`ValueError`
        for any other value."""
        if value not in self:
            raise ValueError(value)
        picked = {(power, kind): number for power, kind, number in value}
        numbers = [self.most - sum(picked.values()), *(picked.get(key, 0) for key, _ in self.groups)]
        before, state = 0, self._begin
        for own in numbers:
            for number, after in self._steps(state):
                if number == own:
                    break
                before += self._counts[after]
            state = after
        return before

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple):
            return False
        picked = Counter({(power, kind): number for power, kind, number in value})
        in_order = tuple((*key, picked[key]) for key, size in self.groups if 0 < picked[key] <= size)
        return (
            in_order == value
            and self.least <= picked.total() <= self.most
            and all(sum(by * picked[key] for key, by in factors.items()) <= bound for factors, bound in self.limits)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Picks):
            return isinstance(other, Sequence) and list(self) == list(other)
        if (self.groups, self.most, self.least) != (other.groups, other.most, other.least):
            return False
        if self.limits == other.limits:
            return True
        return self.total == other.total == self.within(*other.limits).total

    __hash__ = None  # type: ignore[assignment]
