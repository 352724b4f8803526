"""Every scenario of ``data/scenarios`` is an item; one that fails prints its case, and no stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.errors import BadInput, Finding
from kb.scenarios.analysis.needless import needless
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.run import ScenarioResult, check
from kb.scenarios.reading.files import read_file, read_text
from kb.scenarios.reading.library import RulesLoader, files
from kb.scenarios.telling import reporting
from kb.yamlfile import parse
from tests.conftest import ROOT

DATA = str(ROOT / "data")
RULES_OF = RulesLoader(DATA)
Read = Callable[[str], tuple[Scenario, ...]]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name == "test_every_scenario.py":
        return Library.from_parent(parent, name="data/scenarios")  # type: ignore[no-any-return]
    return None


class Library(pytest.Collector):
    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        for path, name in files(DATA):
            yield ScenarioFile.from_parent(self, path=Path(path), name=name)


class ScenarioFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        try:
            scenarios = read_file(str(self.path), self.name, RULES_OF)
        except BadInput as error:
            raise self.CollectError(str(error)) from None
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.id, scenario=scenario)


class Failed(Exception):
    def __init__(self, report: ScenarioResult, findings: list[Finding]) -> None:
        self.report, self.findings = report, findings


class ScenarioItem(pytest.Item):
    def __init__(self, *, scenario: Scenario, **more: Any) -> None:
        super().__init__(**more)
        self.scenario = scenario

    def runtest(self) -> None:
        report = check(RULES_OF.of(self.scenario), self.scenario)
        passed = report.passed and report.contrast_passed
        findings = list(needless(RULES_OF.of(self.scenario), self.scenario)) if passed else []
        if not passed or findings:
            raise Failed(report, findings)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, Failed):
            return super().repr_failure(excinfo, style)
        told = reporting.lines(excinfo.value.report, RULES_OF.of(self.scenario))
        return "\n".join([*told, *map(str, excinfo.value.findings)])

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.scenario.line - 1, f"scenario {self.scenario.name}"


@pytest.fixture(scope="session")
def rules() -> Rulebook:
    return RULES_OF("revised")


@pytest.fixture(scope="session")
def read() -> Read:
    """Reads the text of a file of one's own."""
    return lambda text: read_text(parse(text, "own.yaml"), "own.yaml", RULES_OF, own=True)
