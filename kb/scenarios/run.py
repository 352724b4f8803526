"""Runs scenarios: a case and its contrasts are played, and what came is held against what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kb.engine.core.rulebook import Rulebook
from kb.engine.core.verdict import Reason
from kb.errors import Finding
from kb.scenarios import expectations, printed
from kb.scenarios.language import REFERENCE, Case, Expectation, Scenario
from kb.scenarios.playing import Deed, Fate, Ran, play
from kb.scenarios.printed import Sections

_BROUGHT_ABOUT = "expect what the actions bring about, or say it in one item with what has changed"


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that came out otherwise: the key of the expectation, what was expected, what came."""

    key: str
    expected: Any
    got: Any
    line: int = 0
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a case. ``findings`` are mistakes in how it is written; a reference proof has not ``ran``."""

    case: Case
    failures: tuple[Failure, ...]
    findings: tuple[Finding, ...] = ()
    ran: Ran | None = None

    @property
    def passed(self) -> bool:
        """Whether all came as expected and nothing is wrong with how it is written."""
        return not self.failures and not self.findings


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a scenario and its contrasts."""

    scenario: Scenario
    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        """Whether the case itself passed."""
        return self.results[0].passed

    @property
    def contrast_passed(self) -> bool:
        """Whether every contrast passed; true where there is none."""
        return all(result.passed for result in self.results[1:])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is wrong with how it is written."""
        return tuple(finding for result in self.results for finding in result.findings)

    @property
    def rules(self) -> list[str]:
        """The rules it rests on: those it cites."""
        return list(self.scenario.rules)


def check(rules: Rulebook, scenario: Scenario, sections: Sections | None = None) -> Report:
    """Run a scenario with its contrasts under the rules of its game."""
    if scenario.proof == REFERENCE:
        return Report(scenario, tuple(look_up(rules, case, sections) for case in scenario.cases))
    return Report(scenario, tuple(run(rules, case, scenario.file) for case in scenario.cases))


def run(rules: Rulebook, case: Case, file: str = "") -> Result:
    """Play a case and hold what came against what was expected."""
    ran = play(rules, case, file)
    if ran.trouble:
        return Result(case, (), (ran.trouble,), ran)
    return Result(case, tuple(failures(ran)), tuple(_echoes(ran, file)), ran)


def failures(ran: Ran) -> Iterator[Failure]:
    """Everything in a case that was played that is not as expected."""
    refused = False
    for deed in ran.deeds:
        found = _of_deed(deed)
        refused = refused or (found is not None and deed.fate is Fate.REFUSED and not deed.act.refused_by)
        if found:
            yield found
    for item in ran.case.expect if not refused else ():
        yield from _of_item(ran, item)


def _of_deed(deed: Deed) -> Failure | None:
    """An act that was refused although it should be legal, or the other way round, or for other reasons."""
    expected, rules = sorted(set(deed.act.refused_by)), sorted({reason.rule for reason in deed.reasons})
    if expected == rules:
        return None
    told = {"legal": not expected, "refused_by": expected}, {"legal": not rules, "refused_by": rules}
    return Failure(deed.act.kind, *told, deed.act.line, deed.reasons)


def _of_item(ran: Ran, item: Expectation) -> Iterator[Failure]:
    for key in item.checks:
        expected, got = expectations.compare(ran, key, item)
        if expected != got:
            yield Failure(key, expected, got, item.line)


def _echoes(ran: Ran, file: str) -> Iterator[Finding]:
    """A finding for each expectation that holds before anything has happened."""
    fresh = Ran(ran.rules, ran.case, ran.start, ran.start, ran.names)
    for item in ran.case.expect:
        if next(_of_item(fresh, item), None) is None:
            keys = " and ".join(f"'{key}'" for key in item.checks)
            yield Finding(f"{keys} held before anything happened", file, item.line, _BROUGHT_ABOUT)


def look_up(rules: Rulebook, case: Case, sections: Sections | None = None) -> Result:
    """Hold what a reference proof expects against what is printed."""
    found = []
    for item in case.expect:
        for key, wanted in item.checks.items():
            expected, got = printed.compare(rules, key, wanted, sections)
            if expected != got:
                found.append(Failure(key, expected, got, item.line))
    return Result(case, tuple(found))
