"""Without a list of files that matches the base nothing is served, and ``kb doctor`` says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.store import read
from tests.conftest import Run


def without_contents(build: read.Build) -> None:
    Path(build.path(read.CONTENTS)).unlink()


def with_a_file_less_in_contents(build: read.Build) -> None:
    contents = Path(build.path(read.CONTENTS))
    contents.write_text("".join(contents.read_text().splitlines(keepends=True)[:-1]))


Damage = Callable[[read.Build], None]


@pytest.mark.parametrize("damage", [without_contents, with_a_file_less_in_contents])
def test_kb_serve_refuses_it_in_one_line_and_kb_doctor_says_so(
    kb_command: Run, own_built: Path, damage: Damage
) -> None:
    damage(read.find(str(own_built)))
    done = kb_command("serve", "--host", "nosuch.invalid", KB_BUILT=str(own_built))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "--host" not in done.stderr and "kb build" in done.stderr
    done = kb_command("doctor", KB_BUILT=str(own_built))
    assert done.returncode == 2 and "whole" not in done.stdout
    assert len(json.loads(kb_command("doctor", "--json", KB_BUILT=str(own_built)).stdout)["problems"]) == 1
