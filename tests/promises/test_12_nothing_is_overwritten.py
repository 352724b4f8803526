"""Whatever writes holds a lock and can be killed at any moment: nothing is lost, nothing is half written."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kb.base import journal, paths
from kb.base.errors import BadInput
from kb.base.files import inside, locked, write_whole
from kb.base.journal import JOURNAL, FileChange
from kb.corpus import ids
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request
from tests.conftest import Run
from tests.killed import killed

BEFORE = {f"{folder}/{number}.yaml": f"old {number}\n" for folder in ("faq", "claims") for number in range(3)}
AFTER = {**{name: content.replace("old", "new") for name, content in BEFORE.items()}, "errata/1.txt": "new\n"}
AFTER["ids.jsonl"] = "a\nb\n"
BEFORE["ids.jsonl"] = "a\n"
BEFORE["words.yaml"] = AFTER["words.yaml"] = "stays\n"


def laid_out(folder: Path) -> str:
    for name, content in BEFORE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return str(folder)


def files(folder: str | Path) -> dict[str, str]:
    """Every file below a folder, hidden ones too, but for locks that a killed process left."""
    found = (each for each in sorted(Path(folder).rglob("*")) if each.is_file() and each.name != ".lock")
    return {each.relative_to(folder).as_posix(): each.read_text() for each in found}


LAMP = "Q: May a lamp be put on an antiaircraft gun?\n\nA: Yes. A lamp is no unit.\n"
CHANGES = [
    FileChange(name, BEFORE[name].encode() if name in BEFORE else None, AFTER[name].encode())
    for name in sorted(AFTER)
    if AFTER[name] != BEFORE.get(name)
]


def change(data: str, changes: Sequence[FileChange] = CHANGES) -> None:
    """Write eight files as ``kb add`` writes its own."""
    with journal.writing(data):
        journal.write(data, changes)


def recovered(data: str) -> dict[str, str]:
    """The files after somebody wrote the data again."""
    with journal.writing(data):
        return files(data)


def test_data_is_whole_wherever_writing_it_is_killed(tmp_path: Path) -> None:
    seen = []
    for nth in itertools.count():
        data = laid_out(tmp_path / str(nth))
        if not killed(lambda data=data: change(data), nth):  # type: ignore[misc]
            break
        half = files(data)
        assert half in (BEFORE, AFTER) or JOURNAL in half or all(half[name] == BEFORE[name] for name in BEFORE)
        seen.append(recovered(data))
        assert seen[-1] in (BEFORE, AFTER), nth
    assert nth > 100 and files(data) == AFTER
    assert seen == sorted(seen, key=lambda each: each == AFTER), (
        "before the journal is there as before, then all is new"
    )
    assert 16 < seen.count(AFTER) < nth


def test_data_is_whole_where_finishing_it_is_killed_too(tmp_path: Path) -> None:
    rng = random.Random(12)
    for number in range(30):
        data = laid_out(tmp_path / str(number))
        killed(lambda data=data: change(data), rng.randrange(150))  # type: ignore[misc]
        for _ in range(3):
            killed(lambda data=data: journal.recover(data), rng.randrange(60))  # type: ignore[misc]
        assert recovered(data) in (BEFORE, AFTER), number


def test_data_is_whole_where_a_write_fails_and_taking_it_back_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(source: str, target: str) -> None:
        if target.endswith("faq/1.yaml") and source.endswith(tuple("0123456789")):
            raise OSError(28, "No space left on device")
        os.rename(source, target)

    monkeypatch.setattr(os, "replace", refused)
    for nth in itertools.count(1, 2):
        data = laid_out(tmp_path / str(nth))
        if not killed(lambda data=data: attempted(data), nth):  # type: ignore[misc]
            break
        with monkeypatch.context() as mended:
            mended.setattr(os, "replace", os.rename)
            assert recovered(data) in (BEFORE, AFTER), nth
    assert files(data) == BEFORE
    with pytest.raises(BadInput, match=r"cannot be written \(No space left on device\); nothing was changed"):
        change(data)


def attempted(data: str) -> None:
    with pytest.raises(BadInput):
        change(data)


def interrupted(data: str, changes: Sequence[FileChange] = CHANGES) -> None:
    """Leave a journal with two files in place, as a process that was killed there does."""

    def work() -> None:
        real = os.replace

        def replace(source: str, target: str) -> None:
            real(source, target)
            if target.endswith(changes[1].path):
                os._exit(0)

        os.replace = replace  # type: ignore[assignment]
        change(data, changes)

    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join()
    assert process.exitcode == 0 and (Path(data) / JOURNAL).exists()


def test_what_was_changed_after_an_interruption_is_not_written_over(tmp_path: Path) -> None:
    data = laid_out(tmp_path / "data")
    interrupted(data)
    waits = next(each for each in BEFORE if files(data)[each] == BEFORE[each] != AFTER[each])
    (Path(data) / waits).write_text("mine\n")
    with pytest.raises(BadInput, match="was changed after a command that was to write it was interrupted") as error:
        journal.recover(data)
    assert len(error.value.findings) == 1 and JOURNAL in str(error.value)
    assert (Path(data) / waits).read_text() == "mine\n"
    (Path(data) / JOURNAL).unlink()
    assert recovered(data)[waits] == "mine\n"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[1]",
        '[["../x", null, "a", ".writing-1/0"]]',
        '[["x", null, "a", "../0"]]',
        "[[1, 2, 3, 4]]",
        '{"a": 1}',
    ],
)
def test_a_journal_of_something_else_moves_no_file(tmp_path: Path, content: str) -> None:
    data = laid_out(tmp_path / "data")
    (tmp_path / "0").write_text("a")
    (Path(data) / JOURNAL).write_text(content)
    with pytest.raises(BadInput, match="is no journal of what was interrupted") as error:
        journal.recover(data)
    assert len(error.value.findings) == 1
    assert {name: files(data)[name] for name in BEFORE} == BEFORE and not (tmp_path / "x").exists()


def test_half_written_data_is_not_read_and_the_doctor_finishes_it(kb_command: Run, own_data: Path) -> None:
    was = {name: (own_data / name).read_bytes() for name in ("options.yaml", "readings.yaml", "words.yaml")}
    changes = [FileChange(name, content, content + b"# new\n") for name, content in was.items()]
    interrupted(str(own_data), changes)
    place = {"KB_DATA": str(own_data)}
    (own_data.parent / "lamp.txt").write_text(LAMP)
    for arguments in (
        ("check", "-g", "revised"),
        ("add", "lamp.txt", "-g", "revised", "--authority", "club", "--dry-run"),
    ):
        done = kb_command(*arguments, **place)
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1, arguments
        assert (
            "half written: a command was interrupted; run 'kb doctor' or 'kb build', which finishes it" in done.stderr
        )
    done = kb_command("doctor", "--json", **place)
    assert done.stderr == "a command that wrote the data was interrupted; it is finished now: 1 file written\n"
    assert [(own_data / each.path).read_bytes() for each in changes] == [each.after for each in changes]
    assert not [each for each in os.listdir(own_data) if each.startswith(".")]


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    data = laid_out(tmp_path)
    register_path = tmp_path / ids.REGISTER
    given = [ids.RegisterEntry("rev-new-1", "given", "2026-01-01")]
    cases: list[tuple[Callable[[], object], Path, set[str | None]]] = [
        (
            lambda: ids.append_events(data, given),
            register_path,
            {"a\n", 'a\n{"id": "rev-new-1", "event": "given", "on": "2026-01-01"}\n'},
        ),
        (lambda: write_whole(str(tmp_path / "words.yaml"), "new\n"), tmp_path / "words.yaml", {"stays\n", "new\n"}),
    ]
    for work, path, allowed in cases:
        seen = set()
        for nth in itertools.count():
            before = path.read_text() if path.exists() else None
            dead = killed(work, nth)
            seen.add(path.read_text() if path.exists() else None)
            if not dead:
                break
            path.unlink(missing_ok=True) if before is None else path.write_text(before)
        assert len(seen) == 2 and (allowed == {None} or seen == allowed), path.name


# -- at once


def test_one_process_at_a_time_has_a_lock_and_leaves_no_file(tmp_path: Path) -> None:
    file, said = inside(str(tmp_path)), []
    refused = pytest.raises(BadInput, match="another kb is writing this; wait for it, then again")
    with locked(file, str(tmp_path)), refused, locked(file, str(tmp_path)):
        pass
    assert list(tmp_path.iterdir()) == []
    first = locked(file, str(tmp_path))
    first.__enter__()

    def told(sentence: str) -> None:
        said.append(sentence)
        first.__exit__(None, None, None)

    with locked(file, str(tmp_path), told):
        assert Path(file).exists(), "it is that of the second, not the one that the first has removed"
    assert len(said) == 1 and "waiting for it" in said[0] and list(tmp_path.iterdir()) == []


def started(*arguments: str, cwd: Path, **environment: str) -> subprocess.Popen[str]:
    """A command that has started, and not ended."""
    settings = {**os.environ, "PYTHONPATH": paths.CHECKOUT, **environment}
    code = "from kb.cli.front import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env=settings,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_command_that_records_ids_is_refused_while_the_data_is_written(kb_command: Run, own_data: Path) -> None:
    before = files(own_data)
    with journal.writing(str(own_data)):
        done = kb_command("build", "--register", KB_DATA=str(own_data))
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert "another kb is writing this; wait for it, then again" in done.stderr and files(own_data) == before


def test_two_documents_that_are_added_at_once_are_both_there(own_data: Path, tmp_path: Path) -> None:
    faq = (own_data / "faq" / "revised.txt").read_text()
    gone = "Q. When can airplanes fly over neutral territories?\n\nA. Never.\n\n"
    assert faq.count(gone) == 1
    (tmp_path / "reissue.txt").write_text(faq.replace(gone, ""))
    (tmp_path / "lamp.txt").write_text(LAMP)
    place = {"KB_DATA": str(own_data)}
    with journal.writing(str(own_data)):
        adding = [
            started("add", "reissue.txt", "--reason", "the mayor said so", cwd=tmp_path, **place),
            started("add", "lamp.txt", "-g", "revised", "--authority", "club", cwd=tmp_path, **place),
        ]
        for each in adding:
            assert each.stderr is not None and "waiting for it" in each.stderr.readline()
    for each in adding:
        _, errors = each.communicate()
        assert (each.returncode, errors) == (0, "")
    known = ids.load_register(str(own_data))
    assert "rev-mov-9" in [each.id for each in known.retired if each.reason == "the mayor said so"]
    assert "revised-lamp" in [each.document for each in known.standing.values()]
    again = Request(str(tmp_path / "lamp.txt"), game="revised")
    assert add(again, str(own_data), dry_run=True).files == []
    assert not [each for each in files(own_data) if Path(each).name.startswith(".")]


def test_a_register_that_cannot_be_written_stays_as_it_was(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (own_data / ids.REGISTER).read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ids.os, "fsync", full)
    with pytest.raises(BadInput, match="cannot be written"):
        ids.append_events(str(own_data), [ids.RegisterEntry("rev-new-1", "given", "2026-01-01")])
    assert (own_data / ids.REGISTER).read_bytes() == before
