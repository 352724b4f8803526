"""Tests of programs that are not installed are left out visibly; where nothing may be left out they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.programs import PROGRAMS

DRIVES_CHROMIUM = "tests/web/test_screenshot.py"
ALL = (DRIVES_CHROMIUM, "tests/web/test_serve.py", "tests/web/test_two_processes.py")
LINE = "{} tests left out, as these programs are missing: {} (apt-get install {})"


@pytest.fixture
def full(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine that has every program (they are not run)."""
    own = tmp_path / "bin"
    own.mkdir()
    for name in PROGRAMS:
        (own / name).touch(mode=0o755)
    return {**os.environ, "PATH": str(own), "CI": ""}


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine without any program on its path."""
    return {**os.environ, "PATH": str(tmp_path), "CI": ""}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


def test_tests_of_missing_programs_are_left_out_in_one_line(full: dict[str, str], bare: dict[str, str]) -> None:
    everything, some = (run(environment, "--collect-only", *ALL).stdout for environment in (full, bare))
    tests = [{line for line in told.splitlines() if "::" in line} for told in (everything, some)]
    left_out = tests[0] - tests[1]
    assert tests[1] and any("browser" not in each and DRIVES_CHROMIUM not in each for each in left_out)
    assert LINE.format(len(left_out), "chromium, nginx, openssl", "chromium nginx-light openssl") in some.splitlines()
    assert "left out" not in everything


def test_tests_that_were_not_asked_for_are_not_counted(bare: dict[str, str]) -> None:
    assert "left out" not in run(bare, "--collect-only", "-m", "not browser", DRIVES_CHROMIUM).stdout


def test_the_line_is_written_by_parallel_runs_too(bare: dict[str, str]) -> None:
    assert LINE.format(1, "chromium", "chromium") in run(bare, "--numprocesses", "1", DRIVES_CHROMIUM).stdout


def test_a_missing_program_is_a_failure_in_ci(bare: dict[str, str]) -> None:
    done = run({**bare, "CI": "true"}, DRIVES_CHROMIUM)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "this test needs chromium: apt-get install chromium" in done.stdout and "left out" not in done.stdout
