"""Checks a user's file, and finds lines of a position that change nothing.

A line changes nothing where the scenario and its contrasts also pass without it. In a user's file the events have to be
the same without it, too, because such a file may expect little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import process_time

from kb.base.errors import Finding
from kb.base.shape import Value
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import (
    REFERENCE,
    Case,
    Plain,
    Scenario,
    leaves,
    one_more,
    overlaid,
    path_text,
    position_of,
    position_table,
    without,
)
from kb.cases.play.playing import ScenarioResult, run
from kb.cases.reading.files import Unread, read_sound
from kb.cases.reading.library import RulesLoader
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.text.traces import reasons as told_reasons
from kb.text.traces import trace_text

_SCENERY = "take it out, or name it in 'scenery'"


def needless(rules: Rulebook, scenario: Scenario, until: float = float("inf")) -> Iterator[Finding]:
    """Yield a finding for each line without which all is the same. Stops at ``until`` of the clock of processor time.

    A scenario without expectations has no findings.
    """
    if scenario.proof == REFERENCE or scenario.case.asks:
        return
    position = position_table(scenario.case.position)
    scenery = tuple(position.get("scenery", ()))
    for path in leaves(position):
        name = path_text(path)
        if process_time() > until:
            return
        if any(name == each or name.startswith(f"{each}.") or each.startswith(f"{name}.") for each in scenery):
            continue
        # a number may be the largest that makes no difference: two damage markers do not put a base out of action
        altered = [each for each in (without(position, path), one_more(position, path)) if each is not None]
        if all(
            _runs(rules, case, overlaid(position_of(each), case.change)) for each in altered for case in scenario.cases
        ):
            line = _line(scenario, name)
            yield Finding(f"'{name}' changes nothing in {scenario.id}", scenario.file, line, _SCENERY)
    for case in scenario.contrasts:
        change, first = position_table(case.change), scenario.case.position
        for path in leaves(change):
            if process_time() > until:
                return
            others = [without(change, path, keep=0), one_more(change, path)]
            if all(_runs(rules, case, overlaid(first, position_of(each))) for each in others if each is not None):
                what = f"'{path_text(path)}' in the change changes nothing in {scenario.id}"
                yield Finding(what, scenario.file, case.line, "change the one decisive fact only")


def _line(scenario: Scenario, name: str) -> int:
    """Return the line of a part of the position: its own, or that of the part it is in."""
    while name and name not in scenario.lines:
        name = name.rpartition(".")[0]
    return scenario.lines.get(name, scenario.line)


def _runs(rules: Rulebook, case: Case, position: Plain) -> bool:
    """Return whether a case passes from another position, and of one's own file whether the same happens in it."""
    other = run(rules, replace(case, position=position))
    return other.passed and (not case.own or _what_happens(other) == _what_happens(run(rules, case)))


def _what_happens(played: PlayedCase) -> list[str]:
    """Return the trace of a case and the reasons of every refusal."""
    reasons = (reason for act in played.acts for reason in (*act.reasons, *act.leaned_on))
    return [*trace_text(played.rules, played.traces), *told_reasons(played.rules, reasons)]


@dataclass
class OwnFile:
    """The result of a file: a report of each scenario that could be read, and those that could not (``unread``);
    ``findings`` are mistakes, ``warnings`` are doubts about the scenario of a name."""

    reports: list[ScenarioResult]
    unread: list[Unread]
    findings: list[Finding]
    warnings: dict[str, list[Finding]] = field(default_factory=dict)


def check(
    written: Value,
    name: str,
    rules_of: RulesLoader,
    report: Callable[[Scenario], ScenarioResult],
    game: str,
    until: float,
) -> OwnFile:
    """Check the scenarios of a file, those of one game or all. Lines that change nothing are looked for ``until`` then.

    ``written`` is its contents (:mod:`kb.base.yamlfile`), ``name`` its name in messages.
    Raises :class:`BadInput` where a mistake concerns the whole file.
    """
    read = read_sound(written, name, rules_of, own=True)
    asked = game in ("", read.game)
    reports = [report(each) for each in read.scenarios if asked]
    own = OwnFile(reports, [each for each in read.unread if asked], list(read.findings))
    for result in own.reports:
        doubtful = [warning for case in result.cases for warning in case.warnings]
        if result.all_passed:
            doubtful += needless(rules_of.of(result.scenario), result.scenario, until)
        own.warnings[result.scenario.name] = doubtful
    return own
