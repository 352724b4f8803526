"""Measures the odds of battles: how long they take, and how far a million rolled battles are from them.

    python -m benchmarks.odds [--battles N] [--only NAME]

A time is quoted beside a loop of plain Python that is timed in turn with it: the double sum over the hits of both sides
of 26 units against 26 that all hit alike. ``--battles`` has the engine fight so many battles with seeded dice, the
losses by the same order, and compares how they end with the odds, in standard errors.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb
from typing import TypeVar

from kb.base import paths
from kb.engine import game
from kb.engine.core.actions import Fight, Node
from kb.engine.core.play import Play
from kb.engine.core.position import Clock, Position, Unit
from kb.engine.core.rulebook import Rulebook, load
from kb.engine.core.table import Choice, GameTable, NoDice, Option, Seeded
from kb.engine.odds import Ending, odds
from kb.engine.odds.every_throw import ending
from kb.engine.odds.forces import InOrder, Order

Side = Mapping[str, int]
#: endings of a battle, or who wins
End = TypeVar("End")
#: how often each is timed
TIMES = 9


@dataclass(frozen=True)
class Large:
    """A large battle: Germany attacks ``enemy``."""

    name: str
    game: str
    space: str
    enemy: str
    attacker: Side
    defender: Side


_FLEET = {"submarine": 6, "destroyer": 4, "fighter": 6, "aircraft-carrier": 3, "battleship": 2}
_LATER_FLEET = {**_FLEET, "fighter": 4, "tactical-bomber": 2, "cruiser": 2}
LARGE = (
    Large(
        "land",
        "revised",
        "karelia-ssr",
        "soviet-union",
        {"infantry": 13, "artillery": 4, "tank": 5, "fighter": 3, "bomber": 1},
        {"infantry": 16, "artillery": 3, "tank": 4, "fighter": 3},
    ),
    Large(
        "later-land",
        "europe-1940",
        "normandy-bordeaux",
        "united-kingdom",
        {
            "infantry": 10,
            "artillery": 4,
            "mechanized-infantry": 3,
            "tank": 4,
            "fighter": 2,
            "tactical-bomber": 2,
            "strategic-bomber": 1,
        },
        {"infantry": 16, "artillery": 4, "tank": 3, "fighter": 3},
    ),
    Large("sea", "revised", "sz5", "soviet-union", _FLEET, _FLEET),
    Large("later-sea", "europe-1940", "sz110", "united-kingdom", _LATER_FLEET, _LATER_FLEET),
)


def plain_loop(number: int = 26) -> list[list[float]]:
    """The odds of so many equal units against as many, each of which hits with 2: a double sum, and nothing else."""
    hits = [
        [comb(many, hit) * 2.0 ** (many - hit) / 3.0**many for hit in range(many + 1)] for many in range(number + 1)
    ]
    chance = [[0.0] * (number + 1) for _ in range(number + 1)]
    chance[number][number] = 1.0
    for own in range(number, 0, -1):
        for other in range(number, 0, -1):
            share = chance[own][other] / (1 - hits[own][0] * hits[other][0])
            for hit in range(own + 1):
                for back in range(other + 1):
                    if hit or back:
                        left = max(0, own - back), max(0, other - hit)
                        chance[left[0]][left[1]] += share * hits[own][hit] * hits[other][back]
    return chance


def battle(space: str, attacker: Side, defender: Side, enemy: str = "soviet-union") -> Position:
    """Germany attacks a power with which it is at war."""
    told = [
        (power, unit)
        for power, units in (("germany", attacker), (enemy, defender))
        for unit, n in units.items()
        for _ in range(n)
    ]
    units = {number: Unit(number, unit, power, space) for number, (power, unit) in enumerate(told, 1)}
    holders = {} if space.startswith("sz") else {space: enemy}
    return Position(Clock(1, "germany", "conduct-combat"), units, holders, wars={("germany", enemy): "old"})


class Rolled(Seeded):
    """Seeded dice; losses by the order that the odds assume."""

    def __init__(self, rules: Rulebook, seed: int) -> None:
        super().__init__(seed)
        self.rules, self.order = rules, InOrder(Order(rules, None))

    def choose(self, choice: Choice, position: Position) -> Option:
        """What comes first in the order."""
        return self.order.choice(Play(self.rules, position, NoDice(), Node("", {})), choice)


def fought(rules: Rulebook, position: Position, space: str, table: GameTable) -> Ending:
    """How the battle ends with some dice."""
    while True:
        outcome = game.do(rules, position, Fight("germany", space), table)
        if outcome.position.battle is None:
            return ending(outcome)
        position = outcome.position


def errors(found: Mapping[End, float], rolled: Counter[End]) -> dict[End, float]:
    """How many standard errors each share that was rolled is off its probability, where that is not too small."""
    many = sum(rolled.values())
    return {
        end: abs(rolled[end] / many - share) / math.sqrt(share * (1 - share) / many)
        for end, share in found.items()
        if share * many > 20 and share < 1
    }


def seconds(call: Callable[[], object]) -> float:
    """How much processor time a call takes."""
    start = time.process_time()
    call()
    return time.process_time() - start


def speed(large: Large) -> None:
    """Print how long the odds of a battle take."""
    rules = load(paths.data(), large.game)
    position = battle(large.space, large.attacker, large.defender, large.enemy)
    rows = []
    for _ in range(TIMES):
        bare = seconds(plain_loop)
        own = seconds(lambda: odds(rules, position, large.space))
        rows.append((own, own / bare))
    took, ratio = (statistics.median(column) for column in zip(*rows, strict=True))
    endings = odds(rules, position, large.space).endings
    print(
        f"{large.name:<12} {1e3 * took:7.1f} ms (best {1e3 * min(rows)[0]:.1f}), {ratio:.2f} x the plain loop; "
        f"{len(endings)} endings, {1 - sum(endings.values()):.0e} left out"
    )


def process(large: Large) -> None:
    """Print how long a process takes that loads the rules and finds the odds."""
    code = (
        "from benchmarks.odds import LARGE, battle; from kb.base import paths; from kb.engine.core.rulebook import load;"
        "from kb.engine.odds import odds;"
        f"large = next(each for each in LARGE if each.name == {large.name!r});"
        "odds(load(paths.data(), large.game),"
        " battle(large.space, large.attacker, large.defender, large.enemy), large.space)"
    )
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - start)
    print(f"{large.name:<12} {1e3 * min(times):7.1f} ms as a process that reads the rule set from its files")


def agreement(large: Large, many: int, seed: int = 7) -> None:
    """Print how far battles with seeded dice are from the odds."""
    rules = load(paths.data(), large.game)
    position = battle(large.space, large.attacker, large.defender, large.enemy)
    found = odds(rules, position, large.space).endings
    table = Rolled(rules, random.Random(seed).randrange(10**9))
    rolled = Counter(fought(rules, position, large.space, table) for _ in range(many))
    off = errors(found, rolled)
    unknown = sum(number for end, number in rolled.items() if end not in found)
    print(
        f"{large.name:<12} {many:,} battles: of {len(off)} endings the furthest is {max(off.values()):.2f} standard "
        f"errors off, {unknown} ended otherwise"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=0)
    parser.add_argument("--only", default="", choices=["", *(each.name for each in LARGE)])
    chosen = parser.parse_args()
    for large in (each for each in LARGE if chosen.only in ("", each.name)):
        if chosen.battles:
            agreement(large, chosen.battles)
        else:
            speed(large)
            process(large)


if __name__ == "__main__":
    main()
