"""Tests of programs that are not installed are left out visibly; where nothing may be left out they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import programs
from tests.conftest import ROOT

SUITE = """
    import pytest

    @pytest.fixture
    def browser():
        return "opened"

    def test_page(browser):
        pass

    @pytest.mark.needs("nginx")
    @pytest.mark.needs("openssl")
    def test_served():
        pass

    def test_pure():
        pass
"""
LINE = "{} tests left out, as these programs are missing: {} (apt-get install {})"


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A few tests under the rules of this suite, on a machine without any program on its path."""
    pytester.makepyfile(SUITE)
    pytester.makeini("[pytest]\nmarkers =\n    browser\n    needs\n")
    monkeypatch.setenv("PATH", str(pytester.mkdir("empty")))
    monkeypatch.delenv("CI", raising=False)
    return pytester


def install(suite: pytest.Pytester, *names: str) -> None:
    for name in names:
        (suite.path / "empty" / name).touch(mode=0o755)


def run(suite: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return suite.runpytest_inprocess("-p", "tests.programs", *arguments)


@pytest.mark.parametrize("workers", ["0", "1"])
def test_tests_of_missing_programs_are_left_out_in_one_line(suite: pytest.Pytester, workers: str) -> None:
    done = run(suite, "-n", workers)
    assert done.ret == 0 and done.parseoutcomes()["passed"] == 1
    assert done.outlines.count(LINE.format(2, "chromium, nginx, openssl", "chromium nginx-light openssl")) == 1


def test_where_the_programs_are_there_the_tests_run(suite: pytest.Pytester) -> None:
    install(suite, "chromium-browser", "nginx", "openssl")
    done = run(suite)
    assert done.parseoutcomes() == {"passed": 3} and "left out" not in done.stdout.str()


def test_only_what_is_missing_is_named(suite: pytest.Pytester) -> None:
    install(suite, "chromium", "nginx")
    assert LINE.format(1, "openssl", "openssl") in run(suite).outlines


def test_a_missing_program_is_a_failure_in_ci(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    done = run(suite)
    assert done.parseoutcomes() == {"passed": 1, "errors": 2}
    done.stdout.fnmatch_lines(["*this test needs chromium: apt-get install chromium*"])
    assert "left out" not in done.stdout.str()


def test_programs_of_root_are_found(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(suite.mkdir("bin")))
    assert programs.find("nginx") is None
    (suite.mkdir("sbin") / "nginx").touch(mode=0o755)
    assert programs.find("nginx") == str(suite.path / "sbin" / "nginx")


def test_this_suite_says_what_it_leaves_out(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "tests/web"]
    environment = {**os.environ, "PATH": str(tmp_path), "CI": "", "KB_BUILT": str(tmp_path)}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    (line,) = [each for each in done.stdout.splitlines() if "left out" in each]
    missing, install = "chromium, nginx, openssl, phone-engine", "chromium nginx-light openssl, kb phone-engine"
    assert line == LINE.format(line.split()[0], missing, install)
    assert "test_screenshot.py" not in done.stdout and "test_statements.py" in done.stdout
