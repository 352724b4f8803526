"""Two installations of one build answer alike, whatever the machine: its language, time, folders and user."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.promises.answering import COMMANDS, PAGES

#: what one machine and another may be set to
MACHINES = (
    {"LC_ALL": "C.UTF-8", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1", "USER": "judge", "COLUMNS": "80"},
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns", "PYTHONHASHSEED": "4242", "USER": "root", "COLUMNS": "80"},
)


def installed(where: Path, built: str) -> dict[str, str]:
    """A copy of program, data and build in a folder; the environment that names them."""
    for name in ("kb", "data"):
        shutil.copytree(ROOT / name, where / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(built, where / "built")
    named = {"PYTHONPATH": str(where), "KB_DATA": str(where / "data"), "KB_BUILT": str(where / "built")}
    return {**named, "HOME": str(where), "PATH": os.environ["PATH"], "PYTHONUTF8": "1"}


def answers(where: Path, environment: dict[str, str]) -> dict[str, Any]:
    """What an installation answers."""
    program = ROOT / "tests" / "promises" / "answering.py"
    written = where / "answers.json"
    subprocess.run([sys.executable, "-P", program, written], env=environment, cwd=where, check=True)
    found: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    return found


def test_two_installations_answer_alike(built: str, tmp_path: Path) -> None:
    places = (tmp_path / "one", tmp_path / "quite" / "another place")
    one, other = (
        answers(where, {**installed(where, built), **machine}) for where, machine in zip(places, MACHINES, strict=True)
    )
    assert len(one) == len(COMMANDS) + len(PAGES)
    assert [asked for asked, told in one.items() if told != other[asked]] == []
    assert [asked for asked, (status, *_) in one.items() if status not in (0, 1, 200)] == []
    assert not any(str(tmp_path) in json.dumps(told) for told in one.values()), "no answer tells where it is installed"
