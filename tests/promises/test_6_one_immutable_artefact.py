"""Built whole or not at all; readers never see half of it; anything that serves it only reads."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kb
from benchmarks.flips import NOTICED, flips, parts
from kb.base import paths
from kb.base.errors import BadInput, DamagedBuild, NoBuild
from kb.pipeline.kept import FILE
from kb.pipeline.kept_index import FOLDER
from kb.pipeline.run import build
from kb.store import publish, read
from kb.web.serve import site
from tests.conftest import Run, edit, keep_results
from tests.web.hostile import FINE, PAGES, Client

QUESTION = "does the wolf packs rule apply only in the first round"


def fingerprint(directory: Path) -> dict[str, tuple[int, str]]:
    """Return every file below a directory, except results kept for later builds: size and digest."""
    return {
        str(path.relative_to(directory)): (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(directory.rglob("*"))
        if path.is_file() and path.name != FILE and FOLDER not in path.parts
    }


@pytest.fixture
def small(tmp_path: Path) -> Callable[[str], str]:
    """Publish a small build whose content is its digest; tells the digest."""

    def make(word: str) -> str:
        def fill(directory: str) -> str:
            os.makedirs(os.path.join(directory, "whoosh"))
            for name in ("kb.db", "whoosh/segment"):
                Path(directory, name).write_text(f"{word} {name}\n" * 500)
            return hashlib.sha256(word.encode()).hexdigest()

        return publish.publish(str(tmp_path / "built"), fill)

    return make


def standing(built: Path) -> str:
    """Return the verified digest of the build that a reader sees."""
    found = read.find(str(built))
    found.verify()
    words = {Path(found.path(name)).read_text().split()[0] for name in found.files}
    assert len(words) == 1, "base and index of two builds"
    (word,) = words
    assert found.digest == hashlib.sha256(word.encode()).hexdigest()
    return word


WRITES = ("makedirs", "mkdir", "rename", "replace", "fsync", "open")


def test_the_nth_failure_leaves_the_old_build_or_the_new_one(
    small: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small("old")
    built = tmp_path / "built"
    for nth in range(200):
        count = iter(range(10_000))
        with monkeypatch.context() as patch:
            for name in WRITES:
                patch.setattr(publish.os, name, failing(getattr(os, name), count, nth))
            try:
                small("new")
            except BadInput as error:
                assert len(error.findings) == 1 and "the disk is full" in str(error)
        assert standing(built) in ("old", "new")
        if next(count) <= nth:
            break  # the nth call was never made: the build went through undisturbed
        small("old")
        assert standing(built) == "old", "the next build needs no manual step"
    else:
        pytest.fail("the build never succeeded")
    assert nth > 8, "too few calls failed for this to mean anything"
    assert publish.strays(str(built)) == []


def failing(real: Callable[..., object], count: Iterator[int], nth: int) -> Callable[..., object]:
    def call(*arguments: object, **named: object) -> object:
        if next(count) == nth:
            raise OSError(28, "No space left on device")
        return real(*arguments, **named)

    return call


def test_what_is_left_of_an_interrupted_build_is_no_part_of_the_next(tmp_path: Path) -> None:
    built = tmp_path / "built"
    used: list[str] = []

    def interrupted(directory: str) -> str:
        used.append(directory)
        raise KeyboardInterrupt

    def fill(directory: str) -> str:
        used.append(directory)
        os.makedirs(used[0], exist_ok=True)  # as by a process of the first build that still runs
        for folder, name in ((directory, "kb.db"), (used[0], "late")):
            Path(folder, name).write_text("words")
        return "d" * 64

    with pytest.raises(KeyboardInterrupt):
        publish.publish(str(built), interrupted)
    publish.publish(str(built), fill)
    assert used[0] != used[1] and "late" not in read.find(str(built)).files
    assert publish.strays(str(built)) == [os.path.basename(used[0])]
    (built / ".building").mkdir()  # as earlier versions named it
    publish.publish(str(built), lambda directory: "e" * 64 if Path(directory, "kb.db").write_text("words") else "")
    assert publish.strays(str(built)) == []


def test_a_build_removes_nothing_that_is_not_its_own(small: Callable[[str], str], tmp_path: Path) -> None:
    built = tmp_path / "built"
    for name in ("precious", "0123456789abcdef-7", "b"):
        (built / name).mkdir(parents=True)
        (built / name / "letter.txt").write_text("mine")
    for word in ("one", "two", "three"):
        small(word)
    assert all((built / name / "letter.txt").exists() for name in ("precious", "0123456789abcdef-7", "b"))
    assert len(list(built.glob("*/kb.db"))) == 2


def test_bad_input_leaves_the_old_build(own_data: Path, own_built: Path, built: str) -> None:
    keep_results(own_built, built)
    before = fingerprint(own_built)
    edit(own_data / "verdicts" / "revised.yaml", "id: rev-sub-2\n", "id: rev-sub-99\n")
    with pytest.raises(BadInput, match=r"data/verdicts/revised.yaml:\d+: unknown ruling 'rev-sub-99'"):
        build(str(own_data), str(own_built))
    assert fingerprint(own_built) == before


def test_the_same_input_gives_the_same_base_and_it_knows_no_place(built: str, own_data: Path, tmp_path: Path) -> None:
    """Built from scratch: nothing that another build kept is used."""
    places = {"KB_DATA": str(own_data), "KB_BUILT": str(tmp_path / "again"), "PYTHONPATH": paths.CHECKOUT}
    environment = {**os.environ, **places, "PYTHONHASHSEED": "7", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8"}
    code = "from kb.cli.front import main; main(['build'])"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)
    one, other = read.find(built), read.find(str(tmp_path / "again"))
    assert one.digest == other.digest
    content, again = (Path(each.path("kb.db")).read_bytes() for each in (one, other))
    assert hashlib.sha256(content).digest() == hashlib.sha256(again).digest() and b"/tmp/" not in content


def below_whoosh(build: read.Build) -> list[str]:
    return [name for name in build.files if name.startswith(f"{read.INDEX}/")]


def test_no_flipped_bit_changes_an_answer(own_built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bit of every file; ``benchmarks/flips.py`` does it with more of them and more commands."""
    monkeypatch.setenv("KB_BUILT", str(own_built))
    asked = (("search", QUESTION), ("search", "submarien torp*"), ("show", "rev-sub-2"), ("compare", "submerge"))
    found = list(flips(str(own_built), len(parts(str(own_built))), 6, asked))
    assert [(flip.part, flip.place, flip.wrong) for flip in found if flip.wrong] == []
    noticed = {flip.part for flip in found if flip.outcome == NOTICED}
    assert {read.BASE, *below_whoosh(read.find(str(own_built)))} - {"whoosh/MAIN_WRITELOCK"} <= noticed


