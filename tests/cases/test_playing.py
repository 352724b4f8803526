"""Cases are played by their script, and what comes is held against what is expected."""

from __future__ import annotations

import pytest

from kb.cases.acts import VERBS
from kb.cases.expectations.key import Printed
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.played import PlayedCase
from kb.cases.expectations.printed import PRINTED
from kb.cases.language.scenario import REFERENCE
from kb.cases.play.playing import before, check, look_up, play, run
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.names import Wording
from kb.text import cases as reporting
from kb.text.stories import story
from kb.text.traces import trace_text
from tests.altered import altered
from tests.cases.conftest import Read
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
    """Each key is used where it holds; before anything has happened none of what is expected does."""
    scenarios = [each for each in read(EVERY) if each.proof == "play"]
    used = {key for each in scenarios for case in each.cases for item in case.expected for key in item.checks}
    assert used >= PLAYED.keys() - {"because"}
    for each in scenarios:
        begun = before(rules, each.case)
        for item in each.case.expected:
            told = [PLAYED[key].compare(begun, wanted, item) for key, wanted in item.checks.items()]
            assert any(expected != got for expected, got in told), (each.id, item.line)


def test_every_printed_expectation_can_hold_and_can_fail(read: Read, rules: Rulebook) -> None:
    """Each key is used in a case where it holds, and does not hold with another value."""
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
    assert told == ["the contrast is the same without its change"] * wrong and report.contrast_passed is not wrong


BATTLE = """
game: revised
scenarios:
  - id: a
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        sz5: {germany: {submarine: 1}, united-kingdom: {destroyer: 1}}
    do:
      - {battle: sz5, dice: [2, 3]}
    expect:
      - EXPECT
"""

WRONG = [
    ("lost: {germany: {submarine: 1}}", "germany: submarine: 1, united-kingdom: destroyer: 1"),
    ("{lost: {}, in: remove-opening-casualties, battle: over}", None),
    ("{lost: {}, in: dive-bombers}", "that step did not come"),
    ("stands: {sz5: {germany: {submarine: 1}}}", "sz5: nothing"),
    ("battle: waiting", "over"),
    ("because: [submarines-surface]", "nothing"),
    ("readings: [fleets-that-meet-at-the-start]", "nothing"),
    ("unverified: [bombarding-ships-stay]", "nothing"),
    ("dice: {submarines: 2}", "submarines: 1"),
    ("may: {germany: press}", "nothing"),
    ("retreat_to: [sz6]", "nothing"),
    ("options: {power: germany, are: [{submarine: 1}]}", "germany had no choice of casualties"),
    ("winner: axis", "none"),
    ("treasury: {germany: 3}", "germany: 0"),
    ("bought: {germany: {tank: 1}}", "germany: nothing"),
    ("technology: {germany: [rockets]}", "germany: nothing"),
    ("clock: {round: 2}", "round: 1"),
    ("holds: {norway: japan}", "norway: germany"),
    ("damaged: {sz5: {battleship: 1}}", "sz5: nothing"),
    ("submerged: {sz5: {germany: 1}}", "sz5: nothing"),
    ("aboard: {sz5: {transport: {infantry: 1}}}", "sz5: transport: nothing"),
]


@pytest.mark.parametrize(("expect", "got"), WRONG)
def test_what_came_is_told(read: Read, rules: Rulebook, expect: str, got: str | None) -> None:
    (scenario,) = read(BATTLE.replace("EXPECT", expect))
    report = check(rules, scenario)
    assert report.passed == (got is None), reporting.reason(report)
    if got is not None:
        assert reporting.reason(report).endswith(f"got {got}")


def test_a_fault_of_the_engine_is_not_blamed_on_the_case(
    read: Read, rules: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("sz99")

    monkeypatch.setattr("kb.engine.game.do", broken)
    monkeypatch.delenv("KB_TRACEBACK", raising=False)
    (scenario,) = read(BATTLE.replace("EXPECT", "battle: over"))
    told = reporting.reason(check(rules, scenario))
    assert "own.yaml:11: a fault of this program, not of the case: KeyError: 'sz99' at " in told
    assert "please report it" in told and "check the spaces" not in told


def test_every_case_can_be_told_and_every_trace(read: Read, rules: Rulebook) -> None:
    for each in read(EVERY):
        lines = story(each, rules)
        assert lines and all(line[0].isupper() or line[0].isdigit() for line in lines)
        for result in check(rules, each).cases:
            if isinstance(result, PlayedCase):
                trace = trace_text(rules, result.traces)
                assert not [line for line in trace if "..." in line or "{" in line]


def test_the_trace_is_a_tree_with_citations(read: Read, rules: Rulebook) -> None:
    (scenario,) = read(BATTLE.replace("EXPECT", "battle: over"))
    trace = trace_text(rules, run(rules, scenario.case).traces)
    at = next(number for number, line in enumerate(trace) if line.startswith("Opening fire in sea zone 5, cycle 1:"))
    assert (
        trace[at + 1].startswith("  ") and "[submarines-fire-in-opening-fire: rev/p4-s2-opening-fire" in trace[at + 1]
    )
    assert trace[at + 2] == "    Germany rolls 2 for submarines: one hit (at 2 or less)."


def test_reference_proofs_look_sections_up_where_they_are_at_hand(read: Read, rules: Rulebook) -> None:
    text = "game: revised\nscenarios:\n  - {id: a, proof: reference, expect: [section: {rev/x: {pages: '19'}}]}\n"
    (scenario,) = read(text)
    assert look_up(rules, scenario.case).passed
    assert look_up(rules, scenario.case, {"rev/x": {"pages": "19"}}.get).passed
    assert not look_up(rules, scenario.case, {"rev/x": {"pages": "20"}}.get).passed
    assert not look_up(rules, scenario.case, {}.get).passed


def test_too_much_to_play_is_a_finding_and_no_fault(
    read: Read, rules: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_much(*_: object) -> None:
        raise OverflowError("more than 9 ways to pick 5 units")

    scenario = read(EVERY)[0]
    monkeypatch.setattr("kb.engine.game.do", too_much)
    (finding,) = play(rules, scenario.case, "mine.yaml").findings
    assert finding.message == "too much to play: more than 9 ways to pick 5 units"
    assert finding.hint == "use fewer units and dice"


def test_numbers_keep_their_sign_and_plurals_are_english(rules: Rulebook) -> None:
    wording = Wording(rules.board)
    assert wording.filled("{unit} has {left} left", {"unit": "tank", "left": -7}) == "Tank has -7 left."
    assert wording.units({"industrial-complex": 2, "tank": 2}) == "two industrial complexes and two tanks"
