"""Wrong board data is reported with file and line, all of it at once by the build."""

from __future__ import annotations

import csv
import io
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kb.base.errors import BadInput, NotFound
from kb.games.boards import boards_of, load_board, load_boards
from tests.conftest import ROOT, Sample, edit


@pytest.fixture
def own_games(tmp_path: Path, data: str) -> Path:
    """Return a copy of the games that a test may damage."""
    shutil.copytree(Path(data) / "games", tmp_path / "data" / "games")
    return tmp_path / "data" / "games"


def told(games: Path, game: str = "") -> list[str]:
    """Return the findings of the loader about a damaged copy, of one game or all."""
    data = str(games.parent)
    with pytest.raises(BadInput) as caught:
        boards_of(data, game) if game else load_boards(data)
    return [str(finding) for finding in caught.value.findings]


REV = "revised/boards/revised/"
E99 = "europe-1999/boards/europe-1999/"
ANN = "anniversary/boards/1942/"
GAMES = sorted(path.parent.name for path in (ROOT / "data" / "games").glob("*/boards"))
INJURIES = [
    pytest.param(each, id=f"{group}-{number}")
    for group, some in yaml.safe_load((ROOT / "tests/games/injuries.yaml").read_text(encoding="utf-8")).items()
    for number, each in enumerate(some)
]


@pytest.mark.parametrize("injury", INJURIES)
def test_every_injury_is_reported_at_its_line(own_games: Path, injury: dict[str, Any]) -> None:
    file, lines = injury["file"], injury["findings"]
    edit(own_games / file, injury["old"], injury["new"])
    found = told(own_games, file.split("/")[0])
    assert len(found) == len(lines), found
    for finding, line in zip(found, lines, strict=True):
        place, what = line.split(": ", 1)
        assert finding.endswith(what), finding
        assert not place or finding.startswith(f"data/games/{file}:{place}: "), finding


def test_marks_are_read_strictly(own_games: Path) -> None:
    edit(own_games / "marks.yaml", "id: mongolian", "id: convoy")
    edit(own_games / "marks.yaml", "income: none}", "income: nothing}")
    assert told(own_games) == [
        "data/games/marks.yaml:5: unknown income 'nothing'; one of none",
        "data/games/marks.yaml:7: the space mark 'convoy' occurs twice; first on line 4; remove one",
    ]


def test_files_that_are_missing_or_strange(own_games: Path) -> None:
    (own_games / REV / "borders.csv").unlink()
    (own_games / REV / "setup.csv").write_bytes(b"space,power,unit,count\n\xff")
    (own_games / REV / "treasury.csv").write_bytes(b"")
    (own_games / REV / "unit.csv").write_text("unit\n")
    shutil.rmtree(own_games / E99)
    (own_games / "anniversary/boards/evidence.yaml").unlink()
    found = told(own_games)
    assert found == [
        f"data/games/{REV}unit.csv: is not a table of a board; did you mean 'units.csv'?",
        f"data/games/{REV}borders.csv: cannot be read (No such file or directory); check its name, and that you may read it",
        f"data/games/{REV}setup.csv: not UTF-8 text; byte 23 is invalid; save it as UTF-8",
        f"data/games/{REV}treasury.csv: the table is empty; begin with the columns power, economy, ipc",
        "data/games/anniversary/boards/evidence.yaml: cannot be read (No such file or directory); check its name, and that you may read it",
    ]


def test_findings_of_all_boards_come_at_once(own_games: Path) -> None:
    edit(own_games / REV / "treasury.csv", "germany,40", "germany,41")
    edit(own_games / E99 / "treasury.csv", "germany,40", "germany,forty")
    edit(own_games / ANN / "treasury.csv", "germany,37", "germany,38")
    assert [line.split(":")[0] for line in told(own_games)] == [
        f"data/games/{folder}treasury.csv" for folder in (REV, ANN, E99)
    ]


