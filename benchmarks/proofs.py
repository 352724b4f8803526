"""Measures the proofs: taking the scenarios from the build, playing them all, switching every rule off.

    python -m benchmarks.proofs [--game GAME]

Each figure is the middle one of several runs in one process, beside a loop of plain Python timed in turn with it.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable

from benchmarks.engine import loop, seconds
from kb.base import paths
from kb.cases.analysis import mutants
from kb.cases.play.playing import check
from kb.cases.reading import library

_RUNS = 5


def measured(what: str, call: Callable[[], object], runs: int = _RUNS) -> None:
    """Print how long a call takes, and how many loops that is."""
    took, loops = [], []
    for _ in range(runs):
        loops.append(seconds(loop))
        took.append(seconds(call))
    middle = statistics.median(took)
    print(f"{what:<44} {middle:8.3f} s  {middle / statistics.median(loops):10.0f} loops")


def main(game: str) -> None:
    """Measure everything."""
    rules_of = library.RulesLoader(paths.data())
    known = library.load(paths.data(), game, rules_of)
    boards = library.by_rules(known, rules_of)
    cases = sum(len(each.cases) for each in known)
    print(f"{game}: {len(known)} scenarios, {cases} cases, {len(rules_of(game).lines)} rules")
    measured("from their files", lambda: library.load(paths.data(), game, rules_of))
    measured("played, with their contrasts", lambda: [check(rules_of.of(each), each) for each in known])
    played = [(rules, mutants.baselines(rules, own)) for rules, own in boards]
    measured("each cited rule switched off", lambda: [list(mutants.cited(*each)) for each in played], 1)
    measured("each rule switched off", lambda: [list(mutants.unnoticed_rules(each)) for each in played], 1)
    measured("each number one up and one down", lambda: [list(mutants.unnoticed_numbers(each)) for each in played], 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="revised")
    main(parser.parse_args().game)
