"""A command that ends its process at once has written everything, and ends with its own status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.base import paths

COMMAND = [sys.executable, "-c", "from kb.cli.front import main; main()"]


@pytest.mark.parametrize(
    ("words", "status"),
    [(["export"], 0), (["search", "zzzzqqqq"], 1), (["show", "rev-none-1"], 1), (["search", "game:chess sub"], 2)],
)
def test_the_output_is_whole_and_the_status_its_own(built: str, tmp_path: Path, words: list[str], status: int) -> None:
    environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    with (tmp_path / "out").open("wb") as out, (tmp_path / "told").open("wb") as told:
        done = subprocess.run([*COMMAND, *words], stdout=out, stderr=told, env=environment, check=False)
    assert done.returncode == status
    written = (tmp_path / ("told" if status else "out")).read_text("utf-8")
    assert written.endswith("\n") and (status or written.splitlines()[-1].endswith("}"))


def test_a_pipe_that_closes_early_is_quiet(built: str) -> None:
    environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    with subprocess.Popen(
        [*COMMAND, "export"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
