"""Checks many scenarios in two processes, each with the scenarios of some games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from kb.background import in_background
from kb.scenarios.expectations.played import CaseResult
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.run import ScenarioResult


def reports(scenarios: Sequence[Scenario], check: Callable[[Scenario], ScenarioResult]) -> list[ScenarioResult]:
    """The report of each scenario, in the order given; ``check`` makes one.

    What passes in the second process comes back as passed, without what happened in it (no ``PlayedCase``); what does
    not is checked again in this one, so that it can be told in full.
    """
    apart = _half(scenarios)
    with in_background(lambda: [check(each).all_passed for each in scenarios if each.game in apart]) as wait:
        known = {each.name: check(each) for each in scenarios if each.game not in apart}
        others = iter(wait())
    return [known.get(each.name) or (_as_passed(each) if next(others) else check(each)) for each in scenarios]


def _half(scenarios: Sequence[Scenario]) -> list[str]:
    """Games whose scenarios have about half of all cases; a game is kept together, so that its data is read once."""
    cases = Counter[str]()
    for each in scenarios:
        cases[each.game] += len(each.cases)
    return halves(cases)[1]


def halves(sizes: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """Names in two groups of about equal total size: the largest first, each into the group that is smaller so far."""
    groups: tuple[list[str], list[str]] = [], []
    totals = [0, 0]
    for name in sorted(sizes, key=lambda name: (-sizes[name], name)):
        smaller = totals.index(min(totals))
        groups[smaller].append(name)
        totals[smaller] += sizes[name]
    return groups


def _as_passed(scenario: Scenario) -> ScenarioResult:
    return ScenarioResult(scenario, tuple(CaseResult(case) for case in scenario.cases))
