"""Built whole or not at all; readers never see half of it; anything that serves it only reads."""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kb
from benchmarks.flips import NOTICED, flips, parts
from kb.base import paths
from kb.base.errors import BadInput, DamagedBuild, KBError, NoBuild
from kb.base.files import inside, locked
from kb.pipeline.kept import FILE
from kb.pipeline.run import build
from kb.store import publish, read
from tests.conftest import Run, edit, keep_results

QUESTION = "does the wolf packs rule apply only in the first round"


def fingerprint(directory: Path) -> dict[str, tuple[int, str]]:
    """Every file below a directory but what is kept for later builds: size and digest."""
    return {
        str(path.relative_to(directory)): (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(directory.rglob("*"))
        if path.is_file() and path.name != FILE
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
    """The word of the build that a reader sees, verified."""
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


def test_a_killed_build_leaves_a_whole_one(own_data: Path, own_built: Path, built: str) -> None:
    keep_results(own_built, built)
    before = read.find(str(own_built)).digest
    edit(own_data / "readings.yaml", "title: Rule changes inside an answer", "title: Rule changes within an answer")
    environment = {**os.environ, "KB_BUILT": str(own_built), "KB_DATA": str(own_data), "PYTHONPATH": paths.CHECKOUT}
    code = "from kb.cli.front import main; main(['build'])"
    rng = random.Random(6)
    seen = set()
    for _ in range(4):
        process = subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.2, 2.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
        with kb.open(str(own_built)) as base:
            base.build.verify()
            seen.add(base.build.digest)
            assert base.search(QUESTION).rulings[0].id == "rev-ger-3"
        assert len(publish.strays(str(own_built))) <= 1
    build(str(own_data), str(own_built))
    after = read.find(str(own_built)).digest
    assert after != before and seen <= {before, after}
    assert publish.strays(str(own_built)) == []


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


def test_two_builds_at_once_are_refused(small: Callable[[str], str], tmp_path: Path) -> None:
    small("old")
    with locked(inside(str(tmp_path / "built")), "built"), pytest.raises(BadInput, match="another kb is writing this"):
        small("new")


def test_a_process_begun_by_a_build_does_not_hold_its_lock(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    here, stay = context.Event(), context.Event()
    with locked(inside(str(tmp_path)), "built"):
        child = context.Process(target=lambda: (here.set(), stay.wait(60)), daemon=True)
        child.start()
        assert here.wait(60)
    try:
        with locked(inside(str(tmp_path)), "built"):
            assert child.is_alive()
    finally:
        child.kill()


def test_a_place_that_cannot_be_written_is_one_line(kb_command: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = kb_command("build", KB_BUILT=str(tmp_path / "file" / "below"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "cannot write the build" in done.stderr


def test_bad_input_leaves_the_old_build_and_tells_everything_at_once(own_data: Path, own_built: Path) -> None:
    before = fingerprint(own_built)
    edit(own_data / "options.yaml", "id: global,", "id: global, colour: blue,")
    edit(own_data / "readings.yaml", "readings:\n", "reedings:\n")
    edit(own_data / "faq" / "revised.txt", "Is it legal to blitz from transports?", "Is it legal?")
    with pytest.raises(BadInput) as error:
        build(str(own_data), str(own_built))
    told = "\n".join(str(finding) for finding in error.value.findings)
    assert "unknown key 'colour'" in told and "did you mean 'readings'?" in told and "SHA-256 differs" in told
    edit(own_data / "options.yaml", "colour: blue,", "")
    edit(own_data / "readings.yaml", "reedings:\n", "readings:\n")
    edit(own_data / "faq" / "revised.txt", "Is it legal?", "Is it legal to blitz from transports?")
    edit(own_data / "verdicts" / "revised.yaml", "id: rev-sub-2\n", "id: rev-sub-99\n")
    with pytest.raises(BadInput) as error:
        build(str(own_data), str(own_built))
    each_told = [str(finding) for finding in error.value.findings]
    assert any("unknown ruling 'rev-sub-99'" in each and "data/verdicts/revised.yaml:" in each for each in each_told)
    assert fingerprint(own_built) == before


def test_the_same_input_gives_the_same_base_and_it_knows_no_place(built: str, own_data: Path, tmp_path: Path) -> None:
    """Built from scratch: nothing that another build kept is used."""
    places = {"KB_DATA": str(own_data), "KB_BUILT": str(tmp_path / "again"), "PYTHONPATH": paths.CHECKOUT}
    environment = {**os.environ, **places, "PYTHONHASHSEED": "7", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8"}
    code = "from kb.cli.front import main; main(['build'])"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)
    one, other = read.find(built), read.find(str(tmp_path / "again"))
    assert one.digest == other.digest
    content = Path(one.path("kb.db")).read_bytes()
    assert content == Path(other.path("kb.db")).read_bytes() and b"/tmp/" not in content


def below_whoosh(build: read.Build) -> list[str]:
    return [name for name in build.files if name.startswith(f"{read.INDEX}/")]


def test_every_flipped_bit_of_the_index_and_every_cut_is_noticed(own_built: Path) -> None:
    rng = random.Random(6)
    found = read.find(str(own_built))
    names = [name for name in (read.BASE, *below_whoosh(found)) if found.files[name][0]]
    for turn in range(40):
        path = Path(found.path(names[turn % len(names)]))
        whole = path.read_bytes()
        if turn % 10 and path.parent.name == "whoosh":
            at = rng.randrange(len(whole))
            path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << rng.randrange(8))]) + whole[at + 1 :])
        else:
            path.write_bytes(whole[: rng.randrange(len(whole))])
        with pytest.raises(DamagedBuild) as error, kb.open(str(own_built)) as base:
            base.search("torp*")
        assert len(error.value.findings) == 1 and "kb build" in str(error.value)
        path.write_bytes(whole)
    with kb.open(str(own_built)) as base:
        assert base.search("torp*")


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
    with pytest.raises(DamagedBuild, match="not one of this program's"):
        kb.open(str(tmp_path))


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
    assert fingerprint(own_built) == before
    assert sorted(p.name for p in own_built.iterdir()) == sorted({name.split("/")[0] for name in before})


def test_no_text_of_a_user_reaches_sql(built: str) -> None:
    """Only SELECT, READ and functions are ever asked of the base, whatever is typed."""
    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
    asked: list[int] = []

    def judge(action: int, *_: object) -> int:
        asked.append(action)
        return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY

    with kb.open(built) as base:
        base.connection.set_authorizer(judge)
        for text in ("'; drop table rulings; --", '" or 1=1', "rev-sub-2' --", "a) union select", "attach database"):
            for call in (base.search, base.ruling, base.similar):
                with contextlib.suppress(KBError):
                    call(text)
    assert asked and set(asked) <= allowed


def test_no_build_is_one_clear_line(kb_command: Run, tmp_path: Path) -> None:
    done = kb_command("search", QUESTION, KB_BUILT=str(tmp_path / "nowhere"))
    assert done.returncode == 2
    assert done.stderr == "kb: nowhere: there is no built knowledge base; run 'kb build'\n"
    with pytest.raises(NoBuild):
        kb.open(str(tmp_path / "nowhere"))


def test_the_stages_are_the_documented_ones() -> None:
    from kb.pipeline import rulings, run, sources
    from kb.pipeline.run import STAGES
    from kb.search import index

    assert STAGES == ("read", "lines", "passages", "rulings", "links", "store", "index", "report")
    functions = (rulings.lines, rulings.read_passages, rulings.identify, rulings.corpus, run.store, index.make_tables)
    assert all(map(callable, (sources.read, *functions)))
