"""Functions in child processes: results and errors come back, and no child outlives its parent."""

from __future__ import annotations

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
from kb.base.errors import BadInput, Finding, KBError
from tests.conftest import ROOT


def fail(error: Exception) -> None:
    raise error


def test_results_come_back_in_the_order_of_the_functions() -> None:
    with in_background(lambda: time.sleep(0.1) or {"a": 1}, lambda: {"b": 2}) as wait:
        assert wait() == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    "error", [BadInput(Finding("one", "f.yaml", 3, "do this"), Finding("two")), MemoryError(), OSError(28, "No space")]
)
def test_errors_come_back_as_they_are(error: Exception) -> None:
    with in_background(lambda: fail(error)) as wait, pytest.raises(type(error)) as raised:
        wait()
    assert str(raised.value) == str(error)


def test_a_killed_process_is_an_error() -> None:
    with (
        in_background(lambda: os.kill(os.getpid(), signal.SIGKILL)) as wait,
        pytest.raises(KBError, match="was killed; if memory ran out, end other programs"),
    ):
        wait()


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
    """Return whether a process is running; a zombie is not."""
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
