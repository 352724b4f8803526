"""No row of a board can be lost, and no absurd one gets in, without the loader saying so."""

from __future__ import annotations

import csv
import io
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.errors import BadInput, Finding
from kb.games.boards import boards_of, load_boards
from tests.conftest import ROOT, Sample, edit

GAMES = sorted(path.parent.name for path in (ROOT / "data" / "games").glob("*/boards"))
REVISED = "data/games/revised/boards/revised"


@pytest.fixture
def own_games(tmp_path: Path, data: str) -> Path:
    """A copy of the games that a test may damage."""
    shutil.copytree(Path(data) / "games", tmp_path / "data" / "games")
    return tmp_path / "data"


def told(data: Path, game: str = "revised") -> list[Finding]:
    """What the loader says of a damaged game; nothing where it says nothing."""
    try:
        boards_of(str(data), game)
    except BadInput as error:
        return error.findings
    return []


def without_a_row(path: Path, rng: random.Random) -> Iterator[str]:
    """Take one row out of a CSV file for as long as the caller looks; yields the row."""
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    if len(lines) > 1:
        gone = rng.randrange(1, len(lines))
        path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
        yield lines[gone].decode()
        path.write_bytes(whole)


@pytest.mark.parametrize("game", GAMES)
def test_a_row_that_is_lost_is_noticed(own_games: Path, game: str, sample: Sample) -> None:
    rng = random.Random(game)
    for path in sample(sorted((own_games / "games" / game / "boards").glob("*/*.csv"))):
        for row in without_a_row(path, rng):
            findings = told(own_games, game)
            place = f"data/games/{game}/boards/"
            assert findings and all(finding.file.startswith(place) for finding in findings), (path.name, row)


def test_a_lost_row_is_one_finding_with_its_count(own_games: Path) -> None:
    path = own_games / "games/europe-1940/boards/europe-1940/borders.csv"
    edit(path, "\nafghanistan,kazakhstan,", "")
    assert [str(finding) for finding in told(own_games, "europe-1940")] == [
        "data/games/europe-1940/boards/europe-1940/borders.csv: has 489 rows where"
        " data/games/europe-1940/boards/europe-1940/board.yaml:15 says 490; restore the row that is missing, or correct the number"
    ]


def test_a_count_that_is_changed_is_noticed(own_games: Path) -> None:
    edit(
        own_games.parent / REVISED / "setup.csv",
        "\narchangel,soviet-union,infantry,3",
        "\narchangel,soviet-union,infantry,4",
    )
    (finding,) = told(own_games)
    assert str(finding).startswith(
        f"{REVISED}/board.yaml:14: units of 'soviet-union': 37 in all, but the tables come to 38; "
    )


def numbers(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Change a number of a CSV file for as long as the caller looks, in every third row; yields its line and column."""
    whole = path.read_text("utf-8")
    head, *rows = csv.reader(io.StringIO(whole))
    for at, row in [*enumerate(rows)][::3]:
        for column in columns:
            if column in head and row[head.index(column)]:
                changed = [*row]
                changed[head.index(column)] = str(int(row[head.index(column)]) + 1)
                with path.open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file).writerows([head, *rows[:at], changed, *rows[at + 1 :]])
                yield at + 2, column
    path.write_text(whole, "utf-8")


@pytest.mark.parametrize(
    ("file", "columns"),
    [
        ("revised/boards/revised/technology.csv", ("chart", "number")),
        ("anniversary/boards/1941/objectives.csv", ("ipc", "least")),
        ("anniversary/boards/1941/technology.csv", ("chart", "number")),
    ],
)
def test_a_number_of_an_objective_or_technology_that_is_changed_is_noticed(
    own_games: Path, file: str, columns: tuple[str, ...]
) -> None:
    for line, column in numbers(own_games / "games" / file, columns):
        assert told(own_games, file.split("/")[0]), f"{file}:{line}: {column}"


def test_a_total_of_objectives_or_technologies_says_what_the_tables_come_to(own_games: Path) -> None:
    place = own_games / "games/anniversary/boards/1941"
    edit(place / "objectives.csv", "soviet-union-2,soviet-union,10,", "soviet-union-2,soviet-union,12,")
    edit(place / "board.yaml", "  least: 20\n", "")
    edit(place / "board.yaml", "technology: {1: 6", "technology: {1: 5, 3: 1")
    folder = "data/games/anniversary/boards/1941"
    assert [str(each).split(", but")[0] for each in told(own_games, "anniversary") if "/1941/" in each.file] == [
        f"{folder}/board.yaml:16: IPCs for objectives of 'soviet-union': 15 in all",
        f"{folder}/board.yaml:17: technologies on chart '1': 5 in all",
        f"{folder}/board.yaml:17: technologies on chart '3': 1 in all",
        f"{folder}/board.yaml:9: least: 0 in all",
    ]


def test_a_part_of_the_map_that_cannot_be_reached_is_told(own_games: Path) -> None:
    path = own_games.parent / REVISED / "borders.csv"
    path.write_text(
        "".join(line for line in path.read_text().splitlines(keepends=True) if "australia" not in line)
        + "australia,new-zealand\n"
    )
    path.write_text(
        "".join(line for line in path.read_text().splitlines(keepends=True) if "new-zealand" not in line)
        + "australia,new-zealand\n"
    )
    lines = [str(finding) for finding in told(own_games)]
    assert [line.split(": ")[1] for line in lines] == [
        f"no way of borders leads to '{space}' from 'afghanistan'; add its borders"
        for space in ("australia", "new-zealand")
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "line"),
    [
        (
            "setup.csv",
            "archangel,soviet-union,infantry,3",
            "archangel,soviet-union,infantry,99999",
            "setup.csv:2: count '99999' is too large; at most 999",
        ),
        (
            "setup.csv",
            "archangel,soviet-union,infantry,3",
            f"archangel,soviet-union,infantry,{'9' * 9000}",
            "setup.csv:2: count '999999999999' is too large; at most 999",
        ),
        (
            "setup.csv",
            "archangel,soviet-union,infantry,3",
            "arch\0angel,soviet-union,infantry,3",
            "setup.csv:2: space has the character U+0000; remove it",
        ),
        (
            "spaces.csv",
            "\nnorway,Norway,",
            "\nnorway,Nor\u202eway,",
            "spaces.csv:50: name has the character U+202E; remove it",
        ),
        (
            "board.yaml",
            "territories: 79",
            "territories: many",
            "board.yaml:10: territories 'many' is not a number; write a whole number, in digits",
        ),
        (
            "board.yaml",
            "source: public-map",
            "source: publik-map",
            "board.yaml:9: unknown source 'publik-map'; did you mean 'public-map'?",
        ),
        (
            "board.yaml",
            "canals: 2",
            "canal: 2",
            "board.yaml:15: a total of unknown 'canal'; did you mean 'canals'?",
        ),
        (
            "board.yaml",
            "canals: 2",
            "canals: 2, canal: 2",
            "board.yaml:15: a total of unknown 'canal'; did you mean 'canals'?",
        ),
    ],
)
def test_what_is_absurd_is_one_line(own_games: Path, file: str, old: str, new: str, line: str) -> None:
    edit(own_games.parent / REVISED / file, old, new)
    assert [str(finding) for finding in told(own_games)] == [f"{REVISED}/{line}"]


def test_the_real_boards_come_to_their_totals(data: str) -> None:
    assert load_boards(data)
