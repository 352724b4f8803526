"""Measures the rules engine: actions a second in random play, and exact odds against a million rolls.

    python -m benchmarks.engine [--games N] [--actions N] [--rolls N]

Only judging and doing is timed, not thinking of what to do. A figure is quoted beside a loop of plain
Python that is timed in turn with it. ``--rolls`` rolls so many dice in battles and compares how they end
with the exact odds, in standard errors.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import truediv
from typing import Any

from benchmarks.random_play import Player
from kb import paths
from kb.engine import game
from kb.engine.core.actions import Action, Fight
from kb.engine.core.position import Clock, Position, Unit
from kb.engine.core.rulebook import Rulebook, load
from kb.engine.core.table import Choice, Roll, Seeded, Table
from kb.engine.odds import Ending, ending, odds
from kb.engine.setup import printed

#: actions, each with the position it was done in
Block = list[tuple[Position, Action]]
#: how many actions are timed between two runs of the loop
BLOCK = 500
#: what the loop of plain Python adds up
LOOP = 10_000
#: attacker and defender of the battles that are rolled
BATTLES = [
    (
        "karelia-ssr",
        {"infantry": 3, "artillery": 1, "tank": 2, "fighter": 1},
        {"infantry": 4, "tank": 1, "antiaircraft-gun": 1},
    ),
    ("sz5", {"submarine": 2, "destroyer": 1, "fighter": 1}, {"battleship": 1, "submarine": 1, "transport": 1}),
    ("sz5", {"submarine": 2, "fighter": 2}, {"destroyer": 1, "aircraft-carrier": 1, "fighter": 2}),
]


def seconds(call: Callable[[], object]) -> float:
    """How much processor time a call takes."""
    start = time.process_time()
    call()
    return time.process_time() - start


def loop() -> int:
    """A loop of plain Python."""
    total = 0
    for number in range(LOOP):
        total += number & 7
    return total


def deeds(rules: Rulebook, games: int, number: int) -> Block:
    """What random players did from the printed set-up, and in which positions."""
    done: Block = []
    for seed in range(games):
        play = Player(rules, seed).play(printed(rules))
        done += [(position, action) for position, action, _ in (next(play) for _ in range(number))]
    return done


def speed(rules: Rulebook, done: Block) -> None:
    """Print how many actions a second are judged and done."""
    table = Seeded(1)

    def judge_and_do(block: Block) -> None:
        for position, action in block:
            game.verify(rules, position, action)
            game.do(rules, position, action, table)

    def only_do(block: Block) -> None:
        for position, action in block:
            game.do(rules, position, action, table)

    blocks = [done[start : start + BLOCK] for start in range(0, len(done), BLOCK)]
    kinds = Counter(type(action).__name__ for _, action in done)
    print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    calls = {"verify, then do": judge_and_do, "do alone": only_do}
    judge_and_do(blocks[0])
    bare, times = [], {name: list[float]() for name in calls}
    for block in blocks:
        bare.append(seconds(loop))
        for name, call in calls.items():
            times[name].append(seconds(partial(call, block)) / len(block))
    for name, each in times.items():
        middle, ratio = statistics.median(each), statistics.median(map(truediv, each, bare))
        print(
            f"{name:<16} {1 / middle:>7,.0f} actions a second (best block {1 / min(each):,.0f}); "
            f"one takes {1e6 * middle:.0f} us, {ratio:.3f} x a loop of {LOOP:,} additions"
        )


class FirstOption(Seeded):
    """Seeded dice, counted; of choices the first option, as the odds take it."""

    rolled = 0

    def roll(self, roll: Roll, position: Position) -> Sequence[int]:
        """Faces of the generator."""
        self.rolled += len(roll.dice)
        return super().roll(roll, position)

    def choose(self, choice: Choice, position: Position) -> Any:
        """The first option."""
        return choice.options[0]


def battle(space: str, attacker: dict[str, int], defender: dict[str, int]) -> Position:
    """Germany attacks the Soviet Union."""
    told = [
        (power, unit)
        for power, units in (("germany", attacker), ("soviet-union", defender))
        for unit, n in units.items()
        for _ in range(n)
    ]
    units = {number: Unit(number, unit, power, space) for number, (power, unit) in enumerate(told, 1)}
    return Position(
        Clock(1, "germany", "conduct-combat"), units, {} if space.startswith("sz") else {space: "soviet-union"}
    )


def fought(rules: Rulebook, position: Position, space: str, table: Table) -> Ending:
    """How the battle ends with some dice."""
    while True:
        outcome = game.do(rules, position, Fight("germany", space), table)
        if outcome.position.battle is None:
            return ending(outcome)
        position = outcome.position


def errors(exact: Mapping[Ending, Fraction], found: Counter[Ending]) -> dict[Ending, float]:
    """How many standard errors each share that was found is off the exact one."""
    many = sum(found.values())
    return {
        end: abs(found[end] / many - float(share)) / math.sqrt(float(share * (1 - share)) / many)
        for end, share in exact.items()
    }


def agreement(rules: Rulebook, rolls: int) -> None:
    """Print how far seeded battles are from the exact odds."""
    for space, attacker, defender in BATTLES:
        position = battle(space, attacker, defender)
        exact = odds(rules, position, space)
        table, found = FirstOption(7), Counter[Ending]()
        while table.rolled < rolls / len(BATTLES):
            found[fought(rules, position, space, table)] += 1
        print(
            f"{attacker} against {defender}: "
            f"{sum(found.values()):,} battles, {table.rolled:,} dice, {len(exact)} endings, "
            f"the furthest is {max(errors(exact, found).values()):.2f} standard errors off, "
            f"{len(found.keys() - exact.keys())} have no odds"
        )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--actions", type=int, default=2_000, help="how many in each game")
    parser.add_argument("--rolls", type=int, default=0)
    chosen = parser.parse_args()
    rules = load(paths.data(), "revised")
    speed(rules, deeds(rules, chosen.games, chosen.actions))
    if chosen.rolls:
        agreement(rules, chosen.rolls)


if __name__ == "__main__":
    main()
