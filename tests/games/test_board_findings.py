"""Board data that is wrong is told with file and line, all of it at once, by the build and by the doctor."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import BadInput, NotFound
from kb.games.boards import boards_of, load_board, load_boards
from kb.pipeline import stages
from tests.conftest import ROOT, Run, edit

BOARDS = {(board.game, board.id): board for board in load_boards(str(ROOT / "data"))}


@pytest.fixture
def own_games(tmp_path: Path, data: str) -> Path:
    """A copy of the games that a test may damage."""
    shutil.copytree(Path(data) / "games", tmp_path / "data" / "games")
    return tmp_path / "data" / "games"


def told(games: Path, game: str = "") -> list[str]:
    """What the loader says of a damaged copy, of one game or all."""
    data = str(games.parent)
    with pytest.raises(BadInput) as caught:
        boards_of(data, game) if game else load_boards(data)
    return [str(finding) for finding in caught.value.findings]


REV = "revised/boards/revised/"
E99 = "europe-1999/boards/europe-1999/"
ANN = "anniversary/boards/1942/"
SUMMED = "correct the treasury, a value, or who holds a space"
INJURIES = [
    # cells and columns
    (REV + "spaces.csv", "space,name,also", "space,nam,also", [
        "1: unknown column 'nam'; did you mean 'name'?", "1: column 'name' is missing; add it"]),
    (REV + "powers.csv", "power,side,turn,capitals", "power,side,side,capitals", [
        "1: column 'side' is there twice; remove one", "1: column 'turn' is missing; add it"]),
    (REV + "spaces.csv", "\nnorway,Norway,,territory,germany,germany,3", "\nnorway,Norway,,territory,germany,germany,three", [
        "50: value 'three' is not a number; write a whole number, in digits"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet-union,infantry,-3", [
        "2: count '-3' is not a number; write a whole number, in digits"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet-union,infantry,", [
        "2: count is empty; write a whole number"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet-union,infantry,0", [
        "2: count is 0; remove the row"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet-union,infantry", [
        "2: 3 cells where there are 4 columns; check the commas"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet-union, infantry,3", [
        "2: unit ' infantry' has spaces or breaks too many; write it with single spaces"]),
    (REV + "canals.csv", "anglo-egypt;trans-jordan", "anglo-egypt;;trans-jordan", [
        "2: lands 'anglo-egypt;;trans-jordan' has an empty or double part; part a list by single ';'"]),
    (REV + "canals.csv", "Suez Canal", '"Suez Canal', [": not valid CSV: unexpected end of data; check the quotes"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet-union,infantry,3" * 2, [
        "3: 'archangel soviet-union infantry' is there twice; first on line 2"]),
    # spaces
    (REV + "spaces.csv", "\nnorway,Norway,,territory,", "\nnorway,Norway,,teritory,", [
        "50: unknown kind 'teritory'; did you mean 'territory'?"]),
    (REV + "spaces.csv", "\nnorway,Norway,,territory,germany,germany,", "\nnorway,Norway,,territory,germny,germany,", [
        "50: unknown power 'germny'; did you mean 'germany'?"]),
    (REV + "spaces.csv", "\nspain,Spain,,territory,,,0,strict,,impassable", "\nspain,Spain,,territory,,,0,strickt,,impasable", [
        "65: unknown neutral 'strickt'; did you mean 'strict'?",
        "65: unknown mark 'impasable'; did you mean 'impassable'?"]),
    (REV + "spaces.csv", "\nspain,Spain,,territory,,,0,strict,", "\nspain,Spain,,territory,,germany,0,strict,", [
        "65: 'spain' is neutral and held by 'germany'; remove one"]),
    (REV + "spaces.csv", ",,Berlin,", ",,Paris,", [
        "78: victory city 'Paris' is there twice; first at data/games/{}:30".format(REV + "spaces.csv")]),
    (REV + "spaces.csv", "\nnorway,Norway,", "\nnorway,SWEDEN,", [
        "66: 'sweden' has the name of another space, 'sweden'; 'norway' at data/games/{}:50 is called so".format(REV + "spaces.csv"),
        "66: 'sweden' has the name of another space, 'Sweden'; 'norway' at data/games/{}:50 is called so".format(REV + "spaces.csv")]),
    (E99 + "spaces.csv", ",archangel,convoy", ",archangle,convoy", ["90: unknown space 'archangle'; did you mean 'archangel'?"]),
    # borders, pairs apart, canals
    (REV + "borders.csv", "\nafghanistan,india", "\nafghanistan,indian", [
        "3: unknown space 'indian'; did you mean 'india'?"]),
    (REV + "borders.csv", "\nafghanistan,india", "\nindia,india", ["3: 'india' borders itself; name two spaces"]),
    (REV + "borders.csv", "\nafghanistan,india", "\nafghanistan,india\nindia,afghanistan", [
        "4: 'afghanistan india' is there twice; first on line 3"]),
    (E99 + "borders.csv", "gibraltar,spain,outlines", "gibraltar,spain,outline", [
        "165: unknown basis 'outline'; did you mean 'outlines'?"]),
    (REV + "borders.csv", "\nmidway,sz56", "", [": 'midway' borders no space; add its borders"]),
    (REV + "apart.csv", "balkans,sz14", "balkans,sz16", [
        "2: 'balkans' and 'sz16' are said to be apart; they border each other by data/games/{}:40; remove one".format(REV + "borders.csv")]),
    (REV + "canals.csv", ",sz15,sz34,", ",sz15,sz35,", ["2: 'sz15' and 'sz35' do not border each other; name two that do"]),
    (REV + "canals.csv", ",sz15,sz34,", ",sz15,india,", ["2: unknown sea zone 'india'; add the sea zone or remove it"]),
    (REV + "canals.csv", ";trans-jordan", ";trans-jordania", [
        "2: unknown controlling territory 'trans-jordania'; did you mean 'trans-jordan'?"]),
    # set-up
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangle,soviet-union,infantry,3", [
        "2: unknown space 'archangle'; did you mean 'archangel'?"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet,infantrie,3", [
        "2: unknown unit 'infantrie'; did you mean 'infantry'?", "2: unknown power 'soviet'; did you mean 'soviet-union'?"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\narchangel,soviet-union,battleship,3", [
        "2: 'battleship' cannot be in the territory 'archangel'; correct the space or the unit"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\nsz3,soviet-union,infantry,3", [
        "2: the units aboard in 'sz3' take 6 of a transport's room and there is 0; add a transport or move them"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\nsz3,soviet-union,fighter,3", [
        "2: the units aboard in 'sz3' take 3 of a carrier's room and there is 0; add a carrier or move them"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\nsz3,soviet-union,bomber,3", [
        "2: 'bomber' cannot be in the sea zone 'sz3'; correct the space or the unit"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\nsz3,soviet-union,industrial-complex,3", [
        "2: 'industrial-complex' cannot be in the sea zone 'sz3'; correct the space or the unit"]),
    (REV + "setup.csv", "\narchangel,soviet-union,infantry,3", "\nsahara,soviet-union,infantry,3", [
        "2: 'sahara' is impassable; no unit can begin there"]),
    (E99 + "disputed.csv", "crete,germany", "krete,germany", ["2: unknown space 'krete'; did you mean 'crete'?"]),
    (REV + "units.csv", ",land,3,1,2", ",lnad,3,1,2", ["2: unknown kind 'lnad'; did you mean 'land'?"]),
    (REV + "units.csv", ",land,3,1,2", ",land,3,??,2", ["2: attack '??' is not a number; write a whole number, in digits"]),
    (REV + "powers.csv", "germany,axis,2", "germany,axis,?", ["3: turn '?' is not a number; write a whole number, in digits"]),
    # powers and money
    (REV + "spaces.csv", "\nnorway,Norway,,territory,germany,germany,", "\nnorway,Norway,,territory,germany,germny,", [
        "50: unknown power 'germny'; did you mean 'germany'?"]),
    (REV + "powers.csv", "\ngermany,axis,2", "\nitaly,axis,2,\ngermany,axis,2", [
        "3: unknown power 'italy'; one of germany, japan, soviet-union, united-kingdom, united-states",
        "3: 'italy' has no treasury; add it to treasury.csv, with an empty ipc if it holds no money"]),
    (REV + "powers.csv", "germany,axis,2", "germany,axes,2", ["3: unknown side 'axes'; did you mean 'axis'?"]),
    (REV + "powers.csv", "germany,axis,2,germany", "germany,axis,2,berlin", ["3: unknown capital 'berlin'; add the capital or remove it"]),
    (REV + "powers.csv", "germany,axis,2,germany", "germany,axis,2,russia", [
        "3: capital 'russia' is not of 'germany'; name one of its spaces"]),
    (REV + "powers.csv", "united-states,allies,5", "united-states,allies,6", [
        "6: nobody plays in turn 5, before 'united-states'; close the gap"]),
    (REV + "treasury.csv", "japan,30", "jappan,30", [
        "5: unknown power 'jappan'; did you mean 'japan'?",
        ": 'japan' has no treasury; add it to treasury.csv, with an empty ipc if it holds no money"]),
    (REV + "treasury.csv", "\njapan,30", "", [": 'japan' has no treasury; add it to treasury.csv, with an empty ipc if it holds no money"]),
    (REV + "treasury.csv", "germany,40", "germany,41", ["3: 'germany' begins with 41 IPCs but its spaces are worth 40; " + SUMMED]),
    (E99 + "spaces.csv", "\negypt,Egypt,,territory,united-kingdom,united-kingdom,1,,,middle-east", "\negypt,Egypt,,territory,united-kingdom,united-kingdom,1,,,", [
        ": 'united-kingdom' begins with 25 IPCs but its spaces are worth 26; " + SUMMED]),
    (ANN + "spaces.csv", "baltic-states,Baltic States,territory,soviet-union,germany,1", "baltic-states,Baltic States,territory,soviet-union,japan,1", [
        ": 'japan' begins with 31 IPCs but its spaces are worth 32; " + SUMMED, ": 'germany' begins with 37 IPCs but its spaces are worth 36; " + SUMMED]),
    # technologies and objectives
    (REV + "technology.csv", ",1,6,", ",1,7,", ["7: number 7 is not on a die; write 1 to 6"]),
    (REV + "technology.csv", ",1,6,", ",1,5,", ["7: '1 5' is there twice; first on line 6"]),
    (REV + "technology.csv", "stated", "state", ["6: unknown confidence 'state'; did you mean 'stated'?"]),
    ("anniversary/boards/1941/objectives.csv", "germany-3,germany,5,turn", "germany-3,german,5,turns", [
        "4: unknown pays 'turns'; did you mean 'turn'?", "4: unknown power 'german'; did you mean 'germany'?"]),
    ("anniversary/boards/1941/objectives.csv", "karelia-ssr;caucasus", "karelia;caucasus", [
        "4: unknown space 'karelia'; did you mean 'karelia-ssr'?"]),
    ("europe-1940/boards/global-1940-2012/objectives.csv", "peace,japan,,pacific", "piece,japann,,pacifik", [
        ": unknown hindrance 'piece'; did you mean 'peace'?", ": unknown power 'japann'; did you mean 'japan'?",
        ": unknown economy 'pacifik'; did you mean 'pacific'?"]),
    # what one board is like another
    (ANN + "spaces.csv", "ukraine,Ukraine,territory,soviet-union,germany,2", "ukraine,Ukraine,territory,soviet-union,soviet-union,2", [
        "13: 'ukraine' is as data/games/anniversary/boards/1941/spaces.csv:89 has it; remove the row"]),
    (ANN + "board.yaml", 'spaces: "1941"', 'spaces: "1914"', ["8: spaces like unknown board '1914'; did you mean '1942'?"]),
    (ANN + "board.yaml", 'spaces: "1941"', 'spaces: "1942"', ["8: spaces are like themselves in the end; let one board have them all"]),
    (ANN + "board.yaml", 'units: "1941"', 'unit: "1941"', ["8: unknown table 'unit'; did you mean 'units'?",
        ": cannot be read (No such file or directory); restore the file"]),
    ("europe-1940/boards/global-1940-2012/board.yaml", "spaces: [yukon-territory]", "spaces: [yukon-teritory]", [
        "11: 'yukon-teritory' is not among the spaces; did you mean 'yukon-territory'?"]),
    (REV + "board.yaml", "about:", "without: {spaces: [norway]}\nabout:", ["7: 'without' of spaces, which are like no board's; remove it"]),
    (REV + "board.yaml", "about:", "without: {spaces: norway}\nabout:", ["7: 'without' of spaces must be a list; see docs/data.md"]),
    # the head
    (REV + "board.yaml", "id: revised\n", "id: revised\nid: revised\n", ["2: 'id' is there twice; first on line 1"]),
    (REV + "board.yaml", "id: revised", "id: revise", ["1: board 'revise' stands in the folder of 'revised'; rename one"]),
    (REV + "board.yaml", "printing:", "printed:", [
        "1: a board needs 'printing'; add it", "4: unknown key 'printed' in a board; did you mean 'printing'?"]),
    (REV + "board.yaml", 'order: "1"', "order: first", ["2: order 'first' is not a number; write one"]),
    (REV + "board.yaml", "covers: everything", "covers: everythin", ["6: unknown covers 'everythin'; did you mean 'everything'?"]),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "lines"), INJURIES, ids=lambda value: None)
def test_every_injury_is_told_at_its_line(own_games: Path, file: str, old: str, new: str, lines: list[str]) -> None:
    edit(own_games / file, old, new)
    found = told(own_games, file.split("/")[0])
    assert len(found) == len(lines), found
    for finding, line in zip(found, lines, strict=True):
        place, what = line.split(": ", 1)
        assert finding.endswith(what), finding
        assert not place or finding.startswith(f"data/games/{file}:{place}: "), finding


EVIDENCE = "revised/boards/evidence.yaml"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("spaces: [kenya]", "spaces: [kenia]", "12: unknown space 'kenia' of board 'revised'; did you mean 'kenya'?"),
        ("id: kenya, boards: [revised]", "id: kenya, boards: [revise]", "12: unknown board 'revise'; did you mean 'revised'?"),
        ("id: kenya, boards: [revised], confidence: unverified", "id: kenya, boards: [revised], confidence: verified",
         "12: unknown confidence 'verified'; did you mean 'unverified'?"),
        ("id: south-america", "id: kenya", "13: 'kenya' is there twice in uncertain; remove one"),
    ],
)  # fmt: skip
def test_evidence_is_read_strictly(own_games: Path, old: str, new: str, line: str) -> None:
    edit(own_games / EVIDENCE, old, new)
    assert told(own_games) == [f"data/games/{EVIDENCE}:{line}"]


def test_marks_are_read_strictly(own_games: Path) -> None:
    edit(own_games / "marks.yaml", "id: mongolian", "id: convoy")
    edit(own_games / "marks.yaml", "income: none}", "income: nothing}")
    assert told(own_games) == [
        "data/games/marks.yaml:5: income 'nothing' is not 'none'; write none, or leave it out",
        "data/games/marks.yaml:7: mark 'convoy' is there twice; remove one",
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
        f"data/games/{REV}unit.csv: not a table of a board; did you mean 'units.csv'?",
        f"data/games/{REV}borders.csv: cannot be read (No such file or directory); restore the file",
        f"data/games/{REV}setup.csv: not UTF-8 text; byte 23 is invalid; save it as UTF-8",
        f"data/games/{REV}treasury.csv: an empty table; begin with the columns power, economy, ipc",
        "data/games/anniversary/boards/evidence.yaml: cannot be read (No such file or directory); restore the file",
    ]


def test_findings_of_all_boards_come_at_once(own_games: Path) -> None:
    edit(own_games / REV / "treasury.csv", "germany,40", "germany,41")
    edit(own_games / E99 / "treasury.csv", "germany,40", "germany,forty")
    edit(own_games / ANN / "treasury.csv", "germany,37", "germany,38")
    assert [line.split(":")[0] for line in told(own_games)] == [
        f"data/games/{folder}treasury.csv" for folder in (REV, ANN, E99)
    ]


def test_a_space_that_is_written_once_is_told_once(own_games: Path) -> None:
    edit(
        own_games / "europe-1940/boards/europe-1940/borders.csv", "\nafghanistan,kazakhstan", "\nafghanistan,kazakstan"
    )
    (line,) = [line for line in told(own_games) if "unknown space" in line]
    assert "europe-1940/borders.csv:3: unknown space 'kazakstan'; did you mean 'kazakhstan'?" in line


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
    assert found[1].endswith("'fiji' is of no economy; one of europe, pacific")


def test_an_army_needs_a_neutral(own_games: Path) -> None:
    edit(own_games / "europe-1940/boards/europe-1940/spaces.csv", "0,strict,4,,\n", "0,,4,,\n")
    assert told(own_games) == [
        "data/games/europe-1940/boards/europe-1940/spaces.csv:2: 'afghanistan' has an army but is not neutral; say whom it is friendly to"
    ]


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


# --- the build and the doctor ---


def test_the_build_refuses_bad_boards(own_data: Path) -> None:
    edit(own_data / "games" / REV / "treasury.csv", "germany,40", "germany,41")
    with pytest.raises(BadInput, match=r"revised/treasury\.csv:3: 'germany' begins with 41 IPCs"):
        stages.read(str(own_data))


def test_the_build_refuses_a_board_of_no_document(own_data: Path) -> None:
    edit(own_data / "games" / REV / "board.yaml", "document: revised-faq", "document: revised-fak")
    with pytest.raises(BadInput, match=r"board\.yaml: board 'revised' is of unknown document 'revised-fak'; did you"):
        stages.read(str(own_data))


def test_the_sources_of_a_build_have_the_boards(data: str) -> None:
    assert stages.read(data).boards == tuple(BOARDS.values())


def test_the_doctor_counts_the_boards(kb_command: Run, own_games: Path) -> None:
    lines = kb_command("doctor").stdout.splitlines()
    at = lines.index("boards") + 1
    assert lines[at] == "  revised revised: 79 territories, 64 sea zones, 348 borders, 205 units in the set-up"
    assert len(lines[at : lines.index("", at)]) == len(BOARDS)
    edit(own_games / REV / "treasury.csv", "germany,40", "germany,41")
    done = kb_command("doctor", KB_DATA=str(own_games.parent))
    assert done.returncode == 2
    assert f"problem: data/games/{REV}treasury.csv:3: 'germany' begins with 41 IPCs" in done.stdout
