"""Work beside a build: what it gives and what it raises come back, and nothing of it outlives who began it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from kb.base.background import in_background
from kb.base.errors import BadInput, Finding
from tests.conftest import ROOT


def test_what_the_work_gives_comes_back() -> None:
    with in_background(lambda: {"a": 1}) as wait:
        assert wait() == {"a": 1}


def test_findings_come_back_as_they_are() -> None:
    def work() -> None:
        raise BadInput(Finding("one", "f.yaml", 3, "do this"), Finding("two"))

    with in_background(work) as wait, pytest.raises(BadInput) as caught:
        wait()
    assert [str(each) for each in caught.value.findings] == ["f.yaml:3: one; do this", "two"]


def test_a_fault_in_it_is_a_fault(capfd: pytest.CaptureFixture[str]) -> None:
    with in_background(lambda: 1 // 0) as wait, pytest.raises(RuntimeError, match="see above"):
        wait()
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_whoever_leaves_without_waiting_stops_it() -> None:
    began = time.monotonic()
    with pytest.raises(KeyError), in_background(lambda: time.sleep(60)):
        raise KeyError
    assert time.monotonic() - began < 30
    assert multiprocessing.active_children() == []


FORKING = """
import os, sys, time
from kb.base.background import in_background

def work():
    with open(sys.argv[1], "w") as file:
        file.write(f"{os.getpid()}\\n")
    time.sleep(600)

with in_background(work):
    time.sleep(600)
"""


def running(process: int) -> bool:
    """Whether a process has not ended; one that nobody has waited for has."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(1200):
        if holds():
            return
        time.sleep(0.05)
    pytest.fail("it did not happen within a minute")


def test_the_work_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    told = tmp_path / "child"
    parent = subprocess.Popen([sys.executable, "-c", FORKING, str(told)], cwd=ROOT)
    wait_until(lambda: told.exists() and told.read_text().endswith("\n"))
    child = int(told.read_text())
    assert running(child)
    parent.kill()
    parent.wait()
    try:
        wait_until(lambda: not running(child))
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
