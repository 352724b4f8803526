"""The engine in a process of its own: it answers, and a new one replaces it if it takes too long."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Timer

import pytest

from kb.base.errors import BadInput, NotFound, TooLong
from kb.service.engine_process import AskingProcess
from kb.store import read
from tests.questions import DEAR, FIGHT

ASKED = json.dumps({"game": "revised", "position": FIGHT, "do": [{"battle": "sz5"}]})


@pytest.fixture(scope="module")
def process(built: str) -> Iterator[AskingProcess]:
    """Yield a process for all tests that do not end it."""
    process = AskingProcess(read.find(built).directory)
    yield process
    process.close()


def test_it_answers_one_request_after_another(process: AskingProcess) -> None:
    assert process.answer(ASKED)["waiting"][0]["dice"] == 1
    assert process.answer("{")["errors"]
    with pytest.raises(NotFound, match="there is no game 'toy'"):
        process.boards("toy")
    assert process.case("revised/no-such-case", "data/scenarios/revised/combat.yaml") is None
    line = "germany conduct combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
    assert process.ask(line, {"game": "revised"})["waiting"][0]["space"] == "sz5"
    case = {"id": "a", "title": "A", "position": FIGHT, "do": [{"battle": "sz5", "dice": [2, 6]}]}
    case["expect"] = [{"lost": {"united-kingdom": {"destroyer": 1}}}]
    assert [row["passed"] for row in process.check({"game": "revised", "scenarios": [case]}, "")] == [True]
    with pytest.raises(BadInput) as error:
        process.check("game: revised\nscenarios:\n  - id: a b", "")
    assert {each.line for each in error.value.findings} == {3}


def test_a_request_that_takes_too_long_is_ended_and_the_next_is_answered(
    process: AskingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process.answer(ASKED)
    before, was = process.spent, process.pid
    with monkeypatch.context() as patch, pytest.raises(TooLong, match=r"longer than 0\.2 seconds of processor time"):
        patch.setattr(process, "_limit", 0.2)
        process.ask(DEAR, {})
    assert process.spent - before == pytest.approx(0.2, abs=0.1)
    assert process.answer(ASKED)["legal"] is True and process.pid != was


def test_the_limit_counts_processor_time(process: AskingProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    process.answer(ASKED)
    monkeypatch.setattr(process, "_limit", 1.0)
    os.kill(process.pid, signal.SIGSTOP)
    late = Timer(2.0, os.kill, (process.pid, signal.SIGCONT))
    late.start()
    assert process.answer(ASKED)["legal"] is True
    late.join()


def test_closing_refuses_the_requests_that_wait(built: str) -> None:
    own = AskingProcess(read.find(built).directory)
    own.answer(ASKED)
    with ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(own.ask, DEAR, {}) for _ in range(3)]
        while not own._lock.locked():
            time.sleep(0.01)
        own.close()
        errors = sorted(str(each.exception()) for each in waiting)
    assert errors[-2:] == ["the engine's process has ended; ask again once the server runs"] * 2 and own.pid == 0
