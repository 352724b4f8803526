"""The files of the engine for phones: the modules that are needed and no others, and Pyodide as it was published."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.games import packed
from kb.store import read
from kb.web.phone import runtime
from kb.web.phone.offer import archive, folder_of, needed, rulings_of
from kb.web.serve import site
from kb.web.site import Site, site_of
from tests.conftest import ROOT, Run
from tests.questions import fought
from tests.web.apart import asking

#: rooms of which no module is on a phone; of the search it has the words alone
ELSEWHERE = ("cli", "corpus", "knowledge", "pipeline", "store", "web", "scenarios.analysis")
WORDS = {"", ".frame", ".lexicon", ".query_limits", ".stems", ".tokens"}
#: run where only the archive is there: what it answers, and what it has loaded of it
ALONE = """
import json, sys
for missing in ("yaml", "sqlite3", "datasette", "markdown_it", "typer"):
    sys.modules[missing] = None
sys.path[:0] = [sys.argv[1]]
from kb.service.phone import replying
answer = json.loads(replying(sys.argv[1])(sys.argv[2]))
print(json.dumps([answer["legal"], [each["id"] for each in answer["rulings"]], sys.modules["kb"].__file__]))
"""


@pytest.fixture(scope="module")
def zipped(here: Site) -> bytes:
    return archive(here.base.build, rulings_of(here))


def test_the_archive_has_the_modules_that_answer_and_no_others(zipped: bytes) -> None:
    names = zipfile.ZipFile(io.BytesIO(zipped)).namelist()
    assert names == sorted(names) and {packed.NAME, packed.VERDICTS} <= set(names)
    stemmer = {"whoosh/__init__.py", "whoosh/lang/__init__.py", "whoosh/lang/porter.py"}
    assert {name for name in names if not name.startswith("kb/")} == {packed.NAME, packed.VERDICTS, *stemmer}
    modules = needed()
    assert len(names) == len(modules) + 2
    for room in ELSEWHERE:
        assert not [name for name in modules if name == f"kb.{room}" or name.startswith(f"kb.{room}.")], room
    assert {name.removeprefix("kb.search") for name in modules if name.startswith("kb.search")} <= WORDS
    assert {"kb.text.answers", "kb.engine.movement", "kb.cases.acts.combat"} <= set(modules)


def test_the_archive_is_the_same_each_time_and_has_no_date(here: Site, zipped: bytes) -> None:
    assert archive(here.base.build, rulings_of(here)) == zipped
    dates = {entry.date_time for entry in zipfile.ZipFile(io.BytesIO(zipped)).infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}


def test_the_archive_answers_alone(zipped: bytes, tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(zipped)).extractall(tmp_path)
    command = [sys.executable, "-I", "-c", ALONE, str(tmp_path), json.dumps(fought(2, 6))]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    legal, rulings, loaded = json.loads(done.stdout)
    assert legal is True and "rev-sub-2" in rulings and loaded.startswith(str(tmp_path))


def package(path: Path, **changed: bytes | None) -> str:
    """A package of npm with files of these contents, by default too little of each."""
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
        (package(tmp_path / "other.tgz"), "pyodide.mjs is not that of Pyodide"),
        (package(tmp_path / "lacking.tgz", **{"pyodide.mjs": None}), "not the package of Pyodide"),
        (str(ROOT / "README.md"), "not the package of Pyodide"),
        (str(tmp_path / "none.tgz"), "No such file"),
    ):
        with pytest.raises(BadInput, match=says):
            runtime.fetch(str(into), made)
    assert not into.exists()


def test_links_and_packages_that_unpack_to_too_much_are_refused_in_one_line(tmp_path: Path) -> None:
    packages = {}
    for what in ("loop", "bomb", "headers"):
        packages[what] = str(tmp_path / f"{what}.tgz")
        with tarfile.open(packages[what], "w:gz") as archive:
            entry = tarfile.TarInfo("package/pyodide.mjs")
            if what == "loop":
                entry.type, entry.linkname = tarfile.SYMTYPE, "other"
                other = tarfile.TarInfo("package/other")
                other.type, other.linkname = tarfile.SYMTYPE, "pyodide.mjs"
                archive.addfile(other)
            if what == "bomb":
                entry.size = runtime._MOST
            for name in ["././@LongLink"] * (2_000 if what == "headers" else 0):
                long = tarfile.TarInfo(name)
                long.type = tarfile.GNUTYPE_LONGNAME
                archive.addfile(long)
            archive.addfile(entry, io.BytesIO(bytes(entry.size)))
    for what, says in (("loop", "is no file in it"), ("bomb", "more than 50,000,000 bytes"), ("headers", "recursion")):
        with pytest.raises(BadInput, match=f"not the package of Pyodide .*{says}") as error:
            runtime.fetch(str(tmp_path / "engine"), packages[what])
        assert len(error.value.findings) == 1 and "\n" not in str(error.value)


def test_without_npm_one_line_says_what_to_do(kb_command: Run, tmp_path: Path) -> None:
    done = kb_command("phone-engine", str(tmp_path / "engine"), PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "npm is not installed; get pyodide-" in done.stderr


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with small files, and these as the ones that are wanted."""
    folder.mkdir()
    wanted = {}
    for name, (_, kind) in runtime.FILES.items():
        content = name.encode()
        (folder / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
        wanted[name] = runtime.sum_of(content), kind
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


@pytest.mark.parametrize("at", [1, 12, 15, -1])
def test_a_file_with_a_flipped_bit_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    fake(tmp_path / "engine", monkeypatch)
    path = tmp_path / "engine" / "pyodide.mjs.gz"
    content = bytearray(path.read_bytes())
    content[at] ^= 64
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"pyodide\.mjs\.gz"):
        runtime.load(str(tmp_path / "engine"))


def test_it_is_offered_from_beside_the_builds_or_where_it_is_said_and_can_be_turned_off(
    own_built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offered(named: str) -> str:
        found = site_of(site(read.find(str(own_built)), phone_engine=named))
        assert found is not None
        return folder_of(found)

    assert offered("") == ""
    fake(own_built / runtime.FOLDER, monkeypatch)
    fake(tmp_path / "elsewhere", monkeypatch)
    assert offered("") == str(own_built / runtime.FOLDER)
    assert offered(str(tmp_path / "elsewhere")) == str(tmp_path / "elsewhere")
    assert offered("off") == ""
    with pytest.raises(BadInput, match="the engine for phones is not there; kb phone-engine"):
        offered(str(tmp_path))


def test_a_site_without_the_engine_says_so(built: str) -> None:
    told = asking(site(read.find(built)))("/-/kb/engine.json").json()
    assert (told["files"], told["worker"], told["bytes"]) == ([], "", 0)


def test_what_cannot_be_offered_is_not_served(kb_command: Run, tmp_path: Path) -> None:
    done = kb_command("serve", "--port", "0", "--phone-engine", str(tmp_path))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "the engine for phones is not there" in done.stderr


def test_the_sums_are_of_the_version_that_is_named() -> None:
    assert runtime.VERSION in runtime.PACKAGE and all(len(digest) == 64 for digest, _ in runtime.FILES.values())
