"""Whatever writes holds a lock and can be killed at any moment: nothing is lost, nothing is half written."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.base import paths
from kb.base.errors import BadInput
from kb.base.files import inside, locked, write_all, write_whole, writing
from kb.corpus import ids
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request
from tests.conftest import Run
from tests.killed import killed

BEFORE = {f"{folder}/{number}.yaml": f"old {number}\n" for folder in ("faq", "claims") for number in range(1)}
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
    """Return every file below a folder, hidden ones too, but for locks that a killed process left."""
    found = (each for each in sorted(Path(folder).rglob("*")) if each.is_file() and each.name != ".lock")
    return {each.relative_to(folder).as_posix(): each.read_text() for each in found}


LAMP = "Q: May a lamp be put on an antiaircraft gun?\n\nA: Yes. A lamp is not a unit.\n"
CHANGED = {name: AFTER[name].encode() for name in sorted(AFTER) if AFTER[name] != BEFORE.get(name)}


def change(data: str) -> None:
    """Write four files as ``kb add`` writes its own."""
    with writing(data):
        write_all(data, CHANGED)


def shown(folder: str | Path) -> dict[str, str]:
    """Return the files that are read: those that are not hidden."""
    return {name: text for name, text in files(folder).items() if not Path(name).name.startswith(".")}


def test_each_file_is_whole_wherever_writing_is_killed_and_the_same_command_completes_them(tmp_path: Path) -> None:
    for nth in itertools.count():
        data = laid_out(tmp_path / str(nth))
        dead = killed(lambda data=data: change(data), nth)  # type: ignore[misc]
        half = shown(data)
        new = [name for name in CHANGED if half.get(name) == AFTER[name]]
        assert new == list(CHANGED)[: len(new)], "they are renamed in their order"
        assert half == {**BEFORE, **{name: AFTER[name] for name in new}}, nth
        change(data)
        assert files(data) == AFTER, nth
        if not dead:
            break
    assert nth > 30


def test_nothing_is_changed_where_a_file_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = laid_out(tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match=r"cannot be written \(No space left on device\); nothing was changed"):
        change(data)
    assert files(data) == BEFORE


def test_data_behind_a_link_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    data = laid_out(tmp_path / "data")
    (tmp_path / "data" / "faq").rename(tmp_path / "faq")
    (tmp_path / "data" / "faq").symlink_to(tmp_path / "faq")
    before = files(tmp_path)
    with pytest.raises(BadInput, match="is a link to a file outside the data"):
        change(data)
    assert files(tmp_path) == before


def test_a_document_whose_adding_was_killed_is_added_by_the_same_command(own_data: Path, tmp_path: Path) -> None:
    faq = (own_data / "faq" / "europe-1999.txt").read_text()
    (tmp_path / "reissue.txt").write_text(faq.replace("They have to withstand", "They must withstand"))
    request = Request(str(tmp_path / "reissue.txt"))
    changes = add(request, str(own_data), dry_run=True).files
    assert [each.path for each in changes][-2:] == ["documents.yaml", "ids.jsonl"]
    for each in changes[:-2]:  # as if it were killed before the manifest
        (own_data / each.path).write_bytes(each.after)
    add(request, str(own_data))
    assert {each.path: (own_data / each.path).read_bytes() for each in changes} == {
        each.path: each.after for each in changes
    }


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    data, entry = laid_out(tmp_path), ids.RegisterEntry("rev-new-1", "given", "2026-01-01")
    appended = 'a\n{"id": "rev-new-1", "event": "given", "on": "2026-01-01"}\n'
    for name, work, after in (
        (ids.REGISTER, lambda: ids.append_events(data, [entry]), appended),
        ("words.yaml", lambda: write_whole(f"{data}/words.yaml", "new\n"), "new\n"),
    ):
        seen = set()
        for nth in itertools.count():
            dead = killed(work, nth)
            seen.add((tmp_path / name).read_text())
            (tmp_path / name).write_text(BEFORE[name])
            if not dead:
                break
        assert seen == {BEFORE[name], after}, name


# -- at once


def test_one_process_at_a_time_has_a_lock_and_leaves_no_file(tmp_path: Path) -> None:
    file, said = inside(str(tmp_path)), []
    refused = pytest.raises(BadInput, match="another kb process is writing here; wait until that process ends")
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
    assert len(said) == 1 and "waiting until it ends" in said[0] and list(tmp_path.iterdir()) == []


def started(*arguments: str, cwd: Path, **environment: str) -> subprocess.Popen[str]:
    """Return a command that has started, and not ended."""
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
    with writing(str(own_data)):
        done = kb_command("build", "--register", KB_DATA=str(own_data))
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    assert (
        "another kb process is writing here; wait until that process ends" in done.stderr and files(own_data) == before
    )


def test_two_documents_that_are_added_at_once_are_both_there(own_data: Path, tmp_path: Path) -> None:
    """The second command reads the data only when the first has written its own."""
    (tmp_path / "lamp.txt").write_text(LAMP)
    (tmp_path / "torch.txt").write_text("Q: Who reads the rules at night?\n\nA: Whoever has brought a torch.\n")
    first = add(Request(str(tmp_path / "torch.txt"), game="revised", authority="club"), str(own_data), dry_run=True)
    with writing(str(own_data)):
        second = started("add", "lamp.txt", "-g", "revised", "--authority", "club", cwd=tmp_path, KB_DATA=str(own_data))
        assert second.stderr is not None and "waiting until it ends" in second.stderr.readline()
        write_all(str(own_data), {each.path: each.after for each in first.files})
    _, errors = second.communicate()
    assert (second.returncode, errors) == (0, "")
    documents = [each.document for each in ids.load_register(str(own_data)).standing.values()]
    assert {"revised-torch", "revised-lamp"} <= {*documents}
    assert not [each for each in files(own_data) if Path(each).name.startswith(".")]
