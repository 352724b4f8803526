"""What is told of a scenario that did not pass: ruling, position, expected, got and trace; no stack."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.narrating import plain
from kb.scenarios.run import Failure, Report, Result
from kb.scenarios.telling import Teller
from kb.scenarios.tracing import reasons, told

_INDENT = "    "


def reason(report: Report) -> str:
    """Why a scenario did not pass, in one line; empty where it did."""
    for number, result in enumerate(report.results):
        where = f"contrast {number}: " if number else ""
        for finding in result.findings:
            return f"{where}{finding}"
        for failure in result.failures:
            return f"{where}{compared(failure)}"
    return ""


def compared(failure: Failure) -> str:
    """What was expected and what came, in one line."""
    return f"{failure.key}: expected {_expected(failure)}, got {_got(failure)}"


def lines(report: Report, rules: Rulebook, ruling: str = "") -> list[str]:
    """Everything about a scenario that did not pass; ``ruling`` are the words it is held against."""
    scenario = report.scenario
    ties = ", ".join((*scenario.rulings, *scenario.sections))
    head = f"{scenario.name}{f' ({ties})' if ties else ''}  {scenario.file}:{scenario.line}"
    out = [head, *([f"{_INDENT}{ruling}"] if ruling else [])]
    for number, result in enumerate(report.results):
        if not result.passed:
            out += [
                "",
                f"{_INDENT}{f'contrast {number}' if number else 'the case'}",
                *_result(result, rules, scenario.proof),
            ]
    return out


def _result(result: Result, rules: Rulebook, proof: str) -> Iterator[str]:
    teller = Teller(rules)
    for line in teller.whole(result.case, proof):
        yield f"{_INDENT}  {line}"
    for finding in result.findings:
        yield f"{_INDENT}wrong      {finding}"
    for failure in result.failures:
        yield f"{_INDENT}expected   {failure.key}: {_expected(failure)} (line {failure.line})"
        yield f"{_INDENT}got        {failure.key}: {_got(failure)}"
        for each in reasons(rules, failure.reasons):
            yield f"{_INDENT}           {each}"
    if result.ran and (trace := told(rules, result.ran.traces)):
        yield f"{_INDENT}trace"
        for line in trace:
            yield f"{_INDENT}  {line}"


def _expected(failure: Failure) -> str:
    return _said(failure.expected)


def _got(failure: Failure) -> str:
    return _said(failure.got)


def _said(value: object) -> str:
    if isinstance(value, dict) and value.keys() == {"legal", "refused_by"}:
        return "legal" if value["legal"] else f"refused by {', '.join(value['refused_by'])}"
    return plain(value)
