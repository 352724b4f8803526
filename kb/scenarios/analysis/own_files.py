"""Checks a file of one's own: plays what is written as it should be, and says what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kb.errors import Finding
from kb.scenarios.analysis.needless import needless
from kb.scenarios.language.scenario import Scenario, Value
from kb.scenarios.play.run import ScenarioResult
from kb.scenarios.reading.files import Unread, read_sound
from kb.scenarios.reading.library import RulesLoader


@dataclass
class OwnFile:
    """What became of a file: a report of each scenario that could be read, and those that could not (``unread``);
    ``findings`` are mistakes, ``warnings`` what is doubtful in the scenario with the name."""

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

    ``written`` is what it holds (:mod:`kb.yamlfile`), ``name`` how messages call it.
    Raises :class:`BadInput` where what is wrong concerns the whole file.
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
