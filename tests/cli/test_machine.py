"""Output that cannot be written: one line, and the exit status of the result."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kb.base import paths

RUN = "from kb.cli.front import main; main()"
READING = (["search", "wolf packs"], ["export"])


def redirected(built: str, redirection: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``kb`` with a redirection of the shell."""
    command = ["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-c", RUN, *arguments]
    environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize("arguments", READING, ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("redirection", "why"), [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")]
)
def test_an_output_that_cannot_be_written_is_one_line(
    built: str, arguments: list[str], redirection: str, why: str
) -> None:
    done = redirected(built, redirection, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    told = [line for line in done.stderr.splitlines() if not line.startswith("Also searched: ")]
    assert told == [f"kb: standard output cannot be written ({why})"]


@pytest.mark.parametrize("redirection", ["2>/dev/full", "<&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["search", "wolf packs"], 0), (["show", "rev-nosuch-1"], 1), (["search", "--nonsense"], 2)],
    ids=["found", "not-found", "bad-usage"],
)
def test_errors_that_cannot_be_told_change_no_result(
    built: str, arguments: list[str], status: int, redirection: str
) -> None:
    done = redirected(built, redirection, *arguments)
    assert (done.returncode, done.stderr) == (status, "")
    assert bool(done.stdout) == (status == 0)
