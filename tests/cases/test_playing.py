"""Cases are played by their script, and the results are compared with the expectations."""

from __future__ import annotations

import pytest

from kb.cases.acts import VERBS
from kb.cases.expectations.key import Printed
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.played import PlayedCase
from kb.cases.expectations.printed import PRINTED
from kb.cases.language.scenario import REFERENCE
from kb.cases.play.playing import before, check, run
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.text import cases as reporting
from kb.text.stories import story
from kb.text.traces import trace_text
from tests.altered import altered
from tests.cases.conftest import Read
from tests.cases.test_language import CASE
from tests.conftest import ROOT

EVERY = (ROOT / "tests" / "cases" / "every_act.yaml").read_text()


def test_a_scenario_for_every_action_passes(read: Read, rules: Rulebook) -> None:
    scenarios = read(EVERY)
    for each in scenarios:
        report = check(rules, each)
        assert report.passed and report.contrast_passed, "\n".join(reporting.lines(report, rules))
    acts = {act.kind for each in scenarios for case in each.cases for act in case.do}
    assert acts == set(VERBS)


def test_every_expectation_can_hold_and_can_fail(read: Read, rules: Rulebook) -> None:
    """Each key is used in a case in which it holds; no expectation of it holds before the first action."""
    scenarios = [each for each in read(EVERY) if each.proof == "play"]
    used = {key for each in scenarios for case in each.cases for item in case.expected for key in item.checks}
    assert used >= PLAYED.keys() - {"because"}
    for each in scenarios:
        begun = before(rules, each.case)
        for item in each.case.expected:
            told = [PLAYED[key].compare(begun, wanted, item) for key, wanted in item.checks.items()]
            assert any(expected != got for expected, got in told), (each.id, item.line)


def test_every_printed_expectation_can_hold_and_can_fail(read: Read, rules: Rulebook) -> None:
    """Each key is used in a case in which it holds, and does not hold with another value."""
    cases = [case for each in read(EVERY) if each.proof == REFERENCE for case in each.cases]
    printed = Printed(rules, {"rev/special-combats": {"title": "Special combats", "pages": "19"}}.get)
    said = {key: (wanted, item) for case in cases for item in case.expect for key, wanted in item.checks.items()}
    assert said.keys() == PRINTED.keys()
    for key, (wanted, item) in said.items():
        expected, got = PRINTED[key].compare(printed, wanted, item)
        assert expected == got, key
        instead, changed = altered(key, wanted)
        expected, got = PRINTED[instead].compare(printed, changed, item)
        assert expected != got, key


@pytest.mark.parametrize(
    ("change", "expect", "wrong"),
    [
        ("{spaces: {sz5: {united-kingdom: {destroyer: 0, transport: 1}}}}", "battle: waiting", False),
        ("{treasuries: {germany: 5}}", "battle: over", True),
    ],
)
def test_a_contrast_of_the_base_that_is_the_same_without_its_change_fails(
    read: Read, rules: Rulebook, change: str, expect: str, wrong: bool
) -> None:
    text = BATTLE.replace("EXPECT", "battle: over")
    text += f"    contrast: {{change: {change}, expect: [{{{expect}}}]}}\n"
    (scenario,) = read(text.replace("dice: [2, 3]", "dice: [6, 3]"))
    of_the_base = [replace(case, own=False) for case in scenario.cases]
    report = check(rules, replace(scenario, case=of_the_base[0], contrasts=(of_the_base[1],)))
    told = [each.message for each in report.findings]
    same = "the contrast has the same result without its change"
    assert told == [same] * wrong and report.contrast_passed is not wrong


BATTLE = CASE.replace("battle: over", "EXPECT")

WRONG = [
    ("lost: {germany: {submarine: 1}}", "germany: submarine: 1, united-kingdom: destroyer: 1"),
    ("{lost: {}, in: remove-opening-casualties, battle: over}", None),
    ("{lost: {}, in: dive-bombers}", "that step was not reached"),
    ("stands: {sz5: {germany: {submarine: 1}}}", "sz5: nothing"),
    ("because: [submarines-surface]", "nothing"),
    ("readings: [fleets-that-meet-at-the-start]", "nothing"),
    ("dice: {submarines: 2}", "submarines: 1"),
    ("options: {power: germany, are: [{submarine: 1}]}", "germany had no choice of casualties"),
    ("treasury: {germany: 3}", "germany: 0"),
    ("clock: {round: 2}", "round: 1"),
    ("aboard: {sz5: {transport: {infantry: 1}}}", "sz5: transport: nothing"),
]


@pytest.mark.parametrize(("expect", "got"), WRONG)
def test_results_are_described(read: Read, rules: Rulebook, expect: str, got: str | None) -> None:
    (scenario,) = read(BATTLE.replace("EXPECT", expect))
    report = check(rules, scenario)
    assert report.passed == (got is None), reporting.reason(report)
    if got is not None:
        assert reporting.reason(report).endswith(f"got {got}")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyError("sz99"), "own.yaml:11: an error of this program, not of the case: KeyError: 'sz99' at "),
        (
            OverflowError("more than 9 ways"),
            "own.yaml:11: too much to play: more than 9 ways; use fewer units and dice",
        ),
    ],
)
def test_an_error_of_the_engine_is_a_finding(
    read: Read, rules: Rulebook, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr("kb.engine.game.do", broken)
    monkeypatch.delenv("KB_TRACEBACK", raising=False)
    (scenario,) = read(BATTLE.replace("EXPECT", "battle: over"))
    assert reporting.reason(check(rules, scenario)).startswith(told)


def test_the_trace_is_a_tree_with_citations_and_without_holes(read: Read, rules: Rulebook) -> None:
    (scenario,) = read(BATTLE.replace("EXPECT", "battle: over"))
    trace = trace_text(rules, run(rules, scenario.case).traces)
    at = next(number for number, line in enumerate(trace) if line.startswith("Opening fire in sea zone 5, cycle 1:"))
    assert trace[at + 1].startswith("  ")
    assert "[submarines-fire-in-opening-fire: rev/p4-s2-opening-fire" in trace[at + 1]
    assert trace[at + 2] == "    Germany rolls for submarines: submarine 2 (2): hit."
    for each in read(EVERY):
        assert all(line[0].isupper() or line[0].isdigit() for line in story(each, rules))
        played = [result for result in check(rules, each).cases if isinstance(result, PlayedCase)]
        lines = [line for result in played for line in trace_text(rules, result.traces)]
        assert not [line for line in lines if "..." in line or "{" in line]
