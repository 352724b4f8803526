"""The engine asks every rule at its point, with the facts that it names; a misdeclared rule fails at import."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from string import Formatter
from typing import Any

import pytest

from kb.engine.core.actions import EVENTS, Move
from kb.engine.core.parameters import unread_parameters
from kb.engine.core.points import MOBILIZE_UNITS, MOMENTS, PHASES, QUESTIONS, phase_of
from kb.engine.core.rules import RULES, Form, allows, forbids, happens, refuses
from kb.pipeline.rules import wrong_rulesets
from kb.text.traces import _MADE
from tests.read_once import RULES_OF, modules, nodes, rulesets


def calls(method: str) -> Iterator[ast.Call]:
    """Yield every call of a method in the engine whose first argument is a literal."""
    for node in chain.from_iterable(map(nodes, modules("kb/engine"))):
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
        if called and node.args and isinstance(node.args[0], ast.Constant):
            yield node


def named(call: ast.Call) -> str:
    return str(call.args[0].value)  # type: ignore[attr-defined]


def written(method: str) -> set[str]:
    return {named(call) for call in calls(method)}


def points(*forms: Form) -> set[str]:
    return {point for rule in RULES.values() if rule.form in forms for point in rule.points}


def test_every_question_is_asked_and_has_rules() -> None:
    values = {"attack-values", "defense-values"}  # asked in one place, by a variable
    assert written("ask") | values == points(Form.ALLOWS, Form.FORBIDS, Form.CHANGES) == set(QUESTIONS)


def test_every_rule_that_holds_is_asked_for() -> None:
    assert written("holds") == {name for name, rule in RULES.items() if rule.form is Form.HOLDS}
    assert written("on") - RULES.keys() == set()


def test_questions_have_the_facts_that_rules_name() -> None:
    for call in (*calls("ask"), *calls("holds"), *calls("announce")):
        given = {each.arg for each in call.keywords}
        if named(call) in QUESTIONS | MOMENTS:
            assert given == set((QUESTIONS | MOMENTS)[named(call)]), named(call)
        else:
            rule = RULES[named(call)]
            said = {field.partition(".")[0] for _, field, _, _ in Formatter().parse(rule.says) if field}
            assert ({*rule.facts, *dict(rule.gates).values()} | said) - {"answer", "was", "now"} == given, rule.name


def test_every_moment_is_announced_and_has_a_rule() -> None:
    once = {name for name in MOMENTS if not phase_of(name) and name != "end of turn" and not name.startswith("use of ")}
    assert once <= points(Form.HAPPENS) and once <= written("announce")


@pytest.mark.parametrize(
    ("form", "function", "message"),
    [
        (forbids("", "strikes-first"), "(play, space): 'Toys.'", "names space, which is not a fact of strikes-first"),
        (forbids("{space}.", "strikes-first"), "(play, unit): 'Toys.'", "rule names space, which is not a fact"),
        (allows("", "strikes-last"), "(play): 'Toys.'", "unknown question 'strikes-last'"),
        (allows(""), "(play): 'Toys.'", "rule answers no question"),
        (happens("", "battle won", "battle lost"), "(play): 'Toys.'", "unknown moment 'battle lost'"),
        (allows("", "strikes-first"), "(unit, play): 'Toys.'", "rule must be given play first"),
        (
            allows("", "strikes-first"),
            "(play, *, far: int): 'Toys.'",
            "far of rule has an annotation that is not a kind of parameter",
        ),
        (allows("", "strikes-first"), "(play, *, warship: Fact): 'Toys.'", "unknown fact 'warship'"),
        (refuses("", Move), "(play, move): 'Toys.'", "rule names move, which is not a fact of Move"),
        (refuses("", Move, units="unit"), "(play, action): 'Toys.'", "rule names unit, which is not a fact of Move"),
        (refuses("{moon}.", Move), "(play, action) -> IsBreach: 'Toys.'", "the sentence of rule names moon"),
    ],
)
def test_a_misdeclared_rule_fails_at_import(form: Any, function: str, message: str) -> None:
    found: dict[str, Any] = {}
    exec(f"from __future__ import annotations\ndef rule{function}", found)
    with pytest.raises(TypeError, match=message):
        form(found["rule"])
    assert "rule" not in RULES


def test_a_rule_reads_all_facts_and_parameters_that_it_names() -> None:
    unread = {name: each for name, rule in RULES.items() if (each := unread_parameters(rule.function))}
    assert unread == {} and unread_parameters(lambda play, units, defense: [defense]) == ["units"]


def test_what_a_rule_rests_on_is_in_the_rule_sets_only() -> None:
    for path in modules("kb/engine"):
        if path.name == "__init__.py":
            continue  # an example asks what a rule rests on
        assert not re.search(r"\b(?:rev|ann|e99|e40|fas)/[a-z0-9-]+", path.read_text(encoding="utf-8")), path


def test_moments_of_phases_are_of_phases_that_there_are() -> None:
    assert set(PHASES) <= {phase.id for each in rulesets() for phase in each.phases}


def test_a_rule_of_a_phase_that_the_rule_set_lacks_is_found() -> None:
    revised = RULES_OF("revised").ruleset
    short = replace(revised, phases=tuple(each for each in revised.phases if each.id != MOBILIZE_UNITS))
    told = {str(each) for each in wrong_rulesets([short], [], [], [], [], []) if "takes effect in" in each.message}
    assert {name for name in RULES for each in told if f"'{name}' takes effect" in each} == {
        "unplaced-units-are-lost",
        "chinese-divisions",
    }


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    assert written("emit") == {*EVENTS, *_MADE} and not EVENTS.keys() & _MADE.keys()