def another_base(base: Path) -> None:
    base.unlink()
    with contextlib.closing(sqlite3.connect(base)) as connection, connection:
        connection.execute("create table rulings (id text)")


def another_base_of_the_same_size(base: Path) -> None:
    size = base.stat().st_size
    another_base(base)
    os.truncate(base, size)


def a_directory_instead(file: Path) -> None:
    file.unlink()
    file.mkdir()


def replacing(old: str, new: str) -> Callable[[Path], object]:
    return lambda file: file.write_text(file.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("name", "damage", "told"),
    [
        ("current", Path.unlink, "there is no built knowledge base"),
        ("current", lambda file: file.write_text(""), "list of files is damaged"),
        ("current", lambda file: file.write_bytes(b"\xff\xfe\x00"), "list of files cannot be read"),
        ("current", replacing(f"kb {read.VERSION}\n", "kb 99\n"), "the build is of version 99"),
        ("current", replacing("build ", "build ../../"), "list of files is damaged"),
        ("*/kb.db", Path.unlink, "kb.db of the build is missing"),
        ("*/kb.db", a_directory_instead, "kb.db of the build is missing"),
        ("*/kb.db", lambda file: file.write_bytes(b""), "kb.db is damaged"),
        ("*/kb.db", lambda file: os.truncate(file, file.stat().st_size // 2), "kb.db is damaged"),
        ("*/kb.db", another_base, "kb.db is damaged"),
        ("*/kb.db", another_base_of_the_same_size, "kb.db is damaged"),
    ],
)
def test_each_kind_of_damage_has_its_line(
    own_built: Path, kb_command: Run, name: str, damage: Callable[[Path], object], told: str
) -> None:
    (file,) = own_built.glob(name)
    damage(file)
    done = kb_command("search", QUESTION, KB_BUILT=str(own_built))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and told in done.stderr and "kb build" in done.stderr


def test_somebody_elses_base_is_told_apart(tmp_path: Path) -> None:
    def make(aside: str) -> str:
        with contextlib.closing(sqlite3.connect(Path(aside) / read.BASE)) as connection, connection:
            connection.execute("create table recipes (id text)")
        return "0" * 64

    publish.publish(str(tmp_path), make)
    with pytest.raises(DamagedBuild, match="of another version of kb"):
        kb.open(str(tmp_path))


@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning")
def test_reading_writes_nothing(own_built: Path, kb_command: Run) -> None:
    before = fingerprint(own_built)
    for arguments in (
        ["search", QUESTION],
        ["search", "tranport"],
        ["show", "rev-sub-2"],
        ["games"],
        ["doctor"],
        ["export"],
        ["compare", "submerge"],
    ):
        kb_command(*arguments, KB_BUILT=str(own_built))
    with Client(site(read.find(str(own_built))).app()) as client:
        for path, names in PAGES.items():
            assert {client(path).status, client(path, f"{names[0]}=submarien").status} <= FINE
    assert fingerprint(own_built) == before
    assert sorted(p.name for p in own_built.iterdir()) == sorted({name.split("/")[0] for name in before})


def test_no_build_is_one_clear_line(kb_command: Run, tmp_path: Path) -> None:
    done = kb_command("search", QUESTION, KB_BUILT=str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert done.stderr == "kb: nowhere: there is no built knowledge base; run 'kb build'\n"
    with pytest.raises(NoBuild):
        kb.open(str(tmp_path / "nowhere"))
