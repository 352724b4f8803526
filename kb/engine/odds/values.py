"""The odds of a battle as values: how it can end, how likely each ending is, and what was assumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

#: the sides of a battle, as an order of losses is given for them
ATTACKER, DEFENDER = "attacker", "defender"


class BattleOutcome(StrEnum):
    """How a battle ends."""

    ATTACKER_WINS = "attacker wins"
    DEFENDER_WINS = "defender wins"
    BOTH_GONE = "both gone"
    BOTH_LEFT = "both left"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a battle ends, and who of those in it is left: (power, unit type, number)."""

    result: BattleOutcome
    survivors: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class LossOrder:
    """Assumed: in which order a side takes its losses, (power, type) each; ships of several hits are damaged first.

    ``given`` tells whether whoever asked said so; by default what costs least is lost first.
    """

    side: str
    order: tuple[tuple[str, str], ...]
    given: bool


@dataclass(frozen=True, slots=True)
class DamagedFirst:
    """Assumed: these units of a side take their first hits, which cost nothing, before anything is lost."""

    side: str
    units: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class NobodyLeaves:
    """Assumed: nobody retreats or submerges, in a battle fought to its end, or for so many ``rounds``."""

    rounds: int | None


@dataclass(frozen=True, slots=True)
class NobodyJoins:
    """Assumed: nobody else joins the battle or fires into it, but the ships that were told to bombard."""


Assumption = LossOrder | DamagedFirst | NobodyLeaves | NobodyJoins


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of the battle in a space: the probability of each ending, the most likely first, and the assumptions.

    The probabilities add up to 1; each is right to 1e-9.
    """

    space: str
    endings: Mapping[Ending, float]
    assumed: tuple[Assumption, ...] = ()

    def chance(self, result: BattleOutcome) -> float:
        """The probability that the battle ends so."""
        return sum(share for ending, share in self.endings.items() if ending.result is result)

    @property
    def average_left(self) -> Mapping[tuple[str, str], float]:
        """How many units of each power and type are left on average."""
        left: dict[tuple[str, str], float] = {}
        for ending, share in self.endings.items():
            for power, kind, number in ending.survivors:
                left[power, kind] = left.get((power, kind), 0.0) + number * share
        return left


def ending_of(survivors: Mapping[tuple[str, str], int], attackers_left: bool, defenders_left: bool) -> Ending:
    """The ending of a battle with these survivors, by power and type."""
    result = {
        (True, True): BattleOutcome.BOTH_LEFT,
        (True, False): BattleOutcome.ATTACKER_WINS,
        (False, True): BattleOutcome.DEFENDER_WINS,
        (False, False): BattleOutcome.BOTH_GONE,
    }[attackers_left, defenders_left]
    return Ending(result, tuple((*key, number) for key, number in sorted(survivors.items())))
