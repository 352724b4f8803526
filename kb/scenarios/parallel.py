"""Checks many scenarios in two processes, each with the scenarios of some games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from kb.beside import beside
from kb.scenarios.language import Scenario
from kb.scenarios.run import Report, Result


def reports(scenarios: Sequence[Scenario], check: Callable[[Scenario], Report]) -> list[Report]:
    """The report of each scenario, in order; ``check`` makes one.

    What passes in the second process comes back as passed, without what happened in it (``Result.ran``); what does not
    is checked again in this one, so that it can be told in full.
    """
    apart = _half(scenarios)
    with beside(lambda: [_passed(check(each)) for each in scenarios if each.game in apart]) as wait:
        known = {each.name: check(each) for each in scenarios if each.game not in apart}
        others = iter(wait())
    return [known.get(each.name) or (_as_passed(each) if next(others) else check(each)) for each in scenarios]


def _half(scenarios: Sequence[Scenario]) -> set[str]:
    """Games whose scenarios have about half of all cases; a game is kept together, so that its data is read once."""
    cases = Counter[str]()
    for each in scenarios:
        cases[each.game] += len(each.cases)
    halves: tuple[list[str], list[str]] = [], []
    sizes = [0, 0]
    for game, many in cases.most_common():
        smaller = sizes.index(min(sizes))
        halves[smaller].append(game)
        sizes[smaller] += many
    return set(halves[1])


def _passed(report: Report) -> bool:
    return report.passed and report.contrast_passed


def _as_passed(scenario: Scenario) -> Report:
    return Report(scenario, tuple(Result(case, ()) for case in scenario.cases))
