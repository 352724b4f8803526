"""Fixtures of scenario tests: the rule book of Revised, and a reader of texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kb.base.yamlfile import parse
from kb.cases.language.scenario import Scenario
from kb.engine.core.rulebook import Rulebook
from tests.read_once import RULES_OF, scenarios_in

Read = Callable[[str], tuple[Scenario, ...]]


@pytest.fixture(scope="session")
def rules() -> Rulebook:
    return RULES_OF("revised")


@pytest.fixture(scope="session")
def read() -> Read:
    """Reads the text of a user's file."""
    return lambda text: scenarios_in(parse(text, "own.yaml"), "own.yaml")
