"""Output that cannot be written, a full disk, too little memory: one line each, and the base that was there stays."""

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
#: `kb` with a limit: its name, and its value, of memory beyond what is used when it starts. The stack is made to grow
#: before, by a deep list that is written: the system ends a program whose stack cannot grow, and nothing can tell that
LIMITED = """
import resource, sys
name, value = sys.argv.pop(1), int(sys.argv.pop(1))
from kb.cli.front import main
deep = []
for _ in range(900):
    deep = [deep]
repr(deep)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() if name == "RLIMIT_AS" else 0
resource.setrlimit(getattr(resource, name), (used + value, used + value))
main()
"""
READING = (["search", "wolf packs"], ["export"], ["--help"])


def redirected(built: str, redirection: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``kb`` with a redirection of the shell."""
    return _run(["/bin/sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-c", RUN, *arguments], built)


def limited(built: str, name: str, value: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``kb`` under a limit of the operating system."""
    return _run([sys.executable, "-c", LIMITED, name, str(value), *arguments], built)


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


@pytest.mark.parametrize(
    "arguments", [["search", "torp* submarien"], ["show", "rev-sub-2"]], ids=lambda words: words[0]
)
def test_too_little_memory_to_read_is_one_line(built: str, arguments: list[str]) -> None:
    short, enough = (limited(built, "RLIMIT_AS", size, *arguments) for size in (0, 500_000_000))
    assert (short.returncode, short.stdout, enough.returncode) == (2, "", 0)
    (line,) = short.stderr.splitlines()
    assert line.startswith("kb: there is not enough memory; ")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("RLIMIT_AS", 10_000_000, "there is not enough memory"),
        ("RLIMIT_FSIZE", 100_000, "the disk is full, or files may not be as large as this"),
        ("RLIMIT_FSIZE", 5_000_000, "the disk is full, or files may not be as large as this"),
    ],
)
def test_a_build_without_memory_or_room_keeps_the_old_base(
    own_built: Path, built: str, name: str, value: int, told: str
) -> None:
    keep_results(own_built, built)
    before = apart_from_kept_results(own_built)
    done = limited(str(own_built), name, value, "build")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kb: ") and told in done.stderr and done.stderr.count("\n") == 1, done.stderr
    after = apart_from_kept_results(own_built)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) <= {str(own_built / ".lock")}


def apart_from_kept_results(place: Path) -> dict[str, str]:
    """The SHA-256 of every file of a folder of builds, without the results that are kept for the next build."""
    return {path: found for path, found in contents(place).items() if not path.endswith(FILE)}
