"""Output that cannot be written, a full disk: one line each, and the base that was there stays."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.base import paths
from kb.pipeline.kept import FILE
from tests.conftest import keep_results

RUN = "from kb.cli.front import main; main()"
#: `kb` with a limit on the size of files, in bytes
LIMITED = """
import resource, sys
size = int(sys.argv.pop(1))
from kb.cli.front import main
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
main()
"""
READING = (["search", "wolf packs"], ["export"], ["--help"])


def redirected(built: str, redirection: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``kb`` with a redirection of the shell."""
    return _run(["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-c", RUN, *arguments], built)


def limited(built: str, size: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``kb`` where no file may have more bytes than ``size``."""
    return _run([sys.executable, "-c", LIMITED, str(size), *arguments], built)


def _run(command: list[str], built: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def contents(directory: Path) -> dict[str, str]:
    """The SHA-256 of every file below a directory."""
    return {str(each): hashlib.sha256(each.read_bytes()).hexdigest() for each in directory.rglob("*") if each.is_file()}


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


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "<&- 2>&-"])
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


def test_a_build_without_room_keeps_the_old_base(own_built: Path, built: str) -> None:
    keep_results(own_built, built)
    before = apart_from_kept_results(own_built)
    done = limited(str(own_built), 1_000_000, "build")
    assert (done.returncode, done.stdout) == (2, "")
    told = "the disk is full, or files may not be as large as this"
    assert done.stderr.startswith("kb: ") and told in done.stderr and done.stderr.count("\n") == 1, done.stderr
    after = apart_from_kept_results(own_built)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) <= {str(own_built / ".lock")}


def apart_from_kept_results(place: Path) -> dict[str, str]:
    """The SHA-256 of every file of a folder of builds, without the results that are kept for the next build."""
    return {path: found for path, found in contents(place).items() if not path.endswith(FILE)}
