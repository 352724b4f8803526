"""The digest of a build covers every file it was made from."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from kb.knowledge import KnowledgeBase
from kb.pipeline.sources import checksums
from kb.store import read
from tests.conftest import ROOT, keep_results

#: builds without forking and prints the files below the data directory that were opened, but to take their checksums
BUILD = """
import json, os, sys
from kb.base import background
from kb.pipeline import sources
from kb.pipeline.run import build
opened, listening, checksums = set(), True, sources.checksums
def unheard(data):
    global listening
    listening = False
    found = checksums(data)
    listening = True
    return found
sys.addaudithook(lambda event, of: opened.add(of[0]) if event == "open" and listening else None)
background._CAN_FORK = False
sources.checksums = unheard
data, built = sys.argv[1:]
build(data, built)
print(json.dumps(sorted({os.path.relpath(p, data) for p in opened if isinstance(p, str) and p.startswith(data + os.sep)})))
"""


def test_the_inputs_are_the_files_that_a_build_opens_and_a_change_that_no_row_shows_changes_the_digest(
    own_data: Path, built: str, tmp_path: Path
) -> None:
    with open(own_data / "scenarios" / "revised" / "map.yaml", "a", encoding="utf-8") as file:
        file.write("# a word to authors\n")
    own = tmp_path / "own"
    keep_results(own, built)
    done = subprocess.run(
        [sys.executable, "-c", BUILD, own_data, own], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert json.loads(done.stdout) == list(checksums(str(own_data)))
    assert read.find(str(own)).digest != read.find(built).digest


def test_a_base_has_the_checksum_of_every_input(base: KnowledgeBase, data: str) -> None:
    assert dict(base.connection.execute("select path, sha256 from inputs").fetchall()) == checksums(data)
