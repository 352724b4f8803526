"""Every question the engine asks has a rule that answers it, and every rule stands where it is asked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from kb.engine import questions
from kb.engine.core.actions import Move
from kb.engine.core.play import MOBILIZE_UNITS, PHASES, Play
from kb.engine.core.position import Facts, Unit
from kb.engine.core.questions import MOMENTS, QUESTIONS, Question, question
from kb.engine.core.registry import RULES, Form, answers, refuses
from kb.engine.moments import phase_of
from kb.pipeline.rules import wrong_rulesets
from kb.text.traces import EVENTS
from tests.read_once import RULES_OF, modules, nodes, rulesets


def calls(method: str) -> Iterator[ast.expr]:
    """The first argument of every call of a method in the engine."""
    for node in chain.from_iterable(map(nodes, modules("kb/engine"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method:
            yield node.args[0]


def written(method: str) -> set[str]:
    """Those of the arguments that are written out."""
    return {arg.value for arg in calls(method) if isinstance(arg, ast.Constant)}  # type: ignore[misc]


def used(method: str, room: str) -> set[str]:
    """The questions or moments, by the last word of what is written, that some call of a method is about."""
    return {ast.unparse(arg).rpartition(".")[2] for arg in calls(method) if ast.unparse(arg).startswith(room)}


def points(form: Form) -> set[str]:
    return {point for rule in RULES.values() if rule.form is form for point in rule.points}


def test_every_question_is_asked_and_has_a_rule() -> None:
    asked = used("ask", "questions.") | used("adjust", "questions.")
    assert {name.replace("_", "-") for name in asked} == points(Form.ANSWERS) == set(QUESTIONS)


def test_a_question_with_a_default_is_asked_and_another_is_adjusted() -> None:
    asked, adjusted = used("ask", "questions."), used("adjust", "questions.")
    for name, each in QUESTIONS.items():
        assert name.replace("-", "_") in (asked if isinstance(each, Question) else adjusted), name


def test_every_moment_is_announced_and_has_a_rule() -> None:
    announced = {name.replace("_", " ") for name in used("announce", "moments.")}
    once = {name for name in MOMENTS if not phase_of(name) and name not in ("end of turn",)}
    assert announced >= once
    assert once <= points(Form.HAPPENS)


def test_questions_and_moments_say_what_they_are() -> None:
    for each in QUESTIONS.values():
        assert each.sentence.endswith(("?", ".", "``later`` are the hits still to be placed, with their targets.")), (
            each.name
        )
        assert "?" in each.sentence, each.name
    for moment in MOMENTS.values():
        assert moment.sentence.endswith("."), moment.name


def test_no_two_questions_have_one_name() -> None:
    def strikes_first(*, unit: object) -> bool: ...  # type: ignore[empty-body]

    with pytest.raises(TypeError, match="two questions or moments are named strikes-first"):
        question("Does it?", False)(strikes_first)


def test_a_default_is_of_the_type_of_the_answer() -> None:
    plain = {"bool": bool, "int": int, "str": str}
    for each in QUESTIONS.values():
        if isinstance(each, Question) and each.answer in plain:
            assert type(each.default) is plain[each.answer], each.name


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda play, answer, unit: answer, "must be given"),
        ("def rule(play: Play, answer: bool, units: Unit) -> bool: ...", "must be given .play, answer, unit: Unit."),
        ("def rule(play: Play, answer: int, unit: Unit) -> int: ...", "and return bool"),
        ("def rule(play: Play, answer: bool, unit: str) -> bool: ...", "unit: Unit"),
        ("def rule(play: Play, answer: bool, unit: Unit, *, far: int = 3) -> bool: ...", "far of rule is not declared"),
    ],
)
def test_a_rule_that_does_not_fit_its_question_fails_as_it_is_declared(function: Any, message: str) -> None:
    if isinstance(function, str):
        found: dict[str, Any] = {}
        exec("from __future__ import annotations\n" + function, found)
        function = found["rule"]
    with pytest.raises(TypeError, match=message):
        answers("", questions.strikes_first, about="Toys.")(function)
    assert "rule" not in RULES


def test_a_sentence_names_only_facts_that_its_rule_is_told() -> None:
    def rule(play: Play, answer: bool, unit: Unit) -> bool:
        return answer

    with pytest.raises(TypeError, match="the sentence of rule names space, which is no fact"):
        answers("{unit} stays in {space}.", questions.strikes_first, about="Toys.")(rule)
    assert "rule" not in RULES


def test_a_rule_that_refuses_takes_its_arguments_in_their_order() -> None:
    def rule(action: Move, play: Play) -> Iterator[Facts]:
        yield {}

    with pytest.raises(TypeError, match=r"rule must be given \(play, action: Move\)"):
        refuses("", Move)(rule)  # type: ignore[arg-type]
    assert "rule" not in RULES


def test_a_rule_needs_a_sentence_and_a_name_of_its_own() -> None:
    def rule(play: Play, action: Move) -> Iterator[Facts]:
        yield {}

    with pytest.raises(TypeError, match="rule needs a docstring that says what the rule says in general"):
        refuses("", Move)(rule)
    rule.__name__, rule.__doc__ = "closed_spaces", "Some spaces are closed."
    with pytest.raises(TypeError, match="two rules are named closed-spaces"):
        refuses("", Move)(rule)


def test_what_a_rule_rests_on_is_in_the_rule_sets_only() -> None:
    for path in modules("kb/engine"):
        assert not re.search(r"\b(?:rev|ann|e99|e40|fas)/[a-z0-9-]+", path.read_text(encoding="utf-8")), path


def test_moments_of_phases_are_of_phases_that_there_are() -> None:
    found = {point for point in points(Form.HAPPENS) if point.startswith(("start of ", "end of "))}
    assert {moment for moment in found if not phase_of(moment)} == {"end of turn", "end of round"}
    assert set(PHASES) <= {phase.id for each in rulesets() for phase in each.phases}


def test_a_rule_that_waits_for_a_phase_that_never_comes_is_found() -> None:
    revised = RULES_OF("revised").ruleset
    short = replace(revised, phases=tuple(each for each in revised.phases if each.id != MOBILIZE_UNITS))
    told = {str(each) for each in wrong_rulesets([short], [], [], [], [], []) if "waits for" in each.message}
    assert {name for name in RULES for each in told if f"'{name}' waits" in each} == {
        "unplaced-units-are-lost",
        "chinese-divisions",
    }


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    assert written("emit") == {*EVENTS}


def test_the_engine_asks_only_for_rules_that_it_has_whether_they_are_in_force() -> None:
    assert written("on") - RULES.keys() == set()
