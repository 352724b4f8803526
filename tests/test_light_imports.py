"""Commands that only read the built base load neither the rules engine nor the language of scenarios."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kb.base import paths

#: the packages that decide and play; building, ``kb check`` and ``kb ask`` need them, reading does not
HEAVY = ("kb.engine", "kb.cases", "kb.pipeline", "sqlite_utils")
COMMAND = """
from kb.cli.front import main
sys.argv = ["kb", *given]
try:
    main()
except SystemExit:
    pass
"""
LIBRARY = """
import kb
with kb.open() as base:
    base.search(given[0])
    base.ruling(given[1])
"""
PAGES = """
import asyncio
from kb.store import read
from kb.web.serve import site

async def pages():
    datasette = site(read.find())
    for path in given:
        response = await datasette.client.get(path)
        assert response.status_code == 200, (path, response.status_code)

asyncio.run(pages())
"""


def loaded(code: str, given: list[str], built: str) -> set[str]:
    """Return the modules that a new process has loaded after running some code; the command ``kb`` ends it at once."""
    report = "os.write(2, f'loaded {chr(32).join(sys.modules)}'.encode())"
    program = (
        f"import os, sys\ngiven = {given!r}\nend = os._exit\n"
        f"def leave(status):\n    {report}\n    end(status)\nos._exit = leave\n{code}\nleave(0)\n"
    )
    settings = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=settings, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rpartition("loaded ")[2].split())


def heavy(modules: set[str]) -> set[str]:
    return {name for name in modules if name.startswith(tuple(f"{each}." for each in HEAVY)) or name in HEAVY}


@pytest.mark.parametrize(
    ("code", "given"),
    [
        (COMMAND, ["search", "sub"]),
        (COMMAND, ["show", "rev-sub-2"]),
        (COMMAND, ["compare", "rev-sub-2"]),
        (COMMAND, ["sections", "rev/p4-s2-opening-fire"]),
        (COMMAND, ["games"]),
        (LIBRARY, ["sub", "rev-sub-2"]),
    ],
    ids=["search", "show", "compare", "sections", "games", "library"],
)
def test_reading_commands_load_no_engine(code: str, given: list[str], built: str) -> None:
    assert not heavy(loaded(code, given, built))


@pytest.mark.parametrize(
    "given",
    [
        ["search", "can a sub submerge"],
        ["search", "--game", "g40", "can tanks blitz 2012"],
        ["show", "rev-sub-2"],
        ["show", "revised/tanks-blitz"],
        ["can a sub submerge"],
        ["rev-sub-2", "--proof"],
        ["search", "-n", "2", "can a sub submerge"],
    ],
    ids=" ".join,
)
def test_what_a_judge_types_loads_no_slow_module(given: list[str], built: str) -> None:
    slow = {"typer", "rich", "yaml", "dataclasses", "json", "re", "difflib"}
    modules = loaded(COMMAND, given, built)
    added = modules - loaded("", [], built)
    assert {"kb.cli.search", "kb.cli.show"} & added and not slow & added
    assert "typer" in loaded(COMMAND, [*given, "--printing=2012"], built), "rare forms of options are left to Typer"


def test_serving_pages_loads_no_engine(built: str) -> None:
    rulings = ["/judge", "/judge?q=sub", "/r/rev-sub-2"]
    others = ["/scenario/revised/kamikazes-have-to-be-named", "/ledger", "/ledger/revised-faq", "/ask"]
    programs = ["/api/v1/search?q=sub", "/api/v1/rulings/rev-sub-2", "/api/v1/compare", "/api/v1/openapi.json"]
    modules = loaded(PAGES, [*rulings, *others, *programs], built)
    assert "kb.web.render" in modules
    assert not heavy(modules) - {"sqlite_utils"}  # Datasette itself loads it
