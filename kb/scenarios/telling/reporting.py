"""Reports a scenario that did not pass: ruling, position, expected and actual result, trace; no Python traceback."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.expectations.played import CaseResult, Failure, PlayedCase
from kb.scenarios.language.words import plain
from kb.scenarios.play.run import ScenarioResult
from kb.scenarios.telling.happened import happened
from kb.scenarios.telling.stories import Teller
from kb.scenarios.telling.tracing import reasons, text

_INDENT = "    "


def reason(result: ScenarioResult) -> str:
    """Why a scenario did not pass, in one line; empty where it did."""
    for number, case in enumerate(result.cases):
        where = f"contrast {number}: " if number else ""
        for finding in case.findings:
            return f"{where}{finding}"
        for failure in case.failures:
            return f"{where}{compared(failure)}"
    return ""


def compared(failure: Failure) -> str:
    """What was expected and what came, in one line."""
    return f"{failure.key}: expected {_expected(failure)}, got {_got(failure)}"


def lines(result: ScenarioResult, rules: Rulebook, ruling: str = "") -> list[str]:
    """Everything about a scenario that did not pass; ``ruling`` are the words it is held against."""
    scenario = result.scenario
    ties = ", ".join((*scenario.rulings, *scenario.sections))
    head = f"{scenario.name}{f' ({ties})' if ties else ''}  {scenario.file}:{scenario.line}"
    out = [head, *([f"{_INDENT}{ruling}"] if ruling else [])]
    for number, case in enumerate(result.cases):
        if not case.passed:
            out += [
                "",
                f"{_INDENT}{f'contrast {number}' if number else 'the case'}",
                *_case(case, rules, scenario.proof),
            ]
    return out


def _case(result: CaseResult, rules: Rulebook, proof: str) -> Iterator[str]:
    teller = Teller(rules)
    for line in teller.whole(result.case, proof, asked=True):
        yield f"{_INDENT}  {line}"
    for finding in result.findings:
        yield f"{_INDENT}wrong      {finding}"
    for failure in result.failures:
        yield f"{_INDENT}expected   {failure.key}: {_expected(failure)} (line {failure.line})"
        yield f"{_INDENT}got        {failure.key}: {_got(failure)}"
        for each in reasons(rules, failure.reasons):
            yield f"{_INDENT}           {each}"
    if isinstance(result, PlayedCase):
        yield f"{_INDENT}trace"
        yield from (f"{_INDENT}  {text(step)}" for step in happened(result, teller))


def _expected(failure: Failure) -> str:
    return _said(failure.expected)


def _got(failure: Failure) -> str:
    return _said(failure.got)


def _said(value: object) -> str:
    if isinstance(value, dict) and value.keys() == {"legal", "refused_by"}:
        return "legal" if value["legal"] else f"refused by {', '.join(value['refused_by']) or 'any rule'}"
    return plain(value)