def test_a_space_of_no_economy(own_games: Path) -> None:
    edit(
        own_games / "europe-1940/boards/global-1940/spaces.csv",
        "\nfiji,Fiji,,territory,united-kingdom,united-kingdom,0,,,pacific",
        "\nfiji,Fiji,,territory,united-kingdom,united-kingdom,0,,,",
    )
    edit(
        own_games / "europe-1940/boards/global-1940/spaces.csv",
        "\nceylon,Ceylon,,territory,united-kingdom,united-kingdom,0,,,pacific",
        "\nceylon,Ceylon,,territory,united-kingdom,united-kingdom,0,,,atlantic",
    )
    found = told(own_games)
    assert len(found) == 2
    assert found[0].endswith("unknown economy 'atlantic'; one of europe, pacific") or "did you mean" in found[0]
    assert found[1].endswith("'fiji' does not belong to an economy; one of europe, pacific")


@given(st.integers(0, 10_000), st.sampled_from([";", "?", "9999", "  ", "germania", "\n", '"']))
def test_a_damaged_cell_never_escapes_as_anything_but_findings(
    tmp_path_factory: pytest.TempPathFactory, at: int, what: str
) -> None:
    games = tmp_path_factory.mktemp("damaged") / "data" / "games"
    shutil.copytree(ROOT / "data" / "games" / "revised", games / "revised")
    shutil.copy(ROOT / "data" / "games" / "marks.yaml", games)
    files = sorted((games / "revised" / "boards" / "revised").glob("*.csv"))
    path = files[at % len(files)]
    rows = list(csv.reader(io.StringIO(path.read_text())))
    row = rows[at % len(rows)]
    row[at % len(row)] = what
    path.write_text("\n".join(",".join(cells) for cells in rows) + "\n")
    try:
        load_boards(str(games.parent))
    except BadInput as error:
        assert all(finding.file.startswith("data/games/revised/boards/revised/") for finding in error.findings)
        assert all(finding.hint for finding in error.findings)


def test_a_board_that_is_not_there(data: str) -> None:
    with pytest.raises(NotFound, match=r"there is no board '1943' of 'anniversary'; did you mean '194[12]'"):
        load_board(data, "anniversary", "1943")
    with pytest.raises(NotFound, match="there is no game 'revisd'; did you mean 'revised'"):
        load_board(data, "revisd", "revised")


# --- the totals: a lost row or an absurd figure is detected ---


@pytest.mark.parametrize("game", GAMES)
def test_a_row_that_is_lost_is_noticed(own_games: Path, game: str, sample: Sample) -> None:
    rng, place = random.Random(game), f"data/games/{game}/boards/"
    for path in sample(sorted((own_games / game / "boards").glob("*/*.csv"))):
        whole = path.read_bytes()
        lines = whole.splitlines(keepends=True)
        if len(lines) > 1:
            gone = rng.randrange(1, len(lines))
            path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
            assert all(line.startswith(place) for line in told(own_games, game)), (path.name, lines[gone])
            path.write_bytes(whole)


def test_a_total_of_objectives_or_technologies_says_what_the_tables_come_to(own_games: Path) -> None:
    place = own_games / "anniversary/boards/1941"
    edit(place / "objectives.csv", "soviet-union-2,soviet-union,10,", "soviet-union-2,soviet-union,12,")
    edit(place / "board.yaml", "  least: 20\n", "")
    edit(place / "board.yaml", "technology: {1: 6", "technology: {1: 5, 3: 1")
    folder = "data/games/anniversary/boards/1941"
    assert [each.split(", but")[0] for each in told(own_games, "anniversary") if "/1941/" in each] == [
        f"{folder}/board.yaml:9: the total of least is 0",
        f"{folder}/board.yaml:16: the total of objectives of soviet-union is 15",
        f"{folder}/board.yaml:17: the total of technology of 1 is 5",
        f"{folder}/board.yaml:17: the total of technology of 3 is 1",
    ]


def test_an_unreachable_part_of_the_map_is_reported(own_games: Path) -> None:
    path = own_games / REV / "borders.csv"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(
        "".join(line for line in lines if "australia" not in line and "new-zealand" not in line)
        + "australia,new-zealand\n"
    )
    assert [line.split(": ")[1] for line in told(own_games)] == [
        f"borders do not connect '{space}' with 'afghanistan'; add the missing borders"
        for space in ("australia", "new-zealand")
    ]
