"""Files that people write are read strictly: each mistake is one line with file, line and what to do."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.base import yamlfile
from kb.base.errors import BadInput
from kb.corpus import ids
from kb.pipeline import scenarios, sources
from kb.pipeline.run import build
from kb.pipeline.scenarios import Played
from tests.conftest import ROOT, edit

REGISTER = (ROOT / "data" / ids.REGISTER).read_text("utf-8")
LINES = REGISTER.splitlines()
#: changes of data files, each with the message that it causes, in groups that one build tells
DAMAGES = json.loads((ROOT / "tests" / "fixtures" / "damaged_data.json").read_text("utf-8"))
BAD = sorted((ROOT / "tests" / "fixtures" / "bad").glob("*.yaml"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_has_its_message(path: Path) -> None:
    start = time.process_time()
    with pytest.raises(BadInput) as error:
        yamlfile.load(str(path), path.name)
    assert f"{error.value}\n" == path.with_suffix(".message").read_text()
    assert time.process_time() - start < 2


def test_values_stay_as_they_were_written() -> None:
    value = yamlfile.parse("a: no\nb: 12:30\nc: 1.10\nd: on\ne: 0x1F\nf: ~\ng: [yes, 007]\n", "x.yaml")
    assert value == {"a": "no", "b": "12:30", "c": "1.10", "d": "on", "e": "0x1F", "f": "~", "g": ["yes", "007"]}
    assert value.lines["c"] == 3


@pytest.mark.parametrize("damages", DAMAGES, ids=lambda damages: damages[0]["message"])
def test_damaged_data_is_told_and_nothing_is_built(
    own_data: Path, out: str, damages: list[dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scenarios are neither read nor played, so that it is quick."""
    monkeypatch.setattr(scenarios, "play", lambda *of: Played((), ()))
    for row in damages:
        edit(own_data / row["file"], row["old"], row["new"])
    with pytest.raises(BadInput) as error:
        build(str(own_data), out)
    assert not (Path(out) / "current").exists()
    assert [row["message"] for row in damages if row["message"] not in str(error.value)] == [], error.value


def test_files_that_cannot_be_read_are_told(own_data: Path) -> None:
    (own_data / "faq" / "revised.txt").unlink()
    (own_data / "faq" / "europe-1999.txt").write_bytes(b"Q. \xff?\n")
    (own_data / "words.yaml").write_text("same: []\n")
    with pytest.raises(BadInput) as error:
        sources.read(str(own_data))
    told = ("faq/revised.txt: cannot be read", "faq/europe-1999.txt:1: not UTF-8 text", "a lexicon needs 'near'")
    assert [each for each in told if each not in str(error.value)] == []


def test_a_game_without_its_file_is_told(own_data: Path) -> None:
    (own_data / "games" / "revised" / "game.yaml").unlink()
    with pytest.raises(BadInput, match="unknown game 'revised'"):
        sources.read(str(own_data))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (REGISTER[:-40], f":{len(LINES)}: the line is not an event"),
        (f"{REGISTER}{LINES[0]}\n", f":{len(LINES) + 1}: id '{json.loads(LINES[0])['id']}' occurs twice"),
        (None, ": the register of ids is missing"),
    ],
)
def test_a_damaged_register_is_told(tmp_path: Path, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / ids.REGISTER).write_text(text, "utf-8")
    with pytest.raises(BadInput) as error:
        ids.load_register(str(tmp_path))
    assert f"data/{ids.REGISTER}{told}" in str(error.value)


def broken(name: str) -> Callable[[Path], None]:
    """Add a line that is neither YAML nor a row of a table."""
    return lambda data: (data / name).write_bytes((data / name).read_bytes() + b'\n"x: [\n') and None


@pytest.mark.parametrize(
    "names",
    [
        (
            "documents.yaml",
            "games/anniversary/boards/1942/board.yaml",
            "games/anniversary/rules/anniversary.yaml",
            "games/revised/boards/evidence.yaml",
            "phases.yaml",
            "readings.yaml",
            "unproved.yaml",
            "words.yaml",
        ),
        ("games/marks.yaml", "options.yaml"),
        ("games/revised/boards/revised/spaces.csv", "sections/revised.yaml"),
        ("games/revised/game.yaml",),
    ],
)
def test_one_mistake_is_one_finding(own_data: Path, names: tuple[str, ...]) -> None:
    """The files of a group do without each other."""
    for name in names:
        broken(name)(own_data)
    with pytest.raises(BadInput) as error:
        sources.read(str(own_data))
    assert sorted(finding.file for finding in error.value.findings) == [f"data/{name}" for name in names]
