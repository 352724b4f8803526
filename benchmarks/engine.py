"""Measures the rules engine: actions a second in random play.

    python -m benchmarks.engine [--games N] [--actions N]

Only judging and doing is timed, not thinking of what to do. A figure is quoted beside a loop of plain
Python that is timed in turn with it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from operator import truediv

from benchmarks.random_play import Player
from kb.base import paths
from kb.engine import game
from kb.engine.core.actions import Action
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook, load
from kb.engine.core.table import Seeded
from kb.engine.setup import printed

#: actions, each with the position it was done in
Block = list[tuple[Position, Action]]
#: how many actions are timed between two runs of the loop
BLOCK = 500
#: what the loop of plain Python adds up
LOOP = 10_000


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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--actions", type=int, default=2_000, help="how many in each game")
    chosen = parser.parse_args()
    rules = load(paths.data(), "revised")
    speed(rules, deeds(rules, chosen.games, chosen.actions))


if __name__ == "__main__":
    main()
