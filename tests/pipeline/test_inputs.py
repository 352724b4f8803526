"""The digest of a build covers every file it was made from."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from kb.knowledge import KnowledgeBase
from kb.pipeline.inputs import checksums
from kb.pipeline.run import build
from kb.store import read
from tests.conftest import ROOT, edit

#: builds without forking and prints the files below the data directory that were opened for reading
BUILD = """
import json, os, sys
opened = set()
sys.addaudithook(lambda event, of: opened.add(of[0]) if event == "open" else None)
from kb import background
from kb.pipeline import inputs
from kb.pipeline.run import build
background._CAN_FORK = False
inputs.checksums = lambda data: {}
data, built = sys.argv[1:]
build(data, built)
print(json.dumps(sorted({os.path.relpath(p, data) for p in opened if isinstance(p, str) and p.startswith(data + os.sep)})))
"""


def test_the_inputs_are_the_files_that_a_build_opens(data: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUILD, data, str(tmp_path)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert json.loads(done.stdout) == list(checksums(data))


def test_a_base_has_the_checksum_of_every_input(base: KnowledgeBase, data: str) -> None:
    assert dict(base.connection.execute("select path, sha256 from inputs").fetchall()) == checksums(data)


def test_a_change_that_no_row_shows_changes_the_digest(own_data: Path, built: str, tmp_path: Path) -> None:
    edit(own_data / "games" / "revised" / "boards" / "evidence.yaml", "21 statements", "22 statements")
    build(str(own_data), str(tmp_path / "own"))
    assert read.find(str(tmp_path / "own")).digest != read.find(built).digest
