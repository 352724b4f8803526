"""The engine in a process of its own: it answers, it is ended where it takes too long, and the next one answers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Timer

import pytest

from kb.base.errors import BadInput, Finding, KBError, NotFound, TooLong
from kb.service import engine_process
from kb.service.engine_process import AskingProcess
from kb.store import read
from tests.questions import DEAR, FIGHT

ASKED = json.dumps({"game": "revised", "position": FIGHT, "do": [{"battle": "sz5"}]})


@pytest.fixture(scope="module")
def process(built: str) -> Iterator[AskingProcess]:
    """A process for all tests that leave one that answers."""
    process = AskingProcess(read.find(built).directory)
    yield process
    process.close()


@pytest.fixture
def own(built: str) -> Iterator[AskingProcess]:
    """A process that a test may close or replace."""
    process = AskingProcess(read.find(built).directory)
    yield process
    process.close()


def test_it_answers_one_question_after_another(process: AskingProcess) -> None:
    assert process.answer(ASKED)["waiting"][0]["dice"] == 1
    assert process.answer("{")["errors"]
    assert process.answer(ASKED)["waiting"][0]["dice"] == 1


def test_a_game_that_is_none_is_told(process: AskingProcess) -> None:
    with pytest.raises(NotFound, match="there is no game 'toy'"):
        process.boards("toy")


def test_what_takes_too_long_is_ended_and_the_next_question_is_answered(
    process: AskingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert process.ask("revised; uk combat move; sz5: uk 1 sub", {})["told"]
    before = process.spent
    with monkeypatch.context() as patch, pytest.raises(TooLong, match="seconds of processor time; ask about fewer"):
        patch.setattr(process, "_limit", 0.2)
        process.ask(DEAR, {})
    assert process.spent - before == pytest.approx(0.2)
    assert process.answer(ASKED)["legal"] is True


def test_what_is_counted_is_processor_time(process: AskingProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    process.answer(ASKED)
    assert process._process is not None
    monkeypatch.setattr(process, "_limit", 1.0)
    before = process.spent
    os.kill(process._process.pid, signal.SIGSTOP)
    late = Timer(2.0, os.kill, (process._process.pid, signal.SIGCONT))
    late.start()
    assert process.answer(ASKED)["legal"] is True
    assert 0 < process.spent - before < 1.0
    late.join()


def test_a_process_that_was_killed_is_no_question_that_takes_too_long(process: AskingProcess) -> None:
    process.answer(ASKED)
    assert process._process is not None
    process._process.kill()
    with pytest.raises(KBError, match="ended by signal 9; ask again") as caught:
        process.answer(ASKED)
    assert not isinstance(caught.value, TooLong) and process.answer(ASKED)["legal"] is True


def test_a_scenario_that_plays_nothing_is_no_case(process: AskingProcess) -> None:
    assert process.case("revised/no-such-case", "data/scenarios/revised/combat.yaml") is None


def test_it_asks_and_checks_as_the_reads_do(process: AskingProcess) -> None:
    line = "germany conduct combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"
    assert process.ask(line, {"game": "revised"})["waiting"][0]["space"] == "sz5"
    case = {"id": "a", "title": "A", "position": FIGHT, "do": [{"battle": "sz5", "dice": [2, 6]}]}
    case["expect"] = [{"lost": {"united-kingdom": {"destroyer": 1}}}]
    assert [row["passed"] for row in process.check({"game": "revised", "scenarios": [case]}, "")] == [True]
    with pytest.raises(BadInput, match="which game is it") as error:
        process.ask(line, {})
    assert error.value.findings[0].hint.startswith("begin with one")
    with pytest.raises(BadInput) as error:
        process.check("game: revised\nscenarios:\n  - id: a b", "")
    assert {each.line for each in error.value.findings} == {3}


def test_a_process_that_was_interrupted_answers_nothing_more(
    process: AskingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process.answer(ASKED)
    before = process._process
    with monkeypatch.context() as patch:
        told = TooLong(Finding("takes longer", hint="split it"))
        patch.setattr("kb.service.engine_process._exchange", lambda *_: (told, 1.0))
        with pytest.raises(TooLong, match="takes longer; split it"):
            process.ask("revised", {})
    assert before is not None and before.poll() is not None and process._process is None
    assert process.answer(ASKED)["legal"] is True


def test_without_timers_of_the_system_a_thread_ends_it(
    own: AskingProcess, built: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import signal, sys; del signal.setitimer; import kb.service.engine_process as it; it.main()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    command = [sys.executable, "-c", code, read.find(built).directory]
    own._process = subprocess.Popen(command, **pipes)
    monkeypatch.setattr(engine_process, "_LATE", 124)
    assert own.answer(ASKED)["legal"] is True
    own._limit = 0.2
    with pytest.raises(TooLong, match=r"longer than 0\.2 seconds of processor time"):
        own.ask(DEAR, {})


def test_what_waits_when_it_is_closed_is_refused_at_once(own: AskingProcess) -> None:
    own.answer(ASKED)
    before = own._process
    with ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(own.ask, DEAR, {}) for _ in range(3)]
        while not own._lock.locked():
            time.sleep(0.01)
        own.close()
        errors = sorted(str(each.exception()) for each in waiting)
    assert errors[:2] == ["nothing is answered any more"] * 2 and own._process is None
    assert before is not None and before.poll() is not None
