"""Fits in which order is told what would turn an answer, and writes ``kb/asking/flips/weights.py``.

    python scripts/fit_flips.py

The examples are the contrasts of ``data/scenarios/``: of all that turns a case, that which has a contrast of it should
come first (:mod:`benchmarks.whatif`). The features are those of :mod:`kb.asking.flips.order`; few of them get a weight.
Printed is how many contrasts are among the first on the games that were left out of the fit: half of the games, then
the other half. What is written is fitted on all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import copysign, exp, sqrt
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import whatif
from kb.asking.answer import ask
from kb.asking.flips import weights
from kb.asking.flips.order import Feature
from kb.asking.flips.search import flips
from kb.asking.request import of_scenario
from kb.base import paths
from kb.cases.reading import library

#: how strongly weights are kept few, and small; how often they are improved, by how much
FEW, SMALL, STEPS, RATE = 0.003, 0.002, 150, 0.5
#: a weight below this is none
_LEAST = 0.01
HALVES = (("revised", "europe-1999"), ("anniversary", "europe-1940", "flames-and-steel"))
Weights = dict[Feature, float]


@dataclass(frozen=True)
class Example:
    """A case: the features of each change that turns it, and of each contrast the places of those that have it."""

    rows: list[Weights]
    wanted: list[list[int]]


def examples(game: str) -> list[Example]:
    """The cases of a game that have contrasts."""
    rules_of, found = library.RulesLoader(paths.data()), []
    for scenario in whatif.scenarios(game, rules_of):
        rules = rules_of.of(scenario)
        search = flips(ask(of_scenario(scenario, rules)), limit=whatif.EVERY)
        rows = [dict(search.order.features(flip)) for flip in search.found]
        wanted = [places for _, places in whatif.places(scenario, search, rules)]
        found.append(Example(rows, [[place - 1 for place in places] for places in wanted]))
    return found


def fitted(cases: Sequence[Example]) -> Weights:
    """The weights under which what contrasts have is most probable to be told first, most of them none (by proximal
    steps with momentum)."""
    told = [case for case in cases if any(case.wanted)]
    many = sum(bool(places) for case in told for places in case.wanted)
    names = {name for case in told for row in case.rows for name in row}
    best = ahead = dict.fromkeys(names, 0.0)
    momentum = 1.0
    for _ in range(STEPS):
        slope = dict.fromkeys(names, 0.0)
        for case in told:
            for row, excess in zip(case.rows, _excess(case, ahead), strict=True):
                for name, value in row.items():
                    slope[name] += value * excess
        faster = (1 + sqrt(1 + 4 * momentum**2)) / 2
        new = {name: _shrunk(at - RATE * (slope[name] / many + SMALL * at)) for name, at in ahead.items()}
        ahead = {name: each + (momentum - 1) / faster * (each - best[name]) for name, each in new.items()}
        best, momentum = new, faster
    return {name: round(each, 2) for name, each in best.items() if abs(each) >= _LEAST}


def _excess(case: Example, weights: Weights) -> list[float]:
    """How much more probable each change of a case is to be told first than its contrasts would have it."""
    powers = [exp(score(row, weights)) for row in case.rows]
    whole, excess = sum(powers), [0.0] * len(powers)
    for places in filter(None, case.wanted):
        theirs = sum(powers[place] for place in places)
        for place, power in enumerate(powers):
            excess[place] += power / whole - (power / theirs if place in places else 0)
    return excess


def _shrunk(weight: float) -> float:
    return copysign(max(abs(weight) - RATE * FEW, 0), weight)


def score(row: Weights, weights: Weights) -> float:
    """What a change comes to."""
    return sum(weights.get(name, 0.0) * value for name, value in row.items())


def report(cases: Sequence[Example], fit: Weights) -> tuple[int, int, int]:
    """How many contrasts there are; of how many the first change that has one is told first, and among three."""
    places = []
    for case in cases:
        far = [-score(row, fit) for row in case.rows]
        order = {at: place for place, at in enumerate(sorted(range(len(far)), key=far.__getitem__))}
        places += [min((order[at] for at in wanted), default=len(far)) for wanted in case.wanted]
    return len(places), sum(place < 1 for place in places), sum(place < 3 for place in places)


def written(fit: Weights) -> str:
    """The module of the weights."""
    rows: dict[str, list[str]] = {}
    for (row, column), weight in sorted(fit.items()):
        rows.setdefault(row, []).append(f"{column} {weight:+.2f}")
    lines = [f"{row}: {', '.join(columns)}" for row, columns in rows.items()]
    return f'{HEAD}_TABLE = """\\\n' + "\n".join(lines) + f'\n"""\n{TAIL}'


HEAD = '''"""How much it counts what a change is like for being told early; written by ``scripts/fit_flips.py``."""

'''
TAIL = """#: by row and column, the weights of :mod:`kb.asking.flips.order`
WEIGHTS = {
    (row, each.rpartition(" ")[0]): float(each.rpartition(" ")[2])
    for row, _, columns in (line.partition(": ") for line in _TABLE.splitlines())
    for each in columns.split(", ")
}
"""


def main() -> None:
    """Fit, print and write."""
    games = [game for half in HALVES for game in half]
    with ProcessPoolExecutor(2) as pool:
        found = dict(zip(games, pool.map(examples, games), strict=True))
    halves = [[case for game in half for case in found[game]] for half in HALVES]
    left_out = report(halves[1], fitted(halves[0])), report(halves[0], fitted(halves[1]))
    totals = [sum(each) for each in zip(*left_out, strict=True)]
    print(f"games left out of the fit: {totals[0]} contrasts, first {totals[1]}, among three {totals[2]}")
    fit = fitted([case for half in halves for case in half])
    everything = report([case for half in halves for case in half], fit)
    print(
        f"fitted on all: {everything[0]} contrasts, first {everything[1]}, among three {everything[2]}; {len(fit)} weights"
    )
    Path(weights.__file__).write_text(written(fit))


if __name__ == "__main__":
    main()
