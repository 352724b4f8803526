"""The rules engine on a phone: its archive answers as the server does, and Pyodide is as it was published."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from kb.asking.question import plain_act
from kb.base import paths
from kb.base.errors import BadInput
from kb.cases.language.scenario import REFERENCE, Scenario, plain_table
from kb.cases.reading.library import load
from kb.service.engine_process import AskingProcess
from kb.store import read
from kb.web.drawing import with_html
from kb.web.phone import runtime
from kb.web.phone.offer import archive, rulings_of
from kb.web.serve import site
from kb.web.site import ASKING, Site, site_of
from tests.conftest import ROOT

#: one case in this number is played
ONE_OF = 120
LINES = (
    "revised; germany conduct combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 6",
    "japan combat move; sz59: japan 1 sub; sz60: us 1 dd; may sub 59-60-62",
    "germny sub",
)
#: run where only the archive is there: its answers to the requests on standard input
APART = """
import json, sys
for missing in ("yaml", "sqlite3", "datasette", "markdown_it", "typer"):
    sys.modules[missing] = None
sys.path.insert(0, sys.argv[1])
from kb.web.drawing import replying
reply = replying(sys.argv[1])
print(json.dumps([json.loads(reply(each)) for each in json.load(sys.stdin)]))
"""


def requests(scenarios: tuple[Scenario, ...]) -> Iterator[tuple[str, str]]:
    """Yield each case that is played, by the name of its scenario and its number, as the JSON of a request."""
    for each in scenarios:
        for number, case in enumerate(each.cases if each.proof != REFERENCE else ()):
            position = plain_table(case.position)
            header = {"game": each.game, "board": each.board, "ruleset": each.ruleset}
            asked = {**header, "position": position, "do": [plain_act(act) for act in case.do]}
            yield f"{each.name} {number}", json.dumps(asked)


@pytest.fixture(scope="module")
def unpacked(here: Site, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of the archive that a phone is given."""
    where = tmp_path_factory.mktemp("archive")
    zipped = archive(here.base.build, rulings_of(here))
    assert archive(here.base.build, rulings_of(here)) == zipped, "the same each time, and without dates"
    zipfile.ZipFile(io.BytesIO(zipped)).extractall(where)
    return str(where)


def apart(folder: str, asked: list[str]) -> list[dict[str, Any]]:
    """Return the answers of the archive without the rest of the program."""
    command = [sys.executable, "-I", "-S", "-c", APART, folder]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told


def test_lines_and_cases_are_answered_as_on_the_server(built: str, unpacked: str) -> None:
    lines = [json.dumps({"line": line, "game": "revised"}) for line in LINES]
    cases = [request for _, request in requests(load(paths.data()))][::ONE_OF]
    assert len(cases) > 20
    own = apart(unpacked, [*lines, *cases])
    with closing(AskingProcess(read.find(built).directory)) as process:
        for request, one in zip([*lines, *cases], own, strict=True):
            other = json.loads(json.dumps(with_html(process.answer(request), ASKING)))
            if "errors" not in one:
                ids = [[each["id"] for each in told.pop("rulings")] for told in (one, other)]
                assert {*ids[1]} <= {*ids[0]}, "the order is by rules alone"
                assert one.pop("html") and other.pop("html")
            assert one == other
    assert ["errors" in each for each in own[: len(LINES)]] == [False, False, True]


# -- Pyodide


def package(path: Path, **changed: bytes | None) -> str:
    """Return a package of npm with files of these contents, by default too little of each."""
    with tarfile.open(path, "w:gz") as archive:
        for name in runtime.FILES:
            content = changed.get(name, b"x")
            if content is not None:
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return str(path)


def test_a_package_that_is_another_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    into = tmp_path / "engine"
    for made, says in (
        (package(tmp_path / "other.tgz"), "pyodide.mjs differs from the file of Pyodide"),
        (package(tmp_path / "lacking.tgz", **{"pyodide.mjs": None}), "not the package of Pyodide"),
        (str(ROOT / "README.md"), "not the package of Pyodide"),
        (str(tmp_path / "none.tgz"), "No such file"),
    ):
        with pytest.raises(BadInput, match=says):
            runtime.fetch(str(into), made)
    assert not into.exists()


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fill a folder with small files, and make these the files that are expected."""
    folder.mkdir()
    wanted = {}
    for name, (_, kind) in runtime.FILES.items():
        content = name.encode()
        (folder / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
        wanted[name] = sha256(content).hexdigest(), kind
    monkeypatch.setattr(runtime, "FILES", wanted)


def test_what_is_damaged_or_missing_is_told_file_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "engine"
    fake(folder, monkeypatch)
    assert set(runtime.load(str(folder))) == set(runtime.FILES)
    (folder / "pyodide.mjs.gz").write_bytes(gzip.compress(b"another"))
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(b"x" * 99)[:20])
    (folder / "python_stdlib.zip.gz").unlink()
    with pytest.raises(BadInput) as error:
        runtime.load(str(folder))
    told = str(error.value)
    for part in (
        "pyodide.mjs.gz: not the file",
        "wasm.gz: cannot be read (cut off or damaged)",
        "zip.gz: cannot be read (No such",
    ):
        assert part in told
    assert len(error.value.findings) == 3 and told.count("kb phone-engine") == 3


def test_it_is_offered_from_beside_the_builds_or_where_it_is_said_and_can_be_turned_off(
    own_built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offered(named: str) -> str:
        found = site_of(site(read.find(str(own_built)), phone_engine=named))
        assert found is not None
        return found.phone_folder

    assert offered("") == ""
    fake(own_built / runtime.FOLDER, monkeypatch)
    fake(tmp_path / "elsewhere", monkeypatch)
    assert offered("") == str(own_built / runtime.FOLDER)
    assert offered(str(tmp_path / "elsewhere")) == str(tmp_path / "elsewhere")
    assert offered("off") == ""
    with pytest.raises(
        BadInput, match="does not contain the engine for phones; fetch the engine with: kb phone-engine"
    ):
        offered(str(tmp_path))
