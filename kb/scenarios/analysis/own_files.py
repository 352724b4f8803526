"""Checks a file of one's own: plays what is written as it should be, and says what is wrong with the rest."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from kb import yamlfile
from kb.errors import BadInput, Finding
from kb.scenarios.analysis.needless import needless
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.run import ScenarioResult
from kb.scenarios.reading.files import read_sound
from kb.scenarios.reading.library import RulesLoader

#: what stands for standard input where a file is named
STANDARD_INPUT = "-"
_CALLED = "standard input"


@dataclass
class OwnFile:
    """What became of a file: a report of each scenario; ``findings`` are mistakes, ``warnings`` what is doubtful."""

    reports: list[ScenarioResult] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)


def check(
    path: str, rules_of: RulesLoader, report: Callable[[Scenario], ScenarioResult], game: str, until: float
) -> OwnFile:
    """Check the scenarios of a file, those of one game or all. Lines that change nothing are looked for ``until`` then.

    Raises :class:`BadInput` where what is wrong concerns the whole file, or every scenario.
    """
    named = _CALLED if path == STANDARD_INPUT else path
    root = yamlfile.parse(_standard_input(), named) if path == STANDARD_INPUT else yamlfile.load(path, named)
    scenarios, findings = read_sound(root, named, rules_of, own=True)
    if not scenarios:
        raise BadInput(*findings)
    own = OwnFile([report(each) for each in scenarios if game in ("", each.game)], findings)
    for result in own.reports:
        own.warnings += [warning for case in result.cases for warning in case.warnings]
        if result.all_passed:
            own.warnings += needless(rules_of.of(result.scenario), result.scenario, until)
    return own


def _standard_input() -> str:
    """The text on standard input. Raises :class:`BadInput` where it is too long or no text."""
    return yamlfile.text_of(sys.stdin.buffer.read(yamlfile.MAX_BYTES + 1), _CALLED)
