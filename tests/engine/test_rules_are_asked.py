"""Every question the engine asks has a rule that answers it, and every rule stands where it is asked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import kb.engine
from kb import paths
from kb.build.rules import wrong
from kb.engine.core.moments import MOBILIZE_UNITS, PHASES, phase_of
from kb.engine.core.registry import RULES, Form
from kb.games.rulesets import load_ruleset, load_rulesets
from kb.scenarios.tracing import EVENTS, SENTENCES

ENGINE = Path(kb.engine.__file__).parent


def calls(method: str) -> Iterator[ast.expr]:
    """The first argument of every call of a method in the engine."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
                yield node.args[0]


def written(method: str) -> set[str]:
    """Those of the arguments that are written out."""
    return {arg.value for arg in calls(method) if isinstance(arg, ast.Constant)}  # type: ignore[misc]


def points(form: Form) -> set[str]:
    return {rule.point for rule in RULES.values() if rule.form is form}


def test_every_question_has_a_rule_and_every_rule_a_question() -> None:
    assert written("ask") == points(Form.ANSWERS)


def test_every_moment_has_a_rule() -> None:
    assert written("every") <= points(Form.HAPPENS)


def test_what_a_rule_rests_on_is_in_the_rule_sets_only() -> None:
    for path in sorted(ENGINE.rglob("*.py")):
        assert not re.search(r"\b(?:rev|ann|e99|e40|fas)/[a-z0-9-]+", path.read_text(encoding="utf-8")), path


def test_moments_of_phases_are_of_phases_that_there_are() -> None:
    moments = {rule.point for rule in RULES.values() if rule.point.startswith(("start of ", "end of "))}
    assert {moment for moment in moments if not phase_of(moment)} == {"end of turn", "end of round"}
    assert set(PHASES) <= {phase.id for each in load_rulesets(paths.data()) for phase in each.phases}


def test_a_rule_that_waits_for_a_phase_that_never_comes_is_found() -> None:
    revised = load_ruleset(paths.data(), "revised")
    short = replace(revised, phases=tuple(each for each in revised.phases if each.id != MOBILIZE_UNITS))
    told = {str(each) for each in wrong([short], [], [], [], [], []) if "waits for" in each.message}
    assert {name for name in RULES for each in told if f"'{name}' waits" in each} == {
        "unplaced-units-are-lost",
        "chinese-divisions",
    }


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    assert written("happen") == {*EVENTS, *SENTENCES}
