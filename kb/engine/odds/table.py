"""The chance of each pair of states of both sides."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.odds.forces import Force
from kb.engine.odds.placing import Left

#: the numbers of the states of attackers and defenders
Pair = tuple[int, int]


class Table:
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
