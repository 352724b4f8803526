"""The chance of each pair of states of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from kb.engine.odds.forces import Force
from kb.engine.odds.placing import Left

#: the numbers of the states of attackers and defenders
Pair = tuple[int, int]


class Table:
    """Pairs of states with the chance of each; what is less likely than ``never`` is left out."""

    __slots__ = ("attackers", "defenders", "never", "rows")

    def __init__(self, attackers: Force, defenders: Force, never: float) -> None:
        self.attackers, self.defenders, self.never = attackers, defenders, never
        self.rows: list[list[float]] = []

    def add(self, own: Left, other: Left, share: float) -> None:
        """Add the chance of each pair of what can be left of both sides."""
        states, shares, in_a_row = other
        number, low, high = len(self.defenders.states), states[0], states[0] + len(shares)
        rows, never = self.rows, self.never
        if len(rows) < len(self.attackers.states):
            rows += [[] for _ in range(len(self.attackers.states) - len(rows))]
        for state, chance in zip(own[0], own[1], strict=True):
            here = share * chance
            if here < never:
                continue
            row = rows[state]
            if len(row) < number:
                row += [0.0] * (number - len(row))
            if in_a_row:
                row[low:high] = [was + here * each for was, each in zip(row[low:high], shares, strict=True)]
            else:
                for end, each in zip(states, shares, strict=True):
                    row[end] += here * each

    def taken_out(self, total: int) -> Iterator[tuple[Pair, float]]:
        """The pairs that can take so many hits together, each with its chance, which is taken out of the table."""
        rows = self.rows
        for hits in range(max(0, total + 1 - len(self.defenders.by_hits)), min(total + 1, len(self.attackers.by_hits))):
            for own, other in product(tuple(self.attackers.by_hits[hits]), tuple(self.defenders.by_hits[total - hits])):
                if own < len(rows) and other < len(rows[own]) and rows[own][other]:
                    share, rows[own][other] = rows[own][other], 0.0
                    if share > self.never:
                        yield (own, other), share

    def everything(self) -> Iterator[tuple[Pair, float]]:
        """All pairs, those that can take most hits first, each with its chance, which is taken out of the table."""
        for total in range(len(self.attackers.by_hits) + len(self.defenders.by_hits) - 2, -1, -1):
            yield from self.taken_out(total)
