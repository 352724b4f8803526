"""Files that people write are read strictly: each mistake is one line with file, line and what to do."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.base import yamlfile
from kb.base.errors import BadInput
from kb.pipeline import scenarios, sources
from kb.pipeline.run import build
from kb.pipeline.scenarios import Played
from tests.conftest import ROOT, edit

REGISTER = (ROOT / "data" / "ids.jsonl").read_text().splitlines()
#: changes of data files, each with the message that it causes
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


@pytest.fixture
def without_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds neither read nor play the scenarios, so that they are quick."""
    monkeypatch.setattr(scenarios, "play", lambda *of: Played((), ()))


def write(name: str, text: bytes) -> Callable[[Path], None]:
    return lambda data: (data / name).write_bytes(text) and None


def remove(name: str) -> Callable[[Path], None]:
    return lambda data: (data / name).unlink()


def change(name: str, old: str, new: str) -> Callable[[Path], None]:
    return lambda data: edit(data / name, old, new)


def cut_register(data: Path) -> None:
    path = data / "ids.jsonl"
    path.write_text(path.read_text()[:-40])


def twice_in_register(data: Path) -> None:
    path = data / "ids.jsonl"
    path.write_text(path.read_text() + path.read_text().splitlines()[0] + "\n")


@pytest.mark.usefixtures("without_playing")
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        *((change(row["file"], row["old"], row["new"]), row["message"]) for row in DAMAGES),
        (remove("faq/revised.txt"), "data/faq/revised.txt: cannot be read"),
        (write("faq/revised.txt", b"Q. \xff?\n"), "data/faq/revised.txt:1: not UTF-8 text"),
        (cut_register, f"data/ids.jsonl:{len(REGISTER)}: not a line of the register"),
        (twice_in_register, f"data/ids.jsonl:{len(REGISTER) + 1}: id '{json.loads(REGISTER[0])['id']}' is given twice"),
        (remove("ids.jsonl"), "data/ids.jsonl: the register of ids is missing"),
        (remove("games/revised/game.yaml"), "unknown game 'revised'"),
        (write("words.yaml", b"same: []\n"), "a lexicon needs 'near'"),
    ],
)
def test_damaged_data_is_told_and_nothing_is_built(
    own_data: Path, out: str, damage: Callable[[Path], None], told: str
) -> None:
    damage(own_data)
    with pytest.raises(BadInput) as error:
        build(str(own_data), out)
    assert any(told in str(finding) for finding in error.value.findings), str(error.value)
    assert not (Path(out) / "current").exists()


@pytest.mark.usefixtures("without_playing")
def test_too_long_a_verdict_and_too_few_phrasings_are_told(own_data: Path, out: str) -> None:
    edit(
        own_data / "verdicts" / "flames-and-steel.yaml",
        '  - id: fas-cm-3\n    verdict: "',
        '  - id: fas-cm-3\n    verdict: "' + "word " * 20,
    )
    path = own_data / "phrasings" / "flames-and-steel.yaml"
    lines = path.read_text().splitlines(keepends=True)
    at = lines.index("  fas-cm-3:\n")
    after = next(number for number in range(at + 1, len(lines)) if not lines[number].startswith("    "))
    path.write_text("".join(lines[: at + 3] + lines[after:]))
    with pytest.raises(BadInput) as error:
        build(str(own_data), out)
    told = str(error.value)
    assert "at most 30" in told and "a list of 2 items; at least 3" in told


def broken(name: str) -> Callable[[Path], None]:
    """Add a line that is no YAML and no row of a table."""
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
