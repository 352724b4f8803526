"""Whether a question is the very case of a ruling: then the ruling decides it, not our reading of the rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.language.scenario import REFERENCE, Act, Case, Scenario, Value


def decided_cases(scenarios: Iterable[Scenario]) -> dict[str, tuple[str, ...]]:
    """The rulings that the own cases of scenarios prove, by the mark of the case."""
    found: dict[str, tuple[str, ...]] = {}
    for each in scenarios:
        if each.rulings and each.proof != REFERENCE:
            mark = _mark(each.board, each.ruleset, each.case)
            found[mark] = tuple(dict.fromkeys((*found.get(mark, ()), *each.rulings)))
    return found


def deciding(rules: Rulebook, case: Case, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The rulings that decide a case: those whose case it is, to the last unit and die; mostly none."""
    return known.get(_mark(rules.board.id, rules.ruleset.id, case), ()) if case.do else ()


def _mark(board: str, ruleset: str, case: Case) -> str:
    """What two cases have in common that are the same; what follows an action that is refused is none of it."""
    position = {key: each for key, each in case.position.items() if key != "scenery"}
    refused = next((at for at, act in enumerate(case.do) if act.must_be_refused), len(case.do))
    return json.dumps([board, ruleset, position, [_act(act) for act in case.do[: refused + 1]]], sort_keys=True)


def _act(act: Act) -> list[Value]:
    return [act.kind, act.what, act.given, act.power, act.dice, act.choices, act.which, act.must_be_refused]
