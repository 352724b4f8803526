"""Scenarios are checked in two processes as in one, and what takes too much processor time is interrupted."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from kb.base.errors import Finding, KBError, TooLong
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import Scenario
from kb.cases.play import playing
from kb.cases.play.playing import ScenarioResult, check, within
from tests.cases.conftest import Read
from tests.read_once import RULES_OF, scenarios

CASE = """
game: GAME
scenarios:
  - id: ID
    position:
      turn: germany
      phase: conduct-combat
      spaces: {SPACE: {germany: {destroyer: 1}, united-kingdom: {destroyer: 1}}}
    do:
      - {battle: SPACE, dice: [1, 6]}
    expect:
      - lost: {united-kingdom: {destroyer: LOST}}
"""
SPACES = {"revised": "sz5", "anniversary": "sz5", "europe-1940": "sz110"}


def _check(scenario: Scenario) -> ScenarioResult:
    return check(RULES_OF.of(scenario), scenario)


def test_failures_are_told_in_full_wherever_they_were_found(read: Read) -> None:
    cases = [
        read(CASE.replace("GAME", game).replace("SPACE", space).replace("ID", name).replace("LOST", lost))[0]
        for game, space in SPACES.items()
        for name, lost in (("right", "1"), ("wrong", "2"))
    ]
    found = playing.reports(cases, _check)
    assert [(each.scenario.id, each.passed) for each in found] == [("right", True), ("wrong", False)] * len(SPACES)
    for report in found:
        if not report.passed:
            assert report.cases[0].failures == _check(report.scenario).cases[0].failures
            assert isinstance(report.cases[0], PlayedCase)


def test_some_scenarios_are_checked_in_the_second_process() -> None:
    known = [each for game in ("flames-and-steel", "europe-1999") for each in scenarios() if each.game == game]
    here: list[str] = []

    def noted(scenario: Scenario) -> ScenarioResult:
        here.append(scenario.game)
        return _check(scenario)

    found = playing.reports(known, noted)
    assert [report.scenario for report in found] == known
    assert len(set(here)) == 1 and len(here) < len(known)


def test_what_takes_too_long_is_interrupted_although_it_catches_errors() -> None:
    began = time.process_time()
    with pytest.raises(TooLong, match="the file: takes longer than"), within(0.05, "the file"):
        while time.process_time() < began + 5:
            with suppress(KBError):
                sum(range(1_000))
    assert time.process_time() < began + 4


def test_only_processor_time_counts_and_only_within() -> None:
    with within(0.05, "the file"):
        time.sleep(0.2)
    began = time.process_time()
    while time.process_time() < began + 0.1:
        pass


def test_what_goes_wrong_within_the_time_is_told_as_it_is() -> None:
    with pytest.raises(KBError, match="another") as error, within(5, "the file"):
        raise KBError(Finding("another"))
    assert not isinstance(error.value, TooLong)
