"""A copy of the data with some changes, built, recorded as an edition, and built again; once for all tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.base import paths
from kb.cli.commands import changes
from kb.pipeline import run
from tests.conftest import edit, keep_results
from tests.promises.test_3_ids_are_for_life import reseal

VERDICT = "A destroyer hit by a submarine in Opening Fire still fires back before it is removed."
NEW_VERDICT = VERDICT.replace("A destroyer", "Any destroyer")
PAIR = 'whether islands are spaces"}\n      - {games: [revised, europe-1940], holds: said, says: '
TITLE = "Gibraltar & <the markers>"


def change(data: Path) -> None:
    """Other words of a ruling, another verdict, another reason why nothing proves, and a comparison turned."""
    edit(data / "faq" / "revised.txt", "Is Gibraltar a Neutral Country", "Is Gibraltar really a Neutral Country")
    edit(data / "verdicts" / "revised.yaml", VERDICT, NEW_VERDICT)
    edit(data / "unproved.yaml", "whom to write to when pieces", "where to write when pieces")
    edit(data / "relations.yaml", f"{PAIR}same", f"{PAIR}different")
    withdraw(data)
    reseal(data, "revised-faq")
    reseal(data, "europe-1940-faq")


def withdraw(data: Path) -> None:
    """Take out a ruling and every line that names it."""
    faq = data / "faq" / "europe-1940.txt"
    faq.write_text(re.sub(r"\*\*Q\. What are the two “Union Jack.*?\n\n(?=\*\*Q)", "", faq.read_text(), flags=re.S))
    for name in ("relations", "unproved"):
        path = data / f"{name}.yaml"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if "e40-misc-1," not in line))
    verdicts = data / "verdicts" / "europe-1940.yaml"
    verdicts.write_text(re.sub(r"  - id: e40-misc-1\n(?:    .*\n)*", "", verdicts.read_text()))
    for folder in ("claims", "phrasings"):
        path = data / folder / "europe-1940.yaml"
        path.write_text(re.sub(r"  e40-misc-1:\n(?:    .*\n)*", "", path.read_text()))


def command(where: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``kb`` on the copy in ``where`` as a user does."""
    own = {"KB_DATA": str(where / "data"), "KB_BUILT": str(where / "built"), "PYTHONPATH": paths.CHECKOUT}
    code = [sys.executable, "-c", "from kb.cli.front import main; main()"]
    return subprocess.run([*code, *arguments], capture_output=True, text=True, env={**os.environ, **own}, cwd=where)


def make(where: Path, built: str) -> None:
    """Change, build, record, build again; what the commands printed is left in ``told.json``."""
    keep_results(where / "built", built)
    shutil.copytree(Path(paths.CHECKOUT) / "data", where / "data")
    change(where / "data")
    told: dict[str, Any] = {}
    gone = ("--reason", "It says nothing of play", "--successor", "e40-glo-4")
    told["built"] = command(where, "build", "--register", *gone).stderr
    told["pending"] = json.loads(command(where, "changes", "--json").stdout)
    told["text"] = command(where, "changes").stdout
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KB_DATA", str(where / "data"))
        patch.setattr(run, "corpus", cache(run.corpus))  # it plays all cases
        told["recorded"] = [changes.run(record=True, title=TITLE, on="2031-05-04") for _ in range(2)]
    command(where, "build")
    (where / "told.json").write_text(json.dumps(told))
