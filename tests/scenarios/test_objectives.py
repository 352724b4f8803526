"""Every objective that pays with the income is noticed by a scenario: one IPC more is noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Objective, Pays
from kb.scenarios.analysis.mutants import baselines
from kb.scenarios.reading.files import read_file
from kb.scenarios.reading.library import by_rules, files
from tests.read_once import DATA, RULES_OF


@pytest.mark.slow
def test_every_objective_is_noticed() -> None:
    scenarios = [each for path, name in files(DATA) for each in read_file(path, name, RULES_OF)]
    paid: set[Objective] = set()
    noticed: set[Objective] = set()
    for rules, own in by_rules(scenarios, RULES_OF):
        known = [base for base in baselines(rules, own) if "income" in base.words]
        told = [each for each in rules.board.objectives if each.pays is not Pays.ONCE]
        paid.update(told)
        dearer = {each: _dearer(rules, each) for each in told}
        noticed.update(each for each in told if any(base.changes(dearer[each]) for base in known))
    assert not [(each.id, each.condition) for each in paid - noticed]


def _dearer(rules: Rulebook, one: Objective) -> Rulebook:
    objectives = tuple(replace(each, ipc=each.ipc + (each is one)) for each in rules.board.objectives)
    return rules.altered(lambda board, ruleset: (replace(board, objectives=objectives), ruleset))
