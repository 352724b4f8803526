"""Runs scenarios: plays a case and its contrasts and compares the results with the expectations; many in two processes,
and within a time."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from kb.base.background import in_background
from kb.base.errors import Finding, TooLong
from kb.cases.expectations.key import Named, Printed, Sections
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.played import ActResult, ActStatus, CaseResult, Failure, PlayedCase
from kb.cases.expectations.printed import PRINTED
from kb.cases.language.scenario import REFERENCE, Case, Expectation, Scenario
from kb.cases.play.playing import play
from kb.engine.core.rulebook import Rulebook

_BROUGHT_ABOUT = (
    "expect what the actions bring about, or say it in one item with what has changed: - {%s: ..., battle: over}"
)


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What became of a scenario and its contrasts."""

    scenario: Scenario
    cases: tuple[CaseResult, ...]

    @property
    def passed(self) -> bool:
        """Whether the case itself passed."""
        return self.cases[0].passed

    @property
    def contrast_passed(self) -> bool:
        """Whether every contrast passed; true where there is none."""
        return all(case.passed for case in self.cases[1:])

    @property
    def all_passed(self) -> bool:
        """Whether the case and every contrast passed."""
        return self.passed and self.contrast_passed

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is wrong with how it is written."""
        return tuple(finding for case in self.cases for finding in case.findings)

    @property
    def rules(self) -> list[str]:
        """The rules it rests on: those it cites."""
        return list(self.scenario.rules)


def check(rules: Rulebook, scenario: Scenario, sections: Sections | None = None) -> ScenarioResult:
    """Run a scenario with its contrasts under the rules of its game."""
    if scenario.proof == REFERENCE:
        return ScenarioResult(scenario, tuple(look_up(rules, case, sections) for case in scenario.cases))
    return ScenarioResult(scenario, tuple(run(rules, case, scenario.file) for case in scenario.cases))


def run(rules: Rulebook, case: Case, file: str = "") -> PlayedCase:
    """Play a case and compare the results with its expectations."""
    played = play(rules, case, file)
    if not played.findings:
        played.failures = tuple(failures(played))
        echoes = tuple(_echoes(played, file))
        played.findings, played.warnings = ((), echoes) if case.own else (echoes, ())
    return played


def failures(played: PlayedCase) -> Iterator[Failure]:
    """Everything in a case that was played that is not as expected."""
    refused = False
    for number, result in enumerate(played.acts, start=1):
        found = _of_act(result, played.case.own)
        refused = refused or (result.status is ActStatus.REFUSED and not result.act.must_be_refused)
        if found:
            yield found
        for item in result.act.then if not refused else ():
            yield from _of_item(played.until(number), item)
    for item in played.case.expect if not refused else ():
        yield from _of_item(played, item)


def holds(played: PlayedCase, named: Named) -> bool:
    """Whether one expectation of a case that was played holds: a judgement if the act is legal, or refused, as before;
    for what reasons does not count."""
    if named.act >= 0:
        result = played.acts[named.act]
        expected = ActStatus.REFUSED if result.act.must_be_refused else ActStatus.DONE
        return result.status is expected or (expected is ActStatus.REFUSED and result.status is not ActStatus.DONE)
    item = played.case.expect[named.item]
    compared = (PLAYED[key].compare(played, item.checks[key], item) for key in named.keys)
    return all(expected == got for expected, got in compared)


def _of_act(result: ActResult, own: bool) -> Failure | None:
    """An act that was refused although it should be legal, or the other way round, or for other reasons. In one's
    ``own`` file not all reasons need be named."""
    act = result.act
    expected, rules = sorted(set(act.refused_by)), sorted({reason.rule for reason in result.reasons})
    legal = not act.must_be_refused
    named = not expected or expected == rules or (own and {*expected} <= {*rules})
    if legal == (not rules) and named:
        return None
    judgements = {"legal": legal, "refused_by": expected}, {"legal": not rules, "refused_by": rules}
    return Failure(act.kind, *judgements, act.line, result.reasons or result.leaned_on)


def _of_item(played: PlayedCase, item: Expectation) -> Iterator[Failure]:
    for key, wanted in item.checks.items():
        expected, got = PLAYED[key].compare(played, wanted, item)
        if expected != got:
            yield Failure(key, expected, got, item.line)


def _echoes(played: PlayedCase, file: str) -> Iterator[Finding]:
    """A finding for each expectation that holds before anything has happened, and after every action."""
    after = [(item, number) for number, act in enumerate(played.acts, start=1) for item in act.act.then]
    for item, acts in (*after, *((item, len(played.acts)) for item in played.case.expect)):
        if all(next(_of_item(played.until(done), item), None) is None for done in range(acts + 1)):
            keys = " and ".join(f"'{key}'" for key in item.checks)
            hint = _BROUGHT_ABOUT % next(iter(item.checks))
            yield Finding(f"{keys} held before anything happened, and ever since", file, item.line, hint)


def look_up(rules: Rulebook, case: Case, sections: Sections | None = None) -> CaseResult:
    """Compare what a reference proof expects with what is printed."""
    found, printed = [], Printed(rules, sections)
    for item in case.expect:
        for key, wanted in item.checks.items():
            expected, got = PRINTED[key].compare(printed, wanted, item)
            if expected != got:
                found.append(Failure(key, expected, got, item.line))
    return CaseResult(case, tuple(found))


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


class _Rung(BaseException):
    """The time is over. Nothing that catches errors of what is read or played catches this."""


@contextmanager
def within(seconds: float, file: str) -> Iterator[None]:
    """Run for at most so much processor time. Raises :class:`TooLong` about the file when that is used up."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _Rung

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _Rung:
        what = f"takes longer than {seconds:g} seconds of processor time"
        raise TooLong(Finding(what, file, 0, "split it, or use fewer units and dice")) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
